//! Certificates: strategies that win or never lose, which anybody can check without trusting a
//! solver.
//!
//! * A [`Certificate`] proves that a side wins, or forces points.
//! * A [`DrawCertificate`] proves a draw: it has a strategy for each side by which it never loses.
//!   See [below](#draws).
//! * A [`Proof`] is either.
//!
//! A [`Certificate`] claims that a side wins from the empty board within a number of plies, and
//! shows how: it has a choice for each position, up to symmetry, that can arise while the winner
//! follows it and in which the winner chooses. [`Certificate::check`] plays the strategy against
//! everything the other side can do. The check needs the rules, but no index, table or solver: this
//! crate depends on none of them.
//!
//! In a game for points a [`Certificate`] claims that a side forces a number of points or more.
//! Goals of either side that are worth less end the game and count for nothing; the others win. A
//! [`DrawCertificate`] under the same rules proves the opposite: neither side can force that many.
//!
//! # What is chosen
//!
//! The choices in a position are its legal moves, numbered from 0. Drops come in ascending order of
//! their circles. Slides come in ascending order of the circle left, then of the circle reached.
//! The winner chooses where its own pieces go, and where it points at the circle of the other
//! side's drop. A certificate has no choice where the other side chooses, which includes pointing
//! at the circle of the winner's own drop. Nor does it have one
//!
//! * where a choice completes a goal of the winner's: the winner makes that choice, and the game
//!   ends. A slide of the other side can complete one too, where goals have circles that must be
//!   empty;
//! * after a pass, which the pass rule allows the other side instead of pointing. The winner may
//!   then drop on any circle. The other side might have pointed at that circle, so the strategy
//!   wins from there. For the same reason the winner never passes.
//!
//! # The walk
//!
//! The choices stand in the order in which a walk first needs them, so the file needs no positions.
//! The walk is depth first and starts at the empty board. To visit a position:
//!
//! 1. If it has been visited already, return.
//! 2. List the moves. If the winner chooses and one of the moves completes a goal of the winner's,
//!    return.
//! 3. If the winner chooses, take the next number from the file and keep only the move with that
//!    number.
//! 4. Make each of the moves in order. Unless it completes a goal of the winner's, visit the
//!    *canonical* position of what results.
//!
//! The canonical position is the least image under the symmetries of the rules: those of the board
//! that map the goals onto goals and the steps onto steps. Of two images the lesser has the lesser
//! set of black circles or, if these are equal, of red ones. A set is compared as a number in which
//! bit `i` stands for circle `i + 1`. The side to move stays.
//!
//! The certificate holds if
//!
//! * no position is visited while it is still being visited: play could repeat it without end;
//! * no position lacks a move: it would be drawn;
//! * no move of either side completes a goal with which the other side has won, or one that ends
//!   the game without counting;
//! * the longest way through the strategy is no longer than the plies claimed;
//! * every number is that of a move, and no number is left over.
//!
//! The walk has then seen everything that can happen, so a certificate that holds is right. It
//! proves that the winner needs no more plies than claimed, but not that it needs as many: that is
//! for the solver to say.
//!
//! # The file
//!
//! All numbers are little-endian. Reserved bytes and padding bits must be 0. A reader refuses a
//! file that breaks any rule here.
//!
//! | offset | bytes | what | must be |
//! |---|---|---|---|
//! | 0 | 8 | magic | `89 54 4b 43 0d 0a 1a 0a` (`\x89TKC\r\n\x1a\n`) |
//! | 8 | 4 | version of the format | 1 |
//! | 12 | 4 | length of the file | |
//! | 16 | 1 | result | 0 Black wins, 1 Red wins, 2 draw |
//! | 17 | 1 | the points claimed | 0 if not stated |
//! | 18 | 1 | bits of a choice, `w` | 1 to 8: the least that the largest number needs |
//! | 19 | 1 | reserved | 0 |
//! | 20 | | the rules | as [`teeko_rules::encoding`] describes them |
//! | | 4 | plies claimed | at most the number of positions |
//! | | 4 | number of choices, `c` | at most 16,777,216 |
//! | | `⌈c w / 8⌉` | the choices | |
//! | | 4 | CRC-32 (that of zip and PNG) of all bytes before it | |
//!
//! The limit of the plies counts the positions of the slide phase, and 8 for the drop phase. Bit
//! `b` of choice `k` is bit `(k w + b) mod 8` of byte `⌊(k w + b) / 8⌋`. In Python, with `offset`
//! where the choices begin: `int.from_bytes(file[offset:-4], "little") >> k * w & (1 << w) - 1`.
//!
//! # Draws
//!
//! A side's drawing strategy is a set of positions in which the *other* side chooses. It holds if
//!
//! 1. no choice of the other side's in a position of the set completes a goal with which the other
//!    side has won;
//! 2. after each such choice, unless it ends the game, the own side has an *answer*: a choice that
//!    ends the game without losing it, or leads back into the set, up to symmetry. A side without a
//!    slide needs none, since the game is then drawn;
//! 3. the empty board is in the set, or the own side has an answer there.
//!
//! The own side then never loses, however long the game lasts: whatever the other side does, the
//! own side can return to a position of the set. Two such strategies, one for each side, prove a
//! draw. The file does not say what the answers are; the check finds them.
//!
//! In the drop phase a side may choose twice in a row, by pointing and then dropping. If it is the
//! own side, an answer may consist of both choices. If it is the other side, both choices need an
//! answer together, and the position between them need not be in the set. A pass changes nothing:
//! the own side never needs one, and if the other side passes instead of pointing, the own side
//! drops on a circle for which it had an answer.
//!
//! In a game for points the two strategies prove that neither side can force the points that a goal
//! must be worth to count. Together with a [`Certificate`] of one point less they prove the value.
//!
//! ## Numbers of positions
//!
//! Each position of a set stands for its symmetric images. It is the one with the least set of the
//! own side's circles, and of these the least set of the other side's. Positions are numbered from
//! 0 in this order: by the pieces on the board, fewest first; then by the own side's set; then by
//! the other side's. Sets are compared as numbers in which bit `i` stands for circle `i + 1`. With
//! `n` circles, `a` own pieces and `b` others there are `C(n, a) C(n - a, b)` positions, whatever
//! their symmetry. The one with own set `A` and other set `B` is number `r(A) C(n - a, b) + r(B')`
//! among them, where `B'` has the places of `B` among the circles outside `A`, in ascending order
//! from 0, and `r({s1 < s2 < …}) = C(s1, 1) + C(s2, 2) + …`, circles being counted from 0.
//!
//! ## The file of a draw
//!
//! Up to the rules it is that of a win, with the result 2, and 0 for points and bits of a choice.
//! After the rules it has Black's part, then Red's, then the checksum. Each part begins with two
//! numbers:
//!
//! | bytes | what | must be |
//! |---|---|---|
//! | 4 | number of positions | at most 16,777,216 |
//! | 4 | bytes that follow | at least a 16th of the positions |
//!
//! A part has the numbers of a side's positions, ascending, as *gaps*: how many numbers are left
//! out before each of them, since the one before it or from 0. A gap is written in LEB128: seven
//! bits a byte, the lowest first, and bit 7 set in every byte but its last one. It takes as few
//! bytes as it needs, at most nine. The bytes of all gaps are a stream of zlib (RFC 1950), which
//! ends where the part ends. In Python:
//!
//! ```python
//! number, gap, shift = -1, 0, 0
//! for byte in zlib.decompress(part):
//!     gap, shift = gap | (byte & 127) << shift, shift + 7
//!     if byte < 128:
//!         number, gap, shift = number + gap + 1, 0, 0
//!         print(number)
//! ```
//!
//! A set of positions has one list of gaps, but many streams of zlib, and versions of zlib write
//! different ones. So a reader accepts every stream that holds the gaps of the number of positions
//! in the header, and nothing else: two files with the same strategies may differ in bytes. It
//! refuses a stream with a wrong checksum, bytes after its end, gaps cut short or left over, and
//! gaps in more bytes than they need. It can stop after nine bytes for each number, so a short
//! stream that expands without end costs nothing.
//!
//! Most gaps take one byte. Gaps of three or four bytes each make a file a third longer, or 3
//! percent if all low bytes come first. The writer has zlib leave out short repetitions
//! (`Z_FILTERED`), which gaps have by chance only: that saves 5 percent. The range coder of LZMA
//! with a model of the gaps would save 8 percent more, but every reader would have to bring its
//! own.
//!
//! ## What makes them small
//!
//! Nearly all positions belong to the slide phase, in which the number of positions is that of the
//! answers needed. For `44-ssss` `teeko certificate` finds 59,263 positions for Black and 49,893
//! for Red, of 9.5 million up to symmetry, in 62,930 bytes. What each idea of the search gives, in
//! positions of Red's slide phase:
//!
//! | search | positions |
//! |---|---|
//! | breadth first, the answer that opens fewest challenges | 140,930 |
//! | depth first | 120,644 |
//! | … preferring answers that meet many open challenges | 134,136 |
//! | depth first, at most four new answers to each challenge | 87,578 |
//! | … again with answers from the set just found | 78,726 |
//! | … three times | 74,843 |
//! | … then preferring own sets that were frequent in that set | 64,326 |
//! | … after three further passes | 56,737 |
//! | … then 5,673 gaps of ten positions, closed afresh and kept if no larger | 49,798 |
//! | … and a last pass | 49,333 |
//!
//! A side can hold with very few sets of its own circles: once Red has come to them, the images of
//! 2, 7, 8, 9 alone suffice for 5,022 positions. The other side does not let it, though: only a
//! fifth of the positions that end the drop phase lead there by force, in up to 12 plies, and the
//! way takes more positions than are saved.
//!
//! # What else was tried for wins
//!
//! Of the certificate of `58-sppp`, 73,313 choices in 46,345 bytes:
//!
//! * Choices listed ply by ply, with the positions that arise at several plies in each of them, are
//!   those of 71 percent more positions.
//! * The first optimal move, instead of those that few positions suffice for, makes a third more
//!   choices.
//! * Another bit for each position that has a completing choice, to say so, would make the file
//!   18 kB longer.
//!
//! ```
//! use teeko_certificate::Certificate;
//!
//! let error = Certificate::read(b"hello, world").unwrap_err();
//! assert!(error.to_string().starts_with("not a certificate: expected it to begin with bytes"));
//! ```

mod certificate;
mod draw;
mod draw_check;
mod error;
mod format;
mod gaps;
mod numbering;
mod walk;

pub use certificate::Certificate;
pub use draw::DrawCertificate;
pub use draw_check::CheckedStrategy;
pub use error::{CertificateError, DrawFailure, WinFailure};
pub use format::{FORMAT_VERSION, MAGIC, Proof};
pub use walk::{Checked, canonical};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
