//! Signals such as Ctrl-C: an interrupted program leaves no temporary files.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use teeko::work::unless_stopped;

use crate::exit::{Exit, Failure};
use crate::output;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Held while a file is being written.
static WRITING: Mutex<()> = Mutex::new(());

/// The action before the program ends. It returns the text to print then.
type LastWords = Box<dyn FnOnce() -> String + Send>;

fn last_words() -> MutexGuard<'static, Option<LastWords>> {
    static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the progress line before the program ends, if there has been one.
static REMOVE_LINE: OnceLock<fn()> = OnceLock::new();

/// Watches like [`watch`], and calls `remove` before the program ends.
pub(crate) fn watch_line(remove: fn()) -> Result<(), Failure> {
    REMOVE_LINE.get_or_init(|| remove);
    watch()
}

/// Watches for Ctrl-C, `kill` and a closed terminal from now on. While no file is being written,
/// they end the program at once, with exit code 130. While one is, they ask the writer to stop and
/// clean up; the second time they end the program at once.
pub(crate) fn watch() -> Result<(), Failure> {
    static WATCHED: LazyLock<Result<(), ctrlc::Error>> = LazyLock::new(|| {
        ctrlc::set_handler(|| {
            let is_second = REQUESTED.swap(true, Ordering::SeqCst);
            // Held for ever, so that no file is begun.
            let idle = WRITING.try_lock();
            if is_second || idle.is_ok() {
                end();
            }
        })
    });
    let refused = Failure::system("cannot create the thread that watches for interruptions");
    WATCHED.as_ref().copied().map_err(|fault| match fault {
        ctrlc::Error::System(cause) => refused(cause.to_string()),
        fault => refused(fault.to_string()),
    })
}

/// From now on, calls `clean_up` when the user ends the program, and prints the text that it
/// returns to standard error.
pub(crate) fn at_end(clean_up: impl FnOnce() -> String + Send + 'static) -> Result<(), Failure> {
    *last_words() = Some(Box::new(clean_up));
    watch()
}

/// Returns whether a writer should continue.
pub(crate) fn go_on() -> ControlFlow<()> {
    unless_stopped(&REQUESTED)
}

/// Runs work that writes files.
///
/// # Errors
/// The errors of the work; [`Failure::interrupted`] if the user ended the program in the meantime,
/// even if the work succeeded.
pub(crate) fn while_writing<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    watch()?;
    let writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let result = work();
    drop(writing);
    if go_on().is_continue() {
        return result;
    }
    if last_words().is_some() {
        end();
    }
    Err(Failure::interrupted())
}

fn end() -> ! {
    if let Some(remove) = REMOVE_LINE.get() {
        remove();
    }
    if let Some(clean_up) = last_words().take() {
        output::print_message(&clean_up());
    }
    std::process::exit(Exit::Interrupted as i32)
}

/// Watches the signals for a program that ends in its own time, such as a service. The future
/// completes at the first signal, with the exit code. The next signal ends the program at once.
#[cfg(feature = "serve")]
pub(crate) fn first_signal() -> Result<impl Future<Output = Exit>, Failure> {
    #[cfg(unix)]
    let mut next = {
        use tokio::signal::unix::{SignalKind, signal};

        let refused = Failure::system("cannot watch for interruptions");
        let mut interrupt = signal(SignalKind::interrupt()).map_err(&refused)?;
        let mut hangup = signal(SignalKind::hangup()).map_err(&refused)?;
        let mut terminate = signal(SignalKind::terminate()).map_err(&refused)?;
        async move || {
            tokio::select! {
                _ = interrupt.recv() => Exit::Interrupted,
                _ = hangup.recv() => Exit::Interrupted,
                // Service managers end services with it.
                _ = terminate.recv() => Exit::Success,
            }
        }
    };
    #[cfg(not(unix))]
    let next = async || {
        // If Ctrl-C cannot be watched, it ends the program by default.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Exit::Interrupted
    };
    Ok(async move {
        let exit = next().await;
        tokio::spawn(async move { std::process::exit(next().await as i32) });
        exit
    })
}

/// Turns a file that exceeds the system's size limit, standard output included, into an ordinary
/// error.
pub(crate) fn survive_limits_of_files() {
    #[cfg(unix)]
    #[expect(unsafe_code)]
    // SAFETY: ignoring a signal installs no code that could run at a wrong time. If this fails, the
    // signal ends the program, which is no reason not to start.
    let _ = unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}
