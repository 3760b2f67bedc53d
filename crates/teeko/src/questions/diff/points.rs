//! Differences in points between two rule sets.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::order::{ShuffledOrder, number_pieces};
use teeko_analysis::probe::{best_moves, probe_value};
use teeko_analysis::{Answer, first_drops};
use teeko_index::{LayerIndex, parallel};
use teeko_rules::notation::RowsForm;
use teeko_rules::{Move, Oracle, PIECES, Position, Side};

use super::symmetries::common_symmetries;
use crate::answers::OutcomeFields;

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
    Ok(DiffPoints {
        values: values(oracles, [&Position::EMPTY; 2])?,
        first_drops: first_drop_values(oracles)?,
        best_moves: other_best_moves(oracles, examples)?,
    })
}

/// Returns the values of a position, numbered for each of the rule sets.
fn values(oracles: [&dyn Oracle; 2], positions: [&Position; 2]) -> Answer<[OutcomeFields; 2]> {
    Ok([
        value(oracles[0], positions[0])?,
        value(oracles[1], positions[1])?,
    ])
}

fn value(oracle: &dyn Oracle, position: &Position) -> Answer<OutcomeFields> {
    let value = probe_value(oracle, position)?;
    let scoring = oracle.rules().scoring();
    Ok(OutcomeFields::of_value(scoring, Some(value)))
}

/// Compares the values of Black's first drops.
fn first_drop_values(oracles: [&dyn Oracle; 2]) -> Answer<Vec<DiffDropValues>> {
    let others = first_drops(oracles[1])?;
    let mut drops = Vec::new();
    for (one, other) in first_drops(oracles[0])?.into_iter().zip(others) {
        drops.push(DiffDropValues {
            played: one.played,
            values: [one.worth, other.worth],
        });
    }
    Ok(drops)
}

/// Compares the best moves in a sample of the slide phase, and keeps up to `examples` positions.
fn other_best_moves(oracles: [&dyn Oracle; 2], examples: usize) -> Answer<DiffBestMoves> {
    let rules = oracles.map(Oracle::rules);
    let index = LayerIndex::new(rules[0].board(), &common_symmetries(rules), 2 * PIECES);
    let order = ShuffledOrder::new(index.slots(), SEED);
    let sample = 0..index.slots().min(POSITIONS_LOOKED_AT);
    let compared = parallel::try_map(sample, |place| {
        let slot = order.at(place);
        match index.unrank(slot, Side::Black) {
            Some(position) => compare_best_moves(oracles, &position, slot),
            None => Ok(BestMoves::None),
        }
    })?;
    let mut found = DiffBestMoves {
        positions: 0,
        changed: 0,
        examples: Vec::new(),
    };
    for best in compared {
        found.add(best, examples);
    }
    Ok(found)
}

/// The best moves in a position under two rule sets.
enum BestMoves {
    /// The slot is no position, or the position is over in one of the rule sets.
    None,
    /// A move is best in both.
    Common,
    /// No move is.
    Changed(DiffBestMove),
}

impl DiffBestMoves {
    fn add(&mut self, best: BestMoves, examples: usize) {
        if matches!(best, BestMoves::None) {
            return;
        }
        self.positions += 1;
        if let BestMoves::Changed(position) = best {
            self.changed += 1;
            if self.examples.len() < examples {
                self.examples.push(position);
            }
        }
    }
}

/// Compares the best moves in the position of a slot.
fn compare_best_moves(
    oracles: [&dyn Oracle; 2],
    position: &Position,
    slot: u64,
) -> Answer<BestMoves> {
    let rules = oracles.map(Oracle::rules);
    let positions = rules.map(|rules| number_pieces(rules, position, SEED, slot));
    let (_, one) = best_moves(oracles[0], &positions[0])?;
    let (_, other) = best_moves(oracles[1], &positions[1])?;
    if one.is_empty() || other.is_empty() {
        return Ok(BestMoves::None);
    }
    if one.iter().any(|played| other.contains(played)) {
        return Ok(BestMoves::Common);
    }
    let numbered = usize::from(positions[1].is_numbered());
    Ok(BestMoves::Changed(DiffBestMove {
        position: RowsForm {
            board: rules[0].board(),
            position: positions[numbered],
        },
        // The distance of a position may be longer than that of its best moves.
        values: values(oracles, [&positions[0], &positions[1]])?,
        best: [one, other],
    }))
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
