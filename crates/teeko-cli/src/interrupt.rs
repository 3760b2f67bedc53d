//! Ctrl-C and its like, so that an interrupted program leaves no temporary files.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use thiserror::Error;

use crate::exit::Exit;

/// The user has interrupted the program.
#[derive(Debug, Error)]
#[error("interrupted; nothing half-written is left")]
pub(crate) struct Interrupted;

/// What becomes of Ctrl-C. As long as nothing is being written it ends the program at once, with exit code 130. While files
/// are, it asks the writer to stop and clean up; a second one does not wait for that.
#[derive(Clone, Debug)]
pub(crate) struct Interrupts {
    end_at_once: Arc<AtomicBool>,
    requested: Arc<AtomicBool>,
}

impl Interrupts {
    /// Takes over what happens on Ctrl-C from here on. A file that grows beyond what the system allows becomes an ordinary error.
    ///
    /// There is one of these in the program, however often it is asked for: a second would end the program while the first
    /// holds it.
    pub(crate) fn handle() -> io::Result<Self> {
        static THE_ONE: Mutex<Option<Interrupts>> = Mutex::new(None);
        let mut the_one = THE_ONE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(this) = &*the_one {
            return Ok(this.clone());
        }
        let this = Self { end_at_once: Arc::new(AtomicBool::new(true)), requested: Arc::default() };
        // Actions run in the order in which they are registered, so the first Ctrl-C finds the flag as it was set here.
        flag::register_conditional_shutdown(SIGINT, Exit::Interrupted as i32, Arc::clone(&this.end_at_once))?;
        flag::register(SIGINT, Arc::clone(&this.requested))?;
        flag::register(SIGINT, Arc::clone(&this.end_at_once))?;
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        *the_one = Some(this.clone());
        Ok(this)
    }

    /// Whether a writer is to stop.
    pub(crate) fn requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Does work that writes files.
    ///
    /// # Errors
    /// [`Interrupted`] if there was a Ctrl-C in the meantime, whatever became of the work.
    pub(crate) fn hold<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        self.end_at_once.store(false, Ordering::Relaxed);
        let result = work();
        self.end_at_once.store(true, Ordering::Relaxed);
        if self.requested() { Err(Interrupted) } else { Ok(result) }
    }
}
