//! Results as text for people. Text fits 80 columns as far as its contents allow. Colour only
//! repeats what the words say.

pub(crate) mod atlas;
mod board;
pub(crate) mod certificate;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod game_rules;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod notation;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod query;
pub(crate) mod random;
pub(crate) mod review;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod style;
mod text_table;
pub(crate) mod variants;
pub(crate) mod verify;
