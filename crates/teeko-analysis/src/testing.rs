//! What the tests share: oracles made from solutions and by hand.

use std::convert::Infallible;
use std::sync::Arc;

use teeko_rules::notation::parse_position;
use teeko_rules::{Outcome, Position, Rules, Variant};
use teeko_solve::{InstructionSet, Solution, solve_drops, solve_slide};

use crate::Oracle;

/// The rules of a variant such as `44-ssss+4x4`.
pub(crate) fn rules(variant: &str) -> Rules {
    variant.parse::<Variant>().unwrap().rules().unwrap()
}

pub(crate) fn position(rules: &Rules, text: &str) -> Position {
    parse_position(rules, text).unwrap()
}

/// A solution as an oracle.
pub(crate) struct Solved(Solution);

impl Solved {
    pub(crate) fn new(rules: Rules) -> Self {
        let slide = Arc::new(solve_slide(&rules, InstructionSet::best(), |_| {}));
        Self(solve_drops(&slide, &[rules]).remove(0))
    }

    pub(crate) fn variant(variant: &str) -> Self {
        Self::new(rules(variant))
    }

    pub(crate) fn solution(&self) -> &Solution {
        &self.0
    }
}

impl Oracle for Solved {
    type Error = Infallible;

    fn rules(&self) -> &Rules {
        self.0.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok(self.0.outcome(position))
    }
}

/// An oracle that says what a test tells it to.
pub(crate) struct Told<F> {
    pub(crate) rules: Rules,
    pub(crate) outcome: F,
}

impl<F: Fn(&Position) -> Option<Outcome> + Sync> Oracle for Told<F> {
    type Error = Infallible;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok((self.outcome)(position))
    }
}
