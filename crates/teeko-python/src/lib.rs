//! The module `teeko._teeko`, the core of the Python package `teeko`: rules, positions, moves, and
//! games that are solved or read from tables.
//!
//! Long-running work releases the interpreter's lock, runs on all cores and ends when Ctrl-C is
//! pressed. Errors raise exceptions of `teeko` with the program's own messages.

// PyO3 passes arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod arguments;
mod arrays;
mod asking;
mod batches;
mod failure;
mod folds;
mod game;
mod grid;
mod moves;
mod parameter_text;
mod position;
mod record;
mod rule_set;
mod rules;
mod steps;
mod work;

use pyo3::prelude::*;

/// Rules, positions and games in Rust. Nothing needs the interpreter's lock: what threads share is
/// behind its own locks.
#[pymodule(gil_used = false)]
mod _teeko {
    #[pymodule_export]
    use super::{
        arrays::{layer, probe_many},
        asking::ask,
        batches::{
            action_mask, action_move, children, legal_mask, move_values, planes, policy,
            position_planes,
        },
        folds::folds,
        game::Game,
        moves::Move,
        position::Position,
        record::GameRecord,
        rule_set::Rules,
        steps::play_many,
    };

    use pyo3::prelude::*;

    #[pymodule_export]
    const OVER: i16 = teeko::surfaces::OVER;
    #[pymodule_export]
    const IMPOSSIBLE: i16 = teeko::surfaces::IMPOSSIBLE;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
