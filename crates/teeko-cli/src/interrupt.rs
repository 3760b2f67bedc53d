//! Signals such as Ctrl-C: an interrupted program leaves no temporary files.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

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
#[derive(Clone, Debug)]
pub(crate) struct Interrupts {
    end_at_once: Arc<AtomicBool>,
    requested: Arc<AtomicBool>,
}

impl Interrupts {
    /// Installs the handlers of these signals.
    ///
    /// The program has one instance, which every call returns: a second one would end the program
    /// while the first holds it.
    pub(crate) fn handle() -> Result<Self, Failure> {
        static THE_ONE: Mutex<Option<Interrupts>> = Mutex::new(None);
        let mut the_one = THE_ONE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(this) = &*the_one {
            return Ok(this.clone());
        }
        let this = Self { end_at_once: Arc::new(AtomicBool::new(true)), requested: Arc::default() };
        this.register().map_err(Failure::system("cannot watch for interruptions"))?;
        *the_one = Some(this.clone());
        Ok(this)
    }

    fn register(&self) -> io::Result<()> {
        for signal in SIGNALS {
            // Actions run in the order of registration, so the first signal finds the flag as it
            // was set here.
            flag::register_conditional_shutdown(
                signal,
                Exit::Interrupted as i32,
                Arc::clone(&self.end_at_once),
            )?;
            flag::register(signal, Arc::clone(&self.requested))?;
            flag::register(signal, Arc::clone(&self.end_at_once))?;
        }
        Ok(())
    }

    /// Returns whether a writer should continue.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.requested.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// From now on, prints `words` to standard error at the first signal, before the program ends
    /// with exit code 130. A file that is being written is cleaned up first, and then `clean_up` is
    /// called.
    pub(crate) fn say(
        &self,
        words: String,
        clean_up: impl FnOnce() + Send + 'static,
    ) -> Result<(), Failure> {
        #[cfg(unix)]
        {
            let mut signals = signal_hook::iterator::Signals::new(SIGNALS)
                .map_err(Failure::system("cannot watch for interruptions"))?;
            self.end_at_once.store(false, Ordering::Relaxed);
            std::thread::spawn(move || {
                signals.wait();
                let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
                clean_up();
                crate::output::print_message(&words);
                std::process::exit(Exit::Interrupted as i32);
            });
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

/// Signals for a program that ends in its own time, such as a service.
#[derive(Debug)]
pub(crate) struct Endings {
    #[cfg(unix)]
    by_signal: [(tokio::signal::unix::Signal, Exit); 3],
}

impl Endings {
    /// Installs the handlers of these signals.
    #[cfg(unix)]
    pub(crate) fn watch() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};

        // The handlers themselves end the program at the second signal, whatever its threads do.
        let is_second = Arc::new(AtomicBool::new(false));
        let watch = |kind: SignalKind, exit| {
            let number = kind.as_raw_value();
            flag::register_conditional_shutdown(number, exit as i32, Arc::clone(&is_second))
                .and_then(|_| flag::register(number, Arc::clone(&is_second)))
                .map_err(Failure::system("cannot watch for interruptions"))?;
            let signal = signal(kind).map_err(Failure::system("cannot watch for interruptions"))?;
            Ok::<_, Failure>((signal, exit))
        };
        Ok(Self {
            by_signal: [
                watch(SignalKind::interrupt(), Exit::Interrupted)?,
                watch(SignalKind::hangup(), Exit::Interrupted)?,
                // Service managers end services with this signal, so it is a success.
                watch(SignalKind::terminate(), Exit::Success)?,
            ],
        })
    }

    /// Installs the handler of Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn watch() -> Result<Self, Failure> {
        Ok(Self {})
    }

    /// Waits for the first signal and returns the exit code. The next signal ends the program at
    /// once.
    pub(crate) async fn first(mut self) -> Exit {
        let exit = self.next().await;
        #[cfg(not(unix))]
        tokio::spawn(async move { std::process::exit(self.next().await as i32) });
        exit
    }

    #[cfg(unix)]
    async fn next(&mut self) -> Exit {
        let [(interrupt, interrupted), (hangup, hung_up), (terminate, terminated)] =
            &mut self.by_signal;
        tokio::select! {
            _ = interrupt.recv() => *interrupted,
            _ = hangup.recv() => *hung_up,
            _ = terminate.recv() => *terminated,
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> Exit {
        // If Ctrl-C cannot be watched, it ends the program by default.
        match tokio::signal::ctrl_c().await {
            Ok(()) => Exit::Interrupted,
            Err(_) => std::future::pending().await,
        }
    }
}

/// Turns a file that exceeds the system's size limit, standard output included, into an ordinary
/// error.
pub(crate) fn survive_limits_of_files() {
    #[cfg(unix)]
    // If this fails, the signal ends the program. That is no reason not to start.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
