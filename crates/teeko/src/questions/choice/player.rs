//! A player of limited strength, and its choice in a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::order::mix;
use teeko_analysis::{Analysis, RankedChoice, as_seen_by};
use teeko_rules::{Value, Wdl};
use thiserror::Error;

/// The strength of a player, from 1 (a beginner) to 5 (perfect).
///
/// A player below 5 keeps every win and draw until it slips. Strengths differ in how often that
/// happens. A slip looks ahead only a ply or two. Beyond them it sees nothing, so all choices that
/// look the same are equal to it.
///
/// Each strength scores 66 to 89 % against the one below, with a draw as half a win: the figures
/// are those of 200 games under each of the rules, with changing sides.
///
/// | rules | 2 against 1 | 3 against 2 | 4 against 3 | 5 against 4 |
/// |---|---|---|---|---|
/// | 44-ssss | 79 | 83 | 80 | 78 |
/// | 58-ssss | 84 | 83 | 68 | 66 |
/// | 44-pppp | 89 | 85 | 81 | 80 |
/// | 37e-ssss | 82 | 83 | 76 | 79 |
///
/// The lowest is for novices. The table has what two players score against the three lowest, in per
/// cent. Both take wins in one move. One sees 80 % of the losses in one move, and otherwise moves
/// at random. The other sees them all, and puts as many pieces as possible into an open goal.
///
/// | rules | novice | against 1 | against 2 | against 3 |
/// |---|---|---|---|---|
/// | 44-ssss | at random | 36 | 10 | 0 |
/// | 44-ssss | builds goals | 88 | 56 | 3 |
/// | 58-ssss | at random | 37 | 5 | 0 |
/// | 58-ssss | builds goals | 83 | 40 | 2 |
/// | 37e-ssss | at random | 43 | 13 | 1 |
/// | 37e-ssss | builds goals | 91 | 63 | 6 |
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u64")]
pub struct Strength(u8);

/// A number that is not a strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("strength {0}: expected a number from 1, a beginner, to 5, perfect")]
pub struct StrengthError(pub u64);

impl Default for Strength {
    fn default() -> Self {
        Self::PERFECT
    }
}

impl TryFrom<u64> for Strength {
    type Error = StrengthError;

    fn try_from(number: u64) -> Result<Self, StrengthError> {
        let known = u8::try_from(number)
            .ok()
            .filter(|number| (1..=5).contains(number));
        known.map(Self).ok_or(StrengthError(number))
    }
}

impl Strength {
    /// Takes the fastest win and the slowest loss. In a draw, and in a loss, it leaves the fewest
    /// replies that keep the result.
    pub const PERFECT: Self = Self(5);

    /// Returns the number, from 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns how many choices in a hundred are slips, and how many plies a slip looks ahead. A
    /// beginner that slips sees the ply that wins; a better player also the one that has to be
    /// stopped.
    pub const fn slips(self) -> (u8, u32) {
        match self.0 {
            1 => (78, 1),
            2 => (40, 1),
            3 => (16, 2),
            4 => (6, 2),
            _ => (0, 0),
        }
    }
}

/// Returns the choice of a player of this strength; `None` if there is nothing to choose. The seed
/// chooses among choices that are equal to the player; the same seed always makes the same choice.
pub fn chosen_by(strength: Strength, analysis: &Analysis, seed: u64) -> Option<&RankedChoice> {
    let (slips, sight) = strength.slips();
    // The seed itself chooses among equal choices.
    let has_slipped = mix(!seed) % 100 < u64::from(slips);
    let sight = if has_slipped { sight } else { u32::MAX };
    let mut best = None;
    let mut equal = Vec::new();
    for choice in analysis.choices() {
        let value = Some(value_in_sight(choice, analysis, sight));
        if value > best {
            best = value;
            equal.clear();
        }
        if value == best {
            equal.push(choice);
        }
    }
    let best = best?;
    if strength == Strength::PERFECT {
        // The first draw or loss sets the most traps; those that set as many are as good.
        let traps = equal[0].replies;
        equal.retain(|choice| choice.replies == traps || best.outcome.wdl() == Wdl::Win);
    }
    let chosen = ((u128::from(mix(seed)) * equal.len() as u128) >> u64::BITS) as usize;
    Some(equal[chosen])
}

