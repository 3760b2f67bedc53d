//! Parquet files.

#[cfg(feature = "parquet")]
mod arrow_schema;
#[cfg(feature = "parquet")]
mod columns;
#[cfg(test)]
#[cfg(feature = "parquet")]
mod tests;
#[cfg(feature = "parquet")]
mod writer;

use crate::Format;

/// A Parquet file with typed columns, a row group for each chunk of rows, compressed with zstd.
///
/// Row groups are as long as the first, except the last one, unless a condition leaves rows out.
///
/// | column | type |
/// |---|---|
/// | `black`, `red` | unsigned 32-bit integer; on boards of more than 32 circles signed 64-bit, of more than 62 unsigned 64-bit |
/// | `layer`, `weight`, `fold` | unsigned 8-bit integer |
/// | `turn`, `outcome`, `variant` | strings, in dictionaries |
/// | `score` | signed 16-bit integer |
/// | `dtw` | signed 16-bit integer, null in a draw |
/// | `slot` | signed 64-bit integer |
/// | `position` | string |
/// | `values` | bytes: a signed number for each move, of one byte or two, little-endian |
///
/// The file's metadata has the [`Provenance`](crate::Provenance), with `teeko.value_bytes` the
/// bytes of each number in `values`, and the schema in Arrow's form. Rows are declared to ascend by
/// layer and slot. `NOTES.md` says who can read it, and which encodings were tried.
pub static PARQUET: Format = Format {
    name: "parquet",
    endings: &["parquet"],
    purpose: "Parquet, for data frames and databases",
    columns: "black,red,layer,turn,outcome,dtw,weight",
    is_text: false,
    needs_file: None,
    #[cfg(feature = "parquet")]
    check: |_, _, _| Ok(()),
    #[cfg(feature = "parquet")]
    write: writer::write,
    #[cfg(not(feature = "parquet"))]
    check: |_, _, _| Err(crate::RequestError::not_built("parquet")),
    #[cfg(not(feature = "parquet"))]
    write: |_, _| Err(crate::RequestError::not_built("parquet").into()),
};
