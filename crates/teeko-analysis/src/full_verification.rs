//! Full verification: recomputes every value of a table file from the values of its successors, as they stand in the file.
//!
//! It uses the rules (explicit positions and their moves), the index (which slot is whose) and the reader (what is in the
//! slots), and nothing that the solver does. [`SlideVerification::new`] takes a slide file,
//! [`SlideVerification::verify_drop_file`] a drop file that belongs to it. Checksums, content hash and census are left to
//! [`TableFile::check`](teeko_table::TableFile::check) and [`Table::check_census`](teeko_table::Table::check_census): a file can
//! pass all of these and still be wrong.
//!
//! # What is checked in a slide file
//!
//! Write `v(P)` for what the file says of a position `P` of the slide phase. It is read from the slot of `P`: lost in the
//! distance that is stored there, or, if none is, won in one ply more than the fastest lost position that a slide from `P`
//! leads to, or drawn if there is no such slide. A slot has a *position of its own*, the one that the slot is listed for. For
//! the own position `P` of every slot it is checked that
//!
//! * a mover with a goal has no distance stored: no play leads to `P`;
//! * otherwise, if the opponent has a goal, `v(P)` is lost in 0;
//! * otherwise `P` is *open*, and `v(P)` is the best that a slide leads to, one ply longer; draw if there is no slide. Spelled out:
//!   - (W) if `v(P)` is won in `d`, a slide leads to a position lost in `d - 1`, and none to one lost sooner;
//!   - (L) if `v(P)` is lost in `d`, there is a slide, every slide leads to a won position, and the longest of these wins takes `d - 1`;
//!   - (D) if `v(P)` is drawn, no slide leads to a lost position, and one leads to a drawn one or there is no slide.
//!
//! The format makes some of this true whatever the file has: wins are not stored, so that (W) always holds, and so does the first
//! half of (D). What is stored can be wrong in two ways, and both are found. A distance that should not be there, or not be this
//! one, violates (L). A distance that should be there and is not makes the position won or drawn: it violates (D) if all slides lead
//! to won positions; and as the proof shows, one that is missing anywhere violates a condition somewhere.
//!
//! # Why that suffices
//!
//! **Claim.** If the conditions hold for the own positions of all slots, then `v` is the outcome under perfect play of every
//! position, distance included.
//!
//! What outcomes are follows from the rules. A position is *lost within* `n` plies if the opponent has a goal, or if `n` is at
//! least 1, there is a slide, and every slide leads to a position won within `n - 1`; it is *won within* `n` plies if it is open,
//! `n` is at least 1 and a slide leads to a position lost within `n - 1`. The distance is the least such `n`. All other open
//! positions are drawn: as a position has finitely many slides, a win that can be forced can be forced within some number of plies.
//!
//! **Symmetry.** `P` and its images under the symmetries of the rules are won or lost within the same numbers of plies. The slot in
//! which `P` is looked up need not have `P` for its own position, but has an image of `P`; call it `[P]`. So `v(P)` is `v([P])`, and
//! `P` is won or lost within `n` if and only if `[P]` is. It is therefore enough to prove the claim for own positions. (A
//! position may have images that are the own positions of other slots, when the opponent's set has symmetries of its own. Nothing
//! has to be checked of these slots together: each meets the conditions, so by the claim each has the one right value.)
//!
//! No slide from an open position leads to one whose mover has a goal, because that mover is the one who had none before, as the
//! opponent. Such positions can be left aside.
//!
//! **What `v` promises can be had.** *If `v(P)` is won in `d`, `P` is won within `d`; if `v(P)` is lost in `d`, `P` is lost within
//! `d`.* By induction on `d`. If the opponent has a goal, `P` is lost within 0. Otherwise `P` is open. If `v(P)` is won in `d`, then
//! by (W) a slide leads to some `Q` with `v(Q) = v([Q])` lost in `d - 1`; by induction `[Q]`, and so `Q`, is lost within `d - 1`, and
//! `P` is won within `d`. If `v(P)` is lost in `d`, then by (L) there is a slide, and each leads to some `Q` with `v(Q)` won in at
//! most `d - 1`, so by induction won within `d - 1`; hence `P` is lost within `d`.
//!
//! **Nothing can be had sooner, or beyond it.** *If `P` is won within `n`, `v(P)` is won in some `d` of at most `n`; if `P` is lost
//! within `n`, `v(P)` is lost in some `d` of at most `n`.* By induction on `n`. If the opponent has a goal, `v(P)` is lost in 0.
//! Otherwise `P` is open. If `P` is won within `n`, a slide leads to some `Q` lost within `n - 1`, and by induction `v(Q)` is lost in at
//! most `n - 1`. Now `v(P)` is not lost, as by (L) all slides would lead to won positions; nor drawn, by (D); so it is won, and by
//! (W) in at most `n`, since no slide leads to a position lost sooner than `v(P)` needs. If `P` is lost within `n`, there is a
//! slide, and each leads to some `Q` won within `n - 1`, so that by induction `v(Q)` is won in at most `n - 1`. Now `v(P)` is not
//! won, as by (W) a slide would lead to a lost position; nor drawn, as by (D) there would be no slide or one to a drawn position;
//! so it is lost, and by (L) in at most `n`.
//!
//! **Together.** Let `v(P)` be won in `d`. Then `P` is won within `d` by the first part. It is not won within any `n < d`, or
//! `v(P)` would be won in at most `n` by the second. So its distance is `d`. The same goes for losses. Let `v(P)` be drawn: by the
//! second part `P` is neither won nor lost within any `n`. So neither side can force a goal, and `P` is drawn. ∎
//!
//! It is the distances that make this work. Without them two positions could each be called lost because of the other: each of their
//! wins would rest on the other's loss. A distance that falls with every ply of the winning side's play leaves no room for such a circle,
//! and conversely a position wrongly called drawn needs a drawn successor, which in turn needs one, so that the side which draws can stay among
//! drawn positions for ever or until it has no slide.
//!
//! # What is checked in a drop file
//!
//! A drop leads from a layer to the next, so that there are no circles. A stored outcome of layer 6, 4, 2 or 0 must be the best that
//! a drop leads to, one ply longer, where the mover chooses, and the worst where the plan has the opponent point. The centre ban
//! leaves out the drop that it forbids. The pass rule changes nothing: a pointer who passes lets the mover choose, who gets at
//! least what the worst drop would give him.
//!
//! Outcomes of layers 7, 5, 3 and 1 are not stored. Each is *by definition* the best or worst drop of the layer after it, so there is
//! nothing to check; it is computed once for each position and then serves to check the layer before. Layer 8 is that of the
//! slide file. By induction from layer 8 down, if the slide file is right and no stored outcome offends, every outcome of the drop
//! phase is right, since the conditions are the definition of the outcome under perfect play. What was said of symmetry holds here too.

mod drop_phase;
mod memory;
mod progress;
mod report;
mod slide_phase;
mod values;

pub use memory::memory_needed;
pub use progress::Progress;
pub use report::{Offence, Report};
pub use slide_phase::SlideVerification;
