//! Signals such as Ctrl-C: an interrupted program leaves no temporary files.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use teeko::work::unless_stopped;

use crate::exit::{Exit, Failure};

/// The signals that ask a program to end: Ctrl-C, `kill`, a closed terminal.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Held while a file is being written.
static WRITING: Mutex<()> = Mutex::new(());

/// The reaction to these signals. While no file is being written, a signal ends the program at
/// once, with exit code 130. While one is, the signal asks the writer to stop and clean up; a
/// second signal ends the program at once.
#[derive(Debug)]
pub(crate) struct Interrupts {
    end_at_once: Arc<AtomicBool>,
    requested: Arc<AtomicBool>,
}

impl Interrupts {
    /// Installs the handlers of these signals.
    ///
    /// The program has one instance, which every call returns: a second one would end the program
    /// while the first holds it.
    pub(crate) fn handle() -> Result<&'static Self, Failure> {
        static THE_ONE: LazyLock<io::Result<Interrupts>> = LazyLock::new(Interrupts::register);
        THE_ONE.as_ref().map_err(Failure::system("cannot watch for interruptions"))
    }

    fn register() -> io::Result<Self> {
        let this = Self { end_at_once: Arc::new(AtomicBool::new(true)), requested: Arc::default() };
        for signal in SIGNALS {
            // Actions run in the order of registration, so the first signal finds the flag as it
            // was set here.
            flag::register_conditional_shutdown(
                signal,
                Exit::Interrupted as i32,
                Arc::clone(&this.end_at_once),
            )?;
            flag::register(signal, Arc::clone(&this.requested))?;
            flag::register(signal, Arc::clone(&this.end_at_once))?;
        }
        Ok(this)
    }

    /// Returns whether a writer should continue.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        unless_stopped(&self.requested)
    }

    /// From now on, prints `words` to standard error at the first signal, before the program ends
    /// with exit code 130. A file that is being written is cleaned up first, and then `clean_up` is
    /// called.
    ///
    /// If the system refuses the thread that waits for the signal, it ends the program without
    /// `words` and `clean_up`.
    pub(crate) fn say(
        &self,
        words: String,
        clean_up: impl FnOnce() + Send + 'static,
    ) -> Result<(), Failure> {
        #[cfg(unix)]
        {
            let mut signals = signal_hook::iterator::Signals::new(SIGNALS)
                .map_err(Failure::system("cannot watch for interruptions"))?;
            let wait = move || {
                signals.wait();
                let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
                clean_up();
                crate::output::print_message(&words);
                std::process::exit(Exit::Interrupted as i32);
            };
            if std::thread::Builder::new().name("signals".to_owned()).spawn(wait).is_ok() {
                self.end_at_once.store(false, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Runs work that writes files.
    ///
    /// # Errors
    /// The errors of the work; [`Failure::interrupted`] if a signal arrived in the meantime, even
    /// if the work succeeded.
    pub(crate) fn hold<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let ends_at_once = self.end_at_once.swap(false, Ordering::Relaxed);
        let result = work();
        self.end_at_once.store(ends_at_once, Ordering::Relaxed);
        if self.go_on().is_break() { Err(Failure::interrupted()) } else { result }
    }
}

/// Watches the signals for a program that ends in its own time, such as a service. The future
/// completes at the first signal, with the exit code. The next signal ends the program at once.
#[cfg(unix)]
pub(crate) fn ending() -> Result<impl Future<Output = Exit>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};

    // The handlers themselves end the program at the second signal, whatever its threads do.
    let is_second = Arc::new(AtomicBool::new(false));
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    let watch = |number, exit| {
        flag::register_conditional_shutdown(number, exit as i32, Arc::clone(&is_second))?;
        flag::register(number, Arc::clone(&is_second))?;
        let (mut signal, sender) = (signal(SignalKind::from_raw(number))?, sender.clone());
        tokio::spawn(async move {
            signal.recv().await;
            sender.send(exit).await
        });
        Ok::<_, io::Error>(())
    };
    for number in SIGNALS {
        // Service managers end services with this signal, so it is a success.
        let exit = if number == SIGTERM { Exit::Success } else { Exit::Interrupted };
        watch(number, exit).map_err(Failure::system("cannot watch for interruptions"))?;
    }
    Ok(async move { receiver.recv().await.unwrap_or(Exit::Interrupted) })
}

/// Watches Ctrl-C likewise.
#[cfg(not(unix))]
pub(crate) fn ending() -> Result<impl Future<Output = Exit>, Failure> {
    use tokio::signal::ctrl_c;

    Ok(async {
        // If Ctrl-C cannot be watched, it ends the program by default.
        if ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::spawn(async {
            let _ = ctrl_c().await;
            std::process::exit(Exit::Interrupted as i32)
        });
        Exit::Interrupted
    })
}

/// Turns a file that exceeds the system's size limit, standard output included, into an ordinary
/// error.
pub(crate) fn survive_limits_of_files() {
    #[cfg(unix)]
    // If this fails, the signal ends the program. That is no reason not to start.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
