//! Documents as JSON.

use std::io::{BufWriter, Write};

use serde::Serialize;

/// Appends a document to `out` as JSON, without a line end.
pub(crate) fn write_json(out: &mut Vec<u8>, document: &impl Serialize) {
    // Many short pieces. A buffer takes each without a call, also in code compiled for size. One of
    // this size is allocated fast.
    let mut buffer = BufWriter::with_capacity(1 << 10, out);
    serde_json::to_writer(&mut buffer, document).expect("a document that can be written");
    buffer.flush().expect("room in memory");
}

pub(crate) fn json(document: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_json(&mut bytes, document);
    bytes
}

/// Returns a document as JSON, without a line end.
pub fn json_text(document: &impl Serialize) -> String {
    String::from_utf8(json(document)).expect("JSON in UTF-8")
}

/// Returns a document as one line of JSON, with its line end.
pub fn json_line<T: Serialize>(document: &T) -> String {
    json_text(document) + "\n"
}
