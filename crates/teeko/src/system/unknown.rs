//! Stands in for a system that does not report free memory and disk space.

use std::path::Path;

/// Returns `None`: the system does not report free memory.
pub fn available_memory() -> Option<u64> {
    None
}

pub(crate) fn free_memory() -> Option<u64> {
    None
}

/// Returns `None`: the system does not report a limit.
pub fn free_address_space() -> Option<u64> {
    None
}

pub(crate) const LITTLE_THINGS: u64 = 0;

pub(crate) fn reservable_memory(_needed: u64) -> Option<u64> {
    None
}

pub(crate) fn free_disk_space(_folder: &Path) -> Option<u64> {
    None
}

pub(crate) fn bytes_of_files(_folder: &Path) -> u64 {
    0
}
