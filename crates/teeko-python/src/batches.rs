//! Moves, boards and best moves of many positions at once.

use std::ops::Range;

use numpy::{PyArray1, PyArray3, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use teeko::analysis::Choice;
use teeko::questions::PositionQuestion;
use teeko::rules::Scoring;
use teeko::surfaces::{IMPOSSIBLE, check_memory};
use teeko::{Board, Move, Oracle, Outcome, Position, Rules, Side};

use crate::arrays::{Arrays, Batch, Mask, join_columns};
use crate::failure::Failure;
use crate::game::Game;
use crate::moves::Move as SingleMove;
use crate::position::Position as SinglePosition;
use crate::rule_set::Rules as RuleSet;
use crate::work::{POSITIONS_AT_A_TIME, fill_rows, in_parts};

/// The number of children per position with which the memory that `children` needs is estimated.
const CHILDREN: u64 = 24;

/// The numbering of moves that `teeko.actions` documents.
#[derive(Clone, Copy)]
pub(crate) struct Actions {
    board: Board,
}

impl Actions {
    /// Returns the numbering, if every choice is a move.
    pub(crate) fn new(rules: &Rules) -> Result<Self, Failure> {
        if rules.scoring() == Scoring::Pips || rules.pass_rule() {
            let expected = "expected rules in which every choice is a move, found numbered pieces \
                            or passes";
            return Err(Failure::input(format!("actions: {expected}")));
        }
        Ok(Self {
            board: rules.board(),
        })
    }

    /// Returns how many actions there are.
    fn number(self) -> usize {
        self.board.circle_count() * (self.board.circle_count() + 1)
    }

    /// Returns the number of a move.
    fn of(self, played: Move) -> usize {
        played.action(self.board)
    }
}

/// Returns the legal moves; none if the rules have no such position.
pub(crate) fn moves(rules: &Rules, position: &Position) -> Vec<Move> {
    if position.fits(rules.board()) {
        rules.moves(position)
    } else {
        Vec::new()
    }
}

/// Creates an array with a row for each position, and lets `fill` fill the rows of some places.
pub(crate) fn rows<'py, U: numpy::Element + Default + Send>(
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
    rules: &RuleSet,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<i8>>, Failure> {
    let rules = rules.rules();
    let batch = positions.batch()?;
    let actions = Actions::new(rules)?;
    rows(py, &batch, &[actions.number()], |places, rows| {
        for (place, row) in places.zip(rows.chunks_mut(actions.number())) {
            mark_moves(row, rules, actions, &batch.position(place));
        }
        Ok(())
    })
}

/// Makes an array with 1 for each legal move of a position. The moves are numbered on the board of
/// `rules`.
#[pyfunction]
pub(crate) fn action_mask<'py>(
    py: Python<'py>,
    rules: &RuleSet,
    position: &SinglePosition,
) -> Result<Bound<'py, PyArray1<i8>>, Failure> {
    position.check_board(rules)?;
    let actions = Actions::new(rules.rules())?;
    let mut mask = vec![0; actions.number()];
    let own_rules = position.rules().rules();
    mark_moves(&mut mask, own_rules, actions, position.value());
    Ok(PyArray1::from_vec(py, mask))
}

/// Returns the move with a number on the board of some rules.
#[pyfunction]
pub(crate) fn action_move(rules: &RuleSet, action: usize) -> Result<SingleMove, Failure> {
    let board = rules.rules().board();
    let Some(played) = Move::of_action(action, board) else {
        let most = board.circle_count() * (board.circle_count() + 1) - 1;
        let expected = format!("expected a number from 0 to {most}");
        return Err(Failure::input(format!("action {action}: {expected}")));
    };
    Ok(SingleMove::new(board, played))
}

/// Writes 1 for each legal move of a position.
fn mark_moves(row: &mut [i8], rules: &Rules, actions: Actions, position: &Position) {
    for played in moves(rules, position) {
        row[actions.of(played)] = 1;
    }
}

/// Makes an array of shape `(positions, height, width, 2)` with 1 where a piece stands: first those
/// of the side to move.
#[pyfunction]
pub(crate) fn planes<'py>(
    py: Python<'py>,
    rules: &RuleSet,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<i8>>, Failure> {
    let board = rules.rules().board();
    let batch = positions.batch()?;
    let shape = [board.height(), board.width(), 2];
    rows(py, &batch, &shape, |places, rows| {
        for (place, row) in places.zip(rows.chunks_mut(2 * board.circle_count())) {
            mark_pieces(row, board, &batch.position(place));
        }
        Ok(())
    })
}

