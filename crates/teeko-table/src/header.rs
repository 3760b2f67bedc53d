//! The header of a table file: which rules the file solves, and where its compressed blocks are.
//!
//! `tables/README.md` has the format byte by byte. When a header is read, everything is checked
//! before it is used. The magic bytes come first, then the lengths, which are compared with the
//! length of the file before anything is allocated. Every count that follows from the rules must be what the rules imply.

use std::io;
use std::ops::RangeInclusive;

use strum::{FromRepr, IntoStaticStr};
use teeko_index::{Census, Class};
use teeko_rules::encoding::{Fault, Reader, hexadecimal};
use teeko_rules::{GoalSet, Outcome, PIECES, Rules, Scoring, Variant};

use crate::census::{check_census, read_census, write_census};
use crate::error::{Result, TableError};
use crate::hash::ContentHash;
use crate::reader::buffer;
use crate::scheme::{INDEX_SCHEME, Section, sections};
use crate::storage::Storage;
use crate::values::{attack_value, drop_value, slide_value};

/// The bytes every table file begins with: a byte with its high bit set, `TKO`, and line ends and
/// an end-of-file character that a transfer in text mode would change.
pub const MAGIC: [u8; 8] = *b"\x89TKO\r\n\x1a\n";

/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;

/// Bytes of the header before the rules.
const FIXED_LENGTH: usize = 104;

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

/// The most bytes of a header before the block index. Those of Standard Teeko have 1 and 3 kB.
const MOST_BEFORE_BLOCKS: u64 = 16 << 20;

/// The most bytes of a header that are read at once, a multiple of the bytes of an entry.
const PIECE: u64 = 1 << 16;

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

    /// Reads the header at the beginning of a storage.
    ///
    /// A file may claim any length. So the header is read piece by piece, and memory is taken only
    /// for what has been checked, and for at most 16 MB of rules and census.
    ///
    /// # Errors
    /// [`TableError::Unfit`] or [`TableError::Damaged`] with the first check that fails, and
    /// [`TableError::Io`] if the storage cannot be read. Errors use `name` as the file's name.
    pub fn read(storage: &dyn Storage, name: &str) -> Result<Self> {
        let begin = read_begin(storage).map_err(|fault| fault.into_error(name))?;
        expect_table(&begin, name)?;
        read_header(storage, &begin).map_err(|fault| fault.into_error(name))
    }
}

/// Why a header cannot be read.
enum HeaderFault {
    Io(io::Error),
    Damaged(Fault),
}

impl HeaderFault {
    fn into_error(self, name: &str) -> TableError {
        match self {
            Self::Io(cause) => TableError::Io {
                name: name.to_owned(),
                cause,
            },
            Self::Damaged(fault) => TableError::damaged(name, None, fault),
        }
    }
}

impl From<io::Error> for HeaderFault {
    fn from(cause: io::Error) -> Self {
        Self::Io(cause)
    }
}

impl From<Fault> for HeaderFault {
    fn from(fault: Fault) -> Self {
        Self::Damaged(fault)
    }
}

/// Reads the bytes before the rules, or all bytes of a shorter file.
fn read_begin(storage: &dyn Storage) -> Result<Vec<u8>, HeaderFault> {
    let length = storage.length()?.min(FIXED_LENGTH as u64);
    let mut begin = vec![0; length as usize];
    storage.read_at(0, &mut begin)?;
    Ok(begin)
}

/// Checks that a file begins like a table file of this version.
fn expect_table(bytes: &[u8], name: &str) -> Result<()> {
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
    Ok(())
}

/// The lengths that a header states, which go together and with the length of the file.
struct Lengths {
    /// The length of the file.
    file: u64,
    /// The length of the header.
    header: u64,
    /// The length of the header before the block index.
    before_blocks: u64,
}

impl Lengths {
    fn read(begin: &[u8], file: u64) -> Result<Self, Fault> {
        let expect_at_least = |least: u64| {
            let expected = format_args!("at least {least} bytes");
            Fault::unless(file >= least, 0, "length of the file", expected, file)
        };
        expect_at_least(FIXED_LENGTH as u64)?;
        let least = (FIXED_LENGTH + CHECKSUM_LENGTH) as u64;
        let header = u64::from(Reader::new(begin, LENGTH).u32()?).max(least);
        expect_at_least(header)?;

        let blocks = u64::from(Reader::new(begin, BLOCKS).u32()?);
        let most = (header - least) / BLOCK_ENTRY_LENGTH as u64;
        let expected = format_args!("at most {most}");
        Fault::unless(blocks <= most, BLOCKS, "number of blocks", expected, blocks)?;
        let index = blocks * BLOCK_ENTRY_LENGTH as u64;
        let before_blocks = header - CHECKSUM_LENGTH as u64 - index;
        let holds = before_blocks <= MOST_BEFORE_BLOCKS;
        let check = "length of the header before the blocks";
        let expected = format_args!("at most {MOST_BEFORE_BLOCKS} bytes");
        Fault::unless(holds, LENGTH, check, expected, before_blocks)?;
        Ok(Self {
            file,
            header,
            before_blocks,
        })
    }
}

