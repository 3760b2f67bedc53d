//! Solves Teeko strongly: finds the outcome and exact distance of every position of a rule set.
//!
//! 1. [`solve_slide`] solves the slide phase by bit-parallel retrograde analysis. The result
//!    depends on board, goals and step only.
//! 2. [`solve_drops`] adds the drop layers of any number of rule sets that share the slide phase,
//!    by minimax over whole rows.
//!
//! [`solve()`] does both for one rule set. [`solve_counted`] does both at once and keeps only the
//! values of the first layers and the counts of the others.
//!
//! [`mod@reference`] is a slow and simple solver with another algorithm; tests compare the two.
//!
//! ```
//! use teeko_rules::{Outcome, Variant};
//!
//! let solution = teeko_solve::solve(&"58-sppp".parse::<Variant>()?.rules()?);
//! assert_eq!(solution.value(), Outcome::Win(25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve_slide`] and [`solve_drops`] report their progress and can be stopped
//! ([`teeko_rules::work`]). They run on the current rayon thread pool. Results never depend on the
//! number of threads or on the [`InstructionSet`]. [`memory_needed`] computes in advance how much
//! memory a solution takes.
//!
//! # Growth with the board
//! The slide phase of `44-ssss` on two threads of a Zen 5 machine, measured by the example
//! `growth`. An exponent `e` means that the time or the memory grew, from the previous board, as
//! fast as the number of positions to the power `e`:
//!
//! | board | positions | plies | time | exponent | peak memory | exponent |
//! |---|---|---|---|---|---|---|
//! | 4 x 4 | 900,900 | 13 | 0.004 s | | 6 MB | |
//! | 5 x 5 | 75,710,250 | 39 | 0.093 s | 0.72 | 48 MB | 0.46 |
//! | 6 x 6 | 2,118,223,800 | 65 | 2.8 s | 1.02 | 602 MB | 0.76 |
//! | 7 x 7 | 31,568,464,620 | 181 | 95.9 s | 1.31 | 8,155 MB | 0.96 |
//!
//! With the drop phase 6 x 6 takes 3.5 s and 7 x 7 120 s. Memory holds three working planes and one
//! plane for each bit of the greatest distance. A plane takes between an eighth and a quarter of a
//! bit for each position. Time also grows with the number of plies. [`solve_counted`] keeps no
//! distances of the slide phase or of layer 7. It takes 236 MB on 6 x 6 and 2,576 MB on 7 x 7, drop
//! phase included; on 6 x 6 it takes the same time.
//!
//! 8 x 8 has 309,831,575,760 positions, 9.8 times as many as 7 x 7. A plane takes 6.5 GB. Eleven
//! planes with the last drop layers take 85 GB; this is the result of [`memory_needed`], which
//! `teeko solve` compares with the available memory. Two planes with the counted layers take 15.0
//! GB, the result of [`memory_to_count`]. The run took 14.9 GB and 39 minutes on two cores of a
//! Xeon. The distances on 8 x 8 stay below 255 plies. With longer ones, planes are added as needed,
//! and the drop layers have values of two bytes.
//!
//! A [`Journal`] keeps the half-steps of long-running work; after an interruption the work resumes
//! from it.

// Blocks of 32 KiB live on the stack of the thread that works on them: two at most.
#![allow(clippy::large_stack_arrays)]

mod attack;
mod codes;
mod columns;
mod counted;
mod drops;
mod instruction_set;
mod journal;
mod layout;
mod line;
mod memory;
pub mod reference;
mod retrograde;
mod row_graph;
mod scored;
mod slide;
mod solution;

pub use attack::{AttackCensus, AttackSlide, AttackSolution, solve_attack, solve_attack_drops};
pub use counted::{CountedSolution, OnlyCounted, solve_counted};
pub use drops::solve_drops;
pub use instruction_set::InstructionSet;
pub use journal::{Journal, KeptHalfStep};
pub use memory::{memory_needed, memory_of_layers, memory_to_count, time_needed};
pub use retrograde::{SlideProgress, solve_slide, solve_slide_with_journal};
pub use scored::{ScoredProgress, ScoredSlides, ScoredSolution, ThresholdSolution, solve_scored};
pub use slide::SlideSolution;
pub use solution::{Solution, solve};
pub use teeko_index::{Census, Class, LayerCensus, OutcomeMatrix, SolvedLayer};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
