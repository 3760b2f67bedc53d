//! Playing: whether a move is legal, and if not, why.

use thiserror::Error;

use crate::{Circle, Circles, Move, PIECES, Position, Rules, Scoring, Side};

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// A move after the end of the game.
    #[error("the game is over, {winner} has a goal on {goal}: expected no further move")]
    Over {
        /// The side that has won.
        winner: Side,
        /// Its goal.
        goal: Circles,
    },
    /// A slide before all pieces are down.
    #[error(
        "expected a drop such as 13, found a slide; only {down} of {} pieces are down",
        2 * PIECES
    )]
    SlideInDropPhase {
        /// The pieces on the board.
        down: usize,
    },
    /// A drop after all pieces are down.
    #[error("expected a slide such as 14-8, found a drop; all {} pieces are down", 2 * PIECES)]
    DropInSlidePhase,
    /// A circle that is not on the board.
    #[error("circle {circle}: expected a circle of the board, found one off it")]
    OffBoard {
        /// The circle.
        circle: Circle,
    },
    /// A move to a circle with a piece on it.
    #[error(
        "circle {circle}: expected an empty circle, found a piece of {owner}'s; \
         the move may go to {}",
        list(*allowed)
    )]
    Occupied {
        /// The circle.
        circle: Circle,
        /// The side whose piece is there.
        owner: Side,
        /// The circles where the move may go.
        allowed: Circles,
    },
    /// A first drop on the centre under the centre ban.
    #[error(
        "circle {0}: expected another circle for Black's first drop, \
         the centre being banned (no-centre)"
    )]
    Banned(Circle),
    /// A drop that does not name the numbered piece.
    #[error(
        "circle {circle}: expected the pips of the piece, {}, after an equals sign, \
         as in {circle}={}, found none",
        list_of(in_hand),
        in_hand.last().unwrap_or(&1)
    )]
    NoPips {
        /// The circle.
        circle: Circle,
        /// The pips of the pieces that can be dropped.
        in_hand: Vec<u8>,
    },
    /// A drop of a numbered piece that is already on the board.
    #[error(
        "{mover}'s piece with {pips} {}: expected one still in hand, {}",
        if *pips == 1 { "pip" } else { "pips" },
        list_of(in_hand)
    )]
    NotInHand {
        /// Its pips.
        pips: u8,
        /// The side to move.
        mover: Side,
        /// The pips of the pieces that can be dropped.
        in_hand: Vec<u8>,
    },
    /// A drop of a numbered piece in a game without numbers.
    #[error("{circle}={pips}: expected {circle} alone, since pieces have numbers only under +pips")]
    Unnumbered {
        /// The circle.
        circle: Circle,
        /// The pips.
        pips: u8,
    },
    /// A slide from a circle without a piece of the mover.
    #[error(
        "circle {circle}: expected a piece of {mover}'s, found {}; {mover} has {own}",
        owner.map_or_else(|| "none".to_owned(), |owner| format!("one of {owner}'s"))
    )]
    NotOwn {
        /// The circle.
        circle: Circle,
        /// The side to move.
        mover: Side,
        /// The side whose piece is there, if any.
        owner: Option<Side>,
        /// The mover's pieces.
        own: Circles,
    },
    /// A slide to a circle that is not one step away.
    #[error(
        "circle {to}: expected a circle one step from {from}; the move may go to {}",
        list(*allowed)
    )]
    TooFar {
        /// Where the piece stands.
        from: Circle,
        /// Where it was to go.
        to: Circle,
        /// The circles where it may go.
        allowed: Circles,
    },
}

/// Lists the circles of a set, or says that there is none.
fn list(circles: Circles) -> String {
    if circles.is_empty() { "no circle".to_owned() } else { circles.to_string() }
}

