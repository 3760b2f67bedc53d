//! The header of a table file: which rules the file solves, and where its compressed blocks are.
//!
//! `tables/README.md` has the format byte by byte. When a header is read, everything is checked
//! before it is used. Lengths are compared with the length of the file before anything is
//! allocated. Every count that follows from the rules must be what the rules imply.

use std::ops::RangeInclusive;

use strum::{FromRepr, IntoStaticStr};
use teeko_index::{Census, Class};
use teeko_rules::encoding::{Fault, Reader, hexadecimal};
use teeko_rules::{GoalSet, Outcome, PIECES, Rules, Scoring, Variant};

use crate::census::{check_census, read_census, write_census};
use crate::error::{Result, TableError};
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
const LENGTH: usize = 12;
const KIND: usize = 16;
const SCHEME: usize = 17;
const VALUE_WIDTH: usize = 18;
const POINTS: usize = 19;
const BLOCK_LENGTH: usize = 20;
const BLOCKS: usize = 24;
const VALUES: usize = 32;
pub(crate) const CONTENT_HASH: usize = 40;
const SLIDE_HASH: usize = 72;

/// The bytes of an entry of the census.
pub(crate) const CENSUS_ENTRY_LENGTH: usize = 16;
/// The bytes of an entry of the block index.
const BLOCK_ENTRY_LENGTH: usize = 16;
/// The bytes of the checksum at the end of the header.
const CHECKSUM_LENGTH: usize = 4;

/// The most points that an attack can be for: the pips of the best piece plus the bonus.
const MOST_POINTS: u8 = 2 * PIECES as u8;

/// A bound on distances: greater than any distance that a two-byte value can represent, plus one
/// ply.
pub(crate) const DISTANCES: u32 = 1 << 18;

/// The least and greatest length of a block before compression, a power of two. It bounds the
/// memory of a probe.
pub(crate) const BLOCK_LENGTHS: RangeInclusive<usize> = 1 << 10..=1 << 20;

/// The kinds of table file, with their codes in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, FromRepr, IntoStaticStr)]
#[repr(u8)]
#[strum(serialize_all = "kebab-case")]
pub enum FileKind {
    /// The slide phase of a board, goals and step, shared by all drop plans.
    Slide = 1,
    /// The drop phase of one variant.
    Drop = 2,
    /// The slide phase of a threshold game of numbered pieces, with the defender to move, shared by
    /// all drop plans.
    AttackSlide = 3,
    /// The drop phase of a threshold game of numbered pieces.
    AttackDrop = 4,
}

impl FileKind {
    /// Whether the file is of a threshold game of numbered pieces.
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::AttackSlide | Self::AttackDrop)
    }

    /// Whether the file is of a slide phase, which no drop plan or option changes.
    pub const fn is_slide(self) -> bool {
        matches!(self, Self::Slide | Self::AttackSlide)
    }

    /// Returns the name: `slide`, `drop`, `attack-slide` or `attack-drop`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the layers that the file answers for and counts in its census, whether stored or
    /// not.
    pub const fn layers(self) -> RangeInclusive<usize> {
        match self {
            Self::Slide | Self::AttackSlide => 2 * PIECES..=2 * PIECES,
            Self::Drop | Self::AttackDrop => 0..=2 * PIECES - 1,
        }
    }
}

/// The description of a table file: kind, rules and census, everything but its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The kind of file.
    pub kind: FileKind,
    /// The rules. Those of a slide file have the plan `ssss` and no options, which have no effect
    /// on slides.
    pub rules: Rules,
    /// The points that the attacker must force in an attack, else 0.
    pub points: u8,
    /// In a drop file, the content hash of its slide file.
    pub slide_hash: Option<ContentHash>,
    /// The number of positions of each class in each layer that the file answers for.
    pub census: Census,
}

impl Description {
    /// Describes the slide file for the board, goals and step of `rules`. It takes layer 8 of the
    /// census.
    pub fn slide(rules: &Rules, census: &Census) -> Self {
        let census = [(2 * PIECES, census.slide().clone())].into_iter().collect();
        let rules = rules.plain_game().of_slide_phase();
        Self {
            kind: FileKind::Slide,
            rules,
            points: 0,
            slide_hash: None,
            census,
        }
    }

    /// Describes the drop file of `rules` that belongs to the slide file with content hash
    /// `slide_hash`. It takes layers 0 to 7 of the census.
    pub fn drop(rules: &Rules, slide_hash: ContentHash, census: &Census) -> Self {
        let census = census.drops().iter().cloned().enumerate().collect();
        let (rules, slide_hash) = (rules.plain_game(), Some(slide_hash));
        Self {
            kind: FileKind::Drop,
            rules,
            points: 0,
            slide_hash,
            census,
        }
    }

