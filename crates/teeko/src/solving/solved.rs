//! A rule set that has been solved.

use std::time::Duration;

use teeko_rules::NamedRules;
use teeko_rules::work::Observer;
use teeko_solve::{CountedSolution, Journal, Solution};

use super::stage::Stage;
use crate::report::Report;

/// A rule set that a plan has solved.
pub struct Solved<'a> {
    pub(super) named: &'a NamedRules,
    pub(super) values: SolvedValues<'a>,
    pub(super) journal: Option<&'a dyn Journal>,
    pub(super) time: Duration,
    pub(super) tell: Observer<'a, Stage>,
}

/// Where the values of a solved rule set are.
#[derive(Clone, Copy)]
pub(super) enum SolvedValues<'a> {
    Solution(&'a Solution),
    /// The values of the slide phase are in the half-steps, if these are saved; all others are in
    /// memory.
    Counted(&'a CountedSolution),
}

impl Solved<'_> {
    /// Returns the report on the rule set, without files.
    pub fn report(&self) -> Report {
        match self.values {
            SolvedValues::Solution(solution) => {
                Report::of_solution(self.named, solution, self.time)
            }
            SolvedValues::Counted(counted) => {
                let census = counted.census();
                Report::new(self.named, counted, census, Vec::new(), self.time)
                    .expect("the values of all first drops")
            }
        }
    }
}
