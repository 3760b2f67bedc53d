//! `teeko review`: a game record, judged move by move.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::Args;
use teeko::questions::{Ask, ReviewQuestion};
use teeko::rules::notation::GameError;
use teeko::rules::quoted;
use teeko::{Error, Reading};

use crate::arguments::{STANDARD_INPUT, SourceArguments, VariantOption, load_for, text_of};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::render::notation::chosen;
use crate::typed::Typed;
use crate::{output, render};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
                  teeko review -v 44-pppp+pass \"5, 25, pass → 13, 1, 24, pass → 8, 6, 21\"")]
pub(crate) struct Arguments {
    /// The moves, numbered or not, such as "1. 13 12 2. 18 8"; @FILE reads them from a file, - from
    /// standard input, which is also read if it is no terminal and there is no GAME
    #[arg(value_name = "GAME", num_args = 1..)]
    game: Vec<String>,

    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    question: Asked<ReviewQuestion>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let typed = Typed::new(&self.game)?;
        let text = text(&typed.words)?;
        let named = load_for(self.variant.name(&typed)?.as_ref(), &text)?;
        let question = self.question.0.clone();
        let question = ReviewQuestion { game: text, notation: chosen(), ..question };
        question.check(&named).map_err(|error| match error {
            Error::Game(GameError::Ply { .. }) if let Some(failure) = meant_file(&typed.words) => {
                failure
            }
            error => error.into(),
        })?;
        let game = self.source.game(&named, Reading::AsNeeded)?;
        let answer = question.answer(&game)?;
        let text = || render::review::text(&game, &answer, None);
        output::print_result(self.json, &answer, text)?;
        answer.error.map_or(Ok(Exit::Success), |error| Err(error.into()))
    }
}

fn text(words: &[String]) -> Result<String, Failure> {
    let is_piped = words.is_empty() && !io::stdin().is_terminal();
    let text = if is_piped { text_of(&[STANDARD_INPUT.to_owned()])? } else { text_of(words)? };
    if words.is_empty() && text.trim_ascii().is_empty() {
        return Err(Failure::usage(
            "expected a game, found none; write its moves, such as teeko review 13 12 18 8",
        ));
    }
    Ok(text)
}

/// Returns an error if the argument is the name of a file instead of a game.
fn meant_file(words: &[String]) -> Option<Failure> {
    let [only] = words else { return None };
    let is_file = Path::new(only).is_file();
    is_file.then(|| {
        let name = quoted(only);
        Failure::usage(format!(
            "{name}: expected a game, found the name of a file; to review the game in it: \
             teeko review @{name}"
        ))
    })
}
