//! Full verification: recomputes every value of a table file from the outcomes of the positions one
//! ply later.
//!
//! It relies on the rules (explicit positions and their moves), the index (the cell of each
//! position in a file) and a reader of the table, and on nothing in the solver. The reader is that
//! which expands whole tables ([`Table::expand`](teeko_table::Table::expand)). Nothing is taken for
//! granted that it computes: all its outcomes are checked. [`verify_file`] verifies a file.
//! Checksums, content hash and census are left to
//! [`TableFile::check`](teeko_table::TableFile::check) and
//! [`check_census`](teeko_table::check_census): a file can pass both and still be
//! wrong.
//!
//! # What is checked in a slide file
//!
//! `v(P)` is the reader's outcome of a position `P` of the slide phase. Each cell of the file has a
//! position of its *own*, the one that it is listed for. For the own position `P` of every cell,
//! the following is checked:
//!
//! * if the game is finished in `P`, `v(P)` is the outcome that the rules give, and if play cannot
//!   lead to `P`, since the mover has a goal already, `v(P)` is undefined;
//! * otherwise `P` is *open*, and `v(P)` is the best that a slide leads to, one ply longer, or a
//!   draw if there is no slide. In full:
//!   - (W) if `v(P)` is won in `d`, a slide leads to a position lost in `d - 1`, and none to one
//!     lost sooner;
//!   - (L) if `v(P)` is lost in `d`, there is a slide, every slide leads to a won position, and the
//!     longest of these wins takes `d - 1`;
//!   - (D) if `v(P)` is drawn, there is no slide, or one leads to a drawn position and none to a
//!     lost one;
//! * the images of `P` under the symmetries of the rules have the same outcome;
//! * the cell has the value of that outcome: the distance of a loss, and otherwise none.
//!
//! Only losses are stored. A wrong loss, or one with another distance, violates (L). A missing loss
//! leaves a position that is called drawn although all its slides lead to won positions, which
//! violates (D). A file may have many such errors that hide each other in places; the proof shows
//! that they cannot do so everywhere.
//!
//! # Why this is enough
//!
//! **Claim.** If the conditions hold for the own positions of all cells, `v` is the outcome of
//! every position under perfect play, distance included.
//!
//! Outcomes are defined by the rules. A position is *lost within* `n` plies if the opponent has a
//! goal, or if it is open, `n` is at least 1, there is a slide, and every slide leads to a position
//! won within `n - 1` plies. It is *won within* `n` plies if it is open, `n` is at least 1, and a
//! slide leads to a position lost within `n - 1` plies. The distance is the least such `n`. Open
//! positions that are neither won nor lost within any number of plies are drawn: as there are
//! finitely many slides in every position, a win that can be forced at all can be forced within
//! some number of plies. Positions whose mover has a goal need no proof. No slide from an open
//! position leads to one: its mover is the previous opponent, whose pieces have not moved and are
//! on no goal.
//!
//! **Symmetry.** Every position is an image of the own position of a cell. Images have the same
//! `v`, and slides that are images of each other. So the conditions hold for all positions.
//!
//! **Soundness.** *If `v(P)` is won in `d`, `P` is won within `d`; if `v(P)` is lost in `d`, `P` is
//! lost within `d`.* By induction on `d`. If the opponent has a goal, `P` is lost within 0.
//! Otherwise `P` is open. If `v(P)` is won in `d`, then by (W) a slide leads to some `Q` with
//! `v(Q)` lost in `d - 1`; by induction `Q` is lost within `d - 1`, so `P` is won within `d`. If
//! `v(P)` is lost in `d`, then by (L) there is a slide, and each leads to some `Q` with `v(Q)` won
//! in at most `d - 1`, by induction won within `d - 1`; so `P` is lost within `d`.
//!
//! **Completeness.** *If `P` is won within `n`, `v(P)` is won in at most `n`; if `P` is lost within
//! `n`, `v(P)` is lost in at most `n`.* By induction on `n`. If the opponent has a goal, `v(P)` is
//! lost in 0. Otherwise `P` is open. If `P` is won within `n`, a slide leads to some `Q` lost
//! within `n - 1`, and by induction `v(Q)` is lost in at most `n - 1`. So `v(P)` is not lost, or by
//! (L) `v(Q)` would be won; and not drawn, by (D). It is won, in some `d`, and by (W) no slide
//! leads to a position lost sooner than in `d - 1`, so that `d - 1` is at most `n - 1`. If `P` is
//! lost within `n`, there is a slide, and each leads to some `Q` won within `n - 1`, so that by
//! induction `v(Q)` is won in at most `n - 1`. So `v(P)` is not won, or by (W) a slide would lead
//! to a lost position; and not drawn, or by (D) there would be no slide, or one to a drawn
//! position. It is lost, in some `d`, and by (L) `d - 1` is the longest of those wins, which is at
//! most `n - 1`.
//!
//! **Together.** Let `v(P)` be won in `d`. By the first part `P` is won within `d`. Were it won
//! within some `n < d`, `v(P)` would be won in at most `n` by the second. So `d` is its distance.
//! The same goes for losses. Let `v(P)` be drawn: by the second part `P` is neither won nor lost
//! within any `n`, so it is drawn. ∎
//!
//! As every cell has the value of `v`, a reader that looks a position up in another cell, or
//! derives a win or a draw from the slides of the position itself, gets the same.
//!
//! The distances are what makes a check of single plies enough. Without them, positions could be
//! called lost because of one another, in a circle, without any progress towards a goal. A distance
//! that falls with every ply rules this out.
//!
//! # What is checked in a drop file
//!
//! A drop leads from a layer to the next, so there are no circles. For the own position of every
//! cell, the outcome must be the best that a drop leads to, one ply longer, where the mover
//! chooses, and the worst where the drop plan has the opponent point. The centre ban leaves out the
//! drop that it forbids. The pass rule changes nothing: if the pointing side passes, the mover
//! chooses, and gets no less than the worst drop would give.
//!
//! The file has layers 6, 4, 2 and 0. The outcomes of layers 7, 5, 3 and 1 are not stored. Those
//! that the reader computes are checked in the same way, for a position of each orbit and its
//! images. Layer 8 is that of the slide file. If that is right and nothing offends, all outcomes of
//! the drop phase are right, by induction from layer 8 down.
//!
//! # Samples
//!
//! On boards with billions of positions, [`verify_sample`] checks some of them: the outcome of each
//! must follow from the outcomes after its moves. This proves nothing, but finds errors that are
//! not rare.

mod attack;
mod files;
mod values;

pub use attack::AttackVerification;
pub use files::{memory_needed, verify_file, verify_sample};
pub use values::{FileReport, Offence};
