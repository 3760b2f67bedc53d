//! The threshold games of a game in which goals have prices.

use teeko_rules::{Oracle, OracleError, Outcome, Position, Rules};

/// The threshold game of `points` points ([`Rules::threshold_game`]), derived from an oracle of a
/// game in which goals have prices: who can force at least that many points.
pub(crate) struct ThresholdGame<'a> {
    oracle: &'a dyn Oracle,
    rules: Rules,
    points: u8,
}

impl<'a> ThresholdGame<'a> {
    pub(crate) fn new(oracle: &'a dyn Oracle, points: u8) -> Self {
        Self {
            oracle,
            rules: oracle.rules().threshold_game(points),
            points,
        }
    }
}

impl Oracle for ThresholdGame<'_> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        if self.oracle.outcome(position)?.is_none() {
            return Ok(None);
        }
        if let Some(ended) = self.rules.status(position).ended() {
            return Ok(Some(ended));
        }
        let mover = position.turn;
        if let Some(plies) = self.oracle.forces(mover, self.points, position)? {
            return Ok(Some(Outcome::Win(plies)));
        }
        let by_opponent = self.oracle.forces(mover.other(), self.points, position)?;
        Ok(Some(by_opponent.map_or(Outcome::Draw, Outcome::Loss)))
    }
}
