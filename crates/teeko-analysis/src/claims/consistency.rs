//! Claims that follow from the rules: solutions of related games must fit together.

use serde::Deserialize;
use teeko_index::{LayerCensus, LayerIndex, parallel};
use teeko_rules::{Oracle, PIECES, Position, Rules, Side, Value, Wdl, count};

use super::evidence::Evidence;
use crate::error::Answer;

/// The least number of positions of a layer, up to symmetry, whose values are compared. The step
/// from one to the next is a whole number, so they may be nearly twice as many. Smaller layers are
/// compared completely.
const SAMPLE: u64 = 12_000;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Relation {
    /// Winning the first game is scoring the least threshold of the second: the same value, and the
    /// same number of positions of each outcome and distance.
    LeastThreshold,
    /// The same side wins and the same side scores in each position compared. The outcomes of the
    /// empty board and all counts are equal, too.
    Signs,
    /// All values and counts are equal.
    Equal,
}

/// Returns the values of a sample of each layer, the same for related games.
pub(super) fn sample(oracle: &dyn Oracle) -> Answer<Vec<Option<Value>>> {
    let positions = positions(oracle.rules());
    Ok(parallel::try_map(positions, |position| match position {
        Some(position) => oracle.value(&position),
        None => Ok(None),
    })?)
}

/// Returns some positions of each layer, spread evenly over the public index; `None` for slots
/// without one.
fn positions(rules: &Rules) -> Vec<Option<Position>> {
    let group = rules.symmetries();
    let mut positions = Vec::new();
    for layer in 0..=2 * PIECES {
        let index = LayerIndex::new(rules.board(), &group, layer);
        let turn = Position::turn_in_layer(layer).unwrap_or(Side::Black);
        let step = (index.slots() / SAMPLE).max(1);
        let slots = (0..index.slots()).step_by(step as usize);
        positions.extend(slots.map(|slot| index.unrank(slot, turn)));
    }
    positions
}

impl Relation {
    /// Returns whether two games are related like this, and what was compared.
    pub(super) fn check(self, [first, second]: [&Evidence; 2]) -> (bool, String) {
        let same_counts = first.census == second.census;
        let differing = self.differing([&first.sample, &second.sample]);
        let holds = same_counts && first.value == second.value && differing == 0;
        let positions: u64 = first.census.layers().iter().map(LayerCensus::total).sum();
        let positions = count(positions);
        let agree = if same_counts { "agree" } else { "do not agree" };
        if matches!(self, Self::LeastThreshold) {
            let value = second.value;
            return (
                holds,
                format!("{value}; counts of {positions} positions {agree}"),
            );
        }
        let of_sample = match differing {
            0 => String::new(),
            differing => format!("{} of ", count(differing as u64)),
        };
        let compared = count(first.sample.len() as u64);
        let figures =
            format!("{of_sample}{compared} positions compared; counts of {positions} {agree}");
        (holds, figures)
    }

    /// Counts the positions of the sample whose values do not fit together.
    fn differing(self, [first, second]: [&[Option<Value>]; 2]) -> usize {
        let mut differing = first.len().abs_diff(second.len());
        for (first, second) in first.iter().zip(second) {
            let fits = match self {
                Self::LeastThreshold => true,
                Self::Signs => first.map(signs) == second.map(signs),
                Self::Equal => first == second,
            };
            differing += usize::from(!fits);
        }
        differing
    }
}

/// Who scores, and who wins.
fn signs(value: Value) -> (i16, Wdl) {
    (value.score.signum(), value.outcome.wdl())
}

#[cfg(test)]
mod tests {
    use teeko_index::positions_of_layer;

    use super::*;
    use crate::testing::rules;

    #[test]
    fn the_sample_has_positions_of_each_layer() {
        let rules = rules("44-ssss");
        let mut of_layers = [0; 2 * PIECES + 1];
        for position in positions(&rules).iter().flatten() {
            of_layers[position.layer()] += 1;
        }
        // Up to symmetry, one piece has six circles.
        assert_eq!(of_layers[..2], [1, 6]);
        let is_all = |layer| positions_of_layer(rules.board(), layer) < SAMPLE;
        for (layer, positions) in (0..).zip(of_layers) {
            assert!(
                is_all(layer) || (SAMPLE / 3..2 * SAMPLE).contains(&positions),
                "{layer}: {positions}"
            );
        }
    }
}
