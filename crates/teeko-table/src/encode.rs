//! Encoding: the bytes of a table file from the values of its rows.
//!
//! The bytes depend on the values, the rules, the census, the options and the version of zstd, but
//! never on the number of threads. `draft` checks the level of zstd and begins the header, which
//! decides the width of values.

use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest, Sha256};
use teeko_index::parallel;
use teeko_rules::Oracle;
use teeko_rules::work::{Observer, Progress, Stopped, to_the_end};

use crate::content::row_values;
use crate::description::Description;
use crate::draft::{Compression, RowSource, RowValues, WriteError, batches, draft, row_bytes};
use crate::hash::ContentHash;
use crate::header::{BlockEntry, Header};
use crate::new_file::{Kept, NewFile};
use crate::scheme::Row;

/// Returns the bytes of a table file.
///
/// `values` returns the values of a row, in the order of [`Row::movers`]; see
/// [`slide_value`](crate::slide_value) and [`drop_value`](crate::drop_value). It is called once for
/// each row, from the threads of the current rayon pool.
///
/// # Errors
/// If the values do not fit their rows or the bytes that the census needs, the census does not fit
/// the rules, the format cannot represent the rules, or the compression fails or is not possible.
pub fn encode(
    description: &Description,
    compression: Compression,
    mut values: RowValues<'_>,
) -> Result<Vec<u8>, WriteError> {
    let mut sink = Cursor::new(Vec::new());
    encode_to(
        &mut sink,
        "table in memory",
        description,
        compression,
        &mut values,
        &to_the_end,
    )?;
    Ok(sink.into_inner())
}

/// A destination of a table file.
trait Sink: Write + Seek {}

impl<T: Write + Seek> Sink for T {}

/// [`encode`] into a sink, from its beginning. The header is written last.
///
/// `name` stands for the sink in errors. `observe` receives the number of values written after each
/// batch of rows.
fn encode_to(
    sink: &mut dyn Sink,
    name: &str,
    description: &Description,
    compression: Compression,
    values: &mut dyn RowSource,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    let header = draft(description, compression)?;
    let rows = description.rows();
    let total = header.values();
    let mut encoder = Encoder::new(sink, name, header, compression.level)?;
    let mut done = 0;
    for batch in batches(&rows, encoder.header.value_width) {
        values.prepare(batch)?;
        encoder.add(batch, values)?;
        encoder.write_whole_blocks()?;
        for row in batch {
            done += row.length() as u64;
        }
        if done == total {
            encoder.write_last_block()?;
        }
        if observe(Progress { done, total }).is_break() {
            return Err(Stopped.into());
        }
    }
    encoder.write_header()
}

/// A table file that is being written.
struct Encoder<'a> {
    sink: &'a mut dyn Sink,
    name: &'a str,
    header: Header,
    /// The level of zstd.
    level: i32,
    /// The hash of all values so far.
    hasher: Sha256,
    /// The bytes of values that are not written yet.
    pending: Vec<u8>,
    /// The number of the next block.
    number: usize,
    /// The offset of the next block.
    offset: u64,
}

impl<'a> Encoder<'a> {
    /// Begins after the header, whose place stays empty for now.
    fn new(
        sink: &'a mut dyn Sink,
        name: &'a str,
        header: Header,
        level: i32,
    ) -> Result<Self, WriteError> {
        let mut encoder = Self {
            sink,
            name,
            offset: header.length() as u64,
            header,
            level,
            hasher: Sha256::new(),
            pending: Vec::new(),
            number: 0,
        };
        encoder.seek(encoder.offset)?;
        Ok(encoder)
    }

    /// Adds the values of rows.
    fn add(&mut self, rows: &[Row], values: &dyn RowSource) -> Result<(), WriteError> {
        let width = self.header.value_width;
        let rows = parallel::try_map(rows, |row| row_bytes(row, &values.values(row), width))?;
        for bytes in rows {
            self.hasher.update(&bytes);
            self.pending.extend(bytes);
        }
        Ok(())
    }

    /// Compresses and writes the pending bytes that make whole blocks.
    fn write_whole_blocks(&mut self) -> Result<(), WriteError> {
        let rest = self.pending.len() % self.header.block_length;
        self.write_blocks(self.pending.len() - rest)
    }

    /// Compresses and writes what is left after the last whole block.
    fn write_last_block(&mut self) -> Result<(), WriteError> {
        self.write_blocks(self.pending.len())
    }

    /// Compresses and writes the first pending bytes as blocks.
    fn write_blocks(&mut self, bytes: usize) -> Result<(), WriteError> {
        let level = self.level;
        let blocks = self.pending[..bytes].chunks(self.header.block_length);
        let blocks = parallel::try_map(blocks, |block| zstd::bulk::compress(block, level));
        for block in self.named(blocks)? {
            let written = self.sink.write_all(&block);
            self.named(written)?;
            self.header.blocks[self.number] = BlockEntry {
                offset: self.offset,
                length: block.len() as u32,
                checksum: crc32fast::hash(&block),
            };
            self.offset += block.len() as u64;
            self.number += 1;
        }
        self.pending.drain(..bytes);
        Ok(())
    }

