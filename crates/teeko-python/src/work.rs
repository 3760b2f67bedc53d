//! Where work that takes long is done.

use std::mem;
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko::ErrorKind;

use crate::failure::Failure;

/// How often it is looked whether somebody has pressed Ctrl-C.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// The threads to work with, and the process that has them.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of this process. A process that comes from `fork` has none of its parent's and gets
/// its own.
///
/// This is called with the interpreter's lock held, as `fork` is: the lock here is not held by a
/// thread that the child lacks.
fn pool(_: Python<'_>) -> Result<Arc<ThreadPool>, Failure> {
    let mut pool = POOL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let process = process::id();
    match &*pool {
        Some((owner, pool)) if *owner == process => return Ok(Arc::clone(pool)),
        _ => {}
    }
    let threads = ThreadPoolBuilder::new().build();
    let threads = threads.map_err(|error| {
        Failure::Teeko(
            ErrorKind::Resources,
            format!("the threads to work with cannot be started: {error}"),
        )
    })?;
    let threads = Arc::new(threads);
    // Dropped, the parent's would tell threads to end that are not there.
    mem::forget(pool.replace((process, Arc::clone(&threads))));
    Ok(threads)
}

/// Does something that takes well under a second, on all cores and without the interpreter's lock.
pub(crate) fn at_once<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    let pool = pool(py)?;
    Ok(py.detach(|| pool.install(work)))
}

/// Does something that may take long, on all cores and without the interpreter's lock. It is told
/// by its observer when it has to stop, since a handler of a signal, such as Ctrl-C, has raised an
/// exception.
pub(crate) fn until_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Fn() -> ControlFlow<()> + Sync)) -> T + Send,
) -> Result<T, Failure> {
    let pool = pool(py)?;
    let stop = AtomicBool::new(false);
    let observe = || {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    py.detach(|| {
        let (mut result, mut raised) = (None, None);
        pool.in_place_scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let result = &mut result;
            scope.spawn(|_| {
                // However it ends, the other side is told.
                let _done = done;
                *result = Some(work(&observe));
            });
            while is_done.recv_timeout(BETWEEN_SIGNALS) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Err(error) =
                    Python::attach(|py: Python<'_>| -> PyResult<()> { py.check_signals() })
                {
                    stop.store(true, Ordering::Relaxed);
                    raised.get_or_insert(error);
                }
            }
        });
        raised.map_or_else(
            || Ok(result.expect("a result, or a panic that has gone on")),
            |error| Err(error.into()),
        )
    })
}
