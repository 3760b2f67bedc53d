//! `teeko variants`: lists Scarne's sixteen variants, or explains one game.

mod text;

use std::slice;

use clap::Args;
use teeko::answers::{RulesDocument, Variants};
use teeko::files::load;
use teeko::rules::{NamedRules, RulesName};
use teeko::solving::Plan;
use teeko::surfaces::words::recorded_value;

use crate::exit::{Exit, Failure};
use crate::source_arguments::{SourceArguments, needs};
use crate::{output, threads};

/// List Scarne's sixteen variants, or explain the rules of a game
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko variants advanced")]
pub(crate) struct Arguments {
    /// A game to explain, such as advanced or 44-pppp+pips: what wins, how it is played, who wins
    /// [default: list the sixteen with their published results]
    #[arg(value_name = "VARIANT")]
    variant: Option<RulesName>,

    /// Print one JSON value instead of text; of one game, its rules
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let Some(name) = &self.variant else {
            let answer = Variants::sixteen();
            return output::print_result(self.json, &answer, || text::list(&answer.variants));
        };
        let named = load(name)?;
        if self.json {
            output::print_json(&RulesDocument::new(&named))?;
        } else {
            let value = match self.source.game_in_a_second(&named)? {
                Some(game) => text::value(&game)?,
                None => recorded_value(&named).unwrap_or_else(|| self.unsolved(&named)),
            };
            output::print(&text::explained(&named, &value))?;
        }
        Ok(Exit::Success)
    }

    /// Says that the value is not known, and how to find it.
    fn unsolved(&self, named: &NamedRules) -> String {
        let threads = threads::number(self.source.solving.threads);
        let estimates = Plan::for_reports(slice::from_ref(named)).estimates(threads);
        format!(
            "With best play: not solved here, since solving takes more than a second. `teeko solve \
             --no-write {named}` {}.",
            needs(&estimates[0])
        )
    }
}
