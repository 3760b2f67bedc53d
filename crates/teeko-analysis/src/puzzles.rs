//! Puzzles: positions in which only one move wins, or, in games for points, only one nets the most.

#[cfg(test)]
mod points_tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_index::{LayerIndex, parallel};
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{DropStyle, Oracle, Outcome, PIECES, Position, Rules, Side};

use crate::error::{AnalysisError, Answer, probe_move, probe_value};
use crate::numbering::numbered;
use crate::order::ShuffledOrder;
use crate::solution::{best_moves, solution};
use crate::{BestLine, analyse, best_line};

/// The slots searched between two checks whether there are enough puzzles.
const SLOTS_AT_A_TIME: u64 = 1 << 14;

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
/// Searches at most `most` slots, or a few more. Also returns whether these were enough.
///
/// Runs on the current rayon thread pool; the result does not depend on the number of threads.
/// Calls `observe` with the slots done and in total; slots count as done when the lines of their
/// puzzles are. `Break` stops the search, which also ends when there are enough puzzles.
///
/// # Errors
/// If the oracle fails or does not know a position of its rules, or the observer stops the search.
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
    let order = ShuffledOrder::new(slots, seed);
    let counter = Counter::new(slots, observe);
    let mut found: Vec<Puzzle> = Vec::new();
    let mut start = 0;
    while start < slots.min(most) && found.len() < limit {
        // A search without bounds begins with few slots, since large tables answer slowly.
        let least = if most == u64::MAX { SLOTS_AT_A_TIME >> 6 } else { SLOTS_AT_A_TIME };
        let end = slots.min(start + start.clamp(least, SLOTS_AT_A_TIME));
        let of_place = |place| {
            let number = order.at(place);
            let Some((index, slot)) = slot_of(&indexes, number) else { return Ok(None) };
            let Some(position) = index.unrank(slot, Side::Black) else { return Ok(None) };
            let position = numbered(rules, &position, seed, number);
            let is_chosen = is_puzzle(oracle, filter, &position)? && index.is_canonical(slot);
            Ok::<_, AnalysisError>(is_chosen.then_some((slot, position)))
        };
        let more = parallel::try_map(start..end, of_place)?.into_iter().flatten();
        let more = more.take(limit - found.len());
        let puzzle = |(slot, position)| {
            perfect_play(oracle, &position).map(|line| Puzzle { slot, position, line })
        };
        found.extend(parallel::try_map(more, puzzle)?);
        counter.advance(end - start)?;
        start = end;
    }
    let is_whole = start == slots || found.len() == limit;
    Ok((found, is_whole))
}

