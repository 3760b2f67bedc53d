//! Reports of verifications.

use teeko_index::parallel;
use teeko_rules::work::{Counter, Stopped};
use teeko_rules::{Outcome, Position};

/// A value that does not follow from those of its successors.
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

    /// Joins this report and that on later values.
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
) -> Result<Report, Stopped> {
    let compare_item = |item| {
        counter.go_on()?;
        let mut report = Report::default();
        for outcomes in outcomes(item) {
            report.checked += 1;
            if outcomes.found != outcomes.expected {
                report.offending += 1;
                if report.offences.len() < examples {
                    report.offences.push(outcomes);
                }
            }
        }
        counter.advance(report.checked)?;
        Ok(report)
    };
    let reports = parallel::try_map(items, compare_item)?;
    Ok(reports.into_iter().fold(Report::default(), |report, later| report.then(later, examples)))
}
