//! Exports solved Teeko to files for other programs.
//!
//! An [`ExportRequest`] says which positions of a game are exported, and in which [`Format`] of the
//! list [`FORMATS`]. [`export`] looks the positions up and writes them to an [`Output`].
//!
//! # What the rows are
//! [`TEEKO_CC`] has no rows: it describes its own content and order. All other formats have these.
//!
//! Rows come in ascending order of layers, and within a layer of slots of the public index
//! ([`LayerIndex`](teeko_index::LayerIndex)). Either each orbit has one row, the position that the
//! slot's number stands for, or all its positions have one, in ascending order of the occupied
//! circles and then of the mover's. In layer 8 either side may be to move and the values are the
//! same; its rows have Black to move.
//!
//! Positions in which only the opponent of the side to move has a goal are finished: lost, with a
//! distance of 0 plies. Positions in which the side to move has a goal cannot arise and have no
//! row, with one exception: if goals have circles that must be empty, the opponent's last slide may
//! have completed a goal of the side to move. Such positions are finished, too: won, with a
//! distance of 0 plies.
//!
//! The rows depend only on the rules and the selection, never on the number of threads.

mod column;
mod condition;
mod error;
mod export;
mod formats;
mod request;
mod row;
mod rows;
mod selection;
#[cfg(test)]
mod tests;

pub use column::{Column, Columns};
pub use condition::Condition;
pub use error::{ExportError, RequestError};
pub use export::export;
pub use formats::{
    CSV, FORMATS, JSON_LINES, NPY, PARQUET, TEEKO_CC, format_named, format_of, text_formats,
};
pub use request::{ExportRequest, ExportSubject, Format, Job, Output, Provenance, Written};
pub use row::{Row, fold};
pub use selection::{Layers, LayersError, Positions, Selection};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
