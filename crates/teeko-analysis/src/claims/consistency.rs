//! Claims that follow from the rules: solutions of related games must fit together.

use std::collections::BTreeMap;

use teeko_index::{Census, LayerIndex, parallel};
use teeko_rules::{Oracle, PIECES, Position, Rules, Side, Value, Variant};

use super::{Claim, Evidence};
use crate::error::Answer;

/// Where the claims come from.
const SOURCE: &str = "consistency";

/// The number of positions of a layer whose values are compared, up to symmetry; smaller layers are
/// compared completely.
const SAMPLE: u64 = 12_000;

/// The number of positions that a thread looks up at a time.
const TOGETHER: usize = 1000;

/// How two games are related.
#[derive(Clone, Copy, Debug)]
enum Relation {
    /// Winning the first game is scoring the least threshold of the second: the same value, and the
    /// same number of positions of each outcome and distance.
    LeastThreshold,
    /// The values of both have the same sign.
    Signs,
    /// All values and counts are equal.
    Equal,
}

/// A claim about two variants.
#[derive(Clone, Copy, Debug)]
struct Related {
    id: &'static str,
    what: &'static str,
    variants: [&'static str; 2],
    relation: Relation,
}

const RELATED: [Related; 3] = [
    Related {
        id: "one-point-is-plain",
        what: "To force at least 1 point in 58-ssss+points is to win 58-ssss",
        variants: ["58-ssss", "58-ssss+points"],
        relation: Relation::LeastThreshold,
    },
    Related {
        id: "points-keep-winners",
        what: "The side that wins a position of 58-ssss scores in it in 58-ssss+points",
        variants: ["58-ssss", "58-ssss+points"],
        relation: Relation::Signs,
    },
    Related {
        id: "pass-rule-changes-nothing",
        what: "Positions of 44-pppp+pass are worth what they are in 44-pppp",
        variants: ["44-pppp", "44-pppp+pass"],
        relation: Relation::Equal,
    },
];

/// What the claims need from a solution besides the value of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fingerprint {
    /// The positions of all layers by outcome and distance, in the plain game.
    census: Census,
    /// The values of a sample of each layer, the same for every game.
    sample: Vec<Option<Value>>,
}

impl Fingerprint {
    /// Returns the fingerprint of a variant that a claim is about; `None` for other variants.
    /// `sample` has the positions whose values are compared, or becomes those of this variant.
    pub(super) fn of(
        variant: Variant,
        oracle: &dyn Oracle,
        census: &Census,
        sample: &mut Option<Vec<Option<Position>>>,
    ) -> Answer<Option<Self>> {
        if !related().flatten().any(|related| related == variant) {
            return Ok(None);
        }
        let positions = sample.get_or_insert_with(|| positions(oracle.rules()));
        let values = |positions: &[Option<Position>]| -> Answer<Vec<Option<Value>>> {
            let value = |position: &Option<Position>| match position {
                Some(position) => Ok(oracle.value(position)?),
                None => Ok(None),
            };
            positions.iter().map(value).collect()
        };
        let sample = parallel::try_map(positions.chunks(TOGETHER), values)?.concat();
        Ok(Some(Self { census: census.clone(), sample }))
    }
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

/// Returns the two variants that each claim is about.
pub(super) fn related() -> impl Iterator<Item = [Variant; 2]> {
    RELATED.iter().map(|related| related.variants.map(named))
}

fn named(name: &str) -> Variant {
    name.parse().expect("the name of a variant")
}

/// Returns the claims that can be checked against the evidence.
pub(super) fn claims(evidence: &BTreeMap<Variant, Evidence>) -> impl Iterator<Item = Claim> {
    RELATED.iter().filter_map(|related| related.claim(evidence))
}

impl Related {
    /// Returns the claim, if there is evidence of both variants.
    fn claim(&self, evidence: &BTreeMap<Variant, Evidence>) -> Option<Claim> {
        let [first, second] = self.variants.map(|name| evidence.get(&named(name)));
        let (first, second) = (first?, second?);
        let prints = [first, second]
            .map(|evidence| evidence.fingerprint.as_ref().expect("a fingerprint of each"));
        let same_counts = prints[0].census == prints[1].census;
        let same_value = first.value == second.value;
        let differing = self.differing(prints);
        let positions: u64 =
            (0..=2 * PIECES).map(|layer| prints[0].census.layer(layer).total()).sum();
        let compared = prints[0].sample.len();
        let of_sample = if differing == 0 { String::new() } else { format!("{differing} of ") };
        let of_counts = if same_counts { "" } else { "do not " };
        let detail = match self.relation {
            Relation::LeastThreshold => {
                format!("{}; counts of {positions} positions {of_counts}agree", second.value)
            }
            _ => format!(
                "{of_sample}{compared} positions compared; counts of {positions} {of_counts}agree"
            ),
        };
        let holds = same_counts && same_value && differing == 0;
        let found = if holds { "holds" } else { "refuted" };
        let claim = Claim::new(self.id, "holds", found, SOURCE);
        Some(Claim { what: Some(self.what.to_owned()), detail, ..claim })
    }

    /// Counts the positions of the sample whose values do not fit together.
    fn differing(&self, prints: [&Fingerprint; 2]) -> usize {
        let sign =
            |value: &Option<Value>| value.map(|value| (value.score.signum(), value.outcome.wdl()));
        let [first, second] = prints.map(|print| &print.sample);
        let fits = |(first, second): &(&Option<Value>, &Option<Value>)| match self.relation {
            Relation::LeastThreshold => true,
            Relation::Signs => sign(first) == sign(second),
            Relation::Equal => first == second,
        };
        first.len().abs_diff(second.len())
            + first.iter().zip(second).filter(|pair| !fits(pair)).count()
    }
}
