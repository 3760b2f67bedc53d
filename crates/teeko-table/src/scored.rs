//! Probing in games for points: the points that each side forces, from the files of the threshold
//! games.

use std::sync::Arc;

use teeko_rules::{Oracle, OracleResult, Outcome, Position, Rules, Side, Wdl};

use crate::table::Table;

/// The tables of a rule set. A game for points has several: those of its threshold games.
#[derive(Debug)]
pub struct ScoredTable {
    pub(crate) rules: Arc<Rules>,
    /// The threshold games with their points, ascending. The plain game is the first.
    pub(crate) games: Vec<(u8, Table)>,
}

impl ScoredTable {
    /// Returns the tables of the plain game.
    pub fn plain(&self) -> &Table {
        &self.games[0].1
    }

    /// Returns the threshold games for more points than the least, ascending, with their tables.
    pub fn games(&self) -> &[(u8, Table)] {
        &self.games[1..]
    }
}

impl Oracle for ScoredTable {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>> {
        Ok(self.plain().outcome(position)?)
    }

    fn have_result(&self, positions: &[Position], result: Wdl) -> OracleResult<Vec<Option<bool>>> {
        self.plain().have_result(positions, result)
    }

    fn forces(&self, side: Side, points: u8, position: &Position) -> OracleResult<Option<u32>> {
        let game = self.games.iter().find(|(of, _)| *of >= points);
        game.map_or(Ok(None), |(_, table)| Ok(table.forces(side, position)?))
    }
}
