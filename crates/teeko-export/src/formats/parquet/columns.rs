//! The columns of a row group: from rows to values of Parquet's own types.

use std::mem;

use bytes::Bytes;
use parquet::column::writer::{ColumnWriter, get_typed_column_writer_mut};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use teeko_rules::notation::{push_rows_form, rows_form_length};
use teeko_rules::{Board, Side};

use crate::rows::MoveValue;
use crate::{Column, Row};

/// Appends the values of some rows to a column. `writers` has its writer, for [`Column::Moves`]
/// those of its three parts, and those of the columns after it. The values of [`Column::Variant`]
/// are `variant`, those of [`Column::Moves`] are `moves`.
pub(super) fn write<'a, 'w: 'a>(
    writers: &mut impl Iterator<Item = &'a mut ColumnWriter<'w>>,
    column: Column,
    board: Board,
    variant: &Bytes,
    rows: &[Row],
    moves: &[&[MoveValue]],
) -> Result<()> {
    let mut next = || writers.next().expect("a writer for each part of a column");
    let writer = next();
    match column {
        Column::Position => append::<ByteArrayType>(writer, &positions(board, rows), None, None),
        Column::Black | Column::Red => {
            let side = if column == Column::Black { Side::Black } else { Side::Red };
            let mask = |row: &Row| row.position.pieces(side).bits();
            if mask_width(board) > 32 {
                append_each::<Int64Type>(writer, rows, |row| mask(row) as i64)
            } else {
                append_each::<Int32Type>(writer, rows, |row| mask(row) as i32)
            }
        }
        Column::Layer => append_each::<Int32Type>(writer, rows, |row| row.layer.into()),
        Column::Turn => {
            append_each::<ByteArrayType>(writer, rows, |row| name(row.position.turn.name()))
        }
        Column::Outcome => {
            append_each::<ByteArrayType>(writer, rows, |row| name(row.outcome.name()))
        }
        Column::Score => append_each::<Int32Type>(writer, rows, |row| row.score.into()),
        Column::Dtw => {
            let distances = rows.iter().map(|row| row.outcome.distance());
            let values: Vec<i32> =
                distances.clone().flatten().map(distance).collect::<Result<_>>()?;
            let levels: Vec<i16> = distances.map(|known| i16::from(known.is_some())).collect();
            append::<Int32Type>(writer, &values, Some(&levels), None)
        }
        Column::Slot => append_each::<Int64Type>(writer, rows, |row| row.slot as i64),
        Column::OrbitSize => append_each::<Int32Type>(writer, rows, |row| row.orbit_size.into()),
        Column::Fold => append_each::<Int32Type>(writer, rows, |row| row.fold().into()),
        Column::Variant => append_each::<ByteArrayType>(writer, rows, |_| variant.clone().into()),
        Column::Moves => {
            let action = |of_move: &MoveValue| Ok(Some(of_move.action.into()));
            append_of_moves::<Int32Type>(writer, moves, 1, action)?;
            let outcome = |of_move: &MoveValue| Ok(Some(name(of_move.outcome.name())));
            append_of_moves::<ByteArrayType>(next(), moves, 1, outcome)?;
            let plies = |of_move: &MoveValue| of_move.outcome.distance().map(distance).transpose();
            append_of_moves::<Int32Type>(next(), moves, 2, plies)
        }
    }
}

/// Appends a value for each move of each row to a part of the column of moves. `there` is the level
/// of a value that is there; those of lists without a move and of nulls are below it.
fn append_of_moves<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    moves: &[&[MoveValue]],
    there: i16,
    value: impl Fn(&MoveValue) -> Result<Option<T::T>>,
) -> Result<()> {
    let count = moves.iter().map(|of_row| of_row.len().max(1)).sum();
    let (mut values, mut levels, mut repetitions) =
        (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
    for of_row in moves {
        if of_row.is_empty() {
            levels.push(0);
            repetitions.push(0);
        }
        for (place, of_move) in of_row.iter().enumerate() {
            let value = value(of_move)?;
            levels.push(if value.is_some() { there } else { there - 1 });
            repetitions.push(i16::from(place > 0));
            values.extend(value);
        }
    }
    append::<T>(writer, &values, Some(&levels), Some(&repetitions))
}

/// Appends a value for each row to a column without nulls.
fn append_each<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    rows: &[Row],
    value: impl Fn(&Row) -> T::T,
) -> Result<()> {
    let values: Vec<T::T> = rows.iter().map(value).collect();
    append::<T>(writer, &values, None, None)
}

/// Appends values to a column. If it may have nulls, `levels` has 0 for each row whose value is
/// null, else 1, and `values` those that are not null. If rows have lists, `repetitions` has 0 for
/// the first value of each row, and 1 for those after it.
fn append<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) -> Result<()> {
    get_typed_column_writer_mut::<T>(writer).write_batch(values, levels, repetitions).map(drop)
}

/// Returns the positions of rows as text, all in one allocation.
fn positions(board: Board, rows: &[Row]) -> Vec<ByteArray> {
    let mut text = String::with_capacity(rows.len() * rows_form_length(board));
    let mut ends = Vec::with_capacity(rows.len());
    for row in rows {
        push_rows_form(&mut text, board, &row.position);
        ends.push(text.len());
    }
    let text = Bytes::from(text);
    let mut start = 0;
    ends.into_iter().map(|end| text.slice(mem::replace(&mut start, end)..end).into()).collect()
}

fn distance(plies: u32) -> Result<i32> {
    let too_deep = "a distance of more plies than the column's type holds, 65,535";
    let plies = u16::try_from(plies).map_err(|_| ParquetError::General(too_deep.to_owned()))?;
    Ok(plies.into())
}

/// Returns a value that takes no allocation.
fn name(name: &'static str) -> ByteArray {
    Bytes::from_static(name.as_bytes()).into()
}

/// Returns the bits of a number that a mask of the board's circles is stored as.
pub(super) fn mask_width(board: Board) -> i8 {
    if board.circle_count() <= u32::BITS as usize { 32 } else { 64 }
}
