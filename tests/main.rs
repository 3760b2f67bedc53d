//! Tests that cross crates: the fast solver against the reference solver, against the rules, against published values
//! and against itself.
//!
//! The reference solver ([`teeko_solve::reference`]) shares only the rules with the fast one, so every expected value here
//! comes from it, from the rules or from a publication. Nothing is timed.
//!
//! `cargo test -p teeko-tests golden` runs what holds values against golden data, `cargo test -p teeko-tests exhaustive` what
//! looks at every position of small boards. `exhaustive.rs` has what takes minutes.

mod common;
mod determinism;
mod exhaustive_comparisons;
mod exhaustive_long_wins;
mod exhaustive_small_boards;
mod games_for_points;
mod golden_census;
mod golden_data;
mod golden_samples;
mod one_ply;
mod parent_and_child;
mod samples;
