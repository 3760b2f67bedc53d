//! The header of a table file: what the file is of, and where its blocks are.
//!
//! `tables/README.md` has the format byte by byte.

use std::ops::RangeInclusive;

use teeko_rules::{DropPlan, DropStyle, GoalSet, PIECES, Rules, Variant};

use crate::Class;
use crate::census::Census;
use crate::error::Fault;
use crate::hash::ContentHash;
use crate::scheme::{INDEX_SCHEME, StoredLayer, stored_layers};
use crate::values::{drop_value, slide_value};

/// The bytes every table file begins with: a byte with its high bit set, `TKO`, and line ends and an end-of-file character
/// that a transfer in text mode would change.
pub const MAGIC: [u8; 8] = *b"\x89TKO\r\n\x1a\n";

/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;

/// Bytes of the header before its lists.
pub(crate) const FIXED_LENGTH: usize = 120;

/// Bytes of a goal, a step offset, an entry of the census and an entry of the block index, and of the checksum at the end.
pub(crate) const GOAL_LENGTH: usize = 8;
pub(crate) const OFFSET_LENGTH: usize = 2;
pub(crate) const CENSUS_ENTRY_LENGTH: usize = 16;
pub(crate) const BLOCK_ENTRY_LENGTH: usize = 16;
pub(crate) const CHECKSUM_LENGTH: usize = 4;

/// Where the content hash is.
pub(crate) const CONTENT_HASH_OFFSET: usize = 56;

/// The two kinds of table file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The slide phase of a board, goals and step, shared by all drop plans.
    Slide,
    /// The drop phase of one variant.
    Drop,
}

impl Kind {
    /// The name: `slide` or `drop`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::Drop => "drop",
        }
    }

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Slide => 1,
            Self::Drop => 2,
        }
    }

    /// The layers that the file answers for and counts in its census, stored or not.
    pub const fn layers(self) -> RangeInclusive<usize> {
        match self {
            Self::Slide => 2 * PIECES..=2 * PIECES,
            Self::Drop => 0..=2 * PIECES - 1,
        }
    }
}

/// Where a block lies in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    pub(crate) kind: Kind,
    pub(crate) rules: Rules,
    pub(crate) layers: Vec<StoredLayer>,
    pub(crate) value_width: usize,
    pub(crate) block_length: usize,
    pub(crate) content_hash: ContentHash,
    pub(crate) slide_hash: Option<ContentHash>,
    pub(crate) census: Census,
    pub(crate) blocks: Vec<BlockEntry>,
}

/// The plan that the header of a slide file stands for: it has none, and its plan byte is 0.
pub(crate) const NO_PLAN: DropPlan = DropPlan::new([DropStyle::Standard; PIECES]);

impl Header {
    /// What kind of file it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The rules. Those of a slide file have the drop plan `ssss` and no options, which mean nothing there.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The name of the goal set, if it is a named one.
    pub fn goal_set(&self) -> Option<GoalSet> {
        goal_set(&self.rules)
    }

    /// The variant, if the rules are those of a named one. The plan of a slide file's means nothing.
    pub fn variant(&self) -> Option<Variant> {
        Variant::of_rules(&self.rules)
    }

    /// The stored layers, in the order in which they lie in the file.
    pub fn layers(&self) -> &[StoredLayer] {
        &self.layers
    }

    /// The number of values: one for each cell of the stored layers.
    pub fn values(&self) -> u64 {
        self.layers.iter().map(StoredLayer::cells).sum()
    }

    /// The bytes of a value, 1 or 2: as many as the largest needs.
    pub fn value_width(&self) -> usize {
        self.value_width
    }

    /// The bytes of a block before compression; the last block may have fewer.
    pub fn block_length(&self) -> usize {
        self.block_length
    }

    /// The hash of all values.
    pub fn content_hash(&self) -> ContentHash {
        self.content_hash
    }

    /// In a drop file the content hash of the slide file it was made from.
    pub fn slide_hash(&self) -> Option<ContentHash> {
        self.slide_hash
    }

    /// How many positions of each layer there are of each class.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Where the blocks are.
    pub fn blocks(&self) -> &[BlockEntry] {
        &self.blocks
    }

    /// The length of the header in bytes, which is also the offset of the first block.
    pub fn length(&self) -> usize {
        FIXED_LENGTH
            + self.rules.goals().patterns().len() * GOAL_LENGTH
            + padded(self.rules.step().offsets().len() * OFFSET_LENGTH)
            + self.census.entries().len() * CENSUS_ENTRY_LENGTH
            + self.blocks.len() * BLOCK_ENTRY_LENGTH
            + CHECKSUM_LENGTH
    }

    /// The length of the whole file in bytes.
    pub fn file_length(&self) -> u64 {
        self.blocks.last().map_or(self.length() as u64, |block| block.offset + u64::from(block.length))
    }

    /// The bytes of a block before compression.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn length_of_block(&self, number: u32) -> usize {
        assert!((number as usize) < self.blocks.len(), "block {number} of {}", self.blocks.len());
        let all = self.values() * self.value_width as u64;
        let before = u64::from(number) * self.block_length as u64;
        (all - before).min(self.block_length as u64) as usize
    }
}

