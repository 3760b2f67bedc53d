//! The deepest positions of a table: all values, row by row, in a part of the memory that they
//! would fill.
//!
//! A row has the values of all positions of a layer with one set of Red's. Rows of layers with as
//! many pieces of both sides are those of the files. A layer before them follows from their rows:
//! each goes into the rows of the sets that one of Red's drops makes its set of. Won positions of
//! layer 8 follow from the lost ones that slides lead to, whose rows belong to Black's sets:
//! [`slides`] exchanges the sides for some of Red's sets at a time.

mod before;
mod reader;
mod slides;

use teeko_index::{Census, LayerCensus, Scale, parallel, unrank, value_of_outcome};
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side};
use thiserror::Error;

use self::before::LayerBefore;
pub(crate) use self::reader::RowReader;
pub(crate) use self::slides::{complete_row, most_slides};
use crate::error::TableError;
use crate::table::Table;

/// The rows that a thread reads one after the other, so that it decodes most blocks once.
pub(crate) const ROWS: usize = 32;

/// A receiver of positions of one layer that have the same outcome, from several threads at once
/// and in any order. In layer 8 Black is to move.
pub type PositionVisitor<'a> = &'a (dyn Fn(Outcome, &[Position]) + Sync + 'a);

/// Why not all rows were visited.
#[derive(Debug, Error)]
pub enum VisitError {
    /// A file is damaged, or memory does not suffice.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Table {
    /// Calls `visitor` with the deepest wins and the deepest losses of each layer, as the census in
    /// the headers has them, on the current rayon thread pool. Finished positions are left out. Of
    /// symmetric positions there is at least one.
    ///
    /// The slide file is decoded several times: once for each `memory` bytes that its values would
    /// fill with the sides exchanged. For the memory in total see [`memory_to_visit`]. `observe`
    /// receives the share of the work done; `Break` stops it.
    ///
    /// # Errors
    /// [`TableError::NoDropFile`] if there is no drop file, [`TableError::Damaged`] if a block is
    /// damaged or contains an invalid value, [`TableError::Memory`] if memory does not suffice,
    /// [`Stopped`] if the observer stops the work.
    pub fn visit_deepest(
        &self,
        memory: u64,
        visitor: PositionVisitor<'_>,
        observe: Observer<'_>,
    ) -> Result<(), VisitError> {
        let work = Counter::new(self.work_to_visit(memory), observe);
        work.advance(0)?;
        let visit = Visit { table: self, census: self.census(), memory, visitor, work: &work };
        if self.is_narrow() { visit.all_layers::<u8>() } else { visit.all_layers::<u16>() }
    }

    /// Returns the work of [`Table::visit_deepest`], in the unit of its progress.
    pub fn work_to_visit(&self, memory: u64) -> u64 {
        let width = if self.is_narrow() { 1 } else { 2 };
        let sets = |pieces| self.index().orbits(pieces).count() as u64;
        let passes = sets(PIECES).div_ceil(slides::columns(self, memory, width) as u64);
        sets(PIECES) * (passes + slides::ROW_WORK) + (0..PIECES).map(sets).sum::<u64>()
    }
}

/// Returns an upper bound on the memory in bytes that [`Table::visit_deepest`] takes on `threads`
/// threads.
pub fn memory_to_visit(table: &Table, memory: u64, threads: usize) -> u64 {
    let index = table.index();
    let width = if table.is_narrow() { 1 } else { 2 };
    let sets = index.orbits(PIECES).sets() as u64;
    let columns = slides::columns(table, memory, width) as u64;
    let exchanged = slides::places(table) as u64 * columns * width as u64;
    let before = index.orbits(PIECES - 1).count() as u64 * sets * width as u64;
    let of_thread = (slides::LANES as u64 + 2) * sets * width as u64
        + sets * (size_of::<Position>() + size_of::<u64>()) as u64
        + (slides::LANES as u64 + 2) * table.slide().header().block_length() as u64;
    let places = 2 * index.group().order() + slides::most_slides(table.rules());
    let lists = sets * (size_of::<u32>() * places) as u64;
    exchanged + before + threads as u64 * of_thread + lists
}

/// A visit to all rows of a table.
struct Visit<'a> {
    table: &'a Table,
    census: Census,
    /// The bytes for values with the sides exchanged.
    memory: u64,
    visitor: PositionVisitor<'a>,
    work: &'a Counter<'a>,
}

impl Visit<'_> {
    fn all_layers<T: Scale>(&self) -> Result<(), VisitError> {
        let drops = self.table.expect_drop_file(2 * PIECES - 1)?;
        let before = LayerBefore::<T>::new(self.table, PIECES)?;
        self.slides(&before)?;
        before.visit(self);
        for pieces in (0..PIECES).rev() {
            let before = (pieces > 0).then(|| LayerBefore::new(self.table, pieces)).transpose()?;
            let orbits = self.table.index().orbits(pieces);
            parallel::try_for_each((0..orbits.count()).step_by(ROWS), |first| {
                let mut reader = RowReader::<T>::new(self.table, drops, 2 * pieces);
                let mut values = vec![T::NONE; orbits.sets()];
                for number in first..orbits.count().min(first + ROWS) {
                    reader.read(number, T::NONE, &mut values)?;
                    self.row(pieces, number, &values, before.as_ref());
                    self.work.advance(1)?;
                }
                Ok::<(), VisitError>(())
            })?;
            if let Some(before) = before {
                before.visit(self);
            }
        }
        Ok(())
    }

    /// Passes on a row of a layer in which each side has `pieces` pieces.
    fn row<T: Scale>(
        &self,
        pieces: usize,
        number: usize,
        values: &[T],
        before: Option<&LayerBefore<'_, T>>,
    ) {
        self.visit(2 * pieces, self.table.index().orbits(pieces).canonical()[number], values);
        if let Some(before) = before {
            before.add(number, values);
        }
    }

    /// Passes on the deepest positions of a row.
    fn visit<T: Scale>(&self, layer: usize, red: Circles, values: &[T]) {
        let turn = Position::turn_in_layer(layer).unwrap_or(Side::Black);
        for outcome in deepest(self.census.layer(layer)) {
            let for_black = if turn == Side::Red { outcome.reversed() } else { outcome };
            let sought = value_of_outcome::<T>(for_black, layer, self.rules().parity());
            let found = values.iter().enumerate().filter(|&(_, &value)| Some(value) == sought);
            let position = |(rank, _)| {
                let black = unrank(layer.div_ceil(2), rank as u64);
                Position { black, red, turn, ..Position::EMPTY }
            };
            let positions: Vec<Position> = found.map(position).collect();
            if !positions.is_empty() {
                (self.visitor)(outcome, &positions);
            }
        }
    }

    fn rules(&self) -> &Rules {
        self.table.rules()
    }
}

/// Returns the deepest win and the deepest loss of positions that are not finished.
fn deepest(census: &LayerCensus) -> impl Iterator<Item = Outcome> {
    let of_side = |of: fn(u32) -> Outcome| {
        let mut outcomes = (1..=census.deepest()).rev().map(of);
        outcomes.find(|&outcome| census.positions(outcome) > 0)
    };
    [of_side(Outcome::Win), of_side(Outcome::Loss)].into_iter().flatten()
}
