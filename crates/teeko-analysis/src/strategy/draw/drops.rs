//! The drop phase of a drawing strategy.

use std::collections::BTreeSet;

use teeko_certificate::canonical;
use teeko_rules::{Oracle, PIECES, Position, Rules, Side, Status, SymmetryGroup};

use super::holding::{ends_well, holds};
use crate::error::Answer;
use crate::probe::probe;

/// What a strategy needs in the drop phase, and where that leads.
#[derive(Default)]
pub(super) struct Drops {
    /// The positions of the drop phase in which the other side chooses, after a choice of the own
    /// side's or at the start.
    pub(super) positions: Vec<Position>,
    /// The positions of the slide phase that it leads to, with either side to move.
    pub(super) slides: Vec<Position>,
}

/// Plays the drop phase for a side, with choices that hold.
pub(super) fn drop_phase(oracle: &dyn Oracle, own: Side) -> Answer<Drops> {
    let rules = oracle.rules();
    let mut phase = DropPhase {
        oracle,
        rules,
        symmetries: rules.symmetries(),
        own,
        seen: BTreeSet::new(),
        drops: Drops::default(),
    };
    phase.enter(Position::EMPTY, true)?;
    Ok(phase.drops)
}

/// A drop phase that is being played, against everything the other side can choose.
struct DropPhase<'a> {
    oracle: &'a dyn Oracle,
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    own: Side,
    /// Canonical positions that have been visited, with either side choosing.
    seen: BTreeSet<Position>,
    drops: Drops,
}

impl DropPhase<'_> {
    /// Plays on from an open position; `after_own` if the own side's choice led there.
    fn enter(&mut self, position: Position, after_own: bool) -> Answer<()> {
        let position = canonical(&self.symmetries, &position);
        if !self.seen.insert(position) {
            return Ok(());
        }
        if position.layer() == 2 * PIECES {
            self.drops.slides.push(position);
            return Ok(());
        }
        if self.rules.chooser(&position) == self.own {
            return self.choose(&position);
        }
        if after_own {
            self.drops.positions.push(position);
        }
        for next in self.next_positions(&position) {
            if self.rules.status(&next) == Status::Open {
                self.enter(next, false)?;
            }
        }
        Ok(())
    }

    /// Plays on with the best choice of the own side, unless one ends the game without a loss.
    fn choose(&mut self, position: &Position) -> Answer<()> {
        let next = self.next_positions(position);
        if next
            .iter()
            .any(|next| ends_well(self.rules, self.own, next))
        {
            return Ok(());
        }
        match self.best_choice(&next)? {
            Some(best) => self.enter(best, true),
            // Where the oracle contradicts itself the strategy has a gap, which the certificate's
            // own check reports.
            None => Ok(()),
        }
    }

    /// Returns the best of the next positions that hold: one that has been visited if possible, and
    /// then the one with the best spread.
    fn best_choice(&self, next: &[Position]) -> Answer<Option<Position>> {
        let mut best = None;
        for next in next {
            if self.rules.status(next) != Status::Open {
                continue;
            }
            let next = canonical(&self.symmetries, next);
            if !holds(self.own, next.turn, probe(self.oracle, &next)?) {
                continue;
            }
            let key = (!self.seen.contains(&next), self.spread(&next), next);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        Ok(best.map(|(_, _, next)| next))
    }

    fn next_positions(&self, position: &Position) -> Vec<Position> {
        let moves = self.rules.moves(position).into_iter();
        moves.map(|played| position.after(played)).collect()
    }

    /// How far the own pieces are from the centre, and the other side's not: central pieces are
    /// good at blocking.
    fn spread(&self, position: &Position) -> isize {
        let board = self.rules.board();
        let mut spread = 0;
        for circle in position.pieces(self.own) {
            spread += board.distance_from_centre(circle);
        }
        for circle in position.pieces(self.own.other()) {
            spread -= board.distance_from_centre(circle);
        }
        spread
    }
}
