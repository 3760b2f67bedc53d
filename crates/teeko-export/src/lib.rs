//! Solved Teeko for other programs.
//!
//! A [`Selection`] says which positions of a rule set are wanted; [`export`] looks each of them up
//! in an [`Oracle`](teeko_rules::Oracle) and hands them as [`Row`]s, in the order of the public
//! index, to one of the formats:
//!
//! | format | file |
//! |---|---|
//! | [`Csv`] | comma-separated values with a header line |
//! | [`JsonLines`] | one JSON object per line |
//! | `Parquet` (feature `parquet`) | typed columns in row groups |
//! | [`Npy`] | one structured NumPy array |
//! | [`Sqlite`] | a SQLite database, indexed by position |
//!
//! [`teeko_cc`] writes the database of the web site teeko.cc, which has an order of its own.
//!
//! # What the rows are
//! The layers ascend; within a layer the slots of the public index
//! ([`LayerIndex`](teeko_index::LayerIndex)) do. Either each orbit is given by one row, the
//! position that the slot's number stands for, or all its positions are, in ascending order of the
//! occupied circles and then of the mover's. In layer 8 either side may be to move and the values
//! are the same; its rows have Black to move. Positions in which the side to move has a goal
//! already are no positions of the game and left out; those in which its opponent has one are over:
//! lost, with a distance of 0 plies. Where goals have circles that must be empty, positions in
//! which the opponent's last slide may have completed a goal of the side to move are over, too:
//! won, with a distance of 0 plies. The rows depend on the rules and the selection alone, never on
//! the number of threads.

mod column;
mod condition;
mod error;
mod formats;
mod provenance;
mod row;
#[cfg(test)]
mod testing;

pub use column::{Column, Columns, ColumnsError};
pub use condition::{Condition, ConditionError};
pub use error::ExportError;
pub use formats::csv::Csv;
pub use formats::json_lines::JsonLines;
pub use formats::npy::Npy;
#[cfg(feature = "parquet")]
pub use formats::parquet::Parquet;
pub use formats::sqlite::{DatabaseRow, Sqlite};
pub use formats::teeko_cc;
pub use provenance::Provenance;
pub use row::{Format, Positions, Row, Selection, export};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
