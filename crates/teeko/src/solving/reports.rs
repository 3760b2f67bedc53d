//! Solving by counting, and solving rule sets for their reports alone.

use teeko_rules::Scoring;
use teeko_solve::{memory_needed, memory_to_count};

use super::{Group, Solved, Values};
use crate::{Report, ReportFiles, available_memory};

/// Below this much memory, in bytes, memory holds all values, which is faster and needs no disk.
pub(super) const LITTLE: u64 = 256 << 20;

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
}

impl Solved<'_> {
    /// Returns the report on the rule set, without files.
    pub fn report(&self) -> Report {
        let (named, time) = (self.named, self.time);
        match self.values {
            Values::Solution(solution) => Report::of_solution(named, solution, time),
            Values::Counted(counted) => {
                let (census, files) = (counted.census(), ReportFiles::default());
                let report = Report::new(named, counted, census, Vec::new(), time, files);
                report.expect("the values of all first drops")
            }
        }
    }
}
