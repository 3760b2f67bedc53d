//! Moves, boards and best moves of many positions at once.

use std::ops::Range;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use teeko::analysis::Choice;
use teeko::questions::PositionAsked;
use teeko::{Board, Move, Oracle, Position, Rules, Scoring, Side, check_memory};

use crate::arrays::{Arrays, Batch, Mask, join_columns};
use crate::failure::Failure;
use crate::game::Game;
use crate::work::{POSITIONS_AT_A_TIME, fill_rows, in_parts};

/// The number of children of a position for which memory must suffice.
const CHILDREN: u64 = 24;

/// The numbering of moves that `teeko.actions` documents.
#[derive(Clone, Copy)]
struct Actions {
    board: Board,
}

impl Actions {
    /// Returns the numbering, if every choice is a move.
    fn new(rules: &Rules) -> Result<Self, Failure> {
        if rules.scoring() == Scoring::Pips || rules.pass_rule() {
            let expected = "expected rules in which every choice is a move, found numbered pieces \
                            or passes";
            return Err(Failure::input(format!("actions: {expected}")));
        }
        Ok(Self {
            board: rules.board(),
        })
    }

    fn number(self) -> usize {
        self.board.circle_count() * (self.board.circle_count() + 1)
    }

    fn of(self, played: Move) -> usize {
        played.action(self.board)
    }
}

/// Returns the legal moves; none if the rules have no such position.
fn moves(rules: &Rules, position: &Position) -> Vec<Move> {
    if position.fits(rules.board()) {
        rules.moves(position)
    } else {
        Vec::new()
    }
}

/// Creates an array with a row for each position, and lets `fill` fill the rows of some places.
fn rows<'py, U: numpy::Element + Default + Send>(
    py: Python<'py>,
    batch: &Batch<'_>,
    shape: &[usize],
    fill: impl Fn(Range<usize>, &mut [U]) -> Result<(), Failure> + Sync,
) -> Result<Bound<'py, PyArrayDyn<U>>, Failure> {
    let width: usize = shape.iter().product();
    let bytes = (batch.len() * size_of::<U>()).saturating_mul(width);
    check_memory(
        &format!("an array for {} positions", batch.len()),
        bytes as u64,
    )?;
    let shape: Vec<usize> = [&[batch.len()], shape].concat();
    let array = PyArrayDyn::<U>::zeros(py, shape, false);
    let mut writer = array.readwrite();
    let out = writer.as_slice_mut().map_err(Failure::of_python)?;
    fill_rows(py, out, width, fill)?;
    drop(writer);
    Ok(array)
}

/// Makes an array of shape `(positions, actions)` with 1 for each legal move.
#[pyfunction]
pub(crate) fn legal_mask<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<i8>>, Failure> {
    let (rules, batch) = (game.source.rules(), positions.batch()?);
    let actions = Actions::new(rules)?;
    rows(py, &batch, &[actions.number()], |places, rows| {
        for (place, row) in places.zip(rows.chunks_mut(actions.number())) {
            for played in moves(rules, &batch.position(place)) {
                row[actions.of(played)] = 1;
            }
        }
        Ok(())
    })
}

/// Makes an array of shape `(positions, height, width, 2)` with 1 where a piece stands: first those
/// of the side to move.
#[pyfunction]
pub(crate) fn planes<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<i8>>, Failure> {
    let (board, batch) = (game.source.board(), positions.batch()?);
    rows(
        py,
        &batch,
        &[board.height(), board.width(), 2],
        |places, rows| {
            for (place, row) in places.zip(rows.chunks_mut(2 * board.circles().len())) {
                let position = batch.position(place);
                if position.fits(board) {
                    position
                        .mover()
                        .iter()
                        .for_each(|circle| row[2 * circle.index()] = 1);
                    position
                        .opponent()
                        .iter()
                        .for_each(|circle| row[2 * circle.index() + 1] = 1);
                }
            }
            Ok(())
        },
    )
}

