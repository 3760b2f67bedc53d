//! Playing: whether a move is legal, and if not, why.

use thiserror::Error;

use crate::{
    Board, Circle, Message, Move, NamesCircles, PIECES, Pips, Position, Rules, Scoring, Side,
    Status, message,
};

/// An illegal move, an impossible position, or a text that is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Illegal(pub(crate) Message);

impl Illegal {
    /// Returns the text of the error.
    pub const fn message(&self) -> &Message {
        &self.0
    }

    /// Returns the error of a move in a position that `winner` has won.
    pub(crate) fn over(board: Board, position: &Position, winner: Side) -> Self {
        Self(message![
            format!("the game is over, {winner} has a goal on "),
            Message::circles(board, &position.pieces(winner)),
            ": expected no further move",
        ])
    }
}

impl Rules {
    /// Returns the position after a move of the side to move, if the move is legal.
    ///
    /// It does not matter who chose the circle of a drop. [`Position::after`] does the same without
    /// a check.
    ///
    /// ```
    /// use teeko_rules::{Position, Rules};
    ///
    /// let rules = Rules::builder().build()?;
    /// let position = rules.play(&Position::EMPTY, "13".parse()?)?;
    /// let error = rules.play(&position, "13".parse()?).unwrap_err();
    /// assert!(error.to_string().starts_with("circle 13: expected an empty circle, found"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If play has ended ([`Rules::status`]), or the side to move has no such move, with the
    /// reason.
    pub fn play(&self, position: &Position, played: Move) -> Result<Position, Illegal> {
        self.check_open(position)?;
        self.check_move(position, played).map_err(Illegal)?;
        Ok(position.after(played))
    }

    /// Checks that play has not ended.
    fn check_open(&self, position: &Position) -> Result<(), Illegal> {
        let mover = position.turn;
        match self.status(position) {
            Status::Open => Ok(()),
            Status::Over => Err(Illegal::over(self.board(), position, mover.other())),
            Status::Gift => Err(Illegal::over(self.board(), position, mover)),
            Status::Void => {
                let over = "the game is over, a goal that is worth nothing has ended it";
                Err(Illegal(format!("{over}: expected no further move").into()))
            }
            Status::Impossible => {
                let over = format!("the game was over before, {mover} to move has a goal already");
                Err(Illegal(format!("{over}: expected no further move").into()))
            }
        }
    }

    /// Checks a move in a game that no side has won.
    fn check_move(&self, position: &Position, played: Move) -> Result<(), Message> {
        self.check_phase(position, played)?;
        self.check_on_board(played.to())?;
        match played {
            Move::Slide { from, to } => {
                self.check_origin(position, from)?;
                self.check_end_of_slide(position, from, to)
            }
            Move::Drop(to) | Move::DropPiece { to, .. } => {
                self.check_piece(position, played)?;
                self.check_end_of_drop(position, to)
            }
        }
    }

    /// Checks that a move is a drop while pieces are in hand, and a slide after that.
    fn check_phase(&self, position: &Position, played: Move) -> Result<(), Message> {
        let all = 2 * PIECES;
        let down = position.layer();
        match played {
            Move::Slide { .. } if down < all => Err(message![
                "expected a drop such as ",
                self.named(&Move::EXAMPLE_DROP),
                format!(", found a slide; only {down} of {all} pieces are down"),
            ]),
            Move::Drop(_) | Move::DropPiece { .. } if down == all => Err(message![
                "expected a slide such as ",
                self.named(&Move::EXAMPLE_SLIDE),
                format!(", found a drop; all {all} pieces are down"),
            ]),
            _ => Ok(()),
        }
    }

    fn check_on_board(&self, circle: Circle) -> Result<(), Message> {
        if self.board().circles().contains(circle) {
            return Ok(());
        }
        let expected = "expected a circle of the board, found one off it";
        Err(format!("circle {circle}: {expected}").into())
    }

    /// Checks that a slide begins at a piece of the side to move.
    fn check_origin(&self, position: &Position, from: Circle) -> Result<(), Message> {
        let mover = position.turn;
        if position.mover().contains(from) {
            // Only a position that does not fit this board has a piece off it.
            return self.check_on_board(from);
        }
        let found = match position.owner(from) {
            Some(owner) => format!("one of {owner}'s"),
            None => "none".to_owned(),
        };
        Err(message![
            "circle ",
            self.named(&from),
            format!(": expected a piece of {mover}'s, found {found}; {mover} has "),
            self.named(&position.mover()),
        ])
    }

    /// Checks that a move names the piece it drops if and only if pieces have numbers, and that
    /// this piece is in hand.
    fn check_piece(&self, position: &Position, played: Move) -> Result<(), Message> {
        let mut in_hand = position.pips.in_hand(position.turn);
        match (self.scoring(), played) {
            (Scoring::Pips, Move::Drop(to)) => Err(self.piece_not_named(position, to)),
            (Scoring::Pips, Move::DropPiece { pips, .. }) if in_hand.all(|other| other != pips) => {
                let piece = format!("{}'s piece with {}", position.turn, Pips::in_words(pips));
                let listed = pieces_in_hand(position);
                Err(format!("{piece}: expected one still in hand, {listed}").into())
            }
            (Scoring::Goals | Scoring::Points, Move::DropPiece { to, .. }) => Err(message![
                self.named(&played),
                ": expected ",
                self.named(&to),
                " alone, since pieces have numbers only under +pips",
            ]),
            _ => Ok(()),
        }
    }

