//! Records: the values of a row as SQLite stores them.

use std::borrow::Cow;

/// A value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Text(Cow<'static, str>),
}

/// Appends a record: the types of its values, then the values.
pub(super) fn encode(values: &[Value], record: &mut Vec<u8>) {
    let types: u64 = values.iter().map(|value| varint_length(serial_type(value))).sum();
    // The length counts itself. A second byte of it is enough for any table here.
    let header = if types < 127 { types + 1 } else { types + 2 };
    push_varint(record, header);
    for value in values {
        push_varint(record, serial_type(value));
    }
    for value in values {
        match value {
            Value::Null => {}
            Value::Integer(integer) => {
                record.extend_from_slice(
                    &integer.to_be_bytes()[8 - integer_length(*integer) as usize..],
                );
            }
            Value::Text(text) => record.extend_from_slice(text.as_bytes()),
        }
    }
}

/// How a value is stored, and in how many bytes.
fn serial_type(value: &Value) -> u64 {
    match value {
        Value::Null => 0,
        Value::Integer(0) => 8,
        Value::Integer(1) => 9,
        Value::Integer(integer) => match integer_length(*integer) {
            length @ 1..=4 => length,
            6 => 5,
            _ => 6,
        },
        Value::Text(text) => 13 + 2 * text.len() as u64,
    }
}

/// The bytes of an integer: none for 0 and 1, which are types of their own.
fn integer_length(integer: i64) -> u64 {
    match integer {
        0 | 1 => 0,
        _ => [1, 2, 3, 4, 6]
            .into_iter()
            .find(|&bytes| integer >> (8 * bytes - 1) == integer >> 63)
            .unwrap_or(8),
    }
}

fn varint_length(number: u64) -> u64 {
    let mut bytes = Vec::new();
    push_varint(&mut bytes, number);
    bytes.len() as u64
}

/// Appends a number of up to 56 bits in groups of seven bits, the highest first; all but the last
/// have their top bit set.
pub(super) fn push_varint(bytes: &mut Vec<u8>, number: u64) {
    debug_assert!(number < 1 << 56);
    let groups = (u64::BITS - number.leading_zeros()).div_ceil(7).max(1);
    for group in (0..groups).rev() {
        let more = if group > 0 { 0x80 } else { 0 };
        bytes.push((number >> (7 * group)) as u8 & 0x7f | more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_as_many_bytes_as_they_need() {
        for (value, kind, bytes) in [
            (Value::Null, 0, vec![]),
            (Value::Integer(0), 8, vec![]),
            (Value::Integer(1), 9, vec![]),
            (Value::Integer(-1), 1, vec![0xff]),
            (Value::Integer(127), 1, vec![0x7f]),
            (Value::Integer(128), 2, vec![0, 0x80]),
            (Value::Integer(1 << 15), 3, vec![0, 0x80, 0]),
            (Value::Integer(-1 << 23), 3, vec![0x80, 0, 0]),
            (Value::Integer(1 << 23), 4, vec![0, 0x80, 0, 0]),
            (Value::Integer(1 << 31), 5, vec![0, 0, 0x80, 0, 0, 0]),
            (Value::Integer(1 << 47), 6, vec![0, 0, 0x80, 0, 0, 0, 0, 0]),
            (Value::Integer(i64::MIN), 6, vec![0x80, 0, 0, 0, 0, 0, 0, 0]),
            (Value::Text("win".into()), 19, b"win".to_vec()),
        ] {
            let mut record = Vec::new();
            encode(std::slice::from_ref(&value), &mut record);
            assert_eq!(record, [&[2, kind], &bytes[..]].concat(), "{value:?}");
        }
        let mut record = Vec::new();
        encode(&[Value::Text("x".repeat(1000).into())], &mut record);
        assert_eq!(record[..3], [3, 0x80 | 15, 93], "13 + 2 * 1000 = 15 * 128 + 93");
    }
}
