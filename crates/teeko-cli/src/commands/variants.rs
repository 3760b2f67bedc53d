//! `teeko variants`: lists Scarne's sixteen variants, or explains one game.

use clap::Args;
use teeko::questions::{Rules, Variants};
use teeko::{Reading, RulesName, load};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::{output, render};

/// List the sixteen variants in "Scarne on Teeko", or explain a game
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
            let text = || render::variants::text(&answer.variants);
            return output::print_result(self.json, &answer, text);
        };
        let named = load(name)?;
        if self.json {
            output::print_json(&Rules::new(&named))?;
        } else {
            let game = self.source.game(&named, Reading::AsNeeded)?;
            output::print(&render::game_rules::text(&game)?)?;
        }
        Ok(Exit::Success)
    }
}
