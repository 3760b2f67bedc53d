//! For programs that solve many rule sets: a [`Plan`] solves each slide phase once.
//!
//! A plan estimates memory, disk space and time beforehand, and reports its progress. With a
//! `TableFolder` of [`files`](crate::files) it writes tables.
//!
//! ```
//! use std::ops::ControlFlow;
//! use teeko::answers::Report;
//! use teeko::solving::{Plan, SolvingStep};
//! use teeko::{Error, variant};
//!
//! let plan = Plan::new(&[variant("58-ssss+4x4")?, variant("58-pppp+4x4")?]);
//! let show = |step: SolvingStep<'_>| {
//!     eprintln!("{}: {:?}", step.name, step.stage);
//!     ControlFlow::Continue(())
//! };
//! let reports = plan.solve(&show, |named, solution, time| {
//!     Ok::<_, Error>(Report::of_solution(named, solution, time))
//! })?;
//! assert_eq!(reports.len(), 2);
//! # Ok::<(), Error>(())
//! ```

mod games;
mod group;
#[cfg(feature = "file")]
mod half_steps;
#[cfg_attr(not(feature = "file"), path = "solving/no_journal.rs")]
mod journal;
mod plan;
#[cfg_attr(
    not(feature = "file"),
    allow(dead_code, reason = "no tables are written")
)]
mod solved;
mod stage;
#[cfg(feature = "file")]
mod tables;
mod work;

#[cfg(feature = "file")]
pub use self::half_steps::check_disk;
#[cfg(feature = "file")]
pub(crate) use self::journal::FOLDER_ENDING;
pub use self::plan::{Estimate, Plan};
pub use self::solved::Solved;
pub use self::stage::{NamedObserver, SolvingObserver, SolvingStep, Stage};
