//! Whether a side holds a draw.

use teeko_rules::{Outcome, Position, Rules, Side, Status};

/// Whether a side that has these outcomes cannot be forced to lose.
pub(super) fn holds(own: Side, turn: Side, outcome: Outcome) -> bool {
    match outcome {
        Outcome::Draw => true,
        Outcome::Win(_) => own == turn,
        Outcome::Loss(_) => own != turn,
    }
}

/// Whether a position ends the game without a loss for a side.
pub(super) fn ends_well(rules: &Rules, own: Side, position: &Position) -> bool {
    rules.status(position) != Status::Open && rules.winner(position) != Some(own.other())
}
