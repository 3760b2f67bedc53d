//! Boards as lists of rows, or as arrays, with a letter or a number for each circle.

use pyo3::prelude::*;
use teeko::rules::{Circles, quoted};
use teeko::{Board, Position, Side};

use crate::failure::{Failure, unfit};

/// The circles of both sides' pieces.
pub(crate) struct Sides {
    pub(crate) black: Circles,
    pub(crate) red: Circles,
}

/// Reads the pieces of a grid.
pub(crate) fn sides(grid: &Bound<'_, PyAny>, board: Board) -> Result<Sides, Failure> {
    let mut rows = Vec::new();
    for row in items(grid)? {
        rows.push(items(&row)?);
    }
    check_size(&rows, board)?;
    let mut sides = Sides {
        black: Circles::EMPTY,
        red: Circles::EMPTY,
    };
    for (cell, circle) in rows.iter().flatten().zip(board.circles().iter()) {
        let piece = piece(cell).map_err(|failure| {
            let row = board.row(circle);
            let column = board.column(circle);
            failure.at(&format!("grid: ({row}, {column})"))
        })?;
        match piece {
            Some(Side::Black) => sides.black = sides.black.with(circle),
            Some(Side::Red) => sides.red = sides.red.with(circle),
            None => {}
        }
    }
    Ok(sides)
}

/// Returns the side to move when `pieces` are on the board, which shows while there are drops.
pub(crate) fn turn(pieces: usize) -> Result<Side, Failure> {
    Position::turn_in_layer(pieces).ok_or_else(|| {
        let expected = "expected the side to move, since all pieces are down, found none";
        Failure::position(format!("grid: {expected}"))
    })
}

/// Checks that a grid has the rows and columns of the board.
fn check_size(rows: &[Vec<Bound<'_, PyAny>>], board: Board) -> Result<(), Failure> {
    let width = board.width();
    let height = board.height();
    if rows.len() == height && rows.iter().all(|row| row.len() == width) {
        return Ok(());
    }
    let found: Vec<usize> = rows.iter().map(Vec::len).collect();
    Err(Failure::position(format!(
        "grid: expected {height} rows of {width} cells, found rows of {found:?} cells"
    )))
}

/// The expected form of a grid.
const GRID: &str = "grid: expected a list of rows, each a list of cells";

/// Returns the items of a sequence: the rows of a grid, or the cells of a row. Those beyond the
/// hundredth are not looked at: the sequence may have no end.
fn items<'py>(given: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
    let Ok(sequence) = given.try_iter() else {
        return Err(unfit(GRID, given));
    };
    let mut items = Vec::new();
    for item in sequence.take(100) {
        match item {
            Ok(item) => items.push(item),
            Err(_) => return Err(unfit(GRID, given)),
        }
    }
    Ok(items)
}

/// The expected form of a cell.
const CELL: &str = "expected 'b', 'r' or ' ', or 1, -1 or 0";

/// Returns the side of the piece in a cell of a grid, if any.
fn piece(cell: &Bound<'_, PyAny>) -> Result<Option<Side>, Failure> {
    if let Ok(letter) = cell.extract::<String>() {
        return piece_of_letter(&letter);
    }
    // Numbers may have any type, also one of NumPy's; booleans are not numbers.
    match cell.extract::<f64>() {
        Ok(number) if cell.extract::<bool>().is_err() => piece_of_number(number),
        _ => Err(unfit(CELL, cell)),
    }
}

/// Returns the side that a letter stands for.
fn piece_of_letter(letter: &str) -> Result<Option<Side>, Failure> {
    match letter {
        "b" => Ok(Some(Side::Black)),
        "r" => Ok(Some(Side::Red)),
        " " | "" => Ok(None),
        _ => {
            let found = quoted(letter);
            Err(Failure::position(format!("{CELL}, found '{found}'")))
        }
    }
}

/// Returns the side that a number stands for.
fn piece_of_number(number: f64) -> Result<Option<Side>, Failure> {
    for (sign, side) in [
        (1.0, Some(Side::Black)),
        (-1.0, Some(Side::Red)),
        (0.0, None),
    ] {
        if (sign - number).abs() < f64::EPSILON {
            return Ok(side);
        }
    }
    Err(Failure::position(format!("{CELL}, found {number}")))
}
