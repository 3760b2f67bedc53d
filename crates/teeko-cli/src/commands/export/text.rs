//! The text of an export.

use teeko::answers::Export;
use teeko::export::Written;
use teeko::surfaces::words::count;

use crate::output;
use crate::render::{paragraph, things};

/// Returns the variant, the number of rows, that of the positions which they stand for if it is
/// another, the file and its size.
pub(super) fn render(export: &Export) -> String {
    let variant = &export.variant;
    let Written {
        rows, positions, ..
    } = export.written;
    let found = if rows == positions {
        things(rows, "position")
    } else {
        let orbits = things(rows, "orbit");
        format!("{orbits} ({})", things(positions, "position"))
    };
    let path = output::printable(&export.path);
    let bytes = count(export.bytes);
    paragraph(&format!("{variant}: {found} in {path}, {bytes} bytes."))
}
