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
/// | `layer` | unsigned 8-bit integer |
/// | `turn`, `outcome` | strings, stored as dictionaries |
/// | `score` | signed 16-bit integer |
/// | `dtw` | unsigned 16-bit integer, null in a draw |
/// | `slot` | unsigned 64-bit integer |
/// | `position` | string |
/// | `orbit_size` | unsigned 8-bit integer |
///
/// In `black` and `red`, bit `n - 1` stands for circle `n`. The file's metadata has the name of the
/// variant (`teeko.variant`), its rules as JSON (`teeko.rules`), the content hashes of the table
/// files with the same values (`teeko.slide_content_hash`, `teeko.drop_content_hash`) and the
/// version of the program (`teeko.version`).
///
/// # Who can read it
/// DuckDB 1.x, Spark 3, pandas and pyarrow of 2023, polars: version 1 of the pages, plain values
/// and dictionaries, zstd, and `DELTA_BINARY_PACKED` in the column `slot` alone. All orbits of
/// 44-ssss with the usual columns are 12,063,947 rows; of what was tried:
///
/// | masks | zstd | pages | bytes | why not |
/// |---|---|---|---|---|
/// | bytes of each rank together (`BYTE_STREAM_SPLIT`) | 3 | 20,000 rows | 12,887,821 | new |
/// | the same | 3 | a row group | 8,198,978 | new |
/// | plain | 3 | 20,000 rows | 27,159,684 | more than 20 MB |
/// | plain | 3 | a row group | 23,110,675 | more than 20 MB |
/// | plain | 9 | 1 MiB | 21,323,199 | more than 20 MB |
/// | **plain** | **9** | **a row group** | **19,106,915** | |
/// | plain | 12 | a row group | 17,966,289 | takes twice the time |
/// | dictionary | 9 | a row group | 31.1 million | its indexes of 14 bits are not whole bytes |
/// | differences | 9 | a row group | 45.8 million | they have no pattern |
///
/// "New" means that integers in this encoding are part of the format since 2024 only, and that
/// DuckDB reads them from 2.0 on. Version 2 of the pages makes the file 50 kB longer. A page as
/// long as a row group, up to 4 MiB of a mask, lets zstd find in a position the ones far before it.
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
