//! Numbers for Teeko positions: combinatorial ranking, canonical sets and positions, slots.
//!
//! * [`rank`] and [`unrank`] number the sets of a given size; [`subsets`] lists them in that order.
//! * [`SetOrbits`] has, for every set of a few pieces, its canonical image under the symmetries of
//!   the rules. The solver and the table files use it. Pieces may be heavy or light.
//! * [`LayerIndex`] is the *public* index: every position of a layer has a slot number, which its
//!   symmetric images share. `slot:` notation and exports use it.
//! * [`orbit_count`] counts positions up to symmetry by Burnside's lemma, without enumerating them.
//!
//! * [`Census`] has the number of positions by layer and [`Class`].
//!
//! * [`Layer`] has the values of a whole layer in rows: a [`PairTable`] of [`Scale`] values. It
//!   answers for positions, and computes the layer one drop earlier as the maximum or minimum of
//!   rows ([`DropRows`]). An [`OutcomeMatrix`] compares two of them position by position.
//!   [`SolvedLayers`] has all of a rule set.
//!
//! [`parallel`] does the same work on many items at once. This crate does no input or output.

mod census;
mod comparison;
mod drop_rows;
mod either_width;
mod layer;
mod layer_index;
mod least_sets;
mod orbits;
mod pairs;
pub mod parallel;
mod scale;
mod solved_layers;

pub use census::{Census, Class, LayerCensus, positions_of_layer};
pub use comparison::OutcomeMatrix;
pub use drop_rows::{DropRows, goal_columns, grown_places};
pub use layer::Layer;
pub use layer_index::{LayerIndex, Orbit};
pub use orbits::{Place, SetOrbits, WeighedSet, orbit_count, slide_orbits};
pub use pairs::PairTable;
pub use scale::{
    Scale, code_of_outcome, largest_code, mover_outcome, outcome_of_code, outcome_of_value,
    value_of_outcome,
};
pub use solved_layers::SolvedLayers;
pub use teeko_rules::combinatorics::{binomial, rank, subsets, unrank};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
