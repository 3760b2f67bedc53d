//! Ranked choices, lines and reviews of games for points, checked against the rules and the value
//! of each position.

use std::sync::LazyLock;

use teeko_analysis::{Analysis, Choice, analyse, best_line, review};
use teeko_rules::notation::{GameRecord, Ply};
use teeko_rules::{Move, Oracle, PIECES, Position, Rules, Scoring, Side, Value};
use teeko_solve::{ScoredSolution, solve_scored};
use teeko_testing::{Random, rules};

/// Games with prices, with numbered pieces that the mover chooses for a pointed circle, and with
/// passes.
static GAMES: LazyLock<Vec<ScoredSolution>> = LazyLock::new(|| {
    [
        "58-psps+4x4+points",
        "37e-ssss+4x4+teleport+points",
        "44-spsp+4x4+pips",
        "44-pppp+4x4+pass+pips",
    ]
    .map(|variant| solve_scored(&rules(variant)))
    .into()
});

fn value(game: &ScoredSolution, position: &Position) -> Value {
    game.value(position).unwrap().unwrap()
}

/// Returns the value of a move for the side that makes it: by the rules if it ends the game, else
/// that of the position after it.
fn worth(game: &ScoredSolution, position: &Position, played: Move) -> Value {
    let ended = game.rules().value_after(position, played);
    ended.unwrap_or_else(|| value(game, &position.after(played))).of_move()
}

/// Returns the value of the best choice for the side that chooses; `None` without a legal slide.
/// Where the other side points, the mover still chooses the piece; after a pass the mover has all
/// choices.
fn best_choice(game: &ScoredSolution, position: &Position) -> Option<Value> {
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

/// Checks the order of choices, their marks, and the pieces named with circles that the other side
/// points at.
fn assert_ranked(game: &ScoredSolution, analysis: &Analysis) {
    let (rules, position) = (game.rules(), &analysis.position);
    let seen =
        |value: Value| if analysis.chooser == position.turn { value } else { value.reversed() };
    assert!(analysis.choices.is_sorted_by(|a, b| seen(a.value) >= seen(b.value)), "{analysis:?}");
    let best = analysis.choices.first().map(|best| best.value);
    for ranked in &analysis.choices {
        let expected = match ranked.choice {
            Choice::Move(Move::Drop(circle)) => {
                let values =
                    rules.drops_on(position, circle).map(|played| worth(game, position, played));
                assert_eq!(ranked.piece.is_some(), rules.scoring() == Scoring::Pips);
                values.max().unwrap()
            }
            Choice::Move(played) => worth(game, position, played),
            Choice::Pass => rules
                .moves(position)
                .into_iter()
                .map(|played| worth(game, position, played))
                .max()
                .unwrap(),
        };
        assert_eq!(ranked.value, expected, "{position:?} {}", ranked.choice);
        if let Some(played) = ranked.best_move() {
            assert_eq!(worth(game, position, played), expected, "{position:?} {played}");
        }
        assert_eq!(ranked.optimal, Some(expected) == best);
        assert_eq!(ranked.keeps_score, expected.score == analysis.value.score);
        assert_eq!(ranked.keeps_outcome, expected.outcome.wdl() == analysis.value.outcome.wdl());
    }
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
                assert_eq!(analysis.value, found);
                assert_eq!(
                    analysis.choices.first().map(|best| best.value),
                    Some(best),
                    "{position:?}"
                );
                assert_ranked(game, &analysis);
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
    let mut record = GameRecord { start: Position::EMPTY, plies: Vec::new() };
    for _ in 0..40 {
        let position = record.end();
        let moves = rules.moves(&position);
        if moves.is_empty() {
            break;
        }
        let may_pass = rules.pass_rule() && position.layer() < 2 * PIECES;
        let passed = may_pass && random.below(3) == 0;
        record.plies.push(Ply { played: moves[random.below(moves.len())], passed });
    }
    record
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
            let review = review(game, &record).unwrap();
            let mut score = value(game, &Position::EMPTY).score;
            for decision in &review.decisions {
                let position = &decision.position;
                let [before, after] = [decision.before, decision.after]
                    .map(|at| of_side(Side::Black, position, at.score));
                assert_eq!(before, score, "{decision:?}");
                let given = decision.points_given_away();
                let to_black = if decision.chooser == Side::Black { -given } else { given };
                assert!(given >= 0 && after - before == to_black, "{decision:?}");
                assert_eq!(decision.changed_result(), given > 0, "{decision:?}");
                assert_eq!(
                    decision.better.is_empty(),
                    decision.judgement == teeko_analysis::Judgement::Best
                );
                // Best play after the choice keeps what is left; after a pass or a pointed circle
                // the mover chooses.
                if let Some(line) = &decision.refutation {
                    let is_mover_next = match decision.choice {
                        Choice::Pass => true,
                        Choice::Move(Move::Drop(_)) => rules.scoring() == Scoring::Pips,
                        Choice::Move(_) => false,
                    };
                    let left = if is_mover_next { line.value } else { line.value.of_move() };
                    assert_eq!(left, decision.after, "{decision:?}");
                }
                changes += usize::from(given > 0);
                score = after;
            }
            assert_eq!(of_side(Side::Black, &review.end, review.value.score), score, "{record:?}");
            assert_eq!(
                review.decisions.last().map(|decision| decision.ply),
                Some(record.plies.len())
            );
        }
        assert!(changes > 60, "{changes} choices gave points away");
    }
}
