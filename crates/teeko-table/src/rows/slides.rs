//! Layer 8: the lost positions are those of the file, the won ones lead to them.

use teeko_index::{Scale, goal_columns, parallel, subsets, value_of_outcome};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side, Status};

use super::before::LayerBefore;
use super::reader::RowReader;
use super::{ROWS, Visit, VisitError};
use crate::reader::filled;
use crate::scheme::ranks_mapped_back;
use crate::table::Table;

/// The sets of Red's whose positions are completed at a time: a cache line of values.
pub(super) const LANES: usize = 64;

/// The work of completing a row, in rows read.
pub(super) const ROW_WORK: u64 = 6;

/// Returns the number of Red's sets for which the sides are exchanged at a time: as many as fit
/// `memory`, by whole [`LANES`].
pub(super) fn columns(table: &Table, memory: u64, width: usize) -> usize {
    let lines = memory / (places(table) as u64 * (width * LANES) as u64);
    let all = table.index().orbits(PIECES).count().div_ceil(LANES);
    (lines.min(all as u64) as usize).max(1) * LANES
}

/// Returns the number of Black's sets, as images of the canonical ones.
pub(super) fn places(table: &Table) -> usize {
    table.index().orbits(PIECES).count() * table.index().group().order()
}

/// Returns an upper bound on the number of slides of a side.
pub(crate) fn most_slides(rules: &Rules) -> usize {
    let targets = rules.board().circles().iter().map(|circle| rules.targets(circle).len());
    PIECES * targets.max().unwrap_or(0)
}

impl Visit<'_> {
    /// Visits the rows of layer 8.
    pub(super) fn slides<T: Scale>(&self, before: &LayerBefore<'_, T>) -> Result<(), VisitError> {
        let orbits = self.table.index().orbits(PIECES);
        let columns = columns(self.table, self.memory, size_of::<T>());
        let cells = places(self.table) as u64 * columns as u64;
        let no_memory = || self.table.slide().no_memory(cells * size_of::<T>() as u64);
        let cells = usize::try_from(cells).ok();
        let mut exchanged = cells.and_then(|cells| filled(cells, T::MAX)).ok_or_else(no_memory)?;
        let slides = Slides::new(self.table);
        for first in (0..orbits.count()).step_by(columns) {
            let reds = &orbits.canonical()[first..orbits.count().min(first + columns)];
            self.exchange(reds, columns, &mut exchanged)?;
            parallel::try_for_each((0..reds.len()).step_by(LANES), |lane| {
                let length = LANES.min(reds.len() - lane);
                let answered = slides.answered(&exchanged[lane..], columns);
                self.complete(first + lane..first + lane + length, answered, &slides, before)
            })?;
        }
        Ok(())
    }

    /// Fills `exchanged` with the lost positions in which it is Red's turn and Red has one of the
    /// sets `reds`: a row for each place of Black's set. The values are lowered, so that the
    /// minimum skips those that are not lost.
    fn exchange<T: Scale>(
        &self,
        reds: &[Circles],
        columns: usize,
        exchanged: &mut [T],
    ) -> Result<(), VisitError> {
        let group = self.table.index().group();
        let sets = self.table.index().orbits(PIECES).sets();
        let ranks = ranks_mapped_back(group, reds);
        let chunks = exchanged.chunks_mut(ROWS * group.order() * columns);
        parallel::try_for_each(chunks.enumerate(), |(chunk, rows)| {
            let mut reader = RowReader::<T>::new(self.table, self.table.slide(), 2 * PIECES);
            let mut lost = vec![T::NONE; sets];
            for (number, images) in
                (chunk * ROWS..).zip(rows.chunks_exact_mut(group.order() * columns))
            {
                reader.read(number, T::NONE, &mut lost)?;
                for (image, ranks) in images.chunks_exact_mut(columns).zip(&ranks) {
                    for (value, &rank) in image.iter_mut().zip(ranks) {
                        *value = lost[rank as usize].lowered();
                    }
                }
                self.work.advance(1)?;
            }
            Ok(())
        })
    }

    /// Completes the rows of some of Red's sets. `answered` has the lowered values of the fastest
    /// lost positions that slides of Black's lead to.
    fn complete<T: Scale>(
        &self,
        reds: std::ops::Range<usize>,
        mut answered: Vec<T>,
        slides: &Slides,
        before: &LayerBefore<'_, T>,
    ) -> Result<(), VisitError> {
        let (rules, orbits) = (self.rules(), self.table.index().orbits(PIECES));
        let mut reader = RowReader::<T>::new(self.table, self.table.slide(), 2 * PIECES);
        let mut lost = vec![T::NONE; orbits.sets()];
        for (number, values) in reds.zip(answered.chunks_exact_mut(orbits.sets())) {
            reader.read(number, T::MAX, &mut lost)?;
            let blacks = subsets(rules.board().circle_count(), PIECES);
            complete_row(
                rules,
                orbits.canonical()[number],
                &lost,
                values,
                blacks,
                &slides.on_goals,
            );
            self.row(PIECES, number, values, Some(before));
            self.work.advance(ROW_WORK)?;
        }
        Ok(())
    }
}

