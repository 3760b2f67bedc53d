//! Where an attack's positions are in its planes.

use std::sync::Arc;

use teeko_index::SetOrbits;
use teeko_rules::{PIECES, Rules};

use crate::layout::rows_by;
use crate::retrograde::{Keeps, Turn};
use crate::row_graph::RowGraph;
use crate::slide::SlideSolution;

/// The places of the positions of an attack with a given number of heavy pieces.
#[derive(Debug)]
pub(crate) struct AttackLayout {
    pub(crate) attackers: Arc<SetOrbits>,
    /// The rows of planes by the attacker's set, and of those by the defender's.
    pub(super) by_attacker: RowGraph,
    pub(super) by_defender: RowGraph,
}

impl AttackLayout {
    /// Makes the layout of the attack for `points` points, given the plain game.
    pub(super) fn new(rules: &Rules, plain: &SlideSolution, points: u8) -> Self {
        let plain = &plain.layout;
        let circles = rules.board().circle_count();
        let heavy = Rules::heavy_pieces(points);
        let attackers = SetOrbits::weighed(circles, heavy, PIECES - heavy, &plain.group);
        let by_attacker = rows_by(rules, &plain.rows.lanes, &attackers, &plain.orbits);
        let by_defender = rows_by(rules, &plain.rows.lanes, &plain.orbits, &attackers);
        Self {
            attackers: Arc::new(attackers),
            by_attacker,
            by_defender,
        }
    }

    /// Returns empty planes for the positions in which the attacker moves, and for those in which
    /// the defender does. `defenders` has the orbits of the defender's sets.
    pub(super) fn turns<'a>(&'a self, defenders: &SetOrbits) -> [Turn<'a>; 2] {
        let attackers = &*self.attackers;
        [
            Turn::new(&self.by_attacker, [attackers, defenders], Keeps::ALL),
            Turn::new(&self.by_defender, [defenders, attackers], Keeps::ALL),
        ]
    }
}
