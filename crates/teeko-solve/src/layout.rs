//! Where each slide position has its bit.
//!
//! A plane has one bit for each (set of one side, canonical set of the other). Rows are all sets, as images
//! `element · canonical` of the canonical ones; columns are the canonical sets. Both are cut into tiles of 512, so that a
//! plane is an array of square blocks, and a position's bit is found by
//!
//! ```text
//! block (row tile, element, column tile),  line = row within its tile,  bit = column within its tile
//! ```
//! On the standard board there are 1,666 canonical sets and 8 symmetries: 4 row tiles x 8 elements x 4 column tiles of
//! 32 KiB, 4 MiB a plane. A set that some symmetry keeps has several rows, all alike (13,328 rows for 12,650 sets).
//!
//! The gain of this order: exchanging the sides. The position with mover `g·A` and opponent `B` is, seen from the other
//! side with *its* set canonical, the one with row `g⁻¹·B` and column `A`. So the plane by mover turns into the plane by
//! opponent through plain transpositions, block (a, g, b) to block (b, g⁻¹, a); the images under stabilisers come for free.

use std::sync::Arc;

use teeko_index::{Place, SetOrbits};
use teeko_rules::{Circle, Circles, PIECES, Rules, SymmetryGroup};

use crate::line::{BitLine, LINE_BITS};

/// The place of each slide position in a plane, and which rows lead to which.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) group: Arc<SymmetryGroup>,
    pub(crate) orbits: Arc<SetOrbits>,
    /// Tiles of 512 canonical sets.
    pub(crate) tiles: usize,
    /// By row: where its successors begin in `successors`; one more entry at the end.
    starts: Vec<u32>,
    /// For each row the rows that one slide leads to, the other side ignored, as the line of column tile 0.
    successors: Vec<u32>,
    /// The same for the rows from which one slide leads to a row, all rows of a set included.
    predecessor_starts: Vec<u32>,
    predecessors: Vec<u32>,
}

/// A block by what it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockPlace {
    pub(crate) row_tile: usize,
    pub(crate) element: usize,
    pub(crate) column_tile: usize,
}

impl Layout {
    pub(crate) fn new(rules: &Rules) -> Self {
        let group = Arc::new(rules.symmetries());
        let orbits = Arc::new(SetOrbits::new(rules.board().circle_count(), PIECES, &group));
        let tiles = orbits.count().div_ceil(LINE_BITS);
        let mut layout = Self {
            group,
            orbits,
            tiles,
            starts: Vec::new(),
            successors: Vec::new(),
            predecessor_starts: Vec::new(),
            predecessors: Vec::new(),
        };
        (layout.starts, layout.successors) =
            layout.neighbours(|set| slid_sets(rules, set).map(|slid| layout.orbits.place(slid)).collect());
        (layout.predecessor_starts, layout.predecessors) =
            layout.neighbours(|set| unslid_sets(rules, set).flat_map(|unslid| layout.places(unslid)).collect());
        layout
    }

    /// For each row, in the order of (element, canonical set), the lines of its neighbours.
    ///
    /// Only the neighbours of canonical sets are asked for; the rest follows by the symmetry of the rules.
    fn neighbours(&self, neighbours: impl Fn(Circles) -> Vec<Place>) -> (Vec<u32>, Vec<u32>) {
        let of_canonical: Vec<Vec<Place>> = self.orbits.canonical().iter().map(|&set| neighbours(set)).collect();
        let total: usize = of_canonical.iter().map(Vec::len).sum();
        let mut starts = Vec::with_capacity(self.rows() + 1);
        let mut lines = Vec::with_capacity(total * self.group.order());
        for element in 0..self.group.order() {
            for places in &of_canonical {
                starts.push(lines.len() as u32);
                lines.extend(places.iter().map(|place| {
                    let element = self.group.product(element, place.element as usize);
                    self.line(Place { element: element as u8, ..*place })
                }));
            }
        }
        starts.push(u32::try_from(lines.len()).expect("fewer than 2^32 slides between sets"));
        (starts, lines)
    }

    /// All rows of a set: more than one if some symmetry keeps it.
    fn places(&self, set: Circles) -> impl Iterator<Item = Place> {
        let canonical = self.orbits.place(set).canonical;
        let elements = (0..self.group.order()).filter(move |&element| self.set(element, canonical as usize) == set);
        elements.map(move |element| Place { canonical, element: element as u8 })
    }

