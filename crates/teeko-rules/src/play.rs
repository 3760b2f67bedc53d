//! Playing: whether a move is legal, and if not, why.

use thiserror::Error;

use crate::{
    Board, Message, Move, NamesCircles, PIECES, Pips, Position, Rules, Scoring, Side, message,
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
    /// If the game is finished or the side to move has no such move, with the reason.
    pub fn play(&self, position: &Position, played: Move) -> Result<Position, Illegal> {
        if let Some(winner) = self.winner(position) {
            return Err(Illegal::over(self.board(), position, winner));
        }
        self.check_move(position, played).map_err(Illegal)?;
        Ok(position.after(played))
    }

    /// Checks that a move names the piece it drops if and only if pieces have numbers, and that
    /// this piece is in hand.
    fn check_piece(&self, position: &Position, played: Move) -> Result<(), Message> {
        let mover = position.turn;
        let in_hand = || position.pips.in_hand(mover);
        let listed = || {
            in_hand()
                .map(|pips| pips.to_string())
                .collect::<Vec<String>>()
                .join(",")
        };
        match (self.scoring(), played) {
            (Scoring::Pips, Move::Drop(to)) => {
                let example = Move::DropPiece {
                    to,
                    pips: in_hand().next_back().unwrap_or(1),
                };
                let expected = format!(": expected the pips of the piece, {}, after", listed());
                Err(message![
                    "circle ",
                    self.named(&to),
                    format!("{expected} an equals sign, as in "),
                    self.named(&example),
                    ", found none",
                ])
            }
            (Scoring::Pips, Move::DropPiece { pips, .. }) if in_hand().all(|free| free != pips) => {
                let piece = format!("{mover}'s piece with {}", Pips::in_words(pips));
                Err(format!("{piece}: expected one still in hand, {}", listed()).into())
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

    fn named(&self, circles: &dyn NamesCircles) -> Message {
        Message::circles(self.board(), circles)
    }

    fn check_move(&self, position: &Position, played: Move) -> Result<(), Message> {
        let (mover, own) = (position.turn, position.mover());
        let is_on_board = |circle| self.board().circles().contains(circle);
        let off_board = |circle| {
            Err(format!("circle {circle}: expected a circle of the board, found one off it").into())
        };
        let (down, all) = (position.layer(), 2 * PIECES);
        let circle = played.to();
        match played {
            Move::Slide { .. } if down < all => {
                return Err(message![
                    "expected a drop such as ",
                    self.named(&Move::EXAMPLE_DROP),
                    format!(", found a slide; only {down} of {all} pieces are down"),
                ]);
            }
            Move::Drop(_) | Move::DropPiece { .. } if down == all => {
                return Err(message![
                    "expected a slide such as ",
                    self.named(&Move::EXAMPLE_SLIDE),
                    format!(", found a drop; all {all} pieces are down"),
                ]);
            }
            _ if !is_on_board(circle) => return off_board(circle),
            Move::Slide { from, .. } if !own.contains(from) => {
                let found = position
                    .owner(from)
                    .map(|owner| format!("one of {owner}'s"));
                let found = found.as_deref().unwrap_or("none");
                return Err(message![
                    "circle ",
                    self.named(&from),
                    format!(": expected a piece of {mover}'s, found {found}; {mover} has "),
                    self.named(&own),
                ]);
            }
            // Only a position that does not fit this board has a piece there.
            Move::Slide { from, .. } if !is_on_board(from) => return off_board(from),
            _ => self.check_piece(position, played)?,
        }
        let allowed = match played {
            Move::Drop(_) | Move::DropPiece { .. } => self.drops(position),
            Move::Slide { from, .. } => self.targets(from) - position.occupied(),
        };
        if allowed.contains(circle) {
            return Ok(());
        }
        let expected = match (position.owner(circle), played) {
            (Some(owner), _) => {
                format!("expected an empty circle, found a piece of {owner}'s").into()
            }
            (None, Move::Slide { from, .. }) => {
                message!["expected a circle one step from ", self.named(&from)]
            }
            (None, Move::Drop(_) | Move::DropPiece { .. }) => {
                "expected another circle for Black's first drop, the centre being banned \
                 (no-centre)"
                    .into()
            }
        };
        let error = message!["circle ", self.named(&circle), ": ", expected];
        // A drop may go to most circles, a slide to a few.
        if !matches!(played, Move::Slide { .. }) {
            return Err(error);
        }
        let places = if allowed.is_empty() {
            "no circle".into()
        } else {
            self.named(&allowed)
        };
        Err(message![error, "; the move may go to ", places])
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{Notation, parse_position};
    use crate::testing::rules;

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
