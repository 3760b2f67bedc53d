//! The file's schema in Arrow's own form, which says what Parquet's cannot: that a column has few
//! texts, which come again and again. pandas and other readers that build on Arrow make categories
//! of them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flatbuffers::{FlatBufferBuilder, TableFinishedWIPOffset, VOffsetT, WIPOffset};
use teeko_rules::Board;

use super::columns::Kind;
use crate::{Column, Columns};

/// The key in the file's metadata.
pub(super) const KEY: &str = "ARROW:schema";

/// Returns the schema as the metadata has it: a message of Arrow's streams in base 64.
///
/// The crate `arrow-ipc` would write it too, but needs six others of Arrow's.
///
/// Source of the tables, and of the numbers of their fields and types: `format/Schema.fbs` and
/// `format/Message.fbs` in the repository apache/arrow.
pub(super) fn encoded(columns: &Columns, board: Board) -> String {
    let mut builder = FlatBufferBuilder::new();
    let mut fields = Vec::new();
    for &column in columns.as_slice() {
        fields.push(field(&mut builder, column, board));
    }
    let schema = schema(&mut builder, &fields);
    let message = message(&mut builder, schema);
    builder.finish_minimal(message);
    STANDARD.encode(framed(builder.finished_data()))
}

/// A finished table.
type Table = WIPOffset<TableFinishedWIPOffset>;

/// Returns where a table has the place of the field with this number.
const fn slot(field: VOffsetT) -> VOffsetT {
    4 + 2 * field
}

fn message(builder: &mut FlatBufferBuilder<'_>, schema: Table) -> Table {
    const VERSION_5: i16 = 4;
    const SCHEMA: u8 = 1;
    let table = builder.start_table();
    builder.push_slot_always(slot(0), VERSION_5);
    builder.push_slot_always(slot(1), SCHEMA);
    builder.push_slot_always(slot(2), schema);
    builder.end_table(table)
}

fn schema(builder: &mut FlatBufferBuilder<'_>, fields: &[Table]) -> Table {
    let fields = builder.create_vector(fields);
    let table = builder.start_table();
    builder.push_slot_always(slot(1), fields);
    builder.end_table(table)
}

/// Adds the table of a column.
fn field(builder: &mut FlatBufferBuilder<'_>, column: Column, board: Board) -> Table {
    const INTEGER: u8 = 2;
    const BINARY: u8 = 4;
    const TEXT: u8 = 5;
    let kind = Kind::of(column, board);
    let name = builder.create_string(column.name());
    let (type_number, type_table) = match kind {
        Kind::Integer { bits, is_signed } => (INTEGER, integer(builder, bits, is_signed)),
        Kind::Bytes => (BINARY, empty(builder)),
        Kind::Text | Kind::Name => (TEXT, empty(builder)),
    };
    let dictionary = match kind {
        Kind::Name => Some(dictionary(builder, column)),
        _ => None,
    };
    let children = builder.create_vector::<Table>(&[]);
    let table = builder.start_table();
    builder.push_slot_always(slot(0), name);
    builder.push_slot(slot(1), column == Column::Dtw, false);
    builder.push_slot_always(slot(2), type_number);
    builder.push_slot_always(slot(3), type_table);
    if let Some(dictionary) = dictionary {
        builder.push_slot_always(slot(4), dictionary);
    }
    builder.push_slot_always(slot(5), children);
    builder.end_table(table)
}

/// Adds the table of a dictionary with indexes of 32 bits. Each column has its own.
fn dictionary(builder: &mut FlatBufferBuilder<'_>, column: Column) -> Table {
    let index = integer(builder, 32, true);
    let table = builder.start_table();
    builder.push_slot(slot(0), column as i64, 0);
    builder.push_slot_always(slot(1), index);
    builder.end_table(table)
}

fn integer(builder: &mut FlatBufferBuilder<'_>, bits: i8, is_signed: bool) -> Table {
    let table = builder.start_table();
    builder.push_slot(slot(0), i32::from(bits), 0);
    builder.push_slot(slot(1), is_signed, false);
    builder.end_table(table)
}

/// Adds the table of a type without parameters.
fn empty(builder: &mut FlatBufferBuilder<'_>) -> Table {
    let table = builder.start_table();
    builder.end_table(table)
}

