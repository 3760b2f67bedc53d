//! `teeko.export/1`: a file for other programs.

use serde::Serialize;

/// What has been written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Export {
    /// `teeko.export/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The format.
    pub format: String,
    /// The file.
    pub path: String,
    /// How many rows it has.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
}

impl Export {
    /// The document on a file.
    pub fn new(variant: &str, format: &str, path: &str, rows: u64, bytes: u64) -> Self {
        let [variant, format, path] = [variant, format, path].map(str::to_owned);
        Self { schema: "teeko.export/1", variant, format, path, rows, bytes }
    }
}
