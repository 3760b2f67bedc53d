//! Tests that cross crates: the fast solver against the reference solver, against the rules, against published values
//! and against itself.
//!
//! The reference solver ([`teeko_solve::reference`]) shares only the rules with the fast one, so every expected value here
//! comes from it, from the rules or from a publication. Nothing is timed.

mod common;
mod comparisons;
mod determinism;
mod golden;
mod golden_samples;
mod long_wins;
mod one_ply;
mod parent_and_child;
mod random_rules;
mod samples;
mod small_boards;
mod standard_board;