    /// Returns the error of a drop without the pips of its piece.
    fn piece_not_named(&self, position: &Position, to: Circle) -> Message {
        let listed = pieces_in_hand(position);
        let most = position.pips.in_hand(position.turn).next_back();
        let pips = most.unwrap_or(1);
        message![
            "circle ",
            self.named(&to),
            format!(": expected the pips of the piece, {listed}, after an equals sign, as in "),
            self.named(&Move::DropPiece { to, pips }),
            ", found none",
        ]
    }

    fn check_end_of_drop(&self, position: &Position, to: Circle) -> Result<(), Message> {
        if self.drops(position).contains(to) {
            return Ok(());
        }
        let banned = "expected another circle for Black's first drop, the centre being banned \
                      (no-centre)";
        let expected = expected_empty(position, to).unwrap_or_else(|| banned.into());
        Err(message!["circle ", self.named(&to), ": ", expected])
    }

    fn check_end_of_slide(
        &self,
        position: &Position,
        from: Circle,
        to: Circle,
    ) -> Result<(), Message> {
        let allowed = self.targets(from) - position.occupied();
        if allowed.contains(to) {
            return Ok(());
        }
        let expected = expected_empty(position, to)
            .unwrap_or_else(|| message!["expected a circle one step from ", self.named(&from)]);
        let places = if allowed.is_empty() {
            "no circle".into()
        } else {
            self.named(&allowed)
        };
        Err(message![
            "circle ",
            self.named(&to),
            ": ",
            expected,
            "; the move may go to ",
            places
        ])
    }

    fn named(&self, circles: &dyn NamesCircles) -> Message {
        Message::circles(self.board(), circles)
    }
}

/// Returns what was expected of a circle that a piece is on; `None` if it is empty.
fn expected_empty(position: &Position, circle: Circle) -> Option<Message> {
    let owner = position.owner(circle)?;
    Some(format!("expected an empty circle, found a piece of {owner}'s").into())
}

/// Returns the pips of the pieces that the side to move has in hand: `2,4`.
fn pieces_in_hand(position: &Position) -> String {
    let in_hand = position.pips.in_hand(position.turn);
    let listed: Vec<String> = in_hand.map(|pips| pips.to_string()).collect();
    listed.join(",")
}

#[cfg(test)]
mod tests {
    use crate::notation::{Notation, parse_position};
    use crate::testing::{position, rules};
    use crate::{Position, Side};

    /// Play ends at a goal that is worth nothing, too, and nobody plays on from a position in which
    /// the side to move has had a goal before.
    #[test]
    fn nothing_is_played_after_the_end() {
        let lines = rules("44-ssss+points").threshold_game(4);
        let void = position(&[1, 2, 6, 7], &[10, 20, 23], Side::Red);
        let impossible = Position {
            turn: Side::Black,
            ..void
        };
        for (rules, position, expected) in [
            (
                &lines,
                void,
                "the game is over, a goal that is worth nothing",
            ),
            (
                &rules("44-ssss"),
                impossible,
                "the game was over before, Black to move has a goal already",
            ),
        ] {
            let error = rules.play(&position, "25".parse().unwrap()).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }

    fn refusal(variant: &str, position: &str, played: &str) -> String {
        let rules = rules(variant);
        let position = parse_position(&rules, position).unwrap();
        rules
            .play(&position, played.parse().unwrap())
            .unwrap_err()
            .to_string()
    }

    /// Circles are named as the person does who reads the error.
    #[test]
    fn an_error_has_the_circles_of_any_notation() {
        let rules = rules("44-ssss");
        let position = parse_position(&rules, "b:7,9,12,14 r:10,13,17,19 b").unwrap();
        let error = rules.play(&position, "9-20".parse().unwrap()).unwrap_err();
        for (notation, expected) in [
            (
                Notation::Numbers,
                "circle 20: expected a circle one step from 9; the move may go to 3,4,5,8,15",
            ),
            (
                Notation::Letters,
                "circle e2: expected a circle one step from d4; the move may go to c5,d5,e5,c4,e3",
            ),
            (
                Notation::Course,
                "circle E3: expected a circle one step from D1; the move may go to C0,D0,E0,C1,E2",
            ),
        ] {
            assert_eq!(error.message().text(notation), expected);
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_the_reason() {
        for [position, played, expected] in
            &teeko_testing::cases(include_str!("../tests/data/plays.jsonl"))
        {
            let found = refusal("44-ssss", position, played);
            assert!(
                found.starts_with(expected),
                "{played} in {position}: {found}"
            );
        }
        let banned = refusal("44-ssss+no-centre", "b: r: b", "13");
        let expected = "circle 13: expected another circle for Black's first drop";
        assert!(banned.starts_with(expected), "{banned}");
    }
}
