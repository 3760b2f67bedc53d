//! The losses of a slide phase, gathered from the half-steps in a journal: all that a table needs
//! of a slide phase whose distances no memory holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{Class, LayerCensus, SetOrbits, parallel};
use teeko_rules::work::Stopped;
use teeko_rules::{Circles, PIECES, Rules};

use crate::journal::{Journal, KeptHalfStep, decode};
use crate::line::LINE_BITS;
use crate::retrograde::endings::Endings;
use crate::retrograde::half_steps_before;
use crate::row_graph::{BlockPlace, RowGraph};

/// The positions of a block.
const CELLS: usize = LINE_BITS * LINE_BITS;

/// The lost positions of a solved slide phase, with their distances, gathered from the half-steps
/// that a [`Journal`] has kept.
///
/// Memory holds the positions against a few hundred sets of the side that has just moved at a time:
/// [`gather`](Self::gather) says which.
pub struct KeptLosses<'a> {
    journal: &'a dyn Journal,
    orbits: SetOrbits,
    endings: Endings<'a>,
    rows: RowGraph,
    half_steps: Vec<LosingHalfStep<'a>>,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// By tile of the sets of the side that has just moved, then by (row tile, element) of the
    /// other side's, column and row: 0, or one more than the plies in which the position is lost.
    gathered: BTreeMap<usize, Vec<u16>>,
}

/// A half-step that decides losses.
struct LosingHalfStep<'a> {
    number: u32,
    /// What its positions get in a gathered tile.
    mark: u16,
    kept: Box<dyn KeptHalfStep + 'a>,
}

impl<'a> KeptLosses<'a> {
    /// Opens the half-steps of a slide phase that has been solved with this journal, given the
    /// census of the slide phase. Asks before each of them whether to stop, and so does
    /// [`gather`](Self::gather) before each block.
    ///
    /// # Errors
    /// [`Stopped`] if `is_stopped`, or if the journal no longer has a half-step. It has been told
    /// which.
    ///
    /// # Panics
    /// If there is a distance beyond 65,000 plies, which no known rules come near.
    pub fn open(
        rules: &'a Rules,
        census: &LayerCensus,
        journal: &'a dyn Journal,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Self, Stopped> {
        let group = Arc::new(rules.symmetries());
        let orbits = SetOrbits::new(rules.board().circle_count(), PIECES, &group);
        let plies = census.classes().filter_map(|(class, _)| match class {
            Class::Loss(ply) if ply > 0 => Some(ply),
            _ => None,
        });
        let open = |ply| {
            if is_stopped() {
                return Err(Stopped);
            }
            let number = half_steps_before(rules.parity(), ply) + 1;
            let mark = u16::try_from(ply + 1).expect("a distance that fits two bytes");
            let Some(kept) = journal.half_step(number) else {
                journal.refuse(number);
                return Err(Stopped);
            };
            Ok(LosingHalfStep { number, mark, kept })
        };
        Ok(Self {
            half_steps: plies.map(open).collect::<Result<_, _>>()?,
            endings: Endings::new(rules, orbits.canonical()),
            rows: RowGraph::without_slides(&group, orbits.count(), orbits.count()),
            gathered: BTreeMap::new(),
            orbits,
            journal,
            is_stopped,
        })
    }

    /// Gathers the positions against these sets of the side that has just moved, and forgets those
    /// that have nothing to do with them.
    ///
    /// Uses the current rayon thread pool.
    ///
    /// # Errors
    /// [`Stopped`] if it is stopped, or if a half-step is not what the journal returned before. The
    /// journal has been told which.
    pub fn gather(&mut self, opponents: impl Iterator<Item = Circles>) -> Result<(), Stopped> {
        let tile = |set| self.orbits.place(set).canonical as usize / LINE_BITS;
        let mut tiles: Vec<usize> = opponents.map(tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        self.gathered.retain(|tile, _| tiles.contains(tile));
        for tile in tiles {
            if !self.gathered.contains_key(&tile) {
                let gathered = self.tile(tile)?;
                self.gathered.insert(tile, gathered);
            }
        }
        Ok(())
    }

    /// Returns a function that says in how many plies a set of the side to move is lost against
    /// `opponent`, if it is.
    ///
    /// # Panics
    /// If the positions against it have not been gathered, or it is not canonical.
    pub fn against(&self, opponent: Circles) -> impl Fn(Circles) -> Option<u32> + '_ {
        let column = self.orbits.place(opponent).canonical as usize;
        assert_eq!(self.orbits.canonical()[column], opponent, "a canonical set");
        let gathered = &self.gathered[&(column / LINE_BITS)];
        let order = self.rows.group.order();
        move |mover| {
            let row = self.orbits.place(mover);
            let (tile, line) =
                (row.canonical as usize / LINE_BITS, row.canonical as usize % LINE_BITS);
            let block = tile * order + usize::from(row.element);
            let mark = gathered[block * CELLS + column % LINE_BITS * LINE_BITS + line];
            u32::from(mark).checked_sub(1)
        }
    }

    /// The marks of a tile.
    fn tile(&self, column_tile: usize) -> Result<Vec<u16>, Stopped> {
        let order = self.rows.group.order();
        let mut marks = vec![0; self.rows.tiles * order * CELLS];
        parallel::try_for_each(marks.chunks_exact_mut(CELLS).enumerate(), |(block, marks)| {
            if (self.is_stopped)() {
                return Err(Stopped);
            }
            let (row_tile, element) = (block / order, block % order);
            let place = BlockPlace { row_tile, element, column_tile };
            self.block(place, marks).map_err(|number| {
                self.journal.refuse(number);
                Stopped
            })
        })?;
        Ok(marks)
    }

    /// Marks the losses of a block, by column and row. Returns the number of a half-step that is
    /// not what it should be.
    fn block(&self, place: BlockPlace, marks: &mut [u16]) -> Result<(), u32> {
        let BlockPlace { row_tile, element, column_tile } = place;
        let sets = &self.orbits.canonical()[row_tile * LINE_BITS..];
        for (row, &set) in sets.iter().take(LINE_BITS).enumerate() {
            let set = self.rows.group.apply(element, set);
            let over = self.endings.of_row(set, column_tile).lost;
            over.for_each_one(|column| marks[column * LINE_BITS + row] = 1);
        }
        // Half-steps know a block by the one that it turns into. The turn is its own inverse.
        let block = self.rows.block(self.rows.source_of(self.rows.block(place)));
        for half_step in &self.half_steps {
            let Some(bytes) = half_step.kept.decided(block) else { continue };
            let decided = decode(&bytes).ok_or(half_step.number)?;
            for (row, line) in decided.iter().enumerate() {
                line.for_each_one(|column| marks[column * LINE_BITS + row] = half_step.mark);
            }
        }
        Ok(())
    }
}
