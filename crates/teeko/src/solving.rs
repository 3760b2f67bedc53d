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

#[cfg(feature = "file")]
mod journal;
#[cfg(feature = "file")]
mod tables;
mod work;

#[cfg(not(feature = "file"))]
use std::convert::Infallible as FileJournal;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{NamedRules, PIECES, Rules, Scoring};
use teeko_solve::{
    CountedSolution, InstructionSet, Journal, SlideProgress, Solution, SolvedSlides, memory_needed,
    memory_to_count, solve_counted,
};

use self::work::GroupWork;
use crate::error::Error;
use crate::game::{Game, variant};
use crate::report::Report;
use crate::stopwatch::Stopwatch;
use crate::system::{available_memory, check_memory};

#[cfg(feature = "file")]
use teeko_table::estimated_size_and_time;

#[cfg(feature = "file")]
pub(crate) use self::journal::FOLDER_ENDING;
#[cfg(feature = "file")]
use self::journal::FileJournal;
#[cfg(feature = "file")]
pub use self::journal::check_disk;

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
    groups: Vec<Group>,
    writes: bool,
    /// Groups whose solutions take at least this much memory, in bytes, are counted.
    counted_from: u64,
}

/// Rule sets with the same slide phase.
#[derive(Clone, Debug)]
struct Group {
    /// The rule sets, each with its place in the request.
    members: Vec<(usize, NamedRules)>,
    /// Saves the half-steps of the slide phase. Where there are no files, nothing does.
    journal: Option<Arc<FileJournal>>,
    has_drops: bool,
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

/// The progress of solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvingStep<'a> {
    /// The number of the group of rule sets with one slide phase, as in [`Plan::estimates`].
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

/// A rule set that a plan has solved.
#[cfg_attr(
    not(feature = "file"),
    allow(dead_code, reason = "no tables are written")
)]
pub struct Solved<'a> {
    named: &'a NamedRules,
    values: SolvedValues<'a>,
    journal: Option<&'a dyn Journal>,
    time: Duration,
    tell: Observer<'a, Stage>,
}

