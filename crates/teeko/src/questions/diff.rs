//! How the values of the same positions differ in two games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::{DiffPoints, Difference, difference, score_difference};
use teeko_rules::Oracle;

use super::{Ask, Asked, Subject};
use crate::{Error, PositionReader, one_board};

/// The positions of each layer that are shown unless another number is asked for.
const fn usual_examples() -> u16 {
    3
}

/// Show the positions whose result differs between two variants
///
/// Counts positions by layer: the number of pieces on the board. Symmetric positions count
/// separately. Positions that are finished or impossible in only one of the variants have a count
/// of their own. Of the positions that are open in both variants and whose result differs, the
/// first of each layer are shown, one of each symmetric set. If both variants have the same goals
/// and steps, no position of layer 8 differs.
///
/// If a variant is a game for points, the results are those of the game without points, in which
/// any goal wins. The differences in points follow: the values of the games, and in a sample of the
/// slide phase the positions in which no move is best in both variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct DiffQuestion {
    /// Number of positions to show per layer at most
    #[serde(default = "usual_examples")]
    #[schemars(range(max = 100), extend("x-most-of-program" = u16::MAX))]
    pub examples: u16,
}

impl Ask for DiffQuestion {
    type Asked = Self;

    fn read(&self, rules: &[&PositionReader]) -> Result<Self, Error> {
        one_board([rules[0].named(), rules[1].named()])?;
        Ok(*self)
    }
}

impl Asked for DiffQuestion {
    type Answer<'a> = Diff;

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Diff, Error> {
        let games = [&subject.games[0], &subject.games[1]];
        let ([one, other], examples) = (games, self.examples.into());
        // As fast as memory allows.
        let layers = [one.all_outcomes()?, other.all_outcomes()?];
        let oracle = |of: usize| match &layers[of] {
            Some(outcomes) => outcomes as &dyn Oracle,
            None => games[of],
        };
        let outcomes = difference(oracle(0), oracle(1), examples, subject.observe)?;
        let has_points = games.iter().any(|game| game.rules().scoring().is_for_points());
        let points = has_points.then(|| score_difference(one, other, examples)).transpose()?;
        let variants = games.map(|game| game.name().to_owned());
        Ok(Diff { schema: "teeko.diff/1", variants, outcomes, points })
    }

    fn reads_all_positions(&self) -> bool {
        true
    }
}

/// Two variants and how they differ. Pairs are in the order of the variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Diff {
    /// `teeko.diff/1`.
    pub schema: &'static str,
    /// Their names.
    pub variants: [String; 2],
    /// How they differ in outcomes.
    #[serde(flatten)]
    pub outcomes: Difference,
    /// How they differ in points; left out where neither is a game for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<DiffPoints>,
}
