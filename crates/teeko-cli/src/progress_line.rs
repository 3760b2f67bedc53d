//! Progress on standard error during long-running work.

use std::fmt::Write;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use teeko::work::Progress;
use teeko::{AtlasStep, SolvingStep, Stage};

use crate::forecast::Forecast;
use crate::output;

/// Work shorter than this shows no progress line.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// How often the times are updated when nothing else changes.
const TICK: Duration = Duration::from_millis(200);

/// The number of steps of the bar, enough for any width.
const STEPS: u64 = 1000;

/// Until the work is done, the time left is at least the time taken so far divided by this.
const BELIEVED: u32 = 10;

/// The share of the work after which its speed predicts the time left.
const TELLING: f64 = 0.01;

/// A progress bar on standard error, if that is a terminal, with the share done and the time left:
///
/// ```text
/// 12s ███████░░░░░░░░░  45 % 15 seconds left  44-ssss: positions counted
/// ```
///
/// It appears after one second and disappears when the work is [`done`](ProgressLine::done). After
/// an error, the progress made until then stays on the screen.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// Whether to show the bar: not if quiet or if standard error is no terminal.
    wanted: bool,
    shown: AtomicBool,
    times: Arc<Mutex<Times>>,
}

struct Times {
    /// When the work began.
    start: Instant,
    /// When the work should end according to the estimate made beforehand.
    expected: Option<Instant>,
    /// When the work should end according to its progress.
    end: Option<Instant>,
    /// The forecast for the slide phase being solved, the time when it began, and the time expected
    /// for the work after it.
    slides: Option<(Forecast, Instant, Duration)>,
    /// When the table file being written was begun, and the values written so far.
    writing: Option<(Instant, u64)>,
}

impl Times {
    fn now() -> Self {
        Self { start: Instant::now(), expected: None, end: None, slides: None, writing: None }
    }
}

