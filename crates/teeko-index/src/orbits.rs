//! Orbits of sets: the canonical image of every small set, and the symmetry that leads from it to
//! the set.

use teeko_rules::combinatorics::{at_places, places_of};
use teeko_rules::{Circle, Circles, PIECES, Position, Rules, Side, Symmetry, SymmetryGroup};

use crate::{binomial, rank, subsets};

/// The circles of a side's pieces, distinguished by weight alone, as in the threshold games of
/// numbered pieces. In other games all are heavy.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WeighedSet {
    /// The circles of the heavy pieces.
    pub heavy: Circles,
    /// The circles of the light pieces.
    pub light: Circles,
}

impl WeighedSet {
    /// Returns the numbered pieces of a side, by their weights in the threshold game of `points`.
    pub fn of_threshold(position: &Position, side: Side, points: u8) -> Self {
        let heavy = position.pips.at_least(side, Rules::heavy_pips(points));
        Self {
            heavy,
            light: position.pieces(side) - heavy,
        }
    }

    /// Returns the circles of all pieces.
    #[inline]
    pub fn all(self) -> Circles {
        self.heavy | self.light
    }

    /// Returns the set after the piece on `from` has moved to `to`.
    #[must_use]
    pub fn moved(self, from: Circle, to: Circle) -> Self {
        let mut moved = self;
        let part = if self.heavy.contains(from) {
            &mut moved.heavy
        } else {
            &mut moved.light
        };
        *part = part.without(from).with(to);
        moved
    }

    /// Returns the image under an element of a group.
    #[inline]
    #[must_use]
    pub fn image(self, group: &SymmetryGroup, element: usize) -> Self {
        let light = if self.light.is_empty() {
            self.light
        } else {
            group.apply(element, self.light)
        };
        Self {
            heavy: group.apply(element, self.heavy),
            light,
        }
    }
}

impl From<Circles> for WeighedSet {
    #[inline]
    fn from(heavy: Circles) -> Self {
        Self {
            heavy,
            light: Circles::EMPTY,
        }
    }
}

/// The place of a set among the orbits: its canonical set, and a symmetry that maps the canonical
/// set to this one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The number of the canonical set.
    pub canonical: u32,
    /// The least element of the group that maps the canonical set to this one.
    pub element: u8,
}

impl Place {
    /// Returns the row of this set in a table with a column for each canonical set of the other
    /// side.
    ///
    /// The symmetry that maps the other side's set, at `other`, to its canonical set is applied to
    /// both sets; the result is the place of this set's image. Of the several rows of a symmetric
    /// set it need not be the one with the least element.
    #[inline]
    #[must_use]
    pub fn seen_from(self, other: Self, group: &SymmetryGroup) -> Self {
        let to_canonical = group.inverse(other.element.into());
        Self {
            element: group.product(to_canonical, self.element.into()) as u8,
            ..self
        }
    }
}

/// The sets of one size, up to symmetry; or the sets of given numbers of heavy and light pieces.
///
/// Two sets are in the same orbit if a symmetry maps one to the other. Sets have numbers in three
/// steps:
///
/// 1. One set of each orbit is *canonical*: the one with the greatest sum of circle indices. Of
///    several such sets it is the greatest, and of several with the same circles the one with the
///    greatest set of heavy pieces.
/// 2. The canonical sets are numbered from 0, in ascending order of their circles, then of their
///    heavy pieces. So those with the same circles follow each other.
/// 3. The [`Place`] of any set has the number of its canonical set, and the symmetry that maps the
///    canonical set to it. Places are stored in an array, by the rank of the set.
///
/// On the standard board the 12,650 sets of four circles have 1,666 orbits:
///
/// ```text
/// set      --rank-->  place {canonical, element}   --canonical sets-->  C  with  element(C) = set
/// {7, 8, 9, 13}       one array of 12,650 entries                       1,666 sets
/// ```
///
/// The greatest sum puts the centre of gravity of all canonical sets into one sector of the board. A
/// slide seldom leaves the sector, so the solver touches less memory at a time. With the greatest sum
/// instead of the least, pieces stand on the high circles, which decide the order of sets. Similar
/// positions are then close in a table file, which is a seventh smaller.
#[derive(Clone, Debug)]
pub struct SetOrbits {
    heavy: usize,
    light: usize,
    /// The circles of all pieces, by canonical set.
    canonical: Vec<Circles>,
    /// The circles of the heavy pieces, by canonical set.
    heavy_circles: Vec<Circles>,
    /// The number of sets in each orbit, by canonical set.
    orbit_sizes: Vec<u8>,
    /// By the rank of the set, see [`SetOrbits::rank`].
    places: Vec<Place>,
}

