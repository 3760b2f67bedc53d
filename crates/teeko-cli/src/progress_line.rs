//! Progress on standard error while something takes long.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use teeko::solve::SlideProgress;
use teeko::words::count;
use teeko::work::Progress;
use teeko::{AtlasStep, Stage, Step};

/// How often the elapsed time moves on when nothing else does.
const TICK: Duration = Duration::from_millis(200);

/// Less than this left is not worth saying.
const SOME_SECONDS: Duration = Duration::from_secs(3);

/// One line on standard error, if that is a terminal, that says how far work has come. It goes when it is dropped.
pub(crate) struct ProgressLine {
    line: ProgressBar,
}

impl ProgressLine {
    /// A progress line; `quiet` keeps it hidden.
    pub(crate) fn new(quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = ProgressStyle::with_template("{elapsed:>4} {wide_msg}").expect("a valid template");
        let line = ProgressBar::with_draw_target(None, target).with_style(style);
        if !line.is_hidden() {
            line.enable_steady_tick(TICK);
        }
        Self { line }
    }

    /// A bar for so many rule sets; `quiet` keeps it hidden.
    pub(crate) fn of_rule_sets(count: usize, quiet: bool) -> Self {
        let this = Self::new(quiet);
        let style = ProgressStyle::with_template("{elapsed:>4} {bar:24} {pos} of {len} rule sets {wide_msg}");
        this.line.set_style(style.expect("a valid template"));
        this.line.set_length(count as u64);
        this
    }

    /// Shows how far an atlas has come.
    pub(crate) fn atlas(&self, step: AtlasStep<'_>) -> ControlFlow<()> {
        match step {
            AtlasStep::Slides(name, _) => self.show(|| name.to_owned()),
            AtlasStep::Done(Progress { done, .. }) => self.line.set_position(done),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Shows from now on how much is left of a time that the work is expected to take, as long as it is some seconds.
    pub(crate) fn expect(&self, time: Duration) {
        let end = Instant::now() + time;
        let left = move |_: &ProgressState, text: &mut dyn fmt::Write| {
            let left = end.saturating_duration_since(Instant::now());
            if left >= SOME_SECONDS {
                // No more can be done about a line that cannot be drawn.
                let _ = write!(text, " (some {} left)", HumanDuration(left));
            }
        };
        let style = ProgressStyle::with_template("{elapsed:>4}{left} {wide_msg}").expect("a valid template");
        self.line.set_style(style.with_key("left", left));
    }

    /// Shows how far solving has come.
    pub(crate) fn solving(&self, step: Step<'_>) -> ControlFlow<()> {
        let name = step.name;
        self.show(|| match step.stage {
            Stage::Slides(SlideProgress { ply, decided, positions }) => {
                let percent = 100 * decided / positions.max(1);
                format!("{name}: ply {ply}, {percent} % of {} decided", count(positions))
            }
            Stage::Drops(_) => format!("{name}: drop phase"),
            _ => format!("{name}: results"),
        });
        ControlFlow::Continue(())
    }

    /// Shows how far some work on the positions of something has come: `44-ssss: 12 % of 75,710,250 positions`. Always goes on.
    pub(crate) fn positions(&self, name: &str, progress: Progress) -> ControlFlow<()> {
        let Progress { done, total } = progress;
        self.show(|| format!("{name}: {} % of {} positions", 100 * done / total.max(1), count(total)));
        ControlFlow::Continue(())
    }

    /// Shows how far some work has come: `44-ssss: 12 % exported`. Always goes on.
    pub(crate) fn share(&self, name: &str, what: &str, progress: Progress) -> ControlFlow<()> {
        self.show(|| format!("{name}: {} % {what}", 100 * progress.done / progress.total.max(1)));
        ControlFlow::Continue(())
    }

    fn show(&self, message: impl FnOnce() -> String) {
        if !self.line.is_hidden() {
            self.line.set_message(message());
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