/// The name of the goals of a rule set, if they have one.
pub(crate) fn goal_set(rules: &Rules) -> Option<GoalSet> {
    GoalSet::ALL.into_iter().find(|set| &set.on(rules.board()) == rules.goals())
}

/// The number of blocks that a number of values makes; `None` if it does not fit the header.
pub(crate) fn blocks_of(layers: &[StoredLayer], value_width: usize, block_length: usize) -> Option<u32> {
    let values: u64 = layers.iter().map(StoredLayer::cells).sum();
    u32::try_from((values * value_width as u64).div_ceil(block_length as u64)).ok()
}

/// The bytes a value needs, by the largest distance that the census has in a stored layer; `None` if two do not suffice.
pub(crate) fn width_needed(kind: Kind, layers: &[StoredLayer], census: &Census) -> Option<usize> {
    let stored = census.entries().filter(|(of, _, _)| layers.iter().any(|layer| layer.layer == *of));
    let value = |class| match (kind, class) {
        (Kind::Slide, Class::Loss(distance)) => slide_value(Some(teeko_rules::Outcome::Loss(distance))),
        (Kind::Drop, Class::Loss(distance)) => drop_value(teeko_rules::Outcome::Loss(distance)),
        (Kind::Drop, Class::Win(distance)) => drop_value(teeko_rules::Outcome::Win(distance)),
        _ => 0,
    };
    match stored.map(|(_, class, _)| value(class)).max().unwrap_or(0) {
        0..=0xff => Some(1),
        0x100..=0xffff => Some(2),
        _ => None,
    }
}

/// Checks that the census has the positions of each layer of this kind of file, and no others.
pub(crate) fn check_census(kind: Kind, rules: &Rules, census: &Census, offset: usize) -> Result<(), Fault> {
    if let Some((layer, _, _)) = census.entries().find(|(layer, _, _)| !kind.layers().contains(layer)) {
        let layers = kind.layers();
        let expected = format!("layers {} to {} in a {} file", layers.start(), layers.end(), kind.name());
        return Err(Fault::at(offset, "layer of the census", expected, layer));
    }
    if let Some((layer, expected, found)) = census.wrong_sum(rules.board(), kind.layers()) {
        let expected = format!("{expected} positions in layer {layer}");
        return Err(Fault::at(offset, "sum of the census", expected, found));
    }
    Ok(())
}

/// A length rounded up to a multiple of eight.
pub(crate) const fn padded(length: usize) -> usize {
    length.next_multiple_of(8)
}

impl Header {
    /// The layers of a file of these rules.
    pub(crate) fn layers_of(kind: Kind, rules: &Rules) -> Vec<StoredLayer> {
        stored_layers(kind, rules.board(), &rules.symmetries())
    }

    /// The header as bytes.
    ///
    /// # Panics
    /// If a count or step offset does not fit its field, which is checked where headers are made.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (rules, mut bytes) = (&self.rules, Vec::with_capacity(self.length()));
        let count = |length: usize| u32::try_from(length).expect("a count that fits the header").to_le_bytes();
        bytes.extend(MAGIC);
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend(count(self.length()));
        bytes.extend([self.kind.code(), rules.board().width() as u8, rules.board().height() as u8, INDEX_SCHEME]);
        bytes.extend([self.value_width as u8, plan_bits(rules.plan()), option_bits(rules), 0]);
        bytes.extend(count(rules.goals().patterns().len()));
        bytes.extend(count(rules.step().offsets().len()));
        bytes.extend(count(self.block_length));
        bytes.extend(count(self.blocks.len()));
        bytes.extend(self.values().to_le_bytes());
        bytes.extend(count(self.census.entries().len()));
        bytes.extend([0; 4]);
        bytes.extend(self.content_hash.bytes());
        bytes.extend(self.slide_hash.map_or([0; ContentHash::LENGTH], ContentHash::bytes));
        bytes.extend(rules.goals().patterns().iter().flat_map(|goal| goal.bits().to_le_bytes()));
        for &(columns, rows) in rules.step().offsets() {
            let offset = [columns, rows].map(|part| i8::try_from(part).expect("a step offset that fits the header"));
            bytes.extend(offset.map(i8::cast_unsigned));
        }
        bytes.resize(padded(bytes.len()), 0);
        for (layer, class, positions) in self.census.entries() {
            let (code, distance) = class.code();
            bytes.extend([layer as u8, code, 0, 0]);
            bytes.extend(distance.to_le_bytes());
            bytes.extend(positions.to_le_bytes());
        }
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

/// Bit `n` is set if drop `n + 1` of each player is pointed.
pub(crate) fn plan_bits(plan: DropPlan) -> u8 {
    let bit = |(number, style): (usize, DropStyle)| u8::from(style == DropStyle::Point) << number;
    plan.styles().into_iter().enumerate().map(bit).sum()
}

/// Bit 0 is the centre ban, bit 1 the pass rule.
pub(crate) fn option_bits(rules: &Rules) -> u8 {
    u8::from(rules.centre_ban()) | u8::from(rules.pass_rule()) << 1
}
