//! Only for the surfaces of this project: the program `teeko`, the HTTP service, the page, and the
//! packages for Python, JavaScript and C.
//!
//! This is what they share: questions as text, English sentences, pages, and checks of memory.
//! Other programs can use it, but it changes whenever a surface does.
//!
//! * [`QUESTIONS`] defines every question once: its name, parameters, limits, help and examples.
//! * [`Question::of_path`] parses a path such as `/v1/44-ssss/line` with its query.
//!   [`AskedRules::readers`] builds its rules, and [`Question::read`] reads its parameters. [`ask`]
//!   reads and answers.
//! * [`answer_line`] answers one line of many positions.
//! * [`words`] describes outcomes in English, [`reasons`] why choices are good or bad; [`pages`]
//!   writes HTML and SVG.
//!
//! ```
//! use teeko::Game;
//! use teeko::questions::Subject;
//! use teeko::surfaces::{AskedRules, Question};
//!
//! let (rules, question) = Question::of_path("/v1/44-ssss+4x4/position", "moves=6+11&brief")?;
//! let readers = AskedRules::readers(&rules)?;
//! let question = question.read(&readers)?;
//! let games = [Game::solve(&readers[0].named().to_string())?];
//! let answer = question.document(&Subject::of(&games))?;
//! assert!(answer.starts_with(br#"{"schema":"teeko.query/1","variant":"44-ssss+4x4""#));
//! # Ok::<(), teeko::Error>(())
//! ```
//!
//! In a path V is the name of a variant, or `own-PLAN[+OPTION…]` with goals in the query: see
//! [`AskedRules`].

#[cfg(feature = "pages")]
pub mod pages;
pub mod reasons;
pub mod words;

pub use schemars::JsonSchema;

pub use crate::arrays::{IMPOSSIBLE, OVER, array_value};
pub use crate::error::{after_write, in_words};
pub use crate::game::one_board;
pub use crate::json::{json_line, json_text};
pub use crate::position_reader::PositionReader;
pub use crate::questions::ask::AnyQuestion;
pub use crate::questions::asked_position::{AskedPosition, is_game};
pub use crate::questions::asked_rules::AskedRules;
pub use crate::questions::definition::{About, AnswerTime, Definition, Example};
pub use crate::questions::parameters::{Declared, Parameter, ParameterKind, TextKind};
pub use crate::questions::place::Place;
pub use crate::questions::position::OpponentChoice;
#[cfg(feature = "json")]
pub use crate::questions::positions::lines_of_array;
pub use crate::questions::positions::{
    AskedLine, AskedLineError, LineAnswer, LineFault, answer_line, answer_positions, whole_lines,
};
pub use crate::questions::request::{Question, ask, find, no_such_path};
pub use crate::questions::schemas::answer_schemas;
pub use crate::questions::table::QUESTIONS;
pub use crate::system::{available_memory, check_memory};
