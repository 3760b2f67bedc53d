//! Solves every variant of John Scarne's board game Teeko and answers questions about its
//! positions: one crate for programs that play, teach or study the game.
//!
//! ```
//! use teeko::Game;
//! use teeko::questions::PositionQuestion;
//!
//! let game = Game::solve("44-ssss+4x4")?;
//! let position = game.after_moves("6 11 7")?;
//! let answer = game.answer(&PositionQuestion::of(position))?;
//! println!("{}: {}", answer.position, answer.value.outcome);
//! # assert_eq!(answer.turn, teeko::Side::Red);
//! # assert_eq!(position.to_string(), "b:6,7 r:11 r");
//! # Ok::<(), teeko::Error>(())
//! ```
//!
//! # Where to look
//!
//! | for | module |
//! |---|---|
//! | asking about a game | [`Game`], [`questions`] |
//! | reading answers, as structs or JSON | [`answers`] |
//! | boards, goals, rule sets, moves, notation | [`rules`] |
//! | solving many rule sets, with progress and estimates | [`solving`], [`work`] |
//! | table files and rule files | [`files`] |
//! | files for other programs | [`export`] |
//! | the surfaces of this project | [`surfaces`] |
//!
//! # Games
//!
//! A [`Game`] is a rule set with a source that knows the outcome of every position: who wins with
//! best play, and in how many plies. [`Game::solve`] solves a variant in memory, the standard board
//! in half a second. `Game::open` opens existing table files. [`Game::value`] is the value of a
//! position. [`Game::answer`] answers every question of [`questions`]: the value of every move, a
//! line of perfect play, the review of a game. `Game` implements [`Oracle`], the trait of
//! everything that knows outcomes. So you can pass a game to every function that takes an oracle.
//! `Game::export` writes files for other programs in the formats of [`export`]. Every question
//! fails if a position is not one of the rules, or if the source fails.
//!
//! # Names
//!
//! Rule sets have names. `44-ssss` is Standard Teeko. In `58-sppp+no-centre` the goals are lines
//! and upright squares, the opponent points in all drops but the first, and Black may not open in
//! the centre. [`RulesName`](rules::RulesName) parses a name and opens no file. A name that begins
//! with `@` is the path of a *rule file* with goals of the user's own; only `files::load` reads
//! such a file. A service parses the names that it receives with [`variant`], which accepts no rule
//! file.
//!
//! # Long-running work
//!
//! Long-running work calls an *observer* with its progress. The observer returns
//! [`ControlFlow`](std::ops::ControlFlow) to continue or stop; stopped work ends with the error
//! [`Stopped`](work::Stopped). [`work`] documents the convention. Work runs on the current rayon
//! thread pool, and calls the observer from any of its threads; results never depend on the number
//! of threads. A [`Plan`](solving::Plan) solves many rule sets, each slide phase once.
//!
//! # Features
//!
//! * `file` (default): table files, rule files, and checks that memory and disk space suffice.
//!   Needs a file system and a C compiler for zstd.
//! * `portable`: decompression in Rust alone. `--no-default-features --features portable` builds
//!   for wasm32-unknown-unknown, the solver included.
//! * `json` (default): lines of JSON as questions.
//! * `atlas` (default): the question for an atlas.
//! * `pages` (default): pages in HTML and SVG.
//! * `parquet`: Parquet files in [`export`].
//!
//! # The crates below
//!
//! [`rules`] has boards, goals, positions and moves; [`index`] numbers positions; [`solve`] is the
//! solver; [`table`] reads and writes table files; [`analysis`] ranks moves, makes strategies and
//! checks claims; [`certificate`] checks strategies; [`export`] writes files for other programs.
//! Each is a crate of its own. None of them prints, exits, or opens a path taken from a name.

#![deny(unsafe_code)]
#![allow(
    clippy::missing_errors_doc,
    reason = "every question may fail for the same reasons"
)]
#![allow(
    clippy::missing_panics_doc,
    reason = "an expectation says why it holds"
)]

pub mod answers;
mod arrays;
mod error;
#[cfg(feature = "file")]
mod exporting;
pub mod files;
#[cfg(feature = "file")]
mod folder;
mod game;
#[cfg(feature = "file")]
mod game_tables;
mod info;
mod json;
mod position_reader;
pub mod questions;
mod report;
#[cfg(feature = "file")]
mod rule_file;
pub mod solving;
#[cfg_attr(
    not(feature = "file"),
    allow(dead_code, reason = "nothing opens table files")
)]
mod source;
mod stopwatch;
pub mod surfaces;
#[cfg_attr(not(feature = "file"), path = "system/unknown.rs")]
mod system;
#[cfg(feature = "file")]
mod verify;

pub use teeko_analysis as analysis;
pub use teeko_certificate as certificate;
pub use teeko_export as export;
pub use teeko_index as index;
pub use teeko_rules as rules;
pub use teeko_rules::work;
pub use teeko_solve as solve;
pub use teeko_table as table;

pub use teeko_rules::{Board, Move, Oracle, Outcome, Position, Rules, Side, Value};

pub use crate::error::{Error, ErrorKind};
pub use crate::game::{Game, variant};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
