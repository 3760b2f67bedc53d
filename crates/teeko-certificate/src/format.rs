//! The file format: what the reader and the writer share, and the writer.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView;
use teeko_rules::Rules;

use crate::gaps::encoded;
use crate::{Certificate, DrawCertificate};

/// The bytes every certificate begins with: a byte with its high bit set, `TKC`, and line ends and
/// an end-of-file character that a transfer in text mode would change.
pub const MAGIC: [u8; 8] = *b"\x89TKC\r\n\x1a\n";

/// The version of the format, of rules whose goals need no empty circles.
pub const FORMAT_VERSION: u32 = 1;

/// The version of the format where a goal has circles that must be empty.
pub const EMPTY_CIRCLES_VERSION: u32 = 2;

/// The version of the format of games for points, in which a goal may end play without counting.
pub const POINTS_VERSION: u32 = 3;

/// The version of the format of draws, which have a strategy for each side.
pub const DRAW_VERSION: u32 = 4;

/// Bytes of the header before its lists.
pub(crate) const FIXED_LENGTH: usize = 40;

/// Bytes of a set of circles, of which a goal has one or two, of what it is worth, of a step offset
/// and of the checksum.
pub(crate) const SET_LENGTH: usize = 8;
pub(crate) const WORTH_LENGTH: usize = 1;
pub(crate) const OFFSET_LENGTH: usize = 2;
pub(crate) const CHECKSUM_LENGTH: usize = 4;

/// The bits that each of these choices takes: as many as the largest needs, but at least one, so
/// that the length of a file bounds the choices it has.
pub(crate) fn choice_width(choices: &[u8]) -> u32 {
    let largest = choices.iter().copied().max().unwrap_or(0);
    (u8::BITS - largest.leading_zeros()).max(1)
}

/// Choices as bits, the first choice in the lowest bits of the first byte.
fn packed(choices: &[u8], width: u32) -> Vec<u8> {
    let width = width as usize;
    let mut bytes = vec![0; (choices.len() * width).div_ceil(8)];
    let bits = bytes.view_bits_mut::<Lsb0>();
    bits.chunks_exact_mut(width).zip(choices).for_each(|(bits, &choice)| bits.store_le(choice));
    bytes
}

impl Certificate {
    /// The version of the format that it needs, which is the only one that it is written in.
    pub(crate) fn version(&self) -> u32 {
        let goals = self.rules.goals();
        if self.points > 0 || goals.have_void_goals() {
            POINTS_VERSION
        } else if goals.have_empty_circles() {
            EMPTY_CIRCLES_VERSION
        } else {
            FORMAT_VERSION
        }
    }

    /// The certificate as a file.
    ///
    /// # Panics
    /// Never: the numbers of goals and steps fit their fields on every board.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = &self.rules;
        let width = choice_width(&self.choices);
        let mut bytes = beginning(self.version(), rules);
        bytes.extend([self.winner as u8, width as u8, self.points, 0]);
        bytes.extend(self.plies.to_le_bytes());
        bytes.extend(count(rules.goals().patterns().len()));
        bytes.extend(count(rules.step().offsets().len()));
        bytes.extend((self.choices.len() as u64).to_le_bytes());
        match self.version() {
            POINTS_VERSION => bytes.extend(rules.worth_bytes()),
            _ => bytes.extend(rules.goal_bytes()),
        }
        bytes.extend(step_bytes(rules));
        bytes.extend(packed(&self.choices, width));
        with_checksum(bytes)
    }
}

impl DrawCertificate {
    /// The certificate as a file.
    ///
    /// The numbers are compressed by zlib, so other versions of this crate may write other bytes,
    /// and every version reads both.
    ///
    /// # Panics
    /// If a side has more than 2^32 positions.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = &self.rules;
        let parts = self.numbers.each_ref().map(|numbers| encoded(numbers));
        let lengths =
            |place: usize| [count(self.numbers[place].len()), count(parts[place].len())].concat();
        let mut bytes = beginning(DRAW_VERSION, rules);
        bytes.extend(lengths(0));
        bytes.extend(count(rules.goals().patterns().len()));
        bytes.extend(count(rules.step().offsets().len()));
        bytes.extend(lengths(1));
        bytes.extend(rules.worth_bytes());
        bytes.extend(step_bytes(rules));
        bytes.extend(parts.concat());
        with_checksum(bytes)
    }
}

/// What the header begins with: magic, version, board and drop phase.
fn beginning(version: u32, rules: &Rules) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(version.to_le_bytes());
    let board = rules.board();
    bytes.extend([
        board.width() as u8,
        board.height() as u8,
        rules.plan().bits(),
        rules.option_bits(),
    ]);
    bytes
}

fn count(length: usize) -> [u8; 4] {
    u32::try_from(length).expect("a count that fits the header").to_le_bytes()
}

fn step_bytes(rules: &Rules) -> Vec<u8> {
    rules.step().offset_bytes().expect("no offset is longer than LONGEST_STEP")
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}
