//! Whether memory suffices, known before any work is done.

use std::fmt;

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System};
use teeko_rules::Rules;
use teeko_solve::memory_needed;
use thiserror::Error;

use crate::named_rules::NamedRules;

/// Something takes more memory than there is.
#[derive(Debug, Error)]
#[error("{what}: expected {} of free memory, found {}; try a smaller board, or free some memory", Bytes(*.needed), Bytes::whole(*.available))]
pub(crate) struct MemoryError {
    /// A variant or a file.
    what: String,
    needed: u64,
    available: u64,
}

/// Checks that there is memory enough to solve these rules. Passes where the system does not tell.
pub(crate) fn check(variant: NamedRules, rules: &Rules) -> Result<(), MemoryError> {
    check_bytes(&variant.to_string(), memory_needed(rules))
}

/// Checks that there are this many bytes of memory for something. Passes where the system does not tell.
pub(crate) fn check_bytes(what: &str, needed: u64) -> Result<(), MemoryError> {
    fits(what, needed, available())
}

fn fits(what: &str, needed: u64, available: Option<u64>) -> Result<(), MemoryError> {
    match available {
        Some(available) if needed > available => Err(MemoryError { what: what.to_owned(), needed, available }),
        _ => Ok(()),
    }
}

/// The memory this process may still take, in bytes: what the system has available, or less if its control group is
/// limited to less.
fn available() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let mut system = System::new_with_specifics(memory).ok()?;
    let of_system = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    let of_group = sysinfo::get_current_pid().ok().and_then(|this| {
        let this_alone = ProcessesToUpdate::Some(&[this]);
        system.refresh_processes_specifics(this_alone, false, ProcessRefreshKind::nothing().without_tasks());
        let limits = system.process(this)?.cgroup_limits()?;
        // Not the limits' own free memory, which counts cached files as taken although the kernel gives them up on demand.
        Some(limits.total_memory.saturating_sub(limits.rss))
    });
    of_system.into_iter().chain(of_group).min()
}

/// A number of bytes for people: `640 MB`, `79.2 GB`.
pub(crate) struct Bytes(pub(crate) u64);

const MEGABYTE: u64 = 1_000_000;

impl Bytes {
    /// What there is at least, where rounding up would promise too much.
    pub(crate) fn whole(bytes: u64) -> Self {
        Self(bytes - bytes % MEGABYTE)
    }
}

impl fmt::Display for Bytes {
    /// Rounded up, but from a thousand megabytes on to the nearest hundred.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1000 * MEGABYTE {
            write!(formatter, "{} MB", self.0.div_ceil(MEGABYTE))
        } else {
            write!(formatter, "{:.1} GB", self.0 as f64 / (1000 * MEGABYTE) as f64)
        }
    }
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
    fn the_available_memory_is_plausible() {
        // This test itself runs in a few MB, and no machine has a million GB.
        assert!(available().is_none_or(|bytes| (1 << 20..1 << 50).contains(&bytes)));
    }
}
