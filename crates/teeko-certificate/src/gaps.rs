//! Ascending numbers as bytes: the gaps between them, compressed by zlib.

use miniz_oxide::DataFormat;
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::{DrawCertificate, OutOfMemory, memory};

/// The most bytes of a gap. Their 63 bits number the positions of any board.
const MOST_BYTES: usize = 9;

/// The bits of a gap in each of its bytes, and the bit that says that another byte follows.
const BITS: usize = 7;
const MORE: u8 = 1 << BITS;

/// How hard zlib looks for repetition, of 0 to 10, and how far back: in 2^15 bytes.
const LEVEL: u8 = 9;
const WINDOW_BITS: u8 = 15;

/// The bytes that zlib can look back.
const WINDOW: usize = 1 << WINDOW_BITS;

/// Returns ascending numbers, each once, as bytes that a reader accepts.
///
/// # Panics
/// If a gap has more than 63 bits, which no position's has.
pub(crate) fn encoded(numbers: &[u64]) -> Vec<u8> {
    let gaps = gap_bytes(numbers);
    // Gaps repeat by chance only: a short match takes more bits than the bytes that it stands for.
    let bytes = compressed(&gaps, CompressionStrategy::Filtered);
    if numbers.len() <= DrawCertificate::most_positions(bytes.len()) {
        return bytes;
    }
    // Without matches each gap takes a bit at least.
    compressed(&gaps, CompressionStrategy::HuffmanOnly)
}

/// Returns the gaps between numbers, before compression.
fn gap_bytes(numbers: &[u64]) -> Vec<u8> {
    let mut gaps = Vec::with_capacity(2 * numbers.len());
    let mut next = 0;
    for &number in numbers {
        let mut gap = number - next;
        assert_eq!(gap >> (BITS * MOST_BYTES), 0, "a gap of at most 63 bits");
        while gap >= MORE.into() {
            gaps.push(gap as u8 | MORE);
            gap >>= BITS;
        }
        gaps.push(gap as u8);
        next = number + 1;
    }
    gaps
}

/// Returns bytes as a stream of zlib.
fn compressed(gaps: &[u8], strategy: CompressionStrategy) -> Vec<u8> {
    let mut compressor =
        CompressorOxide::with_params(DataFormat::Zlib, LEVEL, strategy, WINDOW_BITS);
    let mut bytes = Vec::new();
    let (status, _) = compress_to_output(&mut compressor, gaps, TDEFLFlush::Finish, |part| {
        bytes.extend_from_slice(part);
        true
    });
    assert_eq!(status, TDEFLStatus::Done, "memory takes all bytes");
    bytes
}

/// Returns the numbers that bytes encode; `None` unless these are one whole zlib stream, and hold
/// `count` gaps, each in as few bytes as it needs.
///
/// # Errors
/// If there is no memory for the numbers.
pub(crate) fn decoded(bytes: &[u8], count: usize) -> Result<Option<Vec<u64>>, OutOfMemory> {
    let mut numbers = Numbers {
        found: memory::list(count)?,
        count,
        next: 0,
        gap: 0,
        bits: 0,
    };
    if numbers.read(bytes).is_none() || !numbers.are_complete() {
        return Ok(None);
    }
    Ok(Some(numbers.found))
}

/// Numbers that are being read from a stream.
struct Numbers {
    found: Vec<u64>,
    /// The expected number of gaps.
    count: usize,
    /// The least number that can come next.
    next: u64,
    /// The bits of a gap that have been read.
    gap: u64,
    bits: usize,
}

impl Numbers {
    /// Reads a stream to its end. Stops with `None` at the first gap that is not acceptable, or
    /// where the stream is damaged.
    fn read(&mut self, mut bytes: &[u8]) -> Option<()> {
        let mut decompressor = DecompressorOxide::new();
        let mut window = vec![0; WINDOW];
        loop {
            let flags = TINFL_FLAG_PARSE_ZLIB_HEADER;
            // More output comes only once the window is full, so it is filled from the start.
            let (status, read, written) =
                decompress(&mut decompressor, bytes, &mut window, 0, flags);
            bytes = &bytes[read..];
            for &byte in &window[..written] {
                self.add(byte)?;
            }
            match status {
                TINFLStatus::Done if bytes.is_empty() => return Some(()),
                TINFLStatus::HasMoreOutput => {}
                _ => return None,
            }
        }
    }

    /// Adds a byte of a gap. `None` if no further byte can make the gaps acceptable.
    fn add(&mut self, byte: u8) -> Option<()> {
        let is_shortest = byte != 0 || self.bits == 0;
        if !is_shortest || self.bits == BITS * MOST_BYTES || self.found.len() == self.count {
            return None;
        }
        self.gap |= u64::from(byte & !MORE) << self.bits;
        self.bits += BITS;
        if byte & MORE == 0 {
            let number = self.next.checked_add(self.gap)?;
            self.next = number.checked_add(1)?;
            self.found.push(number);
            self.gap = 0;
            self.bits = 0;
        }
        Some(())
    }

