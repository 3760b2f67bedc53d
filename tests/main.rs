//! Tests that cross crates: they compare the fast solver with the reference solver, the rules,
//! published values and itself.
//!
//! The reference solver ([`teeko_testing::reference`]) shares only `teeko-rules` with the fast one,
//! so every expected value here comes from it, from the rules or from a publication. Nothing is
//! timed.
//!
//! `cargo test -p teeko-tests golden` compares values with golden data; `cargo test -p teeko-tests
//! exhaustive` compares every position of small boards. With `--features exhaustive` it also
//! compares every position of the standard board and of hundreds of random rule sets, which takes
//! minutes.

mod certificates;
mod common;
mod contract;
mod contract_values;
#[cfg(feature = "exhaustive")]
mod exhaustive_claims;
mod exhaustive_comparisons;
mod exhaustive_long_wins;
#[cfg(feature = "exhaustive")]
mod exhaustive_random_rules;
mod exhaustive_small_boards;
#[cfg(feature = "exhaustive")]
mod exhaustive_standard_board;
mod fuzz;
mod games_for_points;
mod golden_census;
mod golden_data;
mod golden_slots;
mod golden_tables;
mod packages;
mod reference;
mod started_programs;