    /// The number of rows, images that coincide counted apart.
    pub(crate) fn rows(&self) -> usize {
        self.group.order() * self.orbits.count()
    }

    /// The number of blocks in a plane.
    pub(crate) fn blocks(&self) -> usize {
        self.tiles * self.group.order() * self.tiles
    }

    /// The number of canonical sets in a tile: 512, or fewer in the last.
    pub(crate) fn tile_size(&self, tile: usize) -> usize {
        (self.orbits.count() - tile * LINE_BITS).min(LINE_BITS)
    }

    /// The rows of a tile that stand for a set.
    pub(crate) fn rows_of_tile(&self, tile: usize) -> BitLine {
        let mut rows = BitLine::ZERO;
        (0..self.tile_size(tile)).for_each(|row| rows.set(row));
        rows
    }

    pub(crate) fn place_of_block(&self, block: usize) -> BlockPlace {
        let (rest, column_tile) = (block / self.tiles, block % self.tiles);
        BlockPlace { row_tile: rest / self.group.order(), element: rest % self.group.order(), column_tile }
    }

    pub(crate) fn block(&self, place: BlockPlace) -> usize {
        (place.row_tile * self.group.order() + place.element) * self.tiles + place.column_tile
    }

    /// The line of a row in column tile 0; that in tile `t` is `512 * t` lines on.
    pub(crate) fn line(&self, place: Place) -> u32 {
        let (row_tile, row) = (place.canonical as usize / LINE_BITS, place.canonical as usize % LINE_BITS);
        let block = self.block(BlockPlace { row_tile, element: place.element as usize, column_tile: 0 });
        (block * LINE_BITS + row) as u32
    }

    /// Block of (row tile, element) counted apart from column tiles, and the row within, of a line of column tile 0.
    pub(crate) fn row_of_line(&self, line: u32) -> (usize, usize) {
        (line as usize / LINE_BITS / self.tiles, line as usize % LINE_BITS)
    }

    /// The successors of a row.
    #[inline(always)]
    pub(crate) fn successors(&self, element: usize, canonical: usize) -> &[u32] {
        let row = element * self.orbits.count() + canonical;
        &self.successors[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The rows from which one slide leads to a row.
    pub(crate) fn predecessors(&self, element: usize, canonical: usize) -> &[u32] {
        let row = element * self.orbits.count() + canonical;
        &self.predecessors[self.predecessor_starts[row] as usize..self.predecessor_starts[row + 1] as usize]
    }

    /// The set of a row.
    pub(crate) fn set(&self, element: usize, canonical: usize) -> Circles {
        self.group.apply(element, self.orbits.canonical()[canonical])
    }

    /// For each circle the columns of a tile whose set has it.
    pub(crate) fn columns_with_each_square(&self, tile: usize) -> Vec<BitLine> {
        let mut columns = vec![BitLine::ZERO; Circle::LIMIT];
        for (column, set) in self.orbits.canonical()[tile * LINE_BITS..].iter().take(LINE_BITS).enumerate() {
            set.iter().for_each(|circle| columns[circle.index()].set(column));
        }
        columns
    }

    /// For each column tile the columns whose set satisfies a condition.
    pub(crate) fn columns(&self, condition: impl Fn(Circles) -> bool) -> Vec<BitLine> {
        let tile = |sets: &[Circles]| {
            let mut line = BitLine::ZERO;
            sets.iter().enumerate().filter(|(_, set)| condition(**set)).for_each(|(column, _)| line.set(column));
            line
        };
        self.orbits.canonical().chunks(LINE_BITS).map(tile).collect()
    }
}

/// The sets that one slide leads to from a set, the other side ignored.
fn slid_sets(rules: &Rules, set: Circles) -> impl Iterator<Item = Circles> {
    set.into_iter()
        .flat_map(move |from| (rules.targets(from) - set).into_iter().map(move |to| set.without(from).with(to)))
}

/// The sets from which one slide leads to a set, the other side ignored.
fn unslid_sets(rules: &Rules, set: Circles) -> impl Iterator<Item = Circles> {
    let free = rules.board().circles() - set;
    set.into_iter().flat_map(move |to| {
        let from = free.into_iter().filter(move |&from| rules.targets(from).contains(to));
        from.map(move |from| set.without(to).with(from))
    })
}