/// The place of a set whose orbit has not been found yet.
const UNSEEN: Place = Place {
    canonical: u32::MAX,
    element: 0,
};

impl SetOrbits {
    /// Finds the orbits of the sets of `size` circles among the first `circles` circles.
    ///
    /// # Panics
    /// If the group has more than 255 elements, or there are more than 2^32 sets.
    pub fn new(circles: usize, size: usize, group: &SymmetryGroup) -> Self {
        Self::weighed(circles, size, 0, group)
    }

    /// Finds the orbits of the sets of `heavy` heavy and `light` light pieces among the first
    /// `circles` circles.
    ///
    /// # Panics
    /// As [`SetOrbits::new`].
    pub fn weighed(circles: usize, heavy: usize, light: usize, group: &SymmetryGroup) -> Self {
        let size = heavy + light;
        let sets = binomial(circles, size) * binomial(size, heavy);
        let sets = usize::try_from(sets).expect("as many sets as fit an array");
        let mut orbits = Self {
            heavy,
            light,
            canonical: Vec::new(),
            heavy_circles: Vec::new(),
            orbit_sizes: Vec::new(),
            places: vec![UNSEEN; sets],
        };
        let splits: Vec<Circles> = subsets(size, heavy).collect();
        for all in subsets(circles, size) {
            if !is_canonical(all, group) {
                continue;
            }
            for &split in &splits {
                let heavy = at_places(split, all);
                if is_greatest_split(heavy, all, group) {
                    let light = all - heavy;
                    orbits.add_orbit(WeighedSet { heavy, light }, group);
                }
            }
        }
        orbits
    }

    /// Adds the orbit of a canonical set, with the places of all its sets.
    fn add_orbit(&mut self, set: WeighedSet, group: &SymmetryGroup) {
        let canonical = u32::try_from(self.canonical.len()).expect("fewer than 2^32 orbits");
        let order = u8::try_from(group.order()).expect("a small group");
        let mut sets = 0;
        for element in 0..order {
            let rank = self.rank(set.image(group, element.into()));
            // If several elements lead to a set, its place has the least of them.
            if self.places[rank] == UNSEEN {
                self.places[rank] = Place { canonical, element };
                sets += 1;
            }
        }
        self.canonical.push(set.all());
        self.heavy_circles.push(set.heavy);
        self.orbit_sizes.push(sets);
    }

    /// Returns the number of pieces in each set.
    pub fn size(&self) -> usize {
        self.heavy + self.light
    }

    /// Returns the number of heavy pieces in each set.
    pub fn heavy(&self) -> usize {
        self.heavy
    }

    /// Returns the number of orbits.
    pub fn count(&self) -> usize {
        self.canonical.len()
    }

    /// Returns the number of sets.
    pub fn sets(&self) -> usize {
        self.places.len()
    }

    /// Returns the circles of the canonical sets, ascending.
    pub fn canonical(&self) -> &[Circles] {
        &self.canonical
    }

