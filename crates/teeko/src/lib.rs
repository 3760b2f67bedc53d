//! Every variant of John Scarne's board game Teeko, solved: what programs that play, teach or study
//! it stand on.
//!
//! ```
//! use teeko::Game;
//!
//! let game = Game::solve("44-ssss+4x4")?;
//! let position = game.after_moves("6 11 7")?;
//! let answer = game.query(&position)?;
//! println!("{}: {:?} in {:?} plies", answer.position, answer.outcome, answer.dtw);
//! # assert_eq!(answer.turn, "red");
//! # Ok::<(), teeko::Error>(())
//! ```
//!
//! # Games
//!
//! A [`Game`] is a rule set and a source that knows the outcome of each of its positions: who wins
//! with best play, and in how many plies. [`Game::solve`] solves a variant in memory, the standard
//! board in half a second; [`Game::open`] opens the tables that somebody has written. Every
//! question is a method: [`value`](Game::value), [`analyse`](Game::analyse),
//! [`best_line`](Game::best_line), [`review`](Game::review), [`puzzles`](Game::puzzles),
//! [`survey`](Game::survey), [`difference`](Game::difference), [`certificate`](Game::certificate).
//! A game is an [`Oracle`], so that whatever is built on outcomes takes it as it is. `Game::export`
//! writes files for other programs in the formats of [`export`].
//!
//! # Names
//!
//! Rule sets have names: `44-ssss` is Standard Teeko, `58-sppp+no-centre` has diamonds among its
//! goals, drops where the opponent points, and no opening in the centre. [`RulesName`] reads one
//! from text and opens nothing. A name that begins with `@` is that of a *rule file* with goals of
//! a user's own; `load` is the one place where such a file is read. A service that takes names from
//! strangers uses [`variant`], or refuses names without a [`RulesName::variant`].
//!
//! # Documents
//!
//! What is answered comes as data, in one form for all front ends: the types in [`documents`],
//! which serialise to JSON with a field `schema` such as `teeko.query/1`. The program
//! `teeko --json` prints the same.
//!
//! [`questions`] has the same answers to the paths and queries of an HTTP service.
//!
//! # Work that takes long
//!
//! Whatever takes long tells an *observer* how far it has come, and the observer says by
//! [`ControlFlow`](std::ops::ControlFlow) whether to go on: [`work`] has the convention. Work is
//! spread over the current rayon thread pool; results never depend on it. A [`Plan`] solves many
//! rule sets, each slide phase once, and says beforehand what that takes. `TableFolder` writes
//! tables of them; `verify_folder` checks a folder, down to each value if that is wanted.
//!
//! ```
//! use std::ops::ControlFlow;
//! use teeko::{Error, Plan, Report, variant};
//!
//! let plan = Plan::new(&[variant("58-ssss+4x4")?, variant("58-pppp+4x4")?]);
//! let show = |step: teeko::Step<'_>| {
//!     eprintln!("{}: {:?}", step.name, step.stage);
//!     ControlFlow::Continue(())
//! };
//! let reports = plan.solve(&show, |named, solution, time| Ok::<_, Error>(Report::of_solution(named, solution, time)))?;
//! assert_eq!(reports.len(), 2);
//! # Ok::<(), Error>(())
//! ```
//!
//! # Features
//!
//! * `file` (default): table files, and checks that memory and disk suffice. Needs a file system
//!   and a C compiler for zstd.
//! * `portable`: decompression in Rust alone. `--no-default-features --features portable` builds
//!   for wasm32-unknown-unknown, the solver included.
//! * `parquet`, `sqlite`: Parquet files and SQLite databases in [`export`]. SQLite takes a C
//!   compiler.
//!
//! # The rooms below
//!
//! [`rules`] has boards, goals, positions and moves, [`index`] where a position lives, [`solve`]
//! the solver, [`table`] the files, [`analysis`] what is built on outcomes, [`certificate`] winning
//! strategies and their check, [`export`] files for other programs. Each is a crate of its own, and
//! none of them prints, exits, or opens a path that a name contains.

#![forbid(unsafe_code)]

mod atlas;
pub mod documents;
mod error;
#[cfg(feature = "file")]
mod exporting;
#[cfg(feature = "file")]
mod folder;
mod game;
#[cfg(feature = "file")]
mod journal;
mod memory;
pub mod pages;
mod positions;
mod provenance;
mod puzzle_choice;
pub mod questions;
mod report;
mod rule_file;
mod solved;
mod solving;
mod source;
mod stopwatch;
#[cfg_attr(not(feature = "file"), path = "system/unknown.rs")]
mod system;
#[cfg(feature = "file")]
mod tables;
#[cfg(feature = "file")]
mod verify;
pub mod words;

pub use teeko_analysis as analysis;
pub use teeko_certificate as certificate;
pub use teeko_export as export;
pub use teeko_index as index;
pub use teeko_rules as rules;
pub use teeko_rules::work;
pub use teeko_solve as solve;
pub use teeko_table as table;

pub use teeko_rules::{
    Board, Move, NamedRules, Oracle, Outcome, Pips, Position, Rules, RulesName, RulesSelection,
    Scoring, Side, Value, Variant,
};

pub use crate::atlas::{AtlasObserver, AtlasStep, add_points, solve_atlas};
pub use crate::error::{
    DifferentBoards, Error, ErrorKind, FolderError, JournalError, MissingTables, SourceError,
    in_words,
};
#[cfg(feature = "file")]
pub use crate::folder::TableFolder;
pub use crate::game::{Game, PuzzleSheet, one_board, variant};
pub use crate::memory::{MemoryError, available_memory, check_memory};
pub use crate::positions::{PositionReader, PositionTextError, SlotError};
pub use crate::puzzle_choice::{PuzzleError, check_puzzles};
pub use crate::report::{Report, ReportFile, ReportFiles};
pub use crate::rule_file::{RuleFileError, load};
pub use crate::solved::Solved;
pub use crate::solving::{DiskError, Estimate, Plan, Stage, Step, StepObserver, check_disk};
pub use crate::source::{FileTables, Source};
#[cfg(feature = "file")]
pub use crate::tables::Reading;
#[cfg(feature = "file")]
pub use crate::verify::{Depth, FileCheck, FileFault, FileObserver, WrongValue, verify_folder};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
