//! The published claims, those whose checks take minutes among them.

use teeko_analysis::claims::Verification;
use teeko_testing::solved;

#[test]
fn every_claim_has_the_expected_answer_and_figures() {
    let mut verification = Verification::with_slow_claims();
    for variant in verification.variants() {
        let solution = solved(&variant.to_string());
        verification
            .examine(variant, &solution, &solution.census())
            .unwrap();
    }
    for claim in verification.claims() {
        assert!(claim.passes(), "{claim:?}");
    }
}
