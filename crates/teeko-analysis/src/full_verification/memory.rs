//! The memory that a verification takes, computed before any work is done.

use teeko_index::{binomial, orbit_count};
use teeko_rules::{Outcome, PIECES};
use teeko_table::{Header, Kind};

/// Returns the memory that verifying a file takes, in bytes. The memory of a slide file is kept as
/// long as its [`SlideVerification`](super::SlideVerification); a drop file takes its own on top.
///
/// A file of a few kilobytes can be of a board whose values fill any memory, so call this before
/// you verify files that you did not make.
pub fn memory_needed(header: &Header) -> u64 {
    let board = header.rules().board();
    let circles = board.circle_count();
    let values = header.values() * header.value_width() as u64;
    match header.kind() {
        // The values, as many again for the second pass, and the place of every set of a side.
        Kind::Slide => {
            2 * values + binomial(circles, PIECES) * size_of::<teeko_index::Place>() as u64
        }
        // The values. A drop file's verification also keeps those of its slide file.
        Kind::AttackSlide | Kind::AttackDrop => values,
        // The values, and the outcomes of layer 7.
        Kind::Drop => {
            let movers = orbit_count(circles, &header.rules().symmetries(), PIECES - 1, 0);
            values + movers * binomial(circles, PIECES) * size_of::<Outcome>() as u64
        }
    }
}
