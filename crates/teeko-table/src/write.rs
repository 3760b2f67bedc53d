//! Writing the two table files of a rule set.

use std::convert::Infallible;
use std::path::Path;

use teeko_index::Census;
use teeko_rules::work::{Observer, to_the_end};
use teeko_rules::{Oracle, RulesName};

use crate::attack::{AttackIndex, AttackRow};
use crate::content::{drop_row, slide_row};
use crate::draft::{Compression, Description, RowSource, RowValues, WriteError};
use crate::encode::{encode, encode_to};
use crate::hash::ContentHash;
use crate::header::Header;
use crate::names::{drop_file_name, slide_file_name};
use crate::new_file::NewFile;
use crate::scheme::{CellIndex, Row, TableRow};

/// Writes a table file and returns its header. An existing file is replaced; on any error it stays.
///
/// `values` returns the values of a row, as for [`encode`]. `observe` receives the number of values
/// written; `Break` stops the work.
///
/// # Errors
/// Those of [`encode`], [`WriteError::Stopped`] if the observer stops the work, and
/// [`WriteError::Io`] if the file cannot be written, made durable or renamed.
pub fn write_table(
    path: &Path,
    description: &Description,
    compression: Compression,
    mut values: RowValues<'_>,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    write_prepared_table(path, description, compression, &mut values, observe)
}

/// Writes a table file whose rows are made ready some at a time; see [`write_table`].
///
/// # Errors
/// As for [`write_table`], and [`WriteError::Stopped`] if rows are not available.
pub fn write_prepared_table(
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

fn write_rows<R: TableRow>(
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

/// Returns the bytes of the slide file of a rule set whose outcomes are in memory.
///
/// # Errors
/// As for [`encode`].
pub fn encode_slides<O: Oracle<Error = Infallible>>(
    oracle: &O,
    census: &Census,
    compression: Compression,
) -> Result<Vec<u8>, WriteError> {
    encode(&Description::slide(oracle.rules(), census), compression, &|row| slide_row(oracle, row))
}

/// Returns the bytes of the drop file that belongs to the slide file with content hash
/// `slide_hash`.
///
/// # Errors
/// As for [`encode`].
pub fn encode_drops<O: Oracle<Error = Infallible>>(
    oracle: &O,
    census: &Census,
    slide_hash: ContentHash,
    compression: Compression,
) -> Result<Vec<u8>, WriteError> {
    encode(&Description::drop(oracle.rules(), slide_hash, census), compression, &|row| {
        drop_row(oracle, row)
    })
}

/// Writes the slide file of a rule set whose outcomes are in memory; see [`write_table`].
///
/// # Errors
/// As for [`write_table`].
pub fn write_slides<O: Oracle<Error = Infallible>>(
    path: &Path,
    oracle: &O,
    census: &Census,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    let description = Description::slide(oracle.rules(), census);
    let compression = Compression::of(oracle.rules());
    write_table(path, &description, compression, &|row| slide_row(oracle, row), observe)
}

/// Writes the drop file that belongs to the slide file with content hash `slide_hash`; see
/// [`write_table`]. The outcomes of up to six pieces are in memory.
///
/// # Errors
/// As for [`write_table`].
///
/// # Panics
/// As [`drop_row`].
pub fn write_drops<O: Oracle>(
    path: &Path,
    oracle: &O,
    census: &Census,
    slide_hash: ContentHash,
    observe: Observer<'_>,
) -> Result<Header, WriteError> {
    let description = Description::drop(oracle.rules(), slide_hash, census);
    let compression = Compression::of(oracle.rules());
    write_table(path, &description, compression, &|row| drop_row(oracle, row), observe)
}

/// Writes both files of a rule set whose outcomes are in memory to a folder, under the names that
/// [`slide_file_name`] and [`drop_file_name`] return.
///
/// # Errors
/// As for [`write_table`].
pub fn write_both<O: Oracle<Error = Infallible>>(
    folder: &Path,
    name: &RulesName,
    oracle: &O,
    census: &Census,
) -> Result<(), WriteError> {
    let slide = write_slides(&folder.join(slide_file_name(name)), oracle, census, &to_the_end)?;
    write_drops(
        &folder.join(drop_file_name(name)),
        oracle,
        census,
        slide.content_hash(),
        &to_the_end,
    )?;
    Ok(())
}
