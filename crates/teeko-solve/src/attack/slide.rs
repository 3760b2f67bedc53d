//! The slide phase of an attack: two-sided retrograde analysis.

use std::sync::Arc;

use teeko_index::{LayerCensus, WeighedSet, parallel};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{Circles, Rules};

use super::candidates::{fill_from_easier, fill_from_plain};
use super::first_ply::first_ply;
use super::layout::AttackLayout;
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::retrograde::{RetrogradeAnalysis, SlideProgress};
use crate::slide::{SlideSolution, SolvedTurn};

/// The slide phase of the threshold game for `points` points: the positions from which the attacker
/// forces them, and their distances.
#[derive(Debug)]
pub struct AttackSlide {
    pub(crate) points: u8,
    pub(crate) plain: Arc<SlideSolution>,
    pub(crate) layout: Arc<AttackLayout>,
    /// Half the plies, rounded up, in which the attacker wins, in the rows of the defender, who has
    /// just moved, and in which the defender loses, in the rows of the attacker; 0 for other
    /// positions.
    codes: Vec<Codes>,
    census: LayerCensus,
}

impl AttackSlide {
    /// Solves the attack for `points` points, given the plain game. `easier` is an attack for fewer
    /// points with the same heavy pieces, if there is one. Calls `observe` after each half-step
    /// and, with the same progress, within it.
    ///
    /// # Errors
    /// [`Stopped`] if `observe` stops the work.
    ///
    /// # Panics
    /// If `points` is the least threshold or none at all.
    pub(crate) fn solve(
        rules: &Rules,
        points: u8,
        plain: &Arc<SlideSolution>,
        easier: Option<&Self>,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<Self, Stopped> {
        assert!(
            points > 1 && rules.thresholds().contains(&points),
            "a threshold above the least"
        );
        let layout = match easier {
            Some(easier) => Arc::clone(&easier.layout),
            None => Arc::new(AttackLayout::new(rules, plain, points)),
        };
        let mut turns = layout.turns(&plain.layout.orbits);
        match easier {
            Some(easier) => fill_from_easier(&easier.codes, &mut turns),
            None => fill_from_plain(plain, &layout, &mut turns),
        }
        let mut analysis = RetrogradeAnalysis::of_turns(
            rules,
            &plain.layout,
            InstructionSet::best(),
            turns.into(),
        );
        let fresh = first_ply(&mut analysis, points, &layout);
        analysis.run(1, fresh, None, observe)?;
        let census = analysis.counts;
        let mut codes: Vec<Codes> = analysis.turns.into_iter().map(|turn| turn.codes).collect();
        parallel::for_each(&mut codes, Codes::pack);
        Ok(Self {
            points,
            plain: Arc::clone(plain),
            layout,
            codes,
            census,
        })
    }

    /// Returns the points that the attacker has to force.
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Returns the numbers of positions from which the attacker forces the points, with the
    /// attacker's pieces distinguished by weight: as won with the attacker to move, as lost with
    /// the defender to move.
    pub fn census(&self) -> &LayerCensus {
        &self.census
    }

    /// Returns the plies in which the attacker forces the points from a position that is not
    /// finished, or `None`.
    ///
    /// # Panics
    /// If a set does not have four pieces on the board, or `attacker` does not have as many heavy
    /// ones as this attack.
    pub fn distance(
        &self,
        attacker: WeighedSet,
        defender: Circles,
        attacker_moves: bool,
    ) -> Option<u32> {
        let turn = self.turn(attacker_moves);
        let half = if attacker_moves {
            turn.code(attacker, defender.into())
        } else {
            turn.code(defender.into(), attacker)
        };
        if half == 0 {
            return None;
        }
        Some(2 * half - u32::from(attacker_moves))
    }

    /// Returns the positions in which the attacker moves, or the defender.
    pub(crate) fn turn(&self, attacker_moves: bool) -> SolvedTurn<'_> {
        let attackers = &self.layout.attackers;
        let defenders = &self.plain.layout.orbits;
        if attacker_moves {
            SolvedTurn {
                mover: attackers,
                opponent: defenders,
                rows: &self.layout.by_defender,
                codes: &self.codes[0],
            }
        } else {
            SolvedTurn {
                mover: defenders,
                opponent: attackers,
                rows: &self.layout.by_attacker,
                codes: &self.codes[1],
            }
        }
    }

    pub(crate) fn largest_code(&self) -> u32 {
        self.census.deepest().div_ceil(2)
    }
}
