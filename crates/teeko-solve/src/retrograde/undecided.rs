//! Which positions are undecided: a plane has them, or they are what is left.

use bitvec::vec::BitVec;

use crate::line::BitLine;
use crate::row_graph::RowGraph;

/// What is neither over, nor won, nor lost, and yet never decided; with the mover's set as the row.
pub(crate) struct NeverDecided {
    /// By canonical set of the mover: whether it makes a position possible.
    possible: BitVec,
    /// By column tile: the bits that stand for a set.
    columns: Vec<BitLine>,
    /// By column tile: what else is left out of some lines, by canonical set, ascending.
    pub(crate) others: Vec<Vec<(u32, BitLine)>>,
}

impl NeverDecided {
    /// With the canonical sets of the mover that make a position possible; of the rest nothing yet.
    pub(crate) fn new(graph: &RowGraph, possible: BitVec) -> Self {
        let tiles = 0..graph.column_tiles;
        let columns = tiles.map(|tile| {
            let columns = graph.sets_of_tile(tile);
            graph.lanes.every(0..columns.len())
        });
        let others = vec![Vec::new(); graph.column_tiles];
        Self {
            possible,
            columns: columns.collect(),
            others,
        }
    }

    /// What is undecided in a line, from what is decided there.
    #[inline(always)]
    pub(crate) fn rest(&self, set: usize, column_tile: usize, decided: BitLine) -> BitLine {
        if !self.possible.get(set).is_some_and(|possible| *possible) {
            return BitLine::ZERO;
        }
        let rest = self.columns[column_tile].and_not(decided);
        let others = &self.others[column_tile];
        if others.is_empty() {
            return rest;
        }
        match others.binary_search_by_key(&(set as u32), |&(set, _)| set) {
            Ok(place) => rest.and_not(others[place].1),
            Err(_) => rest,
        }
    }
}

/// Undecided positions without a plane of their own: what is in neither plane that a half-step
/// leads from and to, nor in a third one, nor left out. These are transposed block by block.
#[derive(Clone, Copy)]
pub(crate) struct Rest<'a> {
    pub(crate) never_decided: &'a NeverDecided,
    pub(crate) also_decided: Option<&'a [BitLine]>,
}