    fn are_complete(&self) -> bool {
        self.found.len() == self.count && self.bits == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec_zlib;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decoding_undoes_encoding(
            gaps in prop::collection::vec(
                prop_oneof![1..9_u64, 1..1_000_000_u64, 1..1_u64 << 50],
                0..400,
            ),
        ) {
            let ends = gaps.iter().scan(0_u64, |end, gap| {
                *end += gap;
                Some(*end)
            });
            let numbers: Vec<u64> = ends.collect();
            prop_assert_eq!(decoded(&encoded(&numbers), numbers.len()), Ok(Some(numbers)));
        }

        #[test]
        fn any_gaps_decode_or_are_refused(
            gaps in prop::collection::vec(prop_oneof![any::<u8>(), 0..3_u8, 126..130_u8], 0..200),
            count in 0..300_usize,
        ) {
            let ends = gaps.iter().filter(|&&byte| byte < 128).count();
            for count in [count, ends] {
                if let Ok(Some(numbers)) = decoded(&compress_to_vec_zlib(&gaps, 6), count) {
                    prop_assert!(numbers.is_sorted_by(|one, next| one < next));
                    prop_assert_eq!(numbers.len(), count);
                    // Each set has one list of gaps only.
                    prop_assert_eq!(gap_bytes(&numbers), gaps.clone());
                }
            }
        }
    }

    #[test]
    fn the_documented_gaps_hold() {
        // 0, 2 and 2^14 + 2 after it: gaps of 0, 1 and 2^14.
        let bytes = compress_to_vec_zlib(&[0, 1, 0x80, 0x80, 1], 9);
        assert_eq!(decoded(&bytes, 3), Ok(Some(vec![0, 2, 16_387])));
    }

    #[test]
    fn other_streams_are_refused() {
        let read = |bytes: &[u8], count| decoded(bytes, count).unwrap();
        let accepted = |gaps: &[u8], count| read(&compress_to_vec_zlib(gaps, 9), count);
        assert!(accepted(&[5, 6], 2).is_some() && accepted(&[], 0).is_some());
        // Gaps that are missing, too many, cut short, too long, or longer than they need be.
        assert!(accepted(&[5], 2).is_none() && accepted(&[5, 6, 7], 2).is_none());
        assert!(accepted(&[5, 6], 1).is_none() && accepted(&[5], 0).is_none());
        assert!(accepted(&[5, 0x86], 2).is_none() && accepted(&[5, 0x86], 1).is_none());
        assert!(accepted(&[5, 0x86, 0], 2).is_none() && accepted(&[5, 0x80, 0], 2).is_none());
        let long = |bytes| [vec![0xff; bytes], vec![1]].concat();
        assert!(accepted(&long(8), 1).is_some() && accepted(&long(9), 1).is_none());
        // Gaps of 2^63 - 1: the second number is 2^64 - 1, after which there is none.
        let gaps = [vec![0xff; 8], vec![0x7f]].concat().repeat(2);
        assert!(accepted(&gaps, 2).is_none() && accepted(&gaps[..9], 1).is_some());
        // Bytes after the stream, a stream cut short, another checksum, no stream.
        let bytes = compress_to_vec_zlib(&[5, 6], 9);
        assert!(read(&[&bytes[..], &[0]].concat(), 2).is_none());
        assert!((0..bytes.len()).all(|length| read(&bytes[..length], 2).is_none()));
        let (last, rest) = bytes.split_last().unwrap();
        assert!(read(&[rest, &[last ^ 1]].concat(), 2).is_none());
        assert!(read(&[], 0).is_none());
        // A window that is larger than zlib permits. The second byte makes the header's sum right.
        let header = [0x88, 0x1c];
        assert!(read(&[&header, &bytes[2..]].concat(), 2).is_none());
    }

    /// A stream that expands to a thousand times its size.
    #[test]
    fn a_stream_that_expands_is_cut_off() {
        let bytes = compress_to_vec_zlib(&vec![0; 10_000_000], 9);
        assert!(bytes.len() < 20_000);
        assert_eq!(decoded(&bytes, 1_000), Ok(None));
    }

    /// Their bytes fill the window that zlib looks back in more than once.
    #[test]
    fn many_gaps_of_all_lengths_come_back() {
        let numbers: Vec<u64> = (0..40_000).map(|root| root * root).collect();
        assert!(gap_bytes(&numbers).len() > 2 * WINDOW);
        assert_eq!(
            decoded(&encoded(&numbers), numbers.len()),
            Ok(Some(numbers))
        );
    }

    /// Numbers one after the other take next to nothing, but no less than a reader accepts.
    #[test]
    fn dense_numbers_take_few_bytes() {
        let dense: Vec<u64> = (0..100_000).collect();
        let bytes = encoded(&dense);
        let least = dense.len() / DrawCertificate::POSITIONS_PER_BYTE;
        assert!(bytes.len() >= least && bytes.len() < 3 * least);
        assert_eq!(decoded(&bytes, dense.len()), Ok(Some(dense)));
    }
}
