//! The formats of files.

pub(crate) mod csv;
pub(crate) mod json_lines;
pub(crate) mod npy;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod sqlite;
pub mod teeko_cc;
