//! The work on a group of rule sets, in one unit for all its stages.

use std::sync::{Mutex, PoisonError};

#[cfg(not(feature = "file"))]
use teeko_rules::Rules;
use teeko_solve::{TimeNeeded, time_needed, time_to_count, time_to_save};
#[cfg(feature = "file")]
use teeko_table::estimated_size_and_time;

use super::group::{Group, Method};
use super::stage::Stage;

/// The work on a group: the processor time, in nanoseconds, that it is estimated to take. It says
/// how the stages compare; how long they take depends on the machine.
#[derive(Debug)]
pub(super) struct GroupWork {
    slides: u64,
    drops: u64,
    /// The work until the tables of none, of one, of two … of all rule sets are written.
    tables: Vec<u64>,
    reached: Mutex<Reached>,
}

#[derive(Debug, Default)]
struct Reached {
    slides: u64,
    drops: u64,
    tables: u64,
    /// The rule sets whose results have begun.
    rule_sets: usize,
}

impl GroupWork {
    /// Estimates the work on a group that is solved by a method. If it `writes` tables, they take
    /// time, too.
    pub(super) fn expected(group: &Group, method: Method, writes: bool) -> Self {
        let rules = group.first().rules();
        let mut time = match method {
            Method::Solving => time_needed(rules),
            // Both phases at once.
            Method::Counting { keep_undecided } => TimeNeeded {
                slides: time_to_count(rules, keep_undecided),
                drops: 0,
            },
        };
        if group.journal.is_some() {
            time.slides += time_to_save(rules);
        }
        if !group.has_drops {
            time.drops = 0;
        }
        Self {
            slides: time.slides,
            drops: time.drops,
            tables: table_work(group, writes),
            reached: Mutex::default(),
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.slides + self.drops + self.tables.last().unwrap_or(&0)
    }

    /// Returns the work done when a stage is reported, never less than before.
    pub(super) fn done(&self, stage: Stage) -> u64 {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Stage::Drops(_) | Stage::Results = stage {
            reached.slides = self.slides;
        }
        match stage {
            Stage::Slides(progress) => {
                reached.slides = reached.slides.max(progress.work.of(self.slides));
            }
            Stage::Drops(progress) => reached.drops = reached.drops.max(progress.of(self.drops)),
            Stage::Results => reached.rule_sets += 1,
            Stage::Writing(progress) => {
                let rule_set = reached.rule_sets.saturating_sub(1);
                if let Some([from, to]) = self.tables.get(rule_set..rule_set + 2) {
                    reached.tables = reached.tables.max(from + progress.of(to - from));
                }
            }
            Stage::GoesOn { .. } | Stage::DoneAgain { .. } => {}
        }
        reached.slides + reached.drops + reached.tables
    }
}

/// Returns the work until the tables of none, of one, of two … of all rule sets are written.
fn table_work(group: &Group, writes: bool) -> Vec<u64> {
    let mut work = vec![0];
    for rule_sets in 1..=group.members.len() {
        if writes {
            let (_, time) = estimated_size_and_time(group.first().rules(), rule_sets);
            work.push(time);
        } else {
            work.push(0);
        }
    }
    work
}

/// Returns the bytes that the tables of a group take.
pub(super) fn table_bytes(group: &Group) -> u64 {
    let (bytes, _) = estimated_size_and_time(group.first().rules(), group.members.len());
    bytes
}

/// Returns no space and no time, since no tables are written.
#[cfg(not(feature = "file"))]
fn estimated_size_and_time(_: &Rules, _: usize) -> (u64, u64) {
    (0, 0)
}
