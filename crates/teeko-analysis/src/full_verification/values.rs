//! The values of a table file in memory.

use teeko_index::parallel;
use teeko_rules::work::{Counter, Stopped};
use teeko_rules::{Move, Outcome, Position, Rules, Status};
use teeko_table::{Row, TableError, TableFile};

#[derive(Default, Debug)]
pub(super) struct Values {
    bytes: Vec<u8>,
    width: usize,
}

impl Values {
    pub(super) fn decode(file: &TableFile) -> Result<Self, TableError> {
        Ok(Self { bytes: file.decode_values()?, width: file.header().value_width() })
    }

    /// Returns as many zeros, of `width` bytes each.
    pub(super) fn zeros(&self, width: usize) -> Self {
        Self { bytes: vec![0; self.bytes.len() / self.width * width], width }
    }

    /// Sets the values of rows of any length that follow each other in the file. `counter` counts
    /// the values.
    pub(super) fn set_rows(
        &mut self,
        rows: &[Row],
        counter: &Counter<'_>,
        fill: impl Fn(&Row, &mut [u32]) + Sync,
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
            counter.go_on()?;
            let mut values = vec![0; row.length()];
            fill(row, &mut values);
            for (bytes, value) in bytes.chunks_exact_mut(width).zip(&values) {
                bytes.copy_from_slice(&value.to_le_bytes()[..width]);
            }
            counter.advance(values.len() as u64)
        })
    }

    #[inline]
    pub(super) fn get(&self, cell: u64) -> u32 {
        let cell = cell as usize;
        if self.width == 1 {
            u32::from(self.bytes[cell])
        } else {
            u32::from(u16::from_le_bytes([self.bytes[2 * cell], self.bytes[2 * cell + 1]]))
        }
    }
}

/// Returns the least value that is not 0; 0 if there is none.
#[inline]
pub(super) fn fastest(values: impl Iterator<Item = u32>) -> u32 {
    values.filter(|&value| value > 0).min().unwrap_or(0)
}

/// Returns the outcome of a position that follows from the rules and the outcomes after its moves:
/// the best for the side to move, or the worst where the opponent points. A draw if there is no
/// move; `None` if the rules have no such position.
#[inline]
pub(super) fn expected(
    rules: &Rules,
    position: &Position,
    outcome_after: impl Fn(&Position) -> Option<Outcome>,
) -> Option<Outcome> {
    let status = rules.status(position);
    if status != Status::Open {
        return status.ended();
    }
    let moves = rules.drops(position).into_iter().map(Move::Drop).chain(rules.slides(position));
    let outcomes = moves.map(|played| {
        outcome_after(&position.after(played)).map_or(Outcome::Draw, Outcome::of_move)
    });
    let chosen =
        if rules.chooser(position) == position.turn { outcomes.max() } else { outcomes.min() };
    Some(chosen.unwrap_or(Outcome::Draw))
}