/// Makes an array of shape `(height, width, 2)` for one position: see [`planes`].
#[pyfunction]
pub(crate) fn position_planes<'py>(
    py: Python<'py>,
    position: &SinglePosition,
) -> Result<Bound<'py, PyArray3<i8>>, Failure> {
    let board = position.rules().rules().board();
    let mut planes = vec![0; 2 * board.circle_count()];
    mark_pieces(&mut planes, board, position.value());
    let planes = PyArray1::from_vec(py, planes);
    planes
        .reshape([board.height(), board.width(), 2])
        .map_err(Failure::of_python)
}

/// Writes 1 where a piece stands: for each circle whether it is the mover's, whether its opponent's.
fn mark_pieces(row: &mut [i8], board: Board, position: &Position) {
    if !position.fits(board) {
        return;
    }
    for circle in position.mover().iter() {
        row[2 * circle.index()] = 1;
    }
    for circle in position.opponent().iter() {
        row[2 * circle.index() + 1] = 1;
    }
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

/// Makes an array of shape `(positions, actions)` with the value of each legal move for the side to
/// move, in signed plies that count from the position, and `IMPOSSIBLE` for all others.
#[pyfunction]
pub(crate) fn move_values<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<i16>>, Failure> {
    let batch = positions.batch()?;
    game.prepare(py, batch.len())?;
    let game = &game.source;
    let actions = Actions::new(game.rules())?;
    check_goals(game)?;
    rows(py, &batch, &[actions.number()], |places, rows| {
        rows.fill(IMPOSSIBLE);
        let positions: Vec<Position> = places.map(|place| batch.position(place)).collect();
        let values = game.move_values(&positions)?;
        for (place, row) in rows.chunks_mut(actions.number()).enumerate() {
            let moves = moves(game.rules(), &positions[place]);
            for (played, &value) in moves.into_iter().zip(values.of(place)) {
                row[actions.of(played)] = value;
            }
        }
        Ok(())
    })
}

/// Checks that a game is not for points: there, an outcome and its distance do not rank moves.
fn check_goals(game: &teeko::Game) -> Result<(), Failure> {
    if game.rules().scoring().is_for_points() {
        let expected = "expected a game that is not for points, found another";
        return Err(Failure::input(format!("{}: {expected}", game.name())));
    }
    Ok(())
}

/// Returns the best moves in each position.
fn best_moves(game: &teeko::Game, positions: &[Position]) -> Result<Vec<Vec<Move>>, Failure> {
    let mut best = Vec::with_capacity(positions.len());
    if game.rules().scoring().is_for_points() {
        for position in positions {
            best.push(best_for_points(game, position)?);
        }
        return Ok(best);
    }
    let outcomes = game.outcomes(positions)?;
    let values = game.move_values(positions)?;
    for (place, outcome) in outcomes.into_iter().enumerate() {
        let mut found = Vec::new();
        let moves = moves(game.rules(), &positions[place]);
        for (played, &value) in moves.into_iter().zip(values.of(place)) {
            if outcome.map(Outcome::signed_plies) == Some(value.into()) {
                found.push(played);
            }
        }
        best.push(found);
    }
    Ok(best)
}

/// Returns the best moves in a position of a game for points.
fn best_for_points(game: &teeko::Game, position: &Position) -> Result<Vec<Move>, Failure> {
    if moves(game.rules(), position).is_empty() {
        return Ok(Vec::new());
    }
    let analysis = game.answer(&PositionQuestion::of(*position))?;
    let mut best = Vec::new();
    for ranked in analysis.choices() {
        if let Choice::Move(played) = ranked.choice
            && ranked.optimal
        {
            best.push(played);
        }
    }
    Ok(best)
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

/// The arrays that [`children`] returns, one for each field of [`Children`].
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
    let rules = game.source.rules();
    let batch = positions.batch()?;
    if batch.is_wide() {
        children_of_type::<u64>(py, rules, &batch)
    } else {
        children_of_type::<u32>(py, rules, &batch)
    }
}

/// Returns the arrays of children, whose bitmasks are of this type.
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
    let parts = in_parts(py, positions, POSITIONS_AT_A_TIME, |places| {
        Ok(children_at::<T>(rules, actions, batch, places))
    })?;
    Ok((
        join_columns(py, &parts, |part| &part.black)?.into_any(),
        join_columns(py, &parts, |part| &part.red)?.into_any(),
        join_columns(py, &parts, |part| &part.turn)?,
        join_columns(py, &parts, |part| &part.parent)?,
        join_columns(py, &parts, |part| &part.action)?,
    ))
}

/// Returns the children of the positions at some places.
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
