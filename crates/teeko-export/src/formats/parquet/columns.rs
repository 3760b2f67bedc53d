//! The columns of a row group: from rows to values of Parquet's own types.

use std::ops::Range;

use bytes::Bytes;
use parquet::column::writer::{ColumnWriter, get_typed_column_writer_mut};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use teeko_rules::notation::{push_rows_form, rows_form_length};
use teeko_rules::{Board, MoveValues, Side};

use crate::request::ValueWidth;
use crate::{Column, Row};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Texts.
    Text,
    /// Texts of which there are few.
    Name,
    /// Bytes without a meaning to readers.
    Bytes,
    /// Integers.
    Integer { bits: i8, is_signed: bool },
}

impl Kind {
    /// Returns the type of a column.
    ///
    /// Slots and masks of 64 bits are signed where they fit: Spark has no unsigned numbers of 64 bits
    /// and takes them for decimals, which have no bits. It takes unsigned ones of 32 bits for signed
    /// ones of 64; on boards of up to 32 circles, masks of 64 bits would make files 8 % longer.
    pub(super) fn of(column: Column, board: Board) -> Self {
        match column {
            Column::Position => Self::Text,
            Column::Turn | Column::Outcome | Column::Variant => Self::Name,
            Column::Values => Self::Bytes,
            Column::Layer | Column::Weight | Column::Fold => Self::unsigned(8),
            Column::Score | Column::Dtw => Self::signed(16),
            Column::Slot => Self::signed(64),
            Column::Black | Column::Red => match board.circle_count() {
                0..=32 => Self::unsigned(32),
                33..=62 => Self::signed(64),
                _ => Self::unsigned(64),
            },
        }
    }

    const fn signed(bits: i8) -> Self {
        Self::Integer {
            bits,
            is_signed: true,
        }
    }

    const fn unsigned(bits: i8) -> Self {
        Self::Integer {
            bits,
            is_signed: false,
        }
    }
}

/// The values of a file's columns, apart from those in rows.
pub(super) struct Values<'a> {
    pub(super) board: Board,
    /// Those of [`Column::Variant`].
    pub(super) variant: &'a Bytes,
    /// Those of [`Column::Values`], by the number of the row.
    pub(super) of_moves: &'a MoveValues,
    pub(super) width: ValueWidth,
}

impl Values<'_> {
    /// Appends the values of some rows, of which `first` is the number of the first, to a column.
    /// Its type is [`Kind::of`] the column.
    pub(super) fn append(
        &self,
        writer: &mut ColumnWriter<'_>,
        column: Column,
        rows: &[Row],
        first: usize,
    ) -> Result<()> {
        match column {
            Column::Position => append::<ByteArrayType>(writer, &positions(self.board, rows), None),
            Column::Black => append_masks(writer, self.board, rows, Side::Black),
            Column::Red => append_masks(writer, self.board, rows, Side::Red),
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
            Column::Weight => append_each::<Int32Type>(writer, rows, |row| row.weight.into()),
            Column::Fold => append_each::<Int32Type>(writer, rows, |row| row.fold().into()),
            Column::Variant => {
                append_each::<ByteArrayType>(writer, rows, |_| self.variant.clone().into())
            }
            Column::Values => {
                let rows = first..first + rows.len();
                append_values(writer, rows, self.width, self.of_moves)
            }
        }
    }
}

/// Appends the circles of a side's pieces in each row.
fn append_masks(
    writer: &mut ColumnWriter<'_>,
    board: Board,
    rows: &[Row],
    side: Side,
) -> Result<()> {
    if board.circle_count() > 32 {
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
    append::<Int32Type>(writer, &values, Some(&levels))
}

/// Appends the values of the moves in some rows, given the numbers of these rows.
fn append_values(
    writer: &mut ColumnWriter<'_>,
    rows: Range<usize>,
    width: ValueWidth,
    values: &MoveValues,
) -> Result<()> {
    let mut bytes = Vec::new();
    let mut ends = Vec::with_capacity(rows.len());
    for row in rows {
        width.push(&mut bytes, values.of(row));
        ends.push(bytes.len());
    }
    append::<ByteArrayType>(writer, &cut(&bytes.into(), &ends), None)
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

/// Appends values to a column. `levels` are Parquet's definition levels: for each row, 1 if it has a
/// value in `values`, 0 if it has none. A column without nulls has no levels.
fn append<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    get_typed_column_writer_mut::<T>(writer)
        .write_batch(values, levels, None)
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
    cut(&text.into(), &ends)
}

/// Cuts bytes into parts, given where each ends, without copying them.
fn cut(bytes: &Bytes, ends: &[usize]) -> Vec<ByteArray> {
    let mut parts = Vec::with_capacity(ends.len());
    let mut start = 0;
    for &end in ends {
        parts.push(bytes.slice(start..end).into());
        start = end;
    }
    parts
}

fn distance(plies: u32) -> Result<i32> {
    let too_deep = "a distance of more plies than the column's type holds, 32,767";
    let plies = i16::try_from(plies).map_err(|_| ParquetError::General(too_deep.to_owned()))?;
    Ok(plies.into())
}

/// Returns a value without an allocation.
fn name(name: &'static str) -> ByteArray {
    Bytes::from_static(name.as_bytes()).into()
}
