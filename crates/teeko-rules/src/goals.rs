//! Goal patterns: the sets of four circles that win, some of them only while other circles are empty.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::quoted::quoted;
use crate::{Board, Circles, PIECES, Parity, Scoring, Symmetry, price_of_shape};

/// Which families of patterns count as goals.
///
/// A square is given by one side as a vector: (1, 0) is a unit square, (s, 0) an upright one, (s, s) a diamond, any
/// other direction a skew square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent families, each in or out")]
pub struct Families {
    /// Four in a row: horizontal, vertical or diagonal.
    pub lines: bool,
    /// Squares of side 1: four neighbouring circles.
    pub unit_squares: bool,
    /// Upright squares of side 2 and more.
    pub upright_squares: bool,
    /// Squares turned by 45 degrees.
    pub diamonds: bool,
    /// Squares at any other angle.
    pub skew_squares: bool,
    /// Upright squares of side 2 while their middle circle is empty.
    pub open_squares: bool,
    /// The smallest diamonds, of four circles around one, while that one is empty.
    pub open_diamonds: bool,
}

/// A goal: four circles for a side's pieces, the circles that must be empty for it to count, and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal {
    circles: Circles,
    empty: Circles,
    points: u8,
}

impl Goal {
    /// The goal of pieces on these circles that counts only while these others are empty. It is worth 1 point.
    ///
    /// # Panics
    /// If there are not [`PIECES`] circles for the pieces, or one of them is to be empty.
    pub fn new(circles: Circles, empty: Circles) -> Self {
        assert!(circles.len() == PIECES, "a goal pattern has {PIECES} circles");
        assert!(!circles.meets(empty), "a circle with a piece on it is not empty");
        Self { circles, empty, points: 1 }
    }

    /// The same goal with another price. One of 0 ends the game like any other, and nobody has won.
    #[must_use]
    pub const fn worth(self, points: u8) -> Self {
        Self { points, ..self }
    }

    /// What the goal is worth to whoever completes it: 1 in games that are not for points.
    pub const fn points(self) -> u8 {
        self.points
    }

    /// The circles of the pieces.
    pub const fn circles(self) -> Circles {
        self.circles
    }

    /// The circles that must be empty; none in the goals of Scarne's games.
    pub const fn empty(self) -> Circles {
        self.empty
    }

    /// The image under a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        Self { circles: symmetry.apply(self.circles), empty: symmetry.apply(self.empty), ..self }
    }
}

impl From<Circles> for Goal {
    /// The goal that needs no empty circles.
    ///
    /// # Panics
    /// If there are not [`PIECES`] circles.
    fn from(circles: Circles) -> Self {
        Self::new(circles, Circles::EMPTY)
    }
}

impl fmt::Display for Goal {
    /// `1,3,11,13`, and where it has empty circles ` with 7 empty`; not its price.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.circles, formatter)?;
        if self.empty.is_empty() { Ok(()) } else { write!(formatter, " with {} empty", self.empty) }
    }
}

impl fmt::Debug for Goal {
    /// The same with braces around the sets, and the price if it is not 1.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.circles, formatter)?;
        if !self.empty.is_empty() {
            write!(formatter, " with {:?} empty", self.empty)?;
        }
        if self.points == 1 { Ok(()) } else { write!(formatter, " worth {}", self.points) }
    }
}

impl Families {
    /// The patterns of these families on a board, in ascending order.
    pub fn patterns(self, board: Board) -> Vec<Goal> {
        let mut patterns: Vec<Goal> = Vec::new();
        let reach = board.width().max(board.height()) as isize;
        for start in board.circles() {
            let (column, row) = (board.column(start), board.row(start));
            let mut push = |corners: [(isize, isize); PIECES]| {
                let circles: Option<Circles> =
                    corners.into_iter().map(|(dx, dy)| board.circle_at(column + dx, row + dy)).collect();
                patterns.extend(circles.map(Goal::from));
            };
            if self.lines {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    push([0, 1, 2, 3].map(|n| (n * dx, n * dy)));
                }
            }
            for (dx, dy) in (1..reach).flat_map(|dx| (0..reach).map(move |dy| (dx, dy))) {
                let wanted = match (dx, dy) {
                    (1, 0) => self.unit_squares,
                    (_, 0) => self.upright_squares,
                    _ if dx == dy => self.diamonds,
                    _ => self.skew_squares,
                };
                if wanted {
                    push([(0, 0), (dx, dy), (dx - dy, dy + dx), (-dy, dx)]);
                }
            }
        }
        // A middle on the edge of the board has corners off it.
        for (wanted, corners) in [
            (self.open_squares, [(-1, -1), (1, -1), (-1, 1), (1, 1)]),
            (self.open_diamonds, [(0, -1), (-1, 0), (1, 0), (0, 1)]),
        ] {
            for middle in board.circles().iter().filter(|_| wanted) {
                let (column, row) = (board.column(middle), board.row(middle));
                let circles: Option<Circles> =
                    corners.into_iter().map(|(dx, dy)| board.circle_at(column + dx, row + dy)).collect();
                patterns.extend(circles.map(|circles| Goal::new(circles, middle.into())));
            }
        }
        patterns.sort_unstable();
        patterns
    }
}

