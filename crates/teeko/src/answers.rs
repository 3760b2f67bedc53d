//! For programs that read answers: every answer is a struct that serialises to JSON.
//!
//! All surfaces give the same answers: the program with `--json`, the HTTP service, the page, and
//! the packages for other languages. Distances are in plies; see [`OutcomeFields`]. The field
//! `schema` of an answer names its form and version, such as `teeko.query/1`. Within a version
//! fields may be added; none is renamed or removed. Positions are in rows form, moves as circle numbers, `13` or `14-8`.
//!
//! [`Report`] is the answer of `solve`, [`Query`] that of `query`, [`Line`], [`Review`],
//! [`Puzzles`], [`Stats`] and [`Diff`] those of the commands of these names.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
pub use teeko_analysis::claims::{Play, Plays, Statement};
pub use teeko_analysis::{FirstDropEntry, RankedChoice};
use teeko_index::{Census, LayerCensus, OutcomeMatrix};
pub use teeko_rules::OutcomeFields;
use teeko_rules::{
    Board, Circle, Circles, DropPlan, Goal, NamedStep, Outcome, Parity, Rules, Scoring, Wdl,
};

pub use crate::error::ErrorDocument;
#[cfg(feature = "file")]
pub use crate::exporting::Export;
pub use crate::game::{Check, Covered, WrittenCertificate, WrittenCertificates};
pub use crate::info::Info;
pub use crate::questions::all::{QuestionEntry, Questions};
#[cfg(feature = "atlas")]
pub use crate::questions::atlas::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasSlideCensus, AtlasVariant, AtlasWin,
};
pub use crate::questions::certificate::CertificateFile;
pub use crate::questions::choice::PlayerChoice;
pub use crate::questions::claims::Claims;
pub use crate::questions::diff::{
    Diff, DiffBestMove, DiffBestMoves, DiffDrop, DiffDropValues, DiffExample, DiffLayer,
    DiffPoints, POSITIONS_LOOKED_AT,
};
pub use crate::questions::line::Line;
pub use crate::questions::position::{Queries, Query, VariantQuery};
pub use crate::questions::positions::BadLine;
pub use crate::questions::puzzles::{Puzzle, Puzzles};
pub use crate::questions::record::RecordedGame;
pub use crate::questions::review::{Review, ReviewChoice, ReviewEnd};
pub use crate::questions::rules::{GoalShape, RulesDocument};
pub use crate::questions::stats::{
    CutOff, Deepest, Limit, ScoreCount, SlotPosition, Stats, TakeBackLimit, TakeBackLimits,
};
pub use crate::questions::variants::{VariantEntry, Variants};
pub use crate::report::{
    AttackerWins, DefenderLosses, Report, ReportFiles, Solve, TableFileEntry, ThresholdCounts,
};
#[cfg(feature = "file")]
pub use crate::verify::Verify;

/// A rule set: everything that play depends on. Each answer that describes rules has these fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RuleSet {
    /// The board, such as `5x5`: columns and rows.
    pub board: Board,
    /// The goals.
    pub goals: Vec<RulesGoal>,
    /// The steps of a slide.
    pub steps: Steps,
    /// The drop plan.
    pub plan: DropPlan,
    /// Whether Black's first drop may not be the centre.
    pub no_centre: bool,
    /// Whether the opponent may pass instead of pointing.
    pub pass: bool,
    /// What both sides play for.
    pub scoring: Scoring,
}

impl RuleSet {
    /// Returns the description of a rule set.
    pub fn new(rules: &Rules) -> Self {
        let step = rules.step();
        let offsets = || Steps::Offsets(step.offsets().to_vec());
        Self {
            board: rules.board(),
            goals: RulesGoal::all(rules),
            steps: step.named().map_or_else(offsets, Steps::Named),
            plan: rules.plan(),
            no_centre: rules.centre_ban(),
            pass: rules.pass_rule(),
            scoring: rules.scoring(),
        }
    }
}

/// The name of a step, or the columns to the right and the rows down that a piece may move by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Steps {
    /// `king`, `knight`, …
    Named(NamedStep),
    /// Any other step, as columns and rows.
    Offsets(Vec<(isize, isize)>),
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RulesGoal {
    /// The circles of its pieces.
    pub circles: Vec<usize>,
    /// The circles that must be empty for it to count; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<usize>,
    /// The points of the goal; left out in games in which goals have no prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
}

impl RulesGoal {
    fn all(rules: &Rules) -> Vec<Self> {
        let are_priced = rules.scoring() == Scoring::Points || rules.goals().have_void_goals();
        let numbers = |circles: Circles| circles.iter().map(Circle::number).collect();
        let goal = |goal: &Goal| Self {
            circles: numbers(goal.circles()),
            empty: numbers(goal.empty()),
            points: are_priced.then(|| goal.points()),
        };
        rules.goals().patterns().iter().map(goal).collect()
    }
}