/// Returns the value of a choice for the side that chooses, if it is decided within `sight` plies,
/// and a draw otherwise.
fn value_in_sight(choice: &RankedChoice, analysis: &Analysis, sight: u32) -> Value {
    let value = as_seen_by(analysis.chooser, &analysis.position, *choice.value);
    match value.outcome.distance() {
        Some(plies) if plies > sight => Value::DRAW,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use teeko_analysis::{Choice, analyse};
    use teeko_index::LayerIndex;
    use teeko_rules::notation::parse_position;
    use teeko_rules::{Outcome, Side};
    use teeko_testing::solved;

    use super::*;

    fn strength(number: u64) -> Strength {
        Strength::try_from(number).unwrap()
    }

    /// Returns analyses of slide-phase positions of a variant.
    fn sample(variant: &str) -> Vec<Analysis> {
        let solution = solved(variant);
        let rules = solution.rules();
        let index = LayerIndex::new(rules.board(), &rules.symmetries(), 8);
        let positions = (0..index.slots())
            .step_by(577)
            .filter_map(|slot| index.unrank(slot, Side::Red));
        let analyses = positions.filter_map(|position| analyse(&solution, &position).ok());
        analyses
            .filter(|analysis| !analysis.choices().is_empty())
            .collect()
    }

    /// Returns all choices that a player may make.
    fn choices(strength: Strength, analysis: &Analysis) -> BTreeSet<Choice> {
        (0..200)
            .filter_map(|seed| Some(chosen_by(strength, analysis, seed)?.choice))
            .collect()
    }

    #[test]
    fn the_perfect_player_wins_fast_loses_late_and_sets_the_most_traps() {
        let sample = sample("44-ssss+4x4");
        assert!(["win", "draw", "loss"].iter().all(|name| {
            sample
                .iter()
                .any(|analysis| analysis.value.outcome.name() == *name)
        }));
        let mut traps = 0;
        for analysis in &sample {
            let best = analysis.value.outcome;
            let fewest = analysis
                .choices()
                .iter()
                .filter(|choice| choice.value.outcome == best && choice.replies.total > 0);
            let fewest = fewest.map(|choice| choice.replies.holding).min();
            for seed in 0..8 {
                let chosen = chosen_by(Strength::PERFECT, analysis, seed).unwrap();
                assert_eq!(chosen.value.outcome, best, "{analysis:?}");
                if let (Outcome::Draw | Outcome::Loss(_), Some(fewest)) = (best, fewest) {
                    assert_eq!(chosen.replies.holding, fewest, "{analysis:?}");
                    traps += 1;
                }
            }
        }
        assert!(traps > 0, "the test tests something");
    }

    #[test]
    fn every_slip_sees_the_ply_that_wins_and_those_of_experts_the_one_to_stop() {
        let solution = solved("44-ssss+4x4");
        let rules = solution.rules();
        // 8-4 makes a row of four.
        let wins = analyse(
            &solution,
            &parse_position(rules, "b:1,2,3,8 r:9,10,13,16 b").unwrap(),
        )
        .unwrap();
        assert_eq!(
            (wins.value.outcome, choices(strength(1), &wins).len()),
            (Outcome::Win(1), 1)
        );
        let sample = sample("44-ssss+4x4");
        let can_stop = |analysis: &&Analysis| {
            analysis.value.outcome == Outcome::Draw
                && analysis
                    .choices()
                    .iter()
                    .any(|choice| choice.value.outcome == Outcome::Loss(2))
        };
        let mut beginners_erred = false;
        for analysis in sample.iter().filter(can_stop) {
            for seed in 0..20 {
                let outcome = |number| {
                    chosen_by(strength(number), analysis, seed)
                        .unwrap()
                        .value
                        .outcome
                };
                assert_ne!(outcome(4), Outcome::Loss(2), "{analysis:?}");
                beginners_erred |= outcome(1) == Outcome::Loss(2);
            }
        }
        assert!(beginners_erred);
    }

    #[test]
    fn weaker_players_slip_more_often() {
        let sample = sample("44-ssss+4x4");
        let errs = |number| {
            let choices = sample.iter().zip(0..).filter(|(analysis, seed)| {
                chosen_by(strength(number), analysis, *seed)
                    .unwrap()
                    .value
                    .outcome
                    != analysis.value.outcome
            });
            choices.count()
        };
        let counts: Vec<usize> = (1..=5).map(errs).collect();
        assert!(
            counts.is_sorted_by(|weaker, stronger| weaker > stronger),
            "{counts:?}"
        );
        assert_eq!(counts[4], 0);
    }
}