/// The goal sets that have a name, after the number of goals each has on the standard board.
///
/// On other boards the name stands for the same families, whatever their number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalSet {
    /// Lines alone, as exercises at universities have it.
    Goals28,
    /// Lines, and upright squares of side 2 while their middle is empty: "Teeko2" of a course on artificial intelligence.
    Goals37e,
    /// Lines, and the smallest diamonds while their middle is empty: the same in another year.
    Goals37d,
    /// Standard Teeko (Scarne 1952): lines and unit squares.
    Goals44,
    /// Wikipedia's rhombus reading of Advanced Teeko: 44 and diamonds.
    Goals54,
    /// Advanced Teeko (*Scarne on Teeko*, 1955): 44 and upright squares.
    Goals58,
    /// "Teeko Plus": 44, diamonds and skew squares.
    Goals64,
    /// Wikipedia's squares and rhombi together: 58 and diamonds.
    Goals68,
    /// Jackman's "78 positions" (1995): lines and every square of any size and angle.
    Goals78,
}

/// A goal set name that is not known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("goal set `{found}`: expected one of 28, 37e, 37d, 44, 54, 58, 64, 68, 78")]
pub struct GoalsError {
    found: String,
}

impl GoalSet {
    /// All named goal sets, smallest first.
    pub const ALL: [Self; 9] = [
        Self::Goals28,
        Self::Goals37e,
        Self::Goals37d,
        Self::Goals44,
        Self::Goals54,
        Self::Goals58,
        Self::Goals64,
        Self::Goals68,
        Self::Goals78,
    ];

    /// Those of the sources of Teeko (Scarne, Jackman, Wikipedia), smallest first. The others are played elsewhere.
    pub const SIX: [Self; 6] =
        [Self::Goals44, Self::Goals54, Self::Goals58, Self::Goals64, Self::Goals68, Self::Goals78];

    /// The name, which begins with the number of goals on the standard board.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goals28 => "28",
            Self::Goals37e => "37e",
            Self::Goals37d => "37d",
            Self::Goals44 => "44",
            Self::Goals54 => "54",
            Self::Goals58 => "58",
            Self::Goals64 => "64",
            Self::Goals68 => "68",
            Self::Goals78 => "78",
        }
    }

    /// The families of patterns it consists of.
    pub fn families(self) -> Families {
        let lines = Families { lines: true, ..Families::default() };
        let squares = Families { unit_squares: true, ..lines };
        match self {
            Self::Goals28 => lines,
            Self::Goals37e => Families { open_squares: true, ..lines },
            Self::Goals37d => Families { open_diamonds: true, ..lines },
            Self::Goals44 => squares,
            Self::Goals54 => Families { diamonds: true, ..squares },
            Self::Goals58 => Families { upright_squares: true, ..squares },
            Self::Goals64 => Families { diamonds: true, skew_squares: true, ..squares },
            Self::Goals68 => Families { upright_squares: true, diamonds: true, ..squares },
            Self::Goals78 => Families { upright_squares: true, diamonds: true, skew_squares: true, ..squares },
        }
    }

    /// The goals on a board, in games for points with their prices by shape; `None` if one has a shape without a price.
    pub fn scored_on(self, board: Board, scoring: Scoring) -> Option<Goals> {
        match scoring {
            Scoring::Points => self.on(board).with_prices(|goal| price_of_shape(board, goal)),
            Scoring::Goals | Scoring::Pips => Some(self.on(board)),
        }
    }

    /// The goals on a board.
    pub fn on(self, board: Board) -> Goals {
        Goals::new(self.families().patterns(board))
    }
}

impl fmt::Display for GoalSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for GoalSet {
    type Err = GoalsError;

    fn from_str(text: &str) -> Result<Self, GoalsError> {
        Self::ALL.into_iter().find(|set| set.name() == text).ok_or_else(|| GoalsError { found: quoted(text) })
    }
}

