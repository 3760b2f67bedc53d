//! The walk through everything that can happen while the winner follows a strategy.

use std::collections::HashMap;
use std::ops::Range;

use teeko_rules::{Circles, Move, Position, Rules, Side, Status, SymmetryGroup};

use crate::{ClaimedGame, WinFailure, memory};

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

/// The positions that are being visited, each reached by a move from the one before.
#[derive(Default)]
struct Way {
    visits: Vec<Visit>,
    /// The moves of the last of them. They are listed again when the walk comes back to a position:
    /// lists for a long way would take a hundred times as much memory.
    moves: Vec<Move>,
}

impl Way {
    /// Returns the plies played. No more are under way than are claimed.
    fn played(&self) -> u32 {
        self.visits.len() as u32
    }

    /// Notes that a way from the last position takes this many plies.
    fn lengthen(&mut self, plies: u32) {
        if let Some(last) = self.visits.last_mut() {
            last.remaining = last.remaining.max(plies);
        }
    }
}

/// A position that is being visited.
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

/// A function that returns the number of the winner's choice among the moves of a position.
pub(crate) type Choose<'a> = dyn FnMut(&Position, &[Move]) -> Result<usize, String> + 'a;

/// The reason for refusing a strategy without a choice for a position.
pub(crate) const NO_CHOICE: &str = "expected a choice, found none";

/// A depth-first walk through the positions that can arise while the winner follows a strategy. It
/// checks that every game ends within the claimed plies, by a goal of the winner's.
pub(crate) struct Walk {
    /// The rules that the claim is played by.
    rules: Rules,
    /// The points claimed.
    points: Option<u8>,
    symmetries: SymmetryGroup,
    winner: Side,
    claimed_plies: u32,
    /// The most positions to visit.
    limit: usize,
    /// Whether a goal can end the game without counting.
    have_void_goals: bool,
    visited: Visited,
    checked: Checked,
}

impl Walk {
    /// Creates a walk that visits at most `limit` positions.
    pub(crate) fn new(game: &ClaimedGame, winner: Side, claimed_plies: u32, limit: usize) -> Self {
        let rules = game.played();
        Self {
            symmetries: rules.symmetries(),
            winner,
            claimed_plies,
            limit,
            have_void_goals: rules.goals().have_void_goals(),
            rules,
            points: game.points(),
            visited: Visited::default(),
            checked: Checked::default(),
        }
    }

    /// Walks, with the winner's choices.
    pub(crate) fn run(mut self, choose: &mut Choose<'_>) -> Result<Checked, WinFailure> {
        // Not recursive: a hostile certificate may have long games.
        let mut way = Way::default();
        self.arrive(&mut way, Position::EMPTY, choose)?;
        while let Some(visit) = way.visits.last_mut() {
            match self.next_of(visit, &way.moves) {
                Some(position) => self.follow(&mut way, position, choose)?,
                None => self.go_back(&mut way),
            }
        }
        self.checked.positions = self.count();
        Ok(self.checked)
    }

    /// Follows a move to a position, which is visited unless it has been before.
    fn follow(
        &mut self,
        way: &mut Way,
        position: Position,
        choose: &mut Choose<'_>,
    ) -> Result<(), WinFailure> {
        let remaining = match self.plies_from(&position) {
            None => return self.arrive(way, position, choose),
            Some(UNDER_WAY) => {
                let reason = "expected another position at each ply, found one that comes again: \
                              play need not end";
                return Err(failure(position, way.played(), reason.to_owned()));
            }
            Some(remaining) => remaining,
        };
        let found = way.played().saturating_add(remaining);
        if found > self.claimed_plies {
            return Err(failure(position, way.played(), self.too_long_reason(found)));
        }
        way.lengthen(remaining + 1);
        Ok(())
    }

    /// Visits a position for the first time.
    fn arrive(
        &mut self,
        way: &mut Way,
        position: Position,
        choose: &mut Choose<'_>,
    ) -> Result<(), WinFailure> {
        let moves = self.rules.moves(&position);
        let Some(followed) = self.enter(position, way.played(), &moves, choose)? else {
            self.leave(way, position, 1);
            return Ok(());
        };
        memory::grow_list(&mut way.visits)?;
        way.visits.push(Visit {
            position,
            moves: followed,
            remaining: 1,
        });
        way.moves = moves;
        Ok(())
    }

    /// Ends the last visit, all of whose moves have been followed.
    fn go_back(&mut self, way: &mut Way) {
        let Some(visit) = way.visits.pop() else {
            return;
        };
        self.leave(way, visit.position, visit.remaining);
        if let Some(before) = way.visits.last() {
            way.moves = self.rules.moves(&before.position);
        }
    }

    /// Begins to visit a position in which the game continues. Returns what
    /// [`Walk::moves_to_follow`] does.
    fn enter(
        &mut self,
        position: Position,
        played: u32,
        moves: &[Move],
        choose: &mut Choose<'_>,
    ) -> Result<Option<Range<u16>>, WinFailure> {
        let chosen = self.moves_to_follow(&position, moves, choose);
        let followed = chosen.map_err(|reason| failure(position, played, reason))?;
        if self.count() >= self.limit {
            let reason = format!("expected at most {} positions, found more", self.limit);
            return Err(failure(position, played, reason));
        }
        // Any move takes one ply more.
        if played >= self.claimed_plies {
            return Err(failure(position, played, self.too_long_reason(played + 1)));
        }
        memory::grow_map(&mut self.visited[position.turn as usize])?;
        self.set_plies_from(&position, UNDER_WAY);
        Ok(followed)
    }