    /// Returns the canonical set with this number.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn weighed_set(&self, number: usize) -> WeighedSet {
        let heavy = self.heavy_circles[number];
        WeighedSet {
            heavy,
            light: self.canonical[number] - heavy,
        }
    }

    /// Returns the set with a place, under the group of these orbits.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn set(&self, place: Place, group: &SymmetryGroup) -> WeighedSet {
        self.weighed_set(place.canonical as usize)
            .image(group, place.element.into())
    }

    /// Returns the number of sets in the orbit of each canonical set.
    pub fn orbit_sizes(&self) -> &[u8] {
        &self.orbit_sizes
    }

    /// Returns the place of a set.
    ///
    /// # Panics
    /// If the set has other numbers of pieces or circles off the board.
    #[inline]
    pub fn place(&self, set: impl Into<WeighedSet>) -> Place {
        let set = set.into();
        let pieces = (set.heavy.len(), set.light.len());
        assert_eq!(pieces, (self.heavy, self.light), "pieces in the set");
        self.places[self.rank(set)]
    }

    /// Returns the place of a set without light pieces, which the caller knows to have the size of
    /// these sets: counting its circles would take a third of the time.
    #[inline]
    pub(crate) fn place_of_size(&self, set: Circles) -> Place {
        debug_assert_eq!(
            (set.len(), 0),
            (self.heavy, self.light),
            "pieces in the set"
        );
        self.places[rank(set) as usize]
    }

    /// Returns the rank of a set among the sets of its size: by its circles, then by its heavy
    /// pieces.
    #[inline]
    fn rank(&self, set: WeighedSet) -> usize {
        if set.light.is_empty() {
            return rank(set.heavy) as usize;
        }
        let all = set.all();
        let splits = binomial(self.size(), self.heavy);
        (rank(all) * splits + rank(places_of(set.heavy, all))) as usize
    }
}

/// Returns whether no image of a set has a greater sum of indices, or the same sum and is greater.
fn is_canonical(set: Circles, group: &SymmetryGroup) -> bool {
    let key = order_of(set);
    let mut elements = group.elements().iter();
    elements.all(|symmetry| order_of(symmetry.apply(set)) <= key)
}

/// Returns the key by which the canonical set of an orbit is the greatest.
fn order_of(set: Circles) -> (usize, Circles) {
    (set.iter().map(Circle::index).sum(), set)
}

/// Returns whether no symmetry that keeps the circles `all` makes a greater set of the heavy pieces.
fn is_greatest_split(heavy: Circles, all: Circles, group: &SymmetryGroup) -> bool {
    let mut elements = group.elements().iter();
    elements.all(|symmetry| symmetry.apply(all) != all || symmetry.apply(heavy) <= heavy)
}

/// Returns the number of ways, up to symmetry, to place `mover` pieces of one side and `opponent`
/// pieces of the other on a board.
///
/// By Burnside's lemma this is the mean, over all elements of the group, of the number of
/// placements that the element leaves unchanged. A placement is unchanged if every cycle of the
/// element lies within one side's circles or within the free ones.
pub fn orbit_count(circles: usize, group: &SymmetryGroup, mover: usize, opponent: usize) -> u64 {
    let mut fixed = 0;
    for symmetry in group.elements() {
        let cycles = cycles(Circles::first(circles), symmetry);
        fixed += fixed_placements(&cycles, mover, opponent);
    }
    fixed / group.order() as u64
}

/// Returns the number of positions of the slide phase, up to symmetry.
pub fn slide_orbits(rules: &Rules) -> u64 {
    let circles = rules.board().circle_count();
    orbit_count(circles, &rules.symmetries(), PIECES, PIECES)
}

/// Returns the lengths of the cycles of a symmetry of these circles.
fn cycles(mut circles: Circles, symmetry: &Symmetry) -> Vec<usize> {
    let mut lengths = Vec::new();
    while let Some(start) = circles.least() {
        let mut length = 0;
        let mut circle = start;
        loop {
            circles = circles.without(circle);
            length += 1;
            circle = symmetry.image(circle);
            if circle == start {
                break;
            }
        }
        lengths.push(length);
    }
    lengths
}

