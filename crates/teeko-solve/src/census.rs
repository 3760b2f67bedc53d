//! Counts of positions by outcome and distance.

use teeko_index::binomial;
use teeko_rules::{Outcome, PIECES, Rules};

use crate::memory::slide_positions;

/// The positions of the slide phase, with the side to move given, in disjoint classes that add up to all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlideCensus {
    /// By distance in plies: the positions decided there. Even distances are losses, odd ones wins; distance 0 is the
    /// class `over`, the positions in which the mover's opponent has a goal and the mover has none.
    pub by_distance: Vec<u64>,
    /// Positions that are drawn because the mover has no slide.
    pub no_move: u64,
    /// Positions in which the mover has a goal already, which play cannot reach.
    pub impossible: u64,
    /// Positions drawn because neither side can force a goal.
    pub draw: u64,
}

impl SlideCensus {
    /// The census before anything is decided but which positions have no move.
    pub(crate) fn start(rules: &Rules, no_move: u64) -> Self {
        let others = binomial(rules.board().circle_count() - PIECES, PIECES);
        let impossible = rules.goals().patterns().len() as u64 * others;
        let draw = slide_positions(rules) - impossible - no_move;
        Self { by_distance: Vec::new(), no_move, impossible, draw }
    }

    /// Adds positions decided at a distance, each greater than the last.
    pub(crate) fn add(&mut self, distance: u32, positions: u64) {
        self.by_distance.resize(distance as usize, 0);
        self.by_distance.push(positions);
        self.draw -= positions;
    }

    /// The number of positions of each class but draws decided so far.
    pub(crate) fn decided(&self) -> u64 {
        self.by_distance.iter().sum()
    }

    /// All positions of the slide phase with the side to move given.
    pub fn positions(&self) -> u64 {
        self.decided() + self.no_move + self.impossible + self.draw
    }

    /// Positions in which the mover's opponent has a goal and the mover has none.
    pub fn over(&self) -> u64 {
        self.by_distance.first().copied().unwrap_or(0)
    }

    /// Won and lost positions that are not over, by distance in plies.
    pub fn decided_by_distance(&self) -> impl Iterator<Item = (Outcome, u64)> {
        (1..).zip(self.by_distance.iter().skip(1)).map(|(distance, &positions)| {
            (if distance % 2 == 1 { Outcome::Win(distance) } else { Outcome::Loss(distance) }, positions)
        })
    }

    /// Positions won by the side to move.
    pub fn win(&self) -> u64 {
        self.by_distance.iter().skip(1).step_by(2).sum()
    }

    /// Positions lost by the side to move, those that are over not included.
    pub fn loss(&self) -> u64 {
        self.by_distance.iter().skip(2).step_by(2).sum()
    }

    /// The largest distance in plies.
    pub fn deepest(&self) -> u32 {
        self.by_distance.len().saturating_sub(1) as u32
    }
}
