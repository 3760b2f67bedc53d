//! Ascending numbers as bytes: the gaps between them, compressed by zlib.

use miniz_oxide::DataFormat;
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The most bytes of a gap. Their 63 bits number the positions of any board.
const MOST_BYTES: usize = 9;

/// The bits of a gap in each of its bytes, and the bit that says that another byte follows.
const BITS: usize = 7;
const MORE: u8 = 1 << BITS;

/// How hard zlib looks for repetition, of 0 to 10, and how far back: in 2^15 bytes.
const LEVEL: u8 = 9;
const WINDOW_BITS: u8 = 15;

/// Returns ascending numbers, each once, as bytes.
///
/// # Panics
/// If a gap has more than 63 bits, which no position's has.
pub(crate) fn encoded(numbers: &[u64]) -> Vec<u8> {
    let (mut gaps, mut next) = (Vec::with_capacity(2 * numbers.len()), 0);
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
    // Gaps repeat by chance only: a short match takes more bits than the bytes that it stands for.
    let strategy = CompressionStrategy::Filtered;
    let mut compressor =
        CompressorOxide::with_params(DataFormat::Zlib, LEVEL, strategy, WINDOW_BITS);
    let mut bytes = Vec::new();
    let write = |part: &[u8]| {
        bytes.extend_from_slice(part);
        true
    };
    let (status, _) = compress_to_output(&mut compressor, &gaps, TDEFLFlush::Finish, write);
    assert_eq!(status, TDEFLStatus::Done, "memory takes all bytes");
    bytes
}

/// Returns the numbers that bytes encode; `None` unless these are one whole zlib stream, and hold
/// `count` gaps, each in as few bytes as it needs.
pub(crate) fn decoded(bytes: &[u8], count: usize) -> Option<Vec<u64>> {
    // Room for the longest gaps, whatever the stream says.
    let mut gaps = vec![0; count * MOST_BYTES];
    let flags = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) =
        decompress(&mut DecompressorOxide::new(), bytes, &mut gaps, 0, flags);
    if status != TINFLStatus::Done || read != bytes.len() {
        return None;
    }
    let (mut numbers, mut next) = (Vec::with_capacity(count), 0_u64);
    for gap in gaps[..written].split_inclusive(|byte| byte & MORE == 0) {
        let (&last, _) = gap.split_last()?;
        let shortest = gap.len() == 1 || last != 0;
        if last & MORE != 0 || !shortest || gap.len() > MOST_BYTES || numbers.len() == count {
            return None;
        }
        let digits = gap.iter().rev().map(|byte| u64::from(byte & !MORE));
        let number = next.checked_add(digits.fold(0, |value, digit| value << BITS | digit))?;
        numbers.push(number);
        next = number.checked_add(1)?;
    }
    (numbers.len() == count).then_some(numbers)
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
            prop_assert_eq!(decoded(&encoded(&numbers), numbers.len()), Some(numbers));
        }

        #[test]
        fn any_gaps_decode_or_are_refused(
            gaps in prop::collection::vec(prop_oneof![any::<u8>(), 0..3_u8, 126..130_u8], 0..200),
            count in 0..300_usize,
        ) {
            let ends = gaps.iter().filter(|&&byte| byte < 128).count();
            for count in [count, ends] {
                if let Some(numbers) = decoded(&compress_to_vec_zlib(&gaps, 6), count) {
                    prop_assert!(numbers.is_sorted_by(|one, next| one < next));
                    prop_assert_eq!(numbers.len(), count);
                    // Each set has one list of gaps only.
                    let mut written = vec![0; 2 * gaps.len()];
                    let flags =
                        TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
                    let mut decompressor = DecompressorOxide::new();
                    let (_, _, length) =
                        decompress(&mut decompressor, &encoded(&numbers), &mut written, 0, flags);
                    prop_assert_eq!(&written[..length], &gaps);
                }
            }
        }
    }

    #[test]
    fn the_documented_gaps_hold() {
        // 0, 2 and 2^14 + 2 after it: gaps of 0, 1 and 2^14.
        let bytes = compress_to_vec_zlib(&[0, 1, 0x80, 0x80, 1], 9);
        assert_eq!(decoded(&bytes, 3), Some(vec![0, 2, 16_387]));
    }

    #[test]
    fn other_streams_are_refused() {
        let accepted = |gaps: &[u8], count| decoded(&compress_to_vec_zlib(gaps, 9), count);
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
        assert!(decoded(&[&bytes[..], &[0]].concat(), 2).is_none());
        assert!((0..bytes.len()).all(|length| decoded(&bytes[..length], 2).is_none()));
        let (last, rest) = bytes.split_last().unwrap();
        assert!(decoded(&[rest, &[last ^ 1]].concat(), 2).is_none());
        assert!(decoded(&[], 0).is_none());
    }

    /// A stream of a thousand times as many bytes as its own.
    #[test]
    fn a_stream_that_expands_is_cut_off() {
        let bytes = compress_to_vec_zlib(&vec![0; 10_000_000], 9);
        assert!(bytes.len() < 20_000);
        assert_eq!(decoded(&bytes, 1_000), None);
    }

    #[test]
    fn dense_numbers_take_next_to_nothing() {
        assert!(encoded(&(0..10_000).collect::<Vec<u64>>()).len() < 400);
    }
}
