//! Orbits of sets: the canonical image of every small set, and the symmetry that leads there.

use teeko_rules::{Circle, Circles, SymmetryGroup};

use crate::{binomial, rank, subsets};

/// The place of a set: the canonical set and the symmetry that maps it to this one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The number of the canonical set.
    pub canonical: u32,
    /// The least element of the group that maps the canonical set to this one.
    pub element: u8,
}

/// The orbits of the sets of one size under a group of symmetries.
///
/// The canonical set of an orbit is the one with the greatest sum of circle indices; of several
/// such sets, the greatest. Canonical sets are numbered in ascending order.
///
/// The sum puts the centre of gravity of all canonical sets into one sector of the board. A slide
/// seldom leaves the sector, so the solver touches less memory at a time. With the greatest sum
/// instead of the least, pieces stand on the high circles, which decide the order of sets. Similar
/// positions are then close in a table file (384,230 bytes for goal set 44, against 463,945).
///
/// On the standard board the 12,650 sets of four circles have 1,666 orbits:
///
/// ```text
/// set      --rank-->  place {canonical, element}   --canonical sets-->  C  with  element(C) = set
/// {7, 8, 9, 13}       one array of 12,650 entries                       1,666 sets
/// ```
#[derive(Clone, Debug)]
pub struct SetOrbits {
    size: usize,
    canonical: Vec<Circles>,
    orbit_sizes: Vec<u8>,
    places: Vec<Place>,
}

impl SetOrbits {
    /// Finds the orbits of the sets of `size` circles among the first `circles` circles.
    ///
    /// # Panics
    /// If the group has more than 255 elements, or there are more than 2^32 sets.
    pub fn new(circles: usize, size: usize, group: &SymmetryGroup) -> Self {
        const UNSEEN: Place = Place { canonical: u32::MAX, element: 0 };
        let order = u8::try_from(group.order()).expect("a small group");
        let count = usize::try_from(binomial(circles, size)).expect("as many sets as fit an array");
        let mut orbits = Self {
            size,
            canonical: Vec::new(),
            orbit_sizes: Vec::new(),
            places: vec![UNSEEN; count],
        };
        for set in subsets(circles, size) {
            let key = |image| (sum_of_indices(image), image);
            let of_set = key(set);
            if group.elements().iter().any(|symmetry| key(symmetry.apply(set)) > of_set) {
                continue;
            }
            let canonical = u32::try_from(orbits.canonical.len()).expect("fewer than 2^32 orbits");
            let mut members = 0;
            for element in 0..order {
                let place = &mut orbits.places[rank(group.apply(element as usize, set)) as usize];
                if *place == UNSEEN {
                    *place = Place { canonical, element };
                    members += 1;
                }
            }
            orbits.canonical.push(set);
            orbits.orbit_sizes.push(members);
        }
        orbits
    }

    /// Returns the number of circles in each set.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of orbits.
    pub fn count(&self) -> usize {
        self.canonical.len()
    }

    /// Returns the number of sets.
    pub fn sets(&self) -> usize {
        self.places.len()
    }

    /// Returns the canonical sets, ascending.
    pub fn canonical(&self) -> &[Circles] {
        &self.canonical
    }

    /// Returns the number of sets in the orbit of each canonical set.
    pub fn orbit_sizes(&self) -> &[u8] {
        &self.orbit_sizes
    }

    /// Returns the place of a set.
    ///
    /// # Panics
    /// If the set has another size or circles off the board.
    #[inline]
    pub fn place(&self, set: Circles) -> Place {
        assert_eq!(set.len(), self.size, "circles in the set");
        self.places[rank(set) as usize]
    }

    /// Returns the places of all sets, in the order of their ranks.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
}

fn sum_of_indices(set: Circles) -> usize {
    set.iter().map(Circle::index).sum()
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
                let members: u64 =
                    orbits.orbit_sizes().iter().map(|&members| u64::from(members)).sum();
                assert_eq!(members, binomial(board.circle_count(), size));
            }
        }
    }
}
