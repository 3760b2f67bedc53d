//! For programs that ask: the questions about a game, as values.
//!
//! A question is a struct with its parameters, such as [`PositionQuestion`].
//! [`Game::answer`](crate::Game::answer) answers it with a struct of [`answers`](crate::answers),
//! which serialises to JSON.
//!
//! ```
//! use teeko::Game;
//! use teeko::questions::{PositionQuestion, PuzzlesQuestion};
//!
//! let game = Game::solve("44-ssss+4x4")?;
//! let answer = game.answer(&PositionQuestion::of(game.after_moves("6 11 7")?))?;
//! let puzzles = game.answer(&PuzzlesQuestion::default())?;
//! println!("{} moves, {} puzzles", answer.choices().len(), puzzles.puzzles.len());
//! # Ok::<(), teeko::Error>(())
//! ```

pub(crate) mod ask;
pub(crate) mod asked_position;
pub(crate) mod asked_rules;
#[cfg(feature = "atlas")]
pub(crate) mod atlas;
pub(crate) mod certificate;
pub(crate) mod choice;
pub(crate) mod claims;
pub(crate) mod course;
pub(crate) mod definition;
pub(crate) mod diff;
pub(crate) mod line;
pub(crate) mod parameters;
pub(crate) mod place;
mod plays;
pub(crate) mod position;
pub(crate) mod positions;
pub(crate) mod puzzles;
mod random;
pub(crate) mod record;
pub(crate) mod request;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod schemas;
mod solution;
pub(crate) mod stats;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod variants;

pub use self::ask::{Ask, Subject};
#[cfg(feature = "atlas")]
pub use self::atlas::{AtlasQuestion, CentreBans};
pub use self::certificate::CertificateQuestion;
pub use self::choice::{Strength, StrengthError, chosen_by};
pub use self::course::CourseQuestion;
pub use self::diff::DiffQuestion;
pub use self::line::LineQuestion;
pub use self::position::PositionQuestion;
pub use self::puzzles::{PuzzlePhase, PuzzlesQuestion};
pub use self::random::{RandomOutcome, RandomQuestion};
pub use self::review::ReviewQuestion;
pub use self::stats::StatsQuestion;
