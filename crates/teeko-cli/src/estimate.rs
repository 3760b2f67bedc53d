//! What solving is going to take, said before any work is done.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::HumanDuration;
use sysinfo::Disks;
use teeko_rules::Rules;
use teeko_solve::{memory_needed, slide_positions, time_needed};
use thiserror::Error;

use crate::memory::Bytes;

/// The bytes that tables take for each position of the slide phase, from above: 0.006 with goal set 44, 0.013 with 58 and 0.023
/// with 78 on the standard board, 0.011 with 44 on 6 x 6.
const TABLE_BYTES: f64 = 0.03;

/// The processor time that writing tables takes for each position of the slide phase, most of it to compress.
const WRITING: Duration = Duration::from_nanos(20);

/// Work that takes less than this is not worth a note.
const LONG: Duration = Duration::from_secs(10);

/// Tables take more space than there is on the disk.
#[derive(Debug, Error)]
#[error(
    "{}: expected {} of free disk space for the tables of {what}, found {}; free some space, choose another folder with -o, or \
     leave the tables out with --no-write",
    folder.display(), Bytes(*.needed), Bytes(*.available)
)]
pub(crate) struct DiskError {
    what: String,
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
    /// The estimate for rules, solved with so many threads; `writes` if their tables are written.
    pub(crate) fn new(what: String, rules: &Rules, threads: usize, writes: bool) -> Self {
        let positions = slide_positions(rules);
        let disk = writes.then_some((positions as f64 * TABLE_BYTES) as u64);
        let writing = if writes { WRITING.mul_f64(positions as f64 / threads as f64) } else { Duration::ZERO };
        Self { what, memory: memory_needed(rules), disk, time: time_needed(rules, threads) + writing }
    }

    /// Whether it takes so long that people want to know beforehand.
    pub(crate) fn is_long(&self) -> bool {
        self.time >= LONG
    }

    /// Checks that the tables fit on the disk of a folder. Passes where the system does not tell.
    pub(crate) fn check_disk(&self, folder: &Path) -> Result<(), DiskError> {
        self.check_space(folder, available(folder))
    }

    fn check_space(&self, folder: &Path, available: Option<u64>) -> Result<(), DiskError> {
        match (self.disk, available) {
            (Some(needed), Some(available)) if needed > available => {
                Err(DiskError { what: self.what.clone(), folder: folder.to_owned(), needed, available })
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Estimate {
    /// `44-ssss+7x7: takes up to 10.4 GB of memory, 947 MB of disk and some 7 minutes`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: takes up to {} of memory", self.what, Bytes(self.memory))?;
        if let Some(disk) = self.disk {
            write!(formatter, ", {} of disk", Bytes(disk))?;
        }
        write!(formatter, " and some {}", HumanDuration(self.time))
    }
}

/// The bytes that are free on the disk that a folder is on, or would be.
fn available(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    let there = folder.ancestors().find_map(|folder| folder.canonicalize().ok())?;
    let disks = Disks::new_with_refreshed_list().ok()?;
    let mounted = disks.iter().filter(|disk| there.starts_with(disk.mount_point()));
    Some(mounted.max_by_key(|disk| disk.mount_point().as_os_str().len())?.available_space())
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::Variant;

    fn estimate(variant: &str, threads: usize, writes: bool) -> Estimate {
        Estimate::new(variant.to_owned(), &variant.parse::<Variant>().unwrap().rules().unwrap(), threads, writes)
    }

    #[test]
    fn estimates_are_said_in_one_line() {
        assert_eq!(
            estimate("44-ssss+7x7", 2, true).to_string(),
            "44-ssss+7x7: takes up to 10.4 GB of memory, 948 MB of disk and some 7 minutes"
        );
        assert_eq!(
            estimate("44-ssss+6x6", 2, false).to_string(),
            "44-ssss+6x6: takes up to 923 MB of memory and some 6 seconds"
        );
    }

    #[test]
    fn the_standard_board_is_not_worth_a_note() {
        assert!(!estimate("78-pppp+knight", 1, true).is_long());
        assert!(estimate("44-ssss+7x7", 2, false).is_long());
    }

    #[test]
    fn a_disk_that_is_too_small_is_refused_with_both_figures() {
        let estimate = estimate("44-ssss+7x7", 2, true);
        let refused = estimate.check_space(Path::new("tables"), Some(640_000_000)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "tables: expected 948 MB of free disk space for the tables of 44-ssss+7x7, found 640 MB; free some space, choose another \
             folder with -o, or leave the tables out with --no-write"
        );
        assert!(estimate.check_space(Path::new("tables"), Some(948_000_000)).is_ok());
        assert!(estimate.check_space(Path::new("tables"), None).is_ok());
    }

    #[test]
    fn the_space_of_a_folder_that_is_not_there_is_its_disks() {
        let folder = std::env::temp_dir();
        assert_eq!(available(&folder).is_some(), available(&folder.join("no/such/folder")).is_some());
    }
}
