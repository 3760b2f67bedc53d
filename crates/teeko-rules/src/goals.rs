//! Goal patterns: the sets of four circles that win, some of them only while other circles are
//! empty.

use std::fmt;

use crate::{Circles, PIECES, Symmetry};

/// A goal: four circles for a side's pieces, the circles that must be empty for it to count, and
/// what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal {
    circles: Circles,
    empty: Circles,
    points: u8,
}

impl Goal {
    /// Creates the goal of pieces on `circles` that counts only while the circles `empty` are
    /// empty. It is worth 1 point.
    ///
    /// # Panics
    /// If `circles` does not have [`PIECES`] circles, or shares one with `empty`.
    pub fn new(circles: Circles, empty: Circles) -> Self {
        assert!(
            circles.len() == PIECES,
            "a goal pattern has {PIECES} circles"
        );
        assert!(
            !circles.meets(empty),
            "a circle with a piece on it is not empty"
        );
        Self {
            circles,
            empty,
            points: 1,
        }
    }

    /// Returns the same goal with another price. A goal worth 0 ends the game as a draw.
    #[must_use]
    pub const fn worth(self, points: u8) -> Self {
        Self { points, ..self }
    }

    /// Returns the points that the winner scores: 1 in games that are not for points.
    pub const fn points(self) -> u8 {
        self.points
    }

    /// Returns the circles of the pieces.
    pub const fn circles(self) -> Circles {
        self.circles
    }

    /// Returns the circles that must be empty: none in the goals of Scarne's games.
    pub const fn empty(self) -> Circles {
        self.empty
    }

    /// Returns whether another goal with the same circles counts whenever this one does, and is
    /// worth as much.
    fn is_implied_by(self, other: Self) -> bool {
        self != other && self.empty.contains_all(other.empty) && self.points <= other.points
    }

    /// Returns the image under a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        Self {
            circles: symmetry.apply(self.circles),
            empty: symmetry.apply(self.empty),
            ..self
        }
    }
}

impl From<Circles> for Goal {
    /// Creates a goal that needs no empty circles.
    ///
    /// # Panics
    /// If there are not [`PIECES`] circles.
    fn from(circles: Circles) -> Self {
        Self::new(circles, Circles::EMPTY)
    }
}

impl fmt::Display for Goal {
    /// Writes `1,3,11,13`, or `1,3,11,13 with 7 empty`. The price is left out.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.circles, formatter)?;
        if self.empty.is_empty() {
            Ok(())
        } else {
            write!(formatter, " with {} empty", self.empty)
        }
    }
}

impl fmt::Debug for Goal {
    /// Writes the same with braces around the sets, and the price if it is not 1.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.circles, formatter)?;
        if !self.empty.is_empty() {
            write!(formatter, " with {:?} empty", self.empty)?;
        }
        if self.points == 1 {
            Ok(())
        } else {
            write!(formatter, " worth {}", self.points)
        }
    }
}

/// The goal patterns of a rule set, ascending by their circles, then by those that must be empty.
///
/// A pattern is left out if another one with the same circles implies it: that one's empty circles
/// are a subset, and its price is at least as high.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Goals {
    patterns: Vec<Goal>,
    /// Kept because each look-up of a value asks for it.
    have_empty_circles: bool,
}

impl Goals {
    /// The most goals of a rule set that have the same circles: each position is compared with all
    /// of them, and each of them with the others.
    pub const MOST_ALIKE: usize = 64;

    /// Creates goals from patterns in any order: [`Goal`]s, or [`Circles`] if none need be empty.
    ///
    /// # Panics
    /// If a pattern does not have [`PIECES`] circles.
    pub fn new(patterns: Vec<impl Into<Goal>>) -> Self {
        let mut patterns: Vec<Goal> = patterns.into_iter().map(Into::into).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let mut strongest: Vec<Goal> = Vec::new();
        for group in patterns.chunk_by(|one, other| one.circles == other.circles) {
            for &goal in group {
                if !group.iter().any(|&other| goal.is_implied_by(other)) {
                    strongest.push(goal);
                }
            }
        }
        let patterns = strongest;
        let have_empty_circles = patterns.iter().any(|goal| !goal.empty.is_empty());
        Self {
            patterns,
            have_empty_circles,
        }
    }

    /// Returns the patterns in ascending order.
    pub fn patterns(&self) -> &[Goal] {
        &self.patterns
    }

    /// Returns the patterns with these circles.
    pub fn with_circles(&self, pieces: Circles) -> &[Goal] {
        let first = self.patterns.partition_point(|goal| goal.circles < pieces);
        let count = self.patterns[first..]
            .iter()
            .take_while(|goal| goal.circles == pieces)
            .count();
        &self.patterns[first..first + count]
    }

