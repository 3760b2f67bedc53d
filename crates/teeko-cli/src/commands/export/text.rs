//! The text of an export.

use teeko::answers::Export;
use teeko::export::Written;
use teeko::surfaces::words::count;

use crate::output;
use crate::render::{paragraph, things};

/// Returns the variant, the number of rows, that of the positions which they stand for if it is
/// another, the file and its size.
pub(super) fn render(export: &Export) -> String {
    let Export {
        variant,
        path,
        written: Written {
            rows, positions, ..
        },
        bytes,
        ..
    } = export;
    let path = output::printable(path);
    let found = if rows == positions {
        things(*rows, "position")
    } else {
        format!(
            "{} ({})",
            things(*rows, "orbit"),
            things(*positions, "position")
        )
    };
    paragraph(&format!(
        "{variant}: {found} in {path}, {} bytes.",
        count(*bytes)
    ))
}
