//! Playing: whether a move is legal, and if not, why.

use thiserror::Error;

use crate::{Move, PIECES, Pips, Position, Rules, Scoring, Side};

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct IllegalMove(String);

impl IllegalMove {
    /// Returns the error of a move in a position that `winner` has won.
    pub(crate) fn over(position: &Position, winner: Side) -> Self {
        let goal = position.pieces(winner);
        Self(format!("the game is over, {winner} has a goal on {goal}: expected no further move"))
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
    /// If the game is over or the side to move has no such move, with the reason.
    pub fn play(&self, position: &Position, played: Move) -> Result<Position, IllegalMove> {
        if let Some(winner) = self.winner(position) {
            return Err(IllegalMove::over(position, winner));
        }
        self.check_move(position, played).map_err(IllegalMove)?;
        Ok(position.after(played))
    }

    /// Checks that a move names the piece it drops if and only if pieces have numbers, and that
    /// this piece is in hand.
    fn check_piece(&self, position: &Position, played: Move) -> Result<(), String> {
        let mover = position.turn;
        let in_hand = || position.pips.in_hand(mover);
        let listed = || in_hand().map(|pips| pips.to_string()).collect::<Vec<String>>().join(",");
        match (self.scoring(), played) {
            (Scoring::Pips, Move::Drop(circle)) => Err(format!(
                "circle {circle}: expected the pips of the piece, {}, after an equals sign, \
                 as in {circle}={}, found none",
                listed(),
                in_hand().next_back().unwrap_or(1)
            )),
            (Scoring::Pips, Move::DropPiece { pips, .. }) if in_hand().all(|free| free != pips) => {
                let piece = format!("{mover}'s piece with {}", Pips::in_words(pips));
                Err(format!("{piece}: expected one still in hand, {}", listed()))
            }
            (Scoring::Goals | Scoring::Points, Move::DropPiece { to, pips }) => Err(format!(
                "{to}={pips}: expected {to} alone, since pieces have numbers only under +pips"
            )),
            _ => Ok(()),
        }
    }

    /// Checks a move in an unfinished position.
    fn check_move(&self, position: &Position, played: Move) -> Result<(), String> {
        let (mover, own) = (position.turn, position.mover());
        let is_on_board = |circle| self.board().circles().contains(circle);
        let off_board =
            |circle| format!("circle {circle}: expected a circle of the board, found one off it");
        let (down, all) = (position.layer(), 2 * PIECES);
        let circle = played.to();
        match played {
            Move::Slide { .. } if down < all => {
                return Err(format!(
                    "expected a drop such as 13, found a slide; only {down} of {all} pieces are \
                     down"
                ));
            }
            Move::Drop(_) | Move::DropPiece { .. } if down == all => {
                return Err(format!(
                    "expected a slide such as 14-8, found a drop; all {all} pieces are down"
                ));
            }
            _ if !is_on_board(circle) => return Err(off_board(circle)),
            Move::Slide { from, .. } if !own.contains(from) => {
                let found = position.owner(from).map(|owner| format!("one of {owner}'s"));
                let found = found.as_deref().unwrap_or("none");
                return Err(format!(
                    "circle {from}: expected a piece of {mover}'s, found {found}; \
                     {mover} has {own}"
                ));
            }
            // Only a position that does not fit this board has a piece there.
            Move::Slide { from, .. } if !is_on_board(from) => return Err(off_board(from)),
            _ => self.check_piece(position, played)?,
        }
        let allowed = match played {
            Move::Drop(_) | Move::DropPiece { .. } => self.drops(position),
            Move::Slide { from, .. } => self.targets(from) - position.occupied(),
        };
        if allowed.contains(circle) {
            return Ok(());
        }
        let places = if allowed.is_empty() { "no circle".to_owned() } else { allowed.to_string() };
        Err(match (position.owner(circle), played) {
            (Some(owner), _) => format!(
                "circle {circle}: expected an empty circle, found a piece of {owner}'s; \
                 the move may go to {places}"
            ),
            (None, Move::Slide { from, .. }) => format!(
                "circle {circle}: expected a circle one step from {from}; \
                 the move may go to {places}"
            ),
            (None, Move::Drop(_) | Move::DropPiece { .. }) => format!(
                "circle {circle}: expected another circle for Black's first drop, \
                 the centre being banned (no-centre)"
            ),
        })
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
                "circle 10: expected a piece of Black's, found one of Red's; Black has 7",
            ),
            (FULL, "1-2", "circle 1: expected a piece of Black's, found none; Black has 7,9,12,14"),
            (FULL, "7-13", "circle 13: expected an empty circle, found a piece of Red's; the move"),
            (
                FULL,
                "7-20",
                "circle 20: expected a circle one step from 7; the move may go to 1,2,3,",
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
                "the game is over, Black has a goal on 1,2,3,4: expected",
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
