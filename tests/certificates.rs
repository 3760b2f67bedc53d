//! A false claim of a draw. The fuzz target for certificates makes others.

use teeko_certificate::DrawCertificate;
use teeko_rules::{Outcome, PIECES, Position, Rules, Side};
use teeko_solve::solve;

use crate::common;

/// Black wins. The certificate has every position in which a side does not lose, for that side.
#[test]
fn a_false_draw_cannot_be_made_to_pass() {
    let rules = common::rules("44-psss+4x4+knight");
    let solved = solve(&rules).layers();
    let mut sets = [Vec::new(), Vec::new()];
    for position in possible_positions(&rules) {
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
    let claim = DrawCertificate::new(&rules, [&sets[0], &sets[1]]);
    assert!(claim.check().is_err());
}

/// Lists every placement of the pieces, in the slide phase with either side to move.
fn possible_positions(rules: &Rules) -> Vec<Position> {
    let mut positions = Vec::new();
    for position in common::positions(rules) {
        positions.push(position);
        if position.layer() == 2 * PIECES {
            let red_moves = Position::of_turn(Side::Red, position.mover(), position.opponent());
            positions.push(red_moves);
        }
    }
    positions
}
