//! The values of a table file in memory, and reports on them.

use teeko_index::parallel;
use teeko_rules::work::{Counter, Stopped};
use teeko_rules::{Move, OracleResult, Outcome, Position, Rules, Status};
use teeko_table::{Row, TableFile};

/// The values of a file, of one or two bytes each.
#[derive(Default, Debug)]
pub(super) struct DecodedValues {
    bytes: Vec<u8>,
    width: usize,
}

impl DecodedValues {
    pub(super) fn decode(file: &TableFile) -> OracleResult<Self> {
        Ok(Self {
            bytes: file.decode_values()?,
            width: file.header().value_width,
        })
    }

    /// Returns the same number of zeros, of `width` bytes each.
    pub(super) fn zeros(&self, width: usize) -> Self {
        Self {
            bytes: vec![0; self.bytes.len() / self.width * width],
            width,
        }
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
            return u32::from(self.bytes[cell]);
        }
        let bytes = [self.bytes[2 * cell], self.bytes[2 * cell + 1]];
        u32::from(u16::from_le_bytes(bytes))
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
    let moves = rules
        .drops(position)
        .into_iter()
        .map(Move::Drop)
        .chain(rules.slides(position));
    let outcomes = moves.map(|played| {
        outcome_after(&position.after(played)).map_or(Outcome::Draw, Outcome::of_move)
    });
    let chosen = if rules.chooser(position) == position.turn {
        outcomes.max()
    } else {
        outcomes.min()
    };
    Some(chosen.unwrap_or(Outcome::Draw))
}

/// A value that does not follow from those of its successors. While a file is verified, there is
/// one for every value compared: it offends if `found` differs from `expected`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offence {
    /// The position that the value is stored for, Black to move; or one whose outcome a reader
    /// computes, which may have Red to move.
    pub position: Position,
    /// The file's outcome. `None`: the file says that there is no such position.
    ///
    /// A slide file stores losses only. If it has none for the position, this is the win or draw
    /// that one ply of look-ahead gives.
    pub found: Option<Outcome>,
    /// The outcome by the rules, given the file's outcomes of the next positions. `None`: there is
    /// no such position, since the mover already has a goal.
    pub expected: Option<Outcome>,
}

/// The results of verifying a file.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct FileReport {
    /// The number of values checked: all in the file, or those of the sample.
    pub checked: u64,
    /// The number of values that offend.
    pub offending: u64,
    /// The first offending values, in the order of the file.
    pub offences: Vec<Offence>,
}

impl FileReport {
    /// Whether no value offends.
    pub fn passes(&self) -> bool {
        self.offending == 0
    }

    /// Returns the report on the values compared, with the first `examples` that offend.
    fn of(compared: impl Iterator<Item = Offence>, examples: usize) -> Self {
        let mut report = Self::default();
        for value in compared {
            report.checked += 1;
            if value.found == value.expected {
                continue;
            }
            report.offending += 1;
            if report.offences.len() < examples {
                report.offences.push(value);
            }
        }
        report
    }

    /// Adds the report on what comes later in the file.
    pub(super) fn then(mut self, later: Self, examples: usize) -> Self {
        self.checked += later.checked;
        self.offending += later.offending;
        self.offences.extend(later.offences);
        self.offences.truncate(examples);
        self
    }
}

/// Compares the outcomes found with the expected ones, and keeps the first `examples` that differ.
/// `outcomes` lists those of an item, such as a row. `counter` counts them.
pub(super) fn compare<T: Send, I: Iterator<Item = Offence>>(
    items: impl IntoIterator<Item = T>,
    counter: &Counter<'_>,
    examples: usize,
    outcomes: impl Fn(T) -> I + Sync,
) -> Result<FileReport, Stopped> {
    let reports = parallel::try_map(items, |item| {
        counter.go_on()?;
        let report = FileReport::of(outcomes(item), examples);
        counter.advance(report.checked)?;
        Ok(report)
    })?;
    let mut whole = FileReport::default();
    for report in reports {
        whole = whole.then(report, examples);
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::fastest;

    #[test]
    fn the_fastest_value_is_the_least_that_is_decided() {
        assert_eq!(fastest([0, 3, 2, 7].into_iter()), 2);
        assert_eq!(fastest([0, 0].into_iter()), 0);
        assert_eq!(fastest([].into_iter()), 0);
    }
}
