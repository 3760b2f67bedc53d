//! NumPy arrays.

use std::fs::File;
use std::io::{self, Seek, Write};

use teeko_rules::notation::{push_rows_form, rows_form_length};
use teeko_rules::{Circles, MoveValues, Outcome, PIECES, Rules, Side, Value};

use crate::request::ValueWidth;
use crate::rows::Encoder;
use crate::{Column, Columns, ExportError, Format, Job, Output, Row, Written};

/// The size of the header in bytes. The format aligns to 64 bytes at most, and a header with every
/// column takes less than 512.
const HEADER: usize = 512;

/// A NumPy file, version 1.0 of its format, with one structured array: a record for each row,
/// little-endian and unpadded, that `numpy.load(path, mmap_mode="r")` maps without copying.
///
/// The README lists the types of the columns. Texts take the bytes of the longest, and the values of
/// moves those of the most moves: after the last move they are the least number of their type.
///
/// The number of rows is written into the header last, so the output must be a file.
///
/// Source: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
pub static NPY: Format = Format {
    name: "npy",
    endings: &["npy"],
    purpose: "A structured NumPy array, to be mapped",
    columns: "black,red,layer,turn,outcome,dtw,weight,variant",
    is_text: false,
    needs_file: Some("its header says how many rows there are, and is written last"),
    check: |_, _, _| Ok(()),
    write,
};

fn write(job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
    let mut file = output.file()?;
    // Leaves room for the header.
    file.write_all(&[0; HEADER])?;
    let mut array = Array {
        file,
        columns: job.columns(),
        rules: job.rules(),
        variant: job.variant(),
        value_width: job.value_width(),
    };
    let written = job.write_rows(&mut array)?;
    file.rewind()?;
    file.write_all(&array.header(written.rows))?;
    Ok(written)
}

/// The crates `npyz` and `ndarray-npy` write elements of types that the program has when it is
/// compiled. The columns of these records are chosen when it runs.
struct Array<'a> {
    file: &'a File,
    columns: Columns,
    rules: &'a Rules,
    /// The values of [`Column::Variant`].
    variant: String,
    value_width: ValueWidth,
}

impl Array<'_> {
    fn header(&self, rows: u64) -> Vec<u8> {
        let mut fields = Vec::new();
        for &column in self.columns.as_slice() {
            fields.push(format!("('{}', {})", column.name(), self.kind(column)));
        }
        let fields = fields.join(", ");
        let text = format!("{{'descr': [{fields}], 'fortran_order': False, 'shape': ({rows},), }}");
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        let length = HEADER - header.len() - size_of::<u16>();
        header.extend((length as u16).to_le_bytes());
        header.extend(text.as_bytes());
        header.resize(HEADER - 1, b' ');
        header.push(b'\n');
        header
    }

    /// Returns the column's type as NumPy writes it, with the shape of an array.
    fn kind(&self, column: Column) -> String {
        match column {
            Column::Position => format!("'S{}'", rows_form_length(self.rules.board())),
            Column::Black | Column::Red => format!("'<u{}'", self.mask_width()),
            Column::Layer | Column::Turn | Column::Weight | Column::Fold => "'|u1'".to_owned(),
            Column::Outcome => "'|i1'".to_owned(),
            Column::Score | Column::Dtw => "'<i2'".to_owned(),
            Column::Slot => "'<u8'".to_owned(),
            Column::Variant => format!("'S{}'", self.variant.len()),
            Column::Values => {
                let kind = match self.value_width {
                    ValueWidth::One => "|i1",
                    ValueWidth::Two => "<i2",
                };
                format!("'{kind}', ({},)", most_moves(self.rules))
            }
        }
    }

    /// Returns the values of a row without moves: the least number of their type for each.
    fn no_values(&self) -> Vec<u8> {
        let least: &[u8] = match self.value_width {
            ValueWidth::One => &i8::MIN.to_le_bytes(),
            ValueWidth::Two => &i16::MIN.to_le_bytes(),
        };
        least.repeat(most_moves(self.rules))
    }

    fn push_mask(&self, bytes: &mut Vec<u8>, circles: Circles) {
        bytes.extend(&circles.bits().to_le_bytes()[..self.mask_width()]);
    }

    /// Returns the bytes of a mask.
    fn mask_width(&self) -> usize {
        if self.rules.board().circle_count() <= u32::BITS as usize {
            4
        } else {
            8
        }
    }
}

