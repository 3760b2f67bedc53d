//! Helpers for the tests of several formats, and what files have.

use std::io::{Read, Seek};

use teeko_rules::work::{Observer, to_the_end};
use teeko_rules::{Oracle, Outcome, Position};
pub(crate) use teeko_testing::{rules, solved};

use crate::rows::Encoder;
use crate::{
    CSV, Condition, ExportError, ExportRequest, ExportSubject, Format, JSON_LINES, Job, NPY,
    Output, Positions, Provenance, Row, Selection, Written, export,
};

/// Returns the orbits of all layers.
pub(crate) fn orbits() -> Selection {
    Selection {
        layers: 0..9,
        positions: Positions::Orbits,
        condition: Condition::default(),
    }
}

/// The origin that a file of a variant states.
pub(crate) fn provenance(variant: &str) -> Provenance {
    let content_hashes = Some(["5", "d"].map(|digit| digit.repeat(64)));
    Provenance {
        variant: variant.to_owned(),
        rules: "{\"plan\":\"ssss\"}".to_owned(),
        content_hashes,
    }
}

/// Returns a request for the usual columns.
pub(crate) fn request(format: &'static Format, selection: Selection) -> ExportRequest {
    ExportRequest {
        format,
        is_compressed: false,
        selection,
        columns: None,
        values: false,
    }
}

/// The row of the empty board.
pub(crate) const EMPTY: Row = Row {
    layer: 0,
    slot: 0,
    position: Position::EMPTY,
    outcome: Outcome::Draw,
    score: 0,
    weight: 1,
};

/// Writes the rows of a selection with an encoder.
pub(crate) fn write_rows(
    oracle: &dyn Oracle,
    selection: &Selection,
    encoder: &mut impl Encoder,
    observe: Observer<'_>,
) -> Result<Written, ExportError> {
    let subject = ExportSubject {
        name: "",
        oracle,
        longest: &|| 0,
        provenance: &|| provenance(""),
    };
    Job {
        subject: &subject,
        request: &request(&CSV, selection.clone()),
        observe,
    }
    .write_rows(encoder)
}

/// All columns but those of the values of moves.
pub(crate) const COLUMNS: &str =
    "position,black,red,layer,turn,outcome,score,dtw,slot,weight,fold,variant";

/// Returns the file with these columns of the positions with one piece. Up to symmetry there are
/// three: a draw, a loss in 22 plies and one in 12.
pub(crate) fn exported(format: &'static Format, columns: &str) -> Vec<u8> {
    let (written, bytes) = exported_layer(1, format, columns);
    assert_eq!((written.rows, written.positions), (3, 16));
    bytes
}

/// Returns the file with these columns of a layer.
pub(crate) fn exported_layer(
    layer: usize,
    format: &'static Format,
    columns: &str,
) -> (Written, Vec<u8>) {
    let subject = ExportSubject {
        name: "58-ssss+4x4+knight",
        oracle: &solved("58-ssss+4x4+knight"),
        longest: &|| 99,
        provenance: &|| provenance("58-ssss+4x4+knight"),
    };
    let mut request = request(format, orbits());
    request.selection.layers = layer..layer + 1;
    request.columns = Some(columns.parse().unwrap());
    let mut file = tempfile::tempfile().unwrap();
    let written = export(&subject, &request, Output::File(&file), &to_the_end).unwrap();
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    (written, bytes)
}

#[test]
fn csv_has_a_line_for_each_row() {
    let expected = "\
b3/4/4/4 r,1,0,1,red,draw,0,-1,0,4,4,58-ssss+4x4+knight
1b2/4/4/4 r,2,0,1,red,loss,-1,22,1,8,0,58-ssss+4x4+knight
4/1b2/4/4 r,32,0,1,red,loss,-1,12,2,4,8,58-ssss+4x4+knight
";
    let text = String::from_utf8(exported(&CSV, COLUMNS)).unwrap();
    assert_eq!(text, format!("{COLUMNS}\n{expected}"));
}

#[test]
fn json_lines_have_an_object_for_each_row() {
    let expected = r#"
{"turn":"red","dtw":-1,"values":[-14,-14,-12,-14,0,-12,-10,-14,-12,0,-12,-12,-10,-12,-14]}
{"turn":"red","dtw":22,"values":[-12,-12,-8,-12,-22,-12,-8,-10,-14,-12,-8,-8,-12,-8,-8]}
{"turn":"red","dtw":12,"values":[-8,-12,-8,-8,-12,-12,-8,-8,-12,-12,-8,-8,-8,-8,-8]}
"#;
    let text = String::from_utf8(exported(&JSON_LINES, "turn,dtw,values")).unwrap();
    assert_eq!(text, expected.trim_start());
}

#[test]
fn arrays_have_a_record_for_each_row() {
    let bytes = exported(&NPY, COLUMNS);
    let (header, records) = bytes.split_at(512);
    // 502 bytes follow their number.
    let begin = b"\x93NUMPY\x01\x00\xf6\x01{'descr': [('position', 'S21'), ('black', '<u4'), ";
    assert!(header.starts_with(begin));
    let header = String::from_utf8_lossy(&header[10..]);
    assert!(
        header.contains("'fortran_order': False, 'shape': (3,), }"),
        "{header}"
    );
    let second = [
        &b"1b2/4/4/4 r\0\0\0\0\0\0\0\0\0\0"[..],
        b"\x02\0\0\0\0\0\0\0",
        b"\x01\x01\xff\xff\xff\x16\0\x01\0\0\0\0\0\0\0\x08\0",
        b"58-ssss+4x4+knight",
    ];
    let second = second.concat();
    assert_eq!(records.len(), 3 * second.len());
    assert_eq!(records[second.len()..2 * second.len()], second);

    let bytes = exported(&NPY, "dtw,values");
    let records = &bytes[512..];
    // A draw has no distance.
    assert_eq!(records[..2], (-1_i16).to_le_bytes());
    let record = &records[2 * records.len() / 3..];
    let values: Vec<i8> = record.iter().map(|&byte| byte as i8).collect();
    // After the last of 15 moves comes the least number.
    let expected = [
        12, 0, -8, -12, -8, -8, -12, -12, -8, -8, -12, -12, -8, -8, -8, -8, -8,
    ];
    assert_eq!(values[..17], expected);
    assert!(values.len() > 17 && values[17..].iter().all(|&value| value == i8::MIN));
}