    /// Returns the reason for refusing a game of `found` plies or more.
    fn too_long_reason(&self, found: u32) -> String {
        let claimed = self.claimed_plies;
        format!("expected a goal within {claimed} plies, found a game of {found} or more")
    }

    /// Returns the reason for refusing a move that completes a goal without winning.
    fn void_goal_reason(&self, played: Move) -> String {
        match self.points {
            Some(points) => format!(
                "expected no goal worth less than the {points} points claimed, found one after \
                 {played}"
            ),
            None => format!("expected no goal that counts for nothing, found one after {played}"),
        }
    }

    /// Ends the visit of a position, and updates the one before it, if any.
    fn leave(&mut self, way: &mut Way, position: Position, remaining: u32) {
        self.set_plies_from(&position, remaining);
        if way.visits.is_empty() {
            self.checked.plies = remaining;
        }
        way.lengthen(remaining + 1);
    }

    /// Returns the canonical position after the next move to follow, skipping those that end the
    /// game; `None` if no other is left.
    fn next_of(&self, visit: &mut Visit, moves: &[Move]) -> Option<Position> {
        for number in visit.moves.by_ref() {
            let next = visit.position.after(moves[number as usize]);
            if self.rules.winner(&next).is_none() {
                return Some(canonical(&self.symmetries, &next));
            }
        }
        None
    }

    /// Returns the numbers of the moves to follow from a position: that of the winner's choice, or
    /// all of them where the other side chooses. `None` if the winner completes a goal.
    fn moves_to_follow(
        &mut self,
        position: &Position,
        moves: &[Move],
        choose: &mut Choose<'_>,
    ) -> Result<Option<Range<u16>>, String> {
        if moves.is_empty() {
            return Err("expected a legal slide, found none: the position is drawn".to_owned());
        }
        // There are fewer moves than that on any board.
        let mut followed = 0..moves.len() as u16;
        if self.rules.chooser(position) == self.winner {
            self.checked.choosing += 1;
            if self.can_complete(position, moves) {
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
        self.check_void_goals(position, possible)?;
        self.check_other_goals(position, possible)?;
        Ok(Some(followed))
    }

    /// Returns whether the winner moves and can complete a goal.
    fn can_complete(&self, position: &Position, moves: &[Move]) -> bool {
        position.turn == self.winner
            && moves
                .iter()
                .any(|&played| self.winner_after(position, played) == Some(self.winner))
    }

    /// Checks that no move ends the game by a goal that counts for nothing.
    fn check_void_goals(&self, position: &Position, moves: &[Move]) -> Result<(), String> {
        if !self.have_void_goals {
            return Ok(());
        }
        for &played in moves {
            if self.rules.status(&position.after(played)) == Status::Void {
                return Err(self.void_goal_reason(played));
            }
        }
        Ok(())
    }

    /// Checks that no move completes a goal of the other side's.
    fn check_other_goals(&self, position: &Position, moves: &[Move]) -> Result<(), String> {
        for &played in moves {
            let winner = self.winner_after(position, played);
            if winner.is_some_and(|side| side != self.winner) {
                return Err(format!(
                    "expected no goal of the other side's, found one after {played}"
                ));
            }
        }
        Ok(())
    }

    fn winner_after(&self, position: &Position, played: Move) -> Option<Side> {
        self.rules.winner(&position.after(played))
    }

    fn count(&self) -> usize {
        self.visited.iter().map(HashMap::len).sum()
    }

    fn plies_from(&self, position: &Position) -> Option<u32> {
        let visited = &self.visited[position.turn as usize];
        visited.get(&(position.black, position.red)).copied()
    }

    fn set_plies_from(&mut self, position: &Position, plies: u32) {
        self.visited[position.turn as usize].insert((position.black, position.red), plies);
    }
}

fn failure(position: Position, played: u32, reason: String) -> WinFailure {
    WinFailure::At {
        position,
        played,
        reason,
    }
}

/// The representative of a position among its images under the symmetries of its rules: that with
/// the least set of black circles, then of red ones. The side to move stays.
pub fn canonical(symmetries: &SymmetryGroup, position: &Position) -> Position {
    let symmetries = symmetries.elements().iter();
    let images = symmetries.map(|symmetry| position.image(symmetry));
    images.min().unwrap_or(*position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Certificate;
    use teeko_rules::{Board, Goals};

    fn walk(game: &ClaimedGame, limit: usize) -> Result<Checked, WinFailure> {
        Walk::new(game, Side::Black, 7, limit).run(&mut |_, _| Ok(0))
    }

    #[test]
    fn positions_beyond_the_limit_are_refused() {
        // A side with four pieces on the board has a goal.
        let board = Board::new(4, 4).unwrap();
        let sets = (0..1_u64 << board.circle_count()).map(Circles::from_bits);
        let goals = Goals::new(sets.filter(|set| set.len() == 4).collect());
        let rules = Rules::builder().board(board).goals(goals).build().unwrap();
        let game = ClaimedGame::new(&rules);
        let positions = walk(&game, Certificate::MOST_POSITIONS).unwrap().positions;

        let limit = positions - 1;
        let refused = walk(&game, limit).unwrap_err();

        assert!(walk(&game, positions).is_ok());
        let WinFailure::At { reason, .. } = refused else {
            panic!("{refused}")
        };
        assert_eq!(
            reason,
            format!("expected at most {limit} positions, found more")
        );
    }
}
