//! The contents of a table file without the file: the values of its rows, computed from an oracle,
//! and its content hash.

use std::convert::Infallible;

use teeko_index::parallel;
use teeko_rules::{Oracle, Position, Side};

use crate::draft::{Compression, Description, RowValues, WriteError, batches, draft, row_bytes};
use crate::hash::{ContentHash, ContentHasher};
use crate::scheme::{CellIndex, Row};
use crate::values::{drop_value, slide_value};

/// Computes the values of a row of a slide file.
pub fn slide_row<O: Oracle<Error = Infallible>>(oracle: &O, row: &Row) -> Vec<u32> {
    let position = |mover| Position::of_turn(Side::Black, mover, row.opponent);
    let parity = oracle.rules().parity();
    row.movers().map(|mover| slide_value(known(oracle.outcome(&position(mover))), parity)).collect()
}

/// Computes the values of a row of a drop file.
///
/// # Panics
/// If the oracle fails. It needs to know positions of up to six pieces only.
pub fn drop_row<O: Oracle>(oracle: &O, row: &Row) -> Vec<u32> {
    let outcome = |mover| {
        let position = Position::of_turn(Side::Black, mover, row.opponent);
        oracle.outcome(&position).expect("an oracle of up to six pieces")
    };
    // In the stored layers neither side has a goal yet, so every cell has a position.
    let value = |outcome| drop_value(outcome, oracle.rules().parity());
    row.movers().map(|mover| outcome(mover).map_or(0, value)).collect()
}

/// Unwraps a result that cannot be an error.
fn known<T>(result: Result<T, Infallible>) -> T {
    let Ok(value) = result;
    value
}

/// Computes the content hash of the table file that `encode` makes of the same description and
/// values. Compression does not affect it.
///
/// # Errors
/// As for `encode`: if the values do not fit their rows or the census, or the census does not fit
/// the rules.
pub fn content_hash(
    description: &Description,
    values: RowValues<'_>,
) -> Result<ContentHash, WriteError> {
    let header = draft(description, Compression::default())?;
    let rows: Vec<Row> = CellIndex::new(header.rules()).rows(header.kind()).collect();
    let mut hasher = ContentHasher::default();
    for batch in batches(&rows, header.value_width()) {
        let row = |row| row_bytes(row, &values(row), header.value_width());
        for bytes in parallel::try_map(batch, row)? {
            hasher.update(&bytes);
        }
    }
    Ok(hasher.finish())
}
