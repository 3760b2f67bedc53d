//! Writes Parquet files.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, Type};
use teeko_rules::{Board, MoveValues};

use super::arrow_schema;
use super::columns::{Kind, Values};
use crate::request::ValueWidth;
use crate::rows::Encoder;
use crate::{Column, Columns, ExportError, Job, Output, Row, Written};

/// How many rows at a time become values of Parquet's own types: few, so that those of their moves
/// stay in the cache. There is no trace of it in the file.
const BATCH: usize = 128;

/// The level of compression: below it the masks take too much, above it too long.
const LEVEL: i32 = 9;

/// The level for the values of moves: there are twenty for each row.
const LEVEL_OF_VALUES: i32 = 1;

pub(super) fn write(
    job: &Job<'_>,
    output: Output<'_>,
) -> std::result::Result<Written, ExportError> {
    let columns = job.columns();
    let metadata = metadata(job, &columns);
    let mut file = NewParquet::new(output.stream(), columns, job.rules().board(), metadata)?;
    file.variant = job.variant().into_bytes().into();
    file.value_width = job.value_width();
    let written = job.write_rows(&mut file)?;
    file.finish()?;
    Ok(written)
}

struct NewParquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Columns,
    board: Board,
    /// The values of [`Column::Variant`].
    variant: Bytes,
    value_width: ValueWidth,
}

impl<W: Write + Send> NewParquet<W> {
    fn new(output: W, columns: Columns, board: Board, metadata: Vec<KeyValue>) -> io::Result<Self> {
        let schema = Arc::new(schema(&columns, board).map_err(io::Error::other)?);
        let properties = Arc::new(properties(&columns, metadata).map_err(io::Error::other)?);
        let writer = SerializedFileWriter::new(output, schema, properties).map_err(of_output)?;
        Ok(Self {
            writer,
            columns,
            board,
            variant: Bytes::new(),
            value_width: ValueWidth::One,
        })
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.finish().map(drop).map_err(of_output)
    }

    fn row_group(&self, rows: &[Row], values: &MoveValues) -> Result<Vec<EncodedColumn>> {
        let descriptions = self.writer.schema_descr().columns();
        let mut sinks = Vec::new();
        sinks.resize_with(descriptions.len(), || TrackedWrite::new(Vec::new()));
        let mut writers = Vec::new();
        for (description, sink) in descriptions.iter().zip(&mut sinks) {
            writers.push(get_column_writer(
                Arc::clone(description),
                Arc::clone(self.writer.properties()),
                Box::new(SerializedPageWriter::new(sink)),
            ));
        }
        self.write_batches(rows, values, &mut writers)?;
        let mut closed = Vec::new();
        for writer in writers {
            closed.push(writer.close()?);
        }
        let mut columns = Vec::new();
        for (sink, closed) in sinks.into_iter().zip(closed) {
            columns.push((Bytes::from(sink.into_inner()?), closed));
        }
        Ok(columns)
    }

    /// Writes rows to the writers of all columns, a batch at a time: one column after the other
    /// would have all rows come out of memory for each.
    fn write_batches(
        &self,
        rows: &[Row],
        values: &MoveValues,
        writers: &mut [ColumnWriter<'_>],
    ) -> Result<()> {
        let values = Values {
            board: self.board,
            variant: &self.variant,
            of_moves: values,
            width: self.value_width,
        };
        for (number, batch) in rows.chunks(BATCH).enumerate() {
            for (writer, &column) in writers.iter_mut().zip(self.columns.as_slice()) {
                values.append(writer, column, batch, number * BATCH)?;
            }
        }
        Ok(())
    }

    fn append(&mut self, columns: Vec<EncodedColumn>) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for (pages, closed) in columns {
            group.append_column(&pages, closed)?;
        }
        group.close().map(drop)
    }
}

impl<W: Write + Send + Sync> Encoder for NewParquet<W> {
    type Chunk = Vec<EncodedColumn>;

    const CHUNK: usize = 1 << 20;

    const CHUNK_WITH_VALUES: usize = 1 << 18;

    const MOST_CHUNKS: usize = 4;

    fn encode(&self, rows: &[Row], values: &MoveValues) -> io::Result<Vec<EncodedColumn>> {
        self.row_group(rows, values).map_err(io::Error::other)
    }

    fn write(&mut self, chunk: Vec<EncodedColumn>) -> io::Result<()> {
        self.append(chunk).map_err(of_output)
    }
}

/// Returns the error of the output as it was: a closed pipe must be known for one.
fn of_output(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => cause
            .downcast::<io::Error>()
            .map_or_else(io::Error::other, |cause| *cause),
        error => io::Error::other(error),
    }
}

/// The pages of a column, and what the file will say of them.
type EncodedColumn = (Bytes, ColumnCloseResult);

/// Returns the columns' names and types.
fn schema(columns: &Columns, board: Board) -> Result<Type> {
    let mut fields = Vec::new();
    for &column in columns.as_slice() {
        fields.push(field(column, board)?);
    }
    Type::group_type_builder("teeko")
        .with_fields(fields)
        .build()
}

