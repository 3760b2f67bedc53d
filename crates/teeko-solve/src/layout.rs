//! Where the slide phase's positions are in a plane: the order of its blocks, lines and bits.
//!
//! [`RowGraph::line`] computes the line of a position, and [`Lanes::bit`] the bit.
//!
//! A plane has one bit for each pair of a set of one side and a canonical set of the other. The
//! sets of the former are images `element·canonical`. All images of a canonical set share a line
//! (see [`Lanes`]), so that a column tile of a plane is small: 64 columns with all rows take 0.5 MB
//! on 6 x 6. Canonical sets are cut into tiles on both sides, and a plane is an array of square
//! blocks:
//!
//! ```text
//! block = (row tile, column tile)
//! line  = canonical set of the row within its tile
//! bit   = (element, column within its tile)
//! ```
//!
//! On the standard board there are 1,666 canonical sets and 8 symmetries: 27 x 27 blocks of 64
//! lines, 3 MB for each plane. A set that some symmetry preserves has several identical rows
//! (13,328 rows for 12,650 sets).
//!
//! This order makes it cheap to exchange the sides. Take the position with mover `g·A` and opponent
//! `B`. Seen from the other side, with *its* set canonical, it has row `g⁻¹·B` and column `A`. So
//! the block of (row tile, column tile) becomes that of (column tile, row tile), lane `g` into
//! lane `g⁻¹`; images under stabilisers need no extra work.

use std::iter::once;
use std::sync::Arc;

use teeko_index::{Place, SetOrbits, WeighedSet};
use teeko_rules::{Circle, PIECES, Rules, SymmetryGroup};

use crate::lanes::Lanes;
use crate::row_graph::RowGraph;

/// The symmetries, sets and rows of the planes of a slide phase.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) group: Arc<SymmetryGroup>,
    pub(crate) orbits: Arc<SetOrbits>,
    pub(crate) rows: RowGraph,
}

impl Layout {
    pub(crate) fn new(rules: &Rules) -> Self {
        let group = Arc::new(rules.symmetries());
        let orbits = Arc::new(SetOrbits::new(rules.board().circle_count(), PIECES, &group));
        let rows = rows_by(rules, &Arc::new(Lanes::new(&group)), &orbits, &orbits);
        Self {
            group,
            orbits,
            rows,
        }
    }
}

/// Returns the orbits of the sets of each size, from 0 to that of the slide phase.
pub(crate) fn orbits_by_size(rules: &Rules, layout: &Layout) -> Vec<Arc<SetOrbits>> {
    let circles = rules.board().circle_count();
    let mut orbits = Vec::with_capacity(PIECES + 1);
    for size in 0..PIECES {
        orbits.push(Arc::new(SetOrbits::new(circles, size, &layout.group)));
    }
    orbits.push(Arc::clone(&layout.orbits));
    orbits
}

/// Returns the rows of planes by the sets of one side, against the canonical sets of another, with
/// the slides between them.
pub(crate) fn rows_by(
    rules: &Rules,
    lanes: &Arc<Lanes>,
    orbits: &SetOrbits,
    others: &SetOrbits,
) -> RowGraph {
    let sets = (0..orbits.count()).map(|set| orbits.weighed_set(set));
    let slid = sets
        .clone()
        .map(|set| slid_sets(rules, set).map(|(slid, ..)| orbits.place(slid)));
    let unslid = sets.map(|set| {
        let unslid = unslid_sets(rules, set);
        unslid.flat_map(|set| places(lanes.group(), orbits, set))
    });
    RowGraph::new(lanes, orbits.count(), others.count(), slid, unslid)
}

/// Returns all rows of a set: more than one if some symmetry preserves it.
pub(crate) fn places(
    group: &SymmetryGroup,
    orbits: &SetOrbits,
    set: WeighedSet,
) -> impl Iterator<Item = Place> {
    let place @ Place {
        canonical,
        element: one,
    } = orbits.place(set);
    let representative = orbits.weighed_set(canonical as usize);
    // Most sets have no symmetries, and one place.
    let has_one = usize::from(orbits.orbit_sizes()[canonical as usize]) == group.order();
    let others = if has_one { 0..0 } else { 0..group.order() };
    let others = others.filter(move |&element| {
        element != usize::from(one) && representative.image(group, element) == set
    });
    once(place).chain(others.map(move |element| Place {
        canonical,
        element: element as u8,
    }))
}

/// Returns the sets that one slide leads to, ignoring the other side, each with its slide.
pub(crate) fn slid_sets(
    rules: &Rules,
    set: WeighedSet,
) -> impl Iterator<Item = (WeighedSet, Circle, Circle)> {
    set.all().into_iter().flat_map(move |from| {
        let to = (rules.targets(from) - set.all()).into_iter();
        to.map(move |to| (set.moved(from, to), from, to))
    })
}

/// Returns the sets from which one slide leads to `set`, ignoring the other side.
fn unslid_sets(rules: &Rules, set: WeighedSet) -> impl Iterator<Item = WeighedSet> {
    let free = rules.board().circles() - set.all();
    set.all().into_iter().flat_map(move |to| {
        let from = free
            .into_iter()
            .filter(move |&from| rules.targets(from).contains(to));
        from.map(move |from| set.moved(to, from))
    })
}
