//! Where a Teeko position lives: ranking by the combinatorial number system, canonical sets and positions, slots.
//!
//! * [`rank`] and [`unrank`] number the sets of a given size; [`subsets`] lists them in that order.
//! * [`SetOrbits`] knows, for every set of a few pieces, its canonical image under the symmetries of the rules. The
//!   solver and the table files are built on it.
//! * [`LayerIndex`] is the *public* index: every position of a layer has a slot number, shared by all its symmetric
//!   images. `slot:` notation and exports use it.
//! * [`orbit_count`] counts positions up to symmetry by Burnside's lemma, independently of any enumeration.
//!
//! * [`PairTable`] holds the values of a whole layer in rows, with [`Scale`] as their type, and [`DropChoice`] takes the
//!   maximum or minimum of such rows.
//!
//! This crate does no input or output.

mod burnside;
mod combinatorics;
mod layer;
mod minimax;
mod orbits;
mod pairs;
mod scale;

pub use burnside::orbit_count;
pub use combinatorics::{binomial, rank, subsets, unrank};
pub use layer::LayerIndex;
pub use minimax::DropChoice;
pub use orbits::{Place, SetOrbits};
pub use pairs::PairTable;
pub use scale::{Scale, outcome_of_value};
