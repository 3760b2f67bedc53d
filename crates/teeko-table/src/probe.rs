//! Probing: the outcome of any position from the files of a variant.

use teeko_rules::{Oracle, OracleResult, Outcome, PIECES, Position, Rules, Side, Status, Wdl};

use crate::error::Result;
use crate::search::{Bound, Search};
use crate::table::Table;

impl Table {
    /// Returns the outcome of a position for the side to move. A finished game is lost in 0 plies.
    ///
    /// Returns `None` if there is no such position: the sets overlap or leave the board, alternate
    /// drops do not lead to the piece counts or the turn, or the side to move has a goal already.
    ///
    /// Only for games that goals alone decide: in an attack a side forces points or does not, see
    /// [`Table::forces`].
    ///
    /// # Errors
    /// [`Damaged`](crate::TableError::Damaged) if a block that is needed is damaged,
    /// [`Unfit`](crate::TableError::Unfit) if a drop file is needed and there is none.
    pub fn outcome(&self, position: &Position) -> Result<Option<Outcome>> {
        if !position.fits(self.rules().board()) {
            return Ok(None);
        }
        match self.rules().status(position) {
            Status::Open => Search::exact(self)
                .outcome(position, Bound::EXACT)
                .map(Some),
            ended => Ok(ended.ended()),
        }
    }

    /// Returns the plies in which `side` forces a goal, or in an attack the points, from an
    /// unfinished position. Returns `None` if it cannot, or if there is no such position.
    ///
    /// # Errors
    /// As for [`Table::outcome`].
    pub fn forces(&self, side: Side, position: &Position) -> Result<Option<u32>> {
        if self.points() > 0 {
            return self.attack_forces(side, position);
        }
        let outcome = self.outcome(position)?;
        Ok(outcome.and_then(|outcome| outcome.win_of(side == position.turn)))
    }

    /// Returns the plies in which `side` forces the points of an attack.
    fn attack_forces(&self, side: Side, position: &Position) -> Result<Option<u32>> {
        if !self.rules().is_open_with_numbers(position) {
            return Ok(None);
        }
        if position.layer() < 2 * PIECES || side != position.turn {
            return self.stored_attack(side, position);
        }
        let mut search = Search::exact(self);
        if search.can_complete_goal(position) {
            return Ok(Some(1));
        }
        // The files have no position of the slide phase with the attacker to move.
        let outcome = search.best_slide(position, Bound::WINS)?;
        Ok(outcome.win_of(true))
    }
}

impl Oracle for Table {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>> {
        Ok(self.outcome(position)?)
    }

    fn have_result(&self, positions: &[Position], result: Wdl) -> OracleResult<Vec<Option<bool>>> {
        let mut search = Search::for_results(self);
        let mut results = Vec::with_capacity(positions.len());
        for position in positions {
            results.push(has_result(&mut search, position, result)?);
        }
        Ok(results)
    }

    fn forces(&self, side: Side, _points: u8, position: &Position) -> OracleResult<Option<u32>> {
        Ok(self.forces(side, position)?)
    }
}

/// Returns whether a position has a result, or `None` if there is no such position.
fn has_result(search: &mut Search<'_>, position: &Position, result: Wdl) -> Result<Option<bool>> {
    let rules = search.table().rules();
    if !position.fits(rules.board()) {
        return Ok(None);
    }
    match rules.status(position) {
        Status::Open => search.has_result(position, result).map(Some),
        ended => Ok(ended.ended().map(|outcome| outcome.wdl() == result)),
    }
}