/// Returns a message after the mark of messages and its length, padded to eight bytes.
fn framed(message: &[u8]) -> Vec<u8> {
    let length = message.len().next_multiple_of(8);
    let mut bytes = vec![0xff; 4];
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(message);
    bytes.resize(8 + length, 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in the bytes of a message, read by hand.
    #[derive(Clone, Copy)]
    struct Read<'a> {
        bytes: &'a [u8],
        place: usize,
    }

    impl<'a> Read<'a> {
        fn number<const LENGTH: usize>(bytes: &[u8], place: usize) -> usize {
            let mut number = [0; 8];
            number[..LENGTH].copy_from_slice(&bytes[place..place + LENGTH]);
            u64::from_le_bytes(number) as usize
        }

        /// Returns where a field is; `None` if the table does not have it.
        fn field(self, number: usize) -> Option<usize> {
            let vtable =
                self.place as i64 - i64::from(Self::number::<4>(self.bytes, self.place) as i32);
            let vtable = vtable as usize;
            if Self::number::<2>(self.bytes, vtable) <= 4 + 2 * number {
                return None;
            }
            match Self::number::<2>(self.bytes, vtable + 4 + 2 * number) {
                0 => None,
                offset => Some(self.place + offset),
            }
        }

        /// Returns a number of so many bytes; 0 if the table does not have it.
        fn integer<const LENGTH: usize>(self, number: usize) -> usize {
            self.field(number)
                .map_or(0, |place| Self::number::<LENGTH>(self.bytes, place))
        }

        /// Returns where a field leads to.
        fn follow(self, number: usize) -> Option<usize> {
            let place = self.field(number)?;
            Some(place + Self::number::<4>(self.bytes, place))
        }

        fn table(self, number: usize) -> Option<Self> {
            let place = self.follow(number)?;
            Some(Self { place, ..self })
        }

        fn text(self, number: usize) -> &'a str {
            let place = self.follow(number).unwrap();
            let length = Self::number::<4>(self.bytes, place);
            str::from_utf8(&self.bytes[place + 4..][..length]).unwrap()
        }

        fn tables(self, number: usize) -> Vec<Self> {
            let place = self.follow(number).unwrap();
            let mut tables = Vec::new();
            for entry in 0..Self::number::<4>(self.bytes, place) {
                let entry = place + 4 + 4 * entry;
                let place = entry + Self::number::<4>(self.bytes, entry);
                tables.push(Self { place, ..self });
            }
            tables
        }
    }

    /// Describes the table of a column as `format/Schema.fbs` has it.
    fn described(field: Read<'_>) -> String {
        let of_type = field.table(3).unwrap();
        let kind = match field.integer::<1>(2) {
            2 => {
                let sign = if of_type.integer::<1>(1) == 1 {
                    "int"
                } else {
                    "uint"
                };
                format!("{sign}{}", of_type.integer::<4>(0))
            }
            4 => "binary".to_owned(),
            5 => "utf8".to_owned(),
            other => panic!("type {other}"),
        };
        let null = if field.integer::<1>(1) == 1 { "?" } else { "" };
        let indexes = field.table(4).map_or(String::new(), |dictionary| {
            let index = dictionary.table(1).unwrap();
            assert_eq!((index.integer::<4>(0), index.integer::<1>(1)), (32, 1));
            format!(" in dictionary {}", dictionary.integer::<8>(0))
        });
        assert_eq!(field.tables(5).len(), 0, "children");
        format!("{} {kind}{null}{indexes}", field.text(0))
    }

    #[test]
    fn the_schema_names_types_and_dictionaries() {
        let columns = "position,black,turn,outcome,score,dtw,slot,variant,values";
        let text = encoded(&columns.parse().unwrap(), "6x6".parse().unwrap());

        let bytes = STANDARD.decode(text).unwrap();
        let (head, message) = bytes.split_at(8);
        assert_eq!(head[..4], [0xff; 4]);
        assert_eq!(Read::number::<4>(head, 4), message.len());
        assert_eq!(message.len() % 8, 0);
        let root = Read {
            bytes: message,
            place: Read::number::<4>(message, 0),
        };
        // Version 5 of the format, and a schema.
        assert_eq!((root.integer::<2>(0), root.integer::<1>(1)), (4, 1));
        let fields = root.table(2).unwrap().tables(1);
        let fields: Vec<String> = fields.into_iter().map(described).collect();
        let [turn, outcome, variant] =
            [Column::Turn, Column::Outcome, Column::Variant].map(|column| column as i64);
        assert_eq!(
            fields,
            [
                "position utf8",
                "black int64",
                &format!("turn utf8 in dictionary {turn}"),
                &format!("outcome utf8 in dictionary {outcome}"),
                "score int16",
                "dtw int16?",
                "slot int64",
                &format!("variant utf8 in dictionary {variant}"),
                "values binary",
            ]
        );
    }
}
