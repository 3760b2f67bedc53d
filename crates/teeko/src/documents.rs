//! Answers whose types have not moved to the module that makes them.

mod query;

pub use self::query::*;
pub use crate::answers::*;
pub use crate::questions::Refusal;
pub use crate::questions::atlas::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasSlideCensus, AtlasVariant, AtlasWin,
};
pub use crate::questions::diff::{
    ByResult, Diff, DiffBestMove, DiffBestMoves, DiffDrop, DiffDropValues, DiffExample, DiffLayer,
    DiffPoints,
};
pub use crate::questions::line::Line;
pub use crate::questions::position::Choice;
pub use crate::questions::puzzles::{Puzzle, Puzzles};
pub use crate::questions::review::{Review, ReviewChoice, ReviewEnd};
pub use crate::questions::rule_sets::{
    Play, Plays, QuestionEntry, Questions, Rules, RulesGoal, Steps, Variant, Variants,
};
pub use crate::questions::stats::{
    ByScore, CutOff, Deepest, Limit, SlotPosition, Stats, StatsCensus, StatsLayer,
};
pub use crate::report::{SolvedVariant, TableFileEntry};
