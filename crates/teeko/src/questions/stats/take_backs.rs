//! Which draws survive limits on taking slides back.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{AnalysisError, TakeBacks, holds_game};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Side};

/// What limits on taking slides back leave of the draws of a game.
///
/// A limit says how many times in a row a side may take its own last slide back. It binds the side
/// that holds the draw, and not the other side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TakeBackLimits {
    /// The number of drawn positions of the slide phase.
    pub drawn: u64,
    /// The limits: never, and once or any greater number of times, which leaves the same draws as
    /// once.
    pub limits: [TakeBackLimit; 2],
}

/// A limit on taking slides back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TakeBackLimit {
    /// The number of times in a row that a side may take its own last slide back: 0 or 1.
    pub most: u8,
    /// The number of drawn positions of the slide phase that the side to move loses under the
    /// limit, if neither side has slid yet.
    pub lost: u64,
    /// Whether Black does not lose the game under the limit.
    pub black_holds: bool,
    /// Whether Red does not lose the game under the limit.
    pub red_holds: bool,
}

impl TakeBackLimit {
    fn new(most: u8, game: &TakeBacks<'_>, oracle: &dyn Oracle) -> Result<Self, AnalysisError> {
        let [black_holds, red_holds] = [Side::Black, Side::Red]
            .map(|side| holds_game(oracle.rules(), side, &game.layer(side)));
        Ok(Self {
            most,
            lost: game.lost()?,
            black_holds,
            red_holds,
        })
    }
}

/// Finds what limits on taking slides back leave of the draws of a game. `drawn` is the number of
/// drawn positions of the slide phase.
///
/// # Panics
/// As [`TakeBacks::new`].
pub(super) fn take_back_limits(
    oracle: &dyn Oracle,
    drawn: u64,
    observe: Observer<'_>,
) -> Result<TakeBackLimits, AnalysisError> {
    let mut game = TakeBacks::new(oracle, observe)?;
    let once = TakeBackLimit::new(1, &game, oracle)?;
    game.forbid(observe)?;
    Ok(TakeBackLimits {
        drawn,
        limits: [TakeBackLimit::new(0, &game, oracle)?, once],
    })
}
