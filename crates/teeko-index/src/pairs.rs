//! The values of a whole layer by (set of one side, canonical set of the other), for code that
//! works on whole rows.

use std::collections::TryReserveError;

use teeko_rules::SymmetryGroup;

use crate::{Place, parallel};

/// The rows that a thread goes through at a time.
const ROWS: usize = 16;

/// A table of values with a row for each set of one side and a column for each canonical set of the
/// other.
///
/// Rows are the images `element · canonical` of the canonical sets. A set with symmetries of its
/// own has several rows, all equal. In memory the rows are ordered by element, then by canonical
/// set, and the values of a row follow each other.
#[derive(Clone, Debug)]
pub struct PairTable<T> {
    elements: usize,
    /// The number of canonical sets of the side that has the rows.
    canonical: usize,
    columns: usize,
    values: Vec<T>,
}

impl<T: Copy + Default + Send + Sync> PairTable<T> {
    /// Returns a table of default values with `elements * canonical` rows.
    ///
    /// # Panics
    /// If there are more values than an array can have. See [`PairTable::try_new`].
    pub fn new(elements: usize, canonical: usize, columns: usize) -> Self {
        let values =
            product([elements, canonical, columns]).expect("as many values as fit an array");
        Self {
            elements,
            canonical,
            columns,
            values: vec![T::default(); values],
        }
    }

