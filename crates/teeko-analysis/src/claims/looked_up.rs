//! Figures that are found in single positions of a solution, in words.

use std::collections::BTreeMap;

use teeko_rules::notation::{Ply, parse_game};
use teeko_rules::work::to_the_end;
use teeko_rules::{Move, Oracle, Outcome, Position, Side, Wdl, count};

use crate::error::{AnalysisError, Answer};
use crate::probe::{best_moves, probe, values_of_moves};
use crate::words::list;
use crate::{Choice, StrategyError, analyse_after, drawing_strategies, winner};

/// The effort of the search for small strategies.
const EFFORT: u32 = 1;

/// Counts the second drops that hold a draw.
pub(super) fn second_drops(oracle: &dyn Oracle) -> Answer<String> {
    let mut holding = 0;
    let mut all = 0;
    let mut fewest = usize::MAX;
    for first in oracle.rules().moves(&Position::EMPTY) {
        let replies = values_of_moves(oracle, &Position::EMPTY.after(first))?;
        let held = replies
            .iter()
            .filter(|(_, value)| value.outcome.wdl() == Wdl::Draw)
            .count();
        holding += held;
        all += replies.len();
        fewest = fewest.min(held);
    }
    Ok(format!(
        "{holding} of {all} second drops hold, at least {fewest} after each first one"
    ))
}

/// Counts the positions of the smallest strategies found.
pub(super) fn strategies(oracle: &dyn Oracle) -> Answer<String> {
    match drawing_strategies(oracle, EFFORT, &to_the_end) {
        Ok(found) => {
            let black = count(found.len(Side::Black) as u64);
            let red = count(found.len(Side::Red) as u64);
            Ok(format!(
                "strategies of {black} positions for Black and {red} for Red, up to symmetry"
            ))
        }
        Err(StrategyError::Analysis(error)) => Err(error),
        Err(error) => Ok(error.to_string()),
    }
}

/// Finds the moves that complete a goal after each reply to a line, and the replies that admit
/// them.
pub(super) fn finishing_moves(
    oracle: &dyn Oracle,
    start: &Position,
    line: &[String],
) -> Answer<String> {
    let mut position = *start;
    for text in line {
        let played: Move = text.parse().expect("sound embedded data");
        position = position.after(played);
    }
    let replies = oracle.rules().moves(&position);
    let mut finishing: BTreeMap<Move, Vec<String>> = BTreeMap::new();
    for &reply in &replies {
        let (value, moves) = best_moves(oracle, &position.after(reply))?;
        if value.outcome == Outcome::Win(1) {
            for played in moves {
                finishing.entry(played).or_default().push(reply.to_string());
            }
        }
    }
    let mut sentences = Vec::new();
    for (played, after) in finishing {
        let after = if after.len() == replies.len() {
            format!("each of {} replies", after.len())
        } else {
            after.join(" ")
        };
        sentences.push(format!("{played} after {after}"));
    }
    Ok(list(sentences))
}

/// Finds the choices of a game that change its result.
pub(super) fn blunders(oracle: &dyn Oracle, game: &str) -> Answer<String> {
    let rules = oracle.rules();
    let record = parse_game(rules, Position::EMPTY, game).expect("sound embedded data");
    let mut blunders = Vec::new();
    for (number, (position, ply)) in (1..).zip(record.positions().zip(&record.plies)) {
        let mut before = probe(oracle, &position)?;
        for (chooser, choice, after) in choices_of_ply(oracle, &position, *ply)? {
            if before.wdl() != after.wdl() {
                let before = result(&position, before);
                let after = result(&position, after);
                blunders.push(format!(
                    "{chooser}'s {choice} on ply {number}: {before} becomes {after}"
                ));
            }
            before = after;
        }
    }
    Ok(list(blunders))
}

/// Returns the choices of a ply: who made each, what it was, and the outcome that it leads to, for
/// the side to move in the position before. A pass is a choice of its own.
fn choices_of_ply(
    oracle: &dyn Oracle,
    position: &Position,
    ply: Ply,
) -> Answer<Vec<(Side, String, Outcome)>> {
    let mut choices = Vec::new();
    let mut chooser = oracle.rules().chooser(position);
    if ply.passed {
        let passed = analyse_after(oracle, position, Choice::Pass)?;
        choices.push((chooser, "pass".to_owned(), passed.value.outcome));
        chooser = position.turn;
    }
    let values = values_of_moves(oracle, position)?;
    let value = values.iter().find(|&&(played, _)| played == ply.played);
    let (_, value) = value.ok_or(AnalysisError::Unknown(*position))?;
    choices.push((chooser, ply.played.to_string(), value.outcome));
    Ok(choices)
}

/// Names the result of an outcome: `Black's win in 12 plies`, `a draw`.
fn result(position: &Position, outcome: Outcome) -> String {
    match winner(position, outcome) {
        Some(winner) => {
            let plies = outcome.distance().unwrap_or(0);
            format!("{winner}'s win in {plies} plies")
        }
        None => "a draw".to_owned(),
    }
}
