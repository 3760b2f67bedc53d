//! `teeko diff`: compares the results of the same positions in two variants.

use clap::Args;
use teeko::questions::DiffQuestion;
use teeko::{Reading, RulesName, load, one_board};

use crate::arguments::SourceArguments;
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::progress_line::with_line;
use crate::{output, render};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko diff 44-ssss advanced --examples 1")]
pub(crate) struct Arguments {
    /// First variant
    #[arg(value_name = "VARIANT")]
    first: RulesName,

    /// Second variant, on the same board
    #[arg(value_name = "VARIANT")]
    second: RulesName,

    #[command(flatten)]
    question: Asked<DiffQuestion>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let rules = [load(&self.first)?, load(&self.second)?];
        one_board([&rules[0], &rules[1]])?;
        let games = self.source.games(&rules, Reading::Whole)?;
        let (first, second) = (&games[0], &games[1]);
        let names = [first.name(), second.name()];
        let answer = with_line(&names.join(" and "), "positions compared", |show| {
            self.question.0.answer([first, second], show)
        })?;
        output::print_result(self.json, &answer, || render::diff::text([first, second], &answer))
    }
}
