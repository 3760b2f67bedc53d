//! Orbits of sets: the canonical image of every small set, and the symmetry that leads there.

use teeko_rules::combinatorics::{at_places, places_of};
use teeko_rules::{Circle, Circles, Position, Rules, Side, Symmetry, SymmetryGroup};

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
        let moved = |part: Circles| {
            if part.contains(from) {
                part.without(from).with(to)
            } else {
                part
            }
        };
        Self {
            heavy: moved(self.heavy),
            light: moved(self.light),
        }
    }

    /// Returns the image under an element of a group.
    #[inline]
    #[must_use]
    pub fn image(self, group: &SymmetryGroup, element: usize) -> Self {
        let image = |part| group.apply(element, part);
        let light = if self.light.is_empty() {
            self.light
        } else {
            image(self.light)
        };
        Self {
            heavy: image(self.heavy),
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

/// The place of a set: the canonical set and the symmetry that maps it to this one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The number of the canonical set.
    pub canonical: u32,
    /// The least element of the group that maps the canonical set to this one.
    pub element: u8,
}

impl Place {
    /// Returns the place of the image of this set under the symmetry that maps another set to its
    /// canonical one: the row of the two, in a table whose columns are the canonical sets of the
    /// other's side, and whose rows are the sets of this one's. A symmetric set has several rows,
    /// and this one need not have the least element.
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

/// The orbits of the sets of one size under a group of symmetries; or of those of given numbers of
/// heavy and light pieces.
///
/// The canonical set of an orbit is the one with the greatest sum of circle indices; of several
/// such sets, the greatest; of several with the same circles, the one with the greatest set of
/// heavy pieces. Canonical sets are numbered in ascending order of their circles, then of the heavy
/// pieces, so sets with the same circles are adjacent.
///
/// The sum puts the centre of gravity of all canonical sets into one sector of the board. A slide
/// seldom leaves the sector, so the solver touches less memory at a time. With the greatest sum
/// instead of the least, pieces stand on the high circles, which decide the order of sets. Similar
/// positions are then close in a table file, which is a seventh smaller.
///
/// On the standard board the 12,650 sets of four circles have 1,666 orbits:
///
/// ```text
/// set      --rank-->  place {canonical, element}   --canonical sets-->  C  with  element(C) = set
/// {7, 8, 9, 13}       one array of 12,650 entries                       1,666 sets
/// ```
#[derive(Clone, Debug)]
pub struct SetOrbits {
    heavy: usize,
    light: usize,
    /// By canonical set: the circles of all pieces, and of the heavy ones.
    canonical: Vec<Circles>,
    heavy_circles: Vec<Circles>,
    orbit_sizes: Vec<u8>,
    places: Vec<Place>,
}

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
        const UNSEEN: Place = Place {
            canonical: u32::MAX,
            element: 0,
        };
        let order = u8::try_from(group.order()).expect("a small group");
        let size = heavy + light;
        let count = usize::try_from(binomial(circles, size) * binomial(size, heavy))
            .expect("as many sets as fit an array");
        let mut orbits = Self {
            heavy,
            light,
            canonical: Vec::new(),
            heavy_circles: Vec::new(),
            orbit_sizes: Vec::new(),
            places: vec![UNSEEN; count],
        };
        let splits: Vec<Circles> = subsets(size, heavy).collect();
        for all in subsets(circles, size) {
            let key = |image| (sum_of_indices(image), image);
            let of_set = key(all);
            if group
                .elements()
                .iter()
                .any(|symmetry| key(symmetry.apply(all)) > of_set)
            {
                continue;
            }
            for &split in &splits {
                let heavy = at_places(split, all);
                let has_greater_image = |symmetry: &Symmetry| {
                    symmetry.apply(all) == all && symmetry.apply(heavy) > heavy
                };
                if group.elements().iter().any(has_greater_image) {
                    continue;
                }
                let set = WeighedSet {
                    heavy,
                    light: all - heavy,
                };
                let canonical =
                    u32::try_from(orbits.canonical.len()).expect("fewer than 2^32 orbits");
                let mut members = 0;
                for element in 0..order {
                    let place = orbits.rank(set.image(group, element as usize));
                    if orbits.places[place] == UNSEEN {
                        orbits.places[place] = Place { canonical, element };
                        members += 1;
                    }
                }
                orbits.canonical.push(all);
                orbits.heavy_circles.push(heavy);
                orbits.orbit_sizes.push(members);
            }
        }
        orbits
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

fn sum_of_indices(set: Circles) -> usize {
    set.iter().map(Circle::index).sum()
}

/// Returns the number of ways, up to symmetry, to place `mover` pieces of one side and `opponent`
/// pieces of the other on a board.
///
/// By Burnside's lemma this is the mean, over all elements of the group, of the number of
/// placements that the element leaves unchanged. A placement is unchanged if every cycle of the
/// element lies within one side's circles or within the free ones.
pub fn orbit_count(circles: usize, group: &SymmetryGroup, mover: usize, opponent: usize) -> u64 {
    let elements = group.elements().iter();
    let fixed = elements.map(|symmetry| {
        fixed_placements(&cycles(Circles::first(circles), symmetry), mover, opponent)
    });
    fixed.sum::<u64>() / group.order() as u64
}

/// Returns the lengths of the cycles of a symmetry of these circles.
fn cycles(mut circles: Circles, symmetry: &Symmetry) -> Vec<usize> {
    let mut lengths = Vec::new();
    while let Some(start) = circles.least() {
        let next = |&circle: &Circle| Some(symmetry.image(circle)).filter(|&image| image != start);
        let cycle: Circles = std::iter::successors(Some(start), next).collect();
        lengths.push(cycle.len());
        circles = circles - cycle;
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
    use teeko_testing::rules;

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
                    let key = |set: Circles| (sum_of_indices(set), set);
                    assert!(
                        group
                            .elements()
                            .iter()
                            .all(|symmetry| key(symmetry.apply(set)) <= key(canonical))
                    );
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
}
