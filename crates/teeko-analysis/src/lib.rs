//! What is built on probing: given the outcome of every position, which moves are good, how play
//! goes on, and where a game turned.
//!
//! An [`Oracle`](teeko_rules::Oracle) knows outcomes, be it a solution in memory or a table file;
//! nothing here solves.
//!
//! * [`analyse`] ranks what can be chosen in a position.
//! * [`best_line`] follows the best choices to the end of the game.
//! * [`review`] judges every choice of a game that was played.
//! * [`survey`] counts the positions of a layer by outcome and distance, and finds the deepest;
//!   [`MoveLimit`] says which forced wins a tournament would not see.
//! * [`by_score`] counts those of the slide phase of a game for points by what they score.
//! * [`difference`] compares two rule sets on one board, position by position; [`score_difference`]
//!   says what points change.
//! * [`puzzles`] finds positions with one winning move.
//! * [`mod@full_verification`] recomputes every value of a table file, and says why a file that
//!   passes is right.
//! * [`Summary`] is the gist of a rule set, [`atlas`] that of a whole family, and what changes
//!   within it.
//! * [`claims`] holds what has been published against outcomes; [`Manifest`] knows what the tables
//!   of the sixteen variants say.
//! * [`winning_strategy`] makes the certificate of a forced win, which `teeko-certificate` checks
//!   without an oracle.
//!
//! A position is *chosen for*, not only moved in: in a pointed drop the opponent of the side to
//! move says where the piece goes. Outcomes are always those of the side to move in the position
//! asked about; what is best, and who is to blame, goes by the side that chooses.
//!
//! This crate does no input or output.

pub mod atlas;
pub mod claims;
mod counter;
mod difference;
mod error;
pub mod full_verification;
mod limits;
mod line;
mod manifest;
mod moves;
mod numbering;
mod orbits;
mod order;
mod player;
mod puzzles;
mod review;
mod score_difference;
mod scores;
mod solution;
mod strategy;
mod summary;
mod survey;
#[cfg(test)]
mod testing;
mod threshold;

pub use difference::{
    Difference, DifferingPosition, FirstDropDifference, LayerDifference, difference,
};
pub use error::AnalysisError;
pub use limits::{CutOff, MoveLimit};
pub use line::{BestLine, best_line};
pub use manifest::{Manifest, ManifestDifference};
pub use moves::{
    Analysis, Choice, RankedChoice, Replies, analyse, analyse_after_pass, analyse_pieces,
    symmetric_groups,
};
pub use player::{Strength, StrengthError, chosen_by};
pub use puzzles::{Puzzle, PuzzleFilter, PuzzlePhase, puzzles};
pub use review::{Decision, Judgement, Review, review};
pub use score_difference::{OtherBestMove, POSITIONS_LOOKED_AT, ScoreDifference, score_difference};
pub use scores::{ScoreCount, by_score};
pub use strategy::{StrategyError, scoring_strategy, winning_strategy};
pub use summary::{FirstDrop, Summary, ThresholdCounts, first_drops};
pub use survey::{Examples, LayerSurvey, survey};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
