//! `teeko play --learn`: the choices that win a game, or hold a draw, learnt one by one.

mod known;
mod lesson;
mod order;
mod way;

use std::slice;

use teeko::files::Reading;
use teeko::questions::CourseQuestion;
use teeko::rules::NamedRules;

use self::known::Known;
use self::lesson::Lesson;
use super::conversation::talk;
use super::input::Input;
use crate::commands::asking::read;
use crate::exit::{Exit, Failure};
use crate::source_arguments::SourceArguments;

/// Leads through the course of a game.
pub(super) fn learn(source: &SourceArguments, named: &NamedRules) -> Result<Exit, Failure> {
    let question = read(&CourseQuestion {}, slice::from_ref(named))?;
    let game = source.game(named, Reading::AsNeeded)?;
    let course = game.answer(&question)?.course;
    let known = Known::open(named)?;
    let mut lesson = Lesson::new(&game, &course, known);
    let mut input = Input::open()?;
    lesson.start();
    talk(&mut lesson, &mut input)
}