    /// Describes the file of the same phase of an attack for `points` points.
    #[must_use]
    pub fn of_attack(self, points: u8) -> Self {
        let is_slide = self.slide_hash.is_none();
        let kind = if is_slide {
            FileKind::AttackSlide
        } else {
            FileKind::AttackDrop
        };
        Self {
            kind,
            points,
            ..self
        }
    }
}

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

/// The name of the goals of a rule set, if they have one.
pub fn goal_set(rules: &Rules) -> Option<GoalSet> {
    GoalSet::ALL
        .iter()
        .copied()
        .find(|set| &set.on(rules.board()) == rules.goals())
}

/// Returns the number of bytes that each value needs, 1 or 2. The largest distance in the census of
/// a stored layer decides.
fn width_needed(description: &Description, sections: &[Section]) -> Result<usize, Fault> {
    let Description {
        kind,
        rules,
        census,
        ..
    } = description;
    let (deepest, parity) = (census.deepest(), rules.parity());
    let expected = "distances that fit two bytes";
    let too_deep = || Fault::at(VALUE_WIDTH, "distances in the census", expected, deepest);
    if deepest >= DISTANCES {
        return Err(too_deep());
    }
    let stored = census
        .entries()
        .filter(|(of, _, _)| sections.iter().any(|section| section.layer == *of));
    let value = |class| match (kind, class) {
        (FileKind::Slide, Class::Loss(distance)) => {
            slide_value(Some(Outcome::Loss(distance)), parity)
        }
        (FileKind::Drop, Class::Loss(distance)) => drop_value(Outcome::Loss(distance), parity),
        (FileKind::Drop, Class::Win(distance)) => drop_value(Outcome::Win(distance), parity),
        (
            FileKind::AttackSlide | FileKind::AttackDrop,
            Class::Win(distance) | Class::Loss(distance),
        ) => attack_value(Some(distance)),
        _ => 0,
    };
    match stored.map(|(_, class, _)| value(class)).max().unwrap_or(0) {
        0..=0xff => Ok(1),
        0x100..=0xffff => Ok(2),
        _ => Err(too_deep()),
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
        let Description {
            kind,
            ref rules,
            points,
            ref census,
            ..
        } = description;
        check_census(kind, rules, census, census_offset)?;
        let sections = sections(kind, rules.board(), &rules.symmetries(), points);
        let value_width = width_needed(&description, &sections)?;
        let holds = block_length.is_power_of_two() && BLOCK_LENGTHS.contains(&block_length);
        let expected = "a power of two from 1024 to 1048576";
        Fault::unless(
            holds,
            BLOCK_LENGTH,
            "length of a block",
            expected,
            block_length,
        )?;
        let (content_hash, blocks) = (ContentHash::default(), Vec::new());
        Ok(Self {
            description,
            sections,
            value_width,
            block_length,
            content_hash,
            blocks,
        })
    }

    /// Returns the header as bytes.
    ///
    /// # Panics
    /// If a count does not fit its field, which is checked where headers are made.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = |length: usize| {
            u32::try_from(length)
                .expect("a count that fits the header")
                .to_le_bytes()
        };
        let Description {
            kind,
            rules,
            points,
            slide_hash,
            census,
        } = &self.description;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend(count(self.length()));
        bytes.extend([*kind as u8, INDEX_SCHEME, self.value_width as u8, *points]);
        bytes.extend(count(self.block_length));
        bytes.extend(count(self.blocks.len()));
        bytes.extend(count(census.entries().count()));
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

    /// Reads a header.
    ///
    /// `bytes` are the first bytes of a file of `file_length` bytes: all of them, or at least as
    /// many as [`Header::length_at_start_of`] returns.
    ///
    /// # Errors
    /// [`TableError::Unfit`] or [`TableError::Damaged`] with the first check that fails. Errors use
    /// `name` as the file's name.
    pub fn parse(bytes: &[u8], file_length: u64, name: &str) -> Result<Self> {
        let begin = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.starts_with(begin) {
            let [expected, found] = [&MAGIC, begin].map(hexadecimal);
            let expected = format!("expected it to begin with bytes {expected}");
            let reason = format!("not a table file: {expected}, found {found}");
            return Err(TableError::unfit(name, reason));
        }
        if let Ok(found) = Reader::new(bytes, MAGIC.len()).u32()
            && found != FORMAT_VERSION
        {
            let version = "version of the table format";
            let reason = format!("{version}: expected {FORMAT_VERSION}, found {found}");
            return Err(TableError::unfit(name, reason));
        }
        read_header(bytes, file_length).map_err(|fault| TableError::damaged(name, None, fault))
    }

    /// Returns the length of the header that begins with these bytes, as the header itself states
    /// it. Returns `None` if there are too few bytes.
    pub fn length_at_start_of(bytes: &[u8]) -> Option<usize> {
        let fixed = bytes.first_chunk::<FIXED_LENGTH>()?;
        Reader::new(fixed, LENGTH)
            .u32()
            .ok()
            .map(|length| length as usize)
    }
}

