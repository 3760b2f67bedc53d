//! An oracle made of a function.

use teeko_rules::{Oracle, OracleError, Outcome, Position, Rules};

/// An oracle that computes its answers with a function. It never fails.
#[derive(Clone, Debug)]
pub struct FunctionOracle<F> {
    rules: Rules,
    outcome: F,
}

impl<F: Fn(&Position) -> Option<Outcome> + Sync> FunctionOracle<F> {
    /// Creates an oracle that answers `outcome(position)` for the positions of these rules.
    pub fn new(rules: Rules, outcome: F) -> Self {
        Self { rules, outcome }
    }
}

impl<F: Fn(&Position) -> Option<Outcome> + Sync> Oracle for FunctionOracle<F> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok((self.outcome)(position))
    }
}
