//! `teeko ugi`: the Universal Game Interface, through which match programs talk to engines.

mod engine;

use std::io;
use std::ops::ControlFlow;

use clap::Args;
use teeko::{NamedRules, RulesName, load};

use self::engine::Engine;
use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::input_lines::InputLines;
use crate::output;
use crate::suggestions::rules_name;

/// Run as an engine that speaks the Universal Game Interface
///
/// Programs that run matches send commands on standard input and read answers from standard output,
/// line by line. The commands are ugi, isready, setoption name Variant value 58-ssss, position
/// startpos moves 13 12, go, query gameover, query p1turn, query result, stop, and quit. "position
/// fen" takes a position in any notation. If the opponent points, it is the opponent's turn. The
/// options are Variant, Strength (1 to 5, where 5 is perfect) and Seed.
///
/// A line before bestmove gives the value for the side that plays the move. In "info depth 13 score
/// plies 13 pv 13 12 18 …" that side wins in 13 plies; a number below 0 is a loss, and "score draw"
/// a draw. In games for points, the line also gives the points.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko ugi")]
pub(crate) struct Arguments {
    /// Variant to start with
    #[arg(
        short,
        long,
        value_name = "VARIANT",
        default_value = "44-ssss",
        value_parser = rules_name(),
        hide_possible_values = true
    )]
    variant: RulesName,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        // The other program reads standard output only and has no use for progress.
        let solve = |named: &NamedRules| self.source.game(named, None, true);
        let mut engine = Engine::new(load(&self.variant)?, solve)?;
        let mut lines = InputLines::new(io::stdin());
        loop {
            let batch =
                lines.next_batch().map_err(Failure::system("cannot read standard input"))?;
            if batch.is_empty() {
                return Ok(Exit::Success);
            }
            for line in batch {
                let mut answers = String::new();
                let goes_on = if let Some(Ok(text)) = line.text.map(str::from_utf8) {
                    engine.command(text, &mut answers)?
                } else {
                    answers.push_str(
                        "info string expected a line of text, found one that is too long or not \
                         UTF-8\n",
                    );
                    ControlFlow::Continue(())
                };
                output::print(&answers)?;
                if goes_on.is_break() {
                    return Ok(Exit::Success);
                }
            }
        }
    }
}
