//! What positions are before any ply: over, won by the other side's doing, impossible, or open.

use teeko_rules::{Circles, Rules};

use crate::layout::Layout;
use crate::line::{BitLine, LINE_BITS};

/// Which positions are over before any ply.
pub(super) struct Endings<'a> {
    rules: &'a Rules,
    /// By column tile: all columns, and those whose set is a goal that needs no empty circles.
    all: Vec<BitLine>,
    unconditional: Vec<BitLine>,
    /// By column tile: the columns whose sets are goals that need empty circles, with these sets.
    conditional: Vec<Vec<(usize, Circles)>>,
    /// By column tile, then circle: the columns whose sets have it.
    with: Vec<Vec<BitLine>>,
}

/// The columns of a row, that of a mover's set, by what they are before any ply.
pub(super) struct Ended {
    /// The sets do not overlap, and the position is not impossible.
    pub(super) apart: BitLine,
    /// Of these: the mover has lost.
    pub(super) lost: BitLine,
    /// Of these: he has won.
    pub(super) won: BitLine,
}

impl<'a> Endings<'a> {
    pub(super) fn new(rules: &'a Rules, layout: &Layout) -> Self {
        let goals = rules.goals();
        let conditional = |sets: &[Circles]| {
            let sets = sets.iter().copied().enumerate();
            sets.filter(|&(_, set)| !goals.with_circles(set).is_empty() && !goals.is_unconditional(set)).collect()
        };
        Self {
            rules,
            all: layout.columns(|_| true),
            unconditional: layout.columns(|set| goals.is_unconditional(set)),
            conditional: layout.orbits.canonical().chunks(LINE_BITS).map(conditional).collect(),
            with: (0..layout.tiles).map(|tile| layout.columns_with_each_square(tile)).collect(),
        }
    }

    /// The columns of a tile whose sets have any of these circles.
    pub(super) fn with_any(&self, circles: Circles, tile: usize) -> BitLine {
        circles.iter().fold(BitLine::ZERO, |line, circle| line.or(self.with[tile][circle.index()]))
    }

    pub(super) fn of_row(&self, mover: Circles, tile: usize) -> Ended {
        let goals = self.rules.goals();
        if goals.is_unconditional(mover) {
            return Ended { apart: BitLine::ZERO, lost: BitLine::ZERO, won: BitLine::ZERO };
        }
        let apart = self.all[tile].and_not(self.with_any(mover, tile));
        let mut lost = self.unconditional[tile];
        for &(column, opponent) in &self.conditional[tile] {
            if goals.is_goal(opponent, mover) {
                lost.set(column);
            }
        }
        let lost = lost.and(apart);
        let mut won = BitLine::ZERO;
        for goal in goals.with_circles(mover) {
            won = won.or(apart.and_not(self.with_any(goal.empty(), tile)));
        }
        Ended { apart, lost, won: won.and_not(lost) }
    }
}
