//! Where a Teeko position lives: ranking by the combinatorial number system, canonical sets and
//! positions, slots.
//!
//! * [`rank`] and [`unrank`] number the sets of a given size; [`subsets`] lists them in that order.
//! * [`SetOrbits`] knows, for every set of a few pieces, its canonical image under the symmetries
//!   of the rules. The solver and the table files are built on it.
//! * [`WeighedOrbits`] is the same for sets of heavy and light pieces.
//! * [`LayerIndex`] is the *public* index: every position of a layer has a slot number, shared by
//!   all its symmetric images. `slot:` notation and exports use it.
//! * [`orbit_count`] counts positions up to symmetry by Burnside's lemma, independently of any
//!   enumeration.
//!
//! * [`Census`] counts positions by layer and [`Class`].
//!
//! * [`LayerValues`] holds the values of a whole layer in rows (a [`PairTable`] of [`Scale`]
//!   values), answers for its positions, and gives the layer one drop earlier by the maximum or
//!   minimum of rows ([`DropChoice`]). Two of them are compared position by position in an
//!   [`OutcomeMatrix`]. [`SolvedLayer`] is one of either width.
//!
//! This crate does no input or output.

mod burnside;
mod census;
mod combinatorics;
mod comparison;
mod layer;
mod layer_values;
mod minimax;
mod orbits;
mod pairs;
mod scale;
mod solved_layer;
mod solved_layers;
mod weighed;

pub use burnside::orbit_count;
pub use census::{Census, Class, LayerCensus, positions_of_layer};
pub use combinatorics::{binomial, rank, subsets, unrank};
pub use comparison::OutcomeMatrix;
pub use layer::{LayerIndex, Orbit};
pub use layer_values::{LayerValues, end_finished_games, goal_columns, grown_places};
pub use minimax::DropChoice;
pub use orbits::{Place, SetOrbits};
pub use pairs::PairTable;
pub use scale::{
    Scale, code_of_outcome, largest_code, outcome_of_code, outcome_of_value, value_of_outcome,
};
pub use solved_layer::SolvedLayer;
pub use solved_layers::SolvedLayers;
pub use weighed::{WeighedOrbits, WeighedSet};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
