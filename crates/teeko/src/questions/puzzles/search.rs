//! Puzzles: positions in which only one move wins, or, in games for points, only one nets the most.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::order::{AT_A_TIME, ShuffledOrder, number_pieces, part_of};
use teeko_analysis::probe::{best_moves, probe, probe_move, probe_value};
use teeko_analysis::{AnalysisError, Answer, BestLine, Reasons, Why, analyse, best_line, threats};
use teeko_index::LayerIndex;
use teeko_rules::notation::{Ply, RowsForm};
use teeko_rules::work::Observer;
use teeko_rules::{Move, Oracle, Outcome, OutcomeFields, Position, Rules, Side, Status};

use super::question::PuzzlesQuestion;

/// A position in which exactly one move wins, or scores the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    // Where pieces have numbers, these depend on the seed.
    pub position: RowsForm,
    /// The points that Black scores; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// The number of pieces on the board.
    pub layer: usize,
    /// The slot in that layer of the public index, which ignores the numbers on pieces.
    pub slot: u64,
    /// Perfect play to the end. In games for points both sides play for points first, so it may be
    /// shorter than `dtw`, which is a bound.
    // That of `solution`, or in games for points of `best_line`.
    pub line: Vec<Ply>,
    /// Why the first move is good. Left out unless `why` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

impl Puzzle {
    /// Returns the whole solution: `2-7 5-10 7-13`.
    pub fn solution(&self) -> String {
        let plies: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        plies.join(" ")
    }
}

/// Returns the first puzzles in a shuffled order of all positions, or all puzzles if there are
/// fewer than asked for. The order depends on the seed alone, and every puzzle is equally likely to
/// be among the first. In all of them Black is to move and chooses, and exactly one move of Black's
/// wins, however slowly; in games for points, exactly one nets the most points, which must be more
/// than 0. Of symmetric positions only one makes a puzzle.
///
/// Searches at most `most` slots, or a few more. Also returns whether these were enough. Calls
/// `observe` with the slots done and in total; slots count as done when the lines of their puzzles
/// are.
pub(super) fn puzzles(
    oracle: &dyn Oracle,
    question: &PuzzlesQuestion,
    most: u64,
    observe: Observer<'_>,
) -> Answer<(Vec<Puzzle>, bool)> {
    let search = Search::new(oracle, question);
    // A search without bounds begins with few slots, since large tables answer slowly.
    let least = if most == u64::MAX {
        AT_A_TIME >> 6
    } else {
        AT_A_TIME
    };
    let find = |number| search.find(number);
    let complete = |found| search.complete(&found);
    let order = ShuffledOrder::new(search.slots.iter().sum(), question.seed);
    order.search(
        question.limit as usize,
        most,
        least,
        observe,
        find,
        complete,
    )
}

/// A search for puzzles in some layers.
struct Search<'a> {
    oracle: &'a dyn Oracle,
    question: &'a PuzzlesQuestion,
    indexes: Vec<LayerIndex>,
    /// The number of slots of each index.
    slots: Vec<u64>,
}

/// The position of a puzzle, and its slot.
struct Found {
    slot: u64,
    position: Position,
}

impl<'a> Search<'a> {
    fn new(oracle: &'a dyn Oracle, question: &'a PuzzlesQuestion) -> Self {
        let rules = oracle.rules();
        let group = rules.symmetries();
        let mut indexes = Vec::new();
        for layer in question.phase.layers(rules) {
            indexes.push(LayerIndex::new(rules.board(), &group, layer));
        }
        Self {
            oracle,
            question,
            slots: indexes.iter().map(LayerIndex::slots).collect(),
            indexes,
        }
    }

    /// Returns the position with a number among those of all layers, if it makes a puzzle.
    fn find(&self, number: u64) -> Answer<Option<Found>> {
        let Some((place, slot)) = part_of(self.slots.iter().copied(), number) else {
            return Ok(None);
        };
        let index = &self.indexes[place];
        let Some(position) = index.unrank(slot, Side::Black) else {
            return Ok(None);
        };
        let position = number_pieces(self.oracle.rules(), &position, self.question.seed, number);
        if is_puzzle(self.oracle, self.question, &position)? && index.is_canonical(slot) {
            return Ok(Some(Found { slot, position }));
        }
        Ok(None)
    }

    /// Returns the puzzle with its solution.
    fn complete(&self, found: &Found) -> Answer<Puzzle> {
        let &Found { slot, position } = found;
        let rules = self.oracle.rules();
        let line = perfect_play(self.oracle, &position)?;
        let is_for_points = rules.scoring().is_for_points();
        let why = match line.plies.first() {
            Some(first) if self.question.why => why(self.oracle, &position, first.played)?,
            _ => None,
        };
        Ok(Puzzle {
            layer: position.layer(),
            position: RowsForm {
                board: rules.board(),
                position,
            },
            score: is_for_points.then_some(line.value.score),
            slot,
            line: line.plies,
            why,
        })
    }
}

