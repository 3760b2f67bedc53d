//! Summary of a solved rule set: the value of the game, the values of its first drops, and counts
//! of its positions.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::{Census, LayerCensus};
use teeko_rules::{Circle, Circles, Oracle, Position, Value};

use crate::error::Answer;
use crate::probe::{probe_move, probe_value};

/// The summary of a solved rule set; it outlives the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The value of the game for Black.
    pub value: Value,
    /// The value of each first drop for Black.
    pub first_drops: Vec<FirstDrop>,
    /// The first drops that keep the outcome, one of each set of symmetric ones.
    pub best_first_drops: Circles,
    /// The number of positions of each class; in games for points, of the plain game.
    pub census: Census,
}

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

/// A first drop and its value for Black, in plies from the empty board; `None` where it is banned.
/// Where pieces have numbers, the value is that of the best piece.
pub type FirstDrop = (Circle, Option<Value>);

impl Summary {
    /// Makes the summary of the oracle's rule set, given its census.
    pub fn new(oracle: &dyn Oracle, census: Census) -> Answer<Self> {
        let value = probe_value(oracle, &Position::EMPTY)?;
        let first_drops = first_drops(oracle)?;
        // The best first drop may have a shorter distance than the game: see `best_line`.
        let worths = || first_drops.iter().filter_map(|&(_, worth)| worth);
        let chooses = oracle.rules().chooser(&Position::EMPTY) == Position::EMPTY.turn;
        let best = if chooses { worths().max() } else { worths().min() };
        let best = first_drops
            .iter()
            .filter(|(_, worth)| worth.is_some() && *worth == best)
            .map(|&(circle, _)| circle);
        let symmetries = oracle.rules().symmetries();
        let is_least = |circle: &Circle| {
            symmetries.elements().iter().all(|symmetry| symmetry.image(*circle) >= *circle)
        };
        let best_first_drops = best.filter(is_least).collect();
        Ok(Self { value, first_drops, best_first_drops, census })
    }
}

/// Returns the value of each first drop for Black, in the order of the circles.
pub fn first_drops(oracle: &dyn Oracle) -> Answer<Vec<FirstDrop>> {
    let rules = oracle.rules();
    let allowed = rules.drops(&Position::EMPTY);
    let worth = |circle| {
        let mut best: Option<Value> = None;
        for played in rules.drops_on(&Position::EMPTY, circle) {
            best = best.max(Some(probe_move(oracle, &Position::EMPTY, played)?));
        }
        Ok((circle, best.filter(|_| allowed.contains(circle))))
    };
    rules.board().circles().iter().map(worth).collect()
}
