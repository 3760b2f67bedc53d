//! Certificates: winning strategies that anybody can check without trusting a solver.
//!
//! A [`Certificate`] claims that a side wins from the empty board within so many plies, and says
//! how: it has a choice for every position that can arise, up to symmetry, in which the winner
//! chooses while the winner follows it. [`Certificate::check`] plays the strategy against
//! everything the other side can do and needs the rules for it, but no index, table or solver,
//! which this crate does not depend on.
//!
//! In a game for points it claims that a side can force so many: then goals that are worth less, of
//! either side, end the game and count for nothing, and the others win.
//!
//! # What is chosen
//!
//! The choices in a position are the moves there are to make: the circles that can be dropped on in
//! ascending order; or the slides, in ascending order of the circle left, then of the circle
//! reached. They are numbered from 0. The winner chooses where he drops or slides, and where he
//! points at the circle of the other side's drop. So a certificate says nothing where the other
//! side chooses, be it by pointing at the circle of the winner's own drop. Nor does it
//!
//! * where a choice completes a goal of the winner's: the winner makes it, and the game is over (a
//!   slide of the other side's may complete one too, where goals have circles that must be empty);
//! * after a pass, which the other side may choose under the pass rule instead of pointing: the
//!   winner may drop where he likes, because the other side might have pointed at any circle, and
//!   the strategy wins from all of them. For the same reason the winner never passes.
//!
//! # The walk
//!
//! The choices stand in the order in which a walk first needs them, so that the file needs no
//! positions. The walk goes depth first, from the empty board. To visit a position:
//!
//! 1. If it has been visited already, go back.
//! 2. List the moves. If it is the winner who chooses, and one of them completes a goal of his, go
//!    back.
//! 3. If it is the winner who chooses, take the next number from the file and keep the move with
//!    that number alone.
//! 4. For each of the moves in their order: make it and, unless it has completed a goal of the
//!    winner's, visit the *canonical* position of what results.
//!
//! The canonical position is the least image under the symmetries of the rules: those of the board
//! that map the goals onto goals and the steps onto steps. Of two images the lesser is that with
//! the lesser set of black circles, then of red ones; a set is compared as a number in which bit
//! `i` stands for circle `i + 1`. The side to move stays.
//!
//! The certificate holds if no position is visited while it is still being visited (play could go
//! round for ever), none lacks a move (it would be drawn), no move, whoever makes it, completes a
//! goal with which the other side has won or one that ends the game without counting, the longest
//! way through the strategy is no longer than the plies claimed, every number is that of a move,
//! and the numbers are used up. Since all that can happen has then been seen, no certificate that
//! holds can be wrong. It proves that the winner needs no more plies than claimed; that he needs as
//! many is for the solver to say.
//!
//! # The file
//!
//! All numbers are little-endian. What is called reserved or padding must be 0. A reader refuses a
//! file that breaks any rule here.
//!
//! | offset | bytes | what | must be |
//! |---|---|---|---|
//! | 0 | 8 | magic | `89 54 4b 43 0d 0a 1a 0a` (`\x89TKC\r\n\x1a\n`) |
//! | 8 | 4 | version of the format | 1; 2 if a goal has circles that must be empty; 3 in games for points |
//! | 12 | 1 | board: width | 4 to 8 |
//! | 13 | 1 | board: height | 4 to 8 |
//! | 14 | 1 | drop plan: bit `n` set if drop `n + 1` of each player is pointed | 0 to 15 |
//! | 15 | 1 | options: bit 0 centre ban, bit 1 pass rule | 0 to 3, as the rules allow |
//! | 16 | 1 | winner | 0 Black, 1 Red |
//! | 17 | 1 | bits of a choice, `w` | 1 to 8: the least that the largest number needs |
//! | 18 | 1 | in version 3: the points that a goal worth 1 counts for at least, or 0 if that is not said | else 0 |
//! | 19 | 1 | reserved | 0 |
//! | 20 | 4 | plies claimed | at most as many as there are positions, the drop phase's counted as 8 |
//! | 24 | 4 | number of goals, `g` | |
//! | 28 | 4 | number of step offsets, `s` | |
//! | 32 | 8 | number of choices, `c` | at most 16,777,216 |
//! | 40 | 8 `g` | goals: sets of four circles, bit `i` for circle `i + 1` | ascending; on the board |
//! | | | in version 2 16 `g`: each goal's circles, then the set of those that must be empty | ascending as pairs; none implies another |
//! | | | in version 3 17 `g`: both sets, then a byte, what the goal is worth: 1 if it counts, 0 if it ends the game without counting | ascending by the sets; none implies another of no higher worth; points, or a goal worth 0 |
//! | | 2 `s` | step offsets: columns, then rows, each a signed byte | ascending as pairs; -7 to 7; not (0, 0) |
//! | | `⌈c w / 8⌉` | the choices: bit `b` of choice `k` is bit `(k w + b) mod 8` of byte `⌊(k w + b) / 8⌋` | padding bits 0 |
//! | | 4 | CRC-32 (that of zip and PNG) of all bytes before it | |
//!
//! In Python, with `offset` where the choices begin:
//! `int.from_bytes(file[offset:-4], "little") >> k * w & (1 << w) - 1`.
//!
//! # What else was tried
//!
//! Of the certificate of `58-sppp`, 73,313 choices in 46,345 bytes:
//!
//! * Choices listed ply by ply, with the positions that arise at several plies in each of them, are
//!   those of 71 percent more positions.
//! * The first optimal move instead of those that few positions suffice for makes a third more
//!   choices.
//! * Another bit for each position that has a completing choice, to say so, would make the file 18
//!   kB longer.
//!
//! ```
//! use teeko_certificate::{Certificate, CertificateError};
//!
//! let error = Certificate::read(b"hello, world").unwrap_err();
//! assert!(matches!(error, CertificateError::NotACertificate { .. }));
//! ```

mod certificate;
mod coder;
mod draw;
mod draw_check;
mod draw_read;
mod error;
mod format;
mod numbering;
mod proof;
mod read;
mod walk;

pub use certificate::Certificate;
pub use draw::DrawCertificate;
pub use draw_check::CheckedStrategy;
pub use error::{CertificateError, DrawFailure, DrawReason, Failure, Reason};
pub use format::{DRAW_VERSION, EMPTY_CIRCLES_VERSION, FORMAT_VERSION, MAGIC, POINTS_VERSION};
pub use proof::Proof;
pub use walk::{Checked, canonical};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
