//! Games for points, as rules: thresholds, and what completing a goal is worth.
//!
//! For each number of points there is a game that asks only whether a side can force as much: the
//! *threshold game*. In it a goal that is worth less ends play and nobody has won. The score of a
//! position is the greatest number of points whose threshold game one of the sides wins, and its
//! distance is the distance in that game. The least threshold is the plain game.

use crate::scoring::{BONUS, MOST_PIPS};
use crate::{Circle, Circles, Move, Outcome, Position, Rules, Scoring, Status, Value};

impl Rules {
    /// The numbers of points that a win can be worth, ascending: the prices of the goals, or 1 to 8
    /// where pieces have numbers; 1 in games that are not for points.
    pub fn thresholds(&self) -> Vec<u8> {
        match self.scoring() {
            Scoring::Goals => vec![1],
            Scoring::Points => self.goals().prices(),
            Scoring::Pips => (1..=MOST_PIPS).collect(),
        }
    }

    /// The same game without points: to complete a goal, whatever it is worth.
    #[must_use]
    pub fn plain_game(&self) -> Self {
        self.threshold_game(0)
    }

    /// The game of the same goals in which a goal wins that is worth at least so many points, and
    /// any other ends the game as a draw.
    ///
    /// Where pieces have numbers, what a goal is worth is not known from its circles, and all of
    /// them win: that is the least threshold.
    ///
    /// # Panics
    /// Never: the options of rules go together with any prices.
    #[must_use]
    pub fn threshold_game(&self, points: u8) -> Self {
        let wins = |price| match self.scoring() {
            Scoring::Points => u8::from(price >= points),
            Scoring::Goals => price,
            Scoring::Pips => 1,
        };
        let goals = self.goals().with_prices(|goal| Some(wins(goal.points()))).unwrap_or_default();
        let builder = self.to_builder().goals(goals).scoring(Scoring::Goals);
        builder.build().expect("options that went together do so with other prices")
    }

    /// The circles on which a numbered piece that completes a goal scores more: the corners, and
    /// the centre if it is a single circle.
    pub fn bonus_circles(&self) -> Circles {
        let board = self.board();
        let (right, bottom) = (board.width() as isize - 1, board.height() as isize - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corners: Circles =
            corners.into_iter().filter_map(|(column, row)| board.circle_at(column, row)).collect();
        board.centre().map_or(corners, |centre| corners.with(centre))
    }

    /// What a numbered piece scores that completes a goal on a circle.
    pub fn worth_of_piece(&self, pips: u8, to: Circle) -> u8 {
        pips + if self.bonus_circles().contains(to) { BONUS } else { 0 }
    }

    /// What the position is worth to the side to move that a legal move leads to, if the game is
    /// over there: as a function of the move, since with numbered pieces the same four circles are
    /// worth more or less by the piece that moved last.
    ///
    /// A goal that the mover completes for the other side by leaving its last empty circle scores 1
    /// where pieces have numbers: no piece of the winner's moved.
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

    /// What a position that is over is worth to the side to move, as far as the position tells:
    /// with numbered pieces the score depends on the last move, and there is none.
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

    /// The pieces of a side that are heavy in the threshold game of so many points: in which it
    /// wins if a heavy piece completes a goal, or, if there are no more points to have than pips,
    /// any piece on a [bonus circle](Self::bonus_circles). In the game for more points than pips it
    /// has to be a heavy piece on a bonus circle.
    pub fn heavy_pips(points: u8) -> u8 {
        if points > BONUS { points - BONUS } else { points }
    }

    /// Whether the side that attacks in the threshold game of so many points wins by completing a
    /// goal with a move to a circle.
    pub fn wins_threshold(&self, points: u8, heavy: bool, to: Circle) -> bool {
        let bonus = self.bonus_circles().contains(to);
        if points > BONUS { heavy && bonus } else { heavy || bonus }
    }
}
