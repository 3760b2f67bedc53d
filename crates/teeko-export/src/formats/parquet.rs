//! Parquet files.

#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod writer;

use crate::Format;

/// A Parquet file with typed columns, a row group for each chunk of rows, compressed with zstd.
///
/// | column | type |
/// |---|---|
/// | `black`, `red` | unsigned 32-bit integer, on boards of more than 32 circles 64-bit |
/// | `layer`, `orbit_size`, `fold` | unsigned 8-bit integer |
/// | `turn`, `outcome` | strings, stored as dictionaries |
/// | `score` | signed 16-bit integer |
/// | `dtw` | unsigned 16-bit integer, null in a draw |
/// | `slot` | unsigned 64-bit integer |
/// | `position`, `variant` | string |
/// | `moves` | list of groups of `action`, an unsigned 16-bit integer, `outcome` and `dtw` |
///
/// The file's metadata has the [`Provenance`](crate::Provenance). `NOTES.md` says who can read it,
/// and which encodings were tried.
pub static PARQUET: Format = Format {
    name: "parquet",
    endings: &["parquet"],
    purpose: "Parquet, for data frames and databases",
    columns: "black,red,layer,turn,outcome,dtw,orbit_size",
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
