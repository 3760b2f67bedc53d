//! Mutants of certificates of draws, of which `ROUNDS=100` in the environment makes more, and a
//! false claim.

mod mutants;

use fastrand::Rng;
use teeko_certificate::DrawCertificate;
use teeko_rules::{Outcome, PIECES, Position, Side};
use teeko_solve::solve;
use teeko_testing::rounds;

use crate::common;
use mutants::{GAMES, Originals, second_checker};

/// The second checker takes a second for each mutant that passes, so it checks one in four.
#[test]
fn mutants_of_certificates_are_refused_or_true() {
    let originals = Originals::new(&GAMES);
    let is_checked = second_checker().is_some();
    let attack = |number: u64| {
        let checker = (is_checked && number.is_multiple_of(4)).then(second_checker).flatten();
        originals.attack(&mut Rng::with_seed(number), checker)
    };
    let attacked: Result<Vec<bool>, String> = rounds(100).map(attack).collect();
    let attacked = attacked.unwrap();
    assert!(attacked.iter().any(|&accepted| !accepted), "some are refused");
    assert!(
        attacked.iter().step_by(4).any(|&accepted| accepted),
        "the second checker accepts some"
    );
}

/// Black wins. The certificate has every position in which a side does not lose, for that side.
#[test]
fn a_false_draw_cannot_be_made_to_pass() {
    let rules = common::rules("44-psss+4x4+knight");
    let solved = solve(&rules).layers();
    let mut sets = [Vec::new(), Vec::new()];
    let with_red_to_move = |position: Position| {
        let turned = Position::of_turn(Side::Red, position.mover(), position.opponent());
        std::iter::once(position).chain((position.layer() == 2 * PIECES).then_some(turned))
    };
    for position in common::positions(&rules).flat_map(with_red_to_move) {
        if rules.moves(&position).is_empty() {
            continue;
        }
        let own = rules.chooser(&position).other();
        let outcome = solved.outcome(&position).expect("a position");
        let loses = if position.turn == own {
            matches!(outcome, Outcome::Loss(_))
        } else {
            matches!(outcome, Outcome::Win(_))
        };
        if !loses {
            sets[usize::from(own == Side::Red)].push(position);
        }
    }
    assert!(DrawCertificate::new(&rules, [&sets[0], &sets[1]]).check().is_err());
}
