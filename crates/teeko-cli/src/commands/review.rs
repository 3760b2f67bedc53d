//! `teeko review`: a game record, judged move by move.

use std::io::Read;

use anyhow::Context;
use clap::Args;
use teeko_analysis::review;
use teeko_rules::Position;
use teeko_rules::notation::parse_game;

use crate::exit::Exit;
use crate::named_rules::NamedRules;
use crate::oracle::OracleArguments;
use crate::positions::{Slots, read_position};
use crate::{output, render};

/// Judge a game move by move: what changed the result, and what was better
///
/// Where the opponent points at the circle of a drop, the choice and the blame are the opponent's. Under the pass rule,
/// "pass 13" says that the opponent passed and the mover chose 13; each is judged for itself.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko review -v 44-pppp+pass \"5, 25, pass → 13, 1, 24, pass → 8, 6, 21\"")]
pub(crate) struct Arguments {
    /// The moves, numbered or not, such as "1. 13 12 2. 18 8"; - reads them from standard input
    #[arg(value_name = "GAME", required = true, num_args = 1..)]
    game: Vec<String>,

    /// Position that the moves start from [default: the empty board]
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Variant that was played
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss")]
    variant: NamedRules,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    oracle: OracleArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let rules = self.variant.rules()?;
        let start = match &self.from {
            Some(text) => read_position(&rules, &Slots::new(&rules), text)?,
            None => Position::EMPTY,
        };
        let game = parse_game(&rules, start, &self.text()?)?;
        let answers = self.oracle.answers(&[self.variant], false, quiet)?;
        let review = review(&answers[0], &game)?;
        let render = if self.json { render::review::json } else { render::review::text };
        output::print(&render(self.variant, &rules, &start, &review))?;
        Ok(Exit::Success)
    }

    /// The record.
    fn text(&self) -> anyhow::Result<String> {
        if self.game != ["-"] {
            return Ok(self.game.join(" "));
        }
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        // Bytes that are no text become signs that no move has, and are refused with the ply they are in.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
