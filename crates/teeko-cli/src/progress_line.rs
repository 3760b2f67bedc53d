//! Progress on standard error during long-running work.

use std::fmt::Write;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use teeko::solving::NamedObserver;
use teeko::work::{Observer, Progress};

use crate::{interrupt, output, threads};

/// Work shorter than this shows no progress line.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// How often the times are updated when nothing else changes.
const TICK: Duration = Duration::from_millis(200);

/// The bar on the screen, if there is one.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A progress bar on standard error, if that is a terminal, with the share done and the time left:
///
/// ```text
/// 12s ███████░░░░░░░░░  45 % 15s left  44-ssss: positions counted
/// ```
///
/// It appears after one second and disappears when the work ends.
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Returns a progress line, hidden at first. It stays hidden if standard error is no terminal,
    /// and with --quiet.
    pub(crate) fn new() -> Self {
        let template = "{elapsed:>4} {bar:16} {percent:>3} %{left}  {wide_msg}";
        let style = ProgressStyle::with_template(template)
            .expect("a valid template")
            .with_key("left", write_time_left);
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        Self(bar.with_style(style))
    }

    /// Shows the progress of some work, named and labelled: `44-ssss: positions counted`. Never
    /// stops the work.
    pub(crate) fn show_progress(
        &self,
        name: &str,
        label: &str,
        progress: Progress,
    ) -> ControlFlow<()> {
        let bar = &self.0;
        bar.set_length(progress.total);
        // Threads may report out of order.
        bar.set_position(progress.done.max(bar.position()));
        if bar.elapsed() >= SHOWN_AFTER {
            bar.set_message(format!("{name}: {label}"));
            let mut shown = shown_bar();
            if shown.is_none() {
                show(bar);
                *shown = Some(bar.clone());
            }
        }
        ControlFlow::Continue(())
    }

    /// Prints a note above the line.
    pub(crate) fn note(&self, text: &str) {
        self.0.suspend(|| output::note(text));
    }
}

/// Does some work with a progress line: `44-ssss: positions counted`.
pub(crate) fn with_line<T: Send>(
    name: &str,
    label: &str,
    work: impl FnOnce(Observer<'_>) -> T + Send,
) -> T {
    with_lines(label, |show| work(&|progress| show(name, progress)))
}

/// Does some work that has several parts, with a progress line that names the part: `44+4x4.slide:
/// checked`.
pub(crate) fn with_lines<T: Send>(
    label: &str,
    work: impl FnOnce(NamedObserver<'_>) -> T + Send,
) -> T {
    let line = ProgressLine::new();
    threads::run(|| work(&|name, progress| line.show_progress(name, label, progress)))
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        remove(&mut shown_bar());
    }
}

/// Writes the time left. Without progress there is no speed that tells. If the line cannot be
/// drawn, nothing can be done.
fn write_time_left(state: &ProgressState, text: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(text, " {:#} left", HumanDuration(state.eta()));
    }
}

/// Shows a bar on standard error if that is a terminal, until it is removed.
fn show(bar: &ProgressBar) {
    if !output::is_quiet() && std::io::stderr().is_terminal() {
        // Without a watch, an interruption leaves the line.
        let _ = interrupt::watch_line(remove_for_ever);
        bar.set_draw_target(ProgressDrawTarget::stderr());
        tick(bar);
    }
}

fn shown_bar() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(shown: &mut Option<ProgressBar>) {
    if let Some(bar) = shown.take() {
        bar.finish_and_clear();
    }
}

/// Removes the line before the program ends, while other threads are at work. They wait once they
/// report progress.
fn remove_for_ever() {
    let mut shown = shown_bar();
    remove(&mut shown);
    std::mem::forget(shown);
}

/// Updates the times of a bar until it is finished. If the system refuses the thread, they change
/// with the progress alone; indicatif itself would panic.
fn tick(bar: &ProgressBar) {
    let bar = bar.downgrade();
    let thread = thread::Builder::new().name("progress".to_owned());
    let _ = thread.spawn(move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(TICK);
        }
    });
}
