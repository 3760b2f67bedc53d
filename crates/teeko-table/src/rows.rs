//! The rows of tables with the values by the rank of the set: those of files, and those of layer 8
//! completed.

mod reader;
mod slides;

pub(crate) use self::reader::RowReader;
pub(crate) use self::slides::{complete_row, most_slides};

/// The rows that a thread reads one after the other, so that it decodes most blocks once.
pub(crate) const ROWS: usize = 32;
