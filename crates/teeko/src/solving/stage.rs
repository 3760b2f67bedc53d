//! The progress of solving, and its observers.

use std::ops::ControlFlow;

use teeko_rules::work::Progress;
use teeko_solve::SlideProgress;

/// The progress of solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvingStep<'a> {
    /// The number of the group of rule sets with one slide phase, as in [`Plan::estimates`](super::Plan::estimates).
    pub group: usize,
    /// The name of the group.
    pub name: &'a str,
    /// The current stage.
    pub stage: Stage,
    /// The work done, of that of all groups in all stages: the processor time in nanoseconds that
    /// it was estimated to take. It never goes back.
    pub progress: Progress,
}

/// A stage of the work on a group of rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// An interrupted run has left half-steps of the slide phase, from which this run resumes.
    GoesOn {
        /// The number of half-steps found.
        half_steps: u32,
        /// The seed of the sample of them that is computed again.
        seed: u64,
    },
    /// A saved half-step is damaged and is computed again.
    DoneAgain {
        /// The number of the half-step, from 1.
        half_step: u32,
    },
    /// The slide phase is being solved.
    Slides(SlideProgress),
    /// The drop phases are being solved; the progress counts layers of the group.
    Drops(Progress),
    /// A rule set is solved, and its results are being counted or written.
    Results,
    /// The table files of a rule set are being written; the progress counts their values.
    Writing(Progress),
}

/// A callback that receives the name of the current part of some work and the progress of all of
/// it, and returns whether to continue.
pub type NamedObserver<'a> = &'a (dyn Fn(&str, Progress) -> ControlFlow<()> + Sync + 'a);

/// A callback that receives how far solving has come and returns whether to continue.
pub type SolvingObserver<'a> = &'a (dyn Fn(SolvingStep<'_>) -> ControlFlow<()> + Sync + 'a);
