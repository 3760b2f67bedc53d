//! Checks of positions: which are positions of the game.

use crate::{
    Board, Circles, Illegal, Message, Move, PIECES, Position, Rules, Scoring, Side, Status, message,
};

/// Returns an error in one or several circles of a board.
fn of_circles(board: Board, circles: Circles, fault: impl Into<Message>) -> Illegal {
    let circles = Message::circles(board, &circles);
    Illegal(message!["circle ", circles, ": expected ", fault.into()])
}

/// Checks that the pieces stand on the board, one to a circle, in numbers that alternate drops lead
/// to.
pub(super) fn check_pieces(board: Board, black: Circles, red: Circles) -> Result<(), Illegal> {
    if !board.circles().contains_all(black | red) {
        let circles = (black | red) - board.circles();
        let count = board.circle_count();
        let expected = format!("1 to {count}, those of a {board} board");
        return Err(Illegal(
            format!("circle {circles}: expected {expected}").into(),
        ));
    }
    if black.meets(red) {
        let expected = "one piece, found a black and a red one";
        return Err(of_circles(board, black & red, expected));
    }
    let black = black.len();
    let red = red.len();
    let alternate = black == red || black == red + 1;
    if alternate && black <= PIECES {
        return Ok(());
    }
    let expected = format!(
        "{black} black and {red} red: expected at most {PIECES} pieces a side, and Black with as \
         many as Red or one more"
    );
    Err(Illegal(expected.into()))
}

/// Checks that with numbered pieces all have numbers, different ones for each side, and that
/// otherwise none has.
fn check_pips(rules: &Rules, position: &Position) -> Result<(), Illegal> {
    for side in [Side::Black, Side::Red] {
        let pieces = position.pieces(side);
        let numbered = position.pips.circles(side);
        let expected = if rules.scoring() == Scoring::Pips {
            pieces
        } else {
            Circles::EMPTY
        };
        if !expected.contains_all(numbered) {
            let none = "no pips, since pieces have numbers only under +pips";
            return Err(of_circles(rules.board(), numbered - expected, none));
        }
        if numbered != expected {
            let circles = expected - numbered;
            let pieces = if circles.len() == 1 {
                "piece"
            } else {
                "pieces"
            };
            let there = format!("the pips of {side}'s {pieces} there, 1 to {PIECES}, after");
            let example = Message::circles(rules.board(), &Move::EXAMPLE_PIECE);
            let expected = message![there, " an equals sign, as in ", example];
            return Err(of_circles(rules.board(), circles, expected));
        }
    }
    Ok(())
}

/// Checks that a position is one of the game under these rules. Returns whether the game continues
/// ([`Status::Open`]) or has ended ([`Status::Over`], [`Status::Gift`], [`Status::Void`]); never
/// [`Status::Impossible`].
///
/// The board, the piece counts, the turn and the goals must agree. Whether play can really lead
/// there is not checked: a lone black piece on a banned centre is accepted.
///
/// # Errors
/// If they do not agree.
pub fn check_position(rules: &Rules, position: &Position) -> Result<Status, Illegal> {
    let Position {
        black, red, turn, ..
    } = *position;
    check_pieces(rules.board(), black, red)?;
    check_pips(rules, position)?;
    if let Some(expected) = Position::turn_in_layer(position.layer())
        && expected != turn
    {
        let found = format!(
            "{turn} to move with {} black and {} red down",
            black.len(),
            red.len()
        );
        let expected = format!(
            "{found}: expected {expected} to move (`{}`)",
            expected.letter()
        );
        return Err(Illegal(expected.into()));
    }
    match rules.status(position) {
        Status::Impossible => Err(goal_before(rules, position)),
        status => Ok(status),
    }
}

/// Returns the error of a position in which the side to move has had a goal since before the last
/// move.
fn goal_before(rules: &Rules, position: &Position) -> Illegal {
    let board = rules.board();
    if rules.goals().is_unconditional(position.opponent()) {
        return Illegal(message![
            "both sides have a goal, Black on ",
            Message::circles(board, &position.black),
            " and Red on ",
            Message::circles(board, &position.red),
            ": expected one at most, since the first ends the game",
        ]);
    }
    let turn = position.turn;
    let other = turn.other();
    let letter = other.letter();
    Illegal(message![
        format!("{turn} to move has a goal already, on "),
        Message::circles(board, &position.mover()),
        format!(": expected {other} to move (`{letter}`), the game being over"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{circles, position, rules};
    use crate::{Circle, Pips};

    #[test]
    fn the_circle_with_two_pieces_is_named() {
        let board = Board::new(5, 5).unwrap();
        let fault = check_pieces(board, circles(&[1, 2]), circles(&[2, 3])).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "circle 2: expected one piece, found a black and a red one"
        );
    }

    /// Returns why a position is refused.
    fn refusal(variant: &str, position: &Position) -> String {
        check_position(&rules(variant), position)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn all_pieces_have_numbers_or_none_has() {
        let bare = position(&[1, 2], &[3], Side::Red);
        let numbered = Position {
            pips: Pips::NONE.with(Side::Black, 1, Circle::from_number(1).unwrap()),
            ..bare
        };
        let none = "circle 1: expected no pips";
        assert!(refusal("44-ssss", &numbered).starts_with(none));
        let one = refusal("44-ssss+pips", &numbered);
        assert!(
            one.starts_with("circle 2: ") && one.contains("'s piece there"),
            "{one}"
        );
        let both = refusal("44-ssss+pips", &bare);
        assert!(both.contains("'s pieces there"), "{both}");
    }
}
