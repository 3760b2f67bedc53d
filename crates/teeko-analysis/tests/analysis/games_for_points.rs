//! Ranked choices and lines of games for points, checked against the rules and the value
//! of each position.

use std::sync::LazyLock;

use teeko_analysis::{analyse, best_line};

use teeko_rules::notation::GameRecord;
use teeko_rules::{Move, Oracle, Position, Side, Value};
use teeko_solve::{Solution, solve};
use teeko_testing::{Random, rules};

/// Games with prices, with numbered pieces that the mover chooses for a pointed circle, with
/// passes, and one that is not for points.
static GAMES: LazyLock<Vec<Solution>> = LazyLock::new(|| {
    [
        "58-psps+4x4+points",
        "37e-ssss+4x4+teleport+points",
        "44-spsp+4x4+pips",
        "44-pppp+4x4+pass+pips",
        "44-pppp+4x4+pass",
    ]
    .map(|variant| solve(&rules(variant)))
    .into()
});

fn value(game: &Solution, position: &Position) -> Value {
    game.value(position).unwrap().unwrap()
}

/// Returns the value of a move for the side that makes it: by the rules if it ends the game, else
/// that of the position after it.
fn worth(game: &Solution, position: &Position, played: Move) -> Value {
    let ended = game.rules().value_after(position, played);
    ended.unwrap_or_else(|| value(game, &position.after(played))).of_move()
}

/// Returns the value of the best choice for the side that chooses; `None` without a legal slide.
/// Where the other side points, the mover still chooses the piece; after a pass the mover has all
/// choices.
fn best_choice(game: &Solution, position: &Position) -> Option<Value> {
    let rules = game.rules();
    if rules.chooser(position) == position.turn {
        return rules.moves(position).into_iter().map(|played| worth(game, position, played)).max();
    }
    let of_circle =
        |circle| rules.drops_on(position, circle).map(|played| worth(game, position, played)).max();
    rules.drops(position).into_iter().filter_map(of_circle).min()
}

fn of_side(side: Side, position: &Position, score: i16) -> i16 {
    if side == position.turn { score } else { -score }
}

/// The side that scores takes no longer than it must, so where it chooses, a position has the value
/// of its best choice to the ply. The side that is beaten gives away no more points than it must,
/// which may end the game sooner.
#[test]
fn every_position_has_the_score_of_its_best_choice() {
    let mut sooner = 0;
    for game in GAMES.iter() {
        let mut random = Random::new(7);
        let rules = game.rules();
        for number in 0..12_000 {
            let position = random.open_position(rules, number % 9);
            let (found, best) = (value(game, &position), best_choice(game, &position));
            let Some(best) = best else {
                assert_eq!(found, Value::DRAW, "{position:?}");
                continue;
            };
            assert_eq!(found.score, best.score, "{position:?}");
            let mover_scores = rules.chooser(&position) == position.turn && found.score > 0;
            if mover_scores || found.score == 0 {
                assert_eq!(found, best, "{position:?}");
            }
            assert!(
                found.outcome.distance() >= best.outcome.distance(),
                "{position:?}: {found:?}, {best:?}"
            );
            sooner += usize::from(found != best);
            if number < 1_500 {
                let analysis = analyse(game, &position).unwrap();
                let first = analysis.choices().first().map(|best| *best.value);
                assert_eq!((*analysis.value, first), (found, Some(best)), "{position:?}");
            }
        }
    }
    assert!(sooner > 0, "no side is beaten sooner for keeping points");
}

/// The last ply completes a goal of the side that scores. The goal is worth the promised points or
/// more, and comes within the promised plies.
#[test]
fn lines_end_with_the_points_they_promise() {
    let mut shorter = 0;
    for game in GAMES.iter() {
        let mut random = Random::new(11);
        let rules = game.rules();
        let mut scored = 0;
        for number in 0..1_200 {
            let start = random.open_position(rules, number % 9);
            let line = best_line(game, &start, 5).unwrap();
            assert_eq!(*line.value, value(game, &start));
            let Some(plies) = line.value.outcome.distance() else { continue };
            let record = GameRecord { start, plies: line.plies.clone() };
            let (before, last) = record.positions().zip(&record.plies).last().unwrap();
            let ended = rules.value_after(&before, last.played).unwrap_or(Value::DRAW);
            let score = of_side(start.turn, &line.end(), ended.score);
            assert_eq!(score.signum(), line.value.score.signum(), "{start:?}");
            assert!(score.abs() >= line.value.score.abs(), "{start:?}: {score}, {line:?}");
            assert!(line.plies.len() as u32 <= plies, "{start:?}: {line:?}");
            scored += 1;
            shorter += usize::from((line.plies.len() as u32) < plies);
        }
        assert!(scored > 50, "{scored} lines score");
    }
    assert!(shorter > 0, "no line is over sooner than its distance says");
}
