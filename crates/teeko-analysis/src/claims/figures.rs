//! The figures of claims on 4 x 4, against plain counts of positions with the reference solver.

use std::collections::{HashMap, HashSet};

use teeko_rules::{Circle, Move, PIECES, Position, Rules, Side, Status, Wdl};
use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};

use super::ends::Ends;
use super::*;
use crate::testing::{rules, solved};

const SMALL: &str = "44-ssss+4x4";

struct Reference {
    rules: Rules,
    slide: ReferenceSlide,
    drop: ReferenceDrop,
}

impl Reference {
    fn new(variant: &str) -> Self {
        let rules = rules(variant);
        let slide = ReferenceSlide::solve(&rules);
        let drop = ReferenceDrop::solve(&rules, &slide);
        Self { rules, slide, drop }
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let of_slide = || self.slide.outcome(position.mover(), position.opponent());
        let outcome = self.drop.outcome(position).or_else(of_slide);
        outcome.expect("a position of the rules")
    }

    /// Returns the positions after each drop, with their outcomes.
    fn after_drops(&self, position: &Position) -> Vec<(Position, Outcome)> {
        let free = self.rules.board().circles() - position.occupied();
        let after = free.iter().map(|circle| position.after(Move::Drop(circle)));
        after.map(|after| (after, self.outcome(&after))).collect()
    }

    /// Returns the positions of a drop layer in which the game is not finished, with their
    /// outcomes.
    fn open(&self, layer: usize) -> impl Iterator<Item = (Position, Outcome)> {
        let of_layer = self
            .drop
            .positions()
            .filter(move |(position, _)| position.layer() == layer);
        of_layer.filter(|&(_, outcome)| outcome != Outcome::Loss(0))
    }
}

/// Returns a claim of this kind with what is found in the solution of a variant.
fn checked(kind: &str, variant: &str) -> Claim {
    let text = format!(
        "result = []\nrelated = []\n[[claim]]\nid = 'claim'\nexpected = 'holds'\nsource = 'test'\n\
         variant = '{variant}'\n{kind}"
    );
    let mut verification = Verification {
        published: toml::from_str(&text).unwrap(),
        ..Verification::with_slow_claims()
    };
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
    let of_drop = |drop: usize| {
        let before = reference.open(2 * drop - 2);
        let after: Vec<(Position, Outcome)> = before
            .flat_map(|(position, _)| reference.after_drops(&position))
            .collect();
        let wins = after
            .iter()
            .filter(|(_, outcome)| outcome.wdl() == Wdl::Loss)
            .count();
        format!("drop {drop}: {} win", percent(wins, after.len()))
    };
    let expected = [1, 2, 3, 4].map(of_drop).join(", ");
    let claim = checked("kind = 'winning-drops'\ndrops = [1, 2, 3, 4]", SMALL);
    assert_eq!((claim.found.as_str(), claim.detail), ("answered", expected));
}

#[test]
fn wins_of_the_last_drop_are_counted() {
    let reference = Reference::new(SMALL);
    let last: Vec<Outcome> = reference.open(7).map(|(_, outcome)| outcome).collect();
    let at_once = last
        .iter()
        .filter(|&&outcome| outcome == Outcome::Win(1))
        .count();
    let by_force = last
        .iter()
        .filter(|outcome| outcome.wdl() == Wdl::Win)
        .count();
    let [at_once, by_force] = [at_once, by_force].map(|wins| percent(wins, last.len()));
    let claim = checked("kind = 'rare-last-drop-wins'", SMALL);
    let expected =
        format!("the last drop wins at once in {at_once} positions, by force in {by_force}");
    assert_eq!((claim.found.as_str(), claim.detail), ("holds", expected));
}

#[test]
fn won_positions_and_second_drops_that_hold_are_counted() {
    let reference = Reference::new(SMALL);
    let outcomes = reference
        .slide
        .positions()
        .filter_map(|(_, _, outcome)| outcome);
    let won = outcomes
        .filter(|outcome| matches!(outcome, Outcome::Win(1..)))
        .count();
    for (at_least, found) in [(won, "holds"), (won + 1, "refuted")] {
        let claim = checked(
            &format!("kind = 'winning-positions'\nat-least = {at_least}"),
            SMALL,
        );
        assert_eq!(
            (claim.found.as_str(), claim.detail),
            (found, format!("counted {}", commas(won)))
        );
    }
    let first = reference.after_drops(&Position::EMPTY);
    let holding = first.iter().map(|(position, _)| {
        let after = reference.after_drops(position);
        after
            .iter()
            .filter(|(_, outcome)| *outcome == Outcome::Draw)
            .count()
    });
    let (all, least) = (holding.clone().sum::<usize>(), holding.min().unwrap());
    let claim = checked("kind = 'depth'", SMALL);
    let expected = format!("{all} of 240 second drops hold, at least {least} after each first one");
    assert!(
        claim.detail.starts_with(&expected),
        "{}, {expected}",
        claim.detail
    );
}

