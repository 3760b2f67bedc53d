//! Games for points: what goals and positions are worth in points.
//!
//! Each number of points has a *threshold game* that asks only whether a side can force at least
//! that many. In it a goal that is worth less ends the game as a draw. The score of a position is
//! the greatest number of points whose threshold game is won by one of the sides, and its distance
//! is the distance in that game. The least threshold is the plain game.

use super::{Rules, Status};
use crate::{Circle, Circles, Move, Outcome, PIECES, Position, Scoring, Side, Value};

/// The most that a win scores with numbered pieces: the greatest number of pips, and the bonus.
const MOST_PIPS: u8 = PIECES as u8 + BONUS;

/// The bonus for completing a goal on the centre or a corner, added to the piece's pips.
const BONUS: u8 = 4;

impl Rules {
    /// Returns the points that a win can be worth, ascending: the prices of the goals, 1 to 8 with
    /// numbered pieces, or 1 in games that are not for points.
    pub fn thresholds(&self) -> Vec<u8> {
        match self.scoring() {
            Scoring::Goals => vec![1],
            Scoring::Points => self.goals().prices(),
            Scoring::Pips => (1..=MOST_PIPS).collect(),
        }
    }

    /// Returns the same game without points, in which any goal wins. The goals of a threshold
    /// game stay as they are.
    #[must_use]
    pub fn plain_game(&self) -> Self {
        self.threshold_game(0)
    }

    /// Returns the threshold game: a goal worth at least `points` wins, any other ends the game as
    /// a draw.
    ///
    /// In games that are not for points, `points` is ignored and the goals stay as they are.
    ///
    /// With numbered pieces the circles of a goal do not determine its worth. Then every goal wins,
    /// which is the least threshold.
    ///
    /// # Panics
    /// Never: any prices fit the other settings.
    #[must_use]
    pub fn threshold_game(&self, points: u8) -> Self {
        let goals = self
            .goals()
            .with_prices(|goal| Some(self.threshold_price(goal.points(), points)))
            .unwrap_or_default();
        let builder = self.to_builder().goals(goals).scoring(Scoring::Goals);
        builder
            .build()
            .expect("options that went together do so with other prices")
    }

    /// Returns the price of a goal in the threshold game of `points`: 1 if it counts, else 0.
    fn threshold_price(&self, price: u8, points: u8) -> u8 {
        match self.scoring() {
            Scoring::Points => u8::from(price >= points),
            Scoring::Goals => price.min(1),
            Scoring::Pips => 1,
        }
    }

    /// Returns the circles on which a numbered piece that completes a goal scores a bonus: the
    /// corners, and the centre if there is a single centre circle.
    pub fn bonus_circles(&self) -> Circles {
        let board = self.board();
        let width = board.width();
        let count = board.circle_count();
        let corners = [0, width - 1, count - width, count - 1];
        let corners = corners.into_iter().filter_map(Circle::new);
        corners.chain(board.centre()).collect()
    }

    /// Returns what a numbered piece scores by completing a goal on a circle.
    pub fn worth_of_piece(&self, pips: u8, to: Circle) -> u8 {
        pips + if self.bonus_circles().contains(to) {
            BONUS
        } else {
            0
        }
    }

    /// Returns the value of a legal move's position for the side to move there, if the move ends
    /// the game.
    ///
    /// It depends on the move: with numbered pieces the same four circles score by the piece that
    /// moved last. A goal that the mover completes for the other side, by leaving its last empty
    /// circle, scores 1 with numbered pieces, since no piece of the winner's moved.
    pub fn value_after(&self, position: &Position, played: Move) -> Option<Value> {
        let next = position.after(played);
        let (outcome, score) = self.value_at_end(&next)?;
        if let Some(score) = score {
            return Some(Value { score, outcome });
        }
        let points = match outcome {
            Outcome::Win(_) => 1,
            _ => self.worth_of_piece(next.pips.on(position.turn, played.to())?, played.to()),
        };
        Some(Value::new(outcome, points))
    }

    /// Returns the outcome and the score of a finished game for the side to move; `None` if the
    /// game is not finished. With numbered pieces the score is `None`, since it depends on the last
    /// move.
    pub fn value_at_end(&self, position: &Position) -> Option<(Outcome, Option<i16>)> {
        let status = self.status(position);
        let ended = status.ended()?;
        let points = match (self.scoring(), status) {
            (_, Status::Void) => Some(0),
            (Scoring::Pips, _) => None,
            (Scoring::Points, Status::Over) => {
                self.goals().worth(position.opponent(), position.mover())
            }
            (Scoring::Points, _) => self.goals().worth(position.mover(), position.opponent()),
            (Scoring::Goals, _) => Some(1),
        };
        Some((ended, points.map(|points| Value::new(ended, points).score)))
    }

    /// Returns whether a position is one of the game, is not finished, and each piece in it has its
    /// number.
    pub fn is_open_with_numbers(&self, position: &Position) -> bool {
        position.fits(self.board())
            && position.pips.circles(Side::Black) == position.black
            && position.pips.circles(Side::Red) == position.red
            && self.status(position) == Status::Open
    }

    /// Returns the least pips of a heavy piece in the threshold game of `points`.
    ///
    /// If `points` is at most the bonus, a side wins if a heavy piece completes a goal, or if any
    /// piece does so on a [bonus circle](Self::bonus_circles). Above that, only a heavy piece on a
    /// bonus circle wins.
    pub fn heavy_pips(points: u8) -> u8 {
        if points > BONUS {
            points - BONUS
        } else {
            points
        }
    }

    /// Returns the number of heavy pieces of a side in the threshold game of `points`.
    pub fn heavy_pieces(points: u8) -> usize {
        PIECES + 1 - usize::from(Self::heavy_pips(points))
    }

    /// Returns whether the attacker in the threshold game of `points` wins by completing a goal
    /// with a move to a circle. `heavy` says whether the moved piece is heavy.
    pub fn wins_threshold(&self, points: u8, heavy: bool, to: Circle) -> bool {
        let bonus = self.bonus_circles().contains(to);
        if points > BONUS {
            heavy && bonus
        } else {
            heavy || bonus
        }
    }
}
