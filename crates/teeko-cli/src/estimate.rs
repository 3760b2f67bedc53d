//! What solving is going to take, said before any work is done.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::HumanDuration;
use teeko_index::orbit_count;
use teeko_rules::{PIECES, Rules};
use teeko_solve::{memory_needed, time_needed};
use thiserror::Error;

use crate::memory::Bytes;

/// The bytes that a slide file takes for each orbit of the slide phase, from above. Measured: 0.04 with goal set 44, 0.09 with 58
/// and 0.18 with 78 on the standard board, 0.09 with 44 on 6 x 6, 0.21 with rules that have no symmetry.
const SLIDE_FILE: f64 = 0.24;

/// The same for a drop file. Measured: 0.01 with goal set 44, 0.02 with 58, 0.03 with 78.
const DROP_FILE: f64 = 0.04;

/// The processor time that writing a slide file takes for each orbit of the slide phase, in nanoseconds, most of it to compress.
const WRITING_SLIDE: f64 = 150.0;

/// The same for a drop file.
const WRITING_DROP: f64 = 16.0;

/// Work that takes less than this is not worth a note.
const LONG: Duration = Duration::from_secs(10);

/// Tables take more space than there is on the disk.
#[derive(Debug, Error)]
#[error(
    "{}: expected {} of free disk space for the tables, found {}; free some space, choose another folder with -o, or leave the \
     tables out with --no-write",
    folder.display(), Bytes(*.needed), Bytes::whole(*.available)
)]
pub(crate) struct DiskError {
    folder: PathBuf,
    needed: u64,
    available: u64,
}

/// What it takes to solve some rules with the same slide phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Estimate {
    what: String,
    /// In bytes.
    memory: u64,
    /// The size of the tables in bytes, if they are written.
    disk: Option<u64>,
    time: Duration,
}

impl Estimate {
    /// The estimate for so many rule sets with the slide phase of `rules`, solved with so many threads; `writes` if their tables
    /// are written.
    pub(crate) fn new(what: String, rules: &Rules, rule_sets: usize, threads: usize, writes: bool) -> Self {
        let orbits = orbit_count(rules.board().circle_count(), &rules.symmetries(), PIECES, PIECES) as f64;
        let of_files = |slide: f64, drop: f64| orbits * (slide + rule_sets as f64 * drop);
        let disk = writes.then(|| of_files(SLIDE_FILE, DROP_FILE) as u64);
        let writing = if writes { of_files(WRITING_SLIDE, WRITING_DROP) / threads as f64 } else { 0.0 };
        let time = time_needed(rules, threads) + Duration::from_nanos(writing as u64);
        Self { what, memory: memory_needed(rules), disk, time }
    }

    /// How long it takes, roughly.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// Whether it takes so long that people want to know beforehand.
    pub(crate) fn is_long(&self) -> bool {
        self.time >= LONG
    }
}

impl fmt::Display for Estimate {
    /// `44-ssss+7x7: takes up to 10.4 GB of memory, 1.1 GB of disk and some 7 minutes`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: takes up to {} of memory", self.what, Bytes(self.memory))?;
        if let Some(disk) = self.disk {
            write!(formatter, ", {} of disk", Bytes(disk))?;
        }
        write!(formatter, " and some {}", HumanDuration(self.time))
    }
}

/// Checks that all tables together fit on the disk of a folder. Passes where the system does not tell.
pub(crate) fn check_disk(estimates: &[Estimate], folder: &Path) -> Result<(), DiskError> {
    check_space(estimates, folder, available(folder))
}

fn check_space(estimates: &[Estimate], folder: &Path, available: Option<u64>) -> Result<(), DiskError> {
    let needed = estimates.iter().filter_map(|estimate| estimate.disk).sum();
    match available {
        Some(available) if needed > available => Err(DiskError { folder: folder.to_owned(), needed, available }),
        _ => Ok(()),
    }
}

/// The bytes that are free on the disk that a folder is on, or would be.
fn available(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    fs4::available_space(folder.ancestors().find(|folder| folder.exists())?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::{Step, Variant};

    fn estimate(variant: &str, threads: usize, writes: bool) -> Estimate {
        Estimate::new(variant.to_owned(), &variant.parse::<Variant>().unwrap().rules().unwrap(), 1, threads, writes)
    }

    #[test]
    fn estimates_are_said_in_one_line() {
        assert_eq!(
            estimate("44-ssss+7x7", 2, true).to_string(),
            "44-ssss+7x7: takes up to 10.4 GB of memory, 1.1 GB of disk and some 7 minutes"
        );
        assert_eq!(
            estimate("44-ssss+6x6", 2, false).to_string(),
            "44-ssss+6x6: takes up to 923 MB of memory and some 8 seconds"
        );
    }

    #[test]
    fn the_standard_board_is_not_worth_a_note() {
        assert!(!estimate("78-pppp+knight", 1, true).is_long());
        assert!(estimate("44-ssss+7x7", 2, false).is_long());
    }

    #[test]
    fn a_disk_that_is_too_small_for_all_tables_is_refused_with_both_figures() {
        let estimates = [estimate("44-ssss+7x7", 2, true), estimate("58-ssss+7x7", 2, true)];
        let refused = check_space(&estimates, Path::new("tables"), Some(1_999_999_999)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "tables: expected 2.2 GB of free disk space for the tables, found 2.0 GB; free some space, choose another folder with \
             -o, or leave the tables out with --no-write"
        );
        assert!(check_space(&estimates[..1], Path::new("tables"), Some(1_999_999_999)).is_ok());
        assert!(check_space(&estimates, Path::new("tables"), None).is_ok());
    }

    /// The files of the sixteen variants, of goal set 78 with all plans, and of a rule set without symmetry had 3.6, 6.1 and 18 MB.
    #[test]
    fn tables_are_not_larger_than_estimated() {
        let of = |rules: &Rules, rule_sets| Estimate::new(String::new(), rules, rule_sets, 1, true).disk.unwrap();
        let named = |variant: &str| variant.parse::<Variant>().unwrap().rules().unwrap();
        assert!(of(&named("44-ssss"), 8) + of(&named("58-ssss"), 8) > 3_557_742);
        assert!(of(&named("78-ssss"), 16) > 6_079_661);
        let rules = named("44-ssss");
        let one_way = Step::new([(1, 0), (0, 1), (-1, -1), (1, -1)]);
        let lopsided = Rules::new(rules.board(), rules.goals().clone(), one_way, rules.plan(), false, false).unwrap();
        assert!(of(&lopsided, 1) > 17_986_632);
    }

    /// What `df` says of the root folder is what is free for a folder that would be in it, give or take what others write meanwhile.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_space_of_a_folder_that_is_not_there_is_its_disks() {
        for (disk, folder) in [("/", "/no/such/folder"), ("/dev/shm", "/dev/shm/no/folder")] {
            let output =
                std::process::Command::new("df").args(["--block-size=1", "--output=avail", disk]).output().unwrap();
            let told: u64 = String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().trim().parse().unwrap();
            let found = available(Path::new(folder)).unwrap();
            assert!(found.abs_diff(told) <= told / 4 + (1 << 30), "{disk}: {told} and {found}");
        }
    }
}
