//! `teeko.export/1`: a file for other programs.

use serde::Serialize;
use teeko_export::Written;

/// A description of the exported file.
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
    /// The number of rows.
    pub rows: u64,
    /// The number of positions that the rows stand for: all symmetric images of each orbit.
    pub positions: u64,
    /// The length in bytes.
    pub bytes: u64,
}

impl Export {
    /// Returns the document on a file.
    pub fn new(variant: &str, format: &str, path: &str, written: Written, bytes: u64) -> Self {
        let [variant, format, path] = [variant, format, path].map(str::to_owned);
        let Written { rows, positions, .. } = written;
        Self { schema: "teeko.export/1", variant, format, path, rows, positions, bytes }
    }
}
