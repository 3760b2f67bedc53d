//! The memory that a verification takes, computed before any work is done.

use teeko_index::binomial;
use teeko_rules::PIECES;
use teeko_table::{Header, Kind};

/// Returns the memory that verifying a file takes, in bytes, besides the expanded table.
///
/// A file of a few kilobytes can be of a board whose values fill any memory, so call this before
/// you verify files that you did not make.
pub fn memory_needed(header: &Header) -> u64 {
    let circles = header.rules().board().circle_count();
    let values = header.values() * header.value_width() as u64;
    match header.kind() {
        // The values, and the place of every set of a side.
        Kind::Slide | Kind::Drop => {
            values + binomial(circles, PIECES) * size_of::<teeko_index::Place>() as u64
        }
        Kind::AttackSlide | Kind::AttackDrop => values,
    }
}
