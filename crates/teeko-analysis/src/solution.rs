//! Solutions of puzzles: perfect play in which the loser makes the win as hard as possible.

use std::cmp::Reverse;

use teeko_rules::notation::Ply;
use teeko_rules::{Circles, Move, Oracle, PIECES, Position, Rules, Side, Status};

use crate::BestLine;
use crate::error::{AnalysisError, Answer};
use crate::probe::{best_moves, probe};

/// Returns perfect play to the end from a won position, under rules without the pass rule. The
/// winner wins as fast as possible, and the loser loses as slowly as possible. Of equally slow
/// losses the loser chooses one that threatens to complete a goal with the next ply, then the one
/// that leaves the winner the fewest fastest wins, then the one with the lowest circle. Of equally
/// fast wins the winner chooses the one with the lowest circle.
///
/// # Errors
/// If the oracle fails, or does not know a position of its rules; [`AnalysisError::Contradiction`]
/// if outcomes do not follow from each other, so that distances would not fall by one at each ply.
pub(crate) fn solution(oracle: &dyn Oracle, start: &Position) -> Answer<BestLine> {
    let rules = oracle.rules();
    let (outcome, winner) = (probe(oracle, start)?, start.turn);
    let mut line = BestLine { value: outcome.into(), plies: Vec::new(), end: *start };
    while rules.status(&line.end) == Status::Open {
        let position = line.end;
        let best = checked_best_moves(oracle, &position)?;
        let chosen = match best[..] {
            [_, _, ..] if rules.chooser(&position) != winner => {
                hardest(oracle, &position, winner, &best)?
            }
            _ => best.first().copied(),
        };
        let Some(played) = chosen else { break };
        line.plies.push(Ply { played, passed: false });
        line.end = position.after(played);
    }
    Ok(line)
}

/// Returns the move of `moves` that is hardest to answer; all lead to equally fast wins.
fn hardest(
    oracle: &dyn Oracle,
    position: &Position,
    winner: Side,
    moves: &[Move],
) -> Answer<Option<Move>> {
    let mut keyed = Vec::with_capacity(moves.len());
    for &played in moves {
        let next = position.after(played);
        let answers = checked_best_moves(oracle, &next)?.len();
        keyed.push((Reverse(threatens(oracle.rules(), &next, winner.other())), answers, played));
    }
    Ok(keyed.into_iter().min().map(|(_, _, played)| played))
}

/// Returns the moves that are best for the side that chooses, lowest circle first; none if the game
/// is finished.
pub(crate) fn checked_best_moves(oracle: &dyn Oracle, position: &Position) -> Answer<Vec<Move>> {
    let (best, moves) = best_moves(oracle, position)?;
    let (expected, found) = (best.outcome, probe(oracle, position)?);
    if oracle.rules().status(position) == Status::Open && expected != found {
        return Err(AnalysisError::Contradiction { position: *position, expected, found });
    }
    Ok(moves)
}

/// Returns the circles on which a side could complete a goal with a ply of its own if it were to
/// move and to choose.
pub fn threats(rules: &Rules, position: &Position, side: Side) -> Circles {
    let (own, opponent) = (position.pieces(side), position.pieces(side.other()));
    let free = rules.board().circles() - position.occupied();
    let completes = |staying: Circles, reached: Circles| {
        rules.goals().completions(staying, opponent) & reached & free
    };
    if own.len() == PIECES {
        let of_piece = |from| completes(own.without(from), rules.targets(from));
        own.iter().map(of_piece).fold(Circles::EMPTY, |all, more| all | more)
    } else {
        completes(own, free)
    }
}

/// Whether a side could complete a goal with a ply of its own if it were to move.
fn threatens(rules: &Rules, position: &Position, side: Side) -> bool {
    !threats(rules, position, side).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, rules, solved};
    use crate::{PuzzleFilter, PuzzlePhase, analyse, puzzles};
    use teeko_rules::work::to_the_end;

    #[test]
    fn a_threat_is_a_goal_that_one_ply_completes() {
        let rules = rules("44-ssss");
        for (text, side, expected) in [
            ("b:7,8,9,15 r:1,3,19,25 b", Side::Black, true),
            ("b:7,8,9,15 r:1,3,19,25 r", Side::Black, true),
            ("b:7,8,9,15 r:1,3,19,25 r", Side::Red, false),
            ("b:7,8,9,20 r:1,3,19,25 b", Side::Black, false),
            ("b:7,8,9,15 r:1,6,10,25 b", Side::Black, false),
            ("b:7,8,9 r:1,3,19 b", Side::Black, true),
            ("b:7,8,9 r:6,10,19 b", Side::Black, false),
            ("b:7,8,20 r:6,10,19 b", Side::Black, false),
            ("b:7,8 r:6,10 b", Side::Black, false),
        ] {
            assert_eq!(threatens(&rules, &position(&rules, text), side), expected, "{text} {side}");
        }
    }

    /// Each ply of a solution is among the best. Where the loser has several best plies and one
    /// threatens, the loser plays a threat.
    #[test]
    fn the_loser_sets_a_threat_where_several_plies_are_as_slow() {
        let oracle = solved("44-ssss");
        let rules = oracle.rules();
        let filter =
            PuzzleFilter { phase: PuzzlePhase::Slide, distance: 9, unique: false, score: None };
        let (mut threats, mut aimless) = (0, 0);
        for puzzle in puzzles(&oracle, filter, 20, 1, u64::MAX, &to_the_end).unwrap().0 {
            assert_eq!(puzzle.line.plies.len(), 9);
            let mut position = puzzle.position;
            for ply in &puzzle.line.plies {
                let optimal: Vec<Position> = analyse(&oracle, &position)
                    .unwrap()
                    .choices
                    .iter()
                    .filter(|ranked| ranked.optimal)
                    .filter_map(|ranked| match ranked.choice {
                        crate::Choice::Move(played) => Some(position.after(played)),
                        crate::Choice::Pass => None,
                    })
                    .collect();
                let next = position.after(ply.played);
                assert!(optimal.contains(&next));
                if position.turn == Side::Red
                    && optimal.iter().any(|next| threatens(rules, next, Side::Red))
                {
                    assert!(threatens(rules, &next, Side::Red), "{}: {ply}", puzzle.position.black);
                    threats += usize::from(optimal.len() > 1);
                    aimless +=
                        optimal.iter().filter(|next| !threatens(rules, next, Side::Red)).count();
                }
                position = next;
            }
        }
        assert!(threats > 0 && aimless > 0, "the test tests something: {threats} {aimless}");
    }
}