/// Returns the name and type of a column.
fn field(column: Column, board: Board) -> Result<Arc<Type>> {
    let (physical, logical) = match Kind::of(column, board) {
        Kind::Text | Kind::Name => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Bytes => (Physical::BYTE_ARRAY, None),
        Kind::Integer { bits, is_signed } => {
            let physical = if bits > 32 {
                Physical::INT64
            } else {
                Physical::INT32
            };
            (physical, Some(LogicalType::integer(bits, is_signed)))
        }
    };
    let repetition = if column == Column::Dtw {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    let field = Type::primitive_type_builder(column.name(), physical);
    let field = field.with_logical_type(logical).with_repetition(repetition);
    field.build().map(Arc::new)
}

fn properties(columns: &Columns, metadata: Vec<KeyValue>) -> Result<WriterProperties> {
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(format!("teeko {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_data_page_size_limit(usize::MAX)
        .set_data_page_row_count_limit(usize::MAX)
        .set_sorting_columns(Some(order(columns)))
        .set_key_value_metadata(Some(metadata));
    // No reader selects rows by the least or greatest of their moves' values.
    let values = ColumnPath::from(Column::Values.name());
    let level = ZstdLevel::try_new(LEVEL_OF_VALUES)?;
    properties = properties
        .set_column_statistics_enabled(values.clone(), EnabledStatistics::None)
        .set_column_compression(values, Compression::ZSTD(level));
    for &column in columns.as_slice() {
        let encoding = match column {
            Column::Black | Column::Red => Encoding::PLAIN,
            Column::Slot => Encoding::DELTA_BINARY_PACKED,
            Column::Values => Encoding::DELTA_LENGTH_BYTE_ARRAY,
            _ => continue,
        };
        let path = ColumnPath::from(column.name());
        properties = properties
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, encoding);
    }
    Ok(properties.build())
}

/// Returns the columns by which rows ascend: the layer, and within a layer the slot.
fn order(columns: &Columns) -> Vec<SortingColumn> {
    let mut order = Vec::new();
    for column in [Column::Layer, Column::Slot] {
        let place = columns.as_slice().iter().position(|&found| found == column);
        let Some(place) = place else {
            break;
        };
        order.push(SortingColumn {
            column_idx: place as i32,
            descending: false,
            nulls_first: false,
        });
    }
    order
}

/// Returns the file's metadata: the origin of the rows, what the values of moves are written as, and
/// the schema in Arrow's form.
fn metadata(job: &Job<'_>, columns: &Columns) -> Vec<KeyValue> {
    let mut metadata = Vec::new();
    for (key, value) in (job.subject.provenance)().entries() {
        metadata.push(KeyValue::new(format!("teeko.{key}"), value.to_owned()));
    }
    if columns.has_values() {
        let bytes = job.value_width().bytes();
        metadata.push(KeyValue::new(
            "teeko.value_bytes".to_owned(),
            bytes.to_string(),
        ));
    }
    let schema = arrow_schema::encoded(columns, job.rules().board());
    metadata.push(KeyValue::new(arrow_schema::KEY.to_owned(), schema));
    metadata
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::EMPTY;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use parquet::schema::printer::print_schema;
    use teeko_rules::notation::push_rows_form;
    use teeko_rules::{Circles, Outcome, Position, Side};

    /// The rows do not depend on how they are dealt with: several batches, the last one short, and
    /// a side to move and a shape of distances that change within them.
    #[test]
    fn a_row_group_of_several_batches_has_every_value_in_its_row() {
        let board = "8x8".parse().unwrap();
        let outcomes = [
            Outcome::Win(i16::MAX as u32),
            Outcome::Draw,
            Outcome::Loss(0),
        ];
        let row = |number: u64| {
            let black = Circles::from_bits(1 << 63 | number);
            let turn = if (1500..2600).contains(&number) {
                Side::Red
            } else {
                Side::Black
            };
            Row {
                layer: 5,
                slot: i64::MAX as u64 - number,
                position: Position {
                    black,
                    turn,
                    ..Position::EMPTY
                },
                outcome: if number < 1500 {
                    Outcome::Draw
                } else {
                    outcomes[number as usize % 3]
                },
                score: [i16::MIN, -1, 0, i16::MAX][number as usize % 4],
                weight: 8,
            }
        };
        let rows: Vec<Row> = (0..3 * BATCH as u64 - 100).map(row).collect();
        let columns = "dtw,turn,position,outcome,slot,score,black,layer,red,weight";
        let written = |columns: &str, rows: &[Row]| {
            let columns = columns.parse().unwrap();
            let mut bytes = Vec::new();
            let mut format = NewParquet::new(&mut bytes, columns, board, Vec::new()).unwrap();
            let chunk = format.encode(rows, &MoveValues::default())?;
            format.write(chunk)?;
            format.finish()?;
            Ok::<_, io::Error>(bytes)
        };
        let bytes = Bytes::from(written(columns, &rows).unwrap());
        let reader = SerializedFileReader::new(bytes).unwrap();
        let mut found = reader.get_row_iter(None).unwrap();
        for row in &rows {
            let mut text = String::new();
            push_rows_form(&mut text, board, &row.position);
            let expected = [
                row.outcome
                    .distance()
                    .map_or(Field::Null, |plies| Field::Short(plies as i16)),
                Field::Str(row.position.turn.name().to_owned()),
                Field::Str(text),
                Field::Str(row.outcome.name().to_owned()),
                Field::Long(row.slot as i64),
                Field::Short(row.score),
                Field::ULong(row.position.black.bits()),
                Field::UByte(row.layer),
                Field::ULong(row.position.red.bits()),
                Field::UByte(row.weight),
            ];
            let found = found.next().unwrap().unwrap();
            assert!(
                found
                    .get_column_iter()
                    .map(|(_, field)| field)
                    .eq(&expected),
                "{found}"
            );
        }
        assert!(found.next().is_none());
        let too_deep = Row {
            outcome: Outcome::Loss(1 << 15),
            ..rows[0]
        };
        assert!(written(columns, &[too_deep]).is_err());
    }

    #[test]
    fn the_file_says_of_what_type_its_columns_are() {
        for (board, mask) in [
            ("5x5", "INT32 $ (INTEGER(32,false))"),
            ("4x8", "INT32 $ (INTEGER(32,false))"),
            ("6x6", "INT64 $ (INTEGER(64,true))"),
            ("8x8", "INT64 $ (INTEGER(64,false))"),
        ] {
            let columns = Column::names().join(",").parse().unwrap();
            let (mut bytes, board) = (Vec::new(), board.parse().unwrap());
            let mut format = NewParquet::new(&mut bytes, columns, board, Vec::new()).unwrap();
            let chunk = format.encode(&[EMPTY], &MoveValues::default()).unwrap();
            format.write(chunk).unwrap();
            format.finish().unwrap();
            let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
            let mut schema = Vec::new();
            print_schema(&mut schema, reader.metadata().file_metadata().schema());
            let expected = format!(
                "message teeko {{\n  REQUIRED BYTE_ARRAY position (STRING);\n  \
                 REQUIRED {};\n  REQUIRED {};\n  \
                 REQUIRED INT32 layer (INTEGER(8,false));\n  \
                 REQUIRED BYTE_ARRAY turn (STRING);\n  \
                 REQUIRED BYTE_ARRAY outcome (STRING);\n  \
                 REQUIRED INT32 score (INTEGER(16,true));\n  \
                 OPTIONAL INT32 dtw (INTEGER(16,true));\n  \
                 REQUIRED INT64 slot (INTEGER(64,true));\n  \
                 REQUIRED INT32 weight (INTEGER(8,false));\n  \
                 REQUIRED INT32 fold (INTEGER(8,false));\n  \
                 REQUIRED BYTE_ARRAY variant (STRING);\n  \
                 REQUIRED BYTE_ARRAY values;\n}}\n",
                mask.replace('$', "black"),
                mask.replace('$', "red"),
            );
            assert_eq!(String::from_utf8(schema).unwrap(), expected);
        }
    }

    #[test]
    fn a_closed_pipe_is_told_from_other_errors_wherever_in_the_file() {
        /// Takes so many bytes before it is closed.
        struct Pipe(usize);

        impl Write for Pipe {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let taken = bytes.len().min(self.0);
                self.0 -= taken;
                if taken == 0 {
                    Err(io::ErrorKind::BrokenPipe.into())
                } else {
                    Ok(taken)
                }
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        // Of numbers without a pattern, since the file is compressed.
        let rows: Vec<Row> = (0..20_000_u64)
            .map(|n| Row {
                slot: n.wrapping_pow(3).wrapping_mul(0x9e37_79b9_7f4a_7c15),
                ..EMPTY
            })
            .collect();
        let write = |room, rows: &[Row]| {
            let (mut pipe, columns) = (Pipe(room), "slot".parse().unwrap());
            let mut format = NewParquet::new(&mut pipe, columns, Board::STANDARD, Vec::new())?;
            let chunk = format.encode(rows, &MoveValues::default())?;
            format.write(chunk)?;
            format.finish()?;
            Ok::<_, io::Error>(room - pipe.0)
        };
        for rows in [&rows[..1], &rows] {
            let length = write(1 << 20, rows).unwrap();
            assert_eq!(rows.len() > 1, length > 1 << 14, "more than a buffer");
            for room in [0, 100, length / 2, length - 1] {
                assert_eq!(
                    write(room, rows).unwrap_err().kind(),
                    io::ErrorKind::BrokenPipe,
                    "{room} of {length}"
                );
            }
            assert_eq!(write(length, rows).unwrap(), length);
        }
    }
}