/// Joins numbers with commas.
fn list_of(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<String>>().join(",")
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
    /// If the game is over or the side to move has no such move, with the reason.
    pub fn play(&self, position: &Position, played: Move) -> Result<Position, IllegalMove> {
        if let Some(winner) = self.winner(position) {
            return Err(IllegalMove::Over { winner, goal: position.pieces(winner) });
        }
        self.check_move(position, played)?;
        Ok(position.after(played))
    }

    /// Checks that a move names the piece it drops if and only if pieces have numbers, and that
    /// this piece is in hand.
    fn check_piece(&self, position: &Position, played: Move) -> Result<(), IllegalMove> {
        let in_hand = || position.pips.in_hand(position.turn).collect::<Vec<u8>>();
        match (self.scoring(), played) {
            (Scoring::Pips, Move::Drop(circle)) => {
                Err(IllegalMove::NoPips { circle, in_hand: in_hand() })
            }
            (Scoring::Pips, Move::DropPiece { pips, .. }) if !in_hand().contains(&pips) => {
                Err(IllegalMove::NotInHand { pips, mover: position.turn, in_hand: in_hand() })
            }
            (Scoring::Goals | Scoring::Points, Move::DropPiece { to, pips }) => {
                Err(IllegalMove::Unnumbered { circle: to, pips })
            }
            _ => Ok(()),
        }
    }

    /// Checks a move in an unfinished position.
    fn check_move(&self, position: &Position, played: Move) -> Result<(), IllegalMove> {
        let (mover, own) = (position.turn, position.mover());
        let owner = |circle| {
            [mover, mover.other()].into_iter().find(|&side| position.pieces(side).contains(circle))
        };
        let dropping = position.layer() < 2 * PIECES;
        let circle = played.to();
        match played {
            Move::Slide { .. } if dropping => {
                return Err(IllegalMove::SlideInDropPhase { down: position.layer() });
            }
            Move::Drop(_) | Move::DropPiece { .. } if !dropping => {
                return Err(IllegalMove::DropInSlidePhase);
            }
            _ if !self.board().circles().contains(circle) => {
                return Err(IllegalMove::OffBoard { circle });
            }
            Move::Slide { from, .. } if !own.contains(from) => {
                return Err(IllegalMove::NotOwn { circle: from, mover, owner: owner(from), own });
            }
            // Only a position that does not fit this board has a piece there.
            Move::Slide { from, .. } if !self.board().circles().contains(from) => {
                return Err(IllegalMove::OffBoard { circle: from });
            }
            _ => self.check_piece(position, played)?,
        }
        let allowed = match played {
            Move::Drop(_) | Move::DropPiece { .. } => self.drops(position),
            Move::Slide { from, .. } => self.targets(from) - position.occupied(),
        };
        match (owner(circle), played) {
            _ if allowed.contains(circle) => Ok(()),
            (Some(owner), _) => Err(IllegalMove::Occupied { circle, owner, allowed }),
            (None, Move::Drop(_) | Move::DropPiece { .. }) => Err(IllegalMove::Banned(circle)),
            (None, Move::Slide { from, to }) => Err(IllegalMove::TooFar { from, to, allowed }),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::parse_position;
    use crate::testing::rules;

    fn refusal(variant: &str, position: &str, played: &str) -> String {
        let rules = rules(variant);
        let position = parse_position(&rules, position).unwrap();
        rules.play(&position, played.parse().unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_the_reason() {
        const FULL: &str = "b:7,9,12,14 r:10,13,17,19 b";
        for (position, played, expected) in [
            (FULL, "13", "expected a slide such as 14-8, found a drop; all 8 pieces are down"),
            (
                FULL,
                "10-4",
                "circle 10: expected a piece of Black's, found one of Red's; Black has 7,9,12,14",
            ),
            (FULL, "1-2", "circle 1: expected a piece of Black's, found none; Black has 7,9,12,14"),
            (
                FULL,
                "7-13",
                "circle 13: expected an empty circle, found a piece of Red's; \
                 the move may go to 1,2,3,6,8,11",
            ),
            (
                FULL,
                "7-20",
                "circle 20: expected a circle one step from 7; the move may go to 1,2,3,6,8,11",
            ),
            (FULL, "7-26", "circle 26: expected a circle of the board, found one off it"),
            (
                FULL,
                "64-7",
                "circle 64: expected a piece of Black's, found none; Black has 7,9,12,14",
            ),
            ("b: r: b", "26", "circle 26: expected a circle of the board, found one off it"),
            (
                "b: r: b",
                "1-2",
                "expected a drop such as 13, found a slide; only 0 of 8 pieces are down",
            ),
            (
                "b:1,2,3,4 r:8,9,10 r",
                "20",
                "the game is over, Black has a goal on 1,2,3,4: expected no further move",
            ),
        ] {
            let found = refusal("44-ssss", position, played);
            assert!(found.starts_with(expected), "{played} in {position}: {found}");
        }
        let banned = refusal("44-ssss+no-centre", "b: r: b", "13");
        let expected = "circle 13: expected another circle for Black's first drop";
        assert!(banned.starts_with(expected), "{banned}");
    }
}
