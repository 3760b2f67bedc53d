//! JSON Lines.

use super::csv::{Lines, TEXT_COLUMNS, push_value};
use crate::{Column, ExportError, Format, Job, Output, Row, Written};

/// JSON Lines: one object per row, each on one line.
///
/// Masks are numbers. On boards of more than 53 circles they do not fit the numbers of JavaScript;
/// positions do.
///
/// ```text
/// {"position":"5/5/5/5/5 b","turn":"black","layer":0,…,"dtw":-1,"slot":0,…}
/// ```
/// As in [`CSV`](crate::CSV), the distance of a draw is -1: programs that guess types from the
/// first objects cannot read a number after many nulls. The values of moves are a list of numbers.
pub static JSON_LINES: Format = Format {
    name: "jsonl",
    endings: &["jsonl", "ndjson"],
    purpose: "JSON Lines: an object on each line",
    columns: TEXT_COLUMNS,
    is_text: true,
    needs_file: None,
    check: |_, _, _| Ok(()),
    write,
};

fn write(job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
    let columns = job.columns();
    let board = job.rules().board();
    let variant = job.variant();
    job.write_rows(&mut Lines {
        output: output.stream(),
        encode_row: |text: &mut String, row: &Row, values: &[i16]| {
            for (place, &column) in columns.as_slice().iter().enumerate() {
                text.push_str(if place == 0 { "{\"" } else { ",\"" });
                text.push_str(column.name());
                text.push_str("\":");
                if column == Column::Values {
                    push_values(text, values);
                    continue;
                }
                let quote = if is_text(column) { "\"" } else { "" };
                text.push_str(quote);
                push_value(text, board, &variant, row, column);
                text.push_str(quote);
            }
            text.push('}');
        },
    })
}

fn is_text(column: Column) -> bool {
    matches!(
        column,
        Column::Position | Column::Turn | Column::Outcome | Column::Variant
    )
}

/// Appends the values of moves as a list of numbers.
fn push_values(text: &mut String, values: &[i16]) {
    let mut digits = itoa::Buffer::new();
    text.push('[');
    for (place, &value) in values.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(digits.format(value));
    }
    text.push(']');
}
