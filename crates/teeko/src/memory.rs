//! Whether memory suffices, known before any work is done.

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System};
use thiserror::Error;

use crate::words::{bytes, whole_bytes};

/// Something takes more memory than there is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{what}: expected {} of free memory, found {}; try a smaller board, or free some memory",
    bytes(*.needed), bytes(whole_bytes(*.available))
)]
#[non_exhaustive]
pub struct MemoryError {
    /// A rule set, a file, or several.
    pub what: String,
    /// The bytes that it takes.
    pub needed: u64,
    /// The bytes that are free.
    pub available: u64,
}

/// The bytes of memory that this process may still take; `None` where the system does not tell.
pub fn available_memory() -> Option<u64> {
    Available::find().least()
}

/// Checks that there are this many bytes of memory for something. Passes where the system does not
/// tell.
///
/// # Errors
/// If there are not.
pub fn check_memory(what: &str, needed: u64) -> Result<(), MemoryError> {
    fits(what, needed, Available::find().least())?;
    // There may be limits that nobody tells. Memory that is asked for and never touched costs
    // nothing.
    let can_be_had = |&bytes: &u64| {
        usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    };
    fits(what, needed, (0..u64::BITS).map(|halvings| needed >> halvings).find(can_be_had))
}

fn fits(what: &str, needed: u64, available: Option<u64>) -> Result<(), MemoryError> {
    match available {
        Some(available) if needed > available => {
            Err(MemoryError { what: what.to_owned(), needed, available })
        }
        _ => Ok(()),
    }
}

/// What is left of the address space for the little things that nobody counts, in bytes: where it
/// ends, the program does.
const LITTLE_THINGS: u64 = 32 << 20;

/// The memory this process may still take, in bytes, by what says so; `None` where nothing does.
#[derive(Clone, Copy, Default, Debug)]
struct Available {
    /// Of what the machine has.
    system: Option<u64>,
    /// Of what its control group may take, of version 1 or 2.
    group: Option<u64>,
    /// Of what it may map, as by `ulimit -v`.
    address_space: Option<u64>,
}

impl Available {
    fn find() -> Self {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let Ok(mut system) = System::new_with_specifics(memory) else { return Self::default() };
        let of_system = Some(system.available_memory()).filter(|&bytes| bytes > 0);
        let this = sysinfo::get_current_pid().ok().and_then(|this| {
            let this_alone = ProcessesToUpdate::Some(&[this]);
            let kind = ProcessRefreshKind::nothing().with_memory().without_tasks();
            system.refresh_processes_specifics(this_alone, false, kind);
            system.process(this)
        });
        let Some(this) = this else { return Self { system: of_system, ..Self::default() } };
        // Not the limits' own free memory, which counts cached files as taken although the kernel
        // gives them up on demand.
        let group =
            this.cgroup_limits().map(|limits| limits.total_memory.saturating_sub(limits.rss));
        let address_space = most_address_space()
            .map(|most| most.saturating_sub(this.virtual_memory() + LITTLE_THINGS));
        Self { system: of_system, group, address_space }
    }

    fn least(self) -> Option<u64> {
        [self.system, self.group, self.address_space].into_iter().flatten().min()
    }
}

/// The bytes that this process may map.
#[cfg(target_os = "linux")]
fn most_address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// Elsewhere what a process has mapped says little about the memory that it takes.
#[cfg(not(target_os = "linux"))]
fn most_address_space() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_memory_is_refused_with_both_figures() {
        let variant = "44-ssss+8x8";
        let refused = fits(variant, 79_240_000_000, Some(640_000_000)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "44-ssss+8x8: expected 79.2 GB of free memory, found 640 MB; try a smaller board, or free some memory"
        );
        assert!(fits(variant, 640, Some(640)).is_ok());
        assert!(fits(variant, u64::MAX, None).is_ok());
    }

    #[test]
    fn the_least_of_all_limits_counts() {
        let all = Available { system: Some(8), group: Some(5), address_space: Some(7) };
        assert_eq!(all.least(), Some(5));
        assert_eq!(Available { group: None, ..all }.least(), Some(7));
        assert_eq!(Available { group: None, address_space: None, ..all }.least(), Some(8));
        assert_eq!(Available::default().least(), None);
    }

    #[test]
    fn what_cannot_be_had_at_all_is_refused() {
        assert!(check_memory("all", u64::MAX / 2).is_err());
        assert!(check_memory("little", 1 << 10).is_ok());
    }

    #[test]
    fn the_available_memory_is_plausible() {
        // This test itself runs in a few MB, and no machine has a million GB.
        assert!(available_memory().is_none_or(|bytes| (1 << 20..1 << 50).contains(&bytes)));
    }
}
