//! Writes Parquet files.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, GroupTypeBuilder, Type};
use teeko_rules::{Board, MovesOfMany};

use super::columns::{self, mask_width};
use crate::rows::Encoder;
use crate::{Column, Columns, ExportError, Job, Output, Provenance, Row, Written};

/// How many rows at a time become values of Parquet's own types: few, so that those of their moves
/// stay in the cache. There is no trace of it in the file.
const BATCH: usize = 128;

/// The level of compression: below it the masks take too much, above it too long.
const LEVEL: i32 = 9;

/// The level for moves: there are twenty for each row.
const LEVEL_OF_MOVES: i32 = 1;

pub(super) fn write(
    job: &Job<'_>,
    output: Output<'_>,
) -> std::result::Result<Written, ExportError> {
    let provenance = (job.subject.provenance)();
    let mut file = NewParquet::new(
        output.stream(),
        job.columns(),
        job.rules().board(),
        &provenance,
    )?;
    file.variant = job.variant().into_bytes().into();
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
}

impl<W: Write + Send> NewParquet<W> {
    fn new(output: W, columns: Columns, board: Board, provenance: &Provenance) -> io::Result<Self> {
        let schema = Arc::new(schema(&columns, board).map_err(io::Error::other)?);
        let properties = Arc::new(properties(&columns, provenance).map_err(io::Error::other)?);
        let writer = SerializedFileWriter::new(output, schema, properties).map_err(of_output)?;
        Ok(Self {
            writer,
            columns,
            board,
            variant: Bytes::new(),
        })
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.finish().map(drop).map_err(of_output)
    }

