//! Tests of claims about related games; `figures` has those of the figures of claims.

mod figures;

use teeko_index::Census;
use teeko_rules::{Outcome, Position, Variant};

use super::Verification;
use crate::testing::FunctionOracle;

/// A solution that gives every position of a variant one outcome, and its census one count.
struct Constant {
    outcome: Outcome,
    draws: u64,
}

const DRAWN: Constant = Constant {
    outcome: Outcome::Draw,
    draws: 1,
};

const WON: Constant = Constant {
    outcome: Outcome::Win(9),
    draws: 1,
};

const OTHER_COUNT: Constant = Constant {
    outcome: Outcome::Draw,
    draws: 2,
};

/// Returns the claims that follow from the rules and fail if all variants are drawn but one.
fn failing_with(exception: &str, of_exception: &Constant) -> Vec<String> {
    let mut verification = Verification::default();
    for variant in verification.variants() {
        let solution = if variant.to_string() == exception {
            of_exception
        } else {
            &DRAWN
        };
        examine(&mut verification, variant, solution);
    }
    let mut claims = verification.claims();
    claims.retain(|claim| claim.source == "consistency" && !claim.passes());
    claims.into_iter().map(|claim| claim.id).collect()
}

fn examine(verification: &mut Verification, variant: Variant, solution: &Constant) {
    let outcome = |_: &Position| Some(solution.outcome);
    let oracle = FunctionOracle::new(variant.rules().unwrap(), outcome);
    let mut census = Census::default();
    census.layer_mut(0).add(Outcome::Draw, solution.draws);
    verification.examine(variant, &oracle, &census).unwrap();
}

#[test]
fn claims_that_are_slow_are_left_out_unless_they_are_asked_for() {
    let quick = Verification::default();
    let all = quick.left_out(&[]);
    assert!(all > 0);
    assert!(quick.left_out(&quick.left_out.concat()) > 0);
    let other = "44-ssss+8x8".parse().unwrap();
    assert_eq!(quick.left_out(&[other]), 0);
    assert_eq!(Verification::with_slow_claims().left_out(&[]), 0);
}

#[test]
fn a_verification_is_about_variants_that_a_claim_is_about_alone() {
    let verification = Verification::default();
    for (variants, expected) in [
        (&["58-ssss"][..], true),
        (&["44-pppp", "44-pppp+pass"], true),
        (&["44-psps"], false),
        (&["44-ssss+8x8"], false),
        (&[], false),
    ] {
        let variants: Vec<Variant> = variants.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(verification.is_about(&variants), expected, "{variants:?}");
    }
}

#[test]
fn related_games_that_fit_together_pass() {
    assert_eq!(failing_with("none", &DRAWN), [""; 0]);
}

#[test]
fn related_games_with_other_values_or_counts_fail() {
    let points = ["one-point-is-plain", "points-keep-winners"];
    assert_eq!(failing_with("58-ssss", &WON), points);
    assert_eq!(failing_with("58-ssss+points", &OTHER_COUNT), points);
    let pass = ["pass-rule-changes-nothing"];
    assert_eq!(failing_with("44-pppp", &WON), pass);
    assert_eq!(failing_with("44-pppp+pass", &OTHER_COUNT), pass);
}

/// The empty boards and the counts are the same, but later positions are not.
#[test]
fn related_games_with_other_values_of_later_positions_fail() {
    for (exception, expected) in [
        ("44-pppp+pass", "pass-rule-changes-nothing"),
        ("58-ssss", "points-keep-winners"),
    ] {
        let mut verification = Verification::default();
        for variant in verification.variants() {
            let is_exception = variant.to_string() == exception;
            let outcome = |position: &Position| {
                let is_won = is_exception && position.layer() == 2;
                Some(if is_won {
                    Outcome::Win(9)
                } else {
                    Outcome::Draw
                })
            };
            let oracle = FunctionOracle::new(variant.rules().unwrap(), outcome);
            let census = Census::default();
            verification.examine(variant, &oracle, &census).unwrap();
        }
        let mut claims = verification.claims();
        claims.retain(|claim| claim.source == "consistency" && !claim.passes());
        let failing: Vec<&str> = claims.iter().map(|claim| &*claim.id).collect();
        assert_eq!(failing, [expected]);
        let detail = &claims[0].detail;
        // Up to symmetry there are 49 pairs of circles, and either circle is Black's.
        assert!(detail.starts_with("98 of "), "{detail}");
    }
}
