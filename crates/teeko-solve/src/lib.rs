//! The strong solution of Teeko: outcome and exact distance of every position of a rule set.
//!
//! 1. [`solve_slide`] solves the slide phase by bit-parallel retrograde analysis. It depends on board, goals and step only.
//! 2. [`solve_drops`] adds the drop layers of any number of rule sets that share it, by minimax over whole rows.
//!
//! [`mod@reference`] solves the same by another, slow and simple algorithm; tests hold the two against each other.
//!
//! ```
//! use std::sync::Arc;
//! use teeko_rules::{Outcome, Variant};
//! use teeko_solve::{InstructionSet, solve_drops, solve_slide};
//!
//! let rules = "58-sppp".parse::<Variant>()?.rules()?;
//! let slide = Arc::new(solve_slide(&rules, InstructionSet::best(), |_| {}));
//! let solution = &solve_drops(&slide, &[rules])[0];
//! assert_eq!(solution.value(), Outcome::Win(25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Work is spread over the current rayon thread pool. Results never depend on the number of threads or on the
//! [`InstructionSet`]. [`memory_needed`] says beforehand what a solution takes.

// Blocks of 32 KiB live on the stack of the thread that works on them: two at most.
#![allow(clippy::large_stack_arrays)]

mod census;
mod codes;
mod drops;
mod instruction_set;
mod layout;
mod line;
mod memory;
pub mod reference;
mod retrograde;
mod slide;
mod solution;
mod solved_layer;

pub use census::SlideCensus;
pub use drops::solve_drops;
pub use instruction_set::InstructionSet;
pub use memory::{memory_needed, memory_of_layers, slide_positions, time_needed};
pub use retrograde::{Progress, solve_slide};
pub use slide::SlideSolution;
pub use solution::Solution;
pub use solved_layer::SolvedLayer;
pub use teeko_index::{LayerCensus, OutcomeMatrix};
