//! For programs that read answers: every answer is a struct that serialises to JSON.
//!
//! All surfaces give the same answers: the program with `--json`, the HTTP service, the page, and
//! the packages for other languages. Distances are in plies; see [`OutcomeFields`]. The field
//! `schema` of an answer names its form and version, such as `teeko.query/1`. Within a version
//! fields may be added; none is renamed or removed. Positions are in rows form, moves as circle
//! numbers, `13` or `14-8`.
//!
//! [`Solve`] is the answer of `solve`, [`Query`] that of `query`, [`Line`], [`Review`],
//! [`Puzzles`], [`Stats`] and [`Diff`] those of the commands of these names.

mod census;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
pub use teeko_analysis::claims::{Play, Plays, Statement};
pub use teeko_analysis::{CourseChoice, FirstDropEntry, RankedChoice, RulesGoal, Threat, Why};
use teeko_index::OutcomeMatrix;
pub use teeko_rules::OutcomeFields;
use teeko_rules::{Board, DropPlan, NamedStep, Rules, Scoring, Wdl};

pub use self::census::{CensusFields, LayerCounts};
#[cfg(feature = "atlas")]
pub(crate) use self::census::{in_drop, in_drop_schema, in_slide, in_slide_schema};
pub(crate) use self::census::{in_loss, in_loss_schema, in_win, in_win_schema};

pub use crate::error::ErrorDocument;
#[cfg(feature = "file")]
pub use crate::exporting::Export;
pub use crate::game::{Check, Covered, WrittenCertificate, WrittenCertificates};
pub use crate::info::Info;
#[cfg(feature = "atlas")]
pub use crate::questions::atlas::{
    Atlas, AtlasComparison, AtlasDropComparison, AtlasLayer, AtlasMatrix, AtlasPhase, AtlasVariant,
    AtlasWin,
};
pub use crate::questions::certificate::CertificateFile;
pub use crate::questions::choice::PlayerChoice;
pub use crate::questions::claims::Claims;
pub use crate::questions::course::Course;
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
pub use crate::questions::table::{QuestionEntry, Questions};
pub use crate::questions::variants::{VariantEntry, Variants};
pub use crate::report::{Report, ReportFiles, Solve, TableFileEntry, ThresholdCounts};
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
        Self {
            board: rules.board(),
            goals: RulesGoal::all(rules),
            steps: match step.named() {
                Some(named) => Steps::Named(named),
                None => Steps::Offsets(step.offsets().to_vec()),
            },
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
