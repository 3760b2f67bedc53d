//! The result of `teeko export` as text.

use teeko::documents::Export;
use teeko::words::count;

use crate::output::printable;

use super::style::paragraph;

/// Returns the variant, the number of rows, the file and its size.
pub(crate) fn text(written: &Export) -> String {
    let Export { variant, path, rows, bytes, .. } = written;
    let path = printable(path);
    let s = if *rows == 1 { "" } else { "s" };
    paragraph(&format!("{variant}: {} row{s} in {path}, {} bytes.", count(*rows), count(*bytes)))
}
