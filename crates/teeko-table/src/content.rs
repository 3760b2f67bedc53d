//! The content hash of a table file without the file.

use rayon::prelude::*;

use crate::encode::{Compression, Description, WriteError, batches, draft, row_bytes};
use crate::hash::{ContentHash, ContentHasher};
use crate::scheme::{CellIndex, Row};

/// The content hash of the table file that [`encode`](crate::encode) makes of the same description and values, whatever the
/// compression.
///
/// # Errors
/// As for [`encode`](crate::encode): if the values do not fit their rows or the census, or the census is not one of the rules.
pub fn content_hash(
    description: &Description,
    values: impl Fn(&Row) -> Vec<u32> + Sync,
) -> Result<ContentHash, WriteError> {
    let header = draft(description, Compression::default())?;
    let rows: Vec<Row> = CellIndex::new(header.rules()).rows(header.kind()).collect();
    let mut hasher = ContentHasher::default();
    for batch in batches(&rows, header.value_width()) {
        let bytes = batch.par_iter().map(|row| row_bytes(row, &values(row), header.value_width()));
        let bytes: Vec<Vec<u8>> = bytes.collect::<Result<_, WriteError>>()?;
        for bytes in &bytes {
            hasher.update(bytes);
        }
    }
    Ok(hasher.finish())
}
