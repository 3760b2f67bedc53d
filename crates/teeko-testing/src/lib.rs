//! What the tests, benchmarks and examples of several crates share: [`rules()`] by name and small
//! ones made by hand, solutions, random positions that are always the same, names in folders, and
//! tables in memory.
//!
//! Whatever does not go together is a panic here, which in a test is as good as an error and
//! shorter.
//!
//! This crate depends on those that it helps to test. So in the unit tests of one of them, which
//! are built with a crate of their own, its types come back as those of another crate; tests in a
//! `tests` folder have no such trouble.
//!
//! # Features
//!
//! * `tables`: tables of solutions (`table`, `encode_both`, `open`), by the writer of
//!   `teeko-table`.

mod folder;
mod memory;
mod random;
mod rules;
#[cfg(feature = "tables")]
mod tables;

pub use folder::names;
pub use memory::{CountingAllocator, measured, runs_alone};
pub use random::Random;
pub use rules::{circles, rules, small_rules, solved};
#[cfg(feature = "tables")]
pub use tables::{SMALL_BLOCKS, encode_both, open, table};