/// Whether a position makes a puzzle. It does not if the side to move already has a goal.
fn is_puzzle(oracle: &dyn Oracle, question: &PuzzlesQuestion, position: &Position) -> Answer<bool> {
    let for_points = oracle.rules().scoring().is_for_points();
    let may_fit = match oracle.outcome(position)? {
        // No score can be forced sooner than a win of the plain game.
        Some(Outcome::Win(plies)) if for_points => (1..=question.dtw).contains(&plies),
        outcome => outcome == Some(Outcome::Win(question.dtw)),
    };
    if !may_fit {
        return Ok(false);
    }
    let value = probe_value(oracle, position)?;
    let has_score = question
        .score
        .is_none_or(|score| i16::from(score) == value.score);
    if value.outcome != Outcome::Win(question.dtw) || !has_score {
        return Ok(false);
    }
    Ok(keeps_score_by_one_move(oracle, position, value.score)?
        && (!question.unique || is_unique_throughout(oracle, position)?))
}

/// Whether exactly one move of the side to move nets all points that the position is worth; in
/// games that are not for points, whether exactly one wins.
fn keeps_score_by_one_move(oracle: &dyn Oracle, position: &Position, score: i16) -> Answer<bool> {
    let mut keeping = 0;
    for played in oracle.rules().moves(position) {
        keeping += usize::from(probe_move(oracle, position, played)?.score == score);
        if keeping > 1 {
            return Ok(false);
        }
    }
    Ok(keeping == 1)
}

/// Returns perfect play to the end from a position that the side to move wins.
fn perfect_play(oracle: &dyn Oracle, start: &Position) -> Answer<BestLine> {
    if oracle.rules().scoring().is_for_points() {
        best_line(oracle, start, 0)
    } else {
        solution(oracle, start)
    }
}

/// Returns why a move is good or bad.
fn why(oracle: &dyn Oracle, position: &Position, played: Move) -> Answer<Option<Why>> {
    let analysis = analyse(oracle, position)?;
    let mut choices = analysis.choices().iter();
    let ranked = choices.find(|ranked| ranked.best_move() == Some(played));
    ranked
        .map(|ranked| Reasons::new(oracle, &analysis)?.why(ranked))
        .transpose()
}

/// Whether the winner, who is to move, has only one best choice at each of their turns along
/// perfect play: only one fastest win, or in games for points only one of most points.
fn is_unique_throughout(oracle: &dyn Oracle, start: &Position) -> Answer<bool> {
    let line = perfect_play(oracle, start)?;
    let mut position = *start;
    for ply in &line.plies {
        let is_winners = oracle.rules().chooser(&position) == start.turn;
        if is_winners && number_of_best_choices(oracle, &position)? != 1 {
            return Ok(false);
        }
        position = position.after(ply.played);
    }
    Ok(true)
}

fn number_of_best_choices(oracle: &dyn Oracle, position: &Position) -> Answer<usize> {
    if !oracle.rules().scoring().is_for_points() {
        return Ok(checked_best_moves(oracle, position)?.len());
    }
    let analysis = analyse(oracle, position)?;
    let best = analysis.choices().iter().filter(|ranked| ranked.optimal);
    Ok(best.count())
}

/// Returns perfect play to the end from a won position, under rules without the pass rule. The
/// winner wins as fast as possible, and the loser loses as slowly as possible. Of equally slow
/// losses the loser chooses one that threatens to complete a goal with the next ply, then the one
/// that leaves the winner the fewest fastest wins, then the one with the lowest circle. Of equally
/// fast wins the winner chooses the one with the lowest circle.
///
/// # Errors
/// If the oracle fails, or does not know a position of its rules; [`AnalysisError::Contradiction`]
/// if outcomes do not follow from each other, so that distances would not fall by one at each ply.
fn solution(oracle: &dyn Oracle, start: &Position) -> Answer<BestLine> {
    let rules = oracle.rules();
    let outcome = probe(oracle, start)?;
    let mut position = *start;
    let mut plies = Vec::new();
    while rules.status(&position) == Status::Open {
        let best = checked_best_moves(oracle, &position)?;
        let chosen = match best[..] {
            [_, _, ..] if rules.chooser(&position) != start.turn => {
                hardest(oracle, &position, start.turn, &best)?
            }
            _ => best.first().copied(),
        };
        let Some(played) = chosen else { break };
        plies.push(Ply {
            played,
            passed: false,
        });
        position = position.after(played);
    }
    Ok(BestLine {
        position: RowsForm {
            board: rules.board(),
            position: *start,
        },
        value: OutcomeFields::new(Some(outcome)),
        plies,
    })
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
        keyed.push((
            Reverse(threatens(oracle.rules(), &next, winner.other())),
            answers,
            played,
        ));
    }
    Ok(keyed.into_iter().min().map(|(_, _, played)| played))
}

/// Returns the moves that are best for the side that chooses, lowest circle first; none if the game
/// is finished.
fn checked_best_moves(oracle: &dyn Oracle, position: &Position) -> Answer<Vec<Move>> {
    let (best, moves) = best_moves(oracle, position)?;
    let expected = best.outcome;
    let found = probe(oracle, position)?;
    if oracle.rules().status(position) == Status::Open && expected != found {
        return Err(AnalysisError::Contradiction {
            position: *position,
            expected,
            found,
        });
    }
    Ok(moves)
}

/// Whether a side could complete a goal in one ply if it were to move.
fn threatens(rules: &Rules, position: &Position, side: Side) -> bool {
    !threats(rules, position, side).is_empty()
}
