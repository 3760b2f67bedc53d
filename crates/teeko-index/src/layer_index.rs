//! The public index: a slot number for every position of a layer, shared by its symmetric images.

use std::ops::Range;

use teeko_rules::combinatorics::{at_places, places_of};
use teeko_rules::{Board, Circles, PIECES, Position, Side, Symmetry, SymmetryGroup};

use crate::least_sets::LeastSets;
use crate::subsets;

/// The slots of one layer: all positions with the same number of pieces on the board, up to
/// symmetry.
///
/// A slot consists of a canonical occupied set and a split, which says which of the occupied
/// circles are the mover's. Occupied sets are in ascending order, splits in the order of their
/// ranks:
///
/// ```text
/// slot = number of the canonical occupied set * C(layer, mover's pieces)
///      + rank of the split
///
/// layer 8, 5 x 5:  136,080 canonical occupied sets x 70 splits = 9,525,600 slots
/// occupied {1, 2, 3, 4, 5, 6, 7, 8}    set 0
/// of these the mover's {1, 2, 3, 4}    split 0b0000_1111, rank 0
/// ```
///
/// If a symmetry maps an occupied set to itself, some of its splits are equivalent. A position's
/// slot is then the least of them, and the other slots stay unused; see
/// [`LayerIndex::is_canonical`].
#[derive(Clone, Debug)]
pub struct LayerIndex {
    group: SymmetryGroup,
    layer: usize,
    /// The canonical occupied sets.
    occupied: LeastSets,
    /// The splits by rank: which of the occupied circles, counted from the lowest, are the mover's.
    splits: Vec<Circles>,
    /// The ranks of the splits, by their bits.
    split_ranks: Vec<u8>,
}

impl LayerIndex {
    /// Builds the index of the positions with `layer` pieces on a board, under a group of
    /// symmetries of the board.
    ///
    /// # Panics
    /// If `layer` is above 8.
    pub fn new(board: Board, group: &SymmetryGroup, layer: usize) -> Self {
        assert!(layer <= 2 * PIECES, "layer {layer}");
        let splits: Vec<Circles> = subsets(layer, layer / 2).collect();
        let mut split_ranks = vec![0; 1 << layer];
        for (rank, split) in (0..).zip(&splits) {
            split_ranks[split.bits() as usize] = rank;
        }
        Self {
            group: group.clone(),
            layer,
            occupied: LeastSets::new(board.circle_count(), layer, group),
            splits,
            split_ranks,
        }
    }

    /// Returns the memory that the index of a layer takes, in bytes: half a gigabyte in layer 8 of
    /// 8 x 8.
    ///
    /// # Panics
    /// If `layer` is above 8.
    pub fn memory(board: Board, layer: usize) -> u64 {
        LeastSets::memory(board.circle_count(), layer)
    }

    /// Returns the number of pieces on the board.
    pub fn layer(&self) -> usize {
        self.layer
    }

    /// Returns the number of slots, used and unused.
    pub fn slots(&self) -> u64 {
        self.occupied_sets() * self.splits()
    }

    /// Returns the number of canonical occupied sets. On 8 x 8 it can exceed 2^32.
    pub fn occupied_sets(&self) -> u64 {
        self.occupied.count()
    }

    /// Returns the slot of a position, which is also the slot of its symmetric images.
    ///
    /// # Panics
    /// If the position belongs to another layer or stands partly off the board.
    #[inline]
    pub fn rank(&self, position: &Position) -> u64 {
        assert_eq!(
            (position.layer(), position.mover().len()),
            (self.layer, self.layer / 2),
            "pieces on the board, and the mover's"
        );
        let (occupied, mover) = least_image(&self.group, position.occupied(), position.mover());
        let canonical = self.occupied.number(occupied);
        let split = places_of(mover, occupied);
        canonical * self.splits() + u64::from(self.split_ranks[split.bits() as usize])
    }

