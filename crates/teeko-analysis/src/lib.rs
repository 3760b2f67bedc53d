//! Analysis of solved Teeko positions: ranked moves, best lines, strategies and checks.
//!
//! Everything here works on an [`Oracle`](teeko_rules::Oracle), which knows the outcome of every
//! position: a solution in memory or a table file. Only [`TakeBacks`] solves.
//!
//! * [`analyse`] ranks the choices in a position.
//! * [`explain`] says why they are good or bad: what each completes, threatens, meets and allows.
//! * [`best_line`] follows the best choices to the end of the game.
//! * [`TakeBacks`] says which draws survive if a side may take its own last slide back only a few
//!   times in a row, as by Scarne's ten move limit.
//! * [`mod@full_verification`] recomputes every value of a table file; it also explains why a file
//!   that passes is right.
//! * [`first_drops`] has the values of the first drops.
//! * [`claims`] checks published claims against outcomes; [`Manifest`] knows the content hashes of
//!   the tables of the sixteen variants.
//! * [`winning_strategy`] makes the certificate of a forced win, [`drawing_strategies`] that of a
//!   draw. `teeko-certificate` checks them without an oracle.
//! * [`course()`] lists the choices to learn to win a game that is won, or to hold one that is drawn.
//!
//! The side that *chooses* is not always the side to move: in a pointed drop the opponent of the
//! side to move says where the piece goes. Outcomes are always for the side to move in the position
//! that you ask about. What is best, and who is to blame for an error, is judged for the side that
//! chooses.
//!
//! Every analysis fails if the oracle fails or does not know a position that it needs, and if its
//! observer returns `Break`: see [`AnalysisError`]. Other reasons are stated where they arise. Long
//! analyses run on the current rayon thread pool and call the observer from any of its threads,
//! perhaps out of order; no result depends on the number of threads. This crate does no input or
//! output.

#![allow(
    clippy::missing_errors_doc,
    reason = "`AnalysisError` says when an analysis fails"
)]
#![allow(
    clippy::missing_panics_doc,
    reason = "an expectation says why it holds"
)]

pub mod claims;
mod course;
mod embedded;
mod error;
mod first_drops;
pub mod full_verification;
mod goal_fields;
mod line;
mod manifest;
mod moves;
pub mod order;
pub mod probe;
mod recorded;
mod strategy;
mod take_backs;
#[cfg(test)]
mod testing;
mod threats;
mod why;
mod words;

pub use course::{Course, CourseChoice, CourseError, MOST_CHOICES, MOST_CHOICES_OF_DRAW, course};
pub use error::{AnalysisError, Answer};
pub use first_drops::{FirstDropEntry, first_drops};
pub use goal_fields::RulesGoal;
pub use line::{BestLine, best_line};
pub use manifest::Manifest;
pub use moves::{
    Analysis, Choice, Phase, RankedChoice, Replies, analyse, analyse_after, as_seen_by, phase,
    symmetric_groups, winner,
};
pub use recorded::recorded;
pub use strategy::{
    StrategyError, bounding_strategies, drawing_strategies, scoring_strategy, winning_strategy,
};
pub use take_backs::{TakeBacks, holds_game};
pub use threats::{Completion, completions, threats};
pub use why::{Reasons, Threat, Why, explain};
pub use words::percent;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
