//! Reports of verifications.

use teeko_index::parallel;
use teeko_rules::work::{Counter, Stopped};
use teeko_rules::{Outcome, Position, Side};
use teeko_table::{CellIndex, Kind, Row, StoredLayer};

/// A value that does not follow from those of its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offence {
    /// The position that the value is stored for. Black is to move.
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
pub struct Report {
    /// The number of values checked: all in the file, or those of the sample.
    pub checked: u64,
    /// The number of values that offend.
    pub offending: u64,
    /// The first offending values, in the order of the file.
    pub offences: Vec<Offence>,
}

impl Report {
    /// Whether no value offends.
    pub fn passes(&self) -> bool {
        self.offending == 0
    }

    pub(super) fn add(&mut self, offence: Offence, examples: usize) {
        self.checked += 1;
        if offence.found != offence.expected {
            self.offending += 1;
            if self.offences.len() < examples {
                self.offences.push(offence);
            }
        }
    }

    /// Joins this report and that on later values.
    pub(super) fn then(mut self, later: Self, examples: usize) -> Self {
        self.checked += later.checked;
        self.offending += later.offending;
        self.offences.extend(later.offences);
        self.offences.truncate(examples);
        self
    }
}

/// Compares the outcome found in each cell of a stored layer with the expected one, and keeps the
/// first `examples` that differ.
pub(super) fn compare_layer(
    index: &CellIndex,
    kind: Kind,
    layer: &StoredLayer,
    counter: &Counter<'_>,
    examples: usize,
    outcomes: impl Fn(u64, &Position) -> (Option<Outcome>, Option<Outcome>) + Sync,
) -> Result<Report, Stopped> {
    let rows: Vec<Row> = index.rows(kind).filter(|row| row.layer == layer.layer).collect();
    let compare_row = |row: &Row| {
        counter.go_on()?;
        let mut report = Report::default();
        let first = layer.first + u64::from(row.number) * layer.row_length;
        for (cell, mover) in (first..).zip(row.movers()) {
            let position = Position::of_turn(Side::Black, mover, row.opponent);
            let (found, expected) = outcomes(cell, &position);
            report.add(Offence { position, found, expected }, examples);
        }
        counter.advance(layer.row_length)?;
        Ok(report)
    };
    let reports = parallel::try_map(&rows, compare_row)?;
    Ok(reports.into_iter().fold(Report::default(), |report, later| report.then(later, examples)))
}
