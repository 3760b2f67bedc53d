//! Parquet files.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::{
    ArrayRef, DictionaryArray, Int8Array, StringArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, ArrowWriterOptions, compute_leaves};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use teeko_rules::notation::push_rows_form;
use teeko_rules::{Board, Outcome, Side};

use crate::{Column, Columns, Format, Row};

/// The level of compression. All orbits of 44-ssss take 12,969,015 bytes at level 1, 12,825,051 at 3, 11,545,910 at 6 and
/// 11,106,625 at 9, and 3.3, 3.3, 3.9 and 4.1 processor seconds.
const LEVEL: i32 = 3;

/// How many rows of a row group are values of Arrow at once. A multiple of the 1024 rows that the writer takes at a time, so
/// that it does not change the file.
const BATCH: usize = 1 << 16;

/// A Parquet file with typed columns, a row group for each chunk of rows, compressed with zstd.
///
/// | column | type |
/// |---|---|
/// | `black`, `red` | unsigned 32-bit integers, on boards of more than 32 circles 64-bit: bit `n - 1` for circle `n` |
/// | `layer` | unsigned 8-bit integer |
/// | `turn`, `outcome` | strings, as dictionaries |
/// | `dtw` | unsigned 16-bit integer, null in a draw |
/// | `slot` | unsigned 64-bit integer |
/// | `position` | string |
///
/// The file's metadata names the variant (`teeko.variant`) and the version of the program (`teeko.version`).
///
/// Masks are stored with the bytes of each rank together (`BYTE_STREAM_SPLIT`): along the index the higher ones repeat, which zstd
/// sees only then. Plainly stored, the file of all orbits of 44-ssss is 27.0 MB instead of 12.8, with differences 46.8 MB.
/// pyarrow and polars read that, and DuckDB from version 2.0 on.
pub struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    groups: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    columns: Columns,
    board: Board,
}

impl<W: Write + Send> Parquet<W> {
    /// Begins the file.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(output: W, columns: Columns, board: Board, variant: &str) -> io::Result<Self> {
        let fields: Vec<Field> = columns.as_slice().iter().map(|&column| field(column, board)).collect();
        let schema = Arc::new(Schema::new(fields));
        let options = ArrowWriterOptions::new().with_properties(properties(&columns, variant)?);
        let writer = ArrowWriter::try_new_with_options(output, Arc::clone(&schema), options);
        let (writer, groups) = writer.and_then(ArrowWriter::into_serialized_writer).map_err(cause)?;
        Ok(Self { writer, groups, schema, columns, board })
    }

    /// Ends the file, and returns the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(cause)
    }

    /// The values of a column.
    fn values(&self, rows: &[Row], column: Column) -> Result<ArrayRef> {
        let wide = self.board.circle_count() > u32::BITS as usize;
        Ok(match column {
            Column::Position => {
                let mut text = String::new();
                Arc::new(StringArray::from_iter_values(rows.iter().map(|row| {
                    text.clear();
                    push_rows_form(&mut text, self.board, &row.position);
                    text.clone()
                })))
            }
            Column::Black => masks(rows.iter().map(|row| row.position.black.bits()), wide),
            Column::Red => masks(rows.iter().map(|row| row.position.red.bits()), wide),
            Column::Layer => Arc::new(UInt8Array::from_iter_values(rows.iter().map(|row| row.layer))),
            Column::Turn => names(
                &[Side::Black.name(), Side::Red.name()],
                rows.iter().map(|row| i8::from(row.position.turn == Side::Red)),
            ),
            Column::Outcome => names(
                &["win", "draw", "loss"],
                rows.iter().map(|row| match row.outcome {
                    Outcome::Win(_) => 0,
                    Outcome::Draw => 1,
                    Outcome::Loss(_) => 2,
                }),
            ),
            Column::Dtw => {
                let too_deep = |error| ParquetError::General(format!("distance to win: {error}"));
                let distance = |row: &Row| row.outcome.distance().map(u16::try_from).transpose().map_err(too_deep);
                Arc::new(UInt16Array::from(rows.iter().map(distance).collect::<Result<Vec<_>>>()?))
            }
            Column::Slot => Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| row.slot))),
        })
    }

    fn append(&mut self, columns: Vec<ArrowColumnChunk>) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in columns {
            column.append_to_row_group(&mut group)?;
        }
        group.close()?;
        Ok(())
    }

    fn row_group(&self, rows: &[Row]) -> Result<Vec<ArrowColumnChunk>> {
        // All groups are alike; their number matters to encrypted files alone.
        let writers = self.groups.create_column_writers(0)?;
        let columns = self.schema.fields().iter().zip(self.columns.as_slice()).zip(writers);
        columns
            .map(|((field, &column), mut writer)| {
                for rows in rows.chunks(BATCH) {
                    for leaf in compute_leaves(field, &self.values(rows, column)?)? {
                        writer.write(&leaf)?;
                    }
                }
                writer.close()
            })
            .collect()
    }
}

impl<W: Write + Send + Sync> Format for Parquet<W> {
    type Chunk = Vec<ArrowColumnChunk>;

    const CHUNK: usize = 1 << 20;

    const MOST_CHUNKS: usize = 4;

