//! Writing table files.

use std::borrow::Borrow;
use std::path::Path;

use teeko_rules::Oracle;
use teeko_rules::work::Observer;

use crate::attack::{AttackIndex, AttackRow};
use crate::content::row_values;
use crate::draft::{Compression, RowSource, RowValues, WriteError};
use crate::encode::encode_to;
use crate::header::{Description, Header};
use crate::new_file::NewFile;
use crate::scheme::{CellIndex, Row};

/// Writes a table file and returns its header. An existing file is replaced; on any error it stays.
///
/// `observe` receives the number of values written; `Break` stops the work.
///
/// # Errors
/// Those of [`encode`](crate::encode), [`WriteError::Stopped`] if the observer stops the work or
/// rows are not available, and [`WriteError::Io`] if the file cannot be written, made durable or
/// renamed.
pub fn write_table(
    path: &Path,
    description: &Description,
    compression: Compression,
    values: &mut dyn RowSource,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    let rows: Vec<Row> = CellIndex::new(&description.rules).rows(description.kind()).collect();
    write_rows(path, description, compression, &rows, values, observe)
}

/// Writes a file of an attack and returns its header; see [`write_table`]. The values are those of
/// [`attack_value`](crate::attack_value).
///
/// # Errors
/// As for [`write_table`].
pub fn write_attack(
    path: &Path,
    description: &Description,
    mut values: RowValues<'_, AttackRow>,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    let rows = AttackIndex::new(&description.rules, description.points).rows(description.kind());
    let compression = Compression::of(&description.rules);
    write_rows(path, description, compression, &rows, &mut values, observe)
}

fn write_rows<R: Borrow<Row> + Sync>(
    path: &Path,
    description: &Description,
    compression: Compression,
    rows: &[R],
    values: &mut dyn RowSource<R>,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    let name = path.display().to_string();
    let io_error = |cause| WriteError::Io { name: name.clone(), cause };
    let new = NewFile::create(path).map_err(io_error)?;
    let header =
        encode_to(&mut new.file(), &name, description, compression, rows, values, observe)?;
    new.keep(true).map_err(io_error)?;
    Ok(header)
}

/// Writes a table file from outcomes that an oracle has, and returns its header; see
/// [`write_table`]. For a drop file, outcomes of up to six pieces suffice.
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
) -> Result<Header, WriteError> {
    let compression = Compression::of(&description.rules);
    write_table(path, description, compression, &mut |row: &_| row_values(oracle, row), observe)
}
