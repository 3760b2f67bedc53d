//! Stands in for saving half-steps where there are no files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use teeko_rules::Rules;
use teeko_rules::work::Observer;
use teeko_solve::{Journal, SlideProgress};

use super::Stage;

/// Saves nothing.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Keeping(());

#[expect(clippy::unused_self, reason = "as where half-steps are kept")]
impl Keeping {
    pub(super) fn journal(self) -> Option<&'static dyn Journal> {
        None
    }

    pub(super) fn begin(self, _tell: Observer<'_, Stage>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    pub(super) fn tell(
        self,
        progress: SlideProgress,
        tell: Observer<'_, Stage>,
    ) -> ControlFlow<()> {
        tell(Stage::Slides(progress))
    }

    pub(super) fn is_sound(self) -> bool {
        true
    }

    pub(super) fn place(self) -> Option<(PathBuf, u64)> {
        None
    }

    pub(super) fn time(self, _rules: &Rules, _threads: usize) -> Duration {
        Duration::ZERO
    }

    pub(super) fn end(self) {}
}

/// Returns no space and no time, since no tables are written.
pub(super) fn estimated_size_and_time(_rules: &Rules, _rule_sets: usize) -> (u64, u64) {
    (0, 0)
}
