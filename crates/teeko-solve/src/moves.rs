//! The moves from each canonical set of one side, ignoring the other side.
//!
//! A move leads to a set that may not be canonical. The line of such a set is the image of a
//! canonical one: the same words in another order. So moves stand four at a time, all under the
//! same symmetry: the lines of these are combined first, and then their words change places once.
//! Most slides need no symmetry, since canonical sets lie in one sector of the board: those of a
//! set on 6 x 6 are 22, in 7 fours.

use teeko_index::Place;

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::neighbours::Neighbours;

/// The number of moves that are combined at a time, in one loop without branches.
/// [`InstructionSet::combine`] relies on it being four.
const AT_A_TIME: usize = 4;

/// The bytes of four moves with their symmetry.
pub(crate) const BYTES_OF_FOUR: u64 = (AT_A_TIME * size_of::<u32>() + size_of::<u8>()) as u64;

/// The moves from each canonical set.
#[derive(Debug)]
pub(crate) struct Moves {
    /// Four canonical sets to images of which moves lead, under the same symmetry. If these are
    /// fewer, one of them stands there again.
    fours: Neighbours<[u32; AT_A_TIME]>,
    /// By four: the symmetry.
    elements: Neighbours<u8>,
}

impl Moves {
    /// Lists the moves of each canonical set, given the places that they lead to.
    pub(crate) fn new(lists: impl Iterator<Item = impl Iterator<Item = Place>>) -> Self {
        let mut fours = Vec::new();
        let mut elements = Vec::new();
        for list in lists {
            let mut places: Vec<Place> = list.collect();
            places.sort_unstable_by_key(|place| (place.element, place.canonical));
            let of_elements = places.chunk_by(|one, other| one.element == other.element);
            let of_set: Vec<&[Place]> = of_elements.flat_map(|of| of.chunks(AT_A_TIME)).collect();
            let mut fours_of_set = Vec::new();
            let mut elements_of_set = Vec::new();
            for places in of_set {
                fours_of_set.push(four(places));
                elements_of_set.push(places[0].element);
            }
            fours.push(fours_of_set);
            elements.push(elements_of_set);
        }
        Self {
            fours: Neighbours::new(fours),
            elements: Neighbours::new(elements),
        }
    }

    /// Returns the positions of `open` from which any move of a set leads to a plane, or all moves
    /// do, given the lines of the plane by canonical set.
    #[inline(always)]
    pub(crate) fn leading_to<const ANY: bool>(
        &self,
        instructions: InstructionSet,
        lanes: &Lanes,
        set: usize,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        let elements = self.elements.of(set).iter();
        let orders = elements.map(|&element| lanes.image(usize::from(element)));
        instructions.combine::<ANY>(orders.zip(self.fours.of(set)), open, line)
    }

    /// Returns whether all moves from a position lead to a plane. `has` returns whether the plane
    /// has a bit in the line of a canonical set.
    #[inline(always)]
    pub(crate) fn all_lead_to(
        &self,
        lanes: &Lanes,
        set: usize,
        bit: usize,
        has: impl Fn(usize, usize) -> bool,
    ) -> bool {
        for (&element, four) in self.elements.of(set).iter().zip(self.fours.of(set)) {
            let bit = lanes.bit_before_image(bit, usize::from(element));
            if !four.iter().all(|&moved| has(moved as usize, bit)) {
                return false;
            }
        }
        true
    }
}

/// The canonical sets of one to four places.
fn four(places: &[Place]) -> [u32; AT_A_TIME] {
    std::array::from_fn(|place| places[place.min(places.len() - 1)].canonical)
}
