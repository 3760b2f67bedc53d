//! `teeko random`: a random position to practise.

use std::slice;

use clap::Args;
use teeko::questions::{Ask, Asked as _, AskedOutcome, Query, RandomQuestion, Subject};
use teeko::rules::notation::circle_form;
use teeko::words::turn_sentence;
use teeko::{Game, Oracle, PositionReader, Reading};

use super::play::play_command;
use crate::arguments::{SourceArguments, VariantArgument};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::progress_line::with_line;
use crate::render::{diagram, heading, named, notation_option, outcome, paragraph};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko random advanced --outcome win --dtw 9 --seed 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: Asked<RandomQuestion>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let named = self.variant.load()?;
        let question = self.question.0;
        let asked = question.read(&[&PositionReader::new(named.clone())])?;
        let game = self.source.game(&named, Reading::WholeIfItFits)?;
        let answer = with_line(game.name(), "positions looked at", |show| {
            asked.answer(&Subject { observe: show, ..Subject::of(slice::from_ref(&game)) })
        })?;
        output::print_result(self.json, &answer, || text(&game, &answer, &question))
    }
}

/// Renders the position. Its value is a part of it only if it was asked for.
fn text(game: &Game, answer: &Query<'_>, question: &RandomQuestion) -> String {
    let (rules, position) = (game.rules(), &answer.position);
    let mut task = format!("{}.", turn_sentence(rules, position));
    if question.outcome != AskedOutcome::Any || question.dtw.is_some() {
        task.extend([" ", &outcome(rules, position, *answer.value), "."]);
    }
    let name = game.name();
    let next = format!(
        "To see what each move is worth:\n  teeko query{} {name} \"{}\"\n\
         To play it:\n  {}\n\
         To see another position: --seed {}\n",
        notation_option(),
        named(rules.board(), circle_form(position)),
        play_command(name, rules.board(), position),
        question.seed.wrapping_add(1)
    );
    [heading(name, rules.board(), position), diagram(rules, position), paragraph(&task), next]
        .join("\n")
}