/// The goal patterns of a rule set, ascending by their circles, then by those that must be empty.
///
/// No pattern says the same as another or less: where one has the same circles as another, all its empty ones and no higher price, it is
/// left out.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Goals {
    patterns: Vec<Goal>,
}

impl Goals {
    /// Goals with these patterns, in any order: [`Goal`]s, or [`Circles`] where none need be empty.
    ///
    /// # Panics
    /// If a pattern does not have [`PIECES`] circles.
    pub fn new(patterns: Vec<impl Into<Goal>>) -> Self {
        let mut patterns: Vec<Goal> = patterns.into_iter().map(Into::into).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let says_less = |goal: &Goal, other: &Goal| {
            goal != other && goal.empty.contains_all(other.empty) && goal.points <= other.points
        };
        let kept = patterns.chunk_by(|one, other| one.circles == other.circles).flat_map(|group| {
            group.iter().filter(move |&goal| !group.iter().any(|other| says_less(goal, other))).copied()
        });
        Self { patterns: kept.collect() }
    }

    /// The patterns in ascending order.
    pub fn patterns(&self) -> &[Goal] {
        &self.patterns
    }

    /// The patterns with these circles.
    pub fn with_circles(&self, pieces: Circles) -> &[Goal] {
        let first = self.patterns.partition_point(|goal| goal.circles < pieces);
        let count = self.patterns[first..].iter().take_while(|goal| goal.circles == pieces).count();
        &self.patterns[first..first + count]
    }

    /// The same goals with these prices; `None` if one has none.
    pub fn with_prices(&self, price: impl Fn(Goal) -> Option<u8>) -> Option<Self> {
        let priced = self.patterns.iter().map(|&goal| Some(goal.worth(price(goal)?)));
        Some(Self::new(priced.collect::<Option<Vec<Goal>>>()?))
    }

    /// The prices that there are, ascending, each once.
    pub fn prices(&self) -> Vec<u8> {
        let mut prices: Vec<u8> = self.patterns.iter().map(|goal| goal.points).collect();
        prices.sort_unstable();
        prices.dedup();
        prices
    }

    /// What a side that has these pieces has completed, the other side having those: the price of the dearest goal. `None` if it has
    /// none.
    pub fn worth(&self, pieces: Circles, opponent: Circles) -> Option<u8> {
        let completed = self.with_circles(pieces).iter().filter(|goal| !goal.empty.meets(opponent));
        completed.map(|goal| goal.points).max()
    }

    /// Whether a side that has these pieces has a goal, the other side having those.
    pub fn is_goal(&self, pieces: Circles, opponent: Circles) -> bool {
        self.with_circles(pieces).iter().any(|goal| !goal.empty.meets(opponent))
    }

    /// Whether these are the circles of a goal that needs no empty ones, so that nothing the other side does makes or unmakes it.
    pub fn is_unconditional(&self, pieces: Circles) -> bool {
        self.with_circles(pieces).first().is_some_and(|goal| goal.empty.is_empty())
    }

    /// Whether any goal needs empty circles.
    ///
    /// Then the other side can complete it, by leaving the last of them, and distances to win have no parity.
    pub fn have_empty_circles(&self) -> bool {
        self.patterns.iter().any(|goal| !goal.empty.is_empty())
    }

    /// Whether any goal is worth nothing, so that it ends the game as a draw.
    pub fn have_void_goals(&self) -> bool {
        self.patterns.iter().any(|goal| goal.points == 0)
    }

    /// Which distances to a win there are: of a parity that tells who wins, unless goals have empty circles.
    pub fn parity(&self) -> Parity {
        if self.have_empty_circles() { Parity::Free } else { Parity::Fixed }
    }

