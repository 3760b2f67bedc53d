//! The losses of a slide phase, gathered from the half-steps in a journal: all that a table needs
//! of a slide phase whose distances no memory holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{Class, LayerCensus, SetOrbits, parallel};
use teeko_rules::work::Stopped;
use teeko_rules::{Circles, PIECES, Rules};

use crate::journal::{Frames, Journal, decode};
use crate::lanes::Lanes;
use crate::line::{BitLine, LINE_BITS};
use crate::retrograde::endings::Endings;
use crate::retrograde::half_steps_before;
use crate::row_graph::RowGraph;

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
    /// By tile of the sets of the side that has just moved, then by row tile of the other side's,
    /// column, element and row: 0, or one more than the plies in which the position is lost.
    gathered: BTreeMap<usize, Vec<u16>>,
}

struct LosingHalfStep<'a> {
    number: u32,
    /// What its positions get in a gathered tile.
    mark: u16,
    frames: Box<dyn Frames + 'a>,
}

impl<'a> LosingHalfStep<'a> {
    /// Opens the half-step with the losses of a ply. The journal receives its number if it no
    /// longer has it.
    fn open(rules: &Rules, ply: u32, journal: &'a dyn Journal) -> Result<Self, Stopped> {
        let number = half_steps_before(rules.parity(), ply) + 1;
        let Some(frames) = journal.get(number) else {
            journal.refuse(number);
            return Err(Stopped);
        };
        Ok(Self {
            number,
            mark: u16::try_from(ply + 1).expect("a distance that fits two bytes"),
            frames,
        })
    }
}

impl<'a> KeptLosses<'a> {
    /// Opens the half-steps of a slide phase that has been solved with this journal, given the
    /// census of the slide phase. Asks before each of them whether to stop, and so does
    /// [`gather`](Self::gather).
    ///
    /// # Errors
    /// [`Stopped`] if `is_stopped`, or if the journal no longer has a half-step. It then receives
    /// the number of the half-step.
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
        let lanes = Arc::new(Lanes::new(&group));
        let mut half_steps = Vec::new();
        for (class, _) in census.classes() {
            let Class::Loss(ply @ 1..) = class else {
                continue;
            };
            if is_stopped() {
                return Err(Stopped);
            }
            half_steps.push(LosingHalfStep::open(rules, ply, journal)?);
        }
        Ok(Self {
            half_steps,
            endings: Endings::new(rules, &lanes, orbits.canonical()),
            rows: RowGraph::without_slides(&lanes, orbits.count(), orbits.count()),
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
    /// journal then receives its number.
    pub fn gather(&mut self, opponents: impl Iterator<Item = Circles>) -> Result<(), Stopped> {
        let sets = self.rows.lanes.sets();
        let columns = opponents.map(|set| self.orbits.place(set).canonical as usize);
        let mut tiles: Vec<usize> = columns.map(|column| column / sets).collect();
        tiles.sort_unstable();
        tiles.dedup();
        self.gathered.retain(|tile, _| tiles.contains(tile));
        tiles.retain(|tile| !self.gathered.contains_key(tile));
        let gathered = parallel::try_map(&tiles, |&tile| self.tile(tile))?;
        self.gathered.extend(tiles.into_iter().zip(gathered));
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
        let sets = self.rows.lanes.sets();
        let gathered = &self.gathered[&(column / sets)];
        move |mover| {
            let row = self.orbits.place(mover);
            let place = self.place(row.canonical as usize, row.element.into(), column % sets);
            u32::from(gathered[place]).checked_sub(1)
        }
    }

    /// Returns where the position of a row and a column stands in a gathered tile.
    fn place(&self, set: usize, element: usize, column: usize) -> usize {
        let lanes = &self.rows.lanes;
        let block = set / lanes.sets();
        let row = set % lanes.sets();
        block * lanes.sets() * LINE_BITS + lanes.bit(column * lanes.order() + element, row)
    }

    /// Gathers the positions of a column tile.
    fn tile(&self, column_tile: usize) -> Result<Vec<u16>, Stopped> {
        let mut decided = vec![BitLine::ZERO; self.rows.shape.tile_height()];
        let mut marks = vec![0; decided.len() * LINE_BITS];
        for (set, &pieces) in self.orbits.canonical().iter().enumerate() {
            let lost = self.endings.of_row(pieces, column_tile).lost;
            self.mark(&mut marks, set, lost, 1);
        }
        for half_step in &self.half_steps {
            if (self.is_stopped)() {
                return Err(Stopped);
            }
            let Some(bytes) = half_step.frames.frame(column_tile) else {
                continue;
            };
            if decode(bytes, &mut decided).is_none() {
                self.journal.refuse(half_step.number);
                return Err(Stopped);
            }
            for (set, &line) in decided.iter().enumerate() {
                self.mark(&mut marks, set, line, half_step.mark);
            }
        }
        Ok(marks)
    }

    /// Marks the positions of a line in a gathered tile.
    fn mark(&self, marks: &mut [u16], set: usize, line: BitLine, mark: u16) {
        line.for_each_one(|bit| {
            let (element, column) = self.rows.lanes.place_of_bit(bit);
            marks[self.place(set, element, column)] = mark;
        });
    }
}
