//! How a line is divided among the symmetries of the rules.

use std::sync::Arc;

use teeko_rules::{Circle, Circles, SymmetryGroup};

use crate::instruction_set::InstructionSet;
use crate::line::{BitLine, LINE_WORDS};
use crate::permutation::Permutation;
use crate::plane_shape::sets_of_tile;
use crate::transposition::{STRIP, exchange_squares};

/// How a line is divided among the symmetries: each element of the group has a lane of words.
///
/// A line belongs to a canonical set of one side; its lane `g` is the row of the set
/// `g·canonical`. A lane has a bit for each canonical set of the other side in a tile. With eight
/// symmetries a lane is one word and a tile has 64 sets; with one symmetry it is the whole line.
///
/// ```text
/// bit of a line = element * sets of a tile + column within the tile
/// ```
#[derive(Debug)]
pub(crate) struct Lanes {
    group: Arc<SymmetryGroup>,
    /// The words of a lane.
    words: usize,
    /// The bits of a lane are two to this power.
    log_sets: u32,
    /// By two elements: their product.
    products: [[u8; LINE_WORDS]; LINE_WORDS],
    /// By element: the order of words that makes the image of a line.
    images: Vec<Permutation>,
    /// The order of words by inverse elements.
    inverses: Permutation,
}

impl Lanes {
    /// Divides lines among the elements of a group.
    ///
    /// # Panics
    /// If the order of the group does not divide the words of a line. Symmetries of rectangles have
    /// one, two, four or eight elements.
    pub(crate) fn new(group: &Arc<SymmetryGroup>) -> Self {
        let order = group.order();
        assert!(
            LINE_WORDS.is_multiple_of(order),
            "symmetries of a rectangle"
        );
        let words = LINE_WORDS / order;
        let word_of = |element: usize, word: usize| element * words + word % words;
        let image =
            |element| Permutation::new(|word| word_of(group.product(word / words, element), word));
        Self {
            words,
            log_sets: sets_of_tile(order).ilog2(),
            products: products(group),
            images: (0..order).map(image).collect(),
            inverses: Permutation::new(|word| word_of(group.inverse(word / words), word)),
            group: Arc::clone(group),
        }
    }

    pub(crate) fn group(&self) -> &Arc<SymmetryGroup> {
        &self.group
    }

    pub(crate) fn order(&self) -> usize {
        self.group.order()
    }

    /// The number of canonical sets in a tile, which are the bits of a lane and the lines of a
    /// block.
    #[inline(always)]
    pub(crate) fn sets(&self) -> usize {
        1 << self.log_sets
    }

    /// The bit of an element's lane for a column of the tile.
    #[inline(always)]
    pub(crate) fn bit(&self, element: usize, column: usize) -> usize {
        (element << self.log_sets) + column
    }

    /// The element and the column within the tile of a bit.
    #[inline(always)]
    pub(crate) fn place_of_bit(&self, bit: usize) -> (usize, usize) {
        (bit >> self.log_sets, bit & (self.sets() - 1))
    }

    /// The order of words that makes the image of a line under an element: the line of the set
    /// `element·canonical` from that of the canonical set. Lane `g` of the image is lane
    /// `g·element` of the line.
    #[inline(always)]
    pub(crate) fn image(&self, element: usize) -> &Permutation {
        &self.images[element]
    }

    /// The bit of a line that is this bit of its image.
    #[inline(always)]
    pub(crate) fn bit_before_image(&self, bit: usize, element: usize) -> usize {
        let (lane, column) = self.place_of_bit(bit);
        self.bit(usize::from(self.products[lane][element]), column)
    }

    /// The line that has these columns of a tile in every lane.
    pub(crate) fn every(&self, columns: impl Iterator<Item = usize>) -> BitLine {
        let mut line = BitLine::ZERO;
        for column in columns {
            (0..self.order()).for_each(|element| line.set(self.bit(element, column)));
        }
        line
    }

