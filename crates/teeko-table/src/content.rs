//! The contents of a table file: the values of its rows, computed from an oracle, and the content
//! hash, computed from values or from a file. (What writes a file computes its hash on the way, in
//! `encode.rs`.)

use sha2::{Digest, Sha256};
use teeko_index::parallel;
use teeko_rules::encoding::Fault;
use teeko_rules::work::Progress;
use teeko_rules::{Oracle, PIECES, Position, Side};

use crate::description::Description;
use crate::draft::{Compression, RowValues, WriteError, batches, draft, row_bytes};
use crate::error::{Result, TableError};
use crate::hash::ContentHash;
use crate::header::CONTENT_HASH;
use crate::reader::TableFile;
use crate::scheme::{CellIndex, Row};
use crate::values::{drop_value, slide_value};

/// Computes the values of a row of a slide file or a drop file from outcomes.
///
/// # Panics
/// If the oracle fails. For a drop file it needs to know positions of up to six pieces only.
pub fn row_values<O: Oracle>(oracle: &O, row: &Row) -> Vec<u32> {
    let parity = oracle.rules().parity();
    let mut values = Vec::with_capacity(row.length());
    for mover in row.movers() {
        let position = Position::of_turn(Side::Black, mover, row.opponent);
        let outcome = oracle.outcome(&position);
        let outcome = outcome.expect("an oracle that knows the positions of the row");
        values.push(if row.layer == 2 * PIECES {
            slide_value(outcome, parity)
        } else {
            // In the stored drop layers neither side has a goal yet, so every cell has a position.
            outcome.map_or(0, |outcome| drop_value(outcome, parity))
        });
    }
    values
}

/// Computes the content hash of the table file that `encode` makes of the same description and
/// values. Compression does not affect it.
///
/// # Errors
/// As for `encode`: if the values do not fit their rows or their bytes, or the census does not fit
/// the rules.
pub fn content_hash(
    description: &Description,
    values: RowValues<'_>,
) -> Result<ContentHash, WriteError> {
    let header = draft(description, Compression::default())?;
    let rows = description.rows();
    let mut hasher = Sha256::new();
    for batch in batches(&rows, header.value_width) {
        let rows = parallel::try_map(batch, |row| {
            row_bytes(row, &values(row), header.value_width)
        })?;
        for bytes in rows {
            hasher.update(&bytes);
        }
    }
    Ok(ContentHash::from_bytes(hasher.finalize().into()))
}

impl Description {
    /// Lists the rows of the file.
    pub(crate) fn rows(&self) -> Vec<Row> {
        CellIndex::of_points(&self.rules, self.points)
            .rows(self.kind)
            .collect()
    }
}

impl TableFile {
    /// Checks every block and the content hash.
    ///
    /// # Errors
    /// [`TableError::Damaged`] with the first check that fails.
    pub fn check(&self) -> Result<()> {
        self.check_with(&|_| ())
    }

    /// Checks like [`TableFile::check`], and calls `report` after each block with the number of
    /// blocks checked.
    ///
    /// # Errors
    /// [`TableError::Damaged`] with the first check that fails.
    pub fn check_with(&self, report: &dyn Fn(Progress)) -> Result<()> {
        let mut hasher = Sha256::new();
        let blocks = self.header().blocks.len();
        for number in 0..blocks {
            hasher.update(&self.decode_block(number as u32)?);
            report(Progress {
                done: number as u64 + 1,
                total: blocks as u64,
            });
        }
        let expected = self.header().content_hash;
        let found = ContentHash::from_bytes(hasher.finalize().into());
        Fault::unless_equal(CONTENT_HASH, "content hash", expected, found)
            .map_err(|fault| TableError::damaged(self.name(), None, fault))
    }
}
