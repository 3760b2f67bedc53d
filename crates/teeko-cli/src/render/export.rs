//! What `teeko export` has written.

use teeko::documents::Export;
use teeko::words::count;

use crate::output::printable;

use super::style::paragraph;

/// The file and its size.
pub(crate) fn text(written: &Export) -> String {
    let Export { variant, path, rows, bytes, .. } = written;
    let path = printable(path);
    let s = if *rows == 1 { "" } else { "s" };
    paragraph(&format!("{variant}: {} row{s} in {path}, {} bytes.", count(*rows), count(*bytes)))
}
