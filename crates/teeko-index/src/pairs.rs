//! Values of a whole layer by (set of one side, canonical set of the other), for work on whole rows.

use rayon::prelude::*;
use teeko_rules::SymmetryGroup;

/// Values with a row for each image `element · canonical` of the canonical sets of one side and a column for each canonical set
/// of the other. A set with symmetries of its own has several rows, all alike.
#[derive(Clone, Debug)]
pub struct PairTable<T> {
    elements: usize,
    /// Canonical sets of the side that has the rows.
    canonical: usize,
    columns: usize,
    values: Vec<T>,
}

impl<T: Copy + Default + Send + Sync> PairTable<T> {
    /// A table of default values with `elements * canonical` rows.
    pub fn new(elements: usize, canonical: usize, columns: usize) -> Self {
        Self { elements, canonical, columns, values: vec![T::default(); elements * canonical * columns] }
    }

    /// The row of the set `element · canonical`.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, element: usize, canonical: usize) -> &[T] {
        let row = element * self.canonical + canonical;
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// The rows, each with its element and canonical set, in parallel.
    pub fn rows_mut(&mut self) -> impl ParallelIterator<Item = (usize, usize, &mut [T])> {
        let canonical = self.canonical;
        let rows = self.values.par_chunks_exact_mut(self.columns).enumerate();
        rows.map(move |(row, values)| (row / canonical, row % canonical, values))
    }

    /// The same values with the sides exchanged: row `(g, a)`, column `b` goes to row `(g⁻¹, b)`, column `a`.
    #[must_use]
    pub fn turned(&self, group: &SymmetryGroup) -> Self {
        /// Columns turned at a time: their values in a row are one cache line or two.
        const STRIP: usize = 64;
        let mut turned = Self::new(self.elements, self.columns, self.canonical);
        let size = self.columns * self.canonical;
        turned.values.par_chunks_exact_mut(size).enumerate().for_each(|(element, values)| {
            let source = group.inverse(element) * size;
            let source = &self.values[source..source + size];
            for (strip, rows) in values.chunks_mut(STRIP * self.canonical).enumerate() {
                for (column, from) in source.chunks_exact(self.columns).enumerate() {
                    let from = &from[strip * STRIP..];
                    for (row, &value) in rows.chunks_exact_mut(self.canonical).zip(from) {
                        row[column] = value;
                    }
                }
            }
        });
        turned
    }

    /// The rows, each with its canonical set, in parallel.
    pub fn rows(&self) -> impl IndexedParallelIterator<Item = (usize, &[T])> {
        let canonical = self.canonical;
        self.values.par_chunks_exact(self.columns).enumerate().map(move |(row, values)| (row % canonical, values))
    }
}
