//! The solution of a threshold game with numbered pieces.

use std::sync::Arc;

use teeko_index::{Census, Class, LayerCensus, WeighedSet};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side};

use super::drops::{Parts, solve_by};
use super::slide::AttackSlide;

/// A solved threshold game with numbered pieces, with either side as the attacker.
#[derive(Clone, Debug)]
pub struct AttackSolution {
    slide: Arc<AttackSlide>,
    /// The drop layers 0 to 7 with Black as the attacker, then with Red.
    drops: Arc<[Vec<Parts>; 2]>,
}

impl AttackSolution {
    /// Adds the drop phase of these rules to the slide phase of an attack. Calls `observe` with the
    /// number of drop layers done.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    pub(crate) fn solve(
        rules: &Rules,
        slide: &Arc<AttackSlide>,
        observe: Observer<'_>,
    ) -> Result<Self, Stopped> {
        let black = solve_by(rules, slide, Side::Black, &|layers| {
            observe(progress_of_drops(layers))
        })?;
        let red = solve_by(rules, slide, Side::Red, &|layers| {
            observe(progress_of_drops(LAYERS + layers))
        })?;
        Ok(Self {
            slide: Arc::clone(slide),
            drops: Arc::new([black, red]),
        })
    }

    /// Returns the solution of an attack without a drop phase: it knows the positions in which all
    /// pieces are on the board.
    pub(crate) fn without_drops(slide: &Arc<AttackSlide>) -> Self {
        Self {
            slide: Arc::clone(slide),
            drops: Arc::default(),
        }
    }

    /// Returns the slide phase.
    pub fn slide(&self) -> &AttackSlide {
        &self.slide
    }

    /// Counts the positions of both phases from which the attacker forces the points, by distance
    /// in plies: as won with the attacker to move, as lost with the defender to move. The
    /// attacker's pieces are distinguished by weight, the defender's not at all.
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        *census.layer_mut(2 * PIECES) = self.slide.census().clone();
        for layers in self.drops.iter() {
            for (layer, parts) in layers.iter().enumerate() {
                for part in parts.values() {
                    add_decided(part.census(), census.layer_mut(layer));
                }
            }
        }
        census
    }

    /// Returns the number of plies in which a side forces the points from an unfinished position;
    /// `None` if it cannot.
    ///
    /// # Panics
    /// If the pieces have no numbers, or are not on the board.
    pub fn forces(&self, attacker: Side, position: &Position) -> Option<u32> {
        let pieces = WeighedSet::of_threshold(position, attacker, self.slide.points);
        let defender = position.pieces(attacker.other());
        if position.layer() == 2 * PIECES {
            self.slide
                .distance(pieces, defender, attacker == position.turn)
        } else {
            self.drop_distance(attacker, pieces, defender)
        }
    }

    /// Returns the number of plies in which a side forces the points in the drop phase, with these
    /// pieces against those of the other side; `None` if it cannot.
    ///
    /// # Panics
    /// If no position of the drop phase has such pieces, or there is no drop phase.
    pub fn drop_distance(
        &self,
        attacker: Side,
        pieces: WeighedSet,
        defender: Circles,
    ) -> Option<u32> {
        let layer = pieces.all().len() + defender.len();
        let part = &self.drops[attacker as usize][layer][&pieces.heavy.len()];
        let outcome = if Position::turn_in_layer(layer) == Some(attacker) {
            part.outcome_of(pieces, defender.into())
        } else {
            part.outcome_of(defender.into(), pieces)
        };
        outcome.and_then(Outcome::distance)
    }
}

/// The drop layers with one side as the attacker.
const LAYERS: u64 = 2 * PIECES as u64;

/// Returns the progress when some drop layers are done, of those with either side as the attacker.
fn progress_of_drops(done: u64) -> Progress {
    Progress {
        done,
        total: 2 * LAYERS,
    }
}

/// Adds the positions that are won or lost.
fn add_decided(counts: &LayerCensus, sum: &mut LayerCensus) {
    for (class, count) in counts.classes() {
        if class != Class::Draw {
            sum.add(class, count);
        }
    }
}
