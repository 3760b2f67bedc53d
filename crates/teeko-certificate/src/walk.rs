//! The walk through everything that can happen while the winner follows a strategy.

use std::collections::HashMap;
use std::ops::Range;

use teeko_rules::{Circles, Move, Position, Rules, Side, Status, SymmetryGroup};

use crate::{ClaimedGame, WinFailure, memory};

/// The representative of a position among its images under the symmetries of its rules: that with
/// the least set of black circles, then of red ones. The side to move stays.
pub fn canonical(symmetries: &SymmetryGroup, position: &Position) -> Position {
    let images = symmetries
        .elements()
        .iter()
        .map(|symmetry| position.image(symmetry));
    images.min().unwrap_or(*position)
}

/// The counts of a certificate that holds. All are of canonical positions in which the game goes
/// on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Positions that can arise while the winner follows the strategy.
    pub positions: usize,
    /// Of these, positions in which the winner chooses.
    pub choosing: usize,
    /// Of the latter, positions in which a choice completes a goal, so that the certificate need
    /// not say which.
    pub completing: usize,
    /// The plies of the longest game.
    pub plies: u32,
}

/// A position that is being visited. Its moves are listed again when the walk comes back to it:
/// lists for a long way would take a hundred times as much memory.
struct Visit {
    position: Position,
    /// The numbers of the moves still to follow.
    moves: Range<u16>,
    /// The plies that the longest way found so far takes from here.
    remaining: u32,
}

/// For each position visited, the plies that the longest way takes from there, or [`UNDER_WAY`]. By
/// the side to move, which leaves entries of 24 bytes.
type Visited = [HashMap<(Circles, Circles), u32>; 2];

/// Stands for the plies of a position that is still being visited.
const UNDER_WAY: u32 = u32::MAX;

/// The reason for refusing a strategy without a choice for a position.
pub(crate) const NO_CHOICE: &str = "expected a choice, found none";

pub(crate) struct Walk {
    /// The rules that the claim is played by.
    rules: Rules,
    /// The points claimed.
    points: Option<u8>,
    symmetries: SymmetryGroup,
    winner: Side,
    claimed: u32,
    /// The most positions to visit.
    limit: usize,
    /// Whether a goal can end the game without counting.
    have_void_goals: bool,
    visited: Visited,
    checked: Checked,
}

impl Walk {
    /// A walk that visits at most `limit` positions.
    pub(crate) fn new(game: &ClaimedGame, winner: Side, claimed: u32, limit: usize) -> Self {
        let rules = game.played();
        Self {
            symmetries: rules.symmetries(),
            winner,
            claimed,
            limit,
            have_void_goals: rules.goals().have_void_goals(),
            rules,
            points: game.points(),
            visited: Visited::default(),
            checked: Checked::default(),
        }
    }

    /// Walks. `choose` has the number of the winner's choice among the moves of a position.
    pub(crate) fn run(
        mut self,
        mut choose: impl FnMut(&Position, &[Move]) -> Result<usize, String>,
    ) -> Result<Checked, WinFailure> {
        // Not recursive: a hostile certificate may have long games.
        let (mut visits, mut moves) = (Vec::new(), Vec::new());
        let mut arrived = Some(Position::EMPTY);
        loop {
            if let Some(position) = arrived.take() {
                // One ply for each visit under way led here; no more are under way than plies
                // claimed.
                let listed = self.rules.moves(&position);
                match self.enter(position, visits.len() as u32, &listed, &mut choose)? {
                    Some(followed) => {
                        memory::grow_list(&mut visits)?;
                        visits.push(Visit {
                            position,
                            moves: followed,
                            remaining: 1,
                        });
                        moves = listed;
                    }
                    None => self.leave(&mut visits, position, 1),
                }
            }
            let played = visits.len() as u32;
            let Some(visit) = visits.last_mut() else {
                break;
            };
            let Some(position) = self.next_of(visit, &moves) else {
                let (position, remaining) = (visit.position, visit.remaining);
                visits.pop();
                self.leave(&mut visits, position, remaining);
                moves = visits
                    .last()
                    .map(|before| self.rules.moves(&before.position))
                    .unwrap_or_default();
                continue;
            };
            match self.plies_from(&position) {
                None => arrived = Some(position),
                Some(UNDER_WAY) => {
                    let reason = "expected another position at each ply, found one that comes \
                                  again: play need not end";
                    return Err(WinFailure::At {
                        position,
                        played,
                        reason: reason.to_owned(),
                    });
                }
                Some(remaining) => {
                    let found = played.saturating_add(remaining);
                    if found > self.claimed {
                        let reason = self.too_long(found);
                        return Err(WinFailure::At {
                            position,
                            played,
                            reason,
                        });
                    }
                    visit.remaining = visit.remaining.max(remaining + 1);
                }
            }
        }
        self.checked.positions = self.count();
        Ok(self.checked)
    }

