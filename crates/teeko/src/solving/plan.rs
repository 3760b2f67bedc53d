//! A plan: which rule sets are solved together, how, and what that takes.

use std::path::PathBuf;
use std::time::Duration;

use teeko_rules::work::{Progress, Stopped};
use teeko_rules::{NamedRules, PIECES};
use teeko_solve::Solution;

use super::group::{Group, Member, Method};
use super::solved::{Solved, SolvedValues};
use super::stage::{SolvingObserver, SolvingStep};
use super::work::{GroupWork, table_bytes};
use crate::error::Error;
use crate::system::check_memory;

/// Below this much memory, in bytes, memory holds all values for reports. That is faster on 4 x 4;
/// on 5 x 5 counting takes 0.7 of the processor time.
const LITTLE_TO_REPORT: u64 = 32 << 20;

/// Rule sets to solve, in groups with the same slide phase.
///
/// ```
/// use teeko::work::to_the_end;
/// use teeko::variant;
/// use teeko::solving::Plan;
///
/// let rules = [variant("44-ssss+4x4")?, variant("44-pppp+4x4")?];
/// let games = Plan::new(&rules).games(&|step| to_the_end(step))?;
/// assert_eq!(games[1].name(), "44-pppp+4x4");
/// # Ok::<(), teeko::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) groups: Vec<Group>,
    pub(super) writes: bool,
    /// Groups whose solutions take at least this much memory, in bytes, are counted.
    pub(super) counted_from: u64,
}

/// The memory, disk space and time to solve a group of rule sets with the same slide phase.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// The name of the group: `44-ssss and 7 more`.
    pub what: String,
    /// The memory needed, in bytes.
    pub memory: u64,
    /// The size of the tables in bytes, if tables are written.
    pub disk: Option<u64>,
    /// The time needed, roughly.
    pub time: Duration,
    /// The folder in which half-steps are saved during the work, and an upper bound on their bytes;
    /// `None` if none are saved.
    pub journal: Option<(PathBuf, u64)>,
    /// Whether tables are gathered from the half-steps, which are then always saved.
    pub gathers: bool,
}

impl Plan {
    /// Creates a plan for the [reports](Solved::report) of [`Plan::results`] alone. From 5 x 5 on
    /// positions of seven and eight pieces are counted and their values forgotten, which is faster
    /// and takes less memory: a third on large boards.
    pub fn for_reports(rules: &[NamedRules]) -> Self {
        Self {
            counted_from: LITTLE_TO_REPORT,
            ..Self::new(rules)
        }
    }

    /// Creates a plan for games that are asked for a position with this number of pieces, and for
    /// what follows it. If all pieces are on the board, [`Plan::games`] returns games that know no
    /// position of the drop phase, which takes a quarter of the time.
    pub fn from_layer(rules: &[NamedRules], layer: usize) -> Self {
        let mut plan = Self::new(rules);
        for group in &mut plan.groups {
            group.has_drops = layer < 2 * PIECES;
        }
        plan
    }

    /// Creates a plan for some rule sets. Groups are in the order of their first rule sets.
    pub fn new(rules: &[NamedRules]) -> Self {
        let mut plan = Self {
            groups: Vec::new(),
            writes: false,
            counted_from: u64::MAX,
        };
        for (place, named) in rules.iter().enumerate() {
            let named = named.clone();
            plan.add(Member { place, named });
        }
        plan
    }

    /// Adds a rule set to the group with its slide phase.
    fn add(&mut self, member: Member) {
        for group in &mut self.groups {
            if group.first().rules().same_slide_phase(member.named.rules()) {
                group.members.push(member);
                return;
            }
        }
        self.groups.push(Group::new(member));
    }

    /// Estimates what each group takes with `threads` threads. Tables take disk space and time.
    pub fn estimates(&self, threads: usize) -> Vec<Estimate> {
        self.groups
            .iter()
            .map(|group| self.estimate(group, threads))
            .collect()
    }

    fn estimate(&self, group: &Group, threads: usize) -> Estimate {
        let (method, memory) = group.method(self.counted_from);
        let work = GroupWork::expected(group, method, self.writes);
        let disk = if self.writes {
            Some(table_bytes(group))
        } else {
            None
        };
        Estimate {
            what: group.name(),
            memory,
            disk,
            time: Duration::from_nanos(work.total() / threads.max(1) as u64),
            journal: group.journal_place(),
            gathers: self.writes && method != Method::Solving,
        }
    }

    /// Checks that there is enough free memory: for each group on its own, or for all together if
    /// the caller keeps their solutions (`kept`).
    ///
    /// # Errors
    /// Returns an error if there is not.
    pub fn check_memory(&self, kept: bool) -> Result<(), Error> {
        let estimates = self.estimates(1);
        if kept {
            let names: Vec<&str> = estimates.iter().map(|group| &*group.what).collect();
            let bytes = estimates.iter().map(|group| group.memory).sum();
            return check_memory(&names.join(", "), bytes);
        }
        for group in &estimates {
            check_memory(&group.what, group.memory)?;
        }
        Ok(())
    }

    /// Solves the rule sets and passes each solution to `each`, with the time that it took to solve
    /// all rule sets with its slide phase. A solution is freed when its group is done, unless
    /// `each` keeps a clone. Returns the results of `each` in the order of the rule sets.
    ///
    /// # Errors
    /// Returns [`Stopped`] if `observe` stops the work, or the first error of `each`.
    pub fn solve<T, E: From<Stopped>>(
        &self,
        observe: SolvingObserver<'_>,
        mut each: impl FnMut(&NamedRules, &Solution, Duration) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        let in_memory = Self {
            counted_from: u64::MAX,
            ..self.clone()
        };
        in_memory.results(observe, |solved| match solved.values {
            SolvedValues::Solution(solution) => each(solved.named, solution, solved.time),
            SolvedValues::Counted(_) => unreachable!("values that are not in memory"),
        })
    }

    /// Solves the rule sets and passes each to `each`, which reports on it or writes its tables.
    /// Returns the results of `each` in the order of the rule sets.
    ///
    /// # Errors
    /// Returns [`Stopped`] if `observe` stops the work, or the first error of `each`.
    pub fn results<T, E: From<Stopped>>(
        &self,
        observe: SolvingObserver<'_>,
        mut each: impl FnMut(Solved<'_>) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        let work: Vec<GroupWork> = self.groups.iter().map(|group| self.work(group)).collect();
        let total = work.iter().map(GroupWork::total).sum();
        let mut before = 0;
        let mut results = Vec::new();
        results.resize_with(self.rule_sets(), || None);
        for (number, (group, work)) in self.groups.iter().zip(&work).enumerate() {
            let name = group.name();
            let tell = |stage| {
                let done = before + work.done(stage);
                observe(SolvingStep {
                    group: number,
                    name: &name,
                    stage,
                    progress: Progress { done, total },
                })
            };
            group.solve(self.method(group), &tell, |place, solved| {
                results[place] = Some(each(solved)?);
                Ok::<_, E>(())
            })?;
            before += work.total();
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// Returns the number of rule sets.
    fn rule_sets(&self) -> usize {
        self.groups.iter().map(|group| group.members.len()).sum()
    }

    /// Returns how a group is solved. Tables need all values, if not in memory then in half-steps.
    fn method(&self, group: &Group) -> Method {
        if self.writes && group.journal.is_none() {
            return Method::Solving;
        }
        let (method, _) = group.method(self.counted_from);
        method
    }

    /// Returns the work on a group.
    fn work(&self, group: &Group) -> GroupWork {
        GroupWork::expected(group, self.method(group), self.writes)
    }
}
