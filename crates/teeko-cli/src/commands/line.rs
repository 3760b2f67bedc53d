//! `teeko line`: perfect play from a position to the end.

pub(super) mod text;

use std::slice;

use clap::Args;
use teeko::questions::{Ask, LineQuestion};
use teeko::rules::NamedRules;

use super::asking::{AnswerArguments, read};
use crate::arguments::{PositionArguments, VariantOption, load_for};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::question_options::QuestionOptions;
use crate::typed::Typed;

// A position, and the variant that may stand among its words.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko line \"b:3,10,15,18 r:7,13,16,17 b\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    position: PositionArguments,

    #[command(flatten)]
    question: QuestionOptions<LineQuestion>,

    #[command(flatten)]
    answer: AnswerArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let AnswerArguments { json, source } = &self.answer;
        let typed = self.position.typed(false)?;
        let (question, rules) = self.question(&typed)?;
        let question = read(&question, slice::from_ref(&rules))
            .map_err(|error| PositionArguments::with_hint(error.into(), &typed, "line"))?;
        let game = source.game_from_layer(&rules, question.first_layer())?;
        let answer = game.answer(&question)?;
        output::print_result(*json, &answer, || text::render(&game, &answer))
    }

    /// Returns the question with the position that was typed, and its rules.
    fn question(&self, typed: &Typed) -> Result<(LineQuestion, NamedRules), Failure> {
        let name = self.variant.name(typed)?;
        let mut question = self.question.0.clone();
        let text = self
            .position
            .set_position(&mut question.at, typed, name.is_some())?;
        Ok((question, load_for(name.as_ref(), &text)?))
    }
}
