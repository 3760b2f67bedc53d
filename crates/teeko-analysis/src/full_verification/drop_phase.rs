//! Verification of the drop phase: checks a drop file against its slide file.

use teeko_index::{SetOrbits, binomial, parallel, rank, subsets};
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Outcome, PIECES, Position, Rules, Side, SymmetryGroup};
use teeko_table::values::drop_outcome;
use teeko_table::{CellIndex, Kind, TableFile, VisitError, expect_rules, expect_slide_file};

use super::report::{Report, compare_layer};
use super::slide_phase::SlideVerification;
use super::values::{Values, outcome_by_moves};

impl SlideVerification {
    /// Verifies a drop file that belongs to the slide file. The values of the slide file are taken
    /// as they are; whether they are right is in its own report.
    ///
    /// Examples, threads and the observer are as in [`SlideVerification::new`].
    ///
    /// # Errors
    /// [`VisitError::Table`] if it is not a drop file, has other rules, was made from another slide
    /// file, or a block is damaged; [`VisitError::Stopped`] if the observer stops the work.
    pub fn verify_drop_file(
        &self,
        file: &TableFile,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Report, VisitError> {
        let (header, rules) = (file.header(), file.header().rules());
        expect_rules(file, Kind::Drop, rules, 0)?;
        expect_slide_file(&self.file, file)?;
        expect_rules(&self.file, Kind::Slide, rules, 0)?;
        let circles = rules.board().circle_count();
        let odd_positions = |pieces: usize| {
            self.index.orbits(pieces).count() as u64 * binomial(circles, pieces + 1)
        };
        let counter =
            Counter::new((0..PIECES).map(odd_positions).sum::<u64>() + header.values(), observe);
        let stored = Values::decode(file)?;
        let outcome_in = |cell| drop_outcome(stored.get(cell), rules.parity());
        // The file's outcome of a position with an even number of pieces.
        let outcome = |position: &Position| {
            if position.layer() == 2 * PIECES {
                self.outcome(position)
            } else {
                outcome_in(self.cell(position))
            }
        };
        let mut report = Report::default();
        for layer in header.sections() {
            let next = OddLayer::new(rules, &self.index, layer.layer / 2, &counter, outcome)?;
            let found_and_expected = |cell, position: &Position| {
                let expected = outcome_by_moves(rules, position, |after| next.outcome(after));
                (Some(outcome_in(cell)), Some(expected))
            };
            let later = compare_layer(&self.index, layer, &counter, examples, found_and_expected)?;
            report = report.then(later, examples);
        }
        Ok(report)
    }
}

/// The outcomes of a layer that is not stored: a row for each canonical set of the mover, in which
/// the opponent's sets are ordered by rank.
struct OddLayer<'a> {
    group: &'a SymmetryGroup,
    orbits: &'a SetOrbits,
    /// The number of the opponent's sets. Those that overlap the mover's have no outcome and are
    /// never looked up.
    row_length: usize,
    outcomes: Vec<Outcome>,
}

impl<'a> OddLayer<'a> {
    /// Computes the layer in which the mover has `pieces` pieces and the opponent one more, from
    /// the outcomes of the next layer.
    fn new(
        rules: &Rules,
        index: &'a CellIndex,
        pieces: usize,
        counter: &Counter<'_>,
        outcome_after: impl Fn(&Position) -> Outcome + Sync,
    ) -> Result<Self, Stopped> {
        let (orbits, circles) = (index.orbits(pieces), rules.board().circle_count());
        let row_length = binomial(circles, pieces + 1) as usize;
        let mut outcomes = vec![Outcome::Draw; orbits.count() * row_length];
        parallel::try_for_each(
            outcomes.chunks_exact_mut(row_length).zip(orbits.canonical()),
            |(row, &mover)| {
                counter.go_on()?;
                for (outcome, opponent) in row.iter_mut().zip(subsets(circles, pieces + 1)) {
                    if !mover.meets(opponent) {
                        let position = Position::of_turn(Side::Red, mover, opponent);
                        // A mover with fewer than four pieces has no goal.
                        let ended = rules.status(&position).ended();
                        *outcome = ended
                            .unwrap_or_else(|| outcome_by_moves(rules, &position, &outcome_after));
                    }
                }
                counter.advance(row_length as u64)
            },
        )?;
        Ok(Self { group: index.group(), orbits, row_length, outcomes })
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Outcome {
        let place = self.orbits.place(position.mover());
        let opponent =
            self.group.apply(self.group.inverse(place.element as usize), position.opponent());
        self.outcomes[place.canonical as usize * self.row_length + rank(opponent) as usize]
    }
}
