//! Outcomes in words.

use teeko_rules::notation::circle_form;
use teeko_rules::{DropStyle, Outcome, PIECES, Position, Rules, Side, Status};

use crate::named_rules::NamedRules;

/// The side that wins, or has won.
pub(crate) fn winner(position: &Position, outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Win(_) => Some(position.turn),
        Outcome::Loss(_) => Some(position.turn.other()),
        Outcome::Draw => None,
    }
}

/// A number of plies: `1 ply`, `13 plies`.
pub(super) fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// What a position is worth, as a sentence without its full stop: `Black wins in 3 plies (2 of his own moves)`.
pub(super) fn outcome_sentence(rules: &Rules, position: &Position, outcome: Outcome) -> String {
    let Some((winner, distance)) = winner(position, outcome).zip(outcome.distance()) else {
        let stuck = rules.moves(position).is_empty();
        let mover = position.turn;
        return if stuck {
            format!("Draw: {mover} has no legal slide")
        } else {
            "Draw: neither side can force a win".to_owned()
        };
    };
    match distance {
        0 => format!("{winner} has won with a goal on {}", position.pieces(winner)),
        1 => format!("{winner} wins in 1 ply, with this very move"),
        // Sides alternate, and the winner makes the last move.
        _ => format!("{winner} wins in {} ({} of his own moves)", plies(distance), distance.div_ceil(2)),
    }
}

/// The same for a table: `Black wins in 3`, `draw`; distances are in plies.
pub(super) fn outcome_entry(position: &Position, outcome: Outcome) -> String {
    match (winner(position, outcome), outcome.distance()) {
        (Some(winner), Some(0)) => format!("{winner} has won"),
        (Some(winner), Some(distance)) => format!("{winner} wins in {distance}"),
        _ => outcome.name().to_owned(),
    }
}

/// Whose turn it is to do what: `Black to slide`, `Black to drop where Red points`.
pub(super) fn turn_sentence(rules: &Rules, position: &Position) -> String {
    let (mover, opponent) = (position.turn, position.turn.other());
    match phase(rules, position) {
        Phase::Over => "The game is over".to_owned(),
        Phase::Slide => format!("{mover} to slide"),
        Phase::Drop if rules.plan().style_after(position.layer()) == DropStyle::Standard => format!("{mover} to drop"),
        Phase::Drop if rules.pass_rule() => {
            format!("{mover} to drop where {opponent} points, or anywhere if {opponent} passes")
        }
        Phase::Drop => format!("{mover} to drop where {opponent} points"),
    }
}

/// A position under its variant, on a line of its own: `44-ssss  b:7,9,12,14 r:10,13,17,19 b`.
pub(super) fn heading(variant: NamedRules, position: &Position) -> String {
    format!("{variant}  {}\n", circle_form(position))
}

/// The part of the game that a position belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Drop,
    Slide,
    Over,
}

impl Phase {
    /// The name: `drop`, `slide` or `over`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Slide => "slide",
            Self::Over => "over",
        }
    }
}

/// The part of the game that a position of the rules belongs to.
pub(super) fn phase(rules: &Rules, position: &Position) -> Phase {
    match rules.status(position) {
        Status::Over => Phase::Over,
        _ if position.layer() < 2 * PIECES => Phase::Drop,
        _ => Phase::Slide,
    }
}
