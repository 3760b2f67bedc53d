//! Tests of puzzles.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use teeko_analysis::explain;
use teeko_rules::PIECES;
use teeko_rules::notation::{circle_form, parse_position};
use teeko_rules::work::to_the_end;
use teeko_solve::{Solution, solve};
use teeko_testing::{FunctionOracle, rules, solved};

use super::super::question::PuzzlePhase::{self, Drop, Slide};
use super::*;

fn position(rules: &Rules, text: &str) -> Position {
    parse_position(rules, text).unwrap()
}

/// Asks for all puzzles of a kind.
fn all(phase: PuzzlePhase, dtw: u32, score: Option<u8>) -> PuzzlesQuestion {
    PuzzlesQuestion {
        phase,
        dtw,
        score,
        limit: u32::MAX,
        ..PuzzlesQuestion::default()
    }
}

/// Searches for puzzles among all positions.
fn all_puzzles(oracle: &dyn Oracle, question: PuzzlesQuestion) -> Answer<Vec<Puzzle>> {
    Ok(puzzles(oracle, &question, u64::MAX, &to_the_end)?.0)
}

/// Counts the choices of an analysis that score the points of the position; without points those
/// that win.
fn netting(oracle: &Solution, position: &Position) -> usize {
    let keeps =
        |ranked: &&teeko_analysis::RankedChoice| ranked.keeps_score.unwrap_or(ranked.keeps_outcome);
    analyse(oracle, position)
        .unwrap()
        .choices()
        .iter()
        .filter(keeps)
        .count()
}

/// Returns the positions along the solution, the first included.
fn positions(puzzle: &Puzzle) -> impl Iterator<Item = Position> {
    let after = puzzle.line.iter().scan(*puzzle.position, |position, ply| {
        *position = position.after(ply.played);
        Some(*position)
    });
    std::iter::once(*puzzle.position).chain(after)
}

/// Whether a line has one optimal move at each turn of the winner, found by analyses alone.
fn line_is_unique(oracle: &Solution, puzzle: &Puzzle) -> bool {
    let positions = positions(puzzle);
    let own = |position: &Position| oracle.rules().chooser(position) == Side::Black;
    positions
        .take(puzzle.line.len())
        .filter(own)
        .all(|position| {
            let analysis = analyse(oracle, &position).unwrap();
            analysis
                .choices()
                .iter()
                .filter(|ranked| ranked.optimal)
                .count()
                == 1
        })
}

/// The reason is that of the same move among all moves of the position.
#[test]
fn solutions_are_explained_on_request() {
    let oracle = solved("44-ssss+4x4");
    let question = PuzzlesQuestion {
        limit: 5,
        why: true,
        ..PuzzlesQuestion::default()
    };
    for puzzle in all_puzzles(&oracle, question).unwrap() {
        let mut analysis = analyse(&oracle, &puzzle.position).unwrap();
        explain(&oracle, &mut analysis).unwrap();
        let best = &analysis.choices()[0];
        assert_eq!(best.best_move(), Some(puzzle.line[0].played));
        assert_eq!(puzzle.why, best.why.as_deref().cloned());
    }
    let unexplained = PuzzlesQuestion {
        why: false,
        ..question
    };
    let puzzles = all_puzzles(&oracle, unexplained).unwrap();
    assert!(puzzles.iter().all(|puzzle| puzzle.why.is_none()));
}

/// Checks every position of 4 x 4 boards separately.
#[test]
fn the_puzzles_are_all_there_are() {
    let plain = [
        (1, None),
        (3, None),
        (5, None),
        (0, None),
        (2, None),
        (201, None),
    ];
    // Squares of side 4, for 5 points, need a larger board.
    let points = [
        (1, None),
        (5, None),
        (5, Some(4)),
        (7, Some(3)),
        (3, Some(2)),
        (3, Some(5)),
    ];
    for (variant, phase, layers, asked) in [
        ("58-ssss+4x4", Slide, &[8][..], &plain[..]),
        ("58-ssss+4x4", Drop, &[0, 2, 4, 6], &[(5, None)]),
        ("58-pspp+4x4", Drop, &[2], &[(5, None)]),
        ("58-pppp+4x4", Drop, &[], &[(5, None)]),
        ("58-ssss+4x4+points", Slide, &[8], &points),
    ] {
        let oracle = solve(&rules(variant));
        let (board, group) = (oracle.rules().board(), oracle.rules().symmetries());
        for &(distance, score) in asked {
            let mut expected = BTreeSet::new();
            for &layer in layers {
                let index = LayerIndex::new(board, &group, layer);
                for slot in (0..index.slots()).filter(|&slot| index.is_canonical(slot)) {
                    let position = index.unrank(slot, Side::Black).unwrap();
                    let fits = oracle.value(&position).unwrap().is_some_and(|value| {
                        value.outcome == Outcome::Win(distance)
                            && score.is_none_or(|score: u8| value.score == i16::from(score))
                    });
                    if fits && netting(&oracle, &position) == 1 {
                        expected.insert((layer, slot));
                    }
                }
            }
            let asked = all(phase, distance, score);
            let found = all_puzzles(&oracle, asked).unwrap();
            let slots: BTreeSet<(usize, u64)> = found
                .iter()
                .map(|puzzle| (puzzle.position.layer(), puzzle.slot))
                .collect();
            let what = format!("{variant} {distance} {score:?}");
            assert_eq!((slots.len(), slots), (found.len(), expected), "{what}");
            assert!(
                found
                    .iter()
                    .all(|puzzle| puzzle.line.len() <= distance as usize)
            );
            if variant.starts_with("58-ssss") {
                let is_none = ![1, 3, 5, 7].contains(&distance) || score == Some(5);
                assert_eq!(found.is_empty(), is_none, "{what}");
            }
            if !variant.ends_with("points") {
                let asked = PuzzlesQuestion {
                    unique: true,
                    ..asked
                };
                let unique = all_puzzles(&oracle, asked).unwrap();
                let expected: Vec<Puzzle> = found
                    .into_iter()
                    .filter(|puzzle| line_is_unique(&oracle, puzzle))
                    .collect();
                assert_eq!(unique, expected, "{what}");
            }
        }
    }
}

