//! The rules of Teeko and of its variants, as data.
//!
//! A [`Rules`] value holds everything that play depends on: the [`Board`], the [`Goals`] (the
//! winning patterns), the [`Step`] (how far a piece slides), the [`DropPlan`] (who chooses the
//! circle of each drop), the [centre ban](Rules::centre_ban) and the [pass rule](Rules::pass_rule).
//! A [`Variant`] is a rule set that has a name, such as `58-ssss`. The sixteen variants of *Scarne
//! on Teeko* (1955) are [`Variant::SIXTEEN`]. The board need not be 5 x 5, but each side always
//! has [`PIECES`] pieces.
//!
//! ```
//! use teeko_rules::{Position, Variant};
//!
//! let rules = "58-ssss".parse::<Variant>()?.rules()?;
//! assert_eq!(rules.goals().patterns().len(), 58);
//! assert_eq!(rules.drops(&Position::EMPTY).len(), rules.board().circle_count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All distances are in plies. A ply is one drop or one slide by one side. This crate does no input
//! or output.

mod board;
mod circle;
mod circle_text;
pub mod combinatorics;
pub mod encoding;
mod goal_family;
mod goal_set;
mod goals;
mod message;
mod moves;
mod named_rules;
mod names;
mod nearest;
pub mod notation;
mod oracle;
mod outcome;
#[cfg(feature = "serde")]
mod outcome_fields;
mod pips;
mod plan;
mod play;
mod position;
mod quoted;
mod rule_text;
mod rules;
mod scoring;
#[cfg(feature = "serde")]
mod serde;
mod side;
mod step;
mod symmetry;
#[cfg(test)]
mod testing;
mod utf8;
mod variant;
pub mod work;

pub use board::Board;
pub use circle::{Circle, Circles};
pub use circle_text::{CircleNames, NamesCircles};
pub use goal_family::GoalFamily;
pub use goal_set::GoalSet;
pub use goals::{Goal, Goals};
pub use message::{Message, TextError};
pub use moves::Move;
pub use named_rules::NamedRules;
pub use names::{NameError, RulesName, RulesSelection};
pub use nearest::nearest;
use notation::Notation;
pub use oracle::{MoveValues, Oracle, OracleError, OracleResult};
pub use outcome::{Outcome, Parity, Wdl};
#[cfg(feature = "serde")]
pub use outcome_fields::OutcomeFields;
pub use pips::Pips;
pub use plan::{DropPlan, DropStyle};
pub use play::Illegal;
pub use position::Position;
pub use quoted::{alternatives, count, enumeration, is_invisible, quoted};
pub use rule_text::{RuleText, RuleTextError};
pub use rules::{Rules, RulesBuilder, RulesError, Status};
pub use scoring::{Scoring, Value};
pub use side::Side;
pub use step::{NamedStep, Step};
pub use symmetry::{Symmetry, SymmetryGroup};
pub use utf8::{OtherEncoding, without_byte_order_mark};
pub use variant::{Variant, nearest_variant};

/// The number of pieces each side has, in every rule set of the sources (Scarne 1952, 1954, 1955,
/// 1973).
pub const PIECES: usize = 4;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
