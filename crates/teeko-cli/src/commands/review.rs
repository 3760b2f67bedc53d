//! `teeko review`: a game record, judged move by move.

pub(super) mod text;

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::Args;
use teeko::questions::{Review, ReviewQuestion};
use teeko::rules::notation::GameError;
use teeko::rules::quoted;
use teeko::{Error, Game, NamedRules, Reading};

use super::asking::Asks;
use crate::arguments::{STANDARD_INPUT, VariantOption, file_argument, load_for, text_or_file};
use crate::exit::Failure;
use crate::question_options::QuestionOptions;
use crate::render::chosen;
use crate::typed::Typed;

// A game, and the variant that may stand among its words.
#[derive(Debug, Args)]
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
}

impl Asks for Arguments {
    type Question = ReviewQuestion;

    const READING: Reading = Reading::AsNeeded;

    fn question(&self) -> Result<(ReviewQuestion, Vec<NamedRules>), Failure> {
        let (typed, from) = (Typed::new(&self.game)?, self.question.0.from.clone());
        let question = ReviewQuestion {
            game: record(&typed.words)?,
            from,
            notation: chosen(),
        };
        let rules = load_for(self.variant.name(&typed)?.as_ref(), &question.game)?;
        Ok((question, vec![rules]))
    }

    fn refused(&self, error: Error) -> Failure {
        let words = || Typed::new(&self.game).ok().map(|typed| typed.words);
        match error {
            Error::Game(GameError::Ply { .. })
                if let Some(failure) = words().and_then(|words| meant_file(&words)) =>
            {
                failure
            }
            error => error.into(),
        }
    }

    fn text(&self, games: &[Game], _: &ReviewQuestion, answer: &Review) -> String {
        text::render(&games[0], answer, None)
    }

    fn failure(&self, answer: &Review) -> Option<Failure> {
        answer.error.clone().map(Failure::from)
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

/// Returns an error if the argument is the name of a file instead of a game.
fn meant_file(words: &[String]) -> Option<Failure> {
    let [only] = words else { return None };
    Path::new(only).is_file().then(|| {
        Failure::usage(format!(
            "{}: expected a game, found the name of a file; to review the game in it: \
             teeko review {}",
            quoted(only),
            file_argument(only)
        ))
    })
}
