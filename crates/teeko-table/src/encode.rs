//! Encoding: the bytes of a table file from the values of its rows.
//!
//! The bytes depend on the values, the rules, the census, the options and the version of zstd, but
//! never on the number of threads.

use std::io::{Cursor, Seek, SeekFrom, Write};
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
    let io_error = |cause| WriteError::Io {
        name: name.to_owned(),
        cause,
    };
    let mut header = draft(description, compression)?;
    let rows = description.rows();
    let mut offset = header.length() as u64;
    sink.seek(SeekFrom::Start(offset)).map_err(io_error)?;

    let mut hasher = Sha256::new();
    let (mut pending, mut number, mut done) = (Vec::new(), 0, 0);
    let mut batches = batches(&rows, header.value_width).peekable();
    while let Some(batch) = batches.next() {
        values.prepare(batch)?;
        let row = |row: &Row| row_bytes(row, &values.values(row), header.value_width);
        let kept = pending.len();
        pending.extend(parallel::try_map(batch, row)?.into_iter().flatten());
        // Whole blocks; after the last batch also the rest.
        let left = if batches.peek().is_some() {
            pending.len() % header.block_length
        } else {
            0
        };
        let ready = pending.len() - left;
        hasher.update(&pending[kept..]);
        let compress = |block: &[u8]| zstd::bulk::compress(block, compression.level);
        let blocks = pending[..ready].chunks(header.block_length);
        for block in parallel::try_map(blocks, compress).map_err(io_error)? {
            sink.write_all(&block).map_err(io_error)?;
            header.blocks[number] = BlockEntry {
                offset,
                length: block.len() as u32,
                checksum: crc32fast::hash(&block),
            };
            offset += block.len() as u64;
            number += 1;
        }
        pending.drain(..ready);
        done += batch.iter().map(|row| row.length() as u64).sum::<u64>();
        if observe(Progress {
            done,
            total: header.values(),
        })
        .is_break()
        {
            return Err(Stopped.into());
        }
    }
    header.content_hash = ContentHash::from_bytes(hasher.finalize().into());
    sink.seek(SeekFrom::Start(0)).map_err(io_error)?;
    sink.write_all(&header.to_bytes()).map_err(io_error)?;
    sink.flush().map_err(io_error)?;
    Ok(header)
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
    use std::io;
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
        let all: Vec<&[Row]> = batches(&rows, 2).collect();
        assert!(all.len() > 1);
        assert_eq!(all.concat(), rows);
    }
}
