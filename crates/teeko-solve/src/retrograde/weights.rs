//! Counting the positions of planes.

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;

/// Counts positions in planes, where a bit has an element and the canonical sets of row and column.
///
/// A bit stands for `size(row) * size(column) / order` positions: the sizes are those of the orbits
/// of its two sets. Without symmetric sets that is one bit for each orbit of positions; symmetric
/// sets have several bits for one orbit.
pub(crate) struct Weights {
    pub(crate) order: u64,
    /// The canonical sets of a tile.
    tile: usize,
    /// By row tile: the rows whose sets are their own images under some symmetry other
    /// than the identity.
    symmetric_rows: Vec<BitLine>,
    /// By column tile: the bits of columns whose sets are their own images under one symmetry
    /// other than the identity, and under several.
    halved: Vec<BitLine>,
    others: Vec<BitLine>,
    /// By canonical set of a side: the number of sets that it stands for.
    row_sizes: Vec<u8>,
    column_sizes: Vec<u8>,
}

impl Weights {
    /// Creates the weights from the sizes of the orbits that rows and columns stand for.
    pub(crate) fn new(lanes: &Lanes, row_sizes: &[u8], column_sizes: &[u8]) -> Self {
        let order = lanes.order();
        let mut halved = Vec::new();
        let mut others = Vec::new();
        for sizes in column_sizes.chunks(lanes.sets()) {
            halved.push(columns_with(lanes, sizes, |size| 2 * size == order));
            others.push(columns_with(lanes, sizes, |size| {
                size < order && 2 * size != order
            }));
        }
        Self {
            order: order as u64,
            tile: lanes.sets(),
            symmetric_rows: symmetric_rows(lanes, row_sizes),
            halved,
            others,
            row_sizes: row_sizes.to_vec(),
            column_sizes: column_sizes.to_vec(),
        }
    }

    /// The positions that the bits of a block stand for, times the order of the group, and the
    /// number of bits.
    ///
    /// The first is the sum of `size(row) * size(column)` over all bits. Nearly all sizes are the
    /// order of the group, and most others half of it. So the columns are counted as if these were
    /// all sizes, `order / 2 * (2 * bits - halved_bits)` for each set of a row's orbit, and
    /// `count_lacking` is subtracted for the rest.
    pub(crate) fn count_block(
        &self,
        instructions: InstructionSet,
        block: &[BitLine],
        (row_tile, column_tile): (usize, usize),
    ) -> (u64, u64) {
        let halved = self.halved[column_tile];
        let (bits, halved_bits) = count_bits(instructions, block, halved);
        if bits == 0 {
            return (0, 0);
        }
        let first_set = row_tile * self.tile;
        // As if every row stood for as many sets as there are symmetries.
        let mut twice = (2 * bits - halved_bits) * self.order;
        self.symmetric_rows[row_tile].for_each_one(|row| {
            let bits = u64::from(block[row].count_ones());
            let halved_bits = u64::from(block[row].and(halved).count_ones());
            let missing = self.order - u64::from(self.row_sizes[first_set + row]);
            twice -= (2 * bits - halved_bits) * missing;
        });
        let lacking = self.count_lacking(block, first_set, column_tile);
        (self.order * twice / 2 - lacking, bits)
    }

    /// What columns with several symmetries of their own take from the count.
    fn count_lacking(&self, block: &[BitLine], first_set: usize, column_tile: usize) -> u64 {
        let others = self.others[column_tile];
        if others.is_zero() {
            return 0;
        }
        let mut lacking = 0;
        for (line, &size) in block.iter().zip(&self.row_sizes[first_set..]) {
            line.and(others).for_each_one(|bit| {
                let column = column_tile * self.tile + bit % self.tile;
                lacking += (self.order - u64::from(self.column_sizes[column])) * u64::from(size);
            });
        }
        lacking
    }

    /// The positions that one bit stands for, times the order of the group.
    #[inline(always)]
    pub(crate) fn count_one(&self, row: usize, column: usize) -> u64 {
        u64::from(self.row_sizes[row]) * u64::from(self.column_sizes[column])
    }
}

/// Returns the columns of a tile whose size satisfies a condition, in every lane.
fn columns_with(lanes: &Lanes, sizes: &[u8], condition: impl Fn(usize) -> bool) -> BitLine {
    let columns = (0..sizes.len()).filter(|&set| condition(usize::from(sizes[set])));
    lanes.every(columns)
}

/// Returns, for each row tile, the rows whose sets stand for fewer sets than there are symmetries.
fn symmetric_rows(lanes: &Lanes, sizes: &[u8]) -> Vec<BitLine> {
    let mut tiles = Vec::new();
    for sizes in sizes.chunks(lanes.sets()) {
        let mut rows = BitLine::ZERO;
        for (row, &size) in sizes.iter().enumerate() {
            if usize::from(size) < lanes.order() {
                rows.set(row);
            }
        }
        tiles.push(rows);
    }
    tiles
}

/// Returns the number of bits of a block, and of those in `columns`.
///
/// Eight lines at a time are added up bit by bit, with carries, and only the digits are counted
/// (Harley and Seal's way): AVX2 has no instruction that counts the bits of vectors.
fn count_bits(instructions: InstructionSet, block: &[BitLine], columns: BitLine) -> (u64, u64) {
    instructions.run(
        #[inline(always)]
        |_| {
            let mut sum = [BitLine::ZERO; 3];
            let mut eights = [0; 2];
            for lines in block.as_chunks::<8>().0 {
                let carry = add_eight(&mut sum, lines);
                eights[0] += u64::from(carry.count_ones());
                eights[1] += u64::from(carry.and(columns).count_ones());
            }
            (
                8 * eights[0] + count_digits(&sum, BitLine::ALL),
                8 * eights[1] + count_digits(&sum, columns),
            )
        },
    )
}

/// Returns the sum of the numbers of three binary digits in some columns.
#[inline(always)]
fn count_digits(digits: &[BitLine; 3], columns: BitLine) -> u64 {
    let mut sum = 0;
    for (place, line) in digits.iter().enumerate() {
        sum += u64::from(line.and(columns).count_ones()) << place;
    }
    sum
}

/// Adds eight lines to a sum of three binary digits for each bit. Returns what is carried.
#[inline(always)]
fn add_eight([ones, twos, fours]: &mut [BitLine; 3], lines: &[BitLine; 8]) -> BitLine {
    let mut carried_fours = [BitLine::ZERO; 2];
    for (carried_fours, lines) in carried_fours.iter_mut().zip(lines.as_chunks::<4>().0) {
        let [first, second, third, fourth] = *lines;
        let carried_two = add(ones, first, second);
        let other_two = add(ones, third, fourth);
        *carried_fours = add(twos, carried_two, other_two);
    }
    add(fours, carried_fours[0], carried_fours[1])
}

/// Adds two lines to a sum of one binary digit for each bit. Returns what is carried.
#[inline(always)]
fn add(sum: &mut BitLine, one: BitLine, other: BitLine) -> BitLine {
    let differ = one.xor(other);
    let carried = one.and(other).or(differ.and(*sum));
    *sum = sum.xor(differ);
    carried
}
