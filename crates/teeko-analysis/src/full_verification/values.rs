//! The values of a table file in memory.

use teeko_index::parallel;
use teeko_rules::work::{Counter, Stopped};
use teeko_rules::{Move, Outcome, Position, Rules, Side};
use teeko_table::{Row, TableError, TableFile, TableRow};

/// A value for each cell of a file, as wide as in the file.
#[derive(Default, Debug)]
pub(super) struct Values {
    bytes: Vec<u8>,
    width: usize,
}

impl Values {
    /// Returns all values of a file.
    pub(super) fn decode(file: &TableFile) -> Result<Self, TableError> {
        Ok(Self { bytes: file.decode_values()?, width: file.header().value_width() })
    }

    /// Returns as many zeros of the same width.
    pub(super) fn zeros_like(other: &Self) -> Self {
        Self { bytes: vec![0; other.bytes.len()], width: other.width }
    }

    /// Returns as many zeros of two bytes each.
    pub(super) fn wide_as(other: &Self) -> Self {
        Self { bytes: vec![0; other.bytes.len() / other.width * 2], width: 2 }
    }

    /// Sets the values of rows of any length that follow each other in the file.
    pub(super) fn set_rows<R: TableRow>(
        &mut self,
        rows: &[R],
        fill: impl Fn(&R, &mut [u32]) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        let width = self.width;
        let mut rest = &mut self.bytes[..];
        let mut parts = Vec::with_capacity(rows.len());
        for row in rows {
            let (part, others) = rest.split_at_mut(row.length() * width);
            parts.push((row, part));
            rest = others;
        }
        parallel::try_for_each(parts, |(row, bytes)| {
            let mut values = vec![0; row.length()];
            fill(row, &mut values)?;
            for (bytes, value) in bytes.chunks_exact_mut(width).zip(values) {
                bytes.copy_from_slice(&value.to_le_bytes()[..width]);
            }
            Ok(())
        })
    }

    /// Returns the value in a cell.
    #[inline]
    pub(super) fn get(&self, cell: u64) -> u32 {
        let cell = cell as usize;
        if self.width == 1 {
            u32::from(self.bytes[cell])
        } else {
            u32::from(u16::from_le_bytes([self.bytes[2 * cell], self.bytes[2 * cell + 1]]))
        }
    }

    /// Sets the value of every cell from the position that the cell is listed for, Black to move.
    /// `rows` are those of the file, all of one layer.
    pub(super) fn set(
        &mut self,
        rows: &[Row],
        counter: &Counter<'_>,
        value: impl Fn(&Position) -> u32 + Sync,
    ) -> Result<(), Stopped> {
        let (width, length) = (self.width, rows.first().map_or(1, Row::length));
        let rows = self.bytes.chunks_exact_mut(length * width).zip(rows);
        parallel::try_for_each(rows, |(bytes, row)| {
            counter.go_on()?;
            for (bytes, mover) in bytes.chunks_exact_mut(width).zip(row.movers()) {
                let position = Position::of_turn(Side::Black, mover, row.opponent);
                bytes.copy_from_slice(&value(&position).to_le_bytes()[..width]);
            }
            counter.advance(length as u64)
        })
    }
}

/// Returns the outcome of an open position that follows from the outcomes after its moves: the best
/// for the side to move, or the worst where the opponent points. A draw if there is no move.
#[inline]
pub(super) fn outcome_by_moves(
    rules: &Rules,
    position: &Position,
    outcome_after: impl Fn(&Position) -> Outcome,
) -> Outcome {
    let moves = rules.drops(position).into_iter().map(Move::Drop).chain(rules.slides(position));
    let outcomes = moves.map(|played| outcome_after(&position.after(played)).of_move());
    let chosen =
        if rules.chooser(position) == position.turn { outcomes.max() } else { outcomes.min() };
    chosen.unwrap_or(Outcome::Draw)
}