    /// Begins to visit a position in which the game continues. Returns as [`Walk::choice`].
    fn enter(
        &mut self,
        position: Position,
        played: u32,
        moves: &[Move],
        choose: impl FnMut(&Position, &[Move]) -> Result<usize, String>,
    ) -> Result<Option<Range<u16>>, WinFailure> {
        let limit = self.limit;
        let chosen = match self.choice(&position, moves, choose) {
            Ok(_) if self.count() >= limit => {
                Err(format!("expected at most {limit} positions, found more"))
            }
            // Any move takes one ply more.
            Ok(_) if played >= self.claimed => Err(self.too_long(played + 1)),
            chosen => chosen,
        };
        let chosen = chosen.map_err(|reason| WinFailure::At {
            position,
            played,
            reason,
        })?;
        memory::grow_map(&mut self.visited[position.turn as usize])?;
        self.set_plies_from(&position, UNDER_WAY);
        Ok(chosen)
    }

    /// Returns the reason for refusing a game of `found` plies or more.
    fn too_long(&self, found: u32) -> String {
        let claimed = self.claimed;
        format!("expected a goal within {claimed} plies, found a game of {found} or more")
    }

    /// Returns the reason for refusing a move that completes a goal without winning.
    fn void_goal(&self, played: Move) -> String {
        match self.points {
            Some(points) => format!(
                "expected no goal worth less than the {points} points claimed, found one after \
                 {played}"
            ),
            None => format!("expected no goal that counts for nothing, found one after {played}"),
        }
    }

    /// Ends the visit of a position, and updates the one before it, if any.
    fn leave(&mut self, visits: &mut [Visit], position: Position, remaining: u32) {
        self.set_plies_from(&position, remaining);
        match visits.last_mut() {
            Some(before) => before.remaining = before.remaining.max(remaining + 1),
            None => self.checked.plies = remaining,
        }
    }

    /// The canonical position after the next move to follow, unless that ends the game.
    fn next_of(&self, visit: &mut Visit, moves: &[Move]) -> Option<Position> {
        let mut after = visit
            .moves
            .by_ref()
            .map(|number| visit.position.after(moves[number as usize]));
        let next = after.find(|next| self.rules.winner(next).is_none())?;
        Some(canonical(&self.symmetries, &next))
    }

    /// Returns the numbers of the moves to follow from a position: that of the winner's choice, or
    /// all of them where the other side chooses. `None` if the winner completes a goal.
    fn choice(
        &mut self,
        position: &Position,
        moves: &[Move],
        mut choose: impl FnMut(&Position, &[Move]) -> Result<usize, String>,
    ) -> Result<Option<Range<u16>>, String> {
        if moves.is_empty() {
            return Err("expected a legal slide, found none: the position is drawn".to_owned());
        }
        let won_by = |played: &Move| self.rules.winner(&position.after(*played));
        let winner_moves = position.turn == self.winner;
        // There are fewer moves than that on any board.
        let mut followed = 0..moves.len() as u16;
        if self.rules.chooser(position) == self.winner {
            self.checked.choosing += 1;
            if winner_moves
                && moves
                    .iter()
                    .any(|played| won_by(played) == Some(self.winner))
            {
                self.checked.completing += 1;
                return Ok(None);
            }
            let number = choose(position, moves)?;
            if number >= moves.len() {
                let last = moves.len() - 1;
                return Err(format!(
                    "expected a choice from 0 to {last}, found {number}"
                ));
            }
            followed = number as u16..number as u16 + 1;
        }
        let possible = &moves[followed.start.into()..followed.end.into()];
        let is_void = |played: &&Move| self.rules.status(&position.after(**played)) == Status::Void;
        if let Some(&played) = possible
            .iter()
            .find(|played| self.have_void_goals && is_void(played))
        {
            return Err(self.void_goal(played));
        }
        let lost = |played: &&Move| won_by(played).is_some_and(|side| side != self.winner);
        match possible.iter().find(lost) {
            Some(&played) => Err(format!(
                "expected no goal of the other side's, found one after {played}"
            )),
            None => Ok(Some(followed)),
        }
    }

    fn count(&self) -> usize {
        self.visited.iter().map(HashMap::len).sum()
    }

    fn plies_from(&self, position: &Position) -> Option<u32> {
        self.visited[position.turn as usize]
            .get(&(position.black, position.red))
            .copied()
    }

    fn set_plies_from(&mut self, position: &Position, plies: u32) {
        self.visited[position.turn as usize].insert((position.black, position.red), plies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Certificate;
    use teeko_rules::{Board, Goals};

    #[test]
    fn positions_beyond_the_limit_are_refused() {
        // A side with four pieces on the board has a goal.
        let board = Board::new(4, 4).unwrap();
        let sets = (0..1_u64 << board.circle_count()).map(Circles::from_bits);
        let goals = Goals::new(sets.filter(|set| set.len() == 4).collect());
        let rules = Rules::builder().board(board).goals(goals).build().unwrap();
        let game = ClaimedGame::new(&rules);
        let walk = |limit| Walk::new(&game, Side::Black, 7, limit).run(|_, _| Ok(0));
        let positions = walk(Certificate::MOST_POSITIONS).unwrap().positions;
        assert!(walk(positions).is_ok());
        let limit = positions - 1;
        let refused = walk(limit).unwrap_err();
        let WinFailure::At { reason, .. } = refused else {
            panic!("{refused}")
        };
        assert_eq!(
            reason,
            format!("expected at most {limit} positions, found more")
        );
    }
}
