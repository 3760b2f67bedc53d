//! Permits for memory.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// The bytes that a permit for memory stands for: a request for permits has 32 bits.
const UNIT: u64 = 1 << 10;

/// Returns the number of permits for `bytes` of memory.
pub(crate) fn units(bytes: u64) -> u32 {
    bytes.div_ceil(UNIT).try_into().unwrap_or(u32::MAX)
}

pub(crate) fn permits(number: u32) -> Arc<Semaphore> {
    let number = (number as usize).min(Semaphore::MAX_PERMITS);
    Arc::new(Semaphore::new(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permit_is_for_a_kibibyte_or_a_part_of_one() {
        let units = [0, 1, 1024, 1025, u64::MAX].map(units);
        assert_eq!(units, [0, 1, 1, 2, u32::MAX]);
        assert_eq!(permits(3).available_permits(), 3);
    }
}
