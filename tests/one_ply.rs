//! The value of a position from those of the positions one ply on, by the rules alone.

use teeko_rules::{Outcome, Position, Status};
use teeko_solve::Solution;

/// What the rules make of the values of the positions one move on.
pub(crate) fn expected(solution: &Solution, position: &Position) -> Option<Outcome> {
    let rules = solution.rules();
    let moves = rules.moves(position);
    let worth = moves.iter().map(|&played| {
        let after = solution.outcome(&position.after(played)).expect("a move leads to a position");
        after.of_move()
    });
    match rules.status(position) {
        Status::Impossible => None,
        Status::Over => Some(Outcome::Loss(0)),
        Status::Gift => Some(Outcome::Win(0)),
        Status::Void => Some(Outcome::Draw),
        Status::Open if moves.is_empty() => Some(Outcome::Draw),
        Status::Open if rules.chooser(position) == position.turn => worth.max(),
        Status::Open => worth.min(),
    }
}
