//! The figures of claims on 4 x 4, against plain counts of positions with the reference solver.

use std::collections::{BTreeMap, HashMap, HashSet};

use teeko_rules::{
    DropPlan, GoalSet, Move, Oracle, Outcome, PIECES, Position, Rules, Side, Status, Wdl,
};
use teeko_testing::reference::ReferenceSolution;

use crate::claims::ends::Ends;
use crate::claims::evidence::{Evidence, Verdict};
use crate::claims::{Claim, Verification, found};
use crate::testing::{position, rules, solved};

const SMALL: &str = "44-ssss+4x4";

struct Reference(ReferenceSolution);

impl Reference {
    fn new(variant: &str) -> Self {
        Self(ReferenceSolution::solve(&rules(variant)))
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let known = self.0.outcome(position).unwrap();
        known.expect("a position of the rules")
    }

    /// Returns the positions after each drop, with their outcomes.
    fn after_drops(&self, position: &Position) -> Vec<(Position, Outcome)> {
        let mut after_drops = Vec::new();
        for circle in self.0.rules().board().circles() - position.occupied() {
            let after = position.after(Move::Drop(circle));
            after_drops.push((after, self.outcome(&after)));
        }
        after_drops
    }

    /// Returns the positions of a drop layer in which the game is not finished, with their
    /// outcomes.
    fn open(&self, layer: usize) -> Vec<(Position, Outcome)> {
        let mut open: Vec<(Position, Outcome)> = self.0.drop.positions().collect();
        open.retain(|(position, outcome)| {
            position.layer() == layer && *outcome != Outcome::Loss(0)
        });
        open
    }
}

/// Counts the positions with a result.
fn count_with(positions: &[(Position, Outcome)], result: Wdl) -> usize {
    positions
        .iter()
        .filter(|(_, outcome)| outcome.wdl() == result)
        .count()
}

/// Returns a verification of one claim of this kind about a variant.
fn verification_of(kind: &str, variant: &str) -> Verification {
    let text = format!(
        "result = []\nrelated = []\n[[claim]]\nid = 'claim'\nexpected = 'holds'\nsource = 'test'\n\
         variant = '{variant}'\n{kind}"
    );
    Verification {
        published: toml::from_str(&text).unwrap(),
        ..Verification::with_slow_claims()
    }
}

/// Returns a claim of this kind with what is found in the solution of a variant.
fn checked(kind: &str, variant: &str) -> Claim {
    let mut verification = verification_of(kind, variant);
    let solution = solved(variant);
    verification
        .examine(variant.parse().unwrap(), &solution, &solution.census())
        .unwrap();
    verification.claims().remove(0)
}

fn percent(part: usize, all: usize) -> String {
    format!(
        "{} of {} ({:.2} %)",
        commas(part),
        commas(all),
        part as f64 * 100.0 / all as f64
    )
}

/// Puts commas into a number below a thousand million.
fn commas(number: usize) -> String {
    let [millions, thousands, ones] = [number / 1_000_000, number / 1000 % 1000, number % 1000];
    match (millions, thousands) {
        (0, 0) => format!("{ones}"),
        (0, _) => format!("{thousands},{ones:03}"),
        _ => format!("{millions},{thousands:03},{ones:03}"),
    }
}

#[test]
fn drops_that_win_are_counted() {
    let reference = Reference::new(SMALL);
    let mut expected = Vec::new();
    for drop in 1..=4 {
        let mut after = Vec::new();
        for (position, _) in reference.open(2 * drop - 2) {
            after.extend(reference.after_drops(&position));
        }
        let wins = percent(count_with(&after, Wdl::Loss), after.len());
        expected.push(format!("drop {drop}: {wins} win"));
    }
    let claim = checked("kind = 'winning-drops'\ndrops = [1, 2, 3, 4]", SMALL);
    assert_eq!(claim.found, "answered");
    assert_eq!(claim.detail, expected.join(", "));
}

#[test]
fn wins_of_the_last_drop_are_counted() {
    let last = Reference::new(SMALL).open(7);
    let at_once = last
        .iter()
        .filter(|(_, outcome)| *outcome == Outcome::Win(1))
        .count();
    let at_once = percent(at_once, last.len());
    let by_force = percent(count_with(&last, Wdl::Win), last.len());
    let claim = checked("kind = 'rare-last-drop-wins'", SMALL);
    assert_eq!(claim.found, "holds");
    assert_eq!(
        claim.detail,
        format!("the last drop wins at once in {at_once} positions, by force in {by_force}")
    );
}

#[test]
fn won_positions_are_counted() {
    let reference = Reference::new(SMALL);
    let won = reference
        .0
        .slide
        .positions()
        .filter(|(_, _, outcome)| matches!(outcome, Some(Outcome::Win(1..))))
        .count();
    for (at_least, found) in [(won, "holds"), (won + 1, "refuted")] {
        let kind = format!("kind = 'winning-positions'\nat-least = {at_least}");
        let claim = checked(&kind, SMALL);
        assert_eq!(claim.found, found);
        assert_eq!(claim.detail, format!("counted {}", commas(won)));
    }
}

