//! The choices to learn of a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::CourseError;
use teeko_rules::NamedRules;

use super::ask::{Ask, Subject, check_boards};
use crate::error::Error;
use crate::position_reader::PositionReader;

/// List the choices to learn, to win a game that is won or to hold one that is drawn
///
/// In a game that is won, the learner is the winner: Black in Advanced Teeko. The choices are those
/// of a winning strategy, each position once, however it is turned. The winner completes a goal
/// without being taught. The main line comes first, in which the other side lasts as long as it
/// can. Then come all positions that arise while the other side lasts as long as it can, then all
/// others: line by line, and first the lines that part from the main line. A course has at most
/// 1,000 choices.
///
/// In a drawn game, the learner is Red, and holds the draw. The choices are up to 200 in which a
/// choice can lose, after the attacks that win most often.
///
/// Games for points have no course.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct CourseQuestion {}

impl Ask for CourseQuestion {
    type Answer<'a> = Course;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        if rules[0].rules().scoring().is_for_points() {
            return Err(refusal(rules[0].named(), &CourseError::ForPoints));
        }
        Ok(())
    }

    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        check_boards(rules)
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Course, Error> {
        let game = subject.game();
        let course = match teeko_analysis::course(game) {
            Ok(course) => course,
            Err(CourseError::Strategy(error)) => return Err(game.strategy_error(error)),
            Err(error) => return Err(refusal(game.named(), &error)),
        };
        Ok(Course {
            schema: "teeko.course/1",
            variant: game.name().to_owned(),
            course,
        })
    }
}

/// Returns the error for a game without a course.
fn refusal(named: &NamedRules, error: &CourseError) -> Error {
    let hint = match error {
        CourseError::ForPoints => "ask for the plain game, without +points or +pips",
        _ => "ask for another game, such as 58-ssss",
    };
    Error::refused(422, format!("{named}: {error}"), Some(hint))
}

/// The choices to learn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Course {
    /// `teeko.course/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The course.
    #[serde(flatten)]
    pub course: teeko_analysis::Course,
}