    /// Returns the position in a slot, or `None` if there is no such slot.
    ///
    /// This is the inverse of [`LayerIndex::rank`] up to symmetry. `turn` is the side to move in
    /// layer 8; layers 0 to 7 determine it themselves and ignore `turn`.
    #[inline]
    pub fn unrank(&self, slot: u64, turn: Side) -> Option<Position> {
        let number = slot / self.splits();
        if number >= self.occupied_sets() {
            return None;
        }
        let occupied = self.occupied.set(number);
        let split = self.splits[(slot % self.splits()) as usize];
        let mover = at_places(split, occupied);
        Some(self.position(mover, occupied, turn))
    }

    /// Returns the number of slots for each canonical occupied set: the ways to split it between
    /// the sides.
    pub fn splits(&self) -> u64 {
        self.splits.len() as u64
    }

    /// Lists the orbits of the positions on a range of the canonical occupied sets, in the order of
    /// their slots.
    ///
    /// `sets` are numbers of canonical occupied sets. The range of all sets lists every position of
    /// the layer once, up to symmetry.
    ///
    /// # Panics
    /// If `sets` reaches beyond the canonical occupied sets.
    pub fn orbits(&self, sets: Range<u64>) -> impl Iterator<Item = Orbit> {
        let occupied = self.occupied.sets(sets);
        occupied.flat_map(|(number, occupied)| self.orbits_on(number, occupied))
    }

    /// Lists the orbits of the positions on the canonical occupied set with this number.
    fn orbits_on(&self, number: u64, occupied: Circles) -> impl Iterator<Item = Orbit> {
        let stabiliser = self.group.elements().iter().filter(keeps(occupied));
        let stabiliser: Vec<&Symmetry> = stabiliser.collect();
        let splits = (0..).zip(&self.splits);
        splits.filter_map(move |(split, &places)| {
            let mover = at_places(places, occupied);
            Some(Orbit {
                slot: number * self.splits() + split,
                positions: self.positions_in_orbit(mover, &stabiliser)?,
                position: self.position(mover, occupied, Side::Black),
            })
        })
    }

    /// Returns the number of positions in the orbit of a position on a canonical occupied set, or
    /// `None` if a lower slot represents the orbit. The stabiliser is that of the occupied set.
    fn positions_in_orbit(&self, mover: Circles, stabiliser: &[&Symmetry]) -> Option<u64> {
        let mut fixed = 0;
        for symmetry in stabiliser {
            let image = symmetry.apply(mover);
            if image < mover {
                return None;
            }
            fixed += u64::from(image == mover);
        }
        // Each image of the position is that of `fixed` elements.
        Some(self.group.order() as u64 / fixed)
    }

    /// Returns the position of the layer with these sets. `turn` is the side to move in layer 8.
    fn position(&self, mover: Circles, occupied: Circles, turn: Side) -> Position {
        let turn = Position::turn_in_layer(self.layer).unwrap_or(turn);
        Position::of_turn(turn, mover, occupied - mover)
    }

    /// Whether [`LayerIndex::rank`] returns this slot for its position. Each orbit has exactly one
    /// such slot.
    pub fn is_canonical(&self, slot: u64) -> bool {
        self.unrank(slot, Side::Black)
            .is_some_and(|position| self.rank(&position) == slot)
    }
}

/// Returns a test of symmetries: whether they keep a set.
fn keeps(set: Circles) -> impl Fn(&&Symmetry) -> bool {
    move |symmetry| symmetry.apply(set) == set
}

/// Returns the least image of (occupied set, mover's set), by which slots are ordered.
///
/// Few occupied sets are symmetric, so mostly one element leads to the least image, and the mover's
/// set needs only one look-up. This takes half the time of comparing pairs.
#[inline]
pub(crate) fn least_image(
    group: &SymmetryGroup,
    occupied: Circles,
    mover: Circles,
) -> (Circles, Circles) {
    let elements = group.elements();
    let mut least = occupied;
    let mut leading = 0;
    let mut ties = 0_u32;
    for (element, symmetry) in elements.iter().enumerate().skip(1) {
        let image = symmetry.apply(occupied);
        ties = if image < least {
            0
        } else {
            ties + u32::from(image == least)
        };
        leading = if image < least { element } else { leading };
        least = least.min(image);
    }
    let mut least_mover = elements[leading].apply(mover);
    if ties > 0 {
        for symmetry in elements {
            if symmetry.apply(occupied) == least {
                least_mover = least_mover.min(symmetry.apply(mover));
            }
        }
    }
    (least, least_mover)
}