    fn encode(&self, rows: &[Row]) -> io::Result<Vec<ArrowColumnChunk>> {
        self.row_group(rows).map_err(cause)
    }

    fn write(&mut self, chunk: Vec<ArrowColumnChunk>) -> io::Result<()> {
        self.append(chunk).map_err(cause)
    }
}

fn field(column: Column, board: Board) -> Field {
    let mask = if board.circle_count() <= u32::BITS as usize { DataType::UInt32 } else { DataType::UInt64 };
    let names = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let kind = match column {
        Column::Position => DataType::Utf8,
        Column::Black | Column::Red => mask,
        Column::Layer => DataType::UInt8,
        Column::Turn | Column::Outcome => names,
        Column::Dtw => DataType::UInt16,
        Column::Slot => DataType::UInt64,
    };
    Field::new(column.name(), kind, column == Column::Dtw)
}

fn properties(columns: &Columns, variant: &str) -> io::Result<WriterProperties> {
    let level = ZstdLevel::try_new(LEVEL).map_err(cause)?;
    let metadata = [("teeko.variant", variant), ("teeko.version", env!("CARGO_PKG_VERSION"))];
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned())).to_vec();
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_created_by(format!("teeko {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(level))
        .set_key_value_metadata(Some(metadata));
    for &column in columns.as_slice() {
        let path = ColumnPath::from(column.name());
        let encoding = match column {
            Column::Black | Column::Red => Encoding::BYTE_STREAM_SPLIT,
            Column::Slot => Encoding::DELTA_BINARY_PACKED,
            Column::Position | Column::Layer | Column::Turn | Column::Outcome | Column::Dtw => continue,
        };
        properties = properties.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, encoding);
    }
    Ok(properties.build())
}

fn masks(bits: impl Iterator<Item = u64>, wide: bool) -> ArrayRef {
    if wide {
        Arc::new(UInt64Array::from_iter_values(bits))
    } else {
        Arc::new(UInt32Array::from_iter_values(bits.map(|bits| bits as u32)))
    }
}

/// The error of the output, if that is what failed: a closed pipe is one to its reader.
fn cause(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}

/// A column of names, given by their places in a list.
fn names(list: &[&str], places: impl Iterator<Item = i8>) -> ArrayRef {
    let values = StringArray::from_iter_values(list);
    Arc::new(DictionaryArray::new(Int8Array::from_iter_values(places), Arc::new(values)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Solved, orbits};
    use crate::{Selection, export};
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int8Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use teeko_rules::notation::parse_position;
    use teeko_rules::{Circles, Position};

    #[test]
    fn columns_read_back_have_the_values_of_the_solution() {
        let oracle = Solved::variant("44-ssss+4x4");
        let rules = oracle.solution().rules();
        let columns: Columns = "position,black,red,layer,turn,outcome,dtw,slot".parse().unwrap();
        let mut format = Parquet::new(Vec::new(), columns, rules.board(), "44-ssss+4x4").unwrap();
        let selection = Selection { layers: 3..9, ..orbits() };
        let rows = export(&oracle, &selection, &mut format, |_, _| true).unwrap();
        let bytes = bytes::Bytes::from(format.finish().unwrap());

        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
        let metadata = reader.metadata().file_metadata();
        assert_eq!(u64::try_from(metadata.num_rows()), Ok(rows));
        let entries = metadata.key_value_metadata().unwrap();
        let variant = entries.iter().find(|entry| entry.key == "teeko.variant").unwrap();
        assert_eq!(variant.value.as_deref(), Some("44-ssss+4x4"));
        assert_eq!(reader.metadata().num_row_groups(), 6);

        let mut count = 0;
        for batch in reader.build().unwrap() {
            let batch = batch.unwrap();
            let column = |name: &str| batch.column_by_name(name).unwrap();
            let text = |name: &str, row: usize| {
                let dictionary = column(name).as_dictionary::<Int8Type>();
                dictionary.values().as_string::<i32>().value(dictionary.keys().value(row) as usize).to_owned()
            };
            let mask = |name: &str, row: usize| {
                Circles::from_bits(column(name).as_primitive::<UInt32Type>().value(row).into())
            };
            for row in (0..batch.num_rows()).step_by(41) {
                let turn = if text("turn", row) == "red" { Side::Red } else { Side::Black };
                let position = Position { black: mask("black", row), red: mask("red", row), turn };
                assert_eq!(parse_position(rules, column("position").as_string::<i32>().value(row)), Ok(position));
                let outcome = oracle.solution().outcome(&position).unwrap();
                assert_eq!(text("outcome", row), outcome.name());
                let distances = column("dtw").as_primitive::<UInt16Type>();
                let found = (!batch.column_by_name("dtw").unwrap().is_null(row)).then(|| distances.value(row).into());
                assert_eq!(found, outcome.distance());
                let layer = column("layer").as_primitive::<UInt8Type>().value(row);
                assert_eq!(usize::from(layer), position.layer());
                let index = teeko_index::LayerIndex::new(rules.board(), &rules.symmetries(), layer.into());
                assert_eq!(column("slot").as_primitive::<UInt64Type>().value(row), index.rank(&position));
            }
            count += batch.num_rows() as u64;
        }
        assert_eq!(count, rows);
    }
}
