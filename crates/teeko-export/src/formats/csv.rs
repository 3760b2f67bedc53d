//! Comma-separated values.

use std::io::{self, Write};

use teeko_rules::Board;
use teeko_rules::notation::push_rows_form;

use crate::{Column, Columns, Format, Row};

/// Comma-separated values: a header line with the names of the columns, then one line for each row,
/// each ended by a line feed.
///
/// No value needs quotes. The distance of a draw is empty.
///
/// ```text
/// position,turn,layer,outcome,dtw,slot
/// 5/5/5/5/5 b,black,0,draw,,0
/// ```
#[derive(Debug)]
pub struct Csv<W> {
    output: W,
    columns: Columns,
    board: Board,
}

impl<W: Write + Sync> Csv<W> {
    /// Writes the header line.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(mut output: W, columns: Columns, board: Board) -> io::Result<Self> {
        writeln!(output, "{columns}")?;
        Ok(Self { output, columns, board })
    }
}

impl<W: Write + Sync> Format for Csv<W> {
    type Chunk = String;

    const CHUNK: usize = 1 << 15;

    fn encode(&self, rows: &[Row]) -> io::Result<String> {
        let mut text = String::with_capacity(rows.len() * 48);
        for row in rows {
            for (place, &column) in self.columns.as_slice().iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                push_value(&mut text, self.board, row, column);
            }
            text.push('\n');
        }
        Ok(text)
    }

    fn write(&mut self, chunk: String) -> io::Result<()> {
        self.output.write_all(chunk.as_bytes())
    }
}

/// Appends the value of a column; nothing for the distance of a draw.
pub(crate) fn push_value(text: &mut String, board: Board, row: &Row, column: Column) {
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
            text.push_str(row.outcome.distance().map_or("", |plies| digits.format(plies)));
        }
        Column::Slot => text.push_str(digits.format(row.slot)),
        Column::OrbitSize => text.push_str(digits.format(row.orbit_size)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{orbits, solved};
    use crate::{Selection, export};
    use teeko_rules::notation::parse_position;
    use teeko_rules::work::to_the_end;
    use teeko_rules::{Circles, Outcome, Position, Side, Value};

    fn circles(numbers: &[usize]) -> Circles {
        numbers.iter().filter_map(|&number| teeko_rules::Circle::from_number(number)).collect()
    }

    #[test]
    fn a_row_is_a_line_with_all_that_is_asked_for() {
        let position = Position {
            black: circles(&[7, 9]),
            red: circles(&[13, 25]),
            turn: Side::Black,
            ..Position::EMPTY
        };
        let row = |outcome| Row {
            layer: 4,
            slot: 1234,
            position,
            outcome,
            score: Value::new(outcome, 5).score,
            orbit_size: 4,
        };
        let columns: Columns =
            "slot,position,black,red,layer,turn,outcome,score,dtw,orbit_size".parse().unwrap();
        let mut output = Vec::new();
        let mut csv = Csv::new(&mut output, columns, Board::STANDARD).unwrap();
        let chunk = csv.encode(&[row(Outcome::Loss(12)), row(Outcome::Draw)]).unwrap();
        csv.write(chunk).unwrap();
        assert_eq!(
            String::from_utf8(output).unwrap(),
            "slot,position,black,red,layer,turn,outcome,score,dtw,orbit_size\n\
             1234,5/1b1b1/2r2/5/4r b,320,16781312,4,black,loss,-5,12,4\n\
             1234,5/1b1b1/2r2/5/4r b,320,16781312,4,black,draw,0,,4\n"
        );
    }

    #[test]
    fn positions_read_back_have_the_values_of_the_solution() {
        let oracle = solved("58-ssss+4x4");
        let rules = oracle.rules();
        let mut output = Vec::new();
        let mut csv = Csv::new(&mut output, Columns::TEXT.into(), rules.board()).unwrap();
        let count = export(&oracle, &Selection { layers: 5..9, ..orbits() }, &mut csv, &to_the_end)
            .unwrap();
        let text = String::from_utf8(output).unwrap();
        assert_eq!(text.lines().count() as u64, count + 1);
        for line in text.lines().skip(1).step_by(53) {
            let [position, turn, layer, outcome, plies, _] =
                line.split(',').collect::<Vec<_>>()[..]
            else {
                panic!("{line}")
            };
            let position = parse_position(rules, position).unwrap();
            let expected = oracle.outcome(&position).unwrap();
            assert_eq!((turn, outcome), (position.turn.name(), expected.name()));
            assert_eq!(plies.parse().ok(), expected.distance());
            assert_eq!(layer.parse(), Ok(position.layer()));
        }
    }
}
