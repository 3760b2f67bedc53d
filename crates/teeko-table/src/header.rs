//! The header of a table file: which rules the file solves, and where its compressed blocks are.
//!
//! `tables/README.md` has the format byte by byte. `header_reader.rs` reads headers.

use std::ops::RangeInclusive;

use teeko_index::Class;
use teeko_rules::encoding::Fault;
use teeko_rules::{Outcome, Parity, Rules, Variant};

use crate::census::{CENSUS_ENTRY_LENGTH, DISTANCES, check_header_census, write_census};
use crate::description::Description;
use crate::file_kind::FileKind;
use crate::hash::ContentHash;
use crate::scheme::{INDEX_SCHEME, Section, sections};
use crate::values::{attack_value, drop_value, slide_value};

/// The bytes every table file begins with: a byte with its high bit set, `TKO`, and line ends and
/// an end-of-file character that a transfer in text mode would change.
pub const MAGIC: [u8; 8] = *b"\x89TKO\r\n\x1a\n";

/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;

/// Bytes of the header before the rules.
pub(crate) const FIXED_LENGTH: usize = 104;

/// Offsets in the header.
pub(crate) const LENGTH: usize = 12;
pub(crate) const KIND: usize = 16;
pub(crate) const SCHEME: usize = 17;
pub(crate) const VALUE_WIDTH: usize = 18;
pub(crate) const POINTS: usize = 19;
pub(crate) const BLOCK_LENGTH: usize = 20;
pub(crate) const BLOCKS: usize = 24;
pub(crate) const VALUES: usize = 32;
pub(crate) const CONTENT_HASH: usize = 40;
pub(crate) const SLIDE_HASH: usize = 72;

/// The bytes of an entry of the block index.
pub(crate) const BLOCK_ENTRY_LENGTH: usize = 16;
/// The bytes of the checksum at the end of the header.
pub(crate) const CHECKSUM_LENGTH: usize = 4;

/// The least and greatest length of a block before compression, a power of two. It bounds the
/// memory of a probe.
pub(crate) const BLOCK_LENGTHS: RangeInclusive<usize> = 1 << 10..=1 << 20;

/// Where a block lies in the file.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct BlockEntry {
    /// The offset of its first byte from the beginning of the file.
    pub offset: u64,
    /// Its length in bytes, compressed.
    pub length: u32,
    /// The CRC-32 (that of zip and PNG) of its compressed bytes.
    pub checksum: u32,
}

/// The header of a table file. All of it is known to be consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What the file is of.
    pub description: Description,
    /// The sections, in the order in which they lie in the file. Unless it is of an attack, each is
    /// a stored layer.
    pub sections: Vec<Section>,
    /// The number of bytes of each value: 1, or 2 if the largest value needs two.
    pub value_width: usize,
    /// The bytes of a block before compression; the last block may have fewer.
    pub block_length: usize,
    /// The hash of all values.
    pub content_hash: ContentHash,
    /// Where the blocks are.
    pub blocks: Vec<BlockEntry>,
}

impl Header {
    /// Returns the variant, or `None` if no variant has these rules. For a slide file, ignore the
    /// drop plan of the variant: the file serves all drop plans.
    pub fn variant(&self) -> Option<Variant> {
        Variant::of_rules(&self.description.rules)
    }

    /// The number of values: one for each cell of the sections.
    pub fn values(&self) -> u64 {
        self.sections.iter().map(Section::cells).sum()
    }

    /// Returns the length of the header in bytes, which is also the offset of the first block.
    pub fn length(&self) -> usize {
        FIXED_LENGTH
            + self.description.rules.to_bytes().len()
            + self.description.census.entries().count() * CENSUS_ENTRY_LENGTH
            + self.blocks.len() * BLOCK_ENTRY_LENGTH
            + CHECKSUM_LENGTH
    }

    /// Returns the number of blocks that the values make.
    pub(crate) fn blocks_needed(&self) -> u64 {
        (self.values() * self.value_width as u64).div_ceil(self.block_length as u64)
    }

    /// The length of the whole file in bytes.
    pub fn file_length(&self) -> u64 {
        self.blocks.last().map_or(self.length() as u64, |block| {
            block.offset + u64::from(block.length)
        })
    }

    /// The bytes of a block before compression.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn length_of_block(&self, number: u32) -> usize {
        assert!(
            (number as usize) < self.blocks.len(),
            "block {number} of {}",
            self.blocks.len()
        );
        let all = self.values() * self.value_width as u64;
        let before = u64::from(number) * self.block_length as u64;
        (all - before).min(self.block_length as u64) as usize
    }
}

/// Returns the number of bytes that each value needs, 1 or 2. The largest distance in the census of
/// a stored layer decides.
fn width_needed(description: &Description, sections: &[Section]) -> Result<usize, Fault> {
    let census = &description.census;
    let deepest = census.deepest();
    let too_deep = || {
        let expected = "distances that fit two bytes";
        Fault::at(VALUE_WIDTH, "distances in the census", expected, deepest)
    };
    if deepest >= DISTANCES {
        return Err(too_deep());
    }
    let mut greatest = 0;
    for section in sections {
        for (class, _) in census.layer(section.layer).classes() {
            let value = value_of_class(description.kind, class, description.rules.parity());
            greatest = greatest.max(value);
        }
    }
    match greatest {
        0..=0xff => Ok(1),
        0x100..=0xffff => Ok(2),
        _ => Err(too_deep()),
    }
}

