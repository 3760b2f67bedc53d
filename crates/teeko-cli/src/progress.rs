//! Progress on standard error while solving and verifying.

use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use teeko_analysis::full_verification::Progress as VerificationProgress;
use teeko_solve::Progress as SlideProgress;

/// How often the elapsed time moves on when nothing else does.
const TICK: Duration = Duration::from_millis(200);

/// Less than this left is not worth saying.
const SOME_SECONDS: Duration = Duration::from_secs(3);

/// One line on standard error, if that is a terminal, that says how far solving has come.
pub(crate) struct Progress {
    line: ProgressBar,
}

impl Progress {
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

    /// Shows which slide phase is being solved, with all its drop phases.
    pub(crate) fn solving(&self, name: &str) {
        self.line.set_message(name.to_owned());
    }

    /// Moves the bar on by so many rule sets.
    pub(crate) fn solved(&self, count: usize) {
        self.line.inc(count as u64);
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

    /// Shows how far a slide phase has come.
    pub(crate) fn slide_phase(&self, name: &str, progress: SlideProgress) {
        if !self.line.is_hidden() {
            let SlideProgress { ply, decided, positions } = progress;
            let percent = 100 * decided / positions.max(1);
            let positions = HumanCount(positions);
            self.line.set_message(format!("{name}: ply {ply}, {percent} % of {positions} decided"));
        }
    }

    /// Shows that a drop phase has begun.
    pub(crate) fn drop_phase(&self, name: &str) {
        if !self.line.is_hidden() {
            self.line.set_message(format!("{name}: drop phase"));
        }
    }

    /// Shows that all is solved, and what is found is being written or looked at.
    pub(crate) fn results(&self, name: &str) {
        if !self.line.is_hidden() {
            self.line.set_message(format!("{name}: results"));
        }
    }

    /// Shows how far the verification of a file has come.
    pub(crate) fn verification(&self, name: &str, progress: VerificationProgress) {
        if !self.line.is_hidden() {
            let VerificationProgress { done, total } = progress;
            let percent = 100 * done / total.max(1);
            self.line.set_message(format!("{name}: {percent} % of {} positions", HumanCount(total)));
        }
    }

    /// Shows how far an export has come.
    pub(crate) fn export(&self, name: &str, done: u64, total: u64) {
        if !self.line.is_hidden() {
            self.line.set_message(format!("{name}: {} % exported", 100 * done / total.max(1)));
        }
    }

    /// Takes the line off the terminal.
    pub(crate) fn clear(&self) {
        self.line.finish_and_clear();
    }
}