    /// [`PairTable::new`] for untrusted sizes.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn try_new(
        elements: usize,
        canonical: usize,
        columns: usize,
    ) -> Result<Self, TryReserveError> {
        // Reserved only to test whether it fits: `new` gets zeroed memory from the system, which
        // need not be written twice. No memory has `usize::MAX` values.
        let values = product([elements, canonical, columns]).unwrap_or(usize::MAX);
        Vec::<T>::new().try_reserve_exact(values)?;
        Ok(Self::new(elements, canonical, columns))
    }

    /// Returns the row of the set with a place.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, row: Place) -> &[T] {
        &self.values[self.place(row, 0)..][..self.columns]
    }

    /// Returns the place of the value in a row and column, for [`PairTable::get`].
    #[inline]
    pub(crate) fn place(&self, row: Place, column: usize) -> usize {
        let row = row.element as usize * self.canonical + row.canonical as usize;
        row * self.columns + column
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> T {
        self.values[place]
    }

    /// Does some work on each row, given the place of its set, on several threads.
    pub fn for_each_row(&mut self, work: impl Fn(Place, &mut [T]) + Sync) {
        let canonical = self.canonical;
        let columns = self.columns;
        let chunks = self.values.chunks_mut(ROWS * columns).enumerate();
        parallel::for_each(chunks, |(chunk, rows)| {
            for (row, values) in (chunk * ROWS..).zip(rows.chunks_exact_mut(columns)) {
                work(place_of_row(row, canonical), values);
            }
        });
    }

    /// Does some work on the rows of each canonical set, one for each element, on several threads.
    pub fn for_each_set(&mut self, work: impl Fn(usize, &mut [&mut [T]]) + Sync) {
        let canonical = self.canonical;
        let columns = self.columns;
        let mut chunks: Vec<Vec<&mut [T]>> = Vec::new();
        chunks.resize_with(canonical.div_ceil(ROWS), Vec::new);
        for element in self.values.chunks_mut(canonical * columns) {
            for (chunk, rows) in chunks.iter_mut().zip(element.chunks_mut(ROWS * columns)) {
                chunk.push(rows);
            }
        }
        parallel::for_each(chunks.into_iter().enumerate(), |(chunk, mut elements)| {
            for row in 0..elements.first().map_or(0, |rows| rows.len() / columns) {
                let rows = elements.iter_mut();
                let mut rows: Vec<&mut [T]> = rows
                    .map(|rows| &mut rows[row * columns..][..columns])
                    .collect();
                work(chunk * ROWS + row, &mut rows);
            }
        });
    }

    /// Adds up the rows, each with the place of its set, on several threads. Returns several sums,
    /// each of some rows.
    pub fn fold_rows<S: Default + Send>(&self, add: impl Fn(&mut S, Place, &[T]) + Sync) -> Vec<S> {
        let chunks = self.values.chunks(ROWS * self.columns).enumerate();
        parallel::fold(chunks, S::default, |sum, (chunk, rows)| {
            for (row, values) in (chunk * ROWS..).zip(rows.chunks_exact(self.columns)) {
                add(sum, place_of_row(row, self.canonical), values);
            }
        })
    }

    /// Returns the same values with the sides exchanged: row `(g, a)`, column `b` becomes row
    /// `(g⁻¹, b)`, column `a`.
    #[must_use]
    pub fn transposed(&self, group: &SymmetryGroup) -> Self {
        /// The columns transposed at a time. Their values in a row fill one or two cache lines.
        const STRIP: usize = 64;
        let mut transposed = Self::new(self.elements, self.columns, self.canonical);
        let size = self.columns * self.canonical;
        let elements = transposed.values.chunks_exact_mut(size).enumerate();
        parallel::for_each(elements, |(element, values)| {
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
        transposed
    }

    /// [`PairTable::transposed`] in place, which takes half the memory.
    ///
    /// # Panics
    /// If the numbers of columns and canonical sets differ.
    pub fn transpose(&mut self, group: &SymmetryGroup) {
        assert_eq!(
            self.columns, self.canonical,
            "as many columns as canonical sets"
        );
        let side = self.canonical;
        let mut blocks: Vec<Option<&mut [T]>> = self
            .values
            .chunks_exact_mut(side * side)
            .map(Some)
            .collect();
        let mut pairs = Vec::with_capacity(self.elements);
        for element in 0..self.elements {
            if let Some(block) = blocks[element].take() {
                pairs.push((block, blocks[group.inverse(element)].take()));
            }
        }
        parallel::for_each(pairs, |(block, inverse)| match inverse {
            // An element that is its own inverse: the block becomes its transpose.
            None => transpose(block, side),
            Some(inverse) => exchange_transposed(block, inverse, side),
        });
    }
}

/// Returns the place of the set of a row, given its number and the number of canonical sets.
fn place_of_row(row: usize, canonical: usize) -> Place {
    Place {
        canonical: (row % canonical) as u32,
        element: (row / canonical) as u8,
    }
}

/// Returns the product of sizes, or `None` if it exceeds `usize`.
fn product(sizes: [usize; 3]) -> Option<usize> {
    sizes.into_iter().try_fold(1, usize::checked_mul)
}

/// The side of the squares in which values are moved. They fit in the first-level cache.
const TILE: usize = 64;

/// Calls `work` with each row and column of a square, tile by tile.
fn for_each_tiled(side: usize, mut work: impl FnMut(usize, usize)) {
    for top in (0..side).step_by(TILE) {
        for left in (0..side).step_by(TILE) {
            for row in top..side.min(top + TILE) {
                for column in left..side.min(left + TILE) {
                    work(row, column);
                }
            }
        }
    }
}

/// Replaces a square by its transpose.
fn transpose<T: Copy>(values: &mut [T], side: usize) {
    for_each_tiled(side, |row, column| {
        if row < column {
            values.swap(row * side + column, column * side + row);
        }
    });
}

/// Replaces each of two squares by the transpose of the other.
fn exchange_transposed<T: Copy>(one: &mut [T], other: &mut [T], side: usize) {
    for_each_tiled(side, |row, column| {
        let transposed = &mut other[column * side + row];
        std::mem::swap(&mut one[row * side + column], transposed);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_testing::rules;

    /// Returns a table in which each value is its place.
    fn numbered(elements: usize, canonical: usize, columns: usize) -> PairTable<u32> {
        let mut table = PairTable::new(elements, canonical, columns);
        for (value, place) in table.values.iter_mut().zip(0..) {
            *value = place;
        }
        table
    }

    /// The sides are longer than a tile and a strip.
    #[test]
    fn transposing_exchanges_the_sides() {
        let group = rules("44-ssss+4x4").symmetries();
        let table = numbered(8, 70, 130);
        let transposed = table.transposed(&group);
        for number in 0..8 * 70 {
            let row = place_of_row(number, 70);
            for (column, value) in table.row(row).iter().enumerate() {
                let exchanged = Place {
                    canonical: column as u32,
                    element: group.inverse(row.element.into()) as u8,
                };
                assert_eq!(transposed.row(exchanged)[row.canonical as usize], *value);
                assert_eq!(table.get(table.place(row, column)), *value);
            }
        }
        let mut square = numbered(8, 130, 130);
        let expected = square.transposed(&group);
        square.transpose(&group);
        assert_eq!(square.values, expected.values);
    }

    #[test]
    fn each_row_is_worked_on_once_with_the_place_of_its_set() {
        const CANONICAL: usize = 37;
        let number = |place: Place| place.element as usize * CANONICAL + place.canonical as usize;
        let mut table = PairTable::<u32>::new(3, CANONICAL, 5);
        table.for_each_row(|place, row| {
            for value in row {
                *value += 1 + number(place) as u32;
            }
        });
        table.for_each_set(|canonical, rows| {
            assert_eq!(rows.len(), 3);
            for (element, row) in rows.iter_mut().enumerate() {
                assert_eq!(row.len(), 5);
                row[1] += 1000 * (element * CANONICAL + canonical) as u32;
            }
        });
        for (row, values) in table.values.chunks(5).enumerate() {
            let first = 1 + row as u32;
            assert_eq!(
                values,
                [first, first + 1000 * row as u32, first, first, first]
            );
        }
        let sums = table.fold_rows(|rows: &mut Vec<usize>, place, values| {
            assert_eq!(values[0] as usize, 1 + number(place));
            rows.push(number(place));
        });
        let mut rows = sums.concat();
        rows.sort_unstable();
        assert_eq!(rows, (0..3 * CANONICAL).collect::<Vec<_>>());
    }

    #[test]
    fn tables_that_no_memory_has_are_refused() {
        assert!(PairTable::<u8>::try_new(usize::MAX, 2, 1).is_err());
        let small = PairTable::<u8>::try_new(2, 3, 5).unwrap();
        assert_eq!((small.values.len(), product([2, 3, 5])), (30, Some(30)));
        // About the size of the slide phase on 8 x 8.
        assert_eq!(product([8, 80_000, 635_376]).is_some(), usize::BITS > 32);
    }
}