/// Makes an array of shape `(positions, actions)` with equal probabilities for the best moves.
#[pyfunction]
pub(crate) fn policy<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<f32>>, Failure> {
    let batch = positions.batch()?;
    game.prepare(py, batch.len())?;
    let game = &game.source;
    let actions = Actions::new(game.rules())?;
    rows(py, &batch, &[actions.number()], |places, rows| {
        let positions: Vec<Position> = places.map(|place| batch.position(place)).collect();
        let best = best_moves(game, &positions)?;
        for (best, row) in best.iter().zip(rows.chunks_mut(actions.number())) {
            for &played in best {
                row[actions.of(played)] = 1.0 / best.len() as f32;
            }
        }
        Ok(())
    })
}

/// Returns the best moves in each position.
fn best_moves(game: &teeko::Game, positions: &[Position]) -> Result<Vec<Vec<Move>>, Failure> {
    if !game.rules().scoring().is_for_points() {
        let (values, moves) = (game.outcomes(positions)?, game.moves(positions)?);
        let best = |(position, value)| {
            let moves = moves.of(position).iter();
            let best = moves.filter(|&&(_, outcome)| Some(outcome) == value);
            best.map(|&(played, _)| played).collect()
        };
        return Ok(values.into_iter().enumerate().map(best).collect());
    }
    let of_position = |position: &Position| {
        let mut moves = moves(game.rules(), position);
        if !moves.is_empty() {
            let analysis = game.answer(&PositionAsked::new(*position))?;
            moves.retain(|&played| {
                let mut best = analysis.choices().iter().filter(|ranked| ranked.optimal);
                best.any(|ranked| ranked.choice == Choice::Move(played))
            });
        }
        Ok(moves)
    };
    positions.iter().map(of_position).collect()
}

/// Some positions after one move.
#[derive(Default)]
struct Children<T> {
    black: Vec<T>,
    red: Vec<T>,
    turn: Vec<u8>,
    parent: Vec<i64>,
    action: Vec<i32>,
}

/// Five arrays.
pub(crate) type ChildArrays<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i32>>,
);

/// Makes the positions after each legal move, as arrays: Black's circles, Red's, the side to move,
/// the place of the position before the move, and the number of the move.
#[pyfunction]
pub(crate) fn children<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
) -> Result<ChildArrays<'py>, Failure> {
    let (rules, batch) = (game.source.rules(), positions.batch()?);
    if batch.is_wide() {
        children_of_type::<u64>(py, rules, &batch)
    } else {
        children_of_type::<u32>(py, rules, &batch)
    }
}

fn children_of_type<'py, T: Mask>(
    py: Python<'py>,
    rules: &Rules,
    batch: &Batch<'_>,
) -> Result<ChildArrays<'py>, Failure> {
    let actions = Actions::new(rules)?;
    // Each child is in a part, and in the arrays that the parts are joined into.
    let bytes = 2 * CHILDREN * (2 * size_of::<T>() as u64 + 1 + 8 + 4);
    let positions = batch.len();
    check_memory(
        &format!("the children of {positions} positions"),
        bytes * positions as u64,
    )?;
    let of_places = |places| Ok(children_at::<T>(rules, actions, batch, places));
    let parts = in_parts(py, positions, POSITIONS_AT_A_TIME, of_places)?;
    Ok((
        join_columns(py, &parts, |part| &part.black)?.into_any(),
        join_columns(py, &parts, |part| &part.red)?.into_any(),
        join_columns(py, &parts, |part| &part.turn)?,
        join_columns(py, &parts, |part| &part.parent)?,
        join_columns(py, &parts, |part| &part.action)?,
    ))
}

fn children_at<T: Mask>(
    rules: &Rules,
    actions: Actions,
    batch: &Batch<'_>,
    places: Range<usize>,
) -> Children<T> {
    let mut children = Children::default();
    for place in places {
        let position = batch.position(place);
        for played in moves(rules, &position) {
            let next = position.after(played);
            children.black.push(T::of(next.black));
            children.red.push(T::of(next.red));
            children.turn.push(u8::from(next.turn == Side::Red));
            children.parent.push(place as i64);
            children.action.push(actions.of(played) as i32);
        }
    }
    children
}