    fn row_group(&self, rows: &[Row], moves: &MovesOfMany) -> Result<Vec<EncodedColumn>> {
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
        self.write_batches(rows, moves, &mut writers)?;
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
        moves: &MovesOfMany,
        writers: &mut [ColumnWriter<'_>],
    ) -> Result<()> {
        let mut first = 0;
        for rows in rows.chunks(BATCH) {
            let numbers = first..first + rows.len();
            first = numbers.end;
            let moves: Vec<_> = numbers.map(|number| moves.of(number)).collect();
            let mut writers = writers.iter_mut();
            for &column in self.columns.as_slice() {
                columns::write(
                    &mut writers,
                    column,
                    self.board,
                    &self.variant,
                    rows,
                    &moves,
                )?;
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

    const CHUNK_WITH_MOVES: usize = 1 << 16;

    const MOST_CHUNKS: usize = 4;

    fn encode(&self, rows: &[Row], moves: &MovesOfMany) -> io::Result<Vec<EncodedColumn>> {
        self.row_group(rows, moves).map_err(io::Error::other)
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

/// The physical and logical type of a column.
type Kind = (Physical, LogicalType);

const TEXT: Kind = (Physical::BYTE_ARRAY, LogicalType::String);

fn integer(bits: i8) -> Kind {
    let physical = if bits > 32 {
        Physical::INT64
    } else {
        Physical::INT32
    };
    (physical, LogicalType::integer(bits, false))
}

/// The parts of [`Column::Moves`].
const PARTS_OF_MOVES: [&str; 3] = ["action", "outcome", "dtw"];

fn primitive(name: &str, (physical, logical): Kind, repetition: Repetition) -> Result<Arc<Type>> {
    let field = Type::primitive_type_builder(name, physical).with_logical_type(Some(logical));
    field.with_repetition(repetition).build().map(Arc::new)
}

fn group(name: &str, fields: Vec<Arc<Type>>, repetition: Repetition) -> GroupTypeBuilder<'_> {
    Type::group_type_builder(name)
        .with_fields(fields)
        .with_repetition(repetition)
}

/// Returns the type of the moves, with the levels of lists that the format prescribes.
fn list_of_moves() -> Result<Arc<Type>> {
    let [action, outcome, dtw] = PARTS_OF_MOVES;
    let fields = vec![
        primitive(action, integer(16), Repetition::REQUIRED)?,
        primitive(outcome, TEXT, Repetition::REQUIRED)?,
        primitive(dtw, integer(16), Repetition::OPTIONAL)?,
    ];
    let element = Arc::new(group("element", fields, Repetition::REQUIRED).build()?);
    let list = Arc::new(group("list", vec![element], Repetition::REPEATED).build()?);
    let moves = group(Column::Moves.name(), vec![list], Repetition::REQUIRED);
    moves
        .with_logical_type(Some(LogicalType::List))
        .build()
        .map(Arc::new)
}

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
    let kind = match column {
        Column::Moves => return list_of_moves(),
        Column::Position | Column::Turn | Column::Outcome | Column::Variant => TEXT,
        Column::Black | Column::Red => integer(mask_width(board)),
        Column::Layer | Column::OrbitSize | Column::Fold => integer(8),
        Column::Score => (Physical::INT32, LogicalType::integer(16, true)),
        Column::Dtw => integer(16),
        Column::Slot => integer(64),
    };
    let repetition = if column == Column::Dtw {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    primitive(column.name(), kind, repetition)
}

fn properties(columns: &Columns, provenance: &Provenance) -> Result<WriterProperties> {
    let mut metadata = Vec::new();
    for (key, value) in provenance.entries() {
        metadata.push(KeyValue::new(format!("teeko.{key}"), value.to_owned()));
    }
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(format!("teeko {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_data_page_size_limit(usize::MAX)
        .set_data_page_row_count_limit(usize::MAX)
        .set_key_value_metadata(Some(metadata));
    let compression = Compression::ZSTD(ZstdLevel::try_new(LEVEL_OF_MOVES)?);
    for part in PARTS_OF_MOVES {
        let path = [Column::Moves.name(), "list", "element", part].map(str::to_owned);
        let path = ColumnPath::from(path.to_vec());
        // No reader selects rows by the least or greatest of their moves.
        properties = properties
            .set_column_statistics_enabled(path.clone(), EnabledStatistics::None)
            .set_column_compression(path, compression);
    }
    for &column in columns.as_slice() {
        let encoding = match column {
            Column::Black | Column::Red => Encoding::PLAIN,
            Column::Slot => Encoding::DELTA_BINARY_PACKED,
            _ => continue,
        };
        let path = ColumnPath::from(column.name());
        properties = properties
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, encoding);
    }
    Ok(properties.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{EMPTY, provenance};
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
            Outcome::Win(u16::MAX.into()),
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
                slot: u64::MAX - number,
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
                orbit_size: 8,
            }
        };
        let rows: Vec<Row> = (0..3 * BATCH as u64 - 100).map(row).collect();
        let columns = "dtw,turn,position,outcome,slot,score,black,layer,red,orbit_size";
        let written = |columns: &str, rows: &[Row]| {
            let columns = columns.parse().unwrap();
            let mut bytes = Vec::new();
            let mut format = NewParquet::new(&mut bytes, columns, board, &provenance("")).unwrap();
            let chunk = format.encode(rows, &MovesOfMany::default())?;
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
                    .map_or(Field::Null, |plies| Field::UShort(plies as u16)),
                Field::Str(row.position.turn.name().to_owned()),
                Field::Str(text),
                Field::Str(row.outcome.name().to_owned()),
                Field::ULong(row.slot),
                Field::Short(row.score),
                Field::ULong(row.position.black.bits()),
                Field::UByte(row.layer),
                Field::ULong(row.position.red.bits()),
                Field::UByte(row.orbit_size),
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
            outcome: Outcome::Loss(1 << 16),
            ..rows[0]
        };
        assert!(written(columns, &[too_deep]).is_err());
    }

    #[test]
    fn the_file_says_of_what_type_its_columns_are() {
        for (board, mask) in [
            ("5x5", "INT32 $ (INTEGER(32,false))"),
            ("6x6", "INT64 $ (INTEGER(64,false))"),
        ] {
            let columns = Column::names().join(",").parse().unwrap();
            let (mut bytes, board) = (Vec::new(), board.parse().unwrap());
            let mut format = NewParquet::new(&mut bytes, columns, board, &provenance("")).unwrap();
            let chunk = format.encode(&[EMPTY], &MovesOfMany::default()).unwrap();
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
                 OPTIONAL INT32 dtw (INTEGER(16,false));\n  \
                 REQUIRED INT64 slot (INTEGER(64,false));\n  \
                 REQUIRED INT32 orbit_size (INTEGER(8,false));\n  \
                 REQUIRED INT32 fold (INTEGER(8,false));\n  \
                 REQUIRED BYTE_ARRAY variant (STRING);\n  \
                 REQUIRED group moves (LIST) {{\n    REPEATED group list {{\n      \
                 REQUIRED group element {{\n        \
                 REQUIRED INT32 action (INTEGER(16,false));\n        \
                 REQUIRED BYTE_ARRAY outcome (STRING);\n        \
                 OPTIONAL INT32 dtw (INTEGER(16,false));\n      }}\n    }}\n  }}\n}}\n",
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
            let mut format = NewParquet::new(&mut pipe, columns, Board::STANDARD, &provenance(""))?;
            let chunk = format.encode(rows, &MovesOfMany::default())?;
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