    /// Returns the circles that more goals have than [`Goals::MOST_ALIKE`], if there are any.
    pub(crate) fn too_many_alike(&self) -> Option<Circles> {
        let mut groups = self
            .patterns
            .chunk_by(|one, other| one.circles == other.circles);
        let group = groups.find(|group| group.len() > Self::MOST_ALIKE)?;
        Some(group.first()?.circles)
    }

    /// Returns the same goals with the prices that `price` gives; `None` if a goal has no price.
    pub fn with_prices(&self, price: impl Fn(Goal) -> Option<u8>) -> Option<Self> {
        let mut priced = Vec::with_capacity(self.patterns.len());
        for &goal in &self.patterns {
            priced.push(goal.worth(price(goal)?));
        }
        Some(Self::new(priced))
    }

    /// Returns the different prices in ascending order.
    pub fn prices(&self) -> Vec<u8> {
        let mut prices: Vec<u8> = self.patterns.iter().map(|goal| goal.points).collect();
        prices.sort_unstable();
        prices.dedup();
        prices
    }

    /// Returns the price of the dearest goal that a side with `pieces` has completed; `None` if it
    /// has completed none. `opponent` are the other side's pieces.
    pub fn worth(&self, pieces: Circles, opponent: Circles) -> Option<u8> {
        let completed = self
            .with_circles(pieces)
            .iter()
            .filter(|goal| !goal.empty.meets(opponent));
        completed.map(|goal| goal.points).max()
    }

    /// Returns whether a side with `pieces` has a goal. `opponent` are the other side's pieces.
    pub fn is_goal(&self, pieces: Circles, opponent: Circles) -> bool {
        self.with_circles(pieces)
            .iter()
            .any(|goal| !goal.empty.meets(opponent))
    }

    /// Returns whether these are the circles of a goal that needs no empty circles, so that nothing
    /// the other side does makes or unmakes it.
    pub fn is_unconditional(&self, pieces: Circles) -> bool {
        self.with_circles(pieces)
            .first()
            .is_some_and(|goal| goal.empty.is_empty())
    }

    /// Returns whether any goal needs empty circles.
    ///
    /// If so, the other side can complete it by leaving the last of them, and distances to win have
    /// no parity.
    pub fn have_empty_circles(&self) -> bool {
        self.have_empty_circles
    }

    /// Returns whether any goal is worth nothing, so that it ends the game as a draw.
    pub fn have_void_goals(&self) -> bool {
        self.patterns.iter().any(|goal| goal.points == 0)
    }

    /// Returns the circles on which one more piece completes a goal, for a side whose other pieces
    /// are `staying`. `opponent` are the other side's pieces.
    pub fn completions(&self, staying: Circles, opponent: Circles) -> Circles {
        let completing = self.patterns.iter().filter(|goal| {
            staying.len() + 1 == PIECES
                && goal.circles.contains_all(staying)
                && !goal.empty.meets(opponent)
        });
        completing.fold(Circles::EMPTY, |all, goal| all | (goal.circles - staying))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::circles;
    use crate::{Board, GoalSet};

    #[test]
    fn a_goal_with_a_piece_on_its_empty_circle_is_none() {
        let goals = GoalSet::Goals37e.on(Board::STANDARD);
        assert!(
            goals.have_empty_circles()
                && !GoalSet::Goals28.on(Board::STANDARD).have_empty_circles()
        );
        let square = circles(&[1, 3, 11, 13]);
        assert!(goals.is_goal(square, circles(&[6, 8, 10, 15])));
        assert!(!goals.is_goal(square, circles(&[7, 8, 10, 15])));
        assert!(!goals.is_unconditional(square) && goals.is_unconditional(circles(&[1, 2, 3, 4])));
        let diamond = circles(&[2, 6, 8, 12]);
        assert!(
            GoalSet::Goals37d
                .on(Board::STANDARD)
                .is_goal(diamond, circles(&[1, 3]))
        );
        assert!(
            !GoalSet::Goals37d
                .on(Board::STANDARD)
                .is_goal(diamond, circles(&[1, 7]))
        );
    }

    #[test]
    fn a_goal_that_says_less_than_another_is_left_out() {
        let square = circles(&[1, 2, 6, 7]);
        let with = |empty: &[usize]| Goal::new(square, circles(empty));
        let goals = Goals::new(vec![with(&[3, 4]), with(&[4]), with(&[5]), with(&[4])]);
        assert_eq!(goals.patterns(), [with(&[4]), with(&[5])]);
        assert!(goals.is_goal(square, circles(&[4])) && !goals.is_goal(square, circles(&[4, 5])));
        assert_eq!(
            Goals::new(vec![with(&[4]), square.into()]),
            Goals::new(vec![square])
        );
        assert_eq!(with(&[3, 4]).to_string(), "1,2,6,7 with 3,4 empty");
    }
}
