//! Looking up the values of positions and of moves.

use teeko_rules::{Move, Oracle, Outcome, Position, Value};

use crate::error::{AnalysisError, Answer};

/// Returns the value of a position that the oracle must know.
pub fn probe_value(oracle: &dyn Oracle, position: &Position) -> Answer<Value> {
    oracle
        .value(position)?
        .ok_or(AnalysisError::Unknown(*position))
}

/// Returns the value of a move for the side that makes it.
pub fn probe_move(oracle: &dyn Oracle, position: &Position, played: Move) -> Answer<Value> {
    let rules = oracle.rules();
    let ended = if rules.scoring().is_for_points() {
        rules.value_after(position, played)
    } else {
        None
    };
    let after = match ended {
        Some(ended) => ended,
        None => probe_value(oracle, &position.after(played))?,
    };
    Ok(after.of_move())
}

/// Returns the outcome of a position that the oracle must know.
pub fn probe(oracle: &dyn Oracle, position: &Position) -> Answer<Outcome> {
    oracle
        .outcome(position)?
        .ok_or(AnalysisError::Unknown(*position))
}

/// Returns the moves of a position, each with its value for the side that makes it.
pub fn values_of_moves(oracle: &dyn Oracle, position: &Position) -> Answer<Vec<(Move, Value)>> {
    let moves = oracle.rules().moves(position);
    let mut values = Vec::with_capacity(moves.len());
    for played in moves {
        values.push((played, probe_move(oracle, position, played)?));
    }
    Ok(values)
}

/// Returns the best value that the side that chooses can get by a move, for the side to move, and
/// the moves that get it, in the order of [`Rules::moves`](teeko_rules::Rules::moves). Without a
/// move it is a draw.
pub fn best_moves(oracle: &dyn Oracle, position: &Position) -> Answer<(Value, Vec<Move>)> {
    let moves = values_of_moves(oracle, position)?;
    let values = moves.iter().map(|&(_, value)| value);
    let best = if oracle.rules().chooser(position) == position.turn {
        values.max()
    } else {
        values.min()
    };
    let best = best.unwrap_or(Value::DRAW);
    let mut best_moves = Vec::new();
    for (played, value) in moves {
        if value == best {
            best_moves.push(played);
        }
    }
    Ok((best, best_moves))
}
