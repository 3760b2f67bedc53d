//! Ranked choices, lines and reviews of games for points, checked against the rules and the value
//! of each position.

use std::sync::LazyLock;

use teeko_analysis::{Choice, analyse, best_line, review};
use teeko_rules::notation::{GameRecord, Ply};
use teeko_rules::{Move, Oracle, PIECES, Position, Rules, Scoring, Side, Value};
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
                let first = analysis.choices.first().map(|best| best.value);
                assert_eq!((analysis.value, first), (found, Some(best)), "{position:?}");
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
            assert_eq!(line.value, value(game, &start));
            let Some(plies) = line.value.outcome.distance() else { continue };
            let record = GameRecord { start, plies: line.plies.clone() };
            let (before, last) = record.positions().zip(&record.plies).last().unwrap();
            let ended = rules.value_after(&before, last.played).unwrap_or(Value::DRAW);
            let score = of_side(start.turn, &line.end, ended.score);
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

/// Returns a game of random choices from the empty board, in which the other side sometimes passes
/// where it may.
fn random_game(rules: &Rules, random: &mut Random) -> GameRecord {
    let moves = random.game(rules, 40);
    let mut may_pass = |number| rules.pass_rule() && number < 2 * PIECES && random.below(3) == 0;
    let ply = |(number, played)| Ply { played, passed: may_pass(number) };
    GameRecord { start: Position::EMPTY, plies: moves.into_iter().enumerate().map(ply).collect() }
}

/// Each choice starts with what the one before has left. So Black's final score is the value of the
/// game less what both sides have given away.
#[test]
fn points_given_away_add_up() {
    for game in GAMES.iter() {
        let mut random = Random::new(13);
        let rules = game.rules();
        let mut changes = 0;
        for _ in 0..60 {
            let record = random_game(rules, &mut random);
            let (choices, end) = review(game, &record).unwrap();
            let mut score = value(game, &Position::EMPTY).score;
            for choice in &choices {
                let position = &choice.position;
                let [before, after] = [choice.before, choice.after]
                    .map(|at| of_side(Side::Black, position, at.value_or_draw().score));
                assert_eq!(before, score, "{choice:?}");
                let given = if choice.chooser == Side::Black { -1 } else { 1 } * (after - before);
                let of_points = rules.scoring().is_for_points().then_some(given);
                assert!(given >= 0 && choice.points_given_away == of_points, "{choice:?}");
                assert_eq!(choice.changed_result(), given > 0, "{choice:?}");
                assert_eq!(choice.better.is_empty(), choice.optimal);
                // Best play after the choice keeps what is left; after a pass or a pointed circle
                // the mover chooses.
                if let Some(first) = choice.refutation.as_ref().and_then(|line| line.first()) {
                    let start = match choice.choice {
                        Choice::Pass => **position,
                        Choice::Move(Move::Drop(_)) if rules.scoring() == Scoring::Pips => {
                            **position
                        }
                        Choice::Move(played) => position.after(played),
                    };
                    let left = worth(game, &start, first.played).score;
                    assert_eq!(of_side(Side::Black, &start, left), after, "{choice:?}");
                }
                changes += usize::from(given > 0);
                score = after;
            }
            assert_eq!(of_side(Side::Black, &record.end(), end.score), score, "{record:?}");
            assert_eq!(choices.last().map(|choice| choice.ply), Some(record.plies.len()));
        }
        assert!(changes > 60, "{changes} choices gave points away");
    }
}
