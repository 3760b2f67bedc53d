//! Checks for free memory before work begins.

use thiserror::Error;

use crate::system;
use crate::words::{bytes, whole_bytes};

/// There is not enough free memory.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{what}: expected {} of free memory, found {}; try a smaller board, or free some memory",
    bytes(*.needed), bytes(whole_bytes(*.available))
)]
#[non_exhaustive]
pub struct MemoryError {
    /// What needs the memory: a rule set, a file, or several.
    pub what: String,
    /// The bytes needed.
    pub needed: u64,
    /// The bytes that are free.
    pub available: u64,
}

/// Checks that `needed` bytes of memory are free for `what`. Passes if the system does not report
/// free memory.
///
/// # Errors
/// Returns an error if they are not.
pub fn check_memory(what: &str, needed: u64) -> Result<(), MemoryError> {
    fits(what, needed, system::available_memory())?;
    fits(what, needed, system::reservable_memory(needed))
}

fn fits(what: &str, needed: u64, available: Option<u64>) -> Result<(), MemoryError> {
    match available {
        Some(available) if needed > available => {
            Err(MemoryError { what: what.to_owned(), needed, available })
        }
        _ => Ok(()),
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
            "44-ssss+8x8: expected 79.2 GB of free memory, found 640 MB; try a smaller board, or \
             free some memory"
        );
        assert!(fits(variant, 640, Some(640)).is_ok());
        assert!(fits(variant, u64::MAX, None).is_ok());
    }

    #[test]
    fn what_cannot_be_had_at_all_is_refused() {
        assert!(check_memory("all", u64::MAX / 2).is_err());
        assert!(check_memory("little", 1 << 10).is_ok());
    }

    #[test]
    fn the_available_memory_is_plausible() {
        // This test itself runs in a few MB, and no machine has a million GB.
        assert!(system::available_memory().is_none_or(|bytes| (1 << 20..1 << 50).contains(&bytes)));
    }
}
