//! Solving rule sets for games that answer from memory.

use std::ops::ControlFlow;
use std::slice;

use teeko_rules::NamedRules;
use teeko_rules::work::Stopped;
use teeko_solve::memory_needed;

use super::plan::Plan;
use super::stage::SolvingObserver;
use crate::error::Error;
use crate::game::{Game, variant};
use crate::source::Source;
use crate::system::check_memory;

impl Game {
    /// Solves a variant in memory: half a second or so on the standard board.
    ///
    /// [`Plan`] solves several rule sets at once, rule files included, reports progress and can be
    /// stopped.
    ///
    /// # Errors
    /// Returns an error if `name` names no variant, or memory does not suffice.
    pub fn solve(name: &str) -> Result<Self, Error> {
        let named = variant(name)?;
        check_memory(name, memory_needed(named.rules()))?;
        Ok(Self::solve_rules(&named, &|_| ControlFlow::Continue(()))?)
    }

    /// Solves a rule set in memory, without checking that memory suffices.
    pub fn solve_rules(named: &NamedRules, observe: SolvingObserver<'_>) -> Result<Self, Stopped> {
        let games = Plan::new(slice::from_ref(named)).games(observe)?;
        let game = games.into_iter().next();
        Ok(game.expect("a game for the one rule set"))
    }
}

impl Plan {
    /// Solves the rule sets and returns their games in the same order; see [`Plan::solve`].
    pub fn games(&self, observe: SolvingObserver<'_>) -> Result<Vec<Game>, Stopped> {
        self.solve(observe, |named, solution, time| {
            let source = Source::Solution(solution.clone());
            Ok(Game::new(named.clone(), source, time))
        })
    }
}