impl ProgressLine {
    /// Returns a progress line, hidden at first.
    pub(crate) fn new() -> Self {
        let times = Arc::new(Mutex::new(Times::now()));
        let time_left = {
            let times = Arc::clone(&times);
            move |_: &ProgressState, text: &mut dyn Write| {
                let end = times.lock().unwrap_or_else(PoisonError::into_inner).end;
                // Nothing can be done if the line cannot be drawn.
                let _ = match end.map(|end| end.saturating_duration_since(Instant::now())) {
                    None => Ok(()),
                    Some(left) if left.as_secs() == 0 => text.write_str(" a moment left"),
                    Some(left) => write!(text, " {} left", HumanDuration(left)),
                };
            }
        };
        let style =
            ProgressStyle::with_template("{elapsed:>4} {bar:16} {percent:>3} %{left}  {wide_msg}");
        let style = style.expect("a valid template").with_key("left", time_left);
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden())
            .with_style(style);
        let wanted = !output::is_quiet() && std::io::stderr().is_terminal();
        Self { bar, wanted, shown: AtomicBool::new(false), times }
    }

    /// Shows the progress of an atlas.
    pub(crate) fn atlas(&self, step: AtlasStep<'_>) -> ControlFlow<()> {
        match step {
            AtlasStep::Slides(name, _) => self.show(|| name.to_owned()),
            AtlasStep::Done(Progress { done, total }) => {
                self.advance(Progress { done, total }, || format!("{done} of {total} rule sets"));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Sets the time that all the work is expected to take from now on, and that of the slide
    /// phase, if it is known separately.
    pub(crate) fn expect(&self, all: Duration, slides: Option<Duration>) {
        let (now, mut times) = (Instant::now(), self.times());
        times.expected = Some(now + all);
        times.slides = slides.map(|slides| (Forecast::default(), now, all.saturating_sub(slides)));
    }

    /// Shows the progress of solving, by the [expected](ProgressLine::expect) time until a better
    /// forecast is available.
    pub(crate) fn solving(&self, step: SolvingStep<'_>) -> ControlFlow<()> {
        let mut times = self.times();
        let now = Instant::now();
        let mut told = None;
        if let Some((forecast, begun, others)) = &mut times.slides {
            match step.stage {
                Stage::GoesOn { half_steps, .. } => *forecast = Forecast::after(half_steps),
                Stage::Slides(progress) => {
                    told = forecast.left(progress, now - *begun).map(|left| left + *others);
                }
                _ => {}
            }
        }
        if let Stage::Writing(progress) = step.stage {
            let begun = times.writing.filter(|(_, done)| *done <= progress.done);
            let (begun, _) = begun.unwrap_or((now, 0));
            times.writing = Some((begun, progress.done));
            let done = progress.done as f64 / progress.total.max(1) as f64;
            // The slide file is written first and takes longest.
            told = (done >= TELLING).then(|| (now - begun).mul_f64((1.0 - done) / done));
        }
        if let Some(left) = told {
            times.expected = Some(now + left);
        }
        if let Some(expected) = times.expected {
            let elapsed = times.start.elapsed();
            // An estimate that proves too low is corrected.
            let least = if told.is_some() { Duration::ZERO } else { elapsed / BELIEVED };
            let left = expected.saturating_duration_since(now).max(least);
            times.end = Some(now + left);
            drop(times);
            self.reach(
                elapsed.as_secs_f64() / (elapsed + left).as_secs_f64().max(f64::MIN_POSITIVE),
            );
        }
        let name = step.name;
        self.show(|| match step.stage {
            Stage::Slides(progress) => format!("{name}: ply {}", progress.ply),
            Stage::Drops(_) => format!("{name}: drop phase"),
            Stage::Results => format!("{name}: results"),
            Stage::Writing(_) => format!("{name}: tables"),
            _ => name.to_owned(),
        });
        ControlFlow::Continue(())
    }

    /// Shows the progress of some work: `44-ssss: positions counted`. Never stops the work.
    pub(crate) fn share(&self, name: &str, what: &str, progress: Progress) -> ControlFlow<()> {
        self.advance(progress, || format!("{name}: {what}"));
        ControlFlow::Continue(())
    }

    /// Prints a note above the line.
    pub(crate) fn note(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }

    /// Removes the line, since the work is done.
    pub(crate) fn done(self) {
        self.bar.finish_and_clear();
    }

    /// Shows the progress of work and forecasts its end from it.
    fn advance(&self, progress: Progress, message: impl FnOnce() -> String) {
        let share = progress.done as f64 / progress.total.max(1) as f64;
        let now = Instant::now();
        if progress.done == 0 {
            // The first step of this work, which may follow other work.
            *self.times() = Times::now();
            self.bar.set_position(0);
        } else if share >= TELLING {
            let mut times = self.times();
            let left = times.start.elapsed().as_secs_f64() * (1.0 - share) / share;
            times.end = Some(now + Duration::from_secs_f64(left.max(0.0)));
        }
        self.reach(share);
        self.show(message);
    }

    /// Moves the bar forward, never back: threads may report out of order.
    fn reach(&self, share: f64) {
        // The bar is full only when everything is done.
        let position = ((STEPS as f64 * share) as u64).min(STEPS - STEPS / 100);
        if position > self.bar.position() {
            self.bar.set_position(position);
        }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, message: impl FnOnce() -> String) {
        if !self.wanted || self.bar.elapsed() < SHOWN_AFTER {
            return;
        }
        self.bar.set_message(message());
        if !self.shown.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            tick(&self.bar);
        }
    }
}

/// Updates the times of a bar until it is finished. If the system refuses the thread, they change
/// with the progress alone; indicatif itself would panic.
fn tick(bar: &ProgressBar) {
    let bar = bar.downgrade();
    let tick = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(TICK);
        }
    };
    let _ = thread::Builder::new().name("progress".to_owned()).spawn(tick);
}

impl Drop for ProgressLine {
    /// Leaves unfinished work at the progress it made.
    fn drop(&mut self) {
        if self.shown.load(Ordering::Relaxed) && !self.bar.is_finished() {
            self.bar.abandon();
            output::print_message("\n");
        }
    }
}
