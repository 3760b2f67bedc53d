//! Ctrl-C and its like, so that an interrupted program leaves no temporary files.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::{Exit, Failure};

/// The signals that ask a program to end: by Ctrl-C, by `kill`, by closing the terminal.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// What becomes of such a signal. As long as nothing is being written it ends the program at once,
/// with exit code 130. While files are, it asks the writer to stop and clean up; a second one does
/// not wait for that.
#[derive(Clone, Debug)]
pub(crate) struct Interrupts {
    end_at_once: Arc<AtomicBool>,
    requested: Arc<AtomicBool>,
}

impl Interrupts {
    /// Takes over what happens on these signals from here on.
    ///
    /// There is one of these in the program, however often it is asked for: a second would end the
    /// program while the first holds it.
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
            // Actions run in the order in which they are registered, so the first signal finds the
            // flag as it was set here.
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

    /// Whether a writer is to go on.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.requested.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Does work that writes files.
    ///
    /// # Errors
    /// Those of the work; [`Failure::Interrupted`] if there was a signal in the meantime, whatever
    /// became of the work.
    pub(crate) fn hold<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        self.end_at_once.store(false, Ordering::Relaxed);
        let result = work();
        self.end_at_once.store(true, Ordering::Relaxed);
        if self.go_on().is_break() { Err(Failure::Interrupted) } else { result }
    }
}

/// What asks a program to end that ends in its own time, such as a service.
#[derive(Debug)]
pub(crate) struct Endings {
    #[cfg(unix)]
    by_signal: [(tokio::signal::unix::Signal, Exit); 3],
}

impl Endings {
    /// Takes over what happens on these signals from here on.
    #[cfg(unix)]
    pub(crate) fn watch() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};

        let watch = |kind, exit| {
            let signal = signal(kind).map_err(Failure::system("cannot watch for interruptions"))?;
            Ok::<_, Failure>((signal, exit))
        };
        Ok(Self {
            by_signal: [
                watch(SignalKind::interrupt(), Exit::Interrupted)?,
                watch(SignalKind::hangup(), Exit::Interrupted)?,
                // Who ends services ends them by this one, and all is as it should be.
                watch(SignalKind::terminate(), Exit::Success)?,
            ],
        })
    }

    /// Takes over what happens on Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn watch() -> Result<Self, Failure> {
        Ok(Self {})
    }

    /// Waits for the first, and says how the program is to end. The next ends it at once.
    pub(crate) async fn first(mut self) -> Exit {
        let exit = self.next().await;
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
        // If nobody can watch for it, it ends the program as it always does.
        match tokio::signal::ctrl_c().await {
            Ok(()) => Exit::Interrupted,
            Err(_) => std::future::pending().await,
        }
    }
}

/// Makes an ordinary error of a file that grows beyond what the system allows, standard output
/// included.
pub(crate) fn survive_limits_of_files() {
    #[cfg(unix)]
    // Without it the program ends on the signal, which is no reason not to begin.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
