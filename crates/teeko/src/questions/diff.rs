//! Differences between the values of the same positions in two games.

mod outcomes;
mod points;
mod symmetries;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_index::SolvedLayers;
use teeko_rules::{Oracle, OutcomeFields, Position};

pub use self::outcomes::{DiffDrop, DiffExample, DiffLayer};
use self::outcomes::{first_drops, layers, outcomes};
use self::points::points;
pub use self::points::{
    DiffBestMove, DiffBestMoves, DiffDropValues, DiffPoints, POSITIONS_LOOKED_AT,
};
use super::ask::{Ask, Subject};
use crate::error::Error;
use crate::game::{Game, one_board};
use crate::position_reader::PositionReader;

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
    type Answer<'a> = Diff;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        one_board([rules[0].named(), rules[1].named()])
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Diff, Error> {
        let games = [&subject.games[0], &subject.games[1]];
        let rules = games.map(Oracle::rules);
        assert_eq!(
            rules[0].board(),
            rules[1].board(),
            "the boards of the rule sets"
        );
        // As fast as memory allows.
        let known = [games[0].all_outcomes()?, games[1].all_outcomes()?];
        let oracles = [
            fastest(games[0], known[0].as_ref()),
            fastest(games[1], known[1].as_ref()),
        ];
        let examples = self.examples.into();
        let has_points = rules.iter().any(|rules| rules.scoring().is_for_points());
        let mut diff = Diff {
            schema: "teeko.diff/1",
            variants: games.map(|game| game.name().to_owned()),
            outcomes: outcomes(oracles, &Position::EMPTY)?.map(OutcomeFields::new),
            first_drops: first_drops(oracles)?,
            same_slide_phase: rules[0].same_slide_phase(rules[1]),
            layers: layers(oracles, examples, subject.observe)?,
            points: None,
        };
        if has_points {
            diff.points = Some(points([games[0], games[1]], examples)?);
        }
        Ok(diff)
    }

    fn reads_all_positions(&self) -> bool {
        true
    }
}

/// Returns the outcomes of a game in memory, if they are there, or else the game.
fn fastest<'a>(game: &'a Game, outcomes: Option<&'a SolvedLayers>) -> &'a dyn Oracle {
    match outcomes {
        Some(outcomes) => outcomes,
        None => game,
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
    /// The values of the game for Black.
    pub outcomes: [OutcomeFields; 2],
    /// Black's first drops, in the order of the circles.
    pub first_drops: Vec<DiffDrop>,
    /// Whether both have the same slide phase, so that nothing differs in layer 8.
    pub same_slide_phase: bool,
    /// The layers that were compared.
    pub layers: Vec<DiffLayer>,
    /// How they differ in points; left out where neither is a game for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<DiffPoints>,
}
