//! Plies: the single moves of a game, and their errors.

use std::fmt;

use thiserror::Error;

use super::CircleError;
use crate::{IllegalMove, Move};

/// One ply of a game: a move, and whether a pass came before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The drop or slide.
    pub played: Move,
    /// Whether the opponent passed instead of pointing, so that the mover chose.
    pub passed: bool,
}

impl fmt::Display for Ply {
    /// Writes the move as `13` or `14-8`, after a pass as `pass 13`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pass = if self.passed { "pass " } else { "" };
        write!(formatter, "{pass}{}", self.played)
    }
}

/// Why a ply cannot be parsed or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlyError {
    /// Not a move.
    #[error("{0}; write a drop as 13 or c3, a slide as 14-8 or d3-c4")]
    Unreadable(CircleError),
    /// A move number out of order.
    #[error(
        "this is read as the number of a move: expected {by_turn}. counting turns or {by_ply}. \
         counting plies, or no numbers; \
         moves are written without a dot, 13 12"
    )]
    Number {
        /// The number if the two plies of a turn share one.
        by_turn: i64,
        /// The number if each ply has its own.
        by_ply: i64,
    },
    /// A move number without a move.
    #[error(
        "this is read as the number of a move: expected a move after it, found none; \
         moves are written without a dot, 13 12"
    )]
    NumberAlone,
    /// A pass where the rules do not allow one.
    #[error(
        "expected pass only in the drop phase under the pass rule, variant GOALS-pppp+pass; \
         write the drop alone, 13"
    )]
    Pass,
    /// A pass without the drop that follows it.
    #[error("expected the mover's drop after it, found none; write pass 13")]
    PassAlone,
    /// A ply that is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}
