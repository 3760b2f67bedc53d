//! The bit of each position of the slide phase.
//!
//! A plane has one bit for each pair of a set of one side and a canonical set of the other. The
//! sets of the former are images `element·canonical`. All images of a canonical set share a line
//! (see [`Lanes`]), so that a column tile of a plane is small: 64 columns with all rows take 0.5 MB
//! on 6 x 6. Canonical sets are cut into tiles on both sides, and a plane is an array of square
//! blocks:
//!
//! ```text
//! block = (row tile, column tile)
//! line  = row within its tile
//! bit   = (element, column within its tile)
//! ```
//!
//! On the standard board there are 1,666 canonical sets and 8 symmetries: 27 x 27 blocks of 64
//! lines, 3 MB for each plane. A set that some symmetry preserves has several identical rows
//! (13,328 rows for 12,650 sets).
//!
//! This order makes it cheap to exchange the sides. Take the position with mover `g·A` and opponent
//! `B`. Seen from the other side, with *its* set canonical, it has row `g⁻¹·B` and column `A`. So
//! the block of (row tile, column tile) turns into that of (column tile, row tile), lane `g` into
//! lane `g⁻¹`; images under stabilisers need no extra work.

use std::sync::Arc;

use teeko_index::{Place, SetOrbits};
use teeko_rules::{Circles, PIECES, Rules, SymmetryGroup};

use crate::lanes::Lanes;
use crate::row_graph::RowGraph;

/// The place of each slide-phase position in a plane, and the rows that each row leads to.
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
        let slid = |&set: &Circles| rules.slid_sets(set).map(|slid| orbits.place(slid));
        let unslid = |&set: &Circles| {
            unslid_sets(rules, set).flat_map(|unslid| places(&group, &orbits, unslid))
        };
        let (lanes, sets) = (Arc::new(Lanes::new(&group)), orbits.canonical().iter());
        let (slid, unslid) = (sets.clone().map(slid), sets.map(unslid));
        let rows = RowGraph::new(&lanes, orbits.count(), orbits.count(), slid, unslid);
        Self { group, orbits, rows }
    }
}

/// Returns all rows of a set: more than one if some symmetry preserves it.
pub(crate) fn places(
    group: &SymmetryGroup,
    orbits: &SetOrbits,
    set: Circles,
) -> impl Iterator<Item = Place> {
    let canonical = orbits.place(set).canonical;
    let representative = orbits.canonical()[canonical as usize];
    let elements =
        (0..group.order()).filter(move |&element| group.apply(element, representative) == set);
    elements.map(move |element| Place { canonical, element: element as u8 })
}

/// Returns the sets from which one slide leads to `set`, ignoring the other side.
fn unslid_sets(rules: &Rules, set: Circles) -> impl Iterator<Item = Circles> {
    let free = rules.board().circles() - set;
    set.into_iter().flat_map(move |to| {
        let from = free.into_iter().filter(move |&from| rules.targets(from).contains(to));
        from.map(move |from| set.without(to).with(from))
    })
}
