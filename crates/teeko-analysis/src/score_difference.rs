//! What points change: values, first drops, and the positions whose best moves differ.

use teeko_index::{LayerIndex, parallel};
use teeko_rules::{Circle, Move, Oracle, PIECES, Position, Side, Value};

use crate::difference::common_symmetries;
use crate::error::{AnalysisError, Answer};
use crate::first_drops;
use crate::numbering::numbered;
use crate::order::ShuffledOrder;
use crate::probe::{probe_value, values_of_moves};

/// The number of slide-phase positions that are searched for another best move: a shuffled sample,
/// the same every time.
pub const POSITIONS_LOOKED_AT: u64 = 20_000;

/// The seed of the sample.
const SEED: u64 = 1;

/// Compares two rule sets on one board, at least one of them for points, in points. Pairs are in
/// the order of the rule sets. In a game that is not for points a win counts as 1 point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreDifference {
    /// The value of the empty board for Black.
    pub values: [Value; 2],
    /// Black's first drops in the order of the circles with their values for Black; `None` where a
    /// drop is banned. Where pieces have numbers, the value is that of the best piece.
    pub first_drops: Vec<(Circle, [Option<Value>; 2])>,
    /// The positions of the sample that are not finished and have a legal slide, under both rule
    /// sets.
    pub open: u64,
    /// Those of `open` in which no move is best under both rule sets.
    pub changed: u64,
    /// The first of these positions, in the order of the sample.
    pub examples: Vec<OtherBestMove>,
}

/// A slide-phase position in which no move is best under both rule sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherBestMove {
    /// The position, Black to move; its pieces have numbers if one of the rule sets needs them.
    pub position: Position,
    /// Its values for Black.
    pub values: [Value; 2],
    /// The best moves under each rule set, by points first, then plies; ascending.
    pub best: [Vec<Move>; 2],
}

/// Compares two rule sets on one board in points, and keeps up to `examples` positions.
///
/// # Panics
/// If the boards differ.
pub fn score_difference(
    first: &dyn Oracle,
    second: &dyn Oracle,
    examples: usize,
) -> Answer<ScoreDifference> {
    let rules = [first.rules(), second.rules()];
    assert_eq!(rules[0].board(), rules[1].board(), "the boards of the rule sets");
    let index = LayerIndex::new(rules[0].board(), &common_symmetries(rules), 2 * PIECES);
    let order = ShuffledOrder::new(index.slots(), SEED);
    let look = |place| {
        let slot = order.at(place);
        let Some(position) = index.unrank(slot, Side::Black) else { return Ok(None) };
        let positions = rules.map(|rules| numbered(rules, &position, SEED, slot));
        let (Some(one), Some(other)) =
            (best_moves(first, &positions[0])?, best_moves(second, &positions[1])?)
        else {
            return Ok(None);
        };
        let is_changed = !one.1.iter().any(|played| other.1.contains(played));
        let position = if positions[1].is_numbered() { positions[1] } else { positions[0] };
        let changed = OtherBestMove { position, values: [one.0, other.0], best: [one.1, other.1] };
        Ok::<_, AnalysisError>(Some(is_changed.then_some(changed)))
    };
    let looked_at = parallel::try_map(0..index.slots().min(POSITIONS_LOOKED_AT), look)?;
    let looked_at: Vec<Option<OtherBestMove>> = looked_at.into_iter().flatten().collect();
    let changed = looked_at.iter().flatten();
    let drops = first_drops(first)?.into_iter().zip(first_drops(second)?);
    Ok(ScoreDifference {
        values: [probe_value(first, &Position::EMPTY)?, probe_value(second, &Position::EMPTY)?],
        first_drops: drops.map(|((circle, one), (_, other))| (circle, [one, other])).collect(),
        open: looked_at.len() as u64,
        changed: changed.clone().count() as u64,
        examples: changed.take(examples).cloned().collect(),
    })
}

/// Returns the value and the best moves of a slide-phase position; `None` if it has no moves.
fn best_moves(oracle: &dyn Oracle, position: &Position) -> Answer<Option<Best>> {
    let moves = values_of_moves(oracle, position)?;
    let Some(best) = moves.iter().map(|&(_, value)| value).max() else { return Ok(None) };
    let best = moves.into_iter().filter(|&(_, value)| value == best);
    Ok(Some((probe_value(oracle, position)?, best.map(|(played, _)| played).collect())))
}

type Best = (Value, Vec<Move>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{rules, solved};
    use crate::{Choice, analyse};
    use teeko_solve::solve;

    fn optimal(oracle: &dyn Oracle, position: &Position) -> Vec<Move> {
        let of_choice = |choice| match choice {
            Choice::Move(played) => Some(played),
            Choice::Pass => None,
        };
        let analysis = analyse(oracle, position).unwrap();
        let mut best: Vec<Move> = analysis
            .choices
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
            let found = score_difference(&plain, &scored, 20).unwrap();
            assert_eq!(found.examples.len(), 20);
            assert!(
                found.changed >= 20
                    && found.changed < found.open
                    && found.open <= POSITIONS_LOOKED_AT
            );
            for OtherBestMove { position, values, best } in &found.examples {
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
            let fewer = score_difference(&plain, &scored, 3).unwrap();
            assert_eq!((&fewer.examples[..], fewer.changed), (&found.examples[..3], found.changed));
        }
    }
}
