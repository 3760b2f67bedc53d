//! The strong solution of Teeko: outcome and exact distance of every position of a rule set.
//!
//! 1. [`solve_slide`] solves the slide phase by bit-parallel retrograde analysis. It depends on
//!    board, goals and step only.
//! 2. [`solve_drops`] adds the drop layers of any number of rule sets that share it, by minimax
//!    over whole rows.
//!
//! [`solve_counted`] does both at once where only values of few pieces and counts of the rest are
//! wanted.
//!
//! [`mod@reference`] solves the same by another, slow and simple algorithm; tests hold the two
//! against each other.
//!
//! ```
//! use teeko_rules::{Outcome, Variant};
//!
//! let solution = teeko_solve::solve(&"58-sppp".parse::<Variant>()?.rules()?);
//! assert_eq!(solution.value(), Outcome::Win(25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both functions say how far they have come and can be stopped ([`teeko_rules::work`]);
//! [`solve()`] does both for one rule set. Work is spread over the current rayon thread pool.
//! Results never depend on the number of threads or on the [`InstructionSet`]. [`memory_needed`]
//! says beforehand what a solution takes.
//!
//! # Growth with the board
//! Slide phase of `44-ssss`, two threads of one Zen 5 machine, by the example `growth`; an exponent
//! is that to which the number of positions must be raised to grow as fast as from the board
//! before:
//!
//! | board | positions | plies | time | exponent | peak memory | exponent |
//! |---|---|---|---|---|---|---|
//! | 4 x 4 | 900,900 | 13 | 0.004 s | | 6 MB | |
//! | 5 x 5 | 75,710,250 | 39 | 0.093 s | 0.72 | 48 MB | 0.46 |
//! | 6 x 6 | 2,118,223,800 | 65 | 2.8 s | 1.02 | 602 MB | 0.76 |
//! | 7 x 7 | 31,568,464,620 | 181 | 95.9 s | 1.31 | 8,155 MB | 0.96 |
//!
//! With the drop phase 6 x 6 takes 3.5 s and 7 x 7 120 s. Memory is three planes to work with and
//! as many for the distances as the greatest of them has bits, each between an eighth and a quarter
//! of a bit a position; time grows with the plies, too. [`solve_counted`] keeps no distances of the
//! slide phase nor of the layer before it, and takes 236 MB on 6 x 6 and 2,576 MB on 7 x 7, drop
//! phase included; on 6 x 6 in the same time.
//!
//! 8 x 8 has 309,831,575,760 positions, 9.8 times those of 7 x 7. A plane is 6.5 GB, and eleven of
//! them with the last drop layers are 85 GB, which [`memory_needed`] says and `teeko solve`
//! compares with what there is; two of them with the counted layers are 15.0 GB, which
//! [`memory_to_count`] says. It took 14.9 GB and 39 minutes on two cores of a Xeon. Its distances
//! stay below 255 plies; where they do not, their planes are added as they are needed, and the drop
//! layers have values of two bytes.
//!
//! What takes hours can be kept, half-step by half-step, in a [`Journal`], from which it goes on
//! after an interruption.

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

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
