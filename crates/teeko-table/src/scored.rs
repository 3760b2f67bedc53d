//! Probing in games for points: the points that each side forces, from the files of the threshold
//! games.

use teeko_rules::{Oracle, OracleError, Outcome, Position, Rules, Side, Wdl};

use crate::table::Table;

/// The tables of a rule set. A game for points has several: those of its threshold games.
#[derive(Debug)]
pub struct ScoredTable {
    rules: Rules,
    /// The least points that a win is worth: those of the plain game.
    least: u8,
    plain: Table,
    /// The threshold games for more points than the least, ascending.
    games: Vec<(u8, Table)>,
}

impl ScoredTable {
    /// Combines the tables of the plain game and of each other threshold game, with their points.
    ///
    /// # Panics
    /// If the points are not the thresholds of the rules.
    pub fn new(rules: &Rules, plain: Table, games: Vec<(u8, Table)>) -> Self {
        let thresholds = rules.thresholds();
        let points: Vec<u8> = games.iter().map(|&(points, _)| points).collect();
        assert_eq!(thresholds.get(1..), Some(&points[..]), "the thresholds of the rules");
        Self { rules: rules.clone(), least: thresholds[0], plain, games }
    }

    /// The least points that a win is worth: those of the plain game.
    pub fn least(&self) -> u8 {
        self.least
    }

    /// Returns the tables of the plain game.
    pub fn plain(&self) -> &Table {
        &self.plain
    }

    /// Returns the threshold games for more points than the least, ascending, with their tables.
    pub fn games(&self) -> &[(u8, Table)] {
        &self.games
    }
}

impl Oracle for ScoredTable {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.plain.outcome(position)?)
    }

    fn have_result(
        &self,
        positions: &[Position],
        result: Wdl,
    ) -> Result<Vec<Option<bool>>, OracleError> {
        self.plain.have_result(positions, result)
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        match self.games.iter().find(|(of, _)| *of >= points) {
            _ if points <= self.least => Ok(self.plain.forces(side, position)?),
            Some((_, table)) => Ok(table.forces(side, position)?),
            None => Ok(None),
        }
    }
}
