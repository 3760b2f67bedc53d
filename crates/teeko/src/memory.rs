//! Checks for free memory before work begins.

use crate::Error;
use crate::system;

/// Checks that `needed` bytes of memory are free for `what`. Passes if the system does not report
/// free memory.
///
/// # Errors
/// Returns an error if they are not.
pub fn check_memory(what: &str, needed: u64) -> Result<(), Error> {
    fits(what, needed, system::free_memory(), false)?;
    let with_reserve = needed.saturating_add(system::LITTLE_THINGS);
    fits(what, with_reserve, system::free_address_space(), true)?;
    fits(what, needed, system::reservable_memory(needed), false)
}

fn fits(what: &str, needed: u64, available: Option<u64>, is_limited: bool) -> Result<(), Error> {
    match available {
        Some(available) if needed > available => {
            Err(Error::Memory { what: what.to_owned(), needed, available, is_limited })
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
        for (is_limited, next) in
            [(false, "free some memory"), (true, "raise the limit on address space (ulimit -v)")]
        {
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
    fn the_available_memory_is_plausible() {
        // This test itself runs in a few MB, and no machine has a million GB.
        assert!(system::available_memory().is_none_or(|bytes| (1 << 20..1 << 50).contains(&bytes)));
    }
}
