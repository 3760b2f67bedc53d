//! Reading a header, from a file that may claim anything.
//!
//! Everything is checked before it is used. The magic bytes come first, then the lengths, which are
//! compared with the length of the file before anything is allocated. Every count that follows from
//! the rules must be what the rules imply.

use std::io;

use teeko_rules::encoding::{Fault, Reader, hexadecimal};
use teeko_rules::{PIECES, Rules, Scoring};

use crate::census::read_census;
use crate::description::Description;
use crate::error::{Result, TableError};
use crate::file_kind::FileKind;
use crate::hash::ContentHash;
use crate::header::{
    BLOCK_ENTRY_LENGTH, BLOCKS, BlockEntry, CHECKSUM_LENGTH, FIXED_LENGTH, FORMAT_VERSION, Header,
    KIND, LENGTH, MAGIC, POINTS, SCHEME, SLIDE_HASH, VALUE_WIDTH, VALUES,
};
use crate::scheme::INDEX_SCHEME;
use crate::storage::{Storage, buffer};

/// The most bytes of a header before the block index. Those of Standard Teeko have 1 and 3 kB.
const MOST_BEFORE_BLOCKS: u64 = 16 << 20;

/// The most bytes of a header that are read at once, a multiple of the bytes of an entry.
const PIECE: u64 = 1 << 16;

/// The most points that an attack can be for: the pips of the best piece plus the bonus.
const MOST_POINTS: u8 = 2 * PIECES as u8;

impl Header {
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
        let expected = format!("expected it to begin with bytes {}", hexadecimal(&MAGIC));
        let found = hexadecimal(begin);
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
        expect_length(file, FIXED_LENGTH as u64)?;
        let least = (FIXED_LENGTH + CHECKSUM_LENGTH) as u64;
        let header = u64::from(Reader::new(begin, LENGTH).u32()?).max(least);
        expect_length(file, header)?;

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

/// Checks that a file has at least `least` bytes.
fn expect_length(file: u64, least: u64) -> Result<(), Fault> {
    let expected = format_args!("at least {least} bytes");
    Fault::unless(file >= least, 0, "length of the file", expected, file)
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
        let offset = self.end as usize;
        let expected = self.hasher.finalize();
        Fault::unless_checksum(offset, "checksum of the header", expected, found)?;
        Ok(())
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
    let fields = Fields::read(&mut reader)?;
    let rules = read_rules(&mut reader)?;
    expect_slide_phase(fields.kind, &rules, fields.slide_hash)?;
    let census_offset = reader.offset();
    let census = read_census(&mut reader, fields.census_entries, rules.parity())?;
    let description = Description {
        kind: fields.kind,
        rules,
        points: fields.points,
        slide_hash: (!fields.kind.is_slide()).then_some(fields.slide_hash),
        census,
    };
    let mut header = Header::new(description, fields.block_length as usize, census_offset)?;
    fields.expect_counts(&header)?;
    reader.end()?;
    header.blocks = read_blocks(pieces, fields.blocks)?;
    header.content_hash = fields.content_hash;
    let expected = header.file_length();
    Fault::unless_equal(0, "length of the file", expected, lengths.file)?;
    Ok(header)
}

/// The fields of a header from its kind to its rules.
struct Fields {
    kind: FileKind,
    value_width: usize,
    points: u8,
    block_length: u32,
    blocks: u32,
    census_entries: u32,
    values: u64,
    content_hash: ContentHash,
    slide_hash: ContentHash,
}

impl Fields {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let [code, scheme, value_width, points] = reader.array()?;
        let kind = FileKind::from_repr(code).ok_or_else(|| {
            let expected = "1 (slide), 2 (drop), 3 or 4 (attacks)";
            Fault::at(KIND, "kind of file", expected, code)
        })?;
        Fault::unless_equal(SCHEME, "index scheme", INDEX_SCHEME, scheme)?;
        expect_points(kind, points)?;
        Ok(Self {
            kind,
            value_width: value_width.into(),
            points,
            block_length: reader.u32()?,
            blocks: reader.u32()?,
            census_entries: reader.u32()?,
            values: reader.u64()?,
            content_hash: ContentHash::from_bytes(reader.array()?),
            slide_hash: ContentHash::from_bytes(reader.array()?),
        })
    }

    /// Checks the counts against those that follow from the rules and the census.
    fn expect_counts(&self, header: &Header) -> Result<(), Fault> {
        let width = header.value_width;
        Fault::unless_equal(VALUE_WIDTH, "bytes of a value", width, self.value_width)?;
        let blocks = header.blocks_needed();
        Fault::unless_equal(BLOCKS, "number of blocks", blocks, self.blocks.into())?;
        Fault::unless_equal(VALUES, "number of values", header.values(), self.values)
    }
}

/// Checks the points that a file of this kind is for.
fn expect_points(kind: FileKind, points: u8) -> Result<(), Fault> {
    let range = if kind.is_attack() {
        2..=MOST_POINTS
    } else {
        0..=0
    };
    let (least, most) = range.clone().into_inner();
    let expected = format_args!("{least} to {most} in a {} file", kind.name());
    Fault::unless(range.contains(&points), POINTS, "points", expected, points)
}

