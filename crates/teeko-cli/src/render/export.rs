//! The result of `teeko export` as text.

use teeko::documents::Export;
use teeko::words::count;

use crate::output::printable;

use super::style::{paragraph, things};

/// Returns the variant, the number of rows, the file and its size.
pub(crate) fn text(written: &Export) -> String {
    let Export { variant, path, rows, bytes, .. } = written;
    let path = printable(path);
    let rows = things(*rows, "row");
    paragraph(&format!("{variant}: {rows} in {path}, {} bytes.", count(*bytes)))
}