#[test]
fn second_drops_that_hold_are_counted() {
    let reference = Reference::new(SMALL);
    let mut holding = Vec::new();
    for (position, _) in reference.after_drops(&Position::EMPTY) {
        let second = reference.after_drops(&position);
        holding.push(count_with(&second, Wdl::Draw));
    }
    let all: usize = holding.iter().sum();
    let least = holding.iter().min().unwrap();
    let claim = checked("kind = 'depth'", SMALL);
    let expected = format!("{all} of 240 second drops hold, at least {least} after each first one");
    assert!(claim.detail.starts_with(&expected), "{}", claim.detail);
}

#[test]
fn first_drops_that_win_are_found() {
    for variant in ["78-ssss+4x4", "44-ssss+4x4"] {
        let reference = Reference::new(variant);
        let first = reference.after_drops(&Position::EMPTY);
        let mut winning = Vec::new();
        for (position, outcome) in &first {
            if outcome.wdl() == Wdl::Loss {
                winning.push(position.occupied().to_string());
            }
        }
        let value = reference.outcome(&Position::EMPTY);
        let winning = winning.join(", ");
        let drawing = count_with(&first, Wdl::Draw);
        let claim = checked("kind = 'slight-advantage'", variant);
        assert_eq!(claim.found, "answered");
        assert_eq!(
            claim.detail,
            format!("Black has a {value}, by the first drop {winning}; {drawing} others draw")
        );
    }
}

#[test]
fn a_claim_with_other_figures_fails() {
    let kind = "kind = 'winning-positions'\nat-least = 1\ndetail = 'counted 1'";
    let claim = checked(kind, SMALL);
    assert_eq!(claim.found, "holds, with other figures");
    assert!(!claim.passes());
}

#[test]
fn moves_that_complete_a_goal_are_found() {
    let rules = rules("44-ssss");
    let claim = checked(
        "kind = 'finishing-moves'\nposition = 'b:11,12,21,22 r:14,17,23,25 r'\n\
         line = ['17-16', '21-17']",
        "44-ssss",
    );
    let after_line = position(&rules, "b:11,12,17,22 r:14,16,23,25 r");
    let replies = rules.moves(&after_line);
    // "Exactly when Red's reply leaves 16."
    let mut leaving = Vec::new();
    for reply in &replies {
        let text = reply.to_string();
        let mut expected = vec!["11-7"];
        if text.starts_with("16-") {
            expected.push("22-16");
            leaving.push(text);
        }
        let finishing = finishing_moves(&rules, &after_line.after(*reply));
        assert_eq!(finishing, expected, "{reply}");
    }
    assert_eq!(
        claim.detail,
        format!(
            "11-7 after each of {} replies, 22-16 after {}",
            replies.len(),
            leaving.join(" ")
        )
    );
}

/// Returns the moves in a position that complete a goal.
fn finishing_moves(rules: &Rules, position: &Position) -> Vec<String> {
    let mut finishing = Vec::new();
    for played in rules.moves(position) {
        if rules.status(&position.after(played)) == Status::Over {
            finishing.push(played.to_string());
        }
    }
    finishing
}

/// Returns the chance of each end of the drop phase, without symmetry.
fn chances(reference: &Reference) -> HashMap<Position, f64> {
    let mut chances = HashMap::from([(Position::EMPTY, 1.0)]);
    for _ in 0..2 * PIECES {
        let mut next = HashMap::new();
        for (position, chance) in chances {
            let mut after = reference.after_drops(&position);
            after.retain(|(_, outcome)| *outcome == Outcome::Draw);
            for (end, _) in &after {
                *next.entry(*end).or_default() += chance / after.len() as f64;
            }
        }
        chances = next;
    }
    chances
}

/// Returns the mean distances in an end of the drop phase on 4 x 4, in king's steps: between two
/// pieces of a side, and between a piece and the centre.
fn mean_distances(end: &Position) -> (f64, f64) {
    let mut between = 0.0;
    let mut to_centre = 0.0;
    for side in [Side::Black, Side::Red] {
        let places = places(end, side);
        for (number, &piece) in places.iter().enumerate() {
            to_centre += steps(piece, (1.5, 1.5)) / 8.0;
            for &other in &places[number + 1..] {
                between += steps(piece, other) / 12.0;
            }
        }
    }
    (between, to_centre)
}

/// Returns the columns and rows of a side's pieces.
fn places(position: &Position, side: Side) -> Vec<(f64, f64)> {
    let mut places = Vec::new();
    for circle in position.pieces(side) {
        let number = circle.number() as f64 - 1.0;
        places.push((number % 4.0, (number / 4.0).floor()));
    }
    places
}

/// Returns the distance between two places in king's steps.
fn steps((ax, ay): (f64, f64), (bx, by): (f64, f64)) -> f64 {
    (ax - bx).abs().max((ay - by).abs())
}

