//! The gist of a solved rule set: what the game is worth, what its first drops are worth, how many
//! positions there are of each kind.

use teeko_index::Census;
use teeko_rules::{Circle, Circles, Oracle, Position, Value};

use crate::error::{AnalysisError, probe_move, probe_value};

/// The gist of a solved rule set; it outlives the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// What the game is worth to Black.
    pub value: Value,
    /// What each first drop is worth to Black.
    pub first_drops: Vec<FirstDrop>,
    /// The first drops that keep the outcome, one of each set of symmetric ones.
    pub best_first_drops: Circles,
    /// How many positions there are of each kind; in games for points, of the plain game.
    pub census: Census,
    /// In games for points: how many positions each number of points can be forced from. Empty in
    /// others.
    pub thresholds: Vec<ThresholdCounts>,
}

/// How many positions of the slide phase so many points can be forced from.
///
/// Where pieces have numbers the attacker's are told apart as far as the threshold needs, heavy and
/// light; the other side's are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThresholdCounts {
    /// The points.
    pub points: u8,
    /// With the attacker to move: positions from which he forces them.
    pub won: u64,
    /// With the defender to move: positions in which he cannot stop that. The game is not over.
    pub lost: u64,
    /// The longest distance, in plies; 0 if there is none.
    pub deepest: u32,
}

/// A first drop and what it is worth to Black, in plies from the empty board; `None` where it is
/// banned. Where pieces have numbers it is that of the best piece.
pub type FirstDrop = (Circle, Option<Value>);

impl Summary {
    /// The summary of the rule set that an oracle knows, with its census.
    ///
    /// # Errors
    /// If the oracle fails, or does not know the empty board.
    pub fn new<O: Oracle + ?Sized>(
        oracle: &O,
        census: Census,
    ) -> Result<Self, AnalysisError<O::Error>> {
        let value = probe_value(oracle, &Position::EMPTY)?;
        let first_drops = first_drops(oracle)?;
        // The best of them may be over sooner than the game: see `best_line`.
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
        Ok(Self { value, first_drops, best_first_drops, census, thresholds: Vec::new() })
    }

    /// The largest distance of any position, in plies, over all layers.
    pub fn deepest(&self) -> u32 {
        self.census.deepest()
    }
}

/// What each first drop is worth to Black, in the order of the circles.
///
/// # Errors
/// If the oracle fails, or does not know a position with one piece.
pub fn first_drops<O: Oracle + ?Sized>(
    oracle: &O,
) -> Result<Vec<FirstDrop>, AnalysisError<O::Error>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;
    use teeko_rules::Outcome;

    /// Steele 1998: the first drop in the centre is the only one that wins Advanced Teeko, in 13
    /// plies.
    #[test]
    fn the_centre_wins_advanced_teeko_and_is_nothing_where_it_is_banned() {
        let centre = Circle::from_number(13).unwrap();
        let free = Summary::new(&solved("58-ssss"), Census::new()).unwrap();
        assert_eq!((free.value, free.best_first_drops), (Outcome::Win(13).into(), centre.into()));
        assert_eq!(free.first_drops[centre.index()], (centre, Some(Outcome::Win(13).into())));
        let banned = Summary::new(&solved("58-ssss+no-centre"), Census::new()).unwrap();
        assert_eq!(
            (banned.value, banned.first_drops[centre.index()]),
            (Value::DRAW, (centre, None))
        );
        assert!(!banned.best_first_drops.contains(centre));
    }
}
