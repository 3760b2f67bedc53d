//! JSON Lines.

use std::io::{self, Write};

use teeko_rules::Board;

use super::csv::push_value;
use crate::{Column, Columns, Format, Row};

/// JSON Lines: for each row an object on a line of its own.
///
/// Masks are numbers. On boards of more than 53 circles they do not fit the numbers of JavaScript;
/// positions do.
///
/// ```text
/// {"position":"5/5/5/5/5 b","turn":"black","layer":0,"outcome":"draw","dtw":null,"slot":0}
/// ```
#[derive(Debug)]
pub struct JsonLines<W> {
    output: W,
    columns: Columns,
    board: Board,
}

impl<W: Write + Sync> JsonLines<W> {
    /// Lines with these columns.
    pub fn new(output: W, columns: Columns, board: Board) -> Self {
        Self { output, columns, board }
    }
}

impl<W: Write + Sync> Format for JsonLines<W> {
    type Chunk = String;

    const CHUNK: usize = 1 << 15;

    fn encode(&self, rows: &[Row]) -> io::Result<String> {
        let mut text = String::with_capacity(rows.len() * 96);
        for row in rows {
            for (place, &column) in self.columns.as_slice().iter().enumerate() {
                text.push_str(if place == 0 { "{\"" } else { ",\"" });
                text.push_str(column.name());
                text.push_str("\":");
                match column {
                    Column::Position | Column::Turn | Column::Outcome => {
                        text.push('"');
                        push_value(&mut text, self.board, row, column);
                        text.push('"');
                    }
                    Column::Dtw if row.outcome.distance().is_none() => text.push_str("null"),
                    _ => push_value(&mut text, self.board, row, column),
                }
            }
            text.push_str("}\n");
        }
        Ok(text)
    }

    fn write(&mut self, chunk: String) -> io::Result<()> {
        self.output.write_all(chunk.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use teeko_rules::{Circle, Outcome, Position, Value};

    #[test]
    fn a_row_is_an_object_with_all_that_is_asked_for() {
        let position =
            Position { black: Circle::from_number(13).unwrap().into(), ..Position::EMPTY };
        let position = Position { turn: teeko_rules::Side::Red, ..position };
        let row = |outcome| Row {
            layer: 1,
            slot: 5,
            position,
            outcome,
            score: Value::new(outcome, 3).score,
            orbit_size: 1,
        };
        let columns: Columns =
            "dtw,position,black,red,layer,turn,outcome,score,slot,orbit_size".parse().unwrap();
        let mut output = Vec::new();
        let mut lines = JsonLines::new(&mut output, columns, Board::STANDARD);
        let chunk = lines.encode(&[row(Outcome::Loss(12)), row(Outcome::Draw)]).unwrap();
        lines.write(chunk).unwrap();
        let text = String::from_utf8(output).unwrap();
        let values: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let expected = |outcome, dtw: serde_json::Value, score| {
            json!({
                "dtw": dtw, "position": "5/5/2b2/5/5 r", "black": 4096, "red": 0, "layer": 1, "turn": "red",
                "outcome": outcome, "score": score, "slot": 5, "orbit_size": 1,
            })
        };
        assert_eq!(values, [expected("loss", json!(12), -3), expected("draw", json!(null), 0)]);
        assert!(text.starts_with("{\"dtw\":12,\"position\":"));
    }
}
