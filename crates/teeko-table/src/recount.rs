//! The census of a table, counted again from its values and held against the header.

use teeko_index::{binomial, subsets};
use teeko_rules::{Circles, Outcome, PIECES, Rules};

use crate::census::{Census, Class};
use crate::error::{Fault, TableError};
use crate::expand::ExpandedTable;
use crate::header::CONTENT_HASH_OFFSET;
use crate::storage::Storage;
use crate::table::Table;

impl ExpandedTable {
    /// The census of the layers that are there, counted from the values.
    pub fn recount(&self) -> Census {
        let mut census = Census::new();
        // Among the draws of layer 8 are positions without a slide, and some that cannot be. Which they are follows from the rules.
        let (no_move, impossible) = (positions_without_a_slide(self.rules()), impossible_positions(self.rules()));
        for layer in 0..=2 * PIECES {
            for (&outcome, &positions) in self.census(layer).into_iter().flatten() {
                let apart = if layer == 2 * PIECES && outcome == Outcome::Draw { no_move + impossible } else { 0 };
                census.add(layer, outcome.into(), positions.saturating_sub(apart));
            }
        }
        census.add(2 * PIECES, Class::NoMove, no_move);
        census.add(2 * PIECES, Class::Impossible, impossible);
        census
    }
}

impl<S: Storage + Sync> Table<S> {
    /// Counts the census of both files again from their values and compares it with their headers.
    ///
    /// # Errors
    /// [`TableError::Damaged`] with the first count that differs, or if a block is damaged.
    pub fn check_census(&self) -> Result<(), TableError> {
        let counted = self.expand()?.recount();
        for file in [Some(self.slide()), self.drop_file()].into_iter().flatten() {
            let header = file.header();
            for layer in header.kind().layers() {
                let classes = header.census().layer(layer).chain(counted.layer(layer)).map(|(class, _)| class);
                for class in classes {
                    let (expected, found) = (header.census().positions(layer, class), counted.positions(layer, class));
                    if expected != found {
                        let expected = format!("{expected} positions of layer {layer} as {class:?}");
                        return Err(Fault::at(CONTENT_HASH_OFFSET, "census", expected, found).of(file.name()));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The slide positions in which the mover has a goal.
fn impossible_positions(rules: &Rules) -> u64 {
    rules.goals().patterns().len() as u64 * binomial(rules.board().circle_count() - PIECES, PIECES)
}

/// The slide positions that are open but have no slide: the opponent's pieces stand wherever the mover's could step.
fn positions_without_a_slide(rules: &Rules) -> u64 {
    let board = rules.board();
    let open = |set: &Circles| !rules.goals().is_goal(*set);
    let stuck = |mover: Circles| {
        let steps = mover.iter().fold(Circles::EMPTY, |all, from| all | rules.targets(from)) - mover;
        let Some(others) = PIECES.checked_sub(steps.len()) else { return 0 };
        let elsewhere: Vec<_> = (board.circles() - mover - steps).iter().collect();
        let opponents = subsets(elsewhere.len(), others)
            .map(|places| places.iter().fold(steps, |set, place| set.with(elsewhere[place.index()])));
        opponents.filter(open).count() as u64
    };
    subsets(board.circle_count(), PIECES).filter(open).map(stuck).sum()
}
