//! Checks of positions: which are positions of the game.

use thiserror::Error;

use crate::{Board, Circles, PIECES, Position, Rules, Scoring, Side, Status};

/// A position that no game reaches, or a text that is not a position.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn check(
        variant: &str,
        black: &[usize],
        red: &[usize],
        turn: Side,
    ) -> Result<Status, PositionError> {
        check_position(&testing::rules(variant), &testing::position(black, red, turn))
    }

    fn message(black: &[usize], red: &[usize], turn: Side) -> String {
        check("44-ssss", black, red, turn).unwrap_err().to_string()
    }

    #[test]
    fn positions_of_the_game_are_accepted() {
        use Side::{Black, Red};
        assert_eq!(check("44-ssss", &[], &[], Black), Ok(Status::Open));
        assert_eq!(check("44-ssss", &[13], &[], Red), Ok(Status::Open));
        for turn in [Black, Red] {
            assert_eq!(
                check("44-ssss", &[7, 9, 12, 14], &[10, 13, 17, 19], turn),
                Ok(Status::Open)
            );
        }
        assert_eq!(check("44-ssss", &[1, 2, 3, 4], &[7, 9, 17], Red), Ok(Status::Over));
        assert_eq!(check("44-ssss", &[1, 2, 3, 4], &[7, 9, 17, 25], Red), Ok(Status::Over));
        assert_eq!(check("44-ssss", &[7, 9, 17, 25], &[1, 2, 3, 4], Black), Ok(Status::Over));
    }

    #[test]
    fn goals_depend_on_the_rules() {
        let black = [1, 5, 21, 25];
        assert_eq!(check("44-ssss", &black, &[2, 3, 4, 13], Side::Black), Ok(Status::Open));
        assert!(check("58-ssss", &black, &[2, 3, 4, 13], Side::Black).is_err());
        assert_eq!(check("58-ssss", &black, &[2, 3, 4, 13], Side::Red), Ok(Status::Over));
    }

    #[test]
    fn other_positions_are_refused_with_the_reason() {
        use Side::{Black, Red};
        for (black, red, turn, expected) in [
            (&[13, 26][..], &[27][..], Red, "circle 26,27: expected 1 to 25, those of a 5x5 board"),
            (&[7, 9], &[9, 10], Black, "circle 9: expected one piece, found a black and a red one"),
            (&[], &[1], Red, "0 black and 1 red: expected at most 4 pieces a side"),
            (&[1, 2, 3], &[4], Red, "3 black and 1 red: expected"),
            (&[1, 2, 3, 6, 7], &[9, 10, 13, 24], Red, "5 black and 4 red: expected"),
            (&[1, 2, 3, 6, 7], &[9, 10, 13, 24, 25], Red, "5 black and 5 red: expected"),
            (
                &[13],
                &[],
                Black,
                "Black to move with 1 black and 0 red down: expected Red to move (`r`)",
            ),
            (&[1, 2, 3, 6], &[9, 10, 13], Black, "expected Red to move"),
            (&[1], &[2], Red, "expected Black to move (`b`)"),
            (&[1, 2, 3, 4], &[7, 9, 17], Black, "expected Red to move"),
            (
                &[1, 2, 3, 4],
                &[21, 22, 23, 24],
                Black,
                "both sides have a goal, Black on 1,2,3,4 and Red on 21,22,23,24",
            ),
            (&[1, 2, 3, 4], &[21, 22, 23, 24], Red, "both sides"),
            (
                &[1, 2, 3, 4],
                &[7, 9, 17, 25],
                Black,
                "Black to move has a goal already, on 1,2,3,4: expected Red to move",
            ),
            (
                &[7, 9, 17, 25],
                &[1, 2, 3, 4],
                Red,
                "Red to move has a goal already, on 1,2,3,4: expected Black to move",
            ),
        ] {
            let found = message(black, red, turn);
            assert!(found.contains(expected), "{found}\n{expected}");
        }
    }
}
