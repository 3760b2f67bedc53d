//! The facade: games, plans, folders of tables and journals.
#![cfg(feature = "file")]

mod games;
mod journal;
mod picture;
mod runs;
mod scored_games;
