//! Free memory and disk space, and checks for free memory before work begins.

use std::fs;
use std::path::Path;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::error::Error;

/// A reserve in bytes for small allocations that are not counted. The program aborts if one of them
/// fails.
const LITTLE_THINGS: u64 = 48 << 20;

/// Returns the bytes of memory that are free in the system and in the control groups of this
/// process; `None` if the system does not report them.
pub fn available_memory() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    if system.total_memory() == 0 {
        return None;
    }
    let of_system = match system.available_memory() {
        0 => None,
        bytes => Some(bytes),
    };
    let free = [of_system, free_in_container(&system), free_in_groups()];
    free.into_iter().flatten().min()
}

/// Returns the bytes of memory that are free in the control group of a container. The free memory
/// that the crate reports for a group counts cached files as used, although the kernel evicts them
/// on demand. It knows the group of a container only.
fn free_in_container(system: &System) -> Option<u64> {
    let limits = system.cgroup_limits()?;
    Some(limits.total_memory.saturating_sub(limits.rss))
}

/// Returns the bytes of memory that are free in the control groups of this process, if they are of
/// version 2 and limit memory: those of a job or a service.
fn free_in_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let folder = Path::new("/sys/fs/cgroup").join(group);
    folder.ancestors().filter_map(free_in_group).min()
}

/// Returns the bytes of memory that are free in the control group with this folder, if it limits
/// memory. Its cached files count as free.
fn free_in_group(folder: &Path) -> Option<u64> {
    let most = fs::read_to_string(folder.join("memory.max")).ok()?;
    let most: u64 = most.trim().parse().ok()?;
    let used = fs::read_to_string(folder.join("memory.stat")).ok()?;
    let used = used.lines().find_map(|line| line.strip_prefix("anon "))?;
    Some(most.saturating_sub(used.parse().ok()?))
}

/// Returns `needed`, halved until that many bytes of memory can be reserved. This finds limits on
/// this process, such as `ulimit -v`. Reserving memory without touching it costs nothing.
fn reservable_memory(needed: u64) -> Option<u64> {
    let mut halves = (0..u64::BITS).map(|halvings| needed >> halvings);
    halves.find(|&bytes| is_reservable(bytes))
}

fn is_reservable(bytes: u64) -> bool {
    match usize::try_from(bytes) {
        Ok(bytes) => Vec::<u8>::new().try_reserve_exact(bytes).is_ok(),
        Err(_) => false,
    }
}

/// Returns the free bytes on the disk of a folder, which need not exist.
pub(crate) fn free_disk_space(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    fs4::available_space(folder.ancestors().find(|folder| folder.exists())?).ok()
}

/// Returns the bytes of the files in a folder, as far as they can be read.
pub(crate) fn bytes_of_files(folder: &Path) -> u64 {
    let mut bytes = 0;
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        bytes += file.metadata().map_or(0, |found| found.len());
    }
    bytes
}

/// Checks that `needed` bytes of memory are free for `what`. Passes if the system does not report
/// free memory.
///
/// # Errors
/// Returns an error if they are not.
pub fn check_memory(what: &str, needed: u64) -> Result<(), Error> {
    fits(what, needed, available_memory(), false)?;
    let with_reserve = needed.saturating_add(LITTLE_THINGS);
    fits(what, with_reserve, reservable_memory(with_reserve), true)
}

fn fits(what: &str, needed: u64, available: Option<u64>, is_limited: bool) -> Result<(), Error> {
    match available {
        Some(available) if needed > available => Err(Error::Memory {
            what: what.to_owned(),
            needed,
            available,
            is_limited,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_memory_is_refused_with_both_figures() {
        let variant = "44-ssss+8x8";
        for (is_limited, next) in [
            (false, "free some memory"),
            (true, "raise the limit on address space (ulimit -v)"),
        ] {
            let refused = fits(variant, 79_240_000_000, Some(640_000_000), is_limited);
            let expected = format!(
                "44-ssss+8x8: expected 79.2 GB of free memory, found 640 MB; try a smaller board, \
                 or {next}"
            );
            assert_eq!(refused.unwrap_err().to_string(), expected);
        }
        assert!(fits(variant, 640, Some(640), false).is_ok());
        assert!(fits(variant, u64::MAX, None, false).is_ok());
    }

    #[test]
    fn what_cannot_be_had_at_all_is_refused() {
        assert!(check_memory("all", u64::MAX / 2).is_err());
        assert!(check_memory("little", 1 << 10).is_ok());
    }

    #[test]
    fn a_control_group_leaves_what_is_not_used() {
        let group = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(group.path().join(name), text).unwrap();
        write("memory.stat", "anon 3000\nfile 500\n");
        write("memory.max", "max\n");
        assert_eq!(free_in_group(group.path()), None);
        write("memory.max", "8000\n");
        assert_eq!(free_in_group(group.path()), Some(5000));
    }

    #[test]
    fn the_available_memory_is_plausible() {
        // This test itself runs in a few MB, and no machine has a million GB.
        assert!(available_memory().is_none_or(|bytes| (1 << 20..1 << 50).contains(&bytes)));
    }
}
