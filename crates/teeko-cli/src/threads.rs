//! The threads that work is spread over: those of rayon's own pool.

use std::io;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use rayon::{ThreadBuilder, ThreadPoolBuilder};

use crate::exit::{Exit, Failure};
use crate::{interrupt, output};

/// The most threads per processor: more only wait for each other.
const MOST_THREADS: usize = 4;

/// Returns the number of threads to use if the user asks for `asked`.
pub(crate) fn number(asked: Option<u16>) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let most = MOST_THREADS * processors;
    // rayon would use this variable if it got no number.
    let threads = match asked.map(usize::from).or_else(of_environment) {
        None | Some(0) => processors,
        Some(threads) => threads,
    };
    if threads > most {
        output::note(&format!(
            "{threads} threads would only wait for each other; using {most}, {MOST_THREADS} per \
             processor"
        ));
    }
    threads.min(most)
}

fn of_environment() -> Option<usize> {
    std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok()
}

/// Set once the pool runs.
static STARTED: OnceLock<()> = OnceLock::new();

/// Starts the pool unless it runs already. It has fewer threads if the system refuses some.
pub(crate) fn start(asked: Option<u16>) -> Result<(), Failure> {
    if STARTED.get().is_some() {
        return Ok(());
    }
    // The thread that watches for interruptions starts first: the pool may take all threads that
    // the system permits.
    interrupt::watch()?;
    start_at_most(number(asked)).map_err(|cause| {
        let next = "end other programs, or raise the limits on processes and address space";
        Failure::new(
            Exit::Resources,
            format!("cannot create a thread: {cause}; {next}"),
        )
    })?;
    // Each thread reserves address space when it starts. Start all of them now, so that memory
    // checks find what is left.
    rayon::broadcast(|_| ());
    STARTED.get_or_init(|| ());
    Ok(())
}

/// Does some work on a thread of the pool, if it has been started, so that no step of the work has
/// to wake one up.
pub(crate) fn run<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if STARTED.get().is_some() {
        rayon::scope(|_| work())
    } else {
        work()
    }
}

/// Starts a pool of `most` threads, or of those that the system permits.
fn start_at_most(most: usize) -> io::Result<()> {
    // A pool is built of all its threads or not at all. So each thread starts before, and waits for
    // its part of the pool.
    let mut waiting: Vec<Sender<ThreadBuilder>> = Vec::new();
    while waiting.len() < most {
        let (sender, receiver) = channel();
        let thread = thread::Builder::new();
        match thread.spawn(move || receiver.recv().map_or((), ThreadBuilder::run)) {
            Ok(_) => waiting.push(sender),
            Err(_) if !waiting.is_empty() => break,
            Err(refused) => return Err(refused),
        }
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(waiting.len())
        .spawn_handler(|thread| {
            let sent = waiting.pop().map(|waiting| waiting.send(thread).is_ok());
            if sent == Some(true) {
                Ok(())
            } else {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        });
    pool.build_global().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool that something else has started stands for one that the system refuses.
    #[test]
    fn a_pool_that_does_not_start_is_refused_each_time() {
        rayon::broadcast(|_| ());
        for _ in 0..2 {
            let refused = start(Some(1)).expect_err("a pool that runs already");
            assert_eq!(refused.exit, Exit::Resources);
        }
        assert_eq!(run(|| 1), 1);
    }
}
