//! Encoding: from the values of rows to the bytes of a table file.
//!
//! The bytes depend on the values, the rules, the census, the options and the version of zstd, never on the number of threads.

use std::io::{self, Cursor, Seek, SeekFrom, Write};

use rayon::prelude::*;
use teeko_rules::Rules;
use thiserror::Error;

use crate::census::Census;
use crate::error::Fault;
use crate::hash::{ContentHash, ContentHasher};
use crate::header::{BlockEntry, Header, Kind, NO_PLAN, blocks_of, check_census, width_needed};
use crate::parse::BLOCK_LENGTHS;
use crate::scheme::{CellIndex, Row};

/// What a table file is of, apart from its values.
#[derive(Clone, Debug)]
pub struct Description {
    rules: Rules,
    /// In a drop file the content hash of its slide file.
    slide_hash: Option<ContentHash>,
    census: Census,
}

impl Description {
    /// A slide file: of the board, goals and step of these rules. The census is that of layer 8.
    ///
    /// # Panics
    /// Never: what the rules of a slide file leave out cannot make them invalid.
    pub fn slide(rules: &Rules, census: Census) -> Self {
        let rules = Rules::new(rules.board(), rules.goals().clone(), rules.step().clone(), NO_PLAN, false, false)
            .expect("rules without options");
        Self { rules, slide_hash: None, census }
    }

    /// A drop file of these rules that belongs to the slide file with this content hash. The census is that of layers 0 to 7.
    pub fn drop(rules: &Rules, slide_hash: ContentHash, census: Census) -> Self {
        Self { rules: rules.clone(), slide_hash: Some(slide_hash), census }
    }

    /// The kind of file.
    pub fn kind(&self) -> Kind {
        if self.slide_hash.is_some() { Kind::Drop } else { Kind::Slide }
    }
}

/// How a table file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compression {
    /// The level of zstd, 1 to 22.
    pub level: i32,
    /// The bytes of a block before compression: a power of two from 1,024 to 16,777,216.
    pub block_length: usize,
}

impl Default for Compression {
    /// Level 15 and blocks of 64 KiB: `tables/README.md` compares them with others.
    fn default() -> Self {
        Self { level: 15, block_length: 1 << 16 }
    }
}

/// A table file that cannot be made or written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// A row has too many or too few values.
    #[error("row {row} of layer {layer}: expected {expected} values, found {found}")]
    RowLength {
        /// The layer of the row.
        layer: usize,
        /// The number of the row in it.
        row: u32,
        /// The cells of the row.
        expected: usize,
        /// The values given for it.
        found: usize,
    },
    /// A value is greater than the distances in the census allow.
    #[error("row {row} of layer {layer}: expected values up to {expected} by the census, found {found}")]
    Value {
        /// The layer of the row.
        layer: usize,
        /// The number of the row in it.
        row: u32,
        /// The greatest value that fits.
        expected: u32,
        /// The value given.
        found: u32,
    },
    /// The format cannot hold this, or the census is not one of these rules.
    #[error("{check}: expected {expected}, found {found}")]
    Unfit {
        /// What does not fit.
        check: &'static str,
        /// What would.
        expected: String,
        /// What was given.
        found: String,
    },
    /// The file cannot be written.
    #[error("{name}: {cause}")]
    Io {
        /// The file.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
}

impl From<Fault> for WriteError {
    fn from(fault: Fault) -> Self {
        Self::Unfit { check: fault.check, expected: fault.expected, found: fault.found }
    }
}

/// The bytes of a table file.
///
/// `values` gives the values of each row, in the order of [`Row::movers`]; see [`slide_value`](crate::slide_value) and
/// [`drop_value`](crate::drop_value). It is called once for each row, from the threads of the current rayon pool.
///
/// # Errors
/// If the values do not fit their rows or the census, the census is not one of the rules, the format cannot hold the rules,
/// or the compression fails or is not possible.
pub fn encode(
    description: &Description,
    compression: Compression,
    values: impl Fn(&Row) -> Vec<u32> + Sync,
) -> Result<Vec<u8>, WriteError> {
    let mut sink = Cursor::new(Vec::new());
    encode_to(&mut sink, "table in memory", description, compression, values)?;
    Ok(sink.into_inner())
}