/// An orbit of positions: all symmetric images of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orbit {
    /// The slot of all positions in the orbit.
    pub slot: u64,
    /// The position that [`LayerIndex::unrank`] gives for the slot, with Black to move in layer 8.
    pub position: Position,
    /// The number of positions in the orbit.
    pub positions: u64,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{orbit_count, slide_orbits};
    use teeko_testing::rules;

    fn layers(variant: &str) -> Vec<LayerIndex> {
        let rules = rules(variant);
        (0..=8)
            .map(|layer| LayerIndex::new(rules.board(), &rules.symmetries(), layer))
            .collect()
    }

    /// Compares the counts by enumeration and by Burnside's lemma, for the standard board also with
    /// the known ones.
    #[test]
    fn orbits_are_as_many_as_burnside_says() {
        let known = [1, 6, 85, 904, 9_664, 66_859, 443_850, 2_105_695, 9_469_965];
        for variant in ["44-ssss", "44-ssss+4x4", "44-ssss+4x5"] {
            let rules = rules(variant);
            for index in layers(variant) {
                let enumerated = (0..index.slots())
                    .filter(|&slot| index.is_canonical(slot))
                    .count() as u64;
                let (mover, opponent) = (index.layer() / 2, index.layer().div_ceil(2));
                let circles = rules.board().circle_count();
                let counted = orbit_count(circles, &rules.symmetries(), mover, opponent);
                assert_eq!(enumerated, counted, "{variant}, layer {}", index.layer());
                assert!(variant != "44-ssss" || enumerated == known[index.layer()]);
                assert_eq!(index.unrank(u64::MAX, Side::Black), None);
                assert_eq!(
                    LayerIndex::memory(rules.board(), index.layer()),
                    index.occupied.bytes() as u64
                );
            }
        }
        assert_eq!(layers("44-ssss")[8].slots(), 9_525_600);
        assert_eq!(slide_orbits(&rules("44-ssss")), known[8]);
    }

    /// Compares orbits with their definition: a slot that ranks to itself, and the number of
    /// different images.
    #[test]
    fn orbits_are_the_canonical_slots_with_as_many_positions_as_they_have_images() {
        for index in layers("58-ssss+4x4")
            .into_iter()
            .chain(layers("44-ssss").into_iter().take(5))
        {
            let images = |position: Position| {
                let image = |symmetry: &Symmetry| {
                    (symmetry.apply(position.black), symmetry.apply(position.red))
                };
                index
                    .group
                    .elements()
                    .iter()
                    .map(image)
                    .collect::<BTreeSet<_>>()
                    .len() as u64
            };
            let position = |slot| index.unrank(slot, Side::Black).unwrap();
            let expected = (0..index.slots())
                .filter(|&slot| index.is_canonical(slot))
                .map(|slot| Orbit {
                    slot,
                    position: position(slot),
                    positions: images(position(slot)),
                });
            assert!(
                index.orbits(0..index.occupied_sets()).eq(expected),
                "layer {}",
                index.layer()
            );
            for slot in 0..index.slots() {
                let canonical = index.group.canonical(&position(slot));
                assert_eq!(canonical, position(index.rank(&canonical)), "slot {slot}");
                assert_eq!(
                    canonical == position(slot),
                    index.is_canonical(slot),
                    "slot {slot}"
                );
            }
            let half = index.occupied_sets() / 2;
            let parts = index
                .orbits(0..half)
                .chain(index.orbits(half..index.occupied_sets()));
            assert!(parts.eq(index.orbits(0..index.occupied_sets())));
        }
    }
}
