//! The rows of a plane: how they are cut into blocks, and which of them a slide leads to.
//!
//! A plane has a row for each image `element · canonical` of the canonical sets of the side that
//! has just moved, and a column for each canonical set of the other side. Where the two sides are
//! not alike there are two kinds of planes, and each is the other turned round.

use std::ops::Range;
use std::sync::Arc;

use teeko_index::Place;
use teeko_rules::SymmetryGroup;

use crate::line::{BitLine, LINE_BITS};

/// The rows of one kind of planes, each with its neighbours.
#[derive(Debug)]
pub(crate) struct RowGraph {
    pub(crate) group: Arc<SymmetryGroup>,
    /// Canonical sets of the side that has the rows.
    count: usize,
    /// Tiles of 512 canonical sets of that side, and of the other.
    pub(crate) tiles: usize,
    pub(crate) column_tiles: usize,
    /// The rows that one slide leads to, the other side ignored.
    successors: Neighbours,
    /// The rows from which one slide leads to a row, all rows of a set included.
    predecessors: Neighbours,
}

/// For each row of some kind, in the order of (element, canonical set), rows of a graph, as lines
/// of column tile 0.
#[derive(Default, Debug)]
pub(crate) struct Neighbours {
    /// By row: where its lines begin; one more entry at the end.
    starts: Vec<u32>,
    lines: Vec<u32>,
}

impl Neighbours {
    /// Where in the lines of all rows those of a row are.
    #[inline(always)]
    pub(crate) fn places(&self, row: usize) -> Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// The lines of a row.
    #[inline(always)]
    pub(crate) fn of(&self, row: usize) -> &[u32] {
        &self.lines[self.places(row)]
    }
}

/// A block by what it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockPlace {
    pub(crate) row_tile: usize,
    pub(crate) element: usize,
    pub(crate) column_tile: usize,
}

impl RowGraph {
    /// The rows of `count` canonical sets against `columns` of the other side. `slid` and `unslid`
    /// give, for each canonical set, the places of the sets that a slide leads to and of those that
    /// it comes from; of the latter all places of each set.
    pub(crate) fn new(
        group: &Arc<SymmetryGroup>,
        count: usize,
        columns: usize,
        slid: &[Vec<Place>],
        unslid: &[Vec<Place>],
    ) -> Self {
        let (tiles, column_tiles) = (count.div_ceil(LINE_BITS), columns.div_ceil(LINE_BITS));
        let group = Arc::clone(group);
        let [successors, predecessors] = [Neighbours::default(), Neighbours::default()];
        let mut graph = Self { group, count, tiles, column_tiles, successors, predecessors };
        (graph.successors, graph.predecessors) = (graph.neighbours(slid), graph.neighbours(unslid));
        graph
    }

    /// The same without slides.
    pub(crate) fn without_slides(group: &Arc<SymmetryGroup>, count: usize, columns: usize) -> Self {
        Self::new(group, count, columns, &[], &[])
    }

    /// Neighbours here of the rows of some kind, as lines of column tile 0.
    ///
    /// Only the neighbours of canonical sets are given; the rest follows by the symmetry of the
    /// rules.
    pub(crate) fn neighbours(&self, of_canonical: &[Vec<Place>]) -> Neighbours {
        let total: usize = of_canonical.iter().map(Vec::len).sum();
        let mut starts = Vec::with_capacity(self.group.order() * of_canonical.len() + 1);
        let mut lines = Vec::with_capacity(total * self.group.order());
        for element in 0..self.group.order() {
            for places in of_canonical {
                starts.push(lines.len() as u32);
                lines.extend(places.iter().map(|place| {
                    let element = self.group.product(element, place.element as usize);
                    self.line(Place { element: element as u8, ..*place })
                }));
            }
        }
        starts.push(u32::try_from(lines.len()).expect("fewer than 2^32 slides between sets"));
        Neighbours { starts, lines }
    }

    /// The number of rows, images that coincide counted apart.
    pub(crate) fn rows(&self) -> usize {
        self.group.order() * self.count
    }

    /// The number of blocks in a plane.
    pub(crate) fn blocks(&self) -> usize {
        self.row_blocks() * self.column_tiles
    }

    /// The number of blocks in a column tile.
    pub(crate) fn row_blocks(&self) -> usize {
        self.tiles * self.group.order()
    }

    /// The first line of a column tile.
    #[inline(always)]
    pub(crate) fn first_line(&self, column_tile: usize) -> usize {
        column_tile * self.row_blocks() * LINE_BITS
    }

    /// Puts what belongs to each block into the order of the blocks that turn into them.
    pub(crate) fn by_source<T>(&self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
        let mut ordered = Vec::with_capacity(items.len());
        for row_tile in 0..self.tiles {
            for column_tile in 0..self.column_tiles {
                for element in 0..self.group.order() {
                    let element = self.group.inverse(element);
                    let block = self.block(BlockPlace { row_tile, element, column_tile });
                    ordered.extend(items[block].take());
                }
            }
        }
        ordered
    }

    /// The number of canonical sets in a tile: 512, or fewer in the last.
    pub(crate) fn tile_size(&self, tile: usize) -> usize {
        (self.count - tile * LINE_BITS).min(LINE_BITS)
    }

    /// The rows of a tile that stand for a set.
    pub(crate) fn rows_of_tile(&self, tile: usize) -> BitLine {
        let mut rows = BitLine::ZERO;
        (0..self.tile_size(tile)).for_each(|row| rows.set(row));
        rows
    }

    pub(crate) fn place_of_block(&self, block: usize) -> BlockPlace {
        let (row_block, column_tile) = (block % self.row_blocks(), block / self.row_blocks());
        BlockPlace {
            row_tile: row_block / self.group.order(),
            element: row_block % self.group.order(),
            column_tile,
        }
    }

    pub(crate) fn block(&self, place: BlockPlace) -> usize {
        (place.column_tile * self.tiles + place.row_tile) * self.group.order() + place.element
    }

    /// The block, of planes of the other kind, that turns into this one when the sides are
    /// exchanged.
    pub(crate) fn source_of(&self, block: usize) -> BlockPlace {
        let BlockPlace { row_tile, element, column_tile } = self.place_of_block(block);
        BlockPlace {
            row_tile: column_tile,
            element: self.group.inverse(element),
            column_tile: row_tile,
        }
    }

    /// The line of a row in column tile 0.
    fn line(&self, place: Place) -> u32 {
        let (row_tile, row) =
            (place.canonical as usize / LINE_BITS, place.canonical as usize % LINE_BITS);
        let block =
            self.block(BlockPlace { row_tile, element: place.element as usize, column_tile: 0 });
        (block * LINE_BITS + row) as u32
    }

    /// The number of a row, in the order of (element, canonical set).
    #[inline(always)]
    pub(crate) fn row(&self, element: usize, canonical: usize) -> usize {
        element * self.count + canonical
    }

    /// The successors of a row.
    #[inline(always)]
    pub(crate) fn successors(&self, element: usize, canonical: usize) -> &[u32] {
        self.successors.of(self.row(element, canonical))
    }

    /// The rows from which one slide leads to each row, all rows of a set included.
    pub(crate) fn predecessors(&self) -> &Neighbours {
        &self.predecessors
    }
}