/// Returns the evidence of a variant for a claim about the ends of its drop phase.
fn evidence_of_ends(variant: &str) -> Evidence {
    let verification = verification_of("kind = 'all-sets-reached'", variant);
    let solution = solved(variant);
    let variant = variant.parse().unwrap();
    let evidence = verification.evidence_of(variant, &solution, &solution.census());
    evidence.unwrap()
}

/// The means and the counts are those of games without symmetry, weighed one by one.
#[test]
fn ends_of_the_drop_phase_are_weighed() {
    let mut of_plans = Vec::new();
    let mut orbits_of_plans: HashSet<Position> = HashSet::new();
    for variant in ["44-ssss+4x4", "44-psps+4x4"] {
        let reference = Reference::new(variant);
        let symmetries = reference.0.rules().symmetries();
        let mut between = 0.0;
        let mut to_centre = 0.0;
        let mut occupied = HashSet::new();
        let mut orbits = HashSet::new();
        for (end, chance) in chances(&reference) {
            let distances = mean_distances(&end);
            between += chance * distances.0;
            to_centre += chance * distances.1;
            occupied.insert(end.occupied().bits());
            let images = symmetries.elements().iter().map(|it| end.image(it));
            orbits.insert(images.min().unwrap());
        }
        let evidence = evidence_of_ends(variant);
        let found = evidence.ends.clone().unwrap();
        let (verdict, figures) = found::sets_reached(&evidence);
        assert_eq!(verdict, Verdict::from(occupied.len() == 12_870));
        let reached = commas(occupied.len());
        assert_eq!(figures, format!("{reached} of 12,870 are reached"));
        assert!((found.between - between).abs() < 1e-9, "{variant}");
        assert!((found.to_centre - to_centre).abs() < 1e-9, "{variant}");
        assert_eq!(found.occupied_sets(), (occupied.len(), 12_870));
        assert_eq!(Ends::reached_by_any([&found].into_iter()), orbits.len());
        of_plans.push(found);
        orbits_of_plans.extend(orbits);
    }
    let reached = Ends::reached_by_any(of_plans.iter());
    assert_eq!(reached, orbits_of_plans.len());
    assert_claims_about_plans(&of_plans, orbits_of_plans.len());
}

/// Checks claims about the ends of two plans, whose union has `all` ends. Those of `ssss` and of
/// `psps` stand for those on the standard board; other plans are given either.
fn assert_claims_about_plans(ends: &[Ends], all: usize) {
    let with_ends = |ends: &Ends| Evidence {
        ends: Some(ends.clone()),
        ..Evidence::of_value(Outcome::Draw)
    };
    let mut evidence = BTreeMap::new();
    for variant in found::with_plans(GoalSet::Goals44, DropPlan::all()) {
        let place = usize::from(variant.plan.scarne_name().is_none());
        evidence.insert(variant, with_ends(&ends[place]));
    }
    let named = commas(Ends::reached_by_any([&ends[0]].into_iter()));
    let (verdict, figures) = found::ends_of_plans(&evidence, GoalSet::Goals44);
    assert_eq!(verdict, Verdict::Refuted);
    let all = commas(all);
    let expected = format!("{named} ends with the eight plans, {all} with all sixteen");
    assert_eq!(figures, expected);

    // From close to distant, and the other way round.
    let mut plans: [(DropPlan, &Ends); 2] = [
        ("ssss".parse().unwrap(), &ends[0]),
        ("psps".parse().unwrap(), &ends[1]),
    ];
    plans.sort_by(|(_, one), (_, other)| one.between.total_cmp(&other.between));
    for (in_order, verdict) in [(1, Verdict::Holds), (0, Verdict::Refuted)] {
        let order = plans.map(|(plan, _)| plan);
        let mut texts = Vec::new();
        for (plan, ends) in plans {
            texts.push(format!(
                "{plan} {:.3} and {:.3}",
                ends.between, ends.to_centre
            ));
        }
        let texts = texts.join(", ");
        assert_eq!(
            found::tightness(&evidence, GoalSet::Goals44, &order),
            (
                verdict,
                format!("{in_order} of 1 pairs are in order: {texts}")
            )
        );
        plans.reverse();
    }
}

/// Where a side wins there is no strategy to hold a draw.
#[test]
fn a_won_game_has_no_strategies() {
    let claim = checked("kind = 'strategies'", "44-psss+4x4+knight");
    let plies = solved("44-psss+4x4+knight").game_value();
    assert_eq!(
        claim.detail,
        format!("expected a draw from the empty board, found a {plies}")
    );
}

/// The booklets' example of Alternate Teeko; the values are from another program.
#[test]
fn choices_that_change_the_result_are_found() {
    let game = "5 25 pass 13 1 24 pass 8 6 21";
    let kind = format!("kind = 'blunders'\ngame = '{game}'");
    let found = checked(&kind, "44-pppp+pass").detail;
    let begin = "Red's pass on ply 3: a draw becomes Black's win in 15 plies, \
                 Black's pass on ply 6: Black's win in ";
    assert!(found.starts_with(begin), "{found}");
    assert!(found.ends_with("becomes a draw"), "{found}");
}
