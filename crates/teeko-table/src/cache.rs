//! A cache of decoded blocks.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Result;
use crate::file_kind::FileKind;
use crate::reader::TableFile;

/// Returns the value of one or two bytes.
pub(crate) fn value_at(bytes: &[u8]) -> u32 {
    let mut value = 0;
    for &byte in bytes.iter().rev() {
        value = value << 8 | u32::from(byte);
    }
    value
}

/// A block in the cache: the kind of its file, its number in the file, and its form.
type Key = (FileKind, u32, Form);

/// The form in which the cache has a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Form {
    /// Its bytes.
    Bytes,
    /// A bit for each byte, see [`bits_of`].
    Bits,
}

/// Returns a bit for each byte: whether it is not 0.
///
/// Bit k of each byte of the result is for the k-th eighth of the block. So the compiler finds
/// vector instructions, and this takes a few microseconds, where decoding takes 60. To keep the
/// bytes takes 25 more, since they fill pages that are new to the process.
fn bits_of(bytes: &[u8]) -> Vec<u8> {
    let mut bits = vec![0; bytes.len().div_ceil(8)];
    for (number, part) in bytes.chunks(bits.len()).enumerate() {
        for (bits, &byte) in bits.iter_mut().zip(part) {
            *bits |= u8::from(byte != 0) << number;
        }
    }
    bits
}

/// Returns whether any of these bytes is not 0, given the bits of all.
fn any_bit(bits: &[u8], mut bytes: Range<usize>) -> bool {
    bytes.any(|byte| bits[byte % bits.len()] >> (byte / bits.len()) & 1 == 1)
}

/// Returns the number of the block with a cell, and its bytes in the block.
fn place_of(file: &TableFile, cell: u64) -> (u32, Range<usize>) {
    let width = file.header().value_width;
    let length = file.header().block_length as u64;
    let byte = cell * width as u64;
    let first = (byte % length) as usize;
    ((byte / length) as u32, first..first + width)
}

/// A cache of decoded blocks with a capacity in bytes. It evicts the least recently used blocks
/// first.
///
/// Threads share a cache. Blocks are decoded outside its lock, so two threads may decode the same
/// block at the same time, which is harmless.
#[derive(Debug)]
pub(crate) struct BlockCache {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Default, Debug)]
struct State {
    /// The blocks, each with the number of its last use.
    blocks: HashMap<Key, (u64, Arc<Vec<u8>>)>,
    /// The number of uses so far.
    used: u64,
    /// The bytes of all blocks.
    bytes: usize,
}

impl BlockCache {
    /// An empty cache for this many bytes.
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            state: Mutex::default(),
        }
    }

    /// Returns the value in a cell of a file.
    pub(crate) fn value(&self, file: &TableFile, cell: u64) -> Result<u32> {
        let (number, bytes) = place_of(file, cell);
        let key = (file.header().description.kind, number, Form::Bytes);
        Ok(value_at(
            &self.get(key, || file.decode_block(number))?[bytes],
        ))
    }

    /// Returns whether the value in a cell of a file is not 0. The cache keeps a bit for each byte,
    /// so it holds eight times as much for such questions.
    pub(crate) fn is_set(&self, file: &TableFile, cell: u64) -> Result<bool> {
        let (number, bytes) = place_of(file, cell);
        let kind = file.header().description.kind;
        let bits = self.get((kind, number, Form::Bits), || {
            match self.find((kind, number, Form::Bytes)) {
                Some(bytes) => Ok(bits_of(&bytes)),
                None => file.decode_block(number).map(|bytes| bits_of(&bytes)),
            }
        })?;
        Ok(any_bit(&bits, bytes))
    }

    /// Returns what [`BlockCache::is_set`] does if the cache has the bits, or else `None`.
    pub(crate) fn is_known_set(&self, file: &TableFile, cell: u64) -> Option<bool> {
        let (number, bytes) = place_of(file, cell);
        let bits = self.find((file.header().description.kind, number, Form::Bits))?;
        Some(any_bit(&bits, bytes))
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

    /// Returns a block that the cache has, and counts the use.
    fn find(&self, key: Key) -> Option<Arc<Vec<u8>>> {
        let state = &mut *self.lock();
        let (last, bytes) = state.blocks.get_mut(&key)?;
        state.used += 1;
        *last = state.used;
        Some(Arc::clone(bytes))
    }

    /// Adds a block, and evicts others to make room.
    fn insert(&self, key: Key, bytes: &Arc<Vec<u8>>) {
        let state = &mut *self.lock();
        if bytes.len() > self.capacity || state.blocks.contains_key(&key) {
            return;
        }
        // Compared with decoding a block, looking at all blocks takes no time; an order of the uses
        // would cost each look-up a quarter more.
        while state.bytes + bytes.len() > self.capacity
            && let Some((&oldest, _)) = state.blocks.iter().min_by_key(|(_, (last, _))| *last)
        {
            if let Some((_, evicted)) = state.blocks.remove(&oldest) {
                state.bytes -= evicted.len();
            }
        }
        state.bytes += bytes.len();
        state.used += 1;
        state.blocks.insert(key, (state.used, Arc::clone(bytes)));
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
        let found = cache.get((FileKind::Slide, number, Form::Bytes), || {
            decoded.push(number);
            Ok::<_, ()>(vec![number as u8; 10])
        });
        assert_eq!(found, Ok(Arc::new(vec![number as u8; 10])));
    }

    #[test]
    fn the_block_unused_for_longest_makes_room() {
        // Of blocks unused for as long as each other, any would make room.
        for _ in 0..20 {
            for (uses, expected) in [
                (vec![1, 2, 3, 1], [1, 2, 3, 1]),
                (vec![1, 2, 1, 3, 1, 2], [1, 2, 3, 2]),
            ] {
                let (cache, mut decoded) = (BlockCache::new(20), Vec::new());
                for number in uses {
                    get(&cache, number, &mut decoded);
                }
                assert_eq!(decoded, expected);
                assert_eq!(cache.lock().bytes, 20);
            }
        }
    }

    #[test]
    fn blocks_beyond_the_capacity_are_not_kept() {
        for (capacity, expected, bytes) in [(9, vec![1, 1], 0), (10, vec![1], 10)] {
            let (cache, mut decoded) = (BlockCache::new(capacity), Vec::new());
            get(&cache, 1, &mut decoded);
            get(&cache, 1, &mut decoded);
            assert_eq!((decoded, cache.lock().bytes), (expected, bytes));
        }
    }

    #[test]
    fn errors_are_not_kept() {
        let (cache, mut decoded) = (BlockCache::new(100), Vec::new());
        assert_eq!(
            cache
                .get((FileKind::Slide, 1, Form::Bytes), || Err("damaged"))
                .unwrap_err(),
            "damaged"
        );
        get(&cache, 1, &mut decoded);
        assert_eq!(decoded, [1]);
    }
}