/// [`encode`] into a file or the like, at its beginning. The header is written last. `name` stands for the sink in errors.
pub(crate) fn encode_to<W: Write + Seek>(
    sink: &mut W,
    name: &str,
    description: &Description,
    compression: Compression,
    values: impl Fn(&Row) -> Vec<u32> + Sync,
) -> Result<Header, WriteError> {
    let io_error = |cause| WriteError::Io { name: name.to_owned(), cause };
    let mut header = draft(description, compression)?;
    let mut offset = header.length() as u64;
    sink.seek(SeekFrom::Start(offset)).map_err(io_error)?;

    let rows: Vec<Row> = CellIndex::new(&description.rules).rows(header.kind).collect();
    let mut hasher = ContentHasher::default();
    let (mut pending, mut number) = (Vec::new(), 0);
    let mut batches = batches(&rows, header.value_width).peekable();
    while let Some(batch) = batches.next() {
        let encoded: Result<Vec<Vec<u8>>, WriteError> =
            batch.par_iter().map(|row| row_bytes(row, &values(row), header.value_width)).collect();
        let kept = pending.len();
        pending.extend(encoded?.into_iter().flatten());
        // Whole blocks, and at the end of the last batch what is left.
        let left = if batches.peek().is_some() { pending.len() % header.block_length } else { 0 };
        let ready = pending.len() - left;
        let compress = |block: &[u8]| zstd::bulk::compress(block, compression.level);
        let (compressed, ()) = rayon::join(
            || pending[..ready].par_chunks(header.block_length).map(compress).collect::<io::Result<Vec<Vec<u8>>>>(),
            || hasher.update(&pending[kept..]),
        );
        for block in compressed.map_err(io_error)? {
            sink.write_all(&block).map_err(io_error)?;
            header.blocks[number] =
                BlockEntry { offset, length: block.len() as u32, checksum: crc32fast::hash(&block) };
            offset += block.len() as u64;
            number += 1;
        }
        pending.drain(..ready);
    }
    header.content_hash = hasher.finish();
    sink.seek(SeekFrom::Start(0)).map_err(io_error)?;
    sink.write_all(&header.to_bytes()).map_err(io_error)?;
    sink.flush().map_err(io_error)?;
    Ok(header)
}

/// The header of a file, all of it but the content hash and the places of the blocks.
pub(crate) fn draft(description: &Description, compression: Compression) -> Result<Header, WriteError> {
    let unfit =
        |check, expected: &str, found: String| WriteError::Unfit { check, expected: expected.to_owned(), found };
    let (rules, kind, census) = (&description.rules, description.kind(), &description.census);
    let Compression { level, block_length } = compression;
    if !block_length.is_power_of_two() || !BLOCK_LENGTHS.contains(&block_length) {
        return Err(unfit("length of a block", "a power of two from 1024 to 16777216", block_length.to_string()));
    }
    if !(1..=22).contains(&level) {
        return Err(unfit("zstd level", "1 to 22", level.to_string()));
    }
    let fits = |part: isize| i8::try_from(part).is_ok();
    if let Some(offset) = rules.step().offsets().iter().find(|(columns, rows)| !fits(*columns) || !fits(*rows)) {
        return Err(unfit("step offset", "columns and rows from -128 to 127", format!("{offset:?}")));
    }
    check_census(kind, rules, census, 0)?;
    let layers = Header::layers_of(kind, rules);
    let value_width = width_needed(kind, &layers, census).ok_or_else(|| {
        unfit("distances in the census", "distances that fit two bytes", census.deepest().to_string())
    })?;
    let header = Header {
        kind,
        rules: rules.clone(),
        value_width,
        block_length,
        content_hash: ContentHash::from_bytes([0; ContentHash::LENGTH]),
        slide_hash: description.slide_hash,
        census: census.clone(),
        blocks: {
            let blocks = blocks_of(&layers, value_width, block_length)
                .ok_or_else(|| unfit("number of blocks", "fewer than 2^32 blocks", "more".to_owned()))?;
            vec![BlockEntry { offset: 0, length: 0, checksum: 0 }; blocks as usize]
        },
        layers,
    };
    match u32::try_from(header.length()) {
        Ok(_) => Ok(header),
        Err(_) => Err(unfit("length of the header", "less than 2^32 bytes", header.length().to_string())),
    }
}

/// The rows, in runs of a few MiB of values: enough to keep threads busy, and not much memory on any board.
pub(crate) fn batches(rows: &[Row], value_width: usize) -> impl Iterator<Item = &[Row]> {
    const BATCH: usize = 4 << 20;
    let mut rest = rows;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |row: &&Row| {
            let first = bytes == 0;
            bytes += row.length() * value_width;
            first || bytes <= BATCH
        };
        let count = rest.iter().take_while(fits).count();
        let (batch, others) = rest.split_at(count);
        rest = others;
        (!batch.is_empty()).then_some(batch)
    })
}