/// Returns the number of ways to fill `mover` and `opponent` circles with whole cycles.
fn fixed_placements(cycles: &[usize], mover: usize, opponent: usize) -> u64 {
    let mut ways = vec![vec![0_u64; opponent + 1]; mover + 1];
    ways[0][0] = 1;
    for &length in cycles {
        for m in (0..=mover).rev() {
            for o in (0..=opponent).rev() {
                let as_mover = if m >= length { ways[m - length][o] } else { 0 };
                let as_opponent = if o >= length { ways[m][o - length] } else { 0 };
                ways[m][o] += as_mover + as_opponent;
            }
        }
    }
    ways[mover][opponent]
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::Board;
    use teeko_testing::{Random, rules};

    fn group(variant: &str) -> (Board, SymmetryGroup) {
        let rules = rules(variant);
        (rules.board(), rules.symmetries())
    }

    #[test]
    fn places_lead_back_to_their_sets() {
        for variant in ["44-ssss", "44-ssss+4x4", "58-ssss+4x6"] {
            let (board, group) = group(variant);
            for size in 0..=4 {
                let orbits = SetOrbits::new(board.circle_count(), size, &group);
                for set in subsets(board.circle_count(), size) {
                    let place = orbits.place(set);
                    let canonical = orbits.canonical()[place.canonical as usize];
                    assert_eq!(group.apply(place.element as usize, canonical), set);
                    for symmetry in group.elements() {
                        assert!(order_of(symmetry.apply(set)) <= order_of(canonical));
                    }
                }
                let members: u64 = orbits
                    .orbit_sizes()
                    .iter()
                    .map(|&members| u64::from(members))
                    .sum();
                assert_eq!(members, binomial(board.circle_count(), size));
            }
        }
    }

    /// Returns all sets of these numbers of heavy and light pieces on 4 x 4.
    fn weighed_sets(heavy: usize, light: usize) -> Vec<WeighedSet> {
        let mut sets = Vec::new();
        for all in subsets(16, heavy + light) {
            for split in subsets(heavy + light, heavy) {
                let heavy = at_places(split, all);
                let light = all - heavy;
                sets.push(WeighedSet { heavy, light });
            }
        }
        sets
    }

    #[test]
    fn places_lead_back_to_their_weighed_sets() {
        let (_, group) = group("44-ssss+4x4");
        for (heavy, light) in [(0, 0), (1, 0), (0, 2), (1, 1), (1, 3), (2, 2), (3, 1)] {
            let orbits = SetOrbits::weighed(16, heavy, light, &group);
            assert_eq!((orbits.heavy(), orbits.size()), (heavy, heavy + light));
            let sets = weighed_sets(heavy, light);
            assert_eq!(orbits.sets(), sets.len());
            let mut sizes = vec![0; orbits.count()];
            for set in sets {
                let place = orbits.place(set);
                let canonical = orbits.weighed_set(place.canonical as usize);
                assert_eq!(orbits.set(place, &group), set);
                for element in 0..place.element {
                    assert_ne!(canonical.image(&group, element.into()), set);
                }
                assert!(
                    (order_of(set.all()), set.heavy)
                        <= (order_of(canonical.all()), canonical.heavy)
                );
                sizes[place.canonical as usize] += 1;
            }
            assert_eq!(orbits.orbit_sizes(), sizes);
            assert_eq!(orbits.count() as u64, orbit_count(16, &group, heavy, light));
            let canonical: Vec<WeighedSet> = (0..orbits.count())
                .map(|set| orbits.weighed_set(set))
                .collect();
            assert!(canonical.is_sorted_by_key(|set| (set.all(), set.heavy)));
        }
    }

    #[test]
    fn pieces_keep_their_weights() {
        let [one, two, three, four] =
            [1, 2, 3, 4].map(|number| Circle::from_number(number).unwrap());
        let heavy = Circles::from(one).with(two);
        let light = Circles::from(three);
        let set = WeighedSet { heavy, light };
        let moved = set.moved(two, four);
        assert_eq!(
            (moved.heavy, moved.light),
            (Circles::from(one).with(four), light)
        );
        let moved = set.moved(three, four);
        assert_eq!((moved.heavy, moved.light), (heavy, four.into()));

        let mut random = Random::new(4);
        let position = random.position(Board::STANDARD, 8);
        let position = random.numbered(position);
        for points in 2..=8 {
            for side in [Side::Black, Side::Red] {
                let set = WeighedSet::of_threshold(&position, side, points);
                assert_eq!(set.all(), position.pieces(side));
                assert_eq!(set.heavy.len(), Rules::heavy_pieces(points));
                assert!(!set.heavy.meets(set.light));
            }
        }
    }
}
