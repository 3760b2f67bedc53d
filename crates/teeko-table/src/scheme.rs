//! Index scheme 1: the cell of each position in a file.
//!
//! A file stores the layers in which both sides have the same number of pieces, `k`. A layer is a
//! list of rows, one for each *canonical* set of the opponent, ascending. A row has a cell for each
//! set that the mover can have among the circles that the opponent leaves free:
//!
//! ```text
//! cell = first cell of the layer
//!      + number of the opponent's canonical set * C(circles - k, k)
//!      + rank of the mover's set
//!
//! mover {7, 13} against opponent {3, 12} on 5 x 5:
//! the mover's circles have indices 6 and 12, the opponent's 2 and 11;
//! among the free circles, 6 becomes 5 (one of the opponent's is below it) and 12 becomes 10;
//! rank = C(5, 1) + C(10, 2) = 50
//! ```
//!
//! If the opponent's set is not canonical, both sets are first mapped by a symmetry of the rules
//! that makes it canonical. If the canonical set has symmetries of its own, several symmetries do
//! so and lead to different cells. These cells have the same value, because they belong to
//! equivalent positions, so any of them will do.
//!
//! [`SetOrbits`] defines the canonical set: of all images, the one with the greatest sum of
//! indices; of several such images, the greatest as a bit set.

use std::sync::Arc;

use teeko_index::{SetOrbits, binomial, orbit_count, rank, subsets};
use teeko_rules::combinatorics::rank_among_free;
use teeko_rules::{Board, Circles, PIECES, Rules, SymmetryGroup};

use crate::Kind;

/// The number of this index scheme in the header of a file.
pub const INDEX_SCHEME: u8 = 1;

/// A stored layer: its place and size in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredLayer {
    /// The pieces on the board, of both sides together.
    pub layer: usize,
    /// The first cell.
    pub first: u64,
    /// The number of rows: one for each canonical set of the opponent.
    pub rows: u64,
    /// The number of cells in a row: one for each set of the mover among the free circles.
    pub row_length: u64,
}

impl StoredLayer {
    /// Returns the number of cells.
    pub fn cells(&self) -> u64 {
        self.rows * self.row_length
    }
}

/// Returns the layers that a file stores, in their order in the file. The other layers follow from
/// them by one ply of look-ahead.
pub fn stored_layers(kind: Kind, board: Board, group: &SymmetryGroup) -> Vec<StoredLayer> {
    let mut first = 0;
    let pieces = match kind {
        Kind::Slide => PIECES..=PIECES,
        Kind::Drop => 0..=PIECES - 1,
        // Files of attacks have sections instead.
        Kind::AttackSlide | Kind::AttackDrop => return Vec::new(),
    };
    let layer = |pieces: usize| {
        let rows = orbit_count(board.circle_count(), group, 0, pieces);
        let layer =
            StoredLayer { layer: 2 * pieces, first, rows, row_length: row_length(board, pieces) };
        first += layer.cells();
        layer
    };
    pieces.rev().map(layer).collect()
}

fn row_length(board: Board, pieces: usize) -> u64 {
    binomial(board.circle_count() - pieces, pieces)
}

/// Finds the cells of positions, for the files of one board, goals and step.
#[derive(Clone, Debug)]
pub struct CellIndex {
    board: Board,
    group: Arc<SymmetryGroup>,
    /// The orbits for each number of pieces of a side.
    orbits: Vec<Arc<SetOrbits>>,
    /// The stored layer for each number of pieces of a side.
    layers: Vec<StoredLayer>,
}

impl CellIndex {
    /// Builds the index of the files of these rules. The drop plan and options do not matter.
    pub fn new(rules: &Rules) -> Self {
        let (board, group) = (rules.board(), Arc::new(rules.symmetries()));
        let orbits = (0..=PIECES)
            .map(|pieces| Arc::new(SetOrbits::new(board.circle_count(), pieces, &group)))
            .collect();
        let mut layers: Vec<StoredLayer> = [Kind::Slide, Kind::Drop]
            .into_iter()
            .flat_map(|kind| stored_layers(kind, board, &group))
            .collect();
        layers.reverse();
        Self { board, group, orbits, layers }
    }

    /// Returns the cell of a position in its file: the slide file if each side has four pieces,
    /// else the drop file.
    ///
    /// # Panics
    /// If the sides have different numbers of pieces, more than four, or the sets overlap or leave
    /// the board.
    #[inline]
    pub fn cell(&self, mover: Circles, opponent: Circles) -> u64 {
        assert!(
            mover.len() == opponent.len() && !mover.meets(opponent),
            "mover {mover}, opponent {opponent}"
        );
        let (orbits, layer) = (&self.orbits[opponent.len()], &self.layers[opponent.len()]);
        let place = orbits.place(opponent);
        let mover = self.group.apply(self.group.inverse(place.element as usize), mover);
        let opponent = orbits.canonical()[place.canonical as usize];
        layer.first
            + u64::from(place.canonical) * layer.row_length
            + rank_among_free(mover, opponent)
    }

