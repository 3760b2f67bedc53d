//! How the values of the same positions differ in two games.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{Difference, LayerDifference, OtherBestMove, ScoreDifference};
use teeko_rules::notation::rows_form;
use teeko_rules::work::Observer;
use teeko_rules::{Circle, Move, Oracle, Outcome, Value, Wdl};

use super::definition::{About, Definition, Example, Work};
use super::parameters::Parameter;
use super::{Ask, RequestError, Subject, json};
use crate::answers::OutcomeFields;
use crate::{Error, Game};

const EXAMPLES: Parameter =
    Parameter::number("examples", [0, 100], Some(3), "The most positions to show of each layer");

pub(super) const DIFF: Definition = Definition::new::<Diff>(
    "diff",
    About::Games,
    Work::Search,
    "The positions that are worth something else in another variant",
    &[&EXAMPLES],
    |parameters| Ok(Box::new(DiffQuestion { examples: parameters.number(&EXAMPLES)? })),
    &[
        Example::new("Two goal sets", "/v1/diff?variants=44-ssss%2B4x4,58-ssss%2B4x4&examples=1"),
        Example::new("For points", "/v1/diff?variants=58-ssss%2B4x4,58-ssss%2B4x4%2Bpoints"),
        Example::refused(400, "Two boards", "/v1/diff?variants=44-ssss,44-ssss%2B4x4"),
        Example::refused(400, "One variant", "/v1/diff?variants=44-ssss"),
    ],
);

/// Asks for the positions whose value differs in another variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffQuestion {
    /// The most positions to show of each layer.
    pub examples: u16,
}

/// The positions whose value differs between two variants.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DiffAnswer<'a> {
    /// The two games.
    pub games: [&'a Game; 2],
    /// The difference in outcomes.
    pub difference: Difference,
    /// The difference in points, if one of the two is a game for points.
    pub in_points: Option<ScoreDifference>,
}

impl DiffQuestion {
    /// Compares the games. `observe` receives the number of slots compared.
    ///
    /// # Errors
    /// Returns an error if the games have different boards, a source fails, or `observe` stops the
    /// comparison.
    pub fn answer<'a>(
        &self,
        games: [&'a Game; 2],
        observe: Observer<'_>,
    ) -> Result<DiffAnswer<'a>, Error> {
        let [one, other] = games;
        let difference = one.difference(other, self.examples.into(), observe)?;
        let in_points = one.score_difference(other, self.examples.into())?;
        Ok(DiffAnswer { games, difference, in_points })
    }
}

impl Ask for DiffQuestion {
    fn reads_all_positions(&self) -> bool {
        true
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let games = [&subject.games[0], &subject.games[1]];
        Ok(json(&self.answer(games, subject.observe)?.document()))
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
    pub played: String,
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
    pub position: String,
    /// The values for the side to move.
    pub values: [OutcomeFields; 2],
    /// The best moves.
    pub best: [Vec<String>; 2],
}

/// A first drop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffDrop {
    /// The circle.
    #[serde(rename = "move")]
    pub played: String,
    /// Whether the outcomes differ, even by the distance alone.
    pub differs: bool,
    /// The values for Black.
    pub outcomes: [OutcomeFields; 2],
}

/// The positions of a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffLayer {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The number of positions.
    pub positions: u64,
    /// Open in both, with another result.
    pub other_result: u64,
    /// Open in both, with the same result in another number of plies.
    pub other_distance: u64,
    /// Over or impossible in both, even if over in one and impossible in the other.
    pub over_in_both: u64,
    /// Over or impossible in one, and not so in the other.
    pub over_in_one: u64,
    /// By result in the first variant, then in the second.
    pub results: ByResult<ByResult<u64>>,
    /// Some of the positions with another result.
    pub examples: Vec<DiffExample>,
}

/// Something for each result of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ByResult<T> {
    /// Won.
    pub win: T,
    /// Drawn.
    pub draw: T,
    /// Lost.
    pub loss: T,
}

impl<T> ByResult<T> {
    pub(super) fn new(of: impl Fn(Wdl) -> T) -> Self {
        Self { win: of(Wdl::Win), draw: of(Wdl::Draw), loss: of(Wdl::Loss) }
    }
}

/// A position with another result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffExample {
    /// The position.
    pub position: String,
    /// The values for the side to move.
    pub outcomes: [OutcomeFields; 2],
}

impl DiffAnswer<'_> {
    /// Returns the answer as a document.
    pub fn document(&self) -> Diff {
        let Self { games, difference, in_points } = self;
        let board = games[0].board();
        let layer = |layer: &LayerDifference| DiffLayer {
            layer: layer.layer,
            positions: layer.positions(),
            other_result: layer.other_result(),
            other_distance: layer.other_distance,
            over_in_both: layer.both_finished,
            over_in_one: layer.finished_otherwise,
            results: ByResult::new(|before| {
                ByResult::new(|after| layer.results.positions(before, after))
            }),
            examples: layer
                .examples
                .iter()
                .map(|example| DiffExample {
                    position: rows_form(board, &example.position),
                    outcomes: example.outcomes.map(|outcome| OutcomeFields::new(Some(outcome))),
                })
                .collect(),
        };
        let first_drop = |&(circle, outcomes): &(Circle, [Option<Outcome>; 2])| DiffDrop {
            played: circle.to_string(),
            differs: outcomes[0] != outcomes[1],
            outcomes: outcomes.map(OutcomeFields::new),
        };
        Diff {
            schema: "teeko.diff/1",
            variants: games.map(|game| game.name().to_owned()),
            outcomes: difference.values.map(OutcomeFields::new),
            first_drops: difference.first_drops.iter().map(first_drop).collect(),
            same_slide_phase: difference.same_slide_phase,
            layers: difference.layers.iter().map(layer).collect(),
            points: in_points.as_ref().map(|difference| DiffPoints::new(*games, difference)),
        }
    }
}

impl DiffPoints {
    fn new(games: [&Game; 2], difference: &ScoreDifference) -> Self {
        let scorings = games.map(|game| game.rules().scoring());
        let fields = |[one, other]: [Option<Value>; 2]| {
            [OutcomeFields::of_value(scorings[0], one), OutcomeFields::of_value(scorings[1], other)]
        };
        let first_drop = |&(circle, values): &(Circle, [Option<Value>; 2])| DiffDropValues {
            played: circle.to_string(),
            values: fields(values),
        };
        let moves = |moves: &Vec<Move>| moves.iter().map(ToString::to_string).collect();
        let example = |example: &OtherBestMove| DiffBestMove {
            position: rows_form(games[0].board(), &example.position),
            values: fields(example.values.map(Some)),
            best: example.best.each_ref().map(moves),
        };
        Self {
            values: fields(difference.values.map(Some)),
            first_drops: difference.first_drops.iter().map(first_drop).collect(),
            best_moves: DiffBestMoves {
                positions: difference.open,
                changed: difference.changed,
                examples: difference.examples.iter().map(example).collect(),
            },
        }
    }
}
