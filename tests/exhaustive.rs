//! What takes minutes: every position of the standard board, and of hundreds of random rule sets, by both solvers.
//!
//! `cargo test -p teeko-tests --features exhaustive --test exhaustive` runs it; without the feature it is left out.

// Shared with the other tests, which use the rest.
#[allow(dead_code)]
mod common;
mod exhaustive_random_rules;
mod exhaustive_standard_board;
#[allow(dead_code)]
mod golden_data;