/// Each has one move that nets the most, and its line scores that much: the last ply shows the
/// points.
#[test]
fn puzzles_with_numbered_pieces_score_what_they_promise() {
    let oracle = solve(&rules("44-ssss+4x4+pips"));
    for (phase, distance, score) in [
        (Slide, 1, Some(8)),
        (Slide, 5, Some(8)),
        (Slide, 7, Some(3)),
        (Drop, 5, None),
    ] {
        let found = all_puzzles(
            &oracle,
            PuzzlesQuestion {
                limit: 20,
                ..all(phase, distance, score)
            },
        )
        .unwrap();
        assert!(!found.is_empty(), "{phase:?} {distance} {score:?}");
        for puzzle in &found {
            let name = circle_form(&puzzle.position);
            assert_eq!(netting(&oracle, &puzzle.position), 1, "{name}");
            let value = oracle.value(&puzzle.position).unwrap().unwrap();
            assert_eq!(value.outcome, Outcome::Win(distance), "{name}");
            assert_eq!(puzzle.score, Some(value.score), "{name}");
            assert!(
                score.is_none_or(|score| i16::from(score) == value.score),
                "{name}"
            );
            assert!(puzzle.line.len() <= distance as usize, "{name}");
            let plies = puzzle.line.len();
            let before = positions(puzzle).nth(plies - 1).unwrap();
            let last = puzzle.line[plies - 1].played;
            let ended = oracle.rules().value_after(&before, last).unwrap();
            assert_eq!(ended.score, -value.score, "{name}");
        }
    }
}

#[test]
fn the_seed_makes_the_order_and_the_numbers_and_fewer_are_the_first_of_more() {
    let oracle = solve(&rules("44-ssss+4x4+pips"));
    let positions = |limit, seed| {
        let found = all_puzzles(
            &oracle,
            PuzzlesQuestion {
                limit,
                seed,
                ..all(Slide, 5, None)
            },
        )
        .unwrap();
        found
            .iter()
            .map(|puzzle| *puzzle.position)
            .collect::<Vec<Position>>()
    };
    let ten = positions(10, 1);
    assert_eq!(
        (positions(10, 1), &positions(3, 1)[..]),
        (ten.clone(), &ten[..3])
    );
    assert_ne!(positions(10, 2), ten);
    assert!(ten.iter().all(Position::is_numbered));
    let one_thread = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    assert_eq!(one_thread.install(|| positions(10, 1)), ten);
}

/// Some draws are reported as wins of Black or losses of Red. Following them to the win that never
/// comes once took for ever.
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
        let found = all_puzzles(
            &oracle,
            PuzzlesQuestion {
                unique,
                limit: 100,
                ..all(Slide, 5, None)
            },
        );
        assert!(
            matches!(found, Err(AnalysisError::Contradiction { .. })),
            "{found:?}"
        );
    }
}

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
        assert_eq!(
            threatens(&rules, &position(&rules, text), side),
            expected,
            "{text} {side}"
        );
    }
}

/// Each ply of a solution is among the best. Where the loser has several best plies and one
/// threatens, the loser plays a threat.
#[test]
fn the_loser_sets_a_threat_where_several_plies_are_as_slow() {
    let oracle = solved("44-ssss");
    let rules = oracle.rules();
    let question = PuzzlesQuestion {
        limit: 20,
        ..all(Slide, 9, None)
    };
    let (mut threats, mut aimless) = (0, 0);
    for puzzle in all_puzzles(&oracle, question).unwrap() {
        assert_eq!(puzzle.line.len(), 9);
        let mut position = *puzzle.position;
        for ply in &puzzle.line {
            let optimal: Vec<Position> = analyse(&oracle, &position)
                .unwrap()
                .choices()
                .iter()
                .filter(|ranked| ranked.optimal)
                .filter_map(|ranked| match ranked.choice {
                    teeko_analysis::Choice::Move(played) => Some(position.after(played)),
                    teeko_analysis::Choice::Pass => None,
                })
                .collect();
            let next = position.after(ply.played);
            assert!(optimal.contains(&next));
            if position.turn == Side::Red
                && optimal.iter().any(|next| threatens(rules, next, Side::Red))
            {
                assert!(
                    threatens(rules, &next, Side::Red),
                    "{}: {ply}",
                    puzzle.position.black
                );
                threats += usize::from(optimal.len() > 1);
                aimless += optimal
                    .iter()
                    .filter(|next| !threatens(rules, next, Side::Red))
                    .count();
            }
            position = next;
        }
    }
    assert!(
        threats > 0 && aimless > 0,
        "the test tests something: {threats} {aimless}"
    );
}

/// The number of positions that are still looked up shows how soon the search ends.
#[test]
fn a_search_ends_soon_after_its_observer_says_so() {
    let looked_up = AtomicU64::new(0);
    let counting = FunctionOracle::new(rules("44-ssss"), |_: &Position| {
        looked_up.fetch_add(1, Ordering::Relaxed);
        Some(Outcome::Draw)
    });
    let stop = |_| ControlFlow::Break(());
    let stopped = puzzles(&counting, &all(Slide, 5, None), u64::MAX, &stop);
    assert!(matches!(stopped, Err(AnalysisError::Stopped(_))));
    assert!((1..100_000).contains(&looked_up.into_inner()));
}
