//! Courses: the choices to learn to win a game that is won, or to hold one that is drawn.

mod draft;
mod draw;
mod reply;
#[cfg(test)]
mod tests;
mod win;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use teeko_rules::notation::RowsForm;
use teeko_rules::{Move, Oracle, Outcome, Position, Side, Wdl};
use thiserror::Error;

use self::draw::course_of_draw;
use self::win::course_of_win;
use crate::error::AnalysisError;
use crate::probe::probe;
use crate::strategy::StrategyError;

/// Makes the course of a game: the choices to learn, in the order in which they are learnt.
///
/// In a game that is won, the learner is the winner. The choices are those of
/// [`winning_strategy`](crate::winning_strategy), except where the winner completes a goal: each
/// once, without its images. First comes the main line, in which every reply is the first of
/// [`analyse`](crate::analyse): of those that last longest, the one that leaves the fewest replies.
/// Then come the positions that arise if the other side always lasts as long as it can, then all
/// others. In both parts a line is learnt to its end before the next one begins. First come the
/// lines that part from the main line, from its first choice to its last, then those that part from
/// these. Replies are in the order of `analyse`.
///
/// In a drawn game, the learner is Red, and the choices are those in which some choice loses. The
/// other side holds the draw, too. In the main line it always leaves the learner as few choices
/// that hold as it can. From there the course goes outwards: first the choices that are one reply
/// off the main line, then those that are one reply off these. It has those after which the fewest
/// choices hold.
///
/// A course has at most [`MOST_CHOICES`] choices of a win, and [`MOST_CHOICES_OF_DRAW`] of a draw.
///
/// # Errors
/// If the game is for points, no choice can lose, the oracle fails, or its outcomes contradict each
/// other.
pub fn course(oracle: &dyn Oracle) -> Result<Course, CourseError> {
    if oracle.rules().scoring().is_for_points() {
        return Err(CourseError::ForPoints);
    }
    match probe(oracle, &Position::EMPTY)? {
        Outcome::Draw => course_of_draw(oracle),
        _ => course_of_win(oracle),
    }
}

/// The most choices in the course of a win: more than anybody learns.
pub const MOST_CHOICES: usize = 1000;

/// The most choices in the course of a draw, in which there is always one more attack.
pub const MOST_CHOICES_OF_DRAW: usize = 200;

/// The choices to learn to win a game that is won, or to hold one that is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Course {
    /// The learner's side: the winner, or Red in a drawn game.
    pub side: Side,
    /// What the learner gets: `win` or `draw`.
    pub outcome: Wdl,
    /// The plies within which the learner wins; null in a drawn game.
    pub plies: Option<u32>,
    /// Whether the course has an answer to everything that the other side can choose. It has not in
    /// a drawn game, or if the winning strategy has more choices than a course.
    pub whole: bool,
    /// The number of choices on the main line, with which the list begins.
    pub main_line: usize,
    /// The number of choices, from the first on, that win against a side that always lasts as long
    /// as it can; null in a drawn game.
    pub best_defence: Option<usize>,
    /// The choices, in the order in which they are learnt: the main line first.
    pub choices: Vec<CourseChoice>,
}

/// Returns the number of choices on the main line: those that follow each other from the first on.
fn main_line(choices: &[CourseChoice]) -> usize {
    let mut length: usize = 0;
    for choice in choices {
        if choice.after != length.checked_sub(1) {
            break;
        }
        length += 1;
    }
    length
}

/// A choice to learn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CourseChoice {
    /// The position in which the learner chooses, in rows form.
    pub position: RowsForm,
    /// The plies to the win; null in a drawn game.
    pub plies: Option<u32>,
    /// The move of the course.
    #[serde(rename = "move")]
    pub chosen: Move,
    /// All moves that are as good: the fastest wins, or those that hold the draw.
    pub moves: Vec<Move>,
    /// The place in the list of the choice before; null if the game begins here.
    pub after: Option<usize>,
    /// The other side's reply to the choice before, or its first move. If it chooses twice in a row,
    /// as in games in which a side points, both moves are in one text, `12 7`. So are the moves
    /// since the choice before if the learner had a choice that cannot lose, `12 7 18`. Null if the
    /// learner chooses twice in a row, or first.
    #[serde(rename = "reply", serialize_with = "in_a_line")]
    #[schemars(with = "Option<String>")]
    pub replies: Vec<Move>,
}

/// Writes moves as one text, or null if there are none.
fn in_a_line<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    if moves.is_empty() {
        return serializer.serialize_none();
    }
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    serializer.serialize_str(&moves.join(" "))
}

/// Why there is no course.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CourseError {
    /// Courses are about games that are won or drawn.
    #[error("expected a game in which every goal wins, found one for points")]
    ForPoints,
    /// No choice of the learner's can lose.
    #[error("expected a draw that can be lost, found one that every choice of Red's holds")]
    NothingToLearn,
    /// There is no winning strategy.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
}

impl From<AnalysisError> for CourseError {
    fn from(error: AnalysisError) -> Self {
        Self::Strategy(error.into())
    }
}