/// Completes the row of a set of Red's in layer 8.
///
/// `lost` has the positions that the file has as lost, and [`Scale::MAX`] where the sets meet.
/// `values` has the lowered values of the fastest lost positions that slides of Black's lead to.
/// `blacks` lists Black's sets, and `on_goals` those that are the circles of a goal.
pub(crate) fn complete_row<T: Scale>(
    rules: &Rules,
    red: Circles,
    lost: &[T],
    values: &mut [T],
    blacks: impl Iterator<Item = Circles>,
    on_goals: &[(usize, Circles)],
) {
    let parity = rules.parity();
    for (value, &lost) in values.iter_mut().zip(lost) {
        let won = if *value < T::DRAW { value.raised().answered(parity) } else { T::DRAW };
        let not_lost = if lost == T::MAX { T::NONE } else { won };
        *value = if lost == T::NONE || lost == T::MAX { not_lost } else { lost };
    }
    let given = value_of_outcome(Outcome::Win(0), 2 * PIECES, parity).unwrap_or(T::DRAW);
    let end = |(place, black): (usize, Circles)| {
        if lost[place] == T::NONE {
            match rules.status(&Position::of_turn(Side::Black, black, red)) {
                Status::Open => {}
                Status::Gift => values[place] = given,
                Status::Impossible => values[place] = T::MAX,
                _ => values[place] = T::DRAW,
            }
        }
    };
    if rules.goals().with_circles(red).is_empty() {
        on_goals.iter().copied().for_each(end);
    } else {
        blacks.enumerate().for_each(end);
    }
}

/// The slides of a side on its own on the board.
struct Slides {
    /// For each rank, where the places that slides lead to begin in `places`; their number in the
    /// end.
    starts: Vec<u32>,
    /// The rows of [`Visit::exchange`].
    places: Vec<u32>,
    on_goals: Vec<(usize, Circles)>,
}

impl Slides {
    fn new(table: &Table) -> Self {
        let (rules, orbits) = (table.rules(), table.index().orbits(PIECES));
        let order = table.index().group().order() as u32;
        let (mut starts, mut places) = (vec![0], Vec::new());
        for set in subsets(rules.board().circle_count(), PIECES) {
            places.extend(rules.slid_sets(set).map(|slid| {
                let place = orbits.place(slid);
                place.canonical * order + u32::from(place.element)
            }));
            starts.push(places.len() as u32);
        }
        let sets = subsets(rules.board().circle_count(), PIECES);
        Self { starts, places, on_goals: goal_columns(rules.goals(), sets) }
    }

    /// Returns, for each of [`LANES`] sets of Red's and for each rank of Black's set, the least
    /// value that slides of Black's lead to. `exchanged` begins with the first of Red's sets.
    fn answered<T: Scale>(&self, exchanged: &[T], columns: usize) -> Vec<T> {
        /// The ranks whose values are written at a time.
        const TOGETHER: usize = 16;
        let sets = self.starts.len() - 1;
        let mut answered = vec![T::MAX; LANES * sets];
        let mut least = [[T::MAX; LANES]; TOGETHER];
        for first in (0..sets).step_by(TOGETHER) {
            let length = TOGETHER.min(sets - first);
            for (rank, least) in (first..first + length).zip(&mut least) {
                least.fill(T::MAX);
                for &place in
                    &self.places[self.starts[rank] as usize..self.starts[rank + 1] as usize]
                {
                    let values = &exchanged[place as usize * columns..][..LANES];
                    for (least, &value) in least.iter_mut().zip(values) {
                        *least = (*least).min(value);
                    }
                }
            }
            for (lane, values) in answered.chunks_exact_mut(sets).enumerate() {
                for (value, least) in values[first..first + length].iter_mut().zip(&least) {
                    *value = least[lane];
                }
            }
        }
        answered
    }
}
