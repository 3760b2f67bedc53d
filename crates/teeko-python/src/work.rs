//! Running work on all cores without the interpreter's lock.

use std::mem;
use std::ops::{ControlFlow, Range};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko::ErrorKind;
use teeko::work::{Stopped, unless_stopped};

use crate::failure::Failure;

/// The time between two checks of whether work is to stop.
const BETWEEN_CHECKS: Duration = Duration::from_millis(50);

/// The threads of this process, and its id.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Returns the threads of this process. After `fork` a child lacks its parent's threads and gets
/// its own.
///
/// An interpreter with a global lock holds it here, as during `fork`. A free-threaded one stops its
/// threads before it forks, but none within this function, which runs no Python. So no thread that
/// the child lacks can hold the lock of `POOL`.
fn pool(_: Python<'_>) -> Result<Arc<ThreadPool>, Failure> {
    let mut pool = POOL
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let process = process::id();
    if let Some((owner, pool)) = &*pool
        && *owner == process
    {
        return Ok(Arc::clone(pool));
    }
    let threads = ThreadPoolBuilder::new().build().map_err(|error| {
        let message = format!("the threads to work with cannot be started: {error}");
        Failure::Teeko(ErrorKind::Resources, message)
    })?;
    // Each thread reserves address space when it starts, so memory checks must come later.
    threads.broadcast(|_| ());
    let threads = Arc::new(threads);
    // Dropping the parent's pool would signal threads that do not exist here.
    mem::forget(pool.replace((process, Arc::clone(&threads))));
    Ok(threads)
}

/// Returns whether work continues.
pub(crate) type Observe<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// From this number of positions on, expanding a game pays off.
pub(crate) const MANY: usize = 20_000;

/// The number of positions in one task of a thread.
pub(crate) const POSITIONS_AT_A_TIME: usize = 1 << 10;

/// Calls `fill` with the rows of each range of positions. `out` has a row of `width` elements for
/// each position. Few positions are worked on in the calling thread: another thread would take
/// longer to start.
pub(crate) fn fill_rows<T: Send>(
    py: Python<'_>,
    out: &mut [T],
    width: usize,
    fill: impl Fn(Range<usize>, &mut [T]) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let positions = out.len() / width;
    if positions <= POSITIONS_AT_A_TIME {
        return fill(0..positions, out);
    }
    until_interrupted(py, |observe| {
        let chunks = out.par_chunks_mut(POSITIONS_AT_A_TIME * width).enumerate();
        chunks.try_for_each(|(chunk, rows)| {
            go_on(observe)?;
            let first = chunk * POSITIONS_AT_A_TIME;
            fill(first..first + rows.len() / width, rows)
        })
    })?
}

/// Calls `work` with each range of `size` places, up to `number` in all, and returns the results in
/// their order. A single range is worked on in the calling thread, as in [`fill_rows`].
pub(crate) fn in_parts<T: Send>(
    py: Python<'_>,
    number: usize,
    size: usize,
    work: impl Fn(Range<usize>) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    if number <= size {
        return Ok(vec![work(0..number)?]);
    }
    until_interrupted(py, |observe| {
        let parts = (0..number.div_ceil(size)).into_par_iter();
        parts
            .map(|part| {
                go_on(observe)?;
                work(part * size..number.min((part + 1) * size))
            })
            .collect()
    })?
}

/// Returns an error if the work is to stop.
fn go_on(observe: Observe<'_>) -> Result<(), Failure> {
    if observe().is_break() {
        Err(Stopped.into())
    } else {
        Ok(())
    }
}

/// Runs work of well under a second, on all cores and without the interpreter's lock. Nothing stops
/// it.
pub(crate) fn uninterrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    let pool = pool(py)?;
    Ok(py.detach(|| pool.install(work)))
}

/// Returns an error if a signal handler, such as that of Ctrl-C, has raised an exception, or an
/// event of `teeko.stopped_by` is set.
fn check_stopped(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    py.import("teeko._stopping")?.call_method0("check")?;
    Ok(())
}

/// Runs work that may take long, on all cores and without the interpreter's lock. Its observer
/// stops it as [`check_stopped`] says.
pub(crate) fn until_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(Observe<'_>) -> T + Send,
) -> Result<T, Failure> {
    let pool = pool(py)?;
    check_stopped(py).map_err(Failure::Python)?;
    let stop = AtomicBool::new(false);
    py.detach(|| {
        let mut result = None;
        let mut raised = None;
        pool.in_place_scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let result = &mut result;
            scope.spawn(|_| {
                // Dropped however the work ends, which notifies the waiting thread.
                let _done = done;
                *result = Some(work(&|| unless_stopped(&stop)));
            });
            while is_done.recv_timeout(BETWEEN_CHECKS) == Err(mpsc::RecvTimeoutError::Timeout) {
                // In this thread, whose context has the events.
                if let Err(error) = Python::attach(check_stopped) {
                    stop.store(true, Ordering::Relaxed);
                    raised.get_or_insert(error);
                }
            }
        });
        match raised {
            Some(error) => Err(Failure::Python(error)),
            None => Ok(result.expect("a result, or a panic that has gone on")),
        }
    })
}