/// The positions of the slide phase, in disjoint classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SlideCensus {
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn because neither side can force a goal.
    pub draw: u64,
    /// Drawn because the side to move has no legal slide.
    pub no_move: u64,
    /// The other side has a goal.
    pub over: u64,
    /// The side to move has a goal that the other side's last slide may have completed; left out
    /// where goals have no empty circles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift: Option<u64>,
    /// The side to move has a goal that the other side's last slide cannot have completed.
    pub impossible: u64,
    /// The won and lost positions by distance.
    pub by_dtw: Vec<ByDistance>,
}

/// The positions won or lost in a number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ByDistance {
    /// The plies.
    pub dtw: Option<u32>,
    /// A win or a loss.
    pub outcome: Wdl,
    /// The number of positions.
    pub positions: u64,
}

/// The positions of a layer of the drop phase, in disjoint classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DropCensus {
    /// The number of pieces on the board.
    pub layer: usize,
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// The other side has a goal.
    pub over: u64,
    /// The won and lost positions by distance; only `stats` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_dtw: Option<Vec<ByDistance>>,
}

/// The positions of both phases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct VariantCensus {
    /// The slide phase.
    pub slide: SlideCensus,
    /// The drop phase by layer.
    pub drop: Vec<DropCensus>,
}

impl SlideCensus {
    /// Returns the counts under rules with distances of this parity.
    pub fn new(census: &LayerCensus, parity: Parity) -> Self {
        Self {
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            no_move: census.no_move(),
            over: census.over(),
            gift: (parity == Parity::Free).then(|| census.gift()),
            impossible: census.impossible(),
            by_dtw: ByDistance::all(census),
        }
    }

    /// Returns the number of positions drawn for either reason.
    pub fn drawn(&self) -> u64 {
        self.draw + self.no_move
    }

    /// Returns the largest distance in plies, or 0 if no position is decided.
    pub fn deepest(&self) -> u32 {
        self.by_dtw.last().and_then(|last| last.dtw).unwrap_or(0)
    }

    /// Returns whether positions are won at an even distance, 0 among them, or lost at an odd one.
    pub fn has_any_parity(&self) -> bool {
        let is_unusual = |at: &ByDistance| {
            at.dtw.is_some_and(|plies| plies.is_multiple_of(2)) == (at.outcome == Wdl::Win)
        };
        self.gift.is_some_and(|positions| positions > 0) || self.by_dtw.iter().any(is_unusual)
    }
}

impl ByDistance {
    /// Returns the counts of the decided positions, by distance.
    pub fn all(census: &LayerCensus) -> Vec<Self> {
        let entry = |(outcome, positions): (Outcome, u64)| Self {
            dtw: outcome.distance(),
            outcome: outcome.wdl(),
            positions,
        };
        census.decided_by_distance().map(entry).collect()
    }
}

impl DropCensus {
    /// Returns the counts of all layers, without distances.
    pub fn all(census: &Census) -> Vec<Self> {
        let of_layer = |(layer, census): (usize, &LayerCensus)| Self {
            layer,
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            over: census.over(),
            by_dtw: None,
        };
        census.drops().iter().enumerate().map(of_layer).collect()
    }
}

impl VariantCensus {
    /// Returns the counts under rules with distances of this parity.
    pub fn new(census: &Census, parity: Parity) -> Self {
        Self {
            slide: SlideCensus::new(census.slide(), parity),
            drop: DropCensus::all(census),
        }
    }

    /// Adds the distances of the drop phase.
    #[must_use]
    pub fn with_distances(mut self, census: &Census) -> Self {
        for (layer, census) in self.drop.iter_mut().zip(census.drops()) {
            layer.by_dtw = Some(ByDistance::all(census));
        }
        self
    }
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
    fn new(of: impl Fn(Wdl) -> T) -> Self {
        Self {
            win: of(Wdl::Win),
            draw: of(Wdl::Draw),
            loss: of(Wdl::Loss),
        }
    }
}

/// Writes the counts of a matrix by both results.
pub(crate) fn by_result<S: Serializer>(
    matrix: &OutcomeMatrix,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let counts = ByResult::new(|before| ByResult::new(|after| matrix.positions(before, after)));
    counts.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use teeko_index::Class;

    use super::*;

    #[test]
    fn any_parity_is_that_of_even_wins_or_odd_losses() {
        for (class, unusual) in [
            (Class::Win(0), true),
            (Class::Win(2), true),
            (Class::Loss(3), true),
            (Class::Win(3), false),
            (Class::Loss(0), false),
            (Class::Draw, false),
        ] {
            let census = [(class, 1), (Class::Loss(2), 1)].into_iter().collect();
            let counts = SlideCensus::new(&census, Parity::Free);
            assert_eq!(counts.has_any_parity(), unusual, "{class:?}");
        }
    }
}