/// The bytes of the values of a row.
pub(crate) fn row_bytes(row: &Row, values: &[u32], value_width: usize) -> Result<Vec<u8>, WriteError> {
    let (layer, number) = (row.layer, row.number);
    if values.len() != row.length() {
        return Err(WriteError::RowLength { layer, row: number, expected: row.length(), found: values.len() });
    }
    let greatest = (1 << (8 * value_width)) - 1;
    if let Some(&found) = values.iter().find(|&&value| value > greatest) {
        return Err(WriteError::Value { layer, row: number, expected: greatest, found });
    }
    let mut bytes = Vec::with_capacity(values.len() * value_width);
    for value in values {
        bytes.extend_from_slice(&value.to_le_bytes()[..value_width]);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, TableFile};
    use teeko_rules::Variant;

    /// A storage with faults.
    #[derive(Default)]
    struct Faulty {
        sink: Cursor<Vec<u8>>,
        /// The calls, of any kind, before one fails; `None`: all succeed.
        calls_left: Option<usize>,
        /// The bytes that fit.
        space: Option<usize>,
        /// Whether it takes a few bytes at a time, and is interrupted between.
        short: bool,
        calls: usize,
    }

    impl Faulty {
        fn call(&mut self) -> io::Result<()> {
            self.calls += 1;
            if self.short && self.calls.is_multiple_of(2) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            match &mut self.calls_left {
                Some(0) => Err(io::Error::other("broken")),
                Some(left) => {
                    *left -= 1;
                    Ok(())
                }
                None => Ok(()),
            }
        }
    }

    impl Write for Faulty {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.call()?;
            let short = if self.short { 1009 } else { usize::MAX };
            let length = bytes.len().min(short).min(self.space.unwrap_or(usize::MAX));
            if length == 0 && !bytes.is_empty() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let written = self.sink.write(&bytes[..length])?;
            self.space = self.space.map(|space| space - written);
            Ok(written)
        }

        fn flush(&mut self) -> io::Result<()> {
            if self.short { Ok(()) } else { self.call() }
        }
    }

    // Only writes are short, and only they are interrupted: files do neither when they seek or flush.
    impl Seek for Faulty {
        fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
            if !self.short {
                self.call()?;
            }
            self.sink.seek(place)
        }
    }

    /// Writes a small table to a storage with faults. Returns what came of it, and the storage.
    fn write_to(mut storage: Faulty) -> (Result<Header, WriteError>, Faulty) {
        let rules = "44-ssss+4x4".parse::<Variant>().unwrap().rules().unwrap();
        let mut census = Census::new();
        census.add(8, Class::Draw, 900_900);
        let description = Description::slide(&rules, census);
        let compression = Compression { level: 1, block_length: 1 << 12 };
        let values = |row: &Row| (0..row.length() as u32).map(|place| place * place % 251).collect();
        let result = encode_to(&mut storage, "disk", &description, compression, values);
        (result, storage)
    }

    /// Wherever writing fails the error comes back, and what has been written is no table: the header comes last.
    fn assert_no_table(storage: Faulty, what: &str) {
        let (result, storage) = write_to(storage);
        assert!(matches!(result, Err(WriteError::Io { name, .. }) if name == "disk"), "{what}");
        assert!(TableFile::open(storage.sink.into_inner(), "disk").is_err(), "{what}");
    }

    #[test]
    fn a_full_storage_is_an_error_and_leaves_no_table() {
        let whole = write_to(Faulty::default()).1.sink.into_inner();
        for space in (0..whole.len()).step_by(whole.len() / 50).chain([whole.len() - 1]) {
            assert_no_table(Faulty { space: Some(space), ..Faulty::default() }, &format!("{space} bytes"));
        }
        let (result, storage) = write_to(Faulty { space: Some(whole.len()), ..Faulty::default() });
        assert!(result.is_ok() && storage.sink.into_inner() == whole);
    }

    #[test]
    fn a_call_that_fails_is_an_error_and_leaves_no_table() {
        let calls = write_to(Faulty::default()).1.calls;
        assert!(calls > 20, "{calls} calls");
        // All but the last, which flushes what is whole already.
        for left in 0..calls - 1 {
            assert_no_table(Faulty { calls_left: Some(left), ..Faulty::default() }, &format!("call {left} of {calls}"));
        }
        let (result, _) = write_to(Faulty { calls_left: Some(calls - 1), ..Faulty::default() });
        assert!(result.is_err(), "a flush that fails is an error, too");
    }

    #[test]
    fn short_and_interrupted_writes_make_the_same_table() {
        let whole = write_to(Faulty::default()).1.sink.into_inner();
        let (result, storage) = write_to(Faulty { short: true, ..Faulty::default() });
        assert!(result.is_ok() && storage.sink.into_inner() == whole);
    }

    #[test]
    fn batches_have_every_row_once_and_in_order() {
        let rules = "44-ssss+6x5".parse::<Variant>().unwrap().rules().unwrap();
        let rows: Vec<Row> = CellIndex::new(&rules).rows(Kind::Slide).collect();
        let all: Vec<&[Row]> = batches(&rows, 2).collect();
        assert!(all.len() > 1);
        assert_eq!(all.concat(), rows);
    }
}
