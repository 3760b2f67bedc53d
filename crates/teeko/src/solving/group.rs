//! Rule sets that are solved together.

use std::path::PathBuf;
use std::sync::Arc;

use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{NamedRules, Rules, Scoring};
use teeko_solve::{
    InstructionSet, Journal, SlideProgress, Solution, SolvedSlides, memory_needed, memory_to_count,
    solve_counted,
};

use super::journal::FileJournal;
use super::solved::{Solved, SolvedValues};
use super::stage::Stage;
use crate::stopwatch::Stopwatch;
use crate::system::available_memory;

/// Rule sets with the same slide phase.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) members: Vec<Member>,
    /// Saves the half-steps of the slide phase. Where there are no files, nothing does.
    pub(super) journal: Option<Arc<FileJournal>>,
    pub(super) has_drops: bool,
}

/// A rule set in a group.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its place in the request.
    pub(super) place: usize,
    pub(super) named: NamedRules,
}

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
    /// Creates a group of one rule set.
    pub(super) fn new(member: Member) -> Self {
        Self {
            members: vec![member],
            journal: None,
            has_drops: true,
        }
    }

    /// Returns the rule sets, in the order of the members.
    fn rules(&self) -> Vec<Rules> {
        let mut rules = Vec::new();
        for member in &self.members {
            rules.push(Rules::clone(member.named.rules()));
        }
        rules
    }

    pub(super) fn first(&self) -> &NamedRules {
        &self.members[0].named
    }

    /// Returns the name of the group: `44-ssss and 7 more`.
    pub(super) fn name(&self) -> String {
        match self.members.len() {
            1 => self.first().to_string(),
            members => format!("{} and {} more", self.first(), members - 1),
        }
    }

    /// Returns the folder of the saved half-steps, and an upper bound on their bytes.
    pub(super) fn journal_place(&self) -> Option<(PathBuf, u64)> {
        let journal = self.journal.as_ref()?;
        Some(journal.place())
    }

    /// Returns how the group is solved, and the memory that it takes in bytes: by counting if its
    /// solutions take at least `counted_from` bytes. The plane of undecided positions is kept if
    /// everything takes at most half of the available memory.
    pub(super) fn method(&self, counted_from: u64) -> (Method, u64) {
        let rules = self.rules();
        let solving = memory_needed(&rules[0]);
        if rules[0].scoring() != Scoring::Goals || solving < counted_from {
            return (Method::Solving, solving);
        }
        let with_undecided = memory_to_count(&rules, true);
        let keep_undecided =
            available_memory().is_none_or(|available| with_undecided <= available / 2);
        let memory = if keep_undecided {
            with_undecided
        } else {
            memory_to_count(&rules, false)
        };
        (Method::Counting { keep_undecided }, memory)
    }

    /// Returns how many drop phases are solved together: all of them. With numbered pieces they
    /// take much memory and have little in common, so they are solved one by one.
    fn drops_at_once(&self) -> usize {
        if self.first().rules().scoring() == Scoring::Pips {
            1
        } else {
            self.members.len()
        }
    }

    /// Solves the rule sets of the group and passes each to `each`, with its place in the request.
    /// Then deletes the saved half-steps.
    pub(super) fn solve<E: From<Stopped>>(
        &self,
        method: Method,
        tell: Observer<'_, Stage>,
        each: impl FnMut(usize, Solved<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut run = Run {
            group: self,
            rules: self.rules(),
            tell,
            watch: Stopwatch::start(),
            each,
        };
        match method {
            Method::Counting { keep_undecided } => run.count(keep_undecided)?,
            Method::Solving => run.solve()?,
        }
        if let Some(journal) = &self.journal {
            journal.remove();
        }
        Ok(())
    }
}

/// A group that is being solved.
struct Run<'a, F> {
    group: &'a Group,
    /// The rule sets of the group.
    rules: Vec<Rules>,
    tell: Observer<'a, Stage>,
    watch: Stopwatch,
    /// Receives each solved rule set, with its place in the request.
    each: F,
}

impl<'a, F> Run<'a, F> {
    fn journal(&self) -> Option<&'a dyn Journal> {
        let journal = self.group.journal.as_deref()?;
        Some(journal)
    }

    /// Runs `solve` on the slide phase, and reports its progress.
    fn with_slides<T>(
        &self,
        solve: impl FnOnce(Observer<'_, SlideProgress>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        match &self.group.journal {
            Some(journal) => journal.with_slides(self.tell, solve),
            None => solve(&|progress| (self.tell)(Stage::Slides(progress))),
        }
    }

    /// Solves the drop phases of some rule sets: one part, of this number of parts.
    fn solve_drops(
        &self,
        slides: &SolvedSlides,
        rules: &[Rules],
        part: u64,
        parts: u64,
    ) -> Result<Vec<Solution>, Stopped> {
        if !self.group.has_drops {
            return Ok(rules
                .iter()
                .map(|rules| slides.without_drops(rules))
                .collect());
        }
        slides.with_drops(rules, &|layers: Progress| {
            let total = layers.total;
            let layers = layers.within(part * total, total, parts * total);
            (self.tell)(Stage::Drops(layers))
        })
    }
}

impl<E, F> Run<'_, F>
where
    E: From<Stopped>,
    F: FnMut(usize, Solved<'_>) -> Result<(), E>,
{
    /// Solves the group by counting the positions of seven and eight pieces.
    fn count(&mut self, keep_undecided: bool) -> Result<(), E> {
        let set = InstructionSet::best();
        let counted = self.with_slides(|tell| {
            solve_counted(&self.rules, set, keep_undecided, self.journal(), tell)
        })?;
        let values = counted.iter().map(SolvedValues::Counted);
        self.pass_on(&self.group.members, values)
    }

    /// Solves the group with all values in memory.
    fn solve(&mut self) -> Result<(), E> {
        let slides =
            self.with_slides(|tell| SolvedSlides::solve(&self.rules[0], self.journal(), tell))?;
        let at_once = self.group.drops_at_once();
        let parts = self.group.members.chunks(at_once);
        let all = parts.len() as u64;
        for (part, members) in (0..).zip(parts) {
            let first = part as usize * at_once;
            let rules = &self.rules[first..first + members.len()];
            let solutions = self.solve_drops(&slides, rules, part, all)?;
            self.pass_on(members, solutions.iter().map(SolvedValues::Solution))?;
        }
        Ok(())
    }

    /// Passes solved rule sets to `each`.
    fn pass_on<'v>(
        &mut self,
        members: &[Member],
        values: impl Iterator<Item = SolvedValues<'v>>,
    ) -> Result<(), E> {
        let time = self.watch.elapsed();
        for (member, values) in members.iter().zip(values) {
            if (self.tell)(Stage::Results).is_break() {
                return Err(Stopped.into());
            }
            let solved = Solved {
                named: &member.named,
                values,
                journal: self.journal(),
                time,
                tell: self.tell,
            };
            (self.each)(member.place, solved)?;
        }
        Ok(())
    }
}
