//! Checks of positions: which are positions of the game.

use thiserror::Error;

use crate::{Board, Circles, PIECES, Position, Rules, Scoring, Side, Status};

/// A position that is not one of the game, or a text that is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PositionError(pub(super) String);

/// Checks that the pieces stand on the board, one to a circle, in numbers that alternate drops lead
/// to.
pub(super) fn check_pieces(
    board: Board,
    black: Circles,
    red: Circles,
) -> Result<(), PositionError> {
    if !board.circles().contains_all(black | red) {
        let (circles, count) = ((black | red) - board.circles(), board.circle_count());
        let expected = format!("1 to {count}, those of a {board} board");
        return Err(PositionError(format!("circle {circles}: expected {expected}")));
    }
    if black.meets(red) {
        let found = "expected one piece, found a black and a red one";
        return Err(PositionError(format!("circle {}: {found}", black & red)));
    }
    let (black, red) = (black.len(), red.len());
    let alternate = black == red || black == red + 1;
    if alternate && black <= PIECES {
        return Ok(());
    }
    Err(PositionError(format!(
        "{black} black and {red} red: expected at most {PIECES} pieces a side, and Black with as \
         many as Red or one more"
    )))
}

/// Checks that with numbered pieces all have numbers, different ones for each side, and that
/// otherwise none has.
fn check_pips(rules: &Rules, position: &Position) -> Result<(), PositionError> {
    for side in [Side::Black, Side::Red] {
        let (pieces, numbered) = (position.pieces(side), position.pips.circles(side));
        let expected = if rules.scoring() == Scoring::Pips { pieces } else { Circles::EMPTY };
        if !expected.contains_all(numbered) {
            let circles = numbered - expected;
            return Err(PositionError(format!(
                "circle {circles}: expected no pips, since pieces have numbers only under +pips"
            )));
        }
        if numbered != expected {
            let circles = expected - numbered;
            let pieces = if circles.len() == 1 { "piece" } else { "pieces" };
            return Err(PositionError(format!(
                "circle {circles}: expected the pips of {side}'s {pieces} there, 1 to {PIECES}, \
                 after an equals sign, as in 7=2"
            )));
        }
    }
    Ok(())
}

/// Checks that a position is one of the game under these rules. Returns whether the game goes on
/// ([`Status::Open`]) or has ended ([`Status::Over`], [`Status::Gift`]); never
/// [`Status::Impossible`].
///
/// The board, the piece counts, the turn and the goals must agree. Whether play can really lead
/// there is not checked: a lone black piece on a banned centre is accepted.
///
/// # Errors
/// If they do not agree.
pub fn check_position(rules: &Rules, position: &Position) -> Result<Status, PositionError> {
    let Position { black, red, turn, .. } = *position;
    check_pieces(rules.board(), black, red)?;
    check_pips(rules, position)?;
    if let Some(expected) = Position::turn_in_layer(position.layer())
        && expected != turn
    {
        return Err(PositionError(format!(
            "{turn} to move with {} black and {} red down: expected {expected} to move (`{}`)",
            black.len(),
            red.len(),
            expected.letter()
        )));
    }
    match rules.status(position) {
        Status::Impossible if rules.goals().is_unconditional(position.opponent()) => {
            Err(PositionError(format!(
                "both sides have a goal, Black on {black} and Red on {red}: \
                 expected one at most, since the first ends the game"
            )))
        }
        Status::Impossible => Err(PositionError(format!(
            "{turn} to move has a goal already, on {}: expected {} to move (`{}`), the game being \
             over",
            position.mover(),
            turn.other(),
            turn.other().letter()
        ))),
        status => Ok(status),
    }
}