#[test]
fn first_drops_that_win_are_found() {
    for variant in ["78-ssss+4x4", "44-ssss+4x4"] {
        let reference = Reference::new(variant);
        let first = reference.after_drops(&Position::EMPTY);
        let of = |wdl| {
            first
                .iter()
                .filter(move |(_, outcome)| outcome.wdl() == wdl)
        };
        let winning: Vec<String> = of(Wdl::Loss)
            .map(|(position, _)| position.occupied().to_string())
            .collect();
        let value = reference.outcome(&Position::EMPTY);
        let expected = format!(
            "Black has a {value}, by the first drop {}; {} others draw",
            winning.join(", "),
            of(Wdl::Draw).count()
        );
        let claim = checked("kind = 'slight-advantage'", variant);
        assert_eq!((claim.found.as_str(), claim.detail), ("answered", expected));
    }
}

#[test]
fn a_claim_with_other_figures_fails() {
    let kind = "kind = 'winning-positions'\nat-least = 1\ndetail = 'counted 1'";
    let claim = checked(kind, SMALL);
    assert_eq!(
        (claim.found.as_str(), claim.passes()),
        ("holds, with other figures", false)
    );
}

#[test]
fn moves_that_complete_a_goal_are_found() {
    let rules = rules("44-ssss");
    let claim = checked(
        "kind = 'finishing-moves'\nposition = 'b:11,12,21,22 r:14,17,23,25 r'\n\
         line = ['17-16', '21-17']",
        "44-ssss",
    );
    let position = crate::testing::position(&rules, "b:11,12,17,22 r:14,16,23,25 r");
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    let replies = rules.moves(&position);
    for &reply in &replies {
        let next = position.after(reply);
        for played in rules.moves(&next) {
            if rules.status(&next.after(played)) == Status::Over {
                found
                    .entry(played.to_string())
                    .or_default()
                    .push(reply.to_string());
            }
        }
    }
    // "Exactly when Red's reply leaves 16."
    assert!(found["22-16"].iter().all(|reply| reply.starts_with("16-")));
    let leaving = replies
        .iter()
        .filter(|reply| reply.to_string().starts_with("16-"))
        .count();
    assert_eq!(
        (found["22-16"].len(), found["11-7"].len()),
        (leaving, replies.len())
    );
    assert_eq!(found.len(), 2);
    let expected = format!(
        "11-7 after each of {} replies, 22-16 after {}",
        replies.len(),
        found["22-16"].join(" ")
    );
    assert_eq!(claim.detail, expected);
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

#[test]
fn ends_of_the_drop_phase_are_weighed() {
    let (mut all, mut any): (Vec<Ends>, HashSet<Position>) = Default::default();
    for variant in ["44-ssss+4x4", "44-psps+4x4"] {
        let reference = Reference::new(variant);
        let ends = chances(&reference);
        let place = |circle: Circle| {
            let number = circle.number() as f64 - 1.0;
            (number % 4.0, (number / 4.0).floor())
        };
        let steps =
            |(ax, ay): (f64, f64), (bx, by): (f64, f64)| (ax - bx).abs().max((ay - by).abs());
        let (mut between, mut to_centre) = (0.0, 0.0);
        for (position, chance) in &ends {
            for side in [Side::Black, Side::Red] {
                let pieces: Vec<(f64, f64)> = position.pieces(side).iter().map(place).collect();
                for (number, &piece) in pieces.iter().enumerate() {
                    to_centre += chance / 8.0 * steps(piece, (1.5, 1.5));
                    for &other in &pieces[number + 1..] {
                        between += chance / 12.0 * steps(piece, other);
                    }
                }
            }
        }
        let found = Ends::new(&solved(variant)).unwrap();
        let differences = [found.between - between, found.to_centre - to_centre];
        assert!(
            differences.iter().all(|difference| difference.abs() < 1e-9),
            "{differences:?}"
        );
        let occupied: HashSet<_> = ends.keys().map(|end| end.occupied().bits()).collect();
        assert_eq!(found.occupied_sets(), (occupied.len(), 12_870));
        let symmetries = reference.rules.symmetries();
        let images = |end: &Position| {
            symmetries
                .elements()
                .iter()
                .map(|it| end.image(it))
                .min()
                .unwrap()
        };
        let orbits: HashSet<Position> = ends.keys().map(images).collect();
        assert_eq!(Ends::reached_by_any([&found].into_iter()), orbits.len());
        all.push(found);
        any.extend(orbits);
    }
    assert_eq!(Ends::reached_by_any(all.iter()), any.len());
}

/// The booklets' example of Alternate Teeko; the values are from another program.
#[test]
fn choices_that_change_the_result_are_found() {
    let game = "5 25 pass 13 1 24 pass 8 6 21";
    let claim = checked(
        &format!("kind = 'blunders'\ngame = '{game}'"),
        "44-pppp+pass",
    );
    assert!(
        claim.detail.starts_with(
            "Red's pass on ply 3: a draw becomes Black's win in 15 plies, Black's pass on ply 6: \
             Black's win in "
        ) && claim.detail.ends_with("becomes a draw"),
        "{}",
        claim.detail
    );
}
