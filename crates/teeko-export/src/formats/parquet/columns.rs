//! The columns of a row group: from rows to values of Parquet's own types.

use std::mem;

use bytes::Bytes;
use parquet::column::writer::{ColumnWriter, get_typed_column_writer_mut};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use teeko_rules::notation::{push_rows_form, rows_form_length};
use teeko_rules::{Board, Move, Outcome, Side};

use crate::{Column, Row};

/// Appends the values of some rows to a column. `writers` has its writer, for [`Column::Moves`]
/// those of its three parts, and those of the columns after it. The values of [`Column::Variant`]
/// are `variant`, those of [`Column::Moves`] are `moves`. Types: `field` in `writer.rs`.
pub(super) fn write<'a, 'w: 'a>(
    writers: &mut impl Iterator<Item = &'a mut ColumnWriter<'w>>,
    column: Column,
    board: Board,
    variant: &Bytes,
    rows: &[Row],
    moves: &[&[(Move, Outcome)]],
) -> Result<()> {
    let mut next = || writers.next().expect("a writer for each part of a column");
    let writer = next();
    match column {
        Column::Position => append::<ByteArrayType>(writer, &positions(board, rows), None, None),
        Column::Black => append_masks(writer, board, rows, Side::Black),
        Column::Red => append_masks(writer, board, rows, Side::Red),
        Column::Layer => append_each::<Int32Type>(writer, rows, |row| row.layer.into()),
        Column::Turn => {
            append_each::<ByteArrayType>(writer, rows, |row| name(row.position.turn.name()))
        }
        Column::Outcome => {
            append_each::<ByteArrayType>(writer, rows, |row| name(row.outcome.name()))
        }
        Column::Score => append_each::<Int32Type>(writer, rows, |row| row.score.into()),
        Column::Dtw => append_distances(writer, rows),
        Column::Slot => append_each::<Int64Type>(writer, rows, |row| row.slot as i64),
        Column::OrbitSize => append_each::<Int32Type>(writer, rows, |row| row.orbit_size.into()),
        Column::Fold => append_each::<Int32Type>(writer, rows, |row| row.fold().into()),
        Column::Variant => append_each::<ByteArrayType>(writer, rows, |_| variant.clone().into()),
        Column::Moves => append_moves([writer, next(), next()], board, moves),
    }
}

/// Appends the circles of a side's pieces in each row.
fn append_masks(
    writer: &mut ColumnWriter<'_>,
    board: Board,
    rows: &[Row],
    side: Side,
) -> Result<()> {
    if mask_width(board) > 32 {
        append_each::<Int64Type>(writer, rows, |row| row.position.pieces(side).bits() as i64)
    } else {
        append_each::<Int32Type>(writer, rows, |row| row.position.pieces(side).bits() as i32)
    }
}

/// Appends the distance of each row, null for that of a draw.
fn append_distances(writer: &mut ColumnWriter<'_>, rows: &[Row]) -> Result<()> {
    let mut values = Vec::with_capacity(rows.len());
    let mut levels = Vec::with_capacity(rows.len());
    for row in rows {
        let known = row.outcome.distance();
        levels.push(i16::from(known.is_some()));
        if let Some(plies) = known {
            values.push(distance(plies)?);
        }
    }
    append::<Int32Type>(writer, &values, Some(&levels), None)
}

/// Appends the moves of each row to the three parts of their column.
fn append_moves(
    [of_actions, of_outcomes, of_plies]: [&mut ColumnWriter<'_>; 3],
    board: Board,
    moves: &[&[(Move, Outcome)]],
) -> Result<()> {
    let most = moves.iter().map(|of_row| of_row.len().max(1)).sum();
    let mut actions = Vec::with_capacity(most);
    let mut outcomes = Vec::with_capacity(most);
    let mut plies = Vec::with_capacity(most);
    let mut levels = Vec::with_capacity(most);
    let mut levels_of_plies = Vec::with_capacity(most);
    let mut repetitions = Vec::with_capacity(most);
    for of_row in moves {
        // An empty list has a place, with level 0 and no value.
        if of_row.is_empty() {
            repetitions.push(0);
            levels.push(0);
            levels_of_plies.push(0);
        }
        for (place, &(played, outcome)) in of_row.iter().enumerate() {
            let known = outcome.distance().map(distance).transpose()?;
            repetitions.push(i16::from(place > 0));
            levels.push(1);
            levels_of_plies.push(1 + i16::from(known.is_some()));
            actions.push(played.action(board) as i32);
            outcomes.push(name(outcome.name()));
            plies.extend(known);
        }
    }
    let repetitions = Some(&*repetitions);
    append::<Int32Type>(of_actions, &actions, Some(&levels), repetitions)?;
    append::<ByteArrayType>(of_outcomes, &outcomes, Some(&levels), repetitions)?;
    append::<Int32Type>(of_plies, &plies, Some(&levels_of_plies), repetitions)
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

/// Appends values to a column. `levels` are Parquet's definition levels: for each place, how many
/// of the optional or repeated fields on the column's path are present. Only places at which all of
/// them are have a value in `values`. `repetitions` are the repetition levels: 0 for the first
/// place of each row, 1 for those after it. A column without such fields has neither.
fn append<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) -> Result<()> {
    get_typed_column_writer_mut::<T>(writer)
        .write_batch(values, levels, repetitions)
        .map(drop)
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
    ends.into_iter()
        .map(|end| text.slice(mem::replace(&mut start, end)..end).into())
        .collect()
}

fn distance(plies: u32) -> Result<i32> {
    let too_deep = "a distance of more plies than the column's type holds, 65,535";
    let plies = u16::try_from(plies).map_err(|_| ParquetError::General(too_deep.to_owned()))?;
    Ok(plies.into())
}

/// Returns a value without an allocation.
fn name(name: &'static str) -> ByteArray {
    Bytes::from_static(name.as_bytes()).into()
}

/// Returns the bits of a number that a mask of the board's circles is stored as.
pub(super) fn mask_width(board: Board) -> i8 {
    if board.circle_count() <= u32::BITS as usize {
        32
    } else {
        64
    }
}
