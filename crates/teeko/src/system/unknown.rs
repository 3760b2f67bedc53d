//! Stands in for a system that does not report free memory.

use crate::error::Error;

/// Returns `None`: the system does not report free memory.
pub fn available_memory() -> Option<u64> {
    None
}

/// Passes, since the system does not report free memory.
///
/// # Errors
/// None.
pub fn check_memory(_what: &str, _needed: u64) -> Result<(), Error> {
    Ok(())
}
