//! A move in each of many games at once.

use std::ops::Range;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use teeko::{Move, Rules, Side};

use crate::arrays::{Arrays, Batch, Mask, join_columns};
use crate::batches::{Actions, moves};
use crate::failure::Failure;
use crate::rule_set::Rules as RuleSet;
use crate::work::{POSITIONS_AT_A_TIME, in_parts};

/// Some games after a move.
#[derive(Default)]
struct Steps<T> {
    black: Vec<T>,
    red: Vec<T>,
    turn: Vec<u8>,
    /// 1 if Black has won, -1 if Red has, 0 if the game is not finished.
    winner: Vec<i8>,
}

/// The arrays that [`play_many`] returns, one for each field of [`Steps`].
pub(crate) type StepArrays<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i8>>,
);

/// Plays a move in each position, and returns arrays: Black's circles, Red's, the side to move, and
/// who has won.
#[pyfunction]
pub(crate) fn play_many<'py>(
    py: Python<'py>,
    rules: &RuleSet,
    positions: Arrays<'py>,
    actions: PyReadonlyArray1<'py, i64>,
) -> Result<StepArrays<'py>, Failure> {
    let rules = rules.rules();
    let batch = positions.batch()?;
    let actions = actions.as_slice().map_err(Failure::of_python)?;
    if actions.len() != batch.len() {
        return Err(Failure::input("actions: expected one for each position"));
    }
    Actions::new(rules)?;
    if batch.is_wide() {
        steps::<u64>(py, rules, &batch, actions)
    } else {
        steps::<u32>(py, rules, &batch, actions)
    }
}

/// Returns the arrays of the games after a move, whose bitmasks are of this type.
fn steps<'py, T: Mask>(
    py: Python<'py>,
    rules: &Rules,
    batch: &Batch<'_>,
    actions: &[i64],
) -> Result<StepArrays<'py>, Failure> {
    let parts = in_parts(py, batch.len(), POSITIONS_AT_A_TIME, |places| {
        steps_at::<T>(rules, batch, actions, places)
    })?;
    Ok((
        join_columns(py, &parts, |part| &part.black)?.into_any(),
        join_columns(py, &parts, |part| &part.red)?.into_any(),
        join_columns(py, &parts, |part| &part.turn)?,
        join_columns(py, &parts, |part| &part.winner)?,
    ))
}

/// Returns the games at some places after their moves.
fn steps_at<T: Mask>(
    rules: &Rules,
    batch: &Batch<'_>,
    actions: &[i64],
    places: Range<usize>,
) -> Result<Steps<T>, Failure> {
    let mut steps = Steps::default();
    for place in places {
        let position = batch.position(place);
        let played = legal_move(rules, &moves(rules, &position), actions[place])
            .ok_or_else(|| illegal(place, actions[place]))?;
        let next = position.after(played);
        steps.black.push(T::of(next.black));
        steps.red.push(T::of(next.red));
        steps.turn.push(u8::from(next.turn == Side::Red));
        steps.winner.push(match rules.winner(&next) {
            Some(Side::Black) => 1,
            Some(Side::Red) => -1,
            None => 0,
        });
    }
    Ok(steps)
}

/// Returns the legal move with a number, if there is one.
fn legal_move(rules: &Rules, legal: &[Move], action: i64) -> Option<Move> {
    let action = usize::try_from(action).ok()?;
    let played = Move::of_action(action, rules.board())?;
    legal.contains(&played).then_some(played)
}

fn illegal(place: usize, action: i64) -> Failure {
    Failure::input(format!(
        "actions: expected a legal move in game {place}, found {action}"
    ))
}
