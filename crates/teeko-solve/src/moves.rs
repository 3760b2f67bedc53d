//! The moves from each canonical set of one side, ignoring the other side.
//!
//! A move leads to a set that may not be canonical. The line of such a set is the image of a
//! canonical one: the same words in another order. So the moves of a set stand in groups, one for
//! each symmetry that occurs. The lines of a group are combined first, and then their words change
//! places once: five times for the 33 drops of a set on 6 x 6.

use teeko_index::Place;

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::row_graph::Neighbours;

/// The moves from each canonical set.
#[derive(Debug)]
pub(crate) struct Moves {
    groups: Neighbours<Group>,
    /// The canonical sets of all groups of a set, one group after the other.
    sets: Neighbours<u32>,
}

/// The moves from a set that lead to images under the same symmetry.
#[derive(Clone, Copy, Debug)]
struct Group {
    element: u8,
    moves: u8,
}

impl Moves {
    /// Groups the moves of each canonical set, given the places that they lead to.
    pub(crate) fn new(lists: impl Iterator<Item = impl Iterator<Item = Place>>) -> Self {
        let mut groups = Vec::new();
        let mut sets = Vec::new();
        for list in lists {
            let mut places: Vec<Place> = list.collect();
            places.sort_unstable_by_key(|place| (place.element, place.canonical));
            let of_elements = places.chunk_by(|one, other| one.element == other.element);
            groups.push(of_elements.map(Group::of).collect::<Vec<_>>());
            sets.push(places.into_iter().map(|place| place.canonical));
        }
        Self {
            groups: Neighbours::new(groups),
            sets: Neighbours::new(sets),
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
        let mut rest = self.sets.of(set);
        let groups = self.groups.of(set).iter().map(|group| {
            let (sets, others) = rest.split_at(usize::from(group.moves));
            rest = others;
            (lanes.image_order(usize::from(group.element)), sets)
        });
        instructions.combine_groups::<ANY>(groups, open, line)
    }
}

impl Group {
    /// # Panics
    /// If there are more than 255 moves: a set of four has at most 240 slides, and a drop has a
    /// choice of at most 64 circles.
    fn of(places: &[Place]) -> Self {
        Self {
            element: places[0].element,
            moves: u8::try_from(places.len()).expect("at most 255 moves from a set"),
        }
    }
}
