//! Lines of games for points, checked against the rules and the value of each position. (The
//! choices are compared in `tests/contract_values.rs`, the values in `tests/games_for_points.rs`.)

use std::sync::LazyLock;

use teeko_analysis::best_line;

use teeko_rules::notation::GameRecord;
use teeko_rules::{Oracle, Position, Side, Value};
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

fn of_side(side: Side, position: &Position, score: i16) -> i16 {
    if side == position.turn { score } else { -score }
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
            let Some(plies) = line.value.outcome.distance() else {
                continue;
            };
            let record = GameRecord {
                start,
                plies: line.plies.clone(),
            };
            let (before, last) = record.positions().zip(&record.plies).last().unwrap();
            let ended = rules
                .value_after(&before, last.played)
                .unwrap_or(Value::DRAW);
            let score = of_side(start.turn, &line.end(), ended.score);
            assert_eq!(score.signum(), line.value.score.signum(), "{start:?}");
            assert!(
                score.abs() >= line.value.score.abs(),
                "{start:?}: {score}, {line:?}"
            );
            assert!(line.plies.len() as u32 <= plies, "{start:?}: {line:?}");
            scored += 1;
            shorter += usize::from((line.plies.len() as u32) < plies);
        }
        assert!(scored > 50, "{scored} lines score");
    }
    assert!(shorter > 0, "no line ends sooner than its distance says");
}
