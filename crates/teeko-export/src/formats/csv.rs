//! Comma-separated values.

use std::io::{self, Write};

use teeko_rules::notation::push_rows_form;
use teeko_rules::{Board, MoveValues, Outcome, Rules};

use crate::rows::Encoder;
use crate::{Column, ExportError, ExportRequest, Format, Job, Output, RequestError, Row, Written};

/// Comma-separated values: a header line with the names of the columns, then one line for each row,
/// each ended by a line feed.
///
/// No value needs quotes. The distance of a draw is -1: a column that begins with many empty values
/// would be text for programs that guess types from the first rows. The name of a rule file is
/// written `'@rules-ssss`, since spreadsheets take text that begins with `@` for a formula.
///
/// ```text
/// position,turn,layer,outcome,dtw,slot,weight,variant
/// 5/5/5/5/5 b,black,0,draw,-1,0,1,44-ssss
/// ```
pub static CSV: Format = Format {
    name: "csv",
    endings: &["csv"],
    purpose: "Comma-separated values with a header line",
    columns: TEXT_COLUMNS,
    is_text: true,
    needs_file: None,
    check,
    write,
};

fn check(request: &ExportRequest, _: &str, _: &Rules) -> Result<(), RequestError> {
    if !request.has_values() {
        return Ok(());
    }
    let expected = "expected a format with lists, for the column values; choose jsonl, parquet \
                    or npy";
    Err(RequestError::Unfit(format!("{}: {expected}", CSV.name)))
}

fn write(job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
    let mut output = output.stream();
    let columns = job.columns();
    let board = job.rules().board();
    let variant = job.variant();
    let mark = if variant.starts_with('@') { "'" } else { "" };
    let variant = format!("{mark}{variant}");
    writeln!(output, "{columns}")?;
    job.write_rows(&mut Lines {
        output,
        encode_row: |text: &mut String, row: &Row, _: &[i16]| {
            for (place, &column) in columns.as_slice().iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                push_value(text, board, &variant, row, column);
            }
        },
    })
}

/// The usual columns of text.
pub(super) const TEXT_COLUMNS: &str = "position,turn,layer,outcome,dtw,slot,weight,variant";

/// Text with a line for each row.
///
/// Exports of all rows of 44-ssss take more processor time with the crate `csv` (1.49 times as
/// much) and with `serde_json` (1.17 times as much, 1.25 times with the values of moves).
pub(super) struct Lines<'a, F> {
    pub(super) output: Box<dyn Write + Send + Sync + 'a>,
    pub(super) encode_row: F,
}

impl<F: Fn(&mut String, &Row, &[i16]) + Sync> Encoder for Lines<'_, F> {
    type Chunk = String;

    fn encode(&self, rows: &[Row], values: &MoveValues) -> io::Result<String> {
        let mut text = String::with_capacity(rows.len() * 64);
        for (number, row) in rows.iter().enumerate() {
            (self.encode_row)(&mut text, row, values.of(number));
            text.push('\n');
        }
        Ok(text)
    }

    fn write(&mut self, chunk: String) -> io::Result<()> {
        self.output.write_all(chunk.as_bytes())
    }
}

/// Appends the value of a column other than those of moves; -1 for the distance of a draw.
pub(super) fn push_value(
    text: &mut String,
    board: Board,
    variant: &str,
    row: &Row,
    column: Column,
) {
    let mut digits = itoa::Buffer::new();
    match column {
        Column::Position => push_rows_form(text, board, &row.position),
        Column::Black => text.push_str(digits.format(row.position.black.bits())),
        Column::Red => text.push_str(digits.format(row.position.red.bits())),
        Column::Layer => text.push_str(digits.format(row.layer)),
        Column::Turn => text.push_str(row.position.turn.name()),
        Column::Outcome => text.push_str(row.outcome.name()),
        Column::Score => text.push_str(digits.format(row.score)),
        Column::Dtw => push_distance(text, row.outcome),
        Column::Slot => text.push_str(digits.format(row.slot)),
        Column::Weight => text.push_str(digits.format(row.weight)),
        Column::Fold => text.push_str(digits.format(row.fold())),
        Column::Variant => text.push_str(variant),
        Column::Values => {}
    }
}

/// Appends the distance; -1 for that of a draw.
fn push_distance(text: &mut String, outcome: Outcome) {
    let mut digits = itoa::Buffer::new();
    text.push_str(match outcome.distance() {
        Some(plies) => digits.format(plies),
        None => "-1",
    });
}
