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