/// Returns the index and the slot that a number among all slots of `indexes` stands for.
fn slot_of(indexes: &[LayerIndex], number: u64) -> Option<(&LayerIndex, u64)> {
    let mut slot = number;
    for index in indexes {
        if slot < index.slots() {
            return Some((index, slot));
        }
        slot -= index.slots();
    }
    None
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
            best_moves(oracle, &position)?.len()
        };
        if best != 1 {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::points_tests::all_puzzles;
    use super::*;
    use crate::Analysis;
    use crate::testing::{FunctionOracle, position, rules, solved};
    use std::collections::BTreeSet;
    use teeko_solve::Solution;

    fn filter(distance: u32, unique: bool) -> PuzzleFilter {
        PuzzleFilter { phase: PuzzlePhase::Slide, distance, unique, score: None }
    }

    /// Counts the winning moves of an analysis.
    fn winning(analysis: &Analysis) -> usize {
        analysis
            .choices
            .iter()
            .filter(|ranked| matches!(ranked.value.outcome, Outcome::Win(_)))
            .count()
    }

    /// Whether a line has one optimal move at each turn of the winner, found by analyses alone.
    fn line_is_unique(oracle: &Solution, start: &Position) -> bool {
        let line = solution(oracle, start).unwrap();
        let before = std::iter::once(*start).chain(line.positions(start)).take(line.plies.len());
        before.step_by(2).all(|position| {
            let analysis = analyse(oracle, &position).unwrap();
            analysis.choices.iter().filter(|ranked| ranked.optimal).count() == 1
        })
    }

    /// Checks every position of a 4 x 4 board by itself.
    #[test]
    fn the_puzzles_are_all_there_are() {
        let oracle = solved("58-ssss+4x4");
        let index =
            LayerIndex::new(oracle.rules().board(), &oracle.rules().symmetries(), 2 * PIECES);
        let mut counts = Vec::new();
        for distance in [1, 3, 5] {
            let at_distance = |slot: &u64| {
                let position = index.unrank(*slot, Side::Black).unwrap();
                let fits = oracle.outcome(&position) == Some(Outcome::Win(distance));
                fits && index.is_canonical(*slot)
                    && winning(&analyse(&oracle, &position).unwrap()) == 1
            };
            let expected: BTreeSet<u64> = (0..index.slots()).filter(at_distance).collect();
            let is_unique =
                |slot: &u64| line_is_unique(&oracle, &index.unrank(*slot, Side::Black).unwrap());
            let expected_unique: BTreeSet<u64> =
                expected.iter().copied().filter(is_unique).collect();
            for (unique, expected) in [(false, &expected), (true, &expected_unique)] {
                let found = all_puzzles(&oracle, filter(distance, unique), usize::MAX, 1).unwrap();
                let slots: BTreeSet<u64> = found.iter().map(|puzzle| puzzle.slot).collect();
                assert_eq!(
                    (&slots, found.len()),
                    (expected, expected.len()),
                    "distance {distance}, unique {unique}"
                );
                counts.push(found.len());
            }
        }
        assert!(counts[0] > 0 && counts[2] > counts[3], "the test tests something: {counts:?}");
    }

    #[test]
    fn the_seed_makes_the_order_and_fewer_are_the_first_of_more() {
        let oracle = solved("44-ssss");
        let slots = |limit, seed| {
            let found = all_puzzles(&oracle, filter(5, false), limit, seed).unwrap();
            found.iter().map(|puzzle| puzzle.slot).collect::<Vec<_>>()
        };
        let ten = slots(10, 1);
        assert_eq!(ten.len(), 10);
        assert_eq!(slots(10, 1), ten);
        assert_eq!(slots(3, 1), ten[..3]);
        assert_ne!(slots(10, 2), ten);
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one_thread.install(|| slots(10, 1)), ten);
    }

    /// Checks every position of a 4 x 4 board's drop phase in which Black is to move and chooses,
    /// by itself.
    #[test]
    fn the_puzzles_of_the_drop_phase_are_all_there_are() {
        for (variant, layers) in
            [("58-ssss+4x4", &[0, 2, 4, 6][..]), ("58-pspp+4x4", &[2]), ("58-pppp+4x4", &[])]
        {
            let oracle = solved(variant);
            let filter =
                PuzzleFilter { phase: PuzzlePhase::Drop, distance: 5, unique: false, score: None };
            let mut expected = BTreeSet::new();
            for &layer in layers {
                let index =
                    LayerIndex::new(oracle.rules().board(), &oracle.rules().symmetries(), layer);
                for slot in (0..index.slots()).filter(|&slot| index.is_canonical(slot)) {
                    let position = index.unrank(slot, Side::Black).unwrap();
                    if oracle.outcome(&position) == Some(Outcome::Win(5)) {
                        let analysis = analyse(&oracle, &position).unwrap();
                        assert_eq!(analysis.chooser, Side::Black);
                        if winning(&analysis) == 1 {
                            expected.insert((layer, slot));
                        }
                    }
                }
            }
            let found = all_puzzles(&oracle, filter, usize::MAX, 1).unwrap();
            let slots: BTreeSet<(usize, u64)> =
                found.iter().map(|puzzle| (puzzle.position.layer(), puzzle.slot)).collect();
            assert_eq!((slots.len(), slots), (found.len(), expected), "{variant}");
            assert!(variant != "58-ssss+4x4" || found.len() > 10, "the test tests something");
            assert!(found.iter().all(|puzzle| puzzle.line.plies.len() == 5));
        }
    }

    /// The first of Scarne's winning plays.
    #[test]
    fn the_first_play_of_the_booklets_is_a_puzzle() {
        let oracle = solved("44-ssss");
        let play = position(oracle.rules(), "b:7,9,12,14 r:10,13,17,19 b");
        assert!(is_puzzle(&oracle, filter(3, false), &play).unwrap());
        assert_eq!(best_moves(&oracle, &play).unwrap(), ["14-8".parse().unwrap()]);
    }

    #[test]
    fn a_slower_win_spoils_a_puzzle() {
        let rules = rules("44-ssss+4x4");
        let start = position(&rules, "b:1,2,3,8 r:5,6,11,16 b");
        let fast = start.after("8-4".parse().unwrap());
        let slow = start.after("8-12".parse().unwrap());
        for (worth_of_slow, expected) in
            [(Outcome::Loss(4), false), (Outcome::Draw, true), (Outcome::Win(3), true)]
        {
            let outcome = |position: &Position| {
                Some(match *position {
                    position if position == start => Outcome::Win(1),
                    position if position == fast => Outcome::Loss(0),
                    position if position == slow => worth_of_slow,
                    _ => Outcome::Draw,
                })
            };
            let oracle = FunctionOracle::new(rules.clone(), outcome);
            assert_eq!(
                is_puzzle(&oracle, filter(1, false), &start).unwrap(),
                expected,
                "{worth_of_slow}"
            );
        }
    }

    /// Some draws are reported as wins of Black or losses of Red. Following them to the win that
    /// never comes once took for ever.
    #[test]
    fn wrong_outcomes_end_the_search() {
        let solved = solved("44-ssss+4x4");
        let outcome = |position: &Position| {
            let told = match (position.black.bits() ^ position.red.bits()) % 7 {
                _ if position.layer() < 2 * PIECES => None,
                0..=4 => None,
                _ if position.turn == Side::Black => Some(Outcome::Win(5)),
                _ => Some(Outcome::Loss(4)),
            };
            let outcome = solved.outcome(position);
            told.filter(|_| outcome == Some(Outcome::Draw)).or(outcome)
        };
        let oracle = FunctionOracle::new(rules("44-ssss+4x4"), outcome);
        for unique in [false, true] {
            let found = all_puzzles(&oracle, filter(5, unique), 100, 1);
            assert!(matches!(found, Err(AnalysisError::Contradiction { .. })), "{found:?}");
        }
    }

    #[test]
    fn there_are_no_puzzles_at_even_distances_or_beyond_the_deepest() {
        let oracle = solved("44-ssss+4x4");
        for distance in [0, 2, 201] {
            assert_eq!(all_puzzles(&oracle, filter(distance, false), 1, 1).unwrap(), []);
        }
    }
}
