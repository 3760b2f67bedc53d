//! What files have, read back.

use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::tests::{COLUMNS, exported, exported_layer};
use crate::{CSV, JSON_LINES, PARQUET};

/// Returns a file of positions with one piece.
fn read(columns: &str) -> SerializedFileReader<Bytes> {
    SerializedFileReader::new(Bytes::from(exported(&PARQUET, columns))).unwrap()
}

/// Returns the lines of a CSV with the columns of a file of Parquet.
fn lines_of_parquet(reader: &SerializedFileReader<Bytes>) -> String {
    let mut lines = String::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let fields = row.get_column_iter().map(|(_, field)| match field {
            Field::Str(text) => text.clone(),
            Field::Null => "-1".to_owned(),
            number => number.to_string(),
        });
        let fields: Vec<String> = fields.collect();
        lines.push_str(&fields.join(","));
        lines.push('\n');
    }
    lines
}

#[test]
fn parquet_has_the_rows_of_csv() {
    let csv = String::from_utf8(exported(&CSV, COLUMNS)).unwrap();
    let (_, lines) = csv.split_once('\n').unwrap();
    let reader = read(COLUMNS);
    assert_eq!(reader.num_row_groups(), 1);
    assert_eq!(lines_of_parquet(&reader), lines);
}

#[test]
fn the_metadata_has_the_origin_of_rows_and_how_values_are_written() {
    let reader = read("dtw,values");
    let file = reader.metadata().file_metadata();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(file.created_by(), Some(&*format!("teeko {version}")));
    let mut found = Vec::new();
    for entry in file.key_value_metadata().unwrap() {
        found.push((&*entry.key, entry.value.as_deref().unwrap()));
    }
    let (arrow, others) = found.split_last().unwrap();
    assert_eq!(arrow.0, "ARROW:schema");
    let [slide, drop] = ["5", "d"].map(|digit| digit.repeat(64));
    let expected = [
        ("teeko.variant", "58-ssss+4x4+knight"),
        ("teeko.version", version),
        ("teeko.rules", "{\"plan\":\"ssss\"}"),
        ("teeko.slide_content_hash", &slide),
        ("teeko.drop_content_hash", &drop),
        ("teeko.value_bytes", "1"),
    ];
    assert_eq!(others, expected);
}

#[test]
fn rows_are_declared_to_ascend_by_layer_and_then_by_slot() {
    for (columns, expected) in [
        ("slot,layer,dtw", &[1, 0][..]),
        ("dtw,layer", &[1]),
        ("slot,dtw", &[]),
    ] {
        let reader = read(columns);
        let group = reader.metadata().row_group(0);
        let order = group.sorting_columns().unwrap().iter();
        let places: Vec<i32> = order.map(|by| by.column_idx).collect();
        assert_eq!(places, expected, "{columns}");
    }
}

#[test]
fn some_columns_have_an_encoding_of_their_own() {
    let mut found = Vec::new();
    let reader = read("slot,layer,red,values");
    for column in reader.metadata().row_group(0).columns() {
        let name = column.column_path().string();
        let has_bounds = column.statistics().is_some();
        // Levels, which say where there are nulls, are always in RLE.
        let encodings = column.encodings().filter(|&of| of != Encoding::RLE);
        let encodings: Vec<String> = encodings.map(|of| of.to_string()).collect();
        found.push(format!("{name} {} {has_bounds}", encodings.join(" ")));
    }
    let expected = [
        "slot DELTA_BINARY_PACKED true",
        "layer PLAIN RLE_DICTIONARY true",
        "red PLAIN true",
        "values DELTA_LENGTH_BYTE_ARRAY false",
    ];
    assert_eq!(found, expected);
}

/// There are more than 128 rows, which are converted together.
#[test]
fn each_row_has_the_values_of_its_own_moves() {
    let (written, json) = exported_layer(3, &JSON_LINES, "values");
    assert!(written.rows > 200, "{written:?}");
    let json = String::from_utf8(json).unwrap();
    let (_, parquet) = exported_layer(3, &PARQUET, "values");
    let reader = SerializedFileReader::new(Bytes::from(parquet)).unwrap();
    assert_eq!(reader.num_row_groups(), 1);
    let mut rows = reader.get_row_iter(None).unwrap();
    for line in json.lines() {
        let row = rows.next().unwrap().unwrap();
        let Some((_, Field::Bytes(bytes))) = row.get_column_iter().next() else {
            panic!("{row}")
        };
        let values = bytes.data().iter().map(|&byte| (byte as i8).to_string());
        let values: Vec<String> = values.collect();
        assert_eq!(line, format!("{{\"values\":[{}]}}", values.join(",")));
    }
    assert!(rows.next().is_none());
}