/// Returns the value that stands for positions of a class in a file.
fn value_of_class(kind: FileKind, class: Class, parity: Parity) -> u32 {
    match (kind, class) {
        (FileKind::Slide, Class::Loss(plies)) => slide_value(Some(Outcome::Loss(plies)), parity),
        (FileKind::Drop, Class::Loss(plies)) => drop_value(Outcome::Loss(plies), parity),
        (FileKind::Drop, Class::Win(plies)) => drop_value(Outcome::Win(plies), parity),
        (FileKind::AttackSlide | FileKind::AttackDrop, Class::Win(plies) | Class::Loss(plies)) => {
            attack_value(Some(plies))
        }
        _ => 0,
    }
}

/// Returns the number of values in a file of a kind, in that of an attack for `points` points.
pub fn values_of_file(kind: FileKind, rules: &Rules, points: u8) -> u64 {
    let sections = sections(kind, rules.board(), &rules.symmetries(), points);
    sections.iter().map(Section::cells).sum()
}

impl Header {
    /// Makes the header of a file, apart from its content hash and its blocks. `census_offset` is
    /// where a fault of the census is.
    pub(crate) fn new(
        description: Description,
        block_length: usize,
        census_offset: usize,
    ) -> Result<Self, Fault> {
        let kind = description.kind;
        let rules = &description.rules;
        check_header_census(kind, rules, &description.census, census_offset)?;
        let sections = sections(kind, rules.board(), &rules.symmetries(), description.points);
        let value_width = width_needed(&description, &sections)?;
        expect_block_length(block_length)?;
        Ok(Self {
            description,
            sections,
            value_width,
            block_length,
            content_hash: ContentHash::default(),
            blocks: Vec::new(),
        })
    }

    /// Returns the header as bytes.
    ///
    /// # Panics
    /// If a count does not fit its field, which is checked where headers are made.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Description {
            kind,
            rules,
            points,
            slide_hash,
            census,
        } = &self.description;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend(four_bytes(self.length()));
        bytes.extend([*kind as u8, INDEX_SCHEME, self.value_width as u8, *points]);
        bytes.extend(four_bytes(self.block_length));
        bytes.extend(four_bytes(self.blocks.len()));
        bytes.extend(four_bytes(census.entries().count()));
        bytes.extend(self.values().to_le_bytes());
        bytes.extend(self.content_hash.bytes());
        bytes.extend(slide_hash.unwrap_or_default().bytes());
        bytes.extend(rules.to_bytes());
        write_census(census, &mut bytes);
        for block in &self.blocks {
            bytes.extend(block.offset.to_le_bytes());
            bytes.extend(block.length.to_le_bytes());
            bytes.extend(block.checksum.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Returns a count as a field of the header.
fn four_bytes(count: usize) -> [u8; 4] {
    let count = u32::try_from(count).expect("a count that fits the header");
    count.to_le_bytes()
}

fn expect_block_length(length: usize) -> Result<(), Fault> {
    let holds = length.is_power_of_two() && BLOCK_LENGTHS.contains(&length);
    let expected = "a power of two from 1024 to 1048576";
    Fault::unless(holds, BLOCK_LENGTH, "length of a block", expected, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_index::Census;

    #[test]
    fn the_blocks_hold_all_values_of_either_width() {
        let solution = teeko_testing::solved("44-ssss+4x4");
        let description = Description::slide(solution.rules(), &solution.census());
        let mut header = Header::new(description, 1 << 12, 0).expect("a header");
        let values = values_of_file(FileKind::Slide, solution.rules(), 0);
        assert_eq!(header.values(), values);
        for width in [1, 2] {
            header.value_width = width;
            header.blocks = vec![BlockEntry::default(); header.blocks_needed() as usize];
            let numbers = 0..header.blocks.len() as u32;
            let lengths = numbers.map(|number| header.length_of_block(number));
            let bytes = header.values() as usize * width;
            assert_eq!(lengths.sum::<usize>(), bytes, "{width}");
        }
    }

    /// Returns the bytes of a value in a file whose census has nothing but this outcome in a layer.
    fn width(kind: FileKind, layer: usize, outcome: Outcome) -> Option<usize> {
        let rules = Rules::builder().build().expect("rules");
        let sections = sections(kind, rules.board(), &rules.symmetries(), 3);
        let mut description = Description::slide(&rules, &Census::default());
        description.kind = kind;
        description.census.layer_mut(layer).add(outcome, 1);
        width_needed(&description, &sections).ok()
    }

    #[test]
    fn the_greatest_value_decides_the_width() {
        use FileKind::{AttackSlide, Drop, Slide};
        use Outcome::{Loss, Win};
        for (kind, layer, outcome, bytes) in [
            (Slide, 8, Loss(508), Some(1)),
            (Slide, 8, Loss(510), Some(2)),
            (Slide, 8, Loss(131_068), Some(2)),
            (Slide, 8, Loss(131_070), None),
            // No file has the values of wins in the slide phase, or of odd drop layers.
            (Slide, 8, Win(131_071), Some(1)),
            (Drop, 5, Win(131_071), Some(1)),
            (Slide, 8, Win(DISTANCES + 1), None),
            (Drop, 6, Loss(254), Some(1)),
            (Drop, 6, Loss(256), Some(2)),
            (Drop, 6, Win(253), Some(1)),
            (Drop, 6, Win(255), Some(2)),
            (Drop, 6, Win(65_535), None),
            (AttackSlide, 8, Win(509), Some(1)),
            (AttackSlide, 8, Win(511), Some(2)),
            (AttackSlide, 8, Loss(510), Some(1)),
            (AttackSlide, 8, Loss(512), Some(2)),
        ] {
            assert_eq!(width(kind, layer, outcome), bytes, "{kind:?}: {outcome:?}");
        }
    }
}
