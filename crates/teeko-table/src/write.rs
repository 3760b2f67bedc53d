//! Writing table files.

use std::path::Path;

use teeko_rules::Oracle;
use teeko_rules::work::Observer;

use crate::content::row_values;
use crate::draft::{Compression, RowSource, WriteError};
use crate::encode::encode_to;
use crate::header::{Description, Header};
use crate::new_file::NewFile;

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
    let name = path.display().to_string();
    let io_error = |cause| WriteError::Io { name: name.clone(), cause };
    let new = NewFile::create(path).map_err(io_error)?;
    let header = encode_to(&mut new.file(), &name, description, compression, values, observe)?;
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
