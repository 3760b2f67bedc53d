//! Verification of the slide phase: reads a slide file and checks it.

use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Outcome, Parity, Position, Rules, Side, Status};
use teeko_table::values::lost_in;
use teeko_table::{CellIndex, Kind, Row, TableFile, VisitError, expect_rules};

use super::report::{Report, compare_layer};
use super::values::{Values, fastest, outcome_by_moves};

/// A verified slide file, ready to verify the drop files that belong to it.
#[derive(Debug)]
pub struct SlideVerification {
    pub(super) file: TableFile,
    pub(super) index: CellIndex,
    /// The values of the file.
    stored: Values,
    /// For each cell the stored value of the fastest lost position that a slide leads to; 0 if
    /// there is none.
    fastest: Values,
    /// Whether a game can end in ways that a file does not store.
    untold_ends: bool,
    report: Report,
}

impl SlideVerification {
    /// Verifies a slide file, and keeps its values in memory: see
    /// [`memory_needed`](super::memory_needed). The report keeps the first `examples` offences.
    ///
    /// # Errors
    /// [`VisitError::Table`] if it is not a slide file or a block is damaged;
    /// [`VisitError::Stopped`] if the observer stops the work.
    pub fn new(
        file: &TableFile,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Self, VisitError> {
        let rules = file.header().rules();
        expect_rules(file, Kind::Slide, rules, 0)?;
        let counter = Counter::new(2 * file.header().values(), observe);
        let mut verification = Self {
            file: file.clone(),
            index: CellIndex::new(rules),
            stored: Values::decode(file)?,
            fastest: Values::default(),
            untold_ends: rules.parity() == Parity::Free || rules.goals().have_void_goals(),
            report: Report::default(),
        };
        verification.fastest = verification.fastest_losses(&counter)?;
        verification.report = verification.compare(&counter, examples)?;
        Ok(verification)
    }

    /// Returns the report on the slide file.
    pub fn report(&self) -> &Report {
        &self.report
    }

    pub(super) fn rules(&self) -> &Rules {
        self.file.header().rules()
    }

    /// Returns the file's outcome of a possible position.
    #[inline]
    pub(super) fn outcome(&self, position: &Position) -> Outcome {
        self.untold_end(position).unwrap_or_else(|| self.outcome_in(self.cell(position)))
    }

    pub(super) fn cell(&self, position: &Position) -> u64 {
        self.index.cell(position.mover(), position.opponent())
    }

    /// Returns the outcome where the side to move has won by the other side's slide, or neither has
    /// won although a goal is completed.
    #[inline]
    fn untold_end(&self, position: &Position) -> Option<Outcome> {
        let status = if self.untold_ends { self.rules().status(position) } else { Status::Open };
        if let Status::Gift | Status::Void = status { status.ended() } else { None }
    }

    #[inline]
    fn outcome_in(&self, cell: u64) -> Outcome {
        let parity = self.rules().parity();
        if let Some(distance) = lost_in(self.stored.get(cell), parity) {
            Outcome::Loss(distance)
        } else if let Some(distance) = lost_in(self.fastest.get(cell), parity) {
            Outcome::Win(distance + 1)
        } else {
            Outcome::Draw
        }
    }

    /// Returns, for each cell, the stored value of the fastest lost position that a slide leads to;
    /// 0 if there is none.
    fn fastest_losses(&self, counter: &Counter<'_>) -> Result<Values, Stopped> {
        let mut losses = self.stored.zeros(self.stored.width);
        let rows: Vec<Row> = self.index.rows(Kind::Slide).collect();
        losses.set_rows(&rows, counter, |row, values| {
            for (value, mover) in values.iter_mut().zip(row.movers()) {
                let position = Position::of_turn(Side::Black, mover, row.opponent);
                let after = self.rules().slides(&position).map(|slide| position.after(slide));
                let told = after.filter(|next| self.untold_end(next).is_none());
                *value = fastest(told.map(|next| self.stored.get(self.cell(&next))));
            }
        })?;
        Ok(losses)
    }

    fn compare(&self, counter: &Counter<'_>, examples: usize) -> Result<Report, Stopped> {
        let rules = self.rules();
        let found_and_expected = |cell, position: &Position| {
            let found = self.outcome_in(cell);
            let status = rules.status(position);
            match status {
                Status::Impossible => (Some(found).filter(|_| self.stored.get(cell) != 0), None),
                // The end need not be stored, but the position must not be stored as lost.
                Status::Gift | Status::Void if self.stored.get(cell) == 0 => {
                    (status.ended(), status.ended())
                }
                Status::Over | Status::Gift | Status::Void => (Some(found), status.ended()),
                Status::Open => (Some(found), Some(self.expected(position, found))),
            }
        };
        let layer = &self.file.header().sections()[0];
        compare_layer(&self.index, layer, counter, examples, found_and_expected)
    }

    /// Returns the outcome that follows from the slides of an open position whose outcome in the
    /// file is `found`.
    fn expected(&self, position: &Position, found: Outcome) -> Outcome {
        let leads_to_a_draw = || {
            let mut after = self.rules().slides(position).map(|slide| position.after(slide));
            after.any(|next| self.outcome(&next) == Outcome::Draw)
        };
        match found {
            // The format makes this true: a win is derived as one ply more than the fastest loss
            // that a slide leads to.
            Outcome::Win(_) => found,
            // By the format no slide leads to a loss, so one that leads to a draw suffices.
            Outcome::Draw if leads_to_a_draw() => found,
            Outcome::Draw | Outcome::Loss(_) => {
                outcome_by_moves(self.rules(), position, |next| self.outcome(next))
            }
        }
    }
}
