//! Differences in points between two rule sets.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::order::{ShuffledOrder, number_pieces};
use teeko_analysis::probe::{best_moves, probe_value};
use teeko_analysis::{AnalysisError, Answer, first_drops};
use teeko_index::{LayerIndex, parallel};
use teeko_rules::notation::RowsForm;
use teeko_rules::{Move, Oracle, PIECES, Position, Side};

use super::common_symmetries;
use crate::answers::{FirstDropEntry, OutcomeFields};

/// The number of slide-phase positions that are searched for another best move: a shuffled sample,
/// the same every time.
pub const POSITIONS_LOOKED_AT: u64 = 20_000;

const SEED: u64 = 1;

/// The values of two variants in points, and the positions with another best move. Values of a
/// variant that is not for points have no score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffPoints {
    /// The values of the game for Black.
    pub values: [OutcomeFields; 2],
    /// Black's first drops, in the order of the circles.
    pub first_drops: Vec<DiffDropValues>,
    /// The positions with other best moves, in a sample of the slide phase.
    pub best_moves: DiffBestMoves,
}

/// The value of a first drop in points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffDropValues {
    /// The circle.
    #[serde(rename = "move")]
    pub played: Move,
    /// The values for Black.
    pub values: [OutcomeFields; 2],
}

/// Positions of a shuffled sample of the slide phase that are open in both variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffBestMoves {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions in which no move is best in both variants.
    pub changed: u64,
    /// Some of the changed positions.
    pub examples: Vec<DiffBestMove>,
}

/// A position in which no move is best in both variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffBestMove {
    /// The position, with the pips of the pieces if one of the variants numbers them.
    pub position: RowsForm,
    /// The values for the side to move.
    pub values: [OutcomeFields; 2],
    /// The best moves.
    pub best: [Vec<Move>; 2],
}

/// Compares two rule sets, at least one of them for points, and keeps up to `examples` positions.
pub(super) fn points(oracles: [&dyn Oracle; 2], examples: usize) -> Answer<DiffPoints> {
    let rules = oracles.map(Oracle::rules);
    let board = rules[0].board();
    let index = LayerIndex::new(board, &common_symmetries(rules), 2 * PIECES);
    let value = |of: usize, position: &Position| {
        let value = probe_value(oracles[of], position)?;
        Ok::<_, AnalysisError>(OutcomeFields::of_value(rules[of].scoring(), Some(value)))
    };
    let values =
        |[one, other]: [&Position; 2]| Ok::<_, AnalysisError>([value(0, one)?, value(1, other)?]);
    let order = ShuffledOrder::new(index.slots(), SEED);
    let look = |place| {
        let slot = order.at(place);
        let Some(position) = index.unrank(slot, Side::Black) else {
            return Ok(None);
        };
        let positions = rules.map(|rules| number_pieces(rules, &position, SEED, slot));
        let (_, one) = best_moves(oracles[0], &positions[0])?;
        let (_, other) = best_moves(oracles[1], &positions[1])?;
        if one.is_empty() || other.is_empty() {
            return Ok(None);
        }
        let is_changed = !one.iter().any(|played| other.contains(played));
        let position = if positions[1].is_numbered() {
            positions[1]
        } else {
            positions[0]
        };
        // The distance of a position may be longer than that of its best moves.
        let values = values([&positions[0], &positions[1]])?;
        let position = RowsForm { board, position };
        let changed = DiffBestMove {
            position,
            values,
            best: [one, other],
        };
        Ok::<_, AnalysisError>(Some(is_changed.then_some(changed)))
    };
    let looked_at = parallel::try_map(0..index.slots().min(POSITIONS_LOOKED_AT), look)?;
    let looked_at: Vec<Option<DiffBestMove>> = looked_at.into_iter().flatten().collect();
    let changed = looked_at.iter().flatten();
    let drops = first_drops(oracles[0])?
        .into_iter()
        .zip(first_drops(oracles[1])?);
    let drop = |(one, other): (FirstDropEntry, FirstDropEntry)| DiffDropValues {
        played: one.played,
        values: [one.worth, other.worth],
    };
    Ok(DiffPoints {
        values: values([&Position::EMPTY; 2])?,
        first_drops: drops.map(drop).collect(),
        best_moves: DiffBestMoves {
            positions: looked_at.len() as u64,
            changed: changed.clone().count() as u64,
            examples: changed.take(examples).cloned().collect(),
        },
    })
}

#[cfg(test)]
mod tests {
    use teeko_analysis::{Choice, analyse};
    use teeko_solve::solve;
    use teeko_testing::{rules, solved};

    use super::*;

    fn optimal(oracle: &dyn Oracle, position: &Position) -> Vec<Move> {
        let of_choice = |choice| match choice {
            Choice::Move(played) => Some(played),
            Choice::Pass => None,
        };
        let analysis = analyse(oracle, position).unwrap();
        let mut best: Vec<Move> = analysis
            .choices()
            .iter()
            .filter(|ranked| ranked.optimal)
            .filter_map(|ranked| of_choice(ranked.choice))
            .collect();
        best.sort_unstable();
        best
    }

    /// The best moves of the examples are those that an analysis of each rule set finds, and the
    /// two sets have no move in common.
    #[test]
    fn the_best_moves_are_those_of_each_game() {
        for variant in ["58-ssss+4x4+points", "58-ssss+4x4+pips"] {
            let (plain, scored) = (solved("58-ssss+4x4"), solve(&rules(variant)));
            let found = points([&plain, &scored], 20).unwrap();
            let DiffBestMoves {
                positions,
                changed,
                examples,
            } = &found.best_moves;
            assert_eq!(examples.len(), 20);
            assert!(*changed >= 20 && changed < positions && *positions <= POSITIONS_LOOKED_AT);
            for DiffBestMove {
                position,
                values,
                best,
            } in examples
            {
                let values = values.map(|value| *value);
                let bare = position.without_pips();
                assert_eq!(best, &[optimal(&plain, &bare), optimal(&scored, position)]);
                assert!(!best[0].iter().any(|played| best[1].contains(played)));
                let outcomes = values.map(|value| value.outcome);
                assert_eq!(outcomes[0], plain.outcome(&bare).unwrap());
                assert_eq!(outcomes[0].wdl(), outcomes[1].wdl());
                assert!(values[0].score.abs() == 1 && values[1].score.abs() >= 1);
            }
            assert_eq!(
                found.values.map(|value| value.outcome.wdl()),
                [plain.game_value().wdl(); 2]
            );
            let fewer = points([&plain, &scored], 3).unwrap().best_moves;
            assert_eq!(
                (&fewer.examples[..], &fewer.changed),
                (&examples[..3], changed)
            );
        }
    }
}