    /// Returns the symmetries under which cells are shared.
    pub fn group(&self) -> &Arc<SymmetryGroup> {
        &self.group
    }

    /// Returns the orbits of the sets of `pieces` circles, 0 to 4.
    ///
    /// # Panics
    /// If `pieces` is above 4.
    pub fn orbits(&self, pieces: usize) -> &Arc<SetOrbits> {
        &self.orbits[pieces]
    }

    /// Lists the rows of a file in their order in the file.
    pub fn rows(&self, kind: Kind) -> impl Iterator<Item = Row> {
        stored_layers(kind, self.board, &self.group).into_iter().flat_map(move |layer| {
            let opponents = self.orbits[layer.layer / 2].canonical();
            opponents.iter().enumerate().map(move |(number, &opponent)| Row {
                layer: layer.layer,
                number: number as u32,
                opponent,
                free: self.board.circles() - opponent,
            })
        })
    }
}

/// A row of a file: all positions of a layer with one canonical set of the opponent; in files of
/// attacks, all positions of a section with one canonical set of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The pieces on the board, of both sides together.
    pub layer: usize,
    /// The number of the set among the canonical ones of the layer or section.
    pub number: u32,
    /// The circles of the opponent, or of the attacker.
    pub opponent: Circles,
    pub(crate) free: Circles,
}

impl Row {
    /// The number of cells in the row.
    pub fn length(&self) -> usize {
        binomial(self.free.len(), self.layer - self.opponent.len()) as usize
    }

    /// Lists the sets of the other side, which is the mover, or the defender, in the order of the
    /// cells.
    pub fn movers(&self) -> impl Iterator<Item = Circles> {
        sets_among(self.free, self.layer - self.opponent.len())
    }
}

/// Lists the sets of `size` circles among `circles`, in the order of their ranks.
pub(crate) fn sets_among(circles: Circles, size: usize) -> impl Iterator<Item = Circles> {
    let circles: Vec<Circles> = circles.iter().map(Circles::from).collect();
    subsets(circles.len(), size)
        .map(move |set| set.iter().fold(Circles::EMPTY, |all, place| all | circles[place.index()]))
}

/// Returns, for each symmetry, the ranks of the sets that the inverse symmetry makes of the `sets`.
pub(crate) fn ranks_mapped_back(group: &SymmetryGroup, sets: &[Circles]) -> Vec<Vec<u32>> {
    let ranks = |element| {
        let back = group.inverse(element);
        sets.iter().map(|&set| rank(group.apply(back, set)) as u32).collect()
    };
    (0..group.order()).map(ranks).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::Goals;
    use teeko_testing::{circles, rules};

    #[test]
    fn the_standard_board_has_the_known_sizes() {
        let rules = rules("44-ssss");
        let layers = stored_layers(Kind::Slide, rules.board(), &rules.symmetries());
        assert_eq!(layers, [StoredLayer { layer: 8, first: 0, rows: 1666, row_length: 5985 }]);
        let layers = stored_layers(Kind::Drop, rules.board(), &rules.symmetries());
        assert_eq!(layers.iter().map(|layer| layer.layer).collect::<Vec<_>>(), [6, 4, 2, 0]);
        assert_eq!(
            layers.iter().map(|layer| layer.row_length).collect::<Vec<_>>(),
            [1540, 253, 24, 1]
        );
        assert_eq!((layers[2].rows, layers[3].rows), (6, 1));
    }

    /// Every cell of every row is that of its own position, in order, and every image of a position
    /// has the cell of an equivalent one.
    #[test]
    fn slots_count_through_the_rows() {
        let one_goal = Goals::new(vec![circles(&[1, 2, 3, 6])]);
        let lopsided = Rules::builder().board(Board::new(4, 5).unwrap()).goals(one_goal).build();
        for rules in [rules("44-ssss+4x4"), rules("44-ssss+4x5"), lopsided.unwrap()] {
            let index = CellIndex::new(&rules);
            for kind in [Kind::Slide, Kind::Drop] {
                let mut next = 0;
                for row in index.rows(kind) {
                    let movers: Vec<Circles> = row.movers().collect();
                    assert_eq!(movers.len(), row.length());
                    for mover in movers {
                        assert_eq!(index.cell(mover, row.opponent), next);
                        next += 1;
                    }
                }
                let layers = stored_layers(kind, rules.board(), &rules.symmetries());
                assert_eq!(next, layers.iter().map(StoredLayer::cells).sum::<u64>());
            }
        }
    }
}
