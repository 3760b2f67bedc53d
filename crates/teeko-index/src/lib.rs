//! Where a Teeko position lives: ranking by the combinatorial number system, canonical sets and positions, slots.
//!
//! * [`rank`] and [`unrank`] number the sets of a given size; [`subsets`] lists them in that order.
//! * [`SetOrbits`] knows, for every set of a few pieces, its canonical image under the symmetries of the rules. The
//!   solver and the table files are built on it.
//! * [`LayerIndex`] is the *public* index: every position of a layer has a slot number, shared by all its symmetric
//!   images. `slot:` notation and exports use it.
//! * [`orbit_count`] counts positions up to symmetry by Burnside's lemma, independently of any enumeration.
//!
//! This crate does no input or output.

mod burnside;
mod combinatorics;
mod layer;
mod orbits;

pub use burnside::orbit_count;
pub use combinatorics::{binomial, rank, subsets, unrank};
pub use layer::LayerIndex;
pub use orbits::{Place, SetOrbits};