/// A header that is read piece by piece.
struct Pieces<'a> {
    storage: &'a dyn Storage,
    /// The offset of the next piece.
    offset: u64,
    /// The offset of the checksum.
    end: u64,
    /// Has the bytes before the next piece.
    hasher: crc32fast::Hasher,
}

impl Pieces<'_> {
    /// Reads the next bytes.
    fn next(&mut self, length: u64) -> Result<Vec<u8>, HeaderFault> {
        let mut piece =
            buffer(length).ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        self.storage.read_at(self.offset, &mut piece)?;
        self.offset += length;
        self.hasher.update(&piece);
        Ok(piece)
    }

    /// Reads what is left, and checks the checksum.
    fn check(mut self) -> Result<(), HeaderFault> {
        while self.offset < self.end {
            self.next((self.end - self.offset).min(PIECE))?;
        }
        let mut found = [0; CHECKSUM_LENGTH];
        self.storage.read_at(self.end, &mut found)?;
        let (check, expected) = ("checksum of the header", self.hasher.finalize());
        Ok(Fault::unless_checksum(
            self.end as usize,
            check,
            expected,
            found,
        )?)
    }
}

/// Reads a header that begins with these bytes.
fn read_header(storage: &dyn Storage, begin: &[u8]) -> Result<Header, HeaderFault> {
    let lengths = Lengths::read(begin, storage.length()?)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(begin);
    let mut pieces = Pieces {
        storage,
        offset: begin.len() as u64,
        end: lengths.header - CHECKSUM_LENGTH as u64,
        hasher,
    };
    let header = read_fields(begin, &mut pieces, &lengths);
    // A wrong checksum explains every other fault.
    pieces.check()?;
    header
}

/// Reads the fields of a header.
fn read_fields(
    begin: &[u8],
    pieces: &mut Pieces<'_>,
    lengths: &Lengths,
) -> Result<Header, HeaderFault> {
    let rest = pieces.next(lengths.before_blocks - begin.len() as u64)?;
    let bytes = [begin, &rest].concat();
    let mut reader = Reader::new(&bytes, KIND);
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
    reader.end()?;
    header.blocks = read_blocks(pieces, block_count)?;
    header.content_hash = content_hash;
    let (expected, found) = (header.file_length(), lengths.file);
    Fault::unless_equal(0, "length of the file", expected, found)?;
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

/// Reads the block index. Its memory grows with the entries that have been checked.
fn read_blocks(pieces: &mut Pieces<'_>, count: u32) -> Result<Vec<BlockEntry>, HeaderFault> {
    let mut blocks = Vec::new();
    let mut next = pieces.end + CHECKSUM_LENGTH as u64;
    let mut left = u64::from(count) * BLOCK_ENTRY_LENGTH as u64;
    while left > 0 {
        let begin = pieces.offset as usize;
        let piece = pieces.next(left.min(PIECE))?;
        left -= piece.len() as u64;
        for (number, entry) in piece.chunks_exact(BLOCK_ENTRY_LENGTH).enumerate() {
            let at = begin + number * BLOCK_ENTRY_LENGTH;
            let block = read_block(&mut Reader::new(entry, 0), at, next)?;
            // The offset has been checked, so this is a sum of at most 2^32 lengths and fits.
            next += u64::from(block.length);
            blocks.push(block);
        }
    }
    Ok(blocks)
}

/// Reads the entry at an offset, of a block that begins at `expected`.
fn read_block(reader: &mut Reader<'_>, at: usize, expected: u64) -> Result<BlockEntry, Fault> {
    let block = BlockEntry {
        offset: reader.u64()?,
        length: reader.u32()?,
        checksum: reader.u32()?,
    };
    Fault::unless_equal(at, "offset of a block", expected, block.offset)?;
    let (holds, check) = (block.length > 0, "length of a compressed block");
    Fault::unless(holds, at + 8, check, "1 byte or more", 0)?;
    Ok(block)
}
