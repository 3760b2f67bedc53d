//! A cache of decoded blocks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Kind;
use crate::error::TableError;
use crate::reader::TableFile;

/// Returns the value of one or two bytes.
pub(crate) fn value_at(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))
}

/// A block: the kind of its file, and its number in it.
type Key = (Kind, u32);

/// A cache of decoded blocks with a capacity in bytes. It evicts the least recently used block
/// first.
///
/// Threads share a cache. Blocks are decoded outside its lock, so two threads may decode the same
/// block at the same time, which is harmless.
#[derive(Debug)]
pub(crate) struct BlockCache {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    blocks: HashMap<Key, Entry>,
    bytes: usize,
    /// Counts look-ups.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    bytes: Arc<Vec<u8>>,
    used: u64,
}

impl BlockCache {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, state: Mutex::default() }
    }

    /// Returns the value in a cell of a file.
    pub(crate) fn value(&self, file: &TableFile, cell: u64) -> Result<u32, TableError> {
        let header = file.header();
        let (width, block_length) = (header.value_width(), header.block_length() as u64);
        let byte = cell * width as u64;
        let (block, place) = ((byte / block_length) as u32, (byte % block_length) as usize);
        let block = self.get((header.kind(), block), || file.decode_block(block))?;
        Ok(value_at(&block[place..place + width]))
    }

    /// Returns the block from the cache, or else from `decode`.
    fn get<E>(
        &self,
        key: Key,
        decode: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<Vec<u8>>, E> {
        if let Some(bytes) = self.find(key) {
            return Ok(bytes);
        }
        let bytes = Arc::new(decode()?);
        self.insert(key, &bytes);
        Ok(bytes)
    }

    fn find(&self, key: Key) -> Option<Arc<Vec<u8>>> {
        let mut state = self.lock();
        state.clock += 1;
        let clock = state.clock;
        let entry = state.blocks.get_mut(&key)?;
        entry.used = clock;
        Some(Arc::clone(&entry.bytes))
    }

    fn insert(&self, key: Key, bytes: &Arc<Vec<u8>>) {
        let mut state = self.lock();
        if bytes.len() > self.capacity || state.blocks.contains_key(&key) {
            return;
        }
        while state.bytes + bytes.len() > self.capacity {
            // Scanning these few blocks takes far less time than decoding one.
            let Some(oldest) =
                state.blocks.iter().min_by_key(|(_, entry)| entry.used).map(|(&key, _)| key)
            else {
                break;
            };
            state.bytes -= state.blocks.remove(&oldest).map_or(0, |entry| entry.bytes.len());
        }
        state.bytes += bytes.len();
        let used = state.clock;
        state.blocks.insert(key, Entry { bytes: Arc::clone(bytes), used });
    }

    /// Ignores poisoning: a thread that panics leaves the state consistent.
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(cache: &BlockCache, number: u32, decoded: &mut Vec<u32>) {
        let found = cache.get((Kind::Slide, number), || {
            decoded.push(number);
            Ok::<_, ()>(vec![number as u8; 10])
        });
        assert_eq!(found, Ok(Arc::new(vec![number as u8; 10])));
    }

    #[test]
    fn the_block_unused_for_longest_makes_room() {
        let (cache, mut decoded) = (BlockCache::new(25), Vec::new());
        for number in [1, 2, 1, 3, 1, 2] {
            get(&cache, number, &mut decoded);
        }
        assert_eq!(decoded, [1, 2, 3, 2]);
        assert_eq!(cache.lock().bytes, 20);
    }

    #[test]
    fn blocks_beyond_the_capacity_are_not_kept() {
        let (cache, mut decoded) = (BlockCache::new(9), Vec::new());
        get(&cache, 1, &mut decoded);
        get(&cache, 1, &mut decoded);
        assert_eq!((decoded, cache.lock().bytes), (vec![1, 1], 0));
    }

    #[test]
    fn errors_are_not_kept() {
        let (cache, mut decoded) = (BlockCache::new(100), Vec::new());
        assert_eq!(cache.get((Kind::Slide, 1), || Err("damaged")).unwrap_err(), "damaged");
        get(&cache, 1, &mut decoded);
        assert_eq!(decoded, [1]);
    }
}
