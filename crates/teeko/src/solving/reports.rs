//! Solving by counting, and solving rule sets for their reports alone.

use std::time::Duration;

use teeko_analysis::Summary;
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{NamedRules, Scoring};
use teeko_solve::{CountedSolution, InstructionSet, memory_needed, memory_to_count, solve_counted};

use super::{Group, Plan, SolvingObserver, Stage};
use crate::stopwatch::Stopwatch;
use crate::{Report, available_memory};

/// Below this much memory, in bytes, memory holds all values, which is faster and needs no disk.
pub(super) const LITTLE: u64 = 256 << 20;

/// How a group is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// With all values in memory.
    Solving,
    /// By counting the positions of seven and eight pieces, with or without a plane of undecided
    /// positions.
    Counting { keep_undecided: bool },
}

impl Group {
    /// Returns how the group is solved, and the memory that it takes in bytes: by counting if its
    /// solutions take at least `counted_from` bytes. The plane of undecided positions is kept if
    /// everything takes at most half of the available memory.
    pub(super) fn method(&self, counted_from: u64) -> (Method, u64) {
        let rules = self.rules();
        let solving = memory_needed(&rules[0]);
        if rules[0].scoring() != Scoring::Goals || solving < counted_from {
            return (Method::Solving, solving);
        }
        let available = available_memory();
        let with = memory_to_count(&rules, true);
        if available.is_some_and(|available| with > available / 2) {
            (Method::Counting { keep_undecided: false }, memory_to_count(&rules, false))
        } else {
            (Method::Counting { keep_undecided: true }, with)
        }
    }

    /// Solves the group by counting, and passes each rule set, with its place in the request and
    /// the time that solving took, to `each`. Then deletes the saved half-steps.
    pub(super) fn count<E: From<Stopped>>(
        &self,
        keep_undecided: bool,
        watch: &Stopwatch,
        tell: Observer<'_, Stage>,
        mut each: impl FnMut(usize, &NamedRules, &CountedSolution, Duration) -> Result<(), E>,
    ) -> Result<(), E> {
        let (rules, best) = (self.rules(), InstructionSet::best());
        let counted = self.with_slides(tell, |tell| {
            solve_counted(&rules, best, keep_undecided, self.journal(), tell)
        })?;
        let time = watch.elapsed();
        if tell(Stage::Results).is_break() {
            return Err(Stopped.into());
        }
        for ((place, named), counted) in self.members.iter().zip(&counted) {
            each(*place, named, counted, time)?;
        }
        self.forget_half_steps();
        Ok(())
    }
}

impl Plan {
    /// Solves the rule sets for their reports alone. On large boards this takes a third of the
    /// memory of [`Plan::solve`]: positions of seven and eight pieces are counted and their values
    /// forgotten. Games for points are solved as by [`Plan::solve`].
    ///
    /// Uses the current rayon thread pool. Calls `observe` from any of its threads.
    ///
    /// # Errors
    /// Returns [`Stopped`] if `observe` stops the work.
    ///
    /// # Panics
    /// Never panics: a solved rule set has all first drops.
    pub fn report(&self, observe: SolvingObserver<'_>) -> Result<Vec<Report>, Stopped> {
        self.each_group(observe, |group, watch, tell, reports| {
            let (Method::Counting { keep_undecided }, _) = group.method(self.counted_from) else {
                return group.solve::<Stopped>(watch, tell, |place, named, solved, time| {
                    reports.push((place, Report::of_solution(named, solved, time)));
                    Ok(())
                });
            };
            group.count(keep_undecided, watch, tell, |place, named, counted, time| {
                let summary = Summary::new(counted, counted.census().clone());
                let summary = summary.expect("the values of all first drops");
                reports.push((place, Report::new(named, summary, time, None)));
                Ok(())
            })
        })
    }
}
