//! The contents of a table file without the file: the values of its rows, computed from an oracle,
//! and its content hash.

use teeko_index::parallel;
use teeko_rules::{Oracle, Outcome, PIECES, Position, Side};

use crate::draft::{Compression, RowValues, WriteError, batches, draft, row_bytes};
use crate::hash::{ContentHash, ContentHasher};
use crate::header::Description;
use crate::scheme::Row;
use crate::values::{drop_value, slide_value};

/// Computes the values of a row of a slide file or a drop file from outcomes.
///
/// # Panics
/// If the oracle fails. For a drop file it needs to know positions of up to six pieces only.
pub fn row_values<O: Oracle>(oracle: &O, row: &Row) -> Vec<u32> {
    let parity = oracle.rules().parity();
    let outcome = |mover| {
        let position = Position::of_turn(Side::Black, mover, row.opponent);
        oracle.outcome(&position).expect("an oracle that knows the positions of the row")
    };
    // In the stored drop layers neither side has a goal yet, so every cell has a position.
    let of_drop = |outcome: Option<Outcome>| outcome.map_or(0, |known| drop_value(known, parity));
    if row.layer == 2 * PIECES {
        row.movers().map(|mover| slide_value(outcome(mover), parity)).collect()
    } else {
        row.movers().map(|mover| of_drop(outcome(mover))).collect()
    }
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
    let rows = description.rows();
    let mut hasher = ContentHasher::default();
    for batch in batches(&rows, header.value_width()) {
        let row = |row| row_bytes(row, &values(row), header.value_width());
        for bytes in parallel::try_map(batch, row)? {
            hasher.update(&bytes);
        }
    }
    Ok(hasher.finish())
}
