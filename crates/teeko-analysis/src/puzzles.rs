//! Puzzles: positions in which only one move wins, or, in games for points, only one nets the most.

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_index::LayerIndex;
use teeko_rules::work::Observer;
use teeko_rules::{DropStyle, Oracle, Outcome, PIECES, Position, Rules, Side};

use crate::error::Answer;
use crate::order::{AT_A_TIME, ShuffledOrder, numbered, part_of};
use crate::probe::{probe_move, probe_value};
use crate::solution::{checked_best_moves, solution};
use crate::{BestLine, analyse, best_line};

/// The phase of the game that puzzles are from.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PuzzlePhase {
    /// All pieces are on the board
    #[default]
    Slide,
    /// Some pieces are still to be dropped
    Drop,
}

impl PuzzlePhase {
    /// Returns the name: `drop` or `slide`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Slide => "slide",
        }
    }

    /// Returns the layers in which Black is to move and chooses.
    fn layers(self, rules: &Rules) -> Vec<usize> {
        match self {
            Self::Slide => vec![2 * PIECES],
            Self::Drop => (0..2 * PIECES)
                .step_by(2)
                .filter(|&layer| rules.plan().style_after(layer) == DropStyle::Standard)
                .collect(),
        }
    }
}

/// Which positions make puzzles. In all of them Black is to move and chooses, and exactly one move
/// of Black's wins, however slowly. In games for points exactly one move nets the most points,
/// which must be more than 0. Of symmetric positions only one makes a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleFilter {
    /// The phase of the positions.
    pub phase: PuzzlePhase,
    /// The distance to the win in plies; in games for points, the distance to the most points that
    /// Black can net. No position has an even distance unless goals have empty circles.
    pub distance: u32,
    /// Whether Black must have exactly one fastest win at each of Black's turns along
    /// [`Puzzle::line`], to the last. In games for points that choice must also net as many points.
    pub unique: bool,
    /// The points that Black must net in a game for points; `None` for any number. `None` in other
    /// games.
    pub score: Option<u8>,
}

/// A position with one winning move; in games for points, with one move that nets the most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its slot in its layer of the public index.
    pub slot: u64,
    /// The position, Black to move. Where pieces have numbers, these depend on the seed.
    pub position: Position,
    /// Perfect play from the position to the end. Of equally slow losses Red chooses one that
    /// threatens to complete a goal with the next ply, then the one that leaves Black the fewest
    /// fastest wins, then the one with the lowest circle. Of equally fast wins Black chooses the
    /// one with the lowest circle. In games for points the line is the
    /// [`best_line`](crate::best_line), which may be shorter than the distance.
    pub line: BestLine,
}

/// Returns the first `limit` puzzles in a shuffled order of all positions, or all puzzles if there
/// are fewer. The order depends on the seed alone, and every puzzle is equally likely to be among
/// the first.
///
/// Searches at most `most` slots, or a few more. Also returns whether these were enough. Calls
/// `observe` with the slots done and in total; slots count as done when the lines of their puzzles
/// are.
pub fn puzzles(
    oracle: &dyn Oracle,
    filter: PuzzleFilter,
    limit: usize,
    seed: u64,
    most: u64,
    observe: Observer<'_>,
) -> Answer<(Vec<Puzzle>, bool)> {
    let rules = oracle.rules();
    let group = rules.symmetries();
    let layers = filter.phase.layers(rules);
    let indexes: Vec<LayerIndex> =
        layers.into_iter().map(|layer| LayerIndex::new(rules.board(), &group, layer)).collect();
    let slots = indexes.iter().map(LayerIndex::slots).sum();
    let find = |number| {
        let part = part_of(indexes.iter().map(LayerIndex::slots), number);
        let Some((place, slot)) = part else { return Ok(None) };
        let index = &indexes[place];
        let Some(position) = index.unrank(slot, Side::Black) else { return Ok(None) };
        let position = numbered(rules, &position, seed, number);
        let is_chosen = is_puzzle(oracle, filter, &position)? && index.is_canonical(slot);
        Ok(is_chosen.then_some((slot, position)))
    };
    let complete = |(slot, position)| {
        perfect_play(oracle, &position).map(|line| Puzzle { slot, position, line })
    };
    // A search without bounds begins with few slots, since large tables answer slowly.
    let least = if most == u64::MAX { AT_A_TIME >> 6 } else { AT_A_TIME };
    ShuffledOrder::new(slots, seed).search(limit, most, least, observe, find, complete)
}

/// Whether a position makes a puzzle. It does not if the side to move already has a goal.
fn is_puzzle(oracle: &dyn Oracle, filter: PuzzleFilter, position: &Position) -> Answer<bool> {
    let for_points = oracle.rules().scoring().is_for_points();
    let may_fit = |outcome| match outcome {
        // No score can be forced sooner than a win of the plain game.
        Outcome::Win(plies) if for_points => (1..=filter.distance).contains(&plies),
        outcome => outcome == Outcome::Win(filter.distance),
    };
    if !oracle.outcome(position)?.is_some_and(may_fit) {
        return Ok(false);
    }
    let value = probe_value(oracle, position)?;
    let fits = value.outcome == Outcome::Win(filter.distance)
        && filter.score.is_none_or(|score| i16::from(score) == value.score);
    Ok(fits
        && keeps_score_by_one_move(oracle, position, value.score)?
        && (!filter.unique || is_unique_throughout(oracle, position)?))
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

/// Whether the winner, who is to move, has only one best choice at each of their turns along
/// perfect play: only one fastest win, or in games for points only one of most points.
fn is_unique_throughout(oracle: &dyn Oracle, start: &Position) -> Answer<bool> {
    let rules = oracle.rules();
    let line = perfect_play(oracle, start)?;
    let before = std::iter::once(*start).chain(line.positions(start)).take(line.plies.len());
    for position in before.filter(|position| rules.chooser(position) == start.turn) {
        let best = if rules.scoring().is_for_points() {
            analyse(oracle, &position)?.choices.iter().filter(|ranked| ranked.optimal).count()
        } else {
            checked_best_moves(oracle, &position)?.len()
        };
        if best != 1 {
            return Ok(false);
        }
    }
    Ok(true)
}