    /// Writes the header, which completes the file.
    fn write_header(mut self) -> Result<Header, WriteError> {
        let hash = std::mem::take(&mut self.hasher).finalize();
        self.header.content_hash = ContentHash::from_bytes(hash.into());
        self.seek(0)?;
        let written = self.sink.write_all(&self.header.to_bytes());
        self.named(written)?;
        let flushed = self.sink.flush();
        self.named(flushed)?;
        Ok(self.header)
    }

    fn seek(&mut self, offset: u64) -> Result<(), WriteError> {
        let found = self.sink.seek(SeekFrom::Start(offset));
        self.named(found).map(drop)
    }

    /// Returns an error of the sink with its name.
    fn named<T>(&self, result: io::Result<T>) -> Result<T, WriteError> {
        result.map_err(|cause| WriteError::Io {
            name: self.name.to_owned(),
            cause,
        })
    }
}

/// Writes a table file. Returns its header, and whether the file is durable. An existing file is
/// replaced; on any error it stays.
///
/// `observe` receives the number of values written; `Break` stops the work.
///
/// # Errors
/// Those of [`encode`], [`WriteError::Stopped`] if the observer stops the work or
/// rows are not available, and [`WriteError::Io`] if the file cannot be written or renamed.
pub fn write_table(
    path: &Path,
    description: &Description,
    compression: Compression,
    values: &mut dyn RowSource,
    observe: Observer<'_>,
) -> Result<(Header, Kept), WriteError> {
    let name = path.display().to_string();
    let io_error = |cause| WriteError::Io {
        name: name.clone(),
        cause,
    };
    let new = NewFile::create(path).map_err(io_error)?;
    let header = encode_to(
        &mut new.file(),
        &name,
        description,
        compression,
        values,
        observe,
    )?;
    let kept = new.keep(true).map_err(io_error)?;
    Ok((header, kept))
}

/// Writes a table file from outcomes that an oracle has; see [`write_table`]. For a drop file,
/// outcomes of up to six pieces suffice.
///
/// # Errors
/// As for [`write_table`].
///
/// # Panics
/// As [`row_values`].
pub fn write_outcomes<O: Oracle>(
    path: &Path,
    description: &Description,
    oracle: &O,
    observe: Observer<'_>,
) -> Result<(Header, Kept), WriteError> {
    let compression = Compression::of(&description.rules);
    write_table(
        path,
        description,
        compression,
        &mut |row: &_| row_values(oracle, row),
        observe,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellIndex, Census, Class, FileKind, TableFile};
    use teeko_testing::rules;

    /// A storage of which a number of calls succeed, of any kind, and no more.
    struct Faulty {
        sink: Cursor<Vec<u8>>,
        calls: usize,
        most: usize,
    }

    impl Faulty {
        fn call(&mut self) -> io::Result<()> {
            if self.calls == self.most {
                return Err(io::Error::other("broken"));
            }
            self.calls += 1;
            Ok(())
        }
    }

    impl Write for Faulty {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.call()?;
            self.sink.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.call()
        }
    }

    impl Seek for Faulty {
        fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
            self.call()?;
            self.sink.seek(place)
        }
    }

    /// Writes a small table with at most `most` calls. Returns the result and the storage.
    fn write_within(most: usize) -> (Result<Header, WriteError>, Faulty) {
        let mut storage = Faulty {
            sink: Cursor::default(),
            calls: 0,
            most,
        };
        let mut census = Census::default();
        census.layer_mut(8).add(Class::Draw, 900_900);
        let description = Description::slide(&rules("44-ssss+4x4"), &census);
        let compression = Compression {
            level: 1,
            block_length: 1 << 12,
        };
        let mut values: RowValues<'_> = &|row| {
            (0..row.length() as u32)
                .map(|place| place * place % 251)
                .collect()
        };
        let result = encode_to(
            &mut storage,
            "disk",
            &description,
            compression,
            &mut values,
            &to_the_end,
        );
        (result, storage)
    }

    /// Wherever writing fails, the error is returned, and the bytes written are no table, because
    /// the header comes last.
    #[test]
    fn a_call_that_fails_is_an_error_and_leaves_no_table() {
        let calls = write_within(usize::MAX).1.calls;
        assert!(calls > 20, "{calls} calls");
        // All calls but the last, which flushes a complete file.
        for most in 0..calls - 1 {
            let (result, storage) = write_within(most);
            let is_named = matches!(result, Err(WriteError::Io { name, .. }) if name == "disk");
            let is_table = TableFile::open(storage.sink.into_inner(), "disk").is_ok();
            assert!(is_named && !is_table, "{most} of {calls} calls");
        }
        let (result, _) = write_within(calls - 1);
        assert!(result.is_err(), "a flush that fails is an error, too");
    }

    #[test]
    fn batches_have_every_row_once_and_in_order() {
        let rows: Vec<Row> = CellIndex::new(&rules("44-ssss+6x5"))
            .rows(FileKind::Slide)
            .collect();
        let all: Vec<&[Row]> = batches(&rows, 2);
        assert!(all.len() > 1);
        assert_eq!(all.concat(), rows);
    }
}
