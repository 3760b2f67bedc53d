//! Solves Teeko strongly: finds the outcome and exact distance of every position of a rule set.
//!
//! 1. [`solve_slide`] solves the slide phase by bit-parallel retrograde analysis. The result
//!    depends on board, goals and step only.
//! 2. [`solve_drops`] adds the drop layers of any number of rule sets that share the slide phase,
//!    by minimax over whole rows.
//!
//! [`solve()`] does both for one rule set, and [`SolvedSlides`] for several, in each threshold game
//! of a game for points. [`solve_counted`] does both at once and keeps only the values of the first
//! layers and the counts of the others.
//!
//! Tests compare it with a slow and simple solver that has another algorithm:
//! `teeko_testing::reference`.
//!
//! ```
//! use teeko_rules::{Outcome, Variant};
//!
//! let solution = teeko_solve::solve(&"58-sppp".parse::<Variant>()?.rules()?);
//! assert_eq!(solution.game_value(), Outcome::Win(25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve_slide`] and [`solve_drops`] report their progress and can be stopped
//! ([`teeko_rules::work`]). They run on the current rayon thread pool. Results never depend on the
//! number of threads or on the [`InstructionSet`].
//!
//! # Memory and time
//! The README of this crate has measured times and sizes for all boards. [`memory_needed`] and
//! [`memory_to_count`] return the memory that a solution will take, [`time_needed`] and
//! [`time_to_count`] the time.
//!
//! Memory holds three working planes, and one for each bit of the greatest code. A plane takes a
//! sixth to a half of a bit for each position, least on large squares. [`solve_counted`] keeps no
//! distances of the slide phase or of layer 7, and so takes a third of the memory in the same time.
//! If a distance exceeds 251 plies, 125 where goals have empty circles, the drop layers have values
//! of two bytes.
//!
//! A [`Journal`] saves the half-steps of long-running work. After an interruption the work resumes
//! from it.

mod attack;
mod codes;
mod counted;
mod drops;
mod estimates;
mod instruction_set;
mod journal;
mod lanes;
mod layout;
mod line;
mod lines;
mod losses;
mod moves;
mod neighbours;
mod permutation;
mod plane_shape;
mod retrograde;
mod row_graph;
mod slide;
mod solution;
mod solved_slides;
mod transposition;

pub use attack::{AttackSlide, AttackSolution};
pub use counted::{CountedSolution, OnlyCounted, solve_counted};
pub use drops::solve_drops;
pub use estimates::{
    TimeNeeded, memory_needed, memory_of_layers, memory_to_count, size_of_half_steps, time_needed,
    time_to_count, time_to_save,
};
pub use instruction_set::InstructionSet;
pub use journal::{Frames, Journal, longest_tile};
pub use losses::KeptLosses;
pub use retrograde::{SlideProgress, solve_slide};
pub use slide::SlideSolution;
pub use solution::{Solution, ThresholdSolution};
pub use solved_slides::{SolvedSlides, solve};
pub use teeko_index::{Census, Class, Layer, LayerCensus, OutcomeMatrix};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