    /// Where a position of a block goes when the sides are exchanged: the position with mover `g·A`
    /// and opponent `B` has, seen from the other side, the row `g⁻¹·B` and the column `A`.
    #[inline(always)]
    pub(crate) fn transposed(&self, row: usize, bit: usize) -> (usize, usize) {
        let (element, column) = self.place_of_bit(bit);
        (column, self.bit(self.group.inverse(element), row))
    }

    /// Transposes a block: exchanges the sides of all its positions, as [`Lanes::transposed`] does.
    ///
    /// First words change places, then the bits within squares of 64 x 64. The squares in the words
    /// of a line are transposed together: every operation is on whole lines.
    pub(crate) fn transpose(
        &self,
        instructions: InstructionSet,
        block: &[BitLine],
        transposed: &mut [BitLine],
    ) {
        if self.words > 1 {
            self.place_words(block, transposed);
        }
        instructions.run(
            #[inline(always)]
            |instructions| {
                if self.words == 1 {
                    for (transposed, line) in transposed.iter_mut().zip(block) {
                        *transposed = instructions.permute(*line, &self.inverses);
                    }
                }
                for strip in transposed.as_chunks_mut::<STRIP>().0 {
                    exchange_squares(instructions, strip);
                }
            },
        );
    }

    /// Puts each word of a block where the square belongs that it is a line of.
    fn place_words(&self, block: &[BitLine], transposed: &mut [BitLine]) {
        for (strip, lines) in block.chunks_exact(STRIP).enumerate() {
            for (row, line) in lines.iter().enumerate() {
                for (word, &value) in line.0.iter().enumerate() {
                    let inverse = self.group.inverse(word / self.words);
                    transposed[word % self.words * STRIP + row].0[inverse * self.words + strip] =
                        value;
                }
            }
        }
    }
}

/// Returns the products of any two elements of a group, as a table of a fixed size.
fn products(group: &SymmetryGroup) -> [[u8; LINE_WORDS]; LINE_WORDS] {
    let mut products = [[0; LINE_WORDS]; LINE_WORDS];
    for (second, of_second) in products.iter_mut().enumerate().take(group.order()) {
        for (first, product) in of_second.iter_mut().enumerate().take(group.order()) {
            *product = group.product(second, first) as u8;
        }
    }
    products
}

/// Returns, for each column tile, a line for each circle: its lane `g` has the columns whose sets
/// have the circle `g · circle`.
pub(crate) fn columns_with_each_circle(lanes: &Lanes, sets: &[Circles]) -> Vec<Vec<BitLine>> {
    let mut tiles = Vec::new();
    for sets in sets.chunks(lanes.sets()) {
        let mut columns = vec![BitLine::ZERO; Circle::LIMIT];
        for element in 0..lanes.order() {
            let before = &lanes.group().elements()[lanes.group().inverse(element)];
            for (column, &set) in sets.iter().enumerate() {
                for circle in before.apply(set).iter() {
                    columns[circle.index()].set(lanes.bit(element, column));
                }
            }
        }
        tiles.push(columns);
    }
    tiles
}

/// Returns a line whose lane `g` has the columns whose sets have any of the circles `g · circles`,
/// given those with each circle.
#[inline(always)]
pub(crate) fn with_any(with_each: &[BitLine], circles: Circles) -> BitLine {
    circles.iter().fold(BitLine::ZERO, |line, circle| {
        line.or(with_each[circle.index()])
    })
}

/// Returns, for each column tile, the columns whose set satisfies a condition, in every lane.
pub(crate) fn columns(
    lanes: &Lanes,
    sets: &[Circles],
    condition: impl Fn(Circles) -> bool,
) -> Vec<BitLine> {
    let tile =
        |sets: &[Circles]| lanes.every((0..sets.len()).filter(|&column| condition(sets[column])));
    sets.chunks(lanes.sets()).map(tile).collect()
}
