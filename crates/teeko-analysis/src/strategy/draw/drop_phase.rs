//! The drop phase of a drawing strategy: choices that leave few ways into the slide phase.

use std::collections::BTreeSet;

use teeko_certificate::canonical;
use teeko_rules::{Circles, Oracle, PIECES, Position, Rules, Side, Status, SymmetryGroup};

use super::{ends_well, holds};
use crate::error::Answer;
use crate::probe::probe;

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
    let (rules, symmetries) = (oracle.rules(), oracle.rules().symmetries());
    let (seen, drops) = (BTreeSet::new(), Drops::default());
    let mut phase = DropPhase { oracle, rules, symmetries, own, seen, drops };
    phase.enter(Position::EMPTY, true)?;
    Ok(phase.drops)
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
        let next = self.rules.moves(&position).into_iter().map(|played| position.after(played));
        let (next, ended): (Vec<Position>, Vec<Position>) =
            next.partition(|next| self.rules.status(next) == Status::Open);
        if self.rules.chooser(&position) != self.own {
            if after_own {
                self.drops.positions.push(position);
            }
            return next.into_iter().try_for_each(|next| self.enter(next, false));
        }
        if ended.iter().any(|next| ends_well(self.rules, self.own, next)) {
            return Ok(());
        }
        let mut best = None;
        for next in next {
            let next = canonical(&self.symmetries, &next);
            if holds(self.own, next.turn, probe(self.oracle, &next)?) {
                let key = (!self.seen.contains(&next), self.spread(&next), next);
                best = best.into_iter().chain([key]).min();
            }
        }
        // Where the oracle contradicts itself the strategy has a gap, which the certificate's own
        // check reports.
        best.map_or(Ok(()), |(_, _, next)| self.enter(next, true))
    }

    /// How far the own pieces are from the centre, and the other side's not: central pieces are
    /// good at blocking.
    fn spread(&self, position: &Position) -> isize {
        let board = self.rules.board();
        let [width, height] = [board.width(), board.height()].map(|side| side as isize - 1);
        let of = |circles: Circles| {
            let distance = |circle| {
                let [column, row] =
                    [2 * board.column(circle) - width, 2 * board.row(circle) - height];
                column * column + row * row
            };
            circles.iter().map(distance).sum::<isize>()
        };
        of(position.pieces(self.own)) - of(position.pieces(self.own.other()))
    }
}
