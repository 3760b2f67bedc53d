//! A table file before its values: its rules, its layout, and the encoding of values as bytes.
//! `draft` checks the level of zstd; `Header::new` decides the width of values.

use std::io;

use teeko_rules::Rules;
use teeko_rules::work::Stopped;
use thiserror::Error;

use crate::description::Description;
use crate::header::{BlockEntry, Header};
use crate::scheme::Row;
use teeko_rules::encoding::Fault;

/// The compression of a table file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compression {
    /// The level of zstd, 1 to 22.
    pub level: i32,
    /// The bytes of a block before compression: a power of two from 1,024 to 1,048,576.
    pub block_length: usize,
}

impl Default for Compression {
    /// Level 15 and blocks of 64 KiB. `tables/README.md` compares them with other settings.
    fn default() -> Self {
        Self {
            level: 15,
            block_length: 1 << 16,
        }
    }
}

/// The greatest number of circles whose files are compressed at the default level.
const SMALL_BOARD: usize = 36;

impl Compression {
    /// Returns the compression of the files of these rules: level 9 on boards of more than 36
    /// circles, where level 15 takes longer than solving them and saves 8 %.
    pub fn of(rules: &Rules) -> Self {
        let default = Self::default();
        let is_small = rules.board().circle_count() <= SMALL_BOARD;
        Self {
            level: if is_small { default.level } else { 9 },
            ..default
        }
    }
}

/// A callback that returns the values of a row. It is called from several threads at once.
pub type RowValues<'a> = &'a (dyn Fn(&Row) -> Vec<u32> + Sync + 'a);

/// The values of a table whose rows are made ready some at a time.
pub trait RowSource: Sync {
    /// Makes some rows ready that follow each other. No others are asked for before the next call.
    ///
    /// # Errors
    /// [`Stopped`] if the values are not available.
    fn prepare(&mut self, rows: &[Row]) -> Result<(), Stopped>;

    /// Returns the values of a row. It is called from several threads at once.
    fn values(&self, row: &Row) -> Vec<u32>;
}

impl<F: Fn(&Row) -> Vec<u32> + Sync> RowSource for F {
    fn prepare(&mut self, _: &[Row]) -> Result<(), Stopped> {
        Ok(())
    }

    fn values(&self, row: &Row) -> Vec<u32> {
        self(row)
    }
}

/// An error when a table file is encoded or written.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum WriteError {
    /// The format cannot represent the description, the census does not fit the rules, or a row has
    /// too many or too few values or one that is greater than the census allows.
    #[error("{0}")]
    Unfit(String),
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error("{name}: {cause}")]
    Io { name: String, cause: io::Error },
}

impl From<Fault> for WriteError {
    fn from(fault: Fault) -> Self {
        Self::Unfit(format!(
            "{}: expected {}, found {}",
            fault.check, fault.expected, fault.found
        ))
    }
}

/// Makes the header of a file, apart from the content hash and the places of the blocks.
pub(crate) fn draft(
    description: &Description,
    compression: Compression,
) -> Result<Header, WriteError> {
    let level = compression.level;
    Fault::unless((1..=22).contains(&level), 0, "zstd level", "1 to 22", level)?;
    let mut header = Header::new(description.clone(), compression.block_length, 0)?;
    header.blocks = vec![BlockEntry::default(); header.blocks_needed() as usize];
    let length = header.length();
    let fits = u32::try_from(length).is_ok();
    let expected = "less than 2^32 bytes";
    Fault::unless(fits, 0, "length of the header", expected, length)?;
    Ok(header)
}

/// The most bytes of values in a batch of several rows: enough to keep threads busy, with little
/// memory on any board.
const BATCH: usize = 4 << 20;

/// Splits rows into batches.
pub(crate) fn batches(rows: &[Row], value_width: usize) -> Vec<&[Row]> {
    let mut batches = Vec::new();
    let mut rest = rows;
    while !rest.is_empty() {
        let (batch, others) = rest.split_at(rows_of_batch(rest, value_width));
        batches.push(batch);
        rest = others;
    }
    batches
}

/// Returns the number of rows, at least one, that make the first batch.
fn rows_of_batch(rows: &[Row], value_width: usize) -> usize {
    let mut bytes = 0;
    for (number, row) in rows.iter().enumerate() {
        bytes += row.length() * value_width;
        if number > 0 && bytes > BATCH {
            return number;
        }
    }
    rows.len()
}

/// Encodes the values of a row as bytes.
pub(crate) fn row_bytes(
    row: &Row,
    values: &[u32],
    value_width: usize,
) -> Result<Vec<u8>, WriteError> {
    if values.len() != row.length() {
        let expected = format!("{} values", row.length());
        return Err(unfit_row(row, &expected, values.len()));
    }
    let greatest: u32 = (1 << (8 * value_width)) - 1;
    if let Some(&found) = values.iter().find(|&&value| value > greatest) {
        let expected = format!("values up to {greatest} by the census");
        return Err(unfit_row(row, &expected, found as usize));
    }
    let mut bytes = Vec::with_capacity(values.len() * value_width);
    for value in values {
        bytes.extend_from_slice(&value.to_le_bytes()[..value_width]);
    }
    Ok(bytes)
}

/// Returns the error of a row with other values than expected.
fn unfit_row(row: &Row, expected: &str, found: usize) -> WriteError {
    let Row { number, layer, .. } = row;
    WriteError::Unfit(format!(
        "row {number} of layer {layer}: expected {expected}, found {found}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_kind::FileKind;
    use crate::scheme::CellIndex;

    /// On 4 x 4 a row of the slide file has C(12, 4) = 495 values.
    #[test]
    fn a_batch_has_at_most_four_mebibytes_or_one_row() {
        let rules = teeko_testing::rules("44-ssss+4x4");
        let index = CellIndex::new(&rules);
        let rows: Vec<Row> = index.rows(FileKind::Slide).collect();
        for (value_width, rows_of_batch) in [(1_000, 8), (5_000, 1), (10_000, 1)] {
            let batches = batches(&rows, value_width);
            assert_eq!(batches.concat().len(), rows.len());
            assert_eq!(batches[0].len(), rows_of_batch);
            assert_eq!(batches[1].len(), rows_of_batch);
        }
    }
}
