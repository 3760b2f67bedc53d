//! All values of a table, row by row, in a part of the memory that they would fill.
//!
//! A row has the values of all positions of a layer with one set of Red's. Rows of layers with as
//! many pieces of both sides are those of the files. A layer before them follows from their rows:
//! each goes into the rows of the sets that one of Red's drops makes its set of. Won positions of
//! layer 8 follow from the lost ones that slides lead to, whose rows belong to Black's sets:
//! [`slides`] exchanges the sides for some of Red's sets at a time.

mod before;
mod reader;
mod slides;

use teeko_index::{LayerCensus, Scale, binomial, mover_outcome, orbit_count, parallel, unrank};
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Circles, Outcome, PIECES, Rules};
use thiserror::Error;

use self::before::LayerBefore;
pub(crate) use self::reader::RowReader;
pub(crate) use self::slides::{complete_row, most_slides};
use crate::error::TableError;
use crate::table::Table;

/// The rows that a thread reads one after the other, so that it decodes most blocks once.
pub(crate) const ROWS: usize = 32;

/// A layer's positions with one canonical set of Red's and all its images.
pub struct ValueRow<'a> {
    /// The pieces on the board, of both sides together. In layer 8 Black is to move.
    pub layer: usize,
    /// Red's pieces.
    pub red: Circles,
    /// The number of positions by outcome, those of the images included. A position without a slide
    /// counts as drawn, and an impossible one is not counted; see
    /// [`draws_apart`](crate::draws_apart).
    pub census: LayerCensus,
    /// Lists Black's sets, by rank, with which the side to move has an outcome.
    pub sets_with: &'a dyn Fn(Outcome) -> Vec<Circles>,
}

/// A receiver of rows, from several threads at once and in any order.
pub type RowVisitor<'a> = &'a (dyn Fn(&ValueRow<'_>) + Sync + 'a);

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
    /// Calls `visitor` with the rows of all layers, from layer 8 down, on the current rayon thread
    /// pool.
    ///
    /// The slide file is decoded several times: once for each `memory` bytes that its values would
    /// fill with the sides exchanged. For the memory in total see [`memory_to_visit`]. `observe`
    /// receives the share of the work done; `Break` stops it.
    ///
    /// # Errors
    /// [`TableError::NoDropFile`] if there is no drop file, [`TableError::Damaged`] if a block is
    /// damaged or contains an invalid value, [`TableError::Memory`] if memory does not suffice,
    /// [`Stopped`] if the observer stops the work.
    pub fn visit_rows(
        &self,
        memory: u64,
        visitor: RowVisitor<'_>,
        observe: Observer<'_>,
    ) -> Result<(), VisitError> {
        let work = Counter::new(self.work_to_visit(memory), observe);
        work.advance(0)?;
        let visit = Visit { table: self, memory, visitor, work: &work };
        if self.is_narrow() { visit.all_layers::<u8>() } else { visit.all_layers::<u16>() }
    }

    /// Returns the work of [`Table::visit_rows`], in the unit of its progress.
    pub fn work_to_visit(&self, memory: u64) -> u64 {
        let width = if self.is_narrow() { 1 } else { 2 };
        let sets = |pieces| self.index.orbits(pieces).count() as u64;
        let passes = sets(PIECES).div_ceil(slides::columns(self, memory, width) as u64);
        sets(PIECES) * (passes + slides::ROW_WORK) + (0..PIECES).map(sets).sum::<u64>()
    }
}

/// Returns an upper bound on the memory in bytes that [`Table::visit_rows`] takes on `threads`
/// threads.
pub fn memory_to_visit(table: &Table, memory: u64, threads: usize) -> u64 {
    let rules = table.rules();
    let (board, group) = (rules.board(), rules.symmetries());
    let width = if table.is_narrow() { 1 } else { 2 };
    let sets = binomial(board.circle_count(), PIECES);
    let columns = slides::columns(table, memory, width) as u64;
    let exchanged = slides::places(table) as u64 * columns * width as u64;
    let before = orbit_count(board.circle_count(), &group, 0, PIECES - 1) * sets * width as u64;
    let of_thread = (slides::LANES as u64 + 2) * sets * width as u64
        + (slides::LANES as u64 + 2) * table.slide().header().block_length() as u64;
    let lists =
        sets * size_of::<u32>() as u64 * (2 * group.order() + slides::most_slides(rules)) as u64;
    exchanged + before + threads as u64 * of_thread + lists
}

/// A visit to all rows of a table.
struct Visit<'a> {
    table: &'a Table,
    /// The bytes for values with the sides exchanged.
    memory: u64,
    visitor: RowVisitor<'a>,
    work: &'a Counter<'a>,
}

impl Visit<'_> {
    fn all_layers<T: Scale>(&self) -> Result<(), VisitError> {
        let drops = self.table.drop_file().ok_or_else(|| TableError::NoDropFile {
            name: self.table.slide().name().to_owned(),
            layer: 2 * PIECES - 1,
        })?;
        let before = LayerBefore::<T>::new(self.table, PIECES)?;
        self.slides(&before)?;
        before.visit(self);
        for pieces in (0..PIECES).rev() {
            let before =
                if pieces > 0 { Some(LayerBefore::new(self.table, pieces)?) } else { None };
            let sets = self.table.index.orbits(pieces).count();
            parallel::try_for_each((0..sets).step_by(ROWS), |first| {
                let mut reader = RowReader::<T>::new(self.table, drops, 2 * pieces);
                let mut values =
                    vec![T::NONE; binomial(self.rules().board().circle_count(), pieces) as usize];
                for number in first..sets.min(first + ROWS) {
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
        let orbits = self.table.index.orbits(pieces);
        self.visit(2 * pieces, orbits.canonical()[number], orbits.orbit_sizes()[number], values);
        if let Some(before) = before {
            before.add(number, values);
        }
    }

    fn visit<T: Scale>(&self, layer: usize, red: Circles, images: u8, values: &[T]) {
        let outcome = |value: T| mover_outcome(value, layer, self.rules().parity());
        let mut counts = vec![0; T::MAX.to_u32() as usize + 1];
        for value in values {
            counts[value.to_u32() as usize] += u64::from(images);
        }
        let of_value = |(value, count)| Some((outcome(T::from_index(value))?, count));
        let census = counts.into_iter().enumerate().filter_map(of_value).collect();
        let sets_with = |sought| {
            let Some(sought) = values.iter().find(|&&value| outcome(value) == Some(sought)) else {
                return Vec::new();
            };
            let found = values.iter().enumerate().filter(|&(_, value)| value == sought);
            found.map(|(rank, _)| unrank(layer.div_ceil(2), rank as u64)).collect()
        };
        (self.visitor)(&ValueRow { layer, red, census, sets_with: &sets_with });
    }

    fn rules(&self) -> &Rules {
        self.table.rules()
    }
}
