//! `teeko review`: a game record, judged move by move.

pub(super) mod text;

use std::io::{self, IsTerminal};
use std::slice;

use clap::Args;
use teeko::questions::{Ask, ReviewQuestion};

use super::asking::{AnswerArguments, read};
use crate::arguments::{STANDARD_INPUT, VariantOption, load_for, text_or_file, with_file_hint};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::question_options::QuestionOptions;
use crate::render::chosen;
use crate::typed::Typed;

// A game, and the variant that may stand among its words.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
                  teeko review -v 44-pppp+pass '5, 25, pass → 13, 1, 24, pass → 8, 6, 21'")]
pub(crate) struct Arguments {
    /// The moves, numbered or not, such as "1. 13 12 2. 18 8"; @FILE reads them from a file, - from
    /// standard input, which is also read if it is no terminal and there is no GAME. Records in the
    /// form of chess games are read too. Of their lines [Tag …], Variant and FEN count.
    /// {comments}, marks such as !, ?? and $6, and results are skipped. Variations in ( ) are an
    /// error
    #[arg(value_name = "GAME", num_args = 1..)]
    game: Vec<String>,

    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    question: QuestionOptions<ReviewQuestion>,

    #[command(flatten)]
    answer: AnswerArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let AnswerArguments { json, source } = &self.answer;
        let typed = Typed::new(&self.game)?;
        let question = ReviewQuestion {
            game: record(&typed.words)?,
            notation: chosen(),
            why: self.question.0.why || !json,
            ..self.question.0.clone()
        };
        let rules = load_for(self.variant.name(&typed)?.as_ref(), &question.game)?;
        let question = read(&question, slice::from_ref(&rules)).map_err(|error| {
            let review = "review the game in it: teeko review";
            with_file_hint(error.into(), &typed.words, "a game", review)
        })?;
        let game = source.game_from_layer(&rules, question.first_layer())?;
        let answer = game.answer(&question)?;
        let exit = output::print_result(*json, &answer, || text::render(&game, &answer, None))?;
        match answer.error {
            None => Ok(exit),
            Some(error) => Err(error.into()),
        }
    }
}

fn record(words: &[String]) -> Result<String, Failure> {
    if words.is_empty() && io::stdin().is_terminal() {
        return Err(Failure::usage(
            "expected a game, found none; write its moves, such as teeko review 13 12 18 8",
        ));
    }
    let standard_input = [STANDARD_INPUT.to_owned()];
    text_or_file(if words.is_empty() {
        &standard_input
    } else {
        words
    })
}
