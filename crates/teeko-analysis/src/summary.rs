//! The gist of a solved rule set: what the game is worth, what its first drops are worth, how many positions there are of each
//! kind.

use teeko_index::Census;
use teeko_rules::{Circle, Circles, Move, Oracle, Outcome, Position};

use crate::error::{AnalysisError, probe};

/// The gist of a solved rule set; it outlives the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The outcome of the game for Black.
    pub value: Outcome,
    /// What each first drop is worth to Black.
    pub first_drops: Vec<FirstDrop>,
    /// The first drops that keep the outcome, one of each set of symmetric ones.
    pub best_first_drops: Circles,
    /// How many positions there are of each kind.
    pub census: Census,
}

/// A first drop and what it is worth to Black, in plies from the empty board; `None` where it is banned.
pub type FirstDrop = (Circle, Option<Outcome>);

impl Summary {
    /// The summary of the rule set that an oracle knows, with its census.
    ///
    /// # Errors
    /// If the oracle fails, or does not know the empty board.
    pub fn new<O: Oracle + ?Sized>(oracle: &O, census: Census) -> Result<Self, AnalysisError<O::Error>> {
        let value = probe(oracle, &Position::EMPTY)?;
        let first_drops = first_drops(oracle)?;
        let best = first_drops.iter().filter(|&&(_, worth)| worth == Some(value)).map(|&(circle, _)| circle);
        let symmetries = oracle.rules().symmetries();
        let is_least =
            |circle: &Circle| symmetries.elements().iter().all(|symmetry| symmetry.image(*circle) >= *circle);
        let best_first_drops = best.filter(is_least).collect();
        Ok(Self { value, first_drops, best_first_drops, census })
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
pub fn first_drops<O: Oracle + ?Sized>(oracle: &O) -> Result<Vec<FirstDrop>, AnalysisError<O::Error>> {
    let rules = oracle.rules();
    let allowed = rules.drops(&Position::EMPTY);
    let worth = |circle| {
        let after = probe(oracle, &Position::EMPTY.after(Move::Drop(circle)))?;
        Ok((circle, Some(after.of_move()).filter(|_| allowed.contains(circle))))
    };
    rules.board().circles().iter().map(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;

    /// Steele 1998: the first drop in the centre is the only one that wins Advanced Teeko, in 13 plies.
    #[test]
    fn the_centre_wins_advanced_teeko_and_is_nothing_where_it_is_banned() {
        let centre = Circle::from_number(13).unwrap();
        let free = Summary::new(&solved("58-ssss"), Census::new()).unwrap();
        assert_eq!((free.value, free.best_first_drops), (Outcome::Win(13), centre.into()));
        assert_eq!(free.first_drops[centre.index()], (centre, Some(Outcome::Win(13))));
        let banned = Summary::new(&solved("58-ssss+no-centre"), Census::new()).unwrap();
        assert_eq!((banned.value, banned.first_drops[centre.index()]), (Outcome::Draw, (centre, None)));
        assert!(!banned.best_first_drops.contains(centre));
    }
}
