//! Lines of games for points, checked against the rules and the value of each position. (The
//! choices are compared in `tests/contract_values.rs`, the values in `tests/games_for_points.rs`.)

use std::collections::BTreeSet;
use std::sync::LazyLock;

use teeko_analysis::{Threat, analyse, best_line, explain};

use teeko_rules::notation::GameRecord;
use teeko_rules::{Oracle, Outcome, Position, Side, Status, Value};
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
            // Its bound may be smaller than that of the position.
            assert!(analyse(game, &start).unwrap().choices()[0].optimal);
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

/// Returns the plies and the points of the win of the side to move, if it has one.
fn win(game: &Solution, position: &Position) -> Option<(u32, Option<u8>)> {
    match value(game, position) {
        Value {
            score,
            outcome: Outcome::Win(plies),
        } => Some((plies, Some(score as u8))),
        _ => None,
    }
}

fn with_turn(position: &Position, turn: Side) -> Position {
    Position { turn, ..*position }
}

/// Returns the plies and the points of a threat, after a check that its first ply scores them as
/// fast as any.
fn checked(game: &Solution, at: &Position, threat: Option<&Threat>) -> Option<(u32, Option<u8>)> {
    let threat = threat?;
    let of_move = |played| {
        let after = game.rules().value_after(at, played);
        after
            .unwrap_or_else(|| value(game, &at.after(played)))
            .of_move()
    };
    let found = of_move(threat.by.expect("a ply"));
    let best = game.rules().moves(at).into_iter().map(of_move).max();
    assert_eq!(Some(found), best, "{at:?}");
    assert_eq!(found.score, i16::from(threat.points.unwrap()), "{at:?}");
    Some((threat.plies, threat.points))
}

/// In the slide phase: what a side threatens, meets and allows is what it, or the other side, scores
/// after a pass, or has.
#[test]
fn threats_score_what_the_side_scores_after_a_pass() {
    let mut scores = BTreeSet::new();
    for game in &GAMES[..4] {
        let mut random = Random::new(12);
        for _ in 0..200 {
            let start = random.open_position(game.rules(), 8);
            let mut analysis = analyse(game, &start).unwrap();
            explain(game, &mut analysis).unwrap();
            assert!(analysis.choices().iter().all(|ranked| ranked.optimal == (*ranked.value == *analysis.choices()[0].value)));
            let passed = with_turn(&start, start.turn.other());
            for ranked in analysis.choices() {
                let next = *ranked.position;
                let why = ranked.why.as_deref().unwrap();
                if game.rules().status(&next) != Status::Open {
                    let goals = why.completes.iter().map(|goal| goal.points.unwrap());
                    assert_eq!(goals.max().unwrap_or(0), ranked.value.score.max(0) as u8);
                    continue;
                }
                let of_start = with_turn(&next, start.turn);
                assert_eq!(
                    checked(game, &of_start, why.threatens.as_ref()),
                    win(game, &of_start)
                );
                assert_eq!(checked(game, &next, why.allows.as_ref()), win(game, &next));
                let before = win(game, &passed);
                let is_met = value(game, &next) < value(game, &passed);
                let met = before.filter(|_| is_met);
                assert_eq!(checked(game, &passed, why.meets.as_ref()), met);
                assert_eq!(why.is_unmet, before.is_some() && !is_met);
                scores.extend(before);
            }
        }
    }
    assert!(scores.len() > 20, "{scores:?}");
}
