//! What can be wrong with a certificate: its file, or its claim.

use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{Move, Position, Side};
use thiserror::Error;

use crate::format::MAGIC;

/// Bytes that are no certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// They begin otherwise than every certificate: they are something else, or went through a
    /// text-mode transfer.
    #[error(
        "not a certificate: expected it to begin with bytes {}, found {}",
        hexadecimal(&MAGIC),
        hexadecimal(.found)
    )]
    NotACertificate {
        /// The bytes found in the place of [`MAGIC`].
        found: Vec<u8>,
    },
    /// They are of a version of the format that this program does not know.
    #[error("version of the certificate format: expected {expected}, found {found}")]
    Version {
        /// The versions that would be read.
        expected: String,
        /// The version found.
        found: u32,
    },
    /// They are damaged or cut short.
    #[error("damaged certificate: {check} at offset {offset}: expected {expected}, found {found}")]
    Damaged {
        /// Which check failed.
        check: &'static str,
        /// Where the bytes concerned begin.
        offset: usize,
        /// What a sound certificate has there.
        expected: String,
        /// What is there.
        found: String,
    },
}

/// Bytes as two hexadecimal digits each; `none` if there are none.
fn hexadecimal(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "none".to_owned();
    }
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

/// Why a strategy proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// It fails in a position.
    #[error("after {played} plies, position {}: {reason}", circle_form(.position))]
    At {
        /// The canonical position.
        position: Position,
        /// The plies that have been played to come there.
        played: u32,
        /// What is wrong.
        reason: Reason,
    },
    /// It has choices that are never needed.
    #[error("choices: expected {expected}, as many as positions need, found {found}")]
    Unused {
        /// The choices that are needed.
        expected: usize,
        /// The choices there are.
        found: usize,
    },
}

/// Why a strategy fails in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// There is no move with the number chosen.
    #[error("expected a choice from 0 to {}, found {found}", expected - 1)]
    NoSuchChoice {
        /// The moves there are.
        expected: usize,
        /// The number chosen.
        found: usize,
    },
    /// The move chosen is not among the moves there are.
    #[error("expected a legal choice, found {chosen}")]
    Illegal {
        /// The move chosen.
        chosen: Move,
    },
    /// There is no choice for it.
    #[error("expected a choice, found none")]
    NoChoice,
    /// The other side can complete a goal.
    #[error("expected no goal of the other side's, found one after {played}")]
    OtherSideWins {
        /// The move that completes it.
        played: Move,
    },
    /// A move completes a goal that ends the game without counting.
    #[error("expected no goal that counts for nothing, found one after {played}: nobody has won")]
    CountsForNothing {
        /// The move that completes it.
        played: Move,
    },
    /// The side to move has no legal slide.
    #[error("expected a legal slide, found none: the position is drawn")]
    NoMove,
    /// The other side can bring the position about again.
    #[error("expected another position at each ply, found one that comes again: play need not end")]
    Repetition,
    /// More positions arise than a check has room for.
    #[error("expected at most {limit} positions, found more")]
    TooManyPositions {
        /// The most there may be; see [`Certificate::check`](crate::Certificate::check).
        limit: usize,
    },
    /// The game goes on too long.
    #[error("expected a goal within {claimed} plies, found a game of {found} or more")]
    TooLong {
        /// The plies claimed.
        claimed: u32,
        /// The plies that a game through this position takes at least.
        found: u32,
    },
}

/// Why a certificate proves no draw.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DrawFailure {
    /// The strategy of a side fails in a position.
    #[error("{side}'s strategy, position {}: {reason}", circle_form(.position))]
    At {
        /// The side whose strategy it is.
        side: Side,
        /// The position, as the file has it.
        position: Position,
        /// What is wrong.
        reason: DrawReason,
    },
    /// The observer stopped the check.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why a drawing strategy fails in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DrawReason {
    /// The strategy does not cover the empty board.
    #[error(
        "expected the empty board, or what follows a first choice there, among the positions, \
         found neither"
    )]
    Start,
    /// A number that no position has.
    #[error("expected the number of a position, found {number}")]
    NoPosition {
        /// The number.
        number: u64,
    },
    /// The game is over, or the other side does not choose.
    #[error("expected a position in which play goes on and the other side chooses, found another")]
    OtherDoesNotChoose,
    /// The position is not the least of its images.
    #[error("expected the least of its symmetric images, found another")]
    NotCanonical,
    /// The other side wins at once.
    #[error("expected no move that wins for the other side, found {played}")]
    OtherSideWins {
        /// The winning move.
        played: Move,
    },
    /// No answer leads back into the positions of the strategy.
    #[error(
        "expected an answer to {played} that leads back into the strategy's positions, found none"
    )]
    NoAnswer {
        /// The move without an answer.
        played: Move,
    },
}
