//! What `teeko export` has written, as text and as JSON.

use std::path::Path;

use indicatif::HumanCount;
use serde::Serialize;

use super::{json_line, paragraph};
use crate::named_rules::NamedRules;

/// The file and its size.
pub(crate) fn text(variant: NamedRules, path: &Path, rows: u64, bytes: u64) -> String {
    let s = if rows == 1 { "" } else { "s" };
    paragraph(&format!("{variant}: {} row{s} in {}, {} bytes.", HumanCount(rows), path.display(), HumanCount(bytes)))
}

/// The JSON of the same.
pub(crate) fn json(variant: NamedRules, format: &str, path: &Path, rows: u64, bytes: u64) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        variant: String,
        format: &'a str,
        path: String,
        rows: u64,
        bytes: u64,
    }
    json_line(&Document {
        schema: "teeko.export/1",
        variant: variant.to_string(),
        format,
        path: path.display().to_string(),
        rows,
        bytes,
    })
}