/// Checks that the file of a slide phase says nothing of drops: other files share it.
fn expect_slide_phase(kind: FileKind, rules: &Rules, slide_hash: ContentHash) -> Result<(), Fault> {
    if !kind.is_slide() {
        return Ok(());
    }
    let offset = FIXED_LENGTH + 2;
    let holds = *rules == rules.of_slide_phase();
    let expected = "plan ssss and no options in the file of a slide phase";
    Fault::unless(holds, offset, "drop plan and options", expected, "others")?;
    let holds = slide_hash == ContentHash::default();
    Fault::unless(holds, SLIDE_HASH, "hash of a slide file", "0", slide_hash)
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
    let check = "length of a compressed block";
    Fault::unless(block.length > 0, at + 8, check, "1 byte or more", 0)?;
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is read of a header that claims these lengths, in a file of 32 MiB.
    fn lengths(header: u32, blocks: u32) -> Result<(u64, u64), Fault> {
        let mut begin = [0; FIXED_LENGTH];
        begin[LENGTH..LENGTH + 4].copy_from_slice(&header.to_le_bytes());
        begin[BLOCKS..BLOCKS + 4].copy_from_slice(&blocks.to_le_bytes());
        let lengths = Lengths::read(&begin, 32 << 20)?;
        Ok((lengths.header, lengths.before_blocks))
    }

    #[test]
    fn lengths_go_together() {
        // The fields take 104 bytes, their checksum 4, and each block 16.
        for header in [0, 99, 104, 107, 108] {
            assert_eq!(lengths(header, 0), Ok((108, 104)));
        }
        assert_eq!(lengths(124, 1), Ok((124, 104)));
        assert_eq!(lengths(200, 2), Ok((200, 164)));
        for (header, blocks) in [(107, 1), (123, 1), (124, 2), (124, u32::MAX)] {
            let refused = lengths(header, blocks).unwrap_err().to_string();
            assert!(refused.contains("number of blocks"), "{refused}");
        }
        let most = MOST_BEFORE_BLOCKS;
        assert_eq!(lengths(4 + (16 << 20), 0), Ok((4 + most, most)));
        assert_eq!(lengths(20 + (16 << 20), 1), Ok((20 + most, most)));
        for (header, blocks) in [(5 + (16 << 20), 0), (21 + (16 << 20), 1)] {
            let refused = lengths(header, blocks).unwrap_err().to_string();
            let expected = "at most 16777216 bytes, found 16777217";
            assert!(refused.contains(expected), "{refused}");
        }
        assert!(lengths(32 << 20, 1 << 20).is_ok());
        assert!(lengths((32 << 20) + 1, 1 << 20).is_err());
    }

    fn entry(offset: u64, length: u32) -> Vec<u8> {
        [&offset.to_le_bytes()[..], &length.to_le_bytes(), &[0; 4]].concat()
    }

    #[test]
    fn a_block_begins_where_the_last_one_ends_and_is_not_empty() {
        let read = |offset, length| {
            let refused = read_block(&mut Reader::new(&entry(offset, length), 0), 112, 500);
            refused.map_err(|fault| fault.to_string())
        };
        assert_eq!(read(500, 1).unwrap().length, 1);
        let refused = read(501, 1).unwrap_err();
        let expected = "offset of a block at offset 112: expected 500, found 501";
        assert!(refused.contains(expected), "{refused}");
        let refused = read(500, 0).unwrap_err();
        let expected = "length of a compressed block at offset 120";
        assert!(refused.contains(expected), "{refused}");
    }

    #[test]
    fn a_fault_of_a_block_says_where_its_entry_is() {
        // The entries are at 8, their checksum at 40, and the first block is at 44.
        let storage = [vec![0; 8], entry(44, 1), entry(46, 1), vec![0; 4]].concat();
        let mut pieces = Pieces {
            storage: &storage,
            offset: 8,
            end: 40,
            hasher: crc32fast::Hasher::new(),
        };
        let Err(HeaderFault::Damaged(fault)) = read_blocks(&mut pieces, 2) else {
            panic!("a gap between the blocks")
        };
        let expected = "offset of a block at offset 24: expected 45, found 46";
        assert!(fault.to_string().contains(expected), "{fault}");
    }

    #[test]
    fn a_fault_of_the_rules_says_where_it_is() {
        let rules = Rules::builder().plan("pppp".parse().unwrap());
        let rules = rules.build().unwrap();
        let refused = expect_slide_phase(FileKind::Slide, &rules, ContentHash::default());
        let refused = refused.unwrap_err().to_string();
        let expected = "drop plan and options at offset 106";
        assert!(refused.contains(expected), "{refused}");

        let rules = Rules::builder().scoring(Scoring::Points).build().unwrap();
        let refused = read_rules(&mut Reader::new(&rules.to_bytes(), 0)).unwrap_err();
        let refused = refused.to_string();
        assert!(refused.contains("options at offset 3"), "{refused}");
    }
}
