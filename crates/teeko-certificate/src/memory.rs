//! Memory that may not be there: a file decides how much its check takes.

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

/// The bytes that stay free for small allocations, which are not checked.
const MOST_HEADROOM: usize = 8 << 20;

/// A check takes more memory than there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("memory: expected room for what the certificate claims, found too little")]
pub struct OutOfMemory;

/// Returns an empty list with room for `count` values.
pub(crate) fn list<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
    check_headroom(count * size_of::<T>())?;
    Ok(list)
}

/// Makes room for one more value in a list.
pub(crate) fn grow_list<T>(list: &mut Vec<T>) -> Result<(), OutOfMemory> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    list.try_reserve(1).map_err(|_| OutOfMemory)?;
    check_headroom(list.capacity() * size_of::<T>())
}

/// Makes room for one more entry in a map.
pub(crate) fn grow_map<K: Eq + Hash, V>(map: &mut HashMap<K, V>) -> Result<(), OutOfMemory> {
    if map.len() < map.capacity() {
        return Ok(());
    }
    map.try_reserve(1).map_err(|_| OutOfMemory)?;
    check_headroom(map.capacity() * size_of::<(K, V)>())
}

/// Checks that after an allocation of `taken` bytes as many more are free, or [`MOST_HEADROOM`] if
/// that is less.
fn check_headroom(taken: usize) -> Result<(), OutOfMemory> {
    let headroom = Vec::<u8>::new().try_reserve_exact(taken.min(MOST_HEADROOM));
    headroom.map_err(|_| OutOfMemory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_what_comes_next() {
        let mut numbers = Vec::new();
        let mut squares = HashMap::new();
        for number in 0..100 {
            grow_list(&mut numbers).unwrap();
            grow_map(&mut squares).unwrap();
            assert!(numbers.len() < numbers.capacity());
            assert!(squares.len() < squares.capacity());
            numbers.push(number);
            squares.insert(number, number * number);
        }
        assert!(list::<u64>(100).unwrap().capacity() >= 100);
        assert_eq!(list::<u64>(usize::MAX / 8), Err(OutOfMemory));
    }
}
