//! An adaptive binary range coder, that of LZMA, and the model by which ascending numbers are
//! coded.
//!
//! Not zstd: a reader of this coder takes 30 lines in any language, and the numbers take a quarter
//! less space.

/// Bits of a probability; one half stands for a bit of which nothing is known yet.
const PROBABILITY_BITS: u32 = 11;
const HALF: u16 = 1 << (PROBABILITY_BITS - 1);

/// How fast a probability follows the bits: by one part in 2^5 with each.
const ADAPTATION: u32 = 5;

/// A range below this is widened by a byte.
const LEAST_RANGE: u32 = 1 << 24;

/// Bits that say how many bits a gap has.
const LENGTH_BITS: u32 = 6;
const LENGTHS: usize = 1 << LENGTH_BITS;

/// The bits of a gap below its highest that are modelled. The others are as good as random.
const MODELLED_BITS: u32 = 3;

/// Receives or produces bits, one at a time, each with its probability.
trait Coder {
    /// Codes a bit: returns the one read, or `bit` after writing it.
    fn bit(&mut self, probability: &mut u16, bit: u32) -> u32;
}

/// Writes bits.
struct Encoder {
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    /// Shifts the highest byte of `low` out, with the carry into the bytes before it.
    fn shift(&mut self) {
        if self.low >> 32 != 0 {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.bytes.push((self.low >> 24) as u8);
        self.low = (self.low & 0x00ff_ffff) << 8;
    }
}

impl Coder for Encoder {
    fn bit(&mut self, probability: &mut u16, bit: u32) -> u32 {
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(*probability);
        if bit == 0 {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        adapt(probability, bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads bits; past the end of its bytes it reads zeros.
struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, probability: &mut u16, _: u32) -> u32 {
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(*probability);
        let bit = u32::from(self.code >= bound);
        if bit == 0 {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range -= bound;
        }
        adapt(probability, bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
        }
        bit
    }
}

fn adapt(probability: &mut u16, bit: u32) {
    if bit == 0 {
        *probability += ((1 << PROBABILITY_BITS) - *probability) >> ADAPTATION;
    } else {
        *probability -= *probability >> ADAPTATION;
    }
}

/// The probabilities of the bits of gaps.
struct Model {
    /// By the length of the gap before, then by a 1 and the bits of this one's length that are
    /// known.
    lengths: Vec<[u16; LENGTHS]>,
    /// By the length of the gap, then by a 1 and the modelled bits that are known.
    bits: Vec<[u16; 1 << MODELLED_BITS]>,
    previous: usize,
}

impl Model {
    fn new() -> Self {
        Self {
            lengths: vec![[HALF; LENGTHS]; LENGTHS],
            bits: vec![[HALF; 1 << MODELLED_BITS]; LENGTHS],
            previous: 0,
        }
    }

    /// Codes a gap, which is at least 1: reads it, or writes `gap`.
    fn gap(&mut self, coder: &mut impl Coder, gap: u64) -> u64 {
        let length = gap.checked_ilog2().unwrap_or(0);
        let mut node = 1;
        for place in (0..LENGTH_BITS).rev() {
            let bit = coder.bit(&mut self.lengths[self.previous][node], length >> place & 1);
            node = node << 1 | bit as usize;
        }
        let length = node - LENGTHS;
        self.previous = length;
        let (mut value, mut node) = (1, 1);
        for place in (0..length).rev() {
            let known = length - 1 - place;
            let bit = (gap >> place & 1) as u32;
            let bit = if known < MODELLED_BITS as usize {
                let bit = coder.bit(&mut self.bits[length][node], bit);
                node = node << 1 | bit as usize;
                bit
            } else {
                coder.bit(&mut HALF.clone(), bit)
            };
            value = value << 1 | u64::from(bit);
        }
        value
    }
}

/// Ascending numbers, each once, as bytes.
pub(crate) fn encoded(numbers: &[u64]) -> Vec<u8> {
    let mut encoder = Encoder { low: 0, range: u32::MAX, bytes: Vec::new() };
    let (mut model, mut next) = (Model::new(), 0);
    for &number in numbers {
        model.gap(&mut encoder, number - next + 1);
        next = number + 1;
    }
    for _ in 0..4 {
        encoder.shift();
    }
    encoder.bytes
}

/// The numbers that bytes encode, `count` of them; `None` if one does not fit 64 bits.
pub(crate) fn decoded(bytes: &[u8], count: usize) -> Option<Vec<u64>> {
    let mut decoder = Decoder { code: 0, range: u32::MAX, bytes: bytes.iter() };
    for _ in 0..4 {
        decoder.code = decoder.code << 8 | u32::from(decoder.bytes.next().copied().unwrap_or(0));
    }
    let (mut model, mut next) = (Model::new(), 0_u64);
    let mut numbers = Vec::with_capacity(count);
    for _ in 0..count {
        let number = next.checked_add(model.gap(&mut decoder, 1) - 1)?;
        numbers.push(number);
        next = number.checked_add(1)?;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
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
        fn any_bytes_decode_or_are_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            count in 0..300_usize,
        ) {
            if let Some(numbers) = decoded(&bytes, count) {
                prop_assert!(numbers.is_sorted_by(|one, next| one < next));
                prop_assert_eq!(numbers.len(), count);
            }
        }
    }

    #[test]
    fn dense_numbers_take_next_to_nothing() {
        assert!(encoded(&(0..10_000).collect::<Vec<u64>>()).len() < 400);
    }
}
