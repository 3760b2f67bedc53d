//! JSON Lines.

use teeko_rules::{Board, Move, Outcome};

use super::csv::{Lines, TEXT_COLUMNS, push_distance, push_value};
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
/// first objects cannot read a number after many nulls. The moves are a list of such objects as
/// `{"action":12,"outcome":"draw","dtw":-1}`.
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
        encode_row: |text: &mut String, row: &Row, moves: &[(Move, Outcome)]| {
            for (place, &column) in columns.as_slice().iter().enumerate() {
                text.push_str(if place == 0 { "{\"" } else { ",\"" });
                text.push_str(column.name());
                text.push_str("\":");
                if column == Column::Moves {
                    push_moves(text, board, moves);
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

/// Appends the moves as a list of objects.
fn push_moves(text: &mut String, board: Board, moves: &[(Move, Outcome)]) {
    let mut digits = itoa::Buffer::new();
    text.push('[');
    for (place, (played, outcome)) in moves.iter().enumerate() {
        text.push_str(if place == 0 {
            "{\"action\":"
        } else {
            ",{\"action\":"
        });
        text.push_str(digits.format(played.action(board)));
        text.push_str(",\"outcome\":\"");
        text.push_str(outcome.name());
        text.push_str("\",\"dtw\":");
        push_distance(text, *outcome);
        text.push('}');
    }
    text.push(']');
}
