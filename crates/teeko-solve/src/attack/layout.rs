//! The bit of each position of an attack, and the slides that win at once.

use std::sync::Arc;

use teeko_index::{Place, SetOrbits, WeighedSet};
use teeko_rules::{Circle, Circles, PIECES, Rules};

use crate::layout::Layout;
use crate::row_graph::RowGraph;

/// The places of the positions of an attack with a given number of heavy pieces.
#[derive(Debug)]
pub(crate) struct AttackLayout {
    pub(crate) attackers: Arc<SetOrbits>,
    /// The rows of planes by the attacker's set, and of those by the defender's.
    pub(crate) by_attacker: RowGraph,
    pub(crate) by_defender: RowGraph,
}

/// A slide that completes a goal and wins, unless the other side is in the way.
pub(crate) struct WinningSlide {
    pub(crate) to: Circle,
    /// The circles of all the attacker's pieces after the slide.
    pub(crate) goal: Circles,
}

impl AttackLayout {
    /// Makes the layout for `heavy` heavy pieces, given that of the plain game.
    pub(crate) fn new(rules: &Rules, plain: &Layout, heavy: usize) -> Self {
        let (group, defenders) = (&plain.group, &plain.orbits);
        let circles = rules.board().circle_count();
        let attackers = SetOrbits::weighed(circles, heavy, PIECES - heavy, group);
        let places = |set: WeighedSet| {
            let canonical = attackers.place(set).canonical;
            let representative = attackers.weighed_set(canonical as usize);
            let elements = (0..group.order())
                .filter(move |&element| representative.image(group, element) == set);
            elements.map(move |element| Place { canonical, element: element as u8 })
        };
        let slid = |set| slid_sets(rules, set).map(|(slid, ..)| attackers.place(slid));
        let unslid = |set| unslid_sets(rules, set).flat_map(places);
        let sets = (0..attackers.count()).map(|set| attackers.weighed_set(set));
        let lanes = &plain.rows.lanes;
        let (slid, unslid) = (sets.clone().map(slid), sets.map(unslid));
        let by_attacker = RowGraph::new(lanes, attackers.count(), defenders.count(), slid, unslid);
        let by_defender = plain.rows.against(attackers.count());
        Self { attackers: Arc::new(attackers), by_attacker, by_defender }
    }
}

/// Returns the slides from a set that complete a goal worth at least `points` points.
pub(crate) fn winning_slides(
    rules: &Rules,
    points: u8,
    set: WeighedSet,
) -> impl Iterator<Item = WinningSlide> {
    slid_sets(rules, set).filter_map(move |(slid, from, to)| {
        let is_goal = !rules.goals().with_circles(slid.all()).is_empty();
        let wins = is_goal && rules.wins_threshold(points, set.heavy.contains(from), to);
        wins.then(|| WinningSlide { to, goal: slid.all() })
    })
}

/// Returns the sets that one slide leads to, ignoring the other side, each with its slide.
fn slid_sets(rules: &Rules, set: WeighedSet) -> impl Iterator<Item = (WeighedSet, Circle, Circle)> {
    set.all().into_iter().flat_map(move |from| {
        (rules.targets(from) - set.all()).into_iter().map(move |to| (set.moved(from, to), from, to))
    })
}

/// Returns the sets from which one slide leads to `set`, ignoring the other side.
fn unslid_sets(rules: &Rules, set: WeighedSet) -> impl Iterator<Item = WeighedSet> {
    let free: Circles = rules.board().circles() - set.all();
    set.all().into_iter().flat_map(move |to| {
        let from = free.into_iter().filter(move |&from| rules.targets(from).contains(to));
        from.map(move |from| set.moved(to, from))
    })
}
