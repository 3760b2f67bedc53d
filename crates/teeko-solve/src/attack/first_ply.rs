//! The first ply of an attack: what holds before any half-step, and the slides that win at once.

use teeko_index::parallel;
use teeko_rules::{Circles, Rules};

use super::layout::AttackLayout;
use crate::instruction_set::InstructionSet;
use crate::layout::slid_sets;
use crate::line::BitLine;
use crate::retrograde::endings::Endings;
use crate::retrograde::plane::Plane;
use crate::retrograde::search::Search;
use crate::retrograde::settle::{Settle, TileState};
use crate::retrograde::{Decided, RetrogradeAnalysis};

/// Fills the planes with what holds before any half-step, and finds what is won in one ply.
pub(super) fn first_ply(
    analysis: &mut RetrogradeAnalysis<'_>,
    points: u8,
    layout: &AttackLayout,
) -> Decided {
    let defenders = analysis.layout.orbits.canonical();
    let first = FirstPly::new(
        analysis.rules,
        analysis.instructions,
        points,
        layout,
        defenders,
    );
    let [attacker, defender] = &mut analysis.turns[..] else {
        unreachable!("two kinds of sides")
    };
    let won = &mut analysis.won_or_blocked;
    won.fill_overlaps(
        &layout.by_defender,
        defenders,
        &first.against_attackers.with,
    );
    first.leave_mobile_defenders(won, &mut defender.undecided);

    let rows = &layout.by_attacker;
    let codes = &mut attacker.codes;
    let tiles = TileState::of_plane(rows, won, &mut attacker.undecided, codes, 1);
    let settle = Settle {
        instructions: analysis.instructions,
        lanes: &rows.lanes,
        weights: &attacker.weights,
    };
    let won = settle.lines(rows, tiles, |tile, set, undecided| {
        first.take_won(set, tile, undecided)
    });
    analysis.counted(1, Decided { won, lost: 0 })
}

/// What says which positions are won in one ply.
struct FirstPly<'a> {
    rules: &'a Rules,
    instructions: InstructionSet,
    points: u8,
    layout: &'a AttackLayout,
    /// The defender's canonical sets.
    defenders: &'a [Circles],
    /// The positions that are finished before, with columns by the attacker's canonical sets and by
    /// the defender's.
    against_attackers: Endings<'a>,
    against_defenders: Endings<'a>,
}

impl<'a> FirstPly<'a> {
    fn new(
        rules: &'a Rules,
        instructions: InstructionSet,
        points: u8,
        layout: &'a AttackLayout,
        defenders: &'a [Circles],
    ) -> Self {
        let lanes = &layout.by_defender.lanes;
        Self {
            rules,
            instructions,
            points,
            layout,
            defenders,
            against_attackers: Endings::new(rules, lanes, layout.attackers.canonical()),
            against_defenders: Endings::new(rules, lanes, defenders),
        }
    }

    /// Leaves, of the undecided positions with the defender to move, those that are not finished
    /// and in which it can slide. `blocked` has the positions in which the sets overlap.
    fn leave_mobile_defenders(&self, blocked: &Plane, undecided: &mut [BitLine]) {
        let rows = &self.layout.by_defender;
        let search = Search {
            instructions: self.instructions,
            lanes: &rows.lanes,
            moves: &rows.slides,
            any: false,
        };
        let tiles = undecided
            .chunks_exact_mut(rows.shape.tile_height())
            .enumerate();
        parallel::for_each(tiles, |(tile, undecided)| {
            let mut blocked_tile = Vec::new();
            rows.copy_tile(&blocked.bits, tile, &mut blocked_tile);
            for (set, undecided) in undecided.iter_mut().enumerate() {
                if undecided.is_zero() {
                    continue;
                }
                let ended = self.against_attackers.of_row(self.defenders[set], tile);
                let open = undecided.and(ended.open());
                let stuck = search.found(set, open, |slid| blocked_tile[slid]);
                *undecided = open.and_not(stuck);
            }
        });
    }

    /// Takes the positions of an attacker's set in a column tile that a slide wins out of the
    /// undecided ones, and with them those that are finished.
    fn take_won(&self, set: usize, tile: usize, undecided: &mut BitLine) -> BitLine {
        if undecided.is_zero() {
            return BitLine::ZERO;
        }
        let circles = self.layout.attackers.canonical()[set];
        let ended = self.against_defenders.of_row(circles, tile);
        let open = undecided.and(ended.open());
        let won = self.won_by_slides(set, tile, open);
        *undecided = open.and_not(won);
        won
    }

    /// Returns those of the `open` positions in which a slide completes a goal that wins.
    fn won_by_slides(&self, set: usize, tile: usize, open: BitLine) -> BitLine {
        let pieces = self.layout.attackers.weighed_set(set);
        let mut won = BitLine::ZERO;
        for (slid, from, to) in slid_sets(self.rules, pieces) {
            let is_heavy = pieces.heavy.contains(from);
            if !self.rules.wins_threshold(self.points, is_heavy, to) {
                continue;
            }
            for goal in self.rules.goals().with_circles(slid.all()) {
                let needed = goal.empty().with(to);
                let taken = self.against_defenders.with_any(needed, tile);
                won = won.or(open.and_not(taken));
            }
        }
        won
    }
}
