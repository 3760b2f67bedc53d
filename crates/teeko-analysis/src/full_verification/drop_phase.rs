//! The drop phase: checks a drop file against its slide file.

use rayon::prelude::*;
use teeko_index::LayerIndex;
use teeko_rules::{Outcome, PIECES, Position, Rules, Side, Status};
use teeko_table::values::drop_outcome;
use teeko_table::{Kind, Storage, TableError, TableFile};

use super::progress::{Counter, Progress};
use super::report::{Report, compare_layer};
use super::slide_phase::{SlideVerification, expect_kind};
use super::values::{Values, outcome_by_moves};

/// Positions of a layer that a thread goes through at a time.
const BATCH: usize = 1 << 12;

impl SlideVerification {
    /// Verifies a drop file that belongs to the slide file. What the slide file says is taken as it stands: its own report
    /// tells whether it is right.
    ///
    /// Examples, threads and progress are as in [`SlideVerification::new`].
    ///
    /// # Errors
    /// [`TableError::OtherRules`] if it is not a drop file or one of other rules, [`TableError::OtherSlideFile`] if it was
    /// made from another slide file, [`TableError::Damaged`] if a block is damaged.
    pub fn verify_drop_file<S: Storage + Sync>(
        &self,
        file: &TableFile<S>,
        examples: usize,
        progress: impl Fn(Progress) + Sync,
    ) -> Result<Report, TableError> {
        self.expect_companion(file)?;
        let (header, rules) = (file.header(), file.header().rules());
        let indices: Vec<LayerIndex> = (0..PIECES)
            .map(|pieces| LayerIndex::new(rules.board(), self.index.group(), 2 * pieces + 1))
            .collect();
        let computed: u64 = indices.iter().map(LayerIndex::slots).sum();
        let counter = Counter::new(computed + header.values(), progress);
        let stored = Values::decode(file)?;
        // What the file says of a position with an even number of pieces.
        let outcome = |position: &Position| {
            if position.layer() == 2 * PIECES {
                self.outcome(position)
            } else {
                drop_outcome(stored.get(self.index.slot(position.mover(), position.opponent())))
            }
        };
        let mut report = Report::default();
        for layer in header.layers() {
            let next = &indices[layer.layer / 2];
            let outcomes = odd_layer(rules, next, &counter, outcome);
            let outcome_after = |position: &Position| outcomes[next.rank(position) as usize];
            let found_and_expected = |slot, position: &Position| {
                let found = drop_outcome(stored.get(slot));
                (Some(found), Some(outcome_by_moves(rules, position, outcome_after)))
            };
            let later = compare_layer(&self.index, Kind::Drop, layer, &counter, examples, found_and_expected);
            report = report.then(later, examples);
        }
        Ok(report)
    }

    /// Checks that a file is a drop file that belongs to the slide file.
    fn expect_companion<S: Storage>(&self, file: &TableFile<S>) -> Result<(), TableError> {
        expect_kind(Kind::Drop, file)?;
        let name = file.name().to_owned();
        let found = self.header.content_hash();
        if let Some(expected) = file.header().slide_hash().filter(|&expected| expected != found) {
            let slide_name = self.name.clone();
            let (expected, found) = (expected.to_string(), found.to_string());
            return Err(TableError::OtherSlideFile { name, slide_name, expected, found });
        }
        if !self.header.rules().same_slide_phase(file.header().rules()) {
            let expected = format!("those of {}", self.name);
            return Err(TableError::OtherRules { name, field: "board, goals or step", expected, found: "others".into() });
        }
        Ok(())
    }
}

/// The outcomes of a layer that is not stored, by slot of its index, from those of the layer after it.
fn odd_layer(
    rules: &Rules,
    index: &LayerIndex,
    counter: &Counter<impl Fn(Progress) + Sync>,
    outcome_after: impl Fn(&Position) -> Outcome + Sync,
) -> Vec<Outcome> {
    let outcome = |slot| {
        let position = index.unrank(slot, Side::Red).expect("a slot of the index");
        match rules.status(&position) {
            Status::Over => Outcome::Loss(0),
            // The mover has fewer than four pieces, and so no goal.
            Status::Open | Status::Impossible => outcome_by_moves(rules, &position, &outcome_after),
        }
    };
    let mut outcomes = vec![Outcome::Draw; index.slots() as usize];
    outcomes.par_chunks_mut(BATCH).enumerate().for_each(|(number, batch)| {
        for (slot, entry) in (number * BATCH..).zip(batch.iter_mut()) {
            *entry = outcome(slot as u64);
        }
        counter.advance(batch.len() as u64);
    });
    outcomes
}
