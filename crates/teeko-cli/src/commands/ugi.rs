//! `teeko ugi`: the Universal Game Interface, through which match programs talk to engines.

mod engine;

use std::io;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use clap::Args;
use teeko::NamedRules;

use self::engine::Engine;
use crate::arguments::{SourceArguments, VariantArgument};
use crate::exit::{Exit, Failure};
use crate::input_lines::InputLines;
use crate::output;

/// Run as an engine that speaks the Universal Game Interface
///
/// Programs that run matches send commands on standard input and read answers from standard output,
/// line by line. The commands are ugi, isready, setoption name Variant value 58-ssss, position
/// startpos moves 13 12, go, query gameover, query p1turn, query result, stop, and quit. "position
/// fen" takes a position in any notation. If the opponent points, it is the opponent's turn. The
/// options are Variant, Strength (1 to 5, where 5 is perfect) and Seed. A stop or quit that arrives
/// while the engine solves a variant ends that at once.
///
/// A line before bestmove gives the value for the side that plays the move. In "info depth 13 score
/// plies 13 pv 13 12 18 …" that side wins in 13 plies; a number below 0 is a loss, and "score draw"
/// a draw. In games for points, the line also gives the points.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko ugi")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        output::set_quiet(true);
        let state = Arc::new(State::default());
        let solve = |named: &NamedRules| {
            state.is_solving.store(true, Ordering::SeqCst);
            let games = self.source.games(slice::from_ref(named), None, Some(&state.stop));
            state.is_solving.store(false, Ordering::SeqCst);
            if state.stop.load(Ordering::SeqCst) { Ok(None) } else { Ok(games?.pop()) }
        };
        let mut engine = Engine::new(self.variant.load()?, solve)?;
        for batch in read_lines(Arc::clone(&state))? {
            for line in batch? {
                let Some(text) = line else {
                    output::print(NO_TEXT)?;
                    continue;
                };
                if is_end(&text) {
                    state.stop.store(false, Ordering::SeqCst);
                }
                let mut answers = String::new();
                let goes_on = engine.command(&text, &mut answers)?;
                output::print(&answers)?;
                if goes_on.is_break() {
                    return Ok(Exit::Success);
                }
            }
        }
        Ok(Exit::Success)
    }
}

/// The answer to a line that is no command.
const NO_TEXT: &str =
    "info string expected a line of text, found one that is too long or not UTF-8\n";

/// What the engine and the thread that reads its commands share.
#[derive(Default)]
struct State {
    /// Whether the engine is solving.
    is_solving: AtomicBool,
    /// Whether it should stop solving.
    stop: AtomicBool,
}

/// Whether a command ends the search.
fn is_end(line: &str) -> bool {
    matches!(line.trim(), "stop" | "quit")
}

/// Lines that arrived together; `None` is one that is too long or not UTF-8.
type Batch = Result<Vec<Option<String>>, Failure>;

/// Reads standard input in a thread of its own, so that `stop` and `quit` are seen while the engine
/// solves. Commands that were sent before that are carried out in their order.
///
/// # Errors
/// If the system refuses the thread.
fn read_lines(state: Arc<State>) -> Result<Receiver<Batch>, Failure> {
    let (sender, receiver) = sync_channel(BATCHES);
    let read = move || {
        let mut lines = InputLines::new(io::stdin());
        loop {
            let batch: Batch = lines.next_batch().map(|batch| {
                let owned = |text: &[u8]| String::from_utf8(text.to_vec()).ok();
                batch.iter().map(|line| line.text.and_then(owned)).collect()
            });
            let is_last = !batch.as_ref().is_ok_and(|lines| !lines.is_empty());
            if let Ok(lines) = &batch
                && lines.iter().flatten().any(|line| is_end(line))
                && state.is_solving.load(Ordering::SeqCst)
            {
                state.stop.store(true, Ordering::SeqCst);
            }
            if sender.send(batch).is_err() || is_last {
                return;
            }
        }
    };
    let refused = Failure::system("cannot create a thread that reads standard input");
    thread::Builder::new().name("input".to_owned()).spawn(read).map_err(refused)?;
    Ok(receiver)
}

/// The most batches that wait for the engine; memory is limited to these.
const BATCHES: usize = 16;
