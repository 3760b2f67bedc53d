//! Orbits of sets of heavy and light pieces: one side's pieces in the threshold games of numbered
//! pieces.

use teeko_rules::combinatorics::{at_places, places_of};
use teeko_rules::{Circle, Circles, SymmetryGroup};

use crate::{Place, SetOrbits, binomial, rank, subsets};

/// The circles of a side's pieces, distinguished by weight alone.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WeighedSet {
    /// The circles of the heavy pieces.
    pub heavy: Circles,
    /// The circles of the light pieces.
    pub light: Circles,
}

impl WeighedSet {
    /// Returns the circles of all pieces.
    pub fn all(self) -> Circles {
        self.heavy | self.light
    }

    /// Returns the set after the piece on `from` has moved to `to`.
    #[must_use]
    pub fn moved(self, from: Circle, to: Circle) -> Self {
        let moved =
            |part: Circles| if part.contains(from) { part.without(from).with(to) } else { part };
        Self { heavy: moved(self.heavy), light: moved(self.light) }
    }

    /// Returns the image under an element of a group.
    #[must_use]
    pub fn image(self, group: &SymmetryGroup, element: usize) -> Self {
        Self { heavy: group.apply(element, self.heavy), light: group.apply(element, self.light) }
    }
}

/// The orbits of the sets with given numbers of heavy and light pieces under a group of symmetries.
///
/// The circles of a canonical set are those of a canonical set of [`SetOrbits`]. Of several such
/// sets in an orbit, the one with the greatest set of heavy circles is canonical. Canonical sets
/// are numbered in ascending order of their circles, then of the heavy circles, so sets with the
/// same circles are adjacent.
#[derive(Clone, Debug)]
pub struct WeighedOrbits {
    heavy: usize,
    light: usize,
    canonical: Vec<WeighedSet>,
    orbit_sizes: Vec<u8>,
    places: Vec<Place>,
}

impl WeighedOrbits {
    /// Finds the orbits of the sets of `heavy` heavy and `light` light pieces among the first
    /// `circles` circles.
    ///
    /// `all` has the orbits of the sets of `heavy + light` circles.
    ///
    /// # Panics
    /// If `all` is of another size, or there are more than 2^32 sets.
    pub fn new(
        circles: usize,
        heavy: usize,
        light: usize,
        group: &SymmetryGroup,
        all: &SetOrbits,
    ) -> Self {
        const UNSEEN: Place = Place { canonical: u32::MAX, element: 0 };
        assert_eq!(all.size(), heavy + light, "pieces in the sets");
        let splits = binomial(heavy + light, heavy);
        let count = usize::try_from(binomial(circles, heavy + light) * splits)
            .expect("as many sets as fit an array");
        let (canonical, orbit_sizes) = (Vec::new(), Vec::new());
        let mut orbits = Self { heavy, light, canonical, orbit_sizes, places: vec![UNSEEN; count] };
        for &circles in all.canonical() {
            let mut sets: Vec<WeighedSet> =
                subsets(heavy + light, heavy).map(|split| spread(split, circles)).collect();
            sets.sort_unstable();
            for set in sets {
                let keeps_circles = |&element: &usize| group.apply(element, circles) == circles;
                let images = (0..group.order())
                    .filter(keeps_circles)
                    .map(|element| group.apply(element, set.heavy));
                if images.max() != Some(set.heavy) {
                    continue;
                }
                let canonical =
                    u32::try_from(orbits.canonical.len()).expect("fewer than 2^32 orbits");
                let mut members = 0;
                for element in 0..group.order() {
                    let place = orbits.rank(set.image(group, element));
                    if orbits.places[place] == UNSEEN {
                        orbits.places[place] = Place { canonical, element: element as u8 };
                        members += 1;
                    }
                }
                orbits.canonical.push(set);
                orbits.orbit_sizes.push(members);
            }
        }
        orbits
    }

    /// Returns the number of heavy pieces in each set.
    pub fn heavy(&self) -> usize {
        self.heavy
    }

    /// Returns the number of light pieces in each set.
    pub fn light(&self) -> usize {
        self.light
    }

    /// Returns the number of orbits.
    pub fn count(&self) -> usize {
        self.canonical.len()
    }

    /// Returns the canonical sets.
    pub fn canonical(&self) -> &[WeighedSet] {
        &self.canonical
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
    pub fn place(&self, set: WeighedSet) -> Place {
        assert_eq!(
            (set.heavy.len(), set.light.len()),
            (self.heavy, self.light),
            "pieces in the set"
        );
        self.places[self.rank(set)]
    }

    /// Returns the rank of a set among the sets of its size: by its circles, then by its heavy
    /// circles.
    fn rank(&self, set: WeighedSet) -> usize {
        let all = set.all();
        (rank(all) * binomial(self.heavy + self.light, self.heavy)
            + rank(places_of(set.heavy, all))) as usize
    }
}

/// Returns the set whose circles are `all`, with heavy pieces at the places in `split`.
fn spread(split: Circles, all: Circles) -> WeighedSet {
    let heavy = at_places(split, all);
    WeighedSet { heavy, light: all - heavy }
}
