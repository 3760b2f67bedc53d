//! Games for the caller.

use teeko::rules::Scoring;
use teeko::{Game, Oracle};

use crate::failure::Failure;

/// A game: rules, and the value of each of their positions.
pub struct TeekoGame {
    pub(crate) game: Game,
}

impl TeekoGame {
    /// Returns whether circles alone do not describe a position, since pieces have numbers.
    pub(crate) fn is_numbered(&self) -> bool {
        self.game.rules().scoring() == Scoring::Pips
    }
}

/// Reads a game of the caller's.
///
/// # Safety
/// It is NULL or comes from `teeko_solve` or `teeko_open`, and lives as long as it is used.
pub(crate) unsafe fn borrow_game<'a>(game: *const TeekoGame) -> Result<&'a TeekoGame, Failure> {
    // SAFETY: the caller promises such a game.
    unsafe { game.as_ref() }.ok_or_else(|| Failure::request("game: expected one, found NULL"))
}
