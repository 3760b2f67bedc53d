//! `teeko ugi`: the Universal Game Interface, by which programs that hold matches speak to engines.

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

/// Speak the Universal Game Interface, with programs that hold matches
///
/// Commands come on standard input and answers go to standard output, line by line, as engines for
/// other games do it: ugi, isready, setoption name Variant value 58-ssss, position startpos moves
/// 13 12, go, query gameover, query p1turn, query result, stop, quit. "position fen" takes a
/// position in any notation. Moves are those of the rest of this program; where the opponent
/// points, whoever points has the turn. The options are Variant, Strength, from 1 to 5, which is
/// perfect, and Seed.
///
/// Before bestmove a line says what it is worth to whoever plays it: "info depth 13 score plies 13
/// pv 13 12 18 …" wins in 13 plies, below 0 loses, and "score draw" is neither; games for points
/// say how many, too.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko ugi")]
pub(crate) struct Arguments {
    /// Variant to begin with
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss", value_parser = rules_name(), hide_possible_values = true)]
    variant: RulesName,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        // Whoever listens reads standard output alone, and progress is of no use to a program.
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
                        "info string expected a line of text, found one that is too long or none\n",
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
