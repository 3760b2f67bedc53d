//! Comma-separated values.

use std::io::{self, Write};

use teeko_rules::Board;
use teeko_rules::notation::push_rows_form;

use crate::rows::{Encoder, Job, Written};
use crate::{Column, ExportError, Format, Output, Row};

/// Comma-separated values: a header line with the names of the columns, then one line for each row,
/// each ended by a line feed.
///
/// No value needs quotes. The distance of a draw is -1: a column that begins with many empty values
/// would be text for programs that guess types from the first rows. The name of a rule file is
/// written `'@rules-ssss`, since spreadsheets take text that begins with `@` for a formula.
///
/// ```text
/// position,turn,layer,outcome,dtw,slot,orbit_size,variant
/// 5/5/5/5/5 b,black,0,draw,-1,0,1,44-ssss
/// ```
#[derive(Debug)]
pub struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["csv"]
    }

    fn purpose(&self) -> &'static str {
        "Comma-separated values with a header line"
    }

    fn columns(&self) -> &'static [Column] {
        &TEXT_COLUMNS
    }

    fn is_text(&self) -> bool {
        true
    }

    fn write(&self, job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
        let mut output = output.stream();
        let (columns, board) = (job.columns(), job.rules().board());
        let variant = job.variant();
        let mark = if variant.starts_with('@') { "'" } else { "" };
        let variant = format!("{mark}{variant}");
        writeln!(output, "{columns}")?;
        let encode_row = |text: &mut String, row: &Row| {
            for (place, &column) in columns.as_slice().iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                push_value(text, board, &variant, row, column);
            }
        };
        job.write_rows(&mut Lines { output, encode_row })
    }
}

/// The usual columns of text.
pub(super) const TEXT_COLUMNS: [Column; 8] = [
    Column::Position,
    Column::Turn,
    Column::Layer,
    Column::Outcome,
    Column::Dtw,
    Column::Slot,
    Column::OrbitSize,
    Column::Variant,
];

/// Text with a line for each row.
pub(super) struct Lines<'a, F> {
    pub(super) output: Box<dyn Write + Send + Sync + 'a>,
    /// Appends a row.
    pub(super) encode_row: F,
}

impl<F: Fn(&mut String, &Row) + Sync> Encoder for Lines<'_, F> {
    type Chunk = String;

    fn encode(&self, rows: &[Row]) -> io::Result<String> {
        let mut text = String::with_capacity(rows.len() * 64);
        for row in rows {
            (self.encode_row)(&mut text, row);
            text.push('\n');
        }
        Ok(text)
    }

    fn write(&mut self, chunk: String) -> io::Result<()> {
        self.output.write_all(chunk.as_bytes())
    }
}

/// Appends the value of a column; -1 for the distance of a draw.
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
        Column::Dtw => {
            text.push_str(row.outcome.distance().map_or("-1", |plies| digits.format(plies)));
        }
        Column::Slot => text.push_str(digits.format(row.slot)),
        Column::OrbitSize => text.push_str(digits.format(row.orbit_size)),
        Column::Variant => text.push_str(variant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{exported, orbits, request, solved};
    use crate::{Columns, JsonLines, Request, Selection};
    use std::collections::BTreeSet;
    use teeko_index::LayerIndex;
    use teeko_rules::notation::parse_position;
    use teeko_rules::{Circles, Oracle, Value};

    /// CSV has the values of the solution in every column, and JSON Lines have those of CSV.
    #[test]
    fn text_read_back_has_the_values_of_the_solution() {
        let oracle = solved("58-ssss+4x4");
        let rules = oracle.rules();
        let columns: Columns =
            "slot,position,black,red,layer,turn,outcome,score,dtw,orbit_size,variant"
                .parse()
                .unwrap();
        let selection = Selection { layers: 5..9, ..orbits() };
        let text = |format| {
            let request =
                Request { columns: Some(columns.clone()), ..request(format, selection.clone()) };
            let (rows, bytes) = exported(&oracle, &request);
            (rows, String::from_utf8(bytes).unwrap())
        };
        let ((count, csv), (_, json_lines)) = (text(&Csv), text(&JsonLines));
        assert!(
            csv.starts_with(&format!("{columns}\n"))
                && json_lines.starts_with("{\"slot\":0,\"position\":")
        );
        assert_eq!(
            (csv.lines().count() as u64, json_lines.lines().count() as u64),
            (count + 1, count)
        );
        for (line, object) in csv.lines().skip(1).zip(json_lines.lines()).step_by(53) {
            let cells: Vec<&str> = line.split(',').collect();
            let position = parse_position(rules, cells[1]).unwrap();
            let Value { score, outcome } = Oracle::value(&oracle, &position).unwrap().unwrap();
            let index = LayerIndex::new(rules.board(), &rules.symmetries(), position.layer());
            let images: BTreeSet<[Circles; 2]> = rules
                .symmetries()
                .elements()
                .iter()
                .map(|symmetry| [position.black, position.red].map(|side| symmetry.apply(side)))
                .collect();
            let expected = [
                index.rank(&position).to_string(),
                cells[1].to_owned(),
                position.black.bits().to_string(),
                position.red.bits().to_string(),
                position.layer().to_string(),
                position.turn.name().to_owned(),
                outcome.name().to_owned(),
                score.to_string(),
                outcome.distance().map_or("-1".to_owned(), |plies| plies.to_string()),
                images.len().to_string(),
                "game".to_owned(),
            ];
            assert_eq!(cells, expected);
            let object: serde_json::Value = serde_json::from_str(object).unwrap();
            assert_eq!(cells.len(), columns.as_slice().len());
            for (column, cell) in columns.as_slice().iter().zip(cells) {
                let value = match &object[column.name()] {
                    serde_json::Value::String(text) => text.clone(),
                    number => number.to_string(),
                };
                assert_eq!(value, cell, "{}", column.name());
            }
        }
    }
}
