//! The public index: a slot number for every position of a layer, shared by its symmetric images.

use std::ops::Range;

use teeko_rules::combinatorics::{at_places, places_of, subsets_from};
use teeko_rules::{Board, Circles, PIECES, Position, Side, Symmetry, SymmetryGroup};

use crate::{binomial, parallel, rank, subsets, unrank};

/// The words of the bitmap of canonical sets between two counts: a cache line.
const RUN: usize = 512 / BITS;

const BITS: usize = usize::BITS as usize;

/// The words of the bitmap that a thread fills between two calls of the observer.
const AT_A_TIME: usize = 1 << 12;

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
    /// A bit for each rank of an occupied set: whether the set is canonical, the least of its
    /// orbit.
    is_least: Vec<usize>,
    /// The number of canonical sets before each run of words of `is_least`, and that of all.
    before: Vec<u64>,
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
        let sets = binomial(board.circle_count(), layer);
        let mut is_least = vec![0_usize; sets.div_ceil(usize::BITS.into()) as usize];
        let chunks = is_least.chunks_mut(AT_A_TIME).enumerate();
        parallel::for_each(chunks, |(chunk, words)| {
            let first = (chunk * AT_A_TIME) as u64 * u64::from(usize::BITS);
            let length = (words.len() as u64 * u64::from(usize::BITS)).min(sets - first);
            let sets = subsets_from(layer, first).take(length as usize);
            for (place, set) in sets.enumerate() {
                // The first element is the identity.
                let mut others = group.elements()[1..].iter();
                let is_least = others.all(|symmetry| symmetry.apply(set) >= set);
                words[place / BITS] |= usize::from(is_least) << (place % BITS);
            }
        });
        let mut sum = 0;
        let mut before = vec![0];
        before.extend(is_least.chunks(RUN).map(|words| {
            sum += u64::from(ones(words));
            sum
        }));
        let splits: Vec<Circles> = subsets(layer, layer / 2).collect();
        let mut split_ranks = vec![0; 1 << layer];
        for (rank, split) in (0..).zip(&splits) {
            split_ranks[split.bits() as usize] = rank;
        }
        Self {
            group: group.clone(),
            layer,
            is_least,
            before,
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
        let words = binomial(board.circle_count(), layer).div_ceil(usize::BITS.into());
        words * size_of::<usize>() as u64
            + (words.div_ceil(RUN as u64) + 1) * size_of::<u64>() as u64
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
        self.before.last().copied().unwrap_or(0)
    }

    /// Returns the rank of the canonical occupied set with this number, which must exist.
    fn rank_of_occupied(&self, number: u64) -> u64 {
        let run = self.before.partition_point(|&before| before <= number) - 1;
        // A run has fewer than 2^32 bits.
        let mut left = (number - self.before[run]) as u32;
        let mut word = run * RUN;
        let words = &self.is_least;
        while words[word].count_ones() <= left {
            left -= words[word].count_ones();
            word += 1;
        }
        let mut bits = words[word];
        for _ in 0..left {
            bits &= bits - 1;
        }
        word as u64 * u64::from(usize::BITS) + u64::from(bits.trailing_zeros())
    }

    /// Lists the canonical occupied sets with these numbers, each with its number.
    fn occupied(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, Circles)> {
        assert!(
            numbers.end <= self.occupied_sets(),
            "numbers of canonical sets"
        );
        let first = if numbers.is_empty() {
            0
        } else {
            self.rank_of_occupied(numbers.start)
        };
        let is_canonical = |&(rank, _): &(u64, Circles)| {
            let rank = rank as usize;
            self.is_least
                .get(rank / BITS)
                .is_some_and(|word| word >> (rank % BITS) & 1 == 1)
        };
        let sets = (first..).zip(subsets_from(self.layer, first));
        numbers.zip(sets.filter(is_canonical).map(|(_, set)| set))
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
        let number = rank(occupied);
        let word = (number / u64::from(usize::BITS)) as usize;
        let words = &self.is_least;
        let below = words[word] & ((1 << (number % u64::from(usize::BITS))) - 1);
        let run = word / RUN;
        let in_run = ones(&words[run * RUN..word]) + below.count_ones();
        let canonical = self.before[run] + u64::from(in_run);
        let split = places_of(mover, occupied);
        canonical * self.splits() + u64::from(self.split_ranks[split.bits() as usize])
    }

    /// Returns the position in a slot, or `None` if there is no such slot.
    ///
    /// This is the inverse of [`LayerIndex::rank`] up to symmetry. `turn` is the side to move in
    /// layer 8; layers 0 to 7 determine it themselves and ignore `turn`.
    #[inline]
    pub fn unrank(&self, slot: u64, turn: Side) -> Option<Position> {
        let (number, split) = (slot / self.splits(), slot % self.splits());
        if number >= self.occupied_sets() {
            return None;
        }
        let occupied = unrank(self.layer, self.rank_of_occupied(number));
        let mover = at_places(self.splits[split as usize], occupied);
        let turn = Position::turn_in_layer(self.layer).unwrap_or(turn);
        Some(Position::of_turn(turn, mover, occupied - mover))
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
        self.occupied(sets).flat_map(move |(number, occupied)| {
            let keeps_occupied = |symmetry: &&Symmetry| symmetry.apply(occupied) == occupied;
            let stabiliser: Vec<&Symmetry> = self
                .group
                .elements()
                .iter()
                .filter(keeps_occupied)
                .collect();
            (0..).zip(&self.splits).filter_map(move |(split, &places)| {
                // The size of the orbit is the number of images of the occupied set, times the
                // number of images of the mover's set under the symmetries that keep the occupied
                // set. If an image is in a lower slot, that slot represents this orbit.
                let mover = at_places(places, occupied);
                let images = stabiliser.iter().map(|symmetry| symmetry.apply(mover));
                if images.clone().any(|image| image < mover) {
                    return None;
                }
                let fixed = images.filter(|&image| image == mover).count();
                let turn = Position::turn_in_layer(self.layer).unwrap_or(Side::Black);
                Some(Orbit {
                    slot: number * self.splits() + split,
                    position: Position::of_turn(turn, mover, occupied - mover),
                    positions: (self.group.order() / fixed) as u64,
                })
            })
        })
    }

    /// Whether [`LayerIndex::rank`] returns this slot for its position. Each orbit has exactly one
    /// such slot.
    pub fn is_canonical(&self, slot: u64) -> bool {
        self.unrank(slot, Side::Black)
            .is_some_and(|position| self.rank(&position) == slot)
    }
}

/// Returns the number of bits that are set, in at most [`RUN`] words.
fn ones(words: &[usize]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
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
    let (mut least, mut leading, mut ties) = (occupied, 0, 0);
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
    let mover_image = elements[leading].apply(mover);
    if ties == 0 {
        return (least, mover_image);
    }
    let leaders = elements
        .iter()
        .filter(|symmetry| symmetry.apply(occupied) == least);
    (
        least,
        leaders
            .map(|symmetry| symmetry.apply(mover))
            .min()
            .unwrap_or(mover_image),
    )
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
    use crate::orbit_count;
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
                let bytes = size_of_val(&*index.is_least) + size_of_val(&*index.before);
                assert_eq!(
                    LayerIndex::memory(rules.board(), index.layer()),
                    bytes as u64
                );
            }
        }
        assert_eq!(layers("44-ssss")[8].slots(), 9_525_600);
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