fn read_header(bytes: &[u8], file_length: u64) -> Result<Header, Fault> {
    let too_short = |least: usize| {
        Fault::at(
            0,
            "length of the file",
            format!("at least {least} bytes"),
            file_length,
        )
    };
    let length = Header::length_at_start_of(bytes).ok_or_else(|| too_short(FIXED_LENGTH))?;
    let length = length.max(FIXED_LENGTH + CHECKSUM_LENGTH);
    let (bytes, checksum) = bytes
        .get(..length)
        .and_then(<[u8]>::split_last_chunk)
        .ok_or_else(|| too_short(length))?;
    let expected = crc32fast::hash(bytes);
    Fault::unless_checksum(bytes.len(), "checksum of the header", expected, *checksum)?;

    let mut reader = Reader::new(bytes, KIND);
    let [code, scheme, value_width, points] = reader.array()?;
    let kind = FileKind::from_repr(code).ok_or_else(|| {
        Fault::at(
            KIND,
            "kind of file",
            "1 (slide), 2 (drop), 3 or 4 (attacks)",
            code,
        )
    })?;
    Fault::unless_equal(SCHEME, "index scheme", INDEX_SCHEME, scheme)?;
    let range = if kind.is_attack() {
        2..=MOST_POINTS
    } else {
        0..=0
    };
    let expected = format_args!(
        "{} to {} in a {} file",
        range.start(),
        range.end(),
        kind.name()
    );
    Fault::unless(range.contains(&points), POINTS, "points", expected, points)?;
    let [block_length, block_count, census_count] = [reader.u32()?, reader.u32()?, reader.u32()?];
    let values = reader.u64()?;
    let [content_hash, slide_hash] =
        [reader.array()?, reader.array()?].map(ContentHash::from_bytes);
    let rules = read_rules(&mut reader)?;
    let holds = !kind.is_slide() || rules == rules.of_slide_phase();
    let expected = "plan ssss and no options in the file of a slide phase";
    Fault::unless(
        holds,
        FIXED_LENGTH + 2,
        "drop plan and options",
        expected,
        "others",
    )?;
    let holds = !kind.is_slide() || slide_hash == ContentHash::default();
    Fault::unless(holds, SLIDE_HASH, "hash of a slide file", "0", slide_hash)?;
    let census_offset = reader.offset();
    let census = read_census(&mut reader, census_count, rules.parity())?;
    let slide_hash = (!kind.is_slide()).then_some(slide_hash);
    let description = Description {
        kind,
        rules,
        points,
        slide_hash,
        census,
    };
    let mut header = Header::new(description, block_length as usize, census_offset)?;
    let found = usize::from(value_width);
    Fault::unless_equal(VALUE_WIDTH, "bytes of a value", header.value_width, found)?;
    let (expected, found) = (header.blocks_needed(), block_count.into());
    Fault::unless_equal(BLOCKS, "number of blocks", expected, found)?;
    Fault::unless_equal(VALUES, "number of values", header.values(), values)?;
    header.blocks = read_blocks(&mut reader, block_count, length)?;
    reader.end()?;
    header.content_hash = content_hash;
    Fault::unless_equal(0, "length of the file", header.file_length(), file_length)?;
    Ok(header)
}

/// Reads the rules. Those of a table are not for points: its threshold game has goals that count,
/// or not.
fn read_rules(reader: &mut Reader<'_>) -> Result<Rules, Fault> {
    let options_at = reader.offset() + 3;
    let rules = Rules::read(reader)?;
    let holds = rules.scoring() == Scoring::Goals;
    let expected = "a game that is not for points";
    Fault::unless(holds, options_at, "options", expected, "one for points")?;
    Ok(rules)
}

fn read_blocks(
    reader: &mut Reader<'_>,
    count: u32,
    header_length: usize,
) -> Result<Vec<BlockEntry>, Fault> {
    reader
        .clone()
        .take(u64::from(count) * BLOCK_ENTRY_LENGTH as u64)?;
    let mut next = header_length as u64;
    let entry = |_| {
        let at = reader.offset();
        let (offset, length, checksum) = (reader.u64()?, reader.u32()?, reader.u32()?);
        Fault::unless_equal(at, "offset of a block", next, offset)?;
        Fault::unless(
            length > 0,
            at + 8,
            "length of a compressed block",
            "1 byte or more",
            0,
        )?;
        // The offset has been checked, so this is a sum of at most 2^32 lengths and fits.
        next += u64::from(length);
        Ok(BlockEntry {
            offset,
            length,
            checksum,
        })
    };
    (0..count).map(entry).collect()
}
