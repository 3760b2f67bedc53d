//! JSON Lines.

use super::csv::{Lines, TEXT_COLUMNS, push_value};
use crate::rows::Job;
use crate::{Column, ExportError, Format, Output, Row};

/// JSON Lines: for each row an object on a line of its own.
///
/// Masks are numbers. On boards of more than 53 circles they do not fit the numbers of JavaScript;
/// positions do.
///
/// ```text
/// {"position":"5/5/5/5/5 b","turn":"black","layer":0,"outcome":"draw","dtw":null,"slot":0}
/// ```
#[derive(Debug)]
pub struct JsonLines;

impl Format for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["jsonl", "ndjson"]
    }

    fn purpose(&self) -> &'static str {
        "JSON Lines: an object on each line"
    }

    fn columns(&self) -> &'static [Column] {
        &TEXT_COLUMNS
    }

    fn is_text(&self) -> bool {
        true
    }

    fn write(&self, job: &Job<'_>, output: Output<'_>) -> Result<u64, ExportError> {
        let (columns, board) = (job.columns(), job.rules().board());
        let encode_row = |text: &mut String, row: &Row| {
            for (place, &column) in columns.as_slice().iter().enumerate() {
                text.push_str(if place == 0 { "{\"" } else { ",\"" });
                text.push_str(column.name());
                text.push_str("\":");
                match column {
                    Column::Position | Column::Turn | Column::Outcome => {
                        text.push('"');
                        push_value(text, board, row, column);
                        text.push('"');
                    }
                    Column::Dtw if row.outcome.distance().is_none() => text.push_str("null"),
                    _ => push_value(text, board, row, column),
                }
            }
            text.push('}');
        };
        job.write_rows(&mut Lines { output: output.stream(), encode_row })
    }
}
