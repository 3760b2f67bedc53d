//! The parameters of puzzles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use teeko_rules::{DropStyle, PIECES, Rules};

use crate::questions::choice::first_seed;

/// Find positions in which exactly one move wins, or scores most
///
/// Black is to move in every puzzle. Positions are chosen at random, one of each symmetric set. No
/// other move wins, not even later. The solution is one line of perfect play. In it, Red loses as
/// late as possible and, among equally good moves, prefers one that threatens a goal.
///
/// In games for points, exactly one move scores the most points that Black can force. The distance
/// is the number of plies in which Black can force at least that many points. The solution may be
/// shorter: Red rather loses sooner than gives away more points. If pieces have numbers, the seed
/// also chooses the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PuzzlesQuestion {
    /// Distance to the win in plies: odd, since Black makes the last one (unless goals have empty
    /// circles). In games for points, the plies within which Black forces the points
    #[schemars(range(min = 1, max = u32::MAX))]
    pub dtw: u32,
    /// Phase of the game; in the drop phase only positions in which Black chooses the circle
    pub phase: PuzzlePhase,
    /// Only puzzles in which Black has exactly one fastest move at each turn of the solution
    pub unique: bool,
    /// In games for points, only puzzles in which Black scores this many of them, as 8 within 3
    /// plies in 44-ssss+pips
    #[schemars(range(min = 1))]
    pub score: Option<u8>,
    /// Number of puzzles to find at most
    #[schemars(range(min = 1, max = 100), extend("x-most-of-program" = u32::MAX))]
    pub limit: u32,
    /// Seed of the random choice: the same seed gives the same puzzles
    pub seed: u64,
    /// Say why the first move of each solution is good: what it completes, threatens and meets
    pub why: bool,
}

impl Default for PuzzlesQuestion {
    fn default() -> Self {
        Self {
            dtw: 5,
            phase: PuzzlePhase::default(),
            unique: false,
            score: None,
            limit: 10,
            seed: first_seed(),
            why: false,
        }
    }
}

/// The phase of the game that puzzles are from.
#[derive(
    Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum PuzzlePhase {
    /// All pieces are on the board
    #[default]
    Slide,
    /// Some pieces are still to be dropped
    Drop,
}

impl PuzzlePhase {
    /// Returns the name: `drop` or `slide`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the layers in which Black is to move and chooses.
    pub(super) fn layers(self, rules: &Rules) -> Vec<usize> {
        match self {
            Self::Slide => vec![2 * PIECES],
            Self::Drop => (0..2 * PIECES)
                .step_by(2)
                .filter(|&layer| rules.plan().style_after(layer) == DropStyle::Standard)
                .collect(),
        }
    }
}
