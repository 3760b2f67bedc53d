//! Progress on standard error while something takes long.

use std::fmt::{self, Write};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use teeko::words::count;
use teeko::work::Progress;
use teeko::{AtlasStep, Stage, Step};

use crate::forecast::Forecast;
use crate::output;

/// Work that takes less than this is done before anyone would look.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// How often the times move on when nothing else does.
const TICK: Duration = Duration::from_millis(200);

/// The steps of the bar, enough for any width.
const STEPS: u64 = 1000;

/// The part of the time that work has taken so far which is left at least, as long as it is not
/// done.
const BELIEVED: u32 = 10;

/// The share of the work from which on the time that is left can be told by the time it took.
const TELLING: f64 = 0.01;

/// A bar on standard error, if that is a terminal, that says how far work has come and how long it
/// is going to take:
///
/// ```text
/// 12s ███████░░░░░░░░░  45 % 15 seconds left  44-ssss: positions counted
/// ```
///
/// It comes once the work has taken a second, and what it says last stays: that the work is
/// [`done`](ProgressLine::done), or how far it had come.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// Whether notes are not wanted either.
    quiet: bool,
    /// Whether there is anyone to look at it.
    wanted: bool,
    shown: AtomicBool,
    times: Arc<Mutex<Times>>,
}

struct Times {
    /// When the work began.
    start: Instant,
    /// When it was expected to be done before it began.
    expected: Option<Instant>,
    /// When it will be done, as far as that can be told.
    end: Option<Instant>,
    /// What is known of the slide phase that is being solved, when it began, and what is expected
    /// to come after it.
    slides: Option<(Forecast, Instant, Duration)>,
}

impl Times {
    fn now() -> Self {
        Self { start: Instant::now(), expected: None, end: None, slides: None }
    }
}

impl ProgressLine {
    /// A progress line; `quiet` keeps it and its notes hidden.
    pub(crate) fn new(quiet: bool) -> Self {
        let times = Arc::new(Mutex::new(Times::now()));
        let time_left = {
            let times = Arc::clone(&times);
            move |_: &ProgressState, text: &mut dyn Write| {
                let end = times.lock().unwrap_or_else(PoisonError::into_inner).end;
                // No more can be done about a line that cannot be drawn.
                let _ = end.map_or(Ok(()), |end| {
                    write_left(text, end.saturating_duration_since(Instant::now()))
                });
            }
        };
        let style =
            ProgressStyle::with_template("{elapsed:>4} {bar:16} {percent:>3} %{left}  {wide_msg}");
        let style = style.expect("a valid template").with_key("left", time_left);
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden())
            .with_style(style);
        let wanted = !quiet && std::io::stderr().is_terminal();
        Self { bar, quiet, wanted, shown: AtomicBool::new(false), times }
    }

    /// Shows how far an atlas has come.
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

    /// From now on the work is expected to take this time: a slide phase first, if its time is
    /// known by itself, and then this.
    pub(crate) fn expect(&self, slides: Option<Duration>, others: Duration) {
        let (now, mut times) = (Instant::now(), self.times());
        times.expected = Some(now + slides.unwrap_or_default() + others);
        times.slides = slides.map(|_| (Forecast::default(), now, others));
    }

    /// Shows how far solving has come, by the time that it was [expected](ProgressLine::expect) to
    /// take until it can be told better.
    pub(crate) fn solving(&self, step: Step<'_>) -> ControlFlow<()> {
        let mut times = self.times();
        let now = Instant::now();
        let mut told = None;
        if let Some((forecast, begun, others)) = &mut times.slides {
            match step.stage {
                Stage::GoesOn { half_steps } => *forecast = Forecast::after(half_steps),
                Stage::Slides(progress) => {
                    told = forecast.left(progress, now - *begun).map(|left| left + *others);
                }
                _ => {}
            }
        }
        if let Some(left) = told {
            times.expected = Some(now + left);
        }
        if let Some(expected) = times.expected {
            let elapsed = times.start.elapsed();
            // An expectation that was too low is not believed for long.
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
            _ => name.to_owned(),
        });
        ControlFlow::Continue(())
    }

    /// Shows how far some work on the positions of something has come. Always goes on.
    pub(crate) fn positions(&self, name: &str, progress: Progress) -> ControlFlow<()> {
        self.advance(progress, || format!("{name}: {} positions", count(progress.total)));
        ControlFlow::Continue(())
    }

    /// Shows how far some work has come: `44-ssss: positions counted`. Always goes on.
    pub(crate) fn share(&self, name: &str, what: &str, progress: Progress) -> ControlFlow<()> {
        self.advance(progress, || format!("{name}: {what}"));
        ControlFlow::Continue(())
    }

    /// Prints a note above the line.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.bar.suspend(|| output::print_note(text));
        }
    }

    /// All is done.
    pub(crate) fn done(self) {
        if self.shown.load(Ordering::Relaxed) {
            self.times().end = None;
            self.bar.finish();
            output::print_note("\n");
        }
    }

    /// Shows how far work has come, and tells by that when it will be done.
    fn advance(&self, progress: Progress, message: impl FnOnce() -> String) {
        let share = progress.done as f64 / progress.total.max(1) as f64;
        let now = Instant::now();
        if progress.done == 0 {
            // The first or the next of several works.
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

    /// Moves the bar on, never back: threads may tell in another order than they work.
    fn reach(&self, share: f64) {
        // Full it is only once all is done.
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
            self.bar.enable_steady_tick(TICK);
        }
    }
}

impl Drop for ProgressLine {
    /// What was not done stays at what it had come to.
    fn drop(&mut self) {
        if self.shown.load(Ordering::Relaxed) && !self.bar.is_finished() {
            self.bar.abandon();
            output::print_note("\n");
        }
    }
}

/// How long it is going to take: ` 15 seconds left`.
fn write_left(text: &mut dyn Write, left: Duration) -> fmt::Result {
    if left < Duration::from_secs(1) {
        text.write_str(" a moment left")
    } else {
        write!(text, " {} left", HumanDuration(left))
    }
}
