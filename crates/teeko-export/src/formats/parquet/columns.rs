//! The columns of a row group: from rows to values of Parquet's own types.

use std::mem;

use bytes::Bytes;
use parquet::column::writer::{ColumnWriter, get_typed_column_writer_mut};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use teeko_rules::notation::{push_rows_form, rows_form_length};
use teeko_rules::{Board, Side};

use crate::{Column, Row};

/// Appends the values of some rows to a column. Those of [`Column::Variant`] are `variant`.
pub(super) fn write(
    writer: &mut ColumnWriter<'_>,
    column: Column,
    board: Board,
    variant: &Bytes,
    rows: &[Row],
) -> Result<()> {
    match column {
        Column::Position => append::<ByteArrayType>(writer, &positions(board, rows), None),
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
            append::<Int32Type>(writer, &values, Some(&levels))
        }
        Column::Slot => append_each::<Int64Type>(writer, rows, |row| row.slot as i64),
        Column::OrbitSize => append_each::<Int32Type>(writer, rows, |row| row.orbit_size.into()),
        Column::Variant => append_each::<ByteArrayType>(writer, rows, |_| variant.clone().into()),
    }
}

/// Appends a value for each row to a column without nulls.
fn append_each<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    rows: &[Row],
    value: impl Fn(&Row) -> T::T,
) -> Result<()> {
    let values: Vec<T::T> = rows.iter().map(value).collect();
    append::<T>(writer, &values, None)
}

/// Appends values to a column. If it may have nulls, `levels` has 0 for each row whose value is
/// null, else 1, and `values` those that are not null.
fn append<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    get_typed_column_writer_mut::<T>(writer).write_batch(values, levels, None).map(drop)
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