    /// The circles on which one more piece completes a goal, for a side whose other pieces are `staying`, the other side having
    /// those.
    pub fn completions(&self, staying: Circles, opponent: Circles) -> Circles {
        let completing = self.patterns.iter().filter(|goal| {
            staying.len() + 1 == PIECES && goal.circles.contains_all(staying) && !goal.empty.meets(opponent)
        });
        completing.fold(Circles::EMPTY, |all, goal| all | (goal.circles - staying))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Circle;

    fn count(families: Families) -> usize {
        families.patterns(Board::STANDARD).len()
    }

    /// The counts of the rule booklets, family by family.
    #[test]
    fn families_have_the_published_sizes() {
        assert_eq!(count(Families { lines: true, ..Families::default() }), 10 + 10 + 8);
        assert_eq!(count(Families { unit_squares: true, ..Families::default() }), 16);
        assert_eq!(count(Families { upright_squares: true, ..Families::default() }), 9 + 4 + 1);
        assert_eq!(count(Families { diamonds: true, ..Families::default() }), 9 + 1);
        assert_eq!(count(Families { skew_squares: true, ..Families::default() }), 10);
        assert_eq!(count(Families { open_squares: true, ..Families::default() }), 9);
        assert_eq!(count(Families { open_diamonds: true, ..Families::default() }), 9);
    }

    #[test]
    fn goal_sets_are_named_after_their_size() {
        for set in GoalSet::ALL {
            let size = set.on(Board::STANDARD).patterns().len().to_string();
            assert_eq!(set.name().trim_end_matches(['e', 'd']), size);
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert!("45".parse::<GoalSet>().is_err());
    }

    /// A brute-force definition of a square: four equal sides and two equal diagonals.
    #[test]
    fn every_square_of_every_board_is_found_once() {
        for (width, height) in [(4, 4), (5, 5), (6, 4), (7, 7)] {
            let board = Board::new(width, height).unwrap();
            let all: Vec<Circle> = board.circles().iter().collect();
            let distance = |a: Circle, b: Circle| {
                let (dx, dy) = (board.column(a) - board.column(b), board.row(a) - board.row(b));
                dx * dx + dy * dy
            };
            let mut squares = 0;
            for (i, &a) in all.iter().enumerate() {
                for (j, &b) in all.iter().enumerate().skip(i + 1) {
                    for (k, &c) in all.iter().enumerate().skip(j + 1) {
                        for &d in &all[k + 1..] {
                            let mut sides = [
                                distance(a, b),
                                distance(a, c),
                                distance(a, d),
                                distance(b, c),
                                distance(b, d),
                                distance(c, d),
                            ];
                            sides.sort_unstable();
                            squares += usize::from(
                                sides[0] == sides[3] && sides[4] == 2 * sides[0] && sides[5] == 2 * sides[0],
                            );
                        }
                    }
                }
            }
            let families = Families { lines: false, ..GoalSet::Goals78.families() };
            assert_eq!(families.patterns(board).len(), squares, "{board}");
        }
    }

    #[test]
    fn completions_are_the_missing_circles() {
        let goals = GoalSet::Goals44.on(Board::STANDARD);
        let three: Circles = [2, 3, 4].into_iter().filter_map(Circle::from_number).collect();
        assert_eq!(goals.completions(three, Circles::EMPTY).to_string(), "1,5");
        let corners: Circles = [1, 3, 11].into_iter().filter_map(Circle::from_number).collect();
        let goals = GoalSet::Goals37e.on(Board::STANDARD);
        let [elsewhere, middle] = [9, 7].map(|number| Circle::from_number(number).map(Circles::from).unwrap());
        assert_eq!(goals.completions(corners, elsewhere).to_string(), "13");
        assert_eq!(goals.completions(corners, middle), Circles::EMPTY);
    }

    fn circles(numbers: &[usize]) -> Circles {
        numbers.iter().filter_map(|&number| Circle::from_number(number)).collect()
    }

    #[test]
    fn a_goal_with_a_piece_on_its_empty_circle_is_none() {
        let goals = GoalSet::Goals37e.on(Board::STANDARD);
        assert!(goals.have_empty_circles() && !GoalSet::Goals28.on(Board::STANDARD).have_empty_circles());
        let square = circles(&[1, 3, 11, 13]);
        assert!(goals.is_goal(square, circles(&[6, 8, 10, 15])));
        assert!(!goals.is_goal(square, circles(&[7, 8, 10, 15])));
        assert!(!goals.is_unconditional(square) && goals.is_unconditional(circles(&[1, 2, 3, 4])));
        let diamond = circles(&[2, 6, 8, 12]);
        assert!(GoalSet::Goals37d.on(Board::STANDARD).is_goal(diamond, circles(&[1, 3])));
        assert!(!GoalSet::Goals37d.on(Board::STANDARD).is_goal(diamond, circles(&[1, 7])));
    }

    #[test]
    fn a_goal_that_says_less_than_another_is_left_out() {
        let square = circles(&[1, 2, 6, 7]);
        let with = |empty: &[usize]| Goal::new(square, circles(empty));
        let goals = Goals::new(vec![with(&[3, 4]), with(&[4]), with(&[5]), with(&[4])]);
        assert_eq!(goals.patterns(), [with(&[4]), with(&[5])]);
        assert!(goals.is_goal(square, circles(&[4])) && !goals.is_goal(square, circles(&[4, 5])));
        assert_eq!(Goals::new(vec![with(&[4]), square.into()]), Goals::new(vec![square]));
        assert_eq!(with(&[3, 4]).to_string(), "1,2,6,7 with 3,4 empty");
    }
}
