//! Puzzles in games for points.

use super::*;
use crate::PuzzlePhase;
use crate::testing::rules;
use std::collections::BTreeSet;
use teeko_index::LayerIndex;
use teeko_rules::notation::circle_form;
use teeko_rules::work::to_the_end;
use teeko_rules::{PIECES, Side};
use teeko_solve::{ScoredSolution, solve_scored};

fn filter(phase: PuzzlePhase, distance: u32, score: Option<u8>) -> PuzzleFilter {
    PuzzleFilter { phase, distance, unique: false, score }
}

/// Searches for puzzles among all positions.
pub(super) fn all_puzzles(
    oracle: &dyn Oracle,
    filter: PuzzleFilter,
    limit: usize,
    seed: u64,
) -> Answer<Vec<Puzzle>> {
    Ok(puzzles(oracle, filter, limit, seed, u64::MAX, &to_the_end)?.0)
}

/// Counts the choices of an analysis that net as many points as the position.
fn netting(oracle: &ScoredSolution, position: &Position) -> usize {
    analyse(oracle, position).unwrap().choices.iter().filter(|ranked| ranked.keeps_score).count()
}

/// Checks every position of a 4 x 4 board by itself.
#[test]
fn the_puzzles_for_points_are_all_there_are() {
    let oracle = solve_scored(&rules("58-ssss+4x4+points"));
    let index = LayerIndex::new(oracle.rules().board(), &oracle.rules().symmetries(), 2 * PIECES);
    let at = |slot: u64| index.unrank(slot, Side::Black).unwrap();
    for (distance, score) in
        [(1, None), (5, None), (5, Some(4)), (7, Some(3)), (3, Some(2)), (3, Some(5))]
    {
        let fits = |slot: &u64| {
            let value = oracle.value(&at(*slot)).unwrap();
            let wanted = value.is_some_and(|value| {
                value.outcome == Outcome::Win(distance)
                    && score.is_none_or(|score| value.score == i16::from(score))
            });
            wanted && index.is_canonical(*slot) && netting(&oracle, &at(*slot)) == 1
        };
        let expected: BTreeSet<u64> = (0..index.slots()).filter(fits).collect();
        let asked = filter(PuzzlePhase::Slide, distance, score);
        let found = all_puzzles(&oracle, asked, usize::MAX, 1).unwrap();
        let slots: BTreeSet<u64> = found.iter().map(|puzzle| puzzle.slot).collect();
        assert_eq!((slots.len(), slots), (found.len(), expected), "{distance} {score:?}");
        // Squares of side 4 need a larger board.
        assert_eq!(found.is_empty(), score == Some(5), "{distance} {score:?}");
    }
}

/// Each has one move that nets the most, and its line scores that much: the last ply shows the
/// points.
#[test]
fn puzzles_with_numbered_pieces_score_what_they_promise() {
    let oracle = solve_scored(&rules("44-ssss+4x4+pips"));
    for (phase, distance, score) in [
        (PuzzlePhase::Slide, 1, Some(8)),
        (PuzzlePhase::Slide, 5, Some(8)),
        (PuzzlePhase::Slide, 7, Some(3)),
        (PuzzlePhase::Drop, 5, None),
    ] {
        let found = all_puzzles(&oracle, filter(phase, distance, score), 20, 1).unwrap();
        assert!(!found.is_empty(), "{phase:?} {distance} {score:?}");
        for puzzle in &found {
            let name = circle_form(&puzzle.position);
            assert_eq!(netting(&oracle, &puzzle.position), 1, "{name}");
            assert_eq!(puzzle.line.value.outcome, Outcome::Win(distance), "{name}");
            assert!(
                score.is_none_or(|score| i16::from(score) == puzzle.line.value.score),
                "{name}"
            );
            assert!(puzzle.line.plies.len() <= distance as usize, "{name}");
            let plies = puzzle.line.plies.len();
            let mut positions =
                std::iter::once(puzzle.position).chain(puzzle.line.positions(&puzzle.position));
            let before = positions.nth(plies - 1).unwrap();
            let last = puzzle.line.plies[plies - 1].played;
            let ended = oracle.rules().value_after(&before, last).unwrap();
            assert_eq!(ended.score, -puzzle.line.value.score, "{name}");
        }
    }
}

#[test]
fn the_seed_makes_the_numbers() {
    let oracle = solve_scored(&rules("44-ssss+4x4+pips"));
    let positions = |limit, seed| {
        let found = all_puzzles(&oracle, filter(PuzzlePhase::Slide, 5, None), limit, seed).unwrap();
        found.iter().map(|puzzle| puzzle.position).collect::<Vec<Position>>()
    };
    let ten = positions(10, 1);
    assert_eq!((positions(10, 1), &positions(3, 1)[..]), (ten.clone(), &ten[..3]));
    assert_ne!(positions(10, 2), ten);
    assert!(ten.iter().all(Position::is_numbered));
}
