//! The columns of a row group: from rows to encoded pages.

use std::mem;
use std::sync::Arc;

use bytes::Bytes;
use parquet::column::writer::{ColumnCloseResult, ColumnWriterImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use teeko_rules::notation::{push_rows_form, rows_form_length};
use teeko_rules::{Board, Side};

use crate::{Column, Row};

/// How many rows at a time become values of Parquet's own types: as many as its writer takes at a
/// time by default, so that there is no trace of it in the file.
pub(super) const BATCH: usize = 1024;

/// Encodes a column of a row group.
pub(super) trait ColumnEncoder {
    /// Appends the values of at least one row and at most [`BATCH`].
    fn write(&mut self, rows: &[Row]) -> Result<()>;

    /// Ends the column.
    fn close(self: Box<Self>) -> Result<ColumnCloseResult>;
}

/// What writes a column of a type, with what makes its values of rows.
struct TypedEncoder<'a, T: DataType, F> {
    writer: ColumnWriterImpl<'a, T>,
    batch: Batch<T::T>,
    fill: F,
}

/// The values of some rows.
struct Batch<T> {
    /// Those that are not null.
    values: Vec<T>,
    /// In a column that may have nulls: for each row 0 if its value is null, else 1.
    levels: Vec<i16>,
}

impl<T: DataType, F: FnMut(&[Row], &mut Batch<T::T>) -> Result<()>> ColumnEncoder
    for TypedEncoder<'_, T, F>
{
    fn write(&mut self, rows: &[Row]) -> Result<()> {
        let Self { writer, batch, fill } = self;
        fill(rows, batch)?;
        writer.write_batch(
            &batch.values,
            (!batch.levels.is_empty()).then_some(&batch.levels),
            None,
        )?;
        Ok(())
    }

    fn close(self: Box<Self>) -> Result<ColumnCloseResult> {
        self.writer.close()
    }
}

/// Where the pages of a column go, and what is to be in them.
pub(super) struct Pages<'a, 'b> {
    pub(super) sink: &'a mut TrackedWrite<Vec<u8>>,
    pub(super) description: &'b ColumnDescPtr,
    pub(super) properties: &'b WriterPropertiesPtr,
}

impl<'a> Pages<'a, '_> {
    /// Returns an encoder of a column without nulls, from the value of a row.
    fn of_each<T: DataType>(
        self,
        value: impl Fn(&Row) -> T::T + 'a,
    ) -> Box<dyn ColumnEncoder + 'a> {
        self.of_batches::<T>(move |rows, batch| {
            batch.values.clear();
            batch.values.extend(rows.iter().map(&value));
            Ok(())
        })
    }

    /// Returns an encoder of a column, from what makes the values of the batch before those of some
    /// rows.
    fn of_batches<T: DataType>(
        self,
        fill: impl FnMut(&[Row], &mut Batch<T::T>) -> Result<()> + 'a,
    ) -> Box<dyn ColumnEncoder + 'a> {
        let pages = Box::new(SerializedPageWriter::new(self.sink));
        let writer = ColumnWriterImpl::<T>::new(
            Arc::clone(self.description),
            Arc::clone(self.properties),
            pages,
        );
        Box::new(TypedEncoder {
            writer,
            batch: Batch { values: Vec::new(), levels: Vec::new() },
            fill,
        })
    }
}

pub(super) fn encoder<'a>(
    column: Column,
    board: Board,
    variant: &Bytes,
    pages: Pages<'a, '_>,
) -> Box<dyn ColumnEncoder + 'a> {
    let wide = mask_width(board) > 32;
    match column {
        Column::Position => pages.of_batches::<ByteArrayType>(move |rows, batch| {
            // All in one allocation.
            let mut text = String::with_capacity(rows.len() * rows_form_length(board));
            let mut ends = Vec::with_capacity(rows.len());
            for row in rows {
                push_rows_form(&mut text, board, &row.position);
                ends.push(text.len());
            }
            let text = Bytes::from(text);
            let mut start = 0;
            batch.values.clear();
            batch.values.extend(
                ends.into_iter().map(|end| text.slice(mem::replace(&mut start, end)..end).into()),
            );
            Ok(())
        }),
        Column::Black if wide => pages.of_each::<Int64Type>(|row| row.position.black.bits() as i64),
        Column::Black => pages.of_each::<Int32Type>(|row| row.position.black.bits() as i32),
        Column::Red if wide => pages.of_each::<Int64Type>(|row| row.position.red.bits() as i64),
        Column::Red => pages.of_each::<Int32Type>(|row| row.position.red.bits() as i32),
        Column::Layer => pages.of_each::<Int32Type>(|row| row.layer.into()),
        Column::Turn => {
            let mut turns: Vec<Side> = Vec::new();
            pages.of_batches::<ByteArrayType>(move |rows, batch| {
                let of_rows = rows.iter().map(|row| row.position.turn);
                // A layer has one side to move, so nearly always the values are there already.
                if !of_rows.clone().eq(turns.iter().copied()) {
                    turns.clear();
                    turns.extend(of_rows);
                    batch.values.clear();
                    batch.values.extend(turns.iter().map(|turn| name(turn.name())));
                }
                Ok(())
            })
        }
        Column::Outcome => pages.of_each::<ByteArrayType>(|row| name(row.outcome.name())),
        Column::Score => pages.of_each::<Int32Type>(|row| row.score.into()),
        Column::Dtw => pages.of_batches::<Int32Type>(|rows, batch| {
            let distances = rows.iter().filter_map(|row| row.outcome.distance());
            if distances.clone().any(|plies| plies > u16::MAX.into()) {
                let message = "a distance of more plies than the column's type holds, 65,535";
                return Err(ParquetError::General(message.to_owned()));
            }
            batch.values.clear();
            batch.values.extend(distances.map(|plies| plies as i32));
            batch.levels.clear();
            batch.levels.extend(rows.iter().map(|row| i16::from(row.outcome.distance().is_some())));
            Ok(())
        }),
        Column::Slot => pages.of_each::<Int64Type>(|row| row.slot as i64),
        Column::OrbitSize => pages.of_each::<Int32Type>(|row| row.orbit_size.into()),
        Column::Variant => {
            let variant = variant.clone();
            pages.of_each::<ByteArrayType>(move |_| variant.clone().into())
        }
    }
}

/// Returns a value that takes no allocation.
fn name(name: &'static str) -> ByteArray {
    Bytes::from_static(name.as_bytes()).into()
}

/// Returns the bits of a number that a mask of the board's circles is stored as.
pub(super) fn mask_width(board: Board) -> i8 {
    if board.circle_count() <= u32::BITS as usize { 32 } else { 64 }
}