#[derive(Clone, Copy)]
enum SolvedValues<'a> {
    Solution(&'a Solution),
    /// The values of the slide phase are in the half-steps, if these are saved; all others are in
    /// memory.
    Counted(&'a CountedSolution),
}

/// A callback that receives the name of the current part of some work and the progress of all of
/// it, and returns whether to continue.
pub type NamedObserver<'a> = &'a (dyn Fn(&str, Progress) -> ControlFlow<()> + Sync + 'a);

/// A callback that receives how far solving has come and returns whether to continue.
pub type SolvingObserver<'a> = &'a (dyn Fn(SolvingStep<'_>) -> ControlFlow<()> + Sync + 'a);

impl Group {
    fn rules(&self) -> Vec<Rules> {
        self.members
            .iter()
            .map(|(_, named)| Rules::clone(named.rules()))
            .collect()
    }

    fn first(&self) -> &NamedRules {
        &self.members[0].1
    }

    /// Solves the rule sets of the group and passes each to `each`, with its place in the request.
    /// Then deletes the saved half-steps.
    fn solve<E: From<Stopped>>(
        &self,
        method: Method,
        tell: Observer<'_, Stage>,
        mut each: impl FnMut(usize, Solved<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (watch, rules) = (Stopwatch::start(), self.rules());
        #[cfg(feature = "file")]
        let journal = self
            .journal
            .as_deref()
            .map(|journal| journal as &dyn Journal);
        #[cfg(not(feature = "file"))]
        let journal = None;
        let best = InstructionSet::best();
        let mut pass_on = |members: &[(usize, NamedRules)], values: Vec<SolvedValues<'_>>| {
            let time = watch.elapsed();
            members
                .iter()
                .zip(values)
                .try_for_each(|((place, named), values)| {
                    if tell(Stage::Results).is_break() {
                        return Err(Stopped.into());
                    }
                    each(
                        *place,
                        Solved {
                            named,
                            values,
                            journal,
                            time,
                            tell,
                        },
                    )
                })
        };
        match method {
            Method::Counting { keep_undecided } => {
                let counted = self.with_slides(tell, |tell| {
                    solve_counted(&rules, best, keep_undecided, journal, tell)
                })?;
                pass_on(
                    &self.members,
                    counted.iter().map(SolvedValues::Counted).collect(),
                )?;
            }
            Method::Solving => {
                // All drop phases are solved together. With numbered pieces they take much memory
                // and have little in common, so they are solved one by one.
                let at_once = if rules[0].scoring() == Scoring::Pips {
                    1
                } else {
                    rules.len()
                };
                let parts = self.members.chunks(at_once).zip(rules.chunks(at_once));
                let all = parts.len() as u64;
                let slides =
                    self.with_slides(tell, |tell| SolvedSlides::solve(&rules[0], journal, tell))?;
                for (part, (members, rules)) in (0..).zip(parts) {
                    let tell = |Progress { done, total }| {
                        let done = part * total + done;
                        tell(Stage::Drops(Progress {
                            done,
                            total: all * total,
                        }))
                    };
                    let solutions = if self.has_drops {
                        slides.with_drops(rules, &tell)?
                    } else {
                        rules
                            .iter()
                            .map(|rules| slides.without_drops(rules))
                            .collect()
                    };
                    pass_on(
                        members,
                        solutions.iter().map(SolvedValues::Solution).collect(),
                    )?;
                }
            }
        }
        #[cfg(feature = "file")]
        if let Some(journal) = &self.journal {
            journal.remove();
        }
        Ok(())
    }

    /// Runs `solve` on the slide phase, and reports its progress.
    fn with_slides<T>(
        &self,
        tell: Observer<'_, Stage>,
        solve: impl FnOnce(Observer<'_, SlideProgress>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        #[cfg(feature = "file")]
        if let Some(journal) = &self.journal {
            return journal.with_slides(tell, solve);
        }
        solve(&|progress| tell(Stage::Slides(progress)))
    }

    fn name(&self) -> String {
        match self.members.len() {
            1 => self.first().to_string(),
            members => format!("{} and {} more", self.first(), members - 1),
        }
    }
}

impl Game {
    /// Solves a variant in memory: half a second or so on the standard board.
    ///
    /// [`Plan`] solves several rule sets at once, rule files included, reports progress and can be
    /// stopped.
    ///
    /// # Errors
    /// Returns an error if `name` names no variant, or memory does not suffice.
    pub fn solve(name: &str) -> Result<Self, Error> {
        let named = variant(name)?;
        check_memory(name, memory_needed(named.rules()))?;
        Ok(Self::solve_rules(&named, &|_| ControlFlow::Continue(()))?)
    }

    /// Solves a rule set in memory, without checking that memory suffices.
    pub fn solve_rules(named: &NamedRules, observe: SolvingObserver<'_>) -> Result<Self, Stopped> {
        let games = Plan::new(std::slice::from_ref(named)).games(observe)?;
        Ok(games
            .into_iter()
            .next()
            .expect("a game for the one rule set"))
    }
}

impl Plan {
    /// Creates a plan for the [reports](Solved::report) of [`Plan::results`] alone. On large boards
    /// it takes a third of the memory: positions of seven and eight pieces are counted and their
    /// values forgotten.
    pub fn for_reports(rules: &[NamedRules]) -> Self {
        Self {
            counted_from: LITTLE,
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
        let mut groups: Vec<Group> = Vec::new();
        for (place, named) in rules.iter().enumerate() {
            let member = (place, named.clone());
            match groups
                .iter_mut()
                .find(|group| group.first().rules().same_slide_phase(named.rules()))
            {
                Some(group) => group.members.push(member),
                None => {
                    groups.push(Group {
                        members: vec![member],
                        journal: None,
                        has_drops: true,
                    });
                }
            }
        }
        Self {
            groups,
            writes: false,
            counted_from: u64::MAX,
        }
    }

    /// Estimates what each group takes with `threads` threads. Tables take disk space and time.
    pub fn estimates(&self, threads: usize) -> Vec<Estimate> {
        let estimate = |group: &Group| {
            let (method, memory) = group.method(self.counted_from);
            let work = GroupWork::expected(group, method, self.writes);
            let size = || estimated_size_and_time(group.first().rules(), group.members.len()).0;
            Estimate {
                what: group.name(),
                memory,
                disk: self.writes.then(size),
                time: Duration::from_nanos(work.total() / threads.max(1) as u64),
                #[cfg(feature = "file")]
                journal: group.journal.as_ref().map(|journal| journal.place()),
                #[cfg(not(feature = "file"))]
                journal: None,
                gathers: self.writes && method != Method::Solving,
            }
        };
        self.groups.iter().map(estimate).collect()
    }

    /// Checks that there is enough free memory: for each group on its own, or for all together if
    /// the caller keeps their solutions (`kept`).
    ///
    /// # Errors
    /// Returns an error if there is not.
    pub fn check_memory(&self, kept: bool) -> Result<(), Error> {
        let needs = self
            .estimates(1)
            .into_iter()
            .map(|estimate| (estimate.what, estimate.memory));
        if kept {
            let (names, bytes): (Vec<String>, Vec<u64>) = needs.unzip();
            return check_memory(&names.join(", "), bytes.into_iter().sum());
        }
        needs
            .into_iter()
            .try_for_each(|(what, bytes)| check_memory(&what, bytes))
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

    /// Solves the rule sets and returns their games in the same order; see [`Plan::solve`].
    pub fn games(&self, observe: SolvingObserver<'_>) -> Result<Vec<Game>, Stopped> {
        self.solve(observe, |named, solution, _| {
            Ok(Game::of_solution(named.clone(), solution.clone()))
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
        let method = |group: &Group| {
            // Tables need all values, if not in memory then in half-steps.
            let in_memory = self.writes && group.journal.is_none();
            if in_memory {
                Method::Solving
            } else {
                group.method(self.counted_from).0
            }
        };
        let work = |group| GroupWork::expected(group, method(group), self.writes);
        let total = self.groups.iter().map(|group| work(group).total()).sum();
        let places = self.groups.iter().map(|group| group.members.len()).sum();
        let (mut results, mut before) = (Vec::new(), 0);
        results.resize_with(places, || None);
        for (number, group) in self.groups.iter().enumerate() {
            let (name, work) = (group.name(), work(group));
            let tell = |stage| {
                let progress = Progress {
                    done: before + work.done(stage),
                    total,
                };
                observe(SolvingStep {
                    group: number,
                    name: &name,
                    stage,
                    progress,
                })
            };
            group.solve(method(group), &tell, |place, solved| {
                results[place] = Some(each(solved)?);
                Ok::<_, E>(())
            })?;
            before += work.total();
        }
        Ok(results.into_iter().flatten().collect())
    }
}

/// Returns no space and no time, since no tables are written.
#[cfg(not(feature = "file"))]
fn estimated_size_and_time(_: &Rules, _: usize) -> (u64, u64) {
    (0, 0)
}

/// Below this much memory, in bytes, memory holds all values, which is faster and needs no disk.
const LITTLE: u64 = 256 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
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
    fn method(&self, counted_from: u64) -> (Method, u64) {
        let rules = self.rules();
        let solving = memory_needed(&rules[0]);
        if rules[0].scoring() != Scoring::Goals || solving < counted_from {
            return (Method::Solving, solving);
        }
        let available = available_memory();
        let with = memory_to_count(&rules, true);
        if available.is_some_and(|available| with > available / 2) {
            (
                Method::Counting {
                    keep_undecided: false,
                },
                memory_to_count(&rules, false),
            )
        } else {
            (
                Method::Counting {
                    keep_undecided: true,
                },
                with,
            )
        }
    }
}

impl Solved<'_> {
    /// Returns the report on the rule set, without files.
    pub fn report(&self) -> Report {
        let (named, time) = (self.named, self.time);
        match self.values {
            SolvedValues::Solution(solution) => Report::of_solution(named, solution, time),
            SolvedValues::Counted(counted) => {
                let report = Report::new(named, counted, counted.census(), Vec::new(), time);
                report.expect("the values of all first drops")
            }
        }
    }
}
