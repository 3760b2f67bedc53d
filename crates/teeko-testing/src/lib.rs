//! Helpers for the tests and examples of several crates: [`rules()`] by name, small rule sets,
//! solutions, the slow solvers that the fast ones are compared with ([`mod@reference`] and
//! [`take_backs`]), values that follow from those of the next positions ([`one_ply`]), an oracle
//! made of a function, reproducible random positions, the memory and the progress of some work,
//! damaged files, what is in a folder, files of data, other programs, the commands in Markdown, and
//! tables in memory.
//!
//! Errors are panics here: in a test a panic is as good, and shorter.
//!
//! This crate depends on the crates that it helps to test. So in their unit tests, which compile
//! the crate once more, its types are those of a different crate. Tests in a `tests` folder do not
//! have this problem.
//!
//! # Features
//!
//! * `tables`: tables of solutions (`table`, `encode_both`, `encoded`, `open`), made by
//!   `teeko-table`, a compression for them (`SMALL_BLOCKS`), and changed ones (`forged`, `sign`).
//! * `contract`: the requests of `tests/contract` with their answers, which every carrier replays.

#![allow(clippy::missing_panics_doc, reason = "errors are panics here")]

#[cfg(feature = "contract")]
pub mod contract;
mod damage;
mod folder;
mod markdown;
mod memory;
mod observed;
pub mod one_ply;
mod oracle;
mod programs;
mod random;
pub mod reference;
mod rules;
#[cfg(feature = "tables")]
mod tables;
pub mod take_backs;

pub use damage::{Damage, damage};
pub use folder::{cases, contents, names};
pub use markdown::{fenced_blocks, markdown_files, shown_commands, words};
pub use memory::{measured, runs_alone};
pub use observed::{observed, stops_everywhere};
pub use oracle::FunctionOracle;
pub use peak_alloc::PeakAlloc;
pub use programs::{basic_program, left_out, program, python};
pub use random::Random;
pub use rules::{
    circles, empty_circle_rules, goals, long_win_rules, one_way_rules, pairs_beside_corners, rules,
    small_rules, solved, solved_together, with_all_plans, with_plan,
};
#[cfg(feature = "tables")]
pub use tables::{SMALL_BLOCKS, encode_both, encoded, forged, open, sign, table};
pub use teeko_solve::solve;
