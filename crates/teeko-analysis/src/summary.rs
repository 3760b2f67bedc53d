//! What sums up a solved rule set: the values of its first drops, and counts of its positions.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::LayerCensus;
use teeko_rules::{Circle, Circles, Oracle, Position, Rules, Value};

use crate::answers::{FirstDropEntry, OutcomeFields};
use crate::error::Answer;
use crate::probe::probe_move;

/// The number of slide-phase positions from which `points` points can be forced.
///
/// Where pieces have numbers, the attacker's pieces are distinguished as far as the threshold
/// needs, as heavy and light; the other side's are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ThresholdCounts {
    /// The points.
    pub points: u8,
    /// Positions with the attacker to move.
    pub attacker: AttackerWins,
    /// Positions with the defender to move.
    pub defender: DefenderLosses,
    /// The greatest distance in plies; 0 if there is none.
    pub deepest: u32,
}

/// Positions in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AttackerWins {
    /// The positions from which the attacker forces the points.
    pub win: u64,
}

/// Positions in which the defender is to move and the game is not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DefenderLosses {
    /// The positions in which the defender cannot stop the attacker.
    pub loss: u64,
}

impl ThresholdCounts {
    /// Returns the counts of a slide phase in the threshold game of `points` points.
    pub fn new(points: u8, census: &LayerCensus) -> Self {
        let attacker = AttackerWins { win: census.win() };
        let defender = DefenderLosses { loss: census.loss() };
        Self { points, attacker, defender, deepest: census.deepest() }
    }
}

/// Returns the first drops that keep the outcome, one of each set of symmetric ones.
pub fn best_first_drops(rules: &Rules, first_drops: &[FirstDropEntry]) -> Circles {
    // The best first drop may have a shorter distance than the game: see `best_line`.
    let worths = first_drops.iter().filter_map(|drop| drop.worth.value());
    let chooses = rules.chooser(&Position::EMPTY) == Position::EMPTY.turn;
    let best = if chooses { worths.max() } else { worths.min() };
    let is_best = |drop: &&FirstDropEntry| best.is_some() && drop.worth.value() == best;
    let best = first_drops.iter().filter(is_best).map(|drop| drop.played);
    let symmetries = rules.symmetries();
    let is_least = |circle: &Circle| {
        symmetries.elements().iter().all(|symmetry| symmetry.image(*circle) >= *circle)
    };
    best.filter(is_least).collect()
}

/// Returns the value of each first drop for Black, in the order of the circles and in plies from
/// the empty board. Where pieces have numbers, it is that of the best piece.
pub fn first_drops(oracle: &dyn Oracle) -> Answer<Vec<FirstDropEntry>> {
    let rules = oracle.rules();
    let allowed = rules.drops(&Position::EMPTY);
    let entry = |played: Circle| {
        let mut best: Option<Value> = None;
        for drop in rules.drops_on(&Position::EMPTY, played) {
            best = best.max(Some(probe_move(oracle, &Position::EMPTY, drop)?));
        }
        let worth = best.filter(|_| allowed.contains(played));
        Ok(FirstDropEntry { played, worth: OutcomeFields::of_value(rules.scoring(), worth) })
    };
    rules.board().circles().iter().map(entry).collect()
}
