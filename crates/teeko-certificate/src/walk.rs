//! The walk through everything that can happen while the winner follows a strategy.

use std::collections::HashMap;

use teeko_rules::{Move, Position, Rules, Side, Status, SymmetryGroup};

use crate::{Certificate, Failure, Reason};

/// The representative of a position among its images under the symmetries of its rules: that with the least set of black
/// circles, then of red ones. The side to move stays.
pub fn canonical(symmetries: &SymmetryGroup, position: &Position) -> Position {
    let images = symmetries.elements().iter().map(|symmetry| Position {
        black: symmetry.apply(position.black),
        red: symmetry.apply(position.red),
        turn: position.turn,
    });
    images.min().unwrap_or(*position)
}

/// What a certificate that holds covers. All counts are of canonical positions in which the game goes on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Those that can arise while the winner follows the strategy.
    pub positions: usize,
    /// Those of them in which the winner chooses.
    pub choosing: usize,
    /// Those of these in which a choice completes a goal, so that the certificate need not say which.
    pub completing: usize,
    /// The plies of the longest game.
    pub plies: u32,
}

/// A position that is being visited.
struct Visit {
    position: Position,
    /// The canonical positions still to be visited.
    successors: std::vec::IntoIter<Position>,
    /// The plies that the longest way found so far takes from here.
    remaining: u32,
}

/// A walk under way.
pub(crate) struct Walk<'a> {
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    winner: Side,
    claimed: u32,
    /// The most positions to visit.
    limit: usize,
    /// For each position visited, the plies the longest way takes from there; `None` while it is being visited.
    visited: HashMap<Position, Option<u32>>,
    checked: Checked,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(rules: &'a Rules, winner: Side, claimed: u32) -> Self {
        let (symmetries, visited) = (rules.symmetries(), HashMap::new());
        let limit = Certificate::MOST_POSITIONS;
        Self { rules, symmetries, winner, claimed, limit, visited, checked: Checked::default() }
    }

    /// Walks. `choose` has the number of the winner's choice among the moves of a position.
    pub(crate) fn run(
        mut self,
        mut choose: impl FnMut(&Position, &[Move]) -> Result<usize, Reason>,
    ) -> Result<Checked, Failure> {
        // Not recursive: a hostile certificate may have long games.
        let mut visits = vec![self.enter(Position::EMPTY, 0, &mut choose)?];
        loop {
            // One ply for each visit under way leads to the next position; no more are under way than plies claimed.
            let played = visits.len() as u32;
            let Some(visit) = visits.last_mut() else { break };
            let Some(position) = visit.successors.next() else {
                let (position, remaining) = (visit.position, visit.remaining);
                self.visited.insert(position, Some(remaining));
                visits.pop();
                match visits.last_mut() {
                    Some(before) => before.remaining = before.remaining.max(remaining + 1),
                    None => self.checked.plies = remaining,
                }
                continue;
            };
            match self.visited.get(&position) {
                None => visits.push(self.enter(position, played, &mut choose)?),
                Some(None) => return Err(Failure::At { position, played, reason: Reason::Repetition }),
                Some(&Some(remaining)) => {
                    let found = played.saturating_add(remaining);
                    if found > self.claimed {
                        let reason = Reason::TooLong { claimed: self.claimed, found };
                        return Err(Failure::At { position, played, reason });
                    }
                    visit.remaining = visit.remaining.max(remaining + 1);
                }
            }
        }
        self.checked.positions = self.visited.len();
        Ok(self.checked)
    }

    /// Begins to visit a position in which the game goes on.
    fn enter(
        &mut self,
        position: Position,
        played: u32,
        choose: impl FnMut(&Position, &[Move]) -> Result<usize, Reason>,
    ) -> Result<Visit, Failure> {
        let limit = self.limit;
        let successors = match self.successors(&position, choose) {
            Ok(_) if self.visited.len() >= limit => Err(Reason::TooManyPositions { limit }),
            // Any move takes one ply more.
            Ok(_) if played >= self.claimed => Err(Reason::TooLong { claimed: self.claimed, found: played + 1 }),
            successors => successors,
        };
        let successors = successors.map_err(|reason| Failure::At { position, played, reason })?;
        self.visited.insert(position, None);
        Ok(Visit { position, successors: successors.into_iter(), remaining: 1 })
    }

    /// The canonical positions, with the game going on, that can be one ply later.
    fn successors(
        &mut self,
        position: &Position,
        mut choose: impl FnMut(&Position, &[Move]) -> Result<usize, Reason>,
    ) -> Result<Vec<Position>, Reason> {
        let moves = self.rules.moves(position);
        if moves.is_empty() {
            return Err(Reason::NoMove);
        }
        let over = |played: &Move| self.rules.status(&position.after(*played)) == Status::Over;
        let winner_moves = position.turn == self.winner;
        let mut possible = &moves[..];
        if self.rules.chooser(position) == self.winner {
            self.checked.choosing += 1;
            if winner_moves && moves.iter().any(over) {
                self.checked.completing += 1;
                return Ok(Vec::new());
            }
            let number = choose(position, &moves)?;
            let no_such_choice = Reason::NoSuchChoice { expected: moves.len(), found: number };
            possible = moves.get(number..=number).ok_or(no_such_choice)?;
        }
        let mut successors = Vec::with_capacity(possible.len());
        for &played in possible {
            match over(&played) {
                false => successors.push(canonical(&self.symmetries, &position.after(played))),
                true if winner_moves => {}
                true => return Err(Reason::OtherSideWins { played }),
            }
        }
        Ok(successors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::{Board, Circles, Goals};

    #[test]
    fn positions_beyond_the_limit_are_refused() {
        // Whoever has four pieces down has a goal.
        let board = Board::new(4, 4).unwrap();
        let sets = (0..1_u64 << board.circle_count()).map(Circles::from_bits);
        let goals = Goals::new(sets.filter(|set| set.len() == 4).collect());
        let rules = Rules::builder().board(board).goals(goals).build().unwrap();
        let walk = |limit| {
            let mut walk = Walk::new(&rules, Side::Black, 7);
            walk.limit = limit;
            walk.run(|_, _| Ok(0))
        };
        let positions = walk(Certificate::MOST_POSITIONS).unwrap().positions;
        assert!(walk(positions).is_ok());
        let limit = positions - 1;
        let refused = walk(limit).unwrap_err();
        assert!(
            matches!(refused, Failure::At { reason: Reason::TooManyPositions { limit: most }, .. } if most == limit)
        );
    }
}
