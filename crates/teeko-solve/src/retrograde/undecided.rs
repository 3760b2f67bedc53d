//! Which positions are undecided, where no plane has them: those that are left.

use std::ops::Range;

use bitvec::vec::BitVec;

use crate::line::BitLine;
use crate::row_graph::RowGraph;

/// What is never undecided, though neither won nor lost, with the mover's set as the row:
/// impossible positions, bits that stand for no set, positions finished without a winner, and
/// positions without a slide.
pub(crate) struct NeverDecided {
    /// By canonical set of the mover: whether it makes a position possible.
    possible: BitVec,
    /// By column tile: the bits that stand for a set.
    columns: Vec<BitLine>,
    /// By column tile: the positions finished without a winner or without a slide, by canonical
    /// set, ascending; only of lines that have any.
    pub(crate) left_out: Vec<Vec<(u32, BitLine)>>,
}

impl NeverDecided {
    /// With the canonical sets of the mover that make a position possible; of the rest nothing yet.
    pub(crate) fn new(graph: &RowGraph, possible: BitVec) -> Self {
        let mut columns = Vec::new();
        for tile in 0..graph.shape.column_tiles {
            let sets = graph.sets_of_tile(tile);
            columns.push(graph.lanes.every(0..sets.len()));
        }
        Self {
            possible,
            columns,
            left_out: vec![Vec::new(); graph.shape.column_tiles],
        }
    }

    /// Returns what is undecided in the line of a set, given what is decided there.
    #[inline(always)]
    pub(crate) fn undecided_of_line(
        &self,
        set: usize,
        column_tile: usize,
        decided: BitLine,
    ) -> BitLine {
        if !self.possible.get(set).is_some_and(|possible| *possible) {
            return BitLine::ZERO;
        }
        let undecided = self.columns[column_tile].and_not(decided);
        let left_out = &self.left_out[column_tile];
        if left_out.is_empty() {
            return undecided;
        }
        match left_out.binary_search_by_key(&(set as u32), |&(set, _)| set) {
            Ok(place) => undecided.and_not(left_out[place].1),
            Err(_) => undecided,
        }
    }
}

/// Derives the undecided positions where no plane has them: they are in neither the source nor the
/// target of a half-step, nor in a third plane, nor never decided. They are found block by block.
#[derive(Clone, Copy)]
pub(crate) struct Derivation<'a> {
    pub(crate) never_decided: &'a NeverDecided,
    /// The third plane.
    pub(crate) also_decided: Option<&'a [BitLine]>,
}

impl<'a> Derivation<'a> {
    /// Derives positions from two planes.
    pub(crate) fn new(never_decided: &'a NeverDecided) -> Self {
        Self {
            never_decided,
            also_decided: None,
        }
    }

    /// Collects the decided positions of some lines, which are those of a block, in rows by the
    /// side that has just moved. `target` has the lines of the block alone.
    pub(crate) fn collect_decided(
        &self,
        lines: Range<usize>,
        source: &[BitLine],
        target: &[BitLine],
        decided: &mut [BitLine],
    ) {
        let pairs = source[lines.clone()].iter().zip(target);
        for (decided, (source, target)) in decided.iter_mut().zip(pairs) {
            *decided = source.or(*target);
        }
        if let Some(also_decided) = self.also_decided {
            for (decided, also_decided) in decided.iter_mut().zip(&also_decided[lines]) {
                *decided = decided.or(*also_decided);
            }
        }
    }

    /// Replaces the decided positions of the rows from `first_set` on by the undecided ones.
    pub(crate) fn replace_by_undecided(
        &self,
        first_set: usize,
        column_tile: usize,
        rows: &mut [BitLine],
    ) {
        for (row, line) in rows.iter_mut().enumerate() {
            let set = first_set + row;
            *line = self
                .never_decided
                .undecided_of_line(set, column_tile, *line);
        }
    }

    /// Whether the third plane has a position.
    pub(crate) fn is_also_decided(&self, line: usize, bit: usize) -> bool {
        self.also_decided
            .is_some_and(|also_decided| also_decided[line].bit(bit))
    }
}