impl Encoder for Array<'_> {
    type Chunk = Vec<u8>;

    fn encode(&self, rows: &[Row], values: &MoveValues) -> io::Result<Vec<u8>> {
        let board = self.rules.board();
        let no_values = self.no_values();
        let mut bytes = Vec::new();
        let mut text = String::new();
        for (number, row) in rows.iter().enumerate() {
            for &column in self.columns.as_slice() {
                match column {
                    Column::Position => {
                        text.clear();
                        push_rows_form(&mut text, board, &row.position);
                        let end = bytes.len() + rows_form_length(board);
                        bytes.extend(text.as_bytes());
                        bytes.resize(end, 0);
                    }
                    Column::Black => self.push_mask(&mut bytes, row.position.black),
                    Column::Red => self.push_mask(&mut bytes, row.position.red),
                    Column::Layer => bytes.push(row.layer),
                    Column::Turn => bytes.push(u8::from(row.position.turn == Side::Red)),
                    Column::Outcome => bytes.push(sign(row.outcome)),
                    Column::Score => bytes.extend(row.score.to_le_bytes()),
                    Column::Dtw => bytes.extend(distance(row.outcome)?.to_le_bytes()),
                    Column::Slot => bytes.extend(row.slot.to_le_bytes()),
                    Column::Weight => bytes.push(row.weight),
                    Column::Fold => bytes.push(row.fold()),
                    Column::Variant => bytes.extend(self.variant.as_bytes()),
                    Column::Values => {
                        let values = values.of(number);
                        self.value_width.push(&mut bytes, values);
                        bytes.extend(&no_values[values.len() * self.value_width.bytes()..]);
                    }
                }
            }
        }
        Ok(bytes)
    }

    fn write(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.file.write_all(&bytes)
    }
}

/// Returns an upper bound on the number of moves in a position, reached on an open board.
fn most_moves(rules: &Rules) -> usize {
    let circles = rules.board().circles();
    let free = circles.len().saturating_sub(2 * PIECES);
    let mut slides = Vec::new();
    for from in circles {
        slides.push(rules.targets(from).len().min(free));
    }
    slides.sort_unstable();
    let most_slides = slides.iter().rev().take(PIECES).sum();
    circles.len().max(most_slides)
}

/// Returns 1 for a win, 0 for a draw, -1 for a loss, as a byte.
fn sign(outcome: Outcome) -> u8 {
    Value::from(outcome).score as u8
}

/// Returns the distance, -1 if there is none.
fn distance(outcome: Outcome) -> io::Result<i16> {
    let Some(plies) = outcome.distance() else {
        return Ok(-1);
    };
    let too_deep = "a distance of more plies than the array's type holds, 32,767";
    i16::try_from(plies).map_err(|_| io::Error::other(too_deep))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{EMPTY, rules};

    /// On an open board, with four pieces where they have the most slides.
    #[test]
    fn no_position_has_more_moves_than_there_is_room_for() {
        for (variant, expected) in [
            // Eight slides of each piece, from inner circles.
            ("44-ssss", 32),
            // As many drops as slides.
            ("44-ssss+4x4+orthogonal", 16),
            // To eight free circles.
            ("44-ssss+4x4+teleport", 32),
        ] {
            assert_eq!(most_moves(&rules(variant)), expected, "{variant}");
        }
    }

    /// After the values of moves, of which there are none here, comes the least number.
    #[test]
    fn a_record_has_room_for_the_values_of_all_moves() {
        for (value_width, least) in [
            (ValueWidth::One, &i8::MIN.to_le_bytes()[..]),
            (ValueWidth::Two, &i16::MIN.to_le_bytes()),
        ] {
            let array = Array {
                file: &tempfile::tempfile().unwrap(),
                columns: "values".parse().unwrap(),
                rules: &rules("44-ssss"),
                variant: String::new(),
                value_width,
            };
            let record = array.encode(&[EMPTY], &MoveValues::default()).unwrap();
            assert_eq!(record, least.repeat(32));
        }
    }

    #[test]
    fn every_column_fits_the_header() {
        let array = Array {
            file: &tempfile::tempfile().unwrap(),
            columns: Column::names().join(",").parse().unwrap(),
            rules: &rules("44-ssss+8x8+teleport"),
            variant: "x".repeat(100),
            value_width: ValueWidth::Two,
        };

        let header = array.header(u64::MAX);

        assert_eq!(header.len(), HEADER);
        assert!(header.ends_with(b" \n"));
    }
}
