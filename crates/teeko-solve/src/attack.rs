//! The threshold games of numbered pieces: one side attacks with heavy and light pieces, the other
//! defends.
//!
//! Whether the attacker can force `points` points depends on the weights of the attacker's own
//! pieces, and not on the defender's numbers ([`teeko_rules::Rules::heavy_pips`] says which pieces
//! are heavy, and what wins). So a position is a *weighed set* of the attacker's, a set of the
//! defender's, and the side to move. The analysis of [`crate::retrograde`] then has two turns, and
//! its planes are of two kinds:
//!
//! ```text
//! lost:  row: attacker's set; column: defender's canonical set; the defender, to move, loses
//! won:   row: defender's set; column: attacker's canonical set; the attacker, to move, wins
//! ```
//!
//! Each turns into the other by transposition. Immediate wins depend on which piece moves where, so
//! the first ply is found slide by slide ([`first_ply`]). A completed goal that does not win ends the
//! game and leads nowhere.
//!
//! A side that can force the points can also force a goal, so only positions that are decided in
//! the plain game are visited. More points than a piece has pips need a bonus circle, worth 4
//! points. There only the positions are visited from which the attacker can force 4 points fewer,
//! with the same heavy pieces.

mod candidates;
mod drops;
mod first_ply;
mod layout;
mod slide;
mod solution;

pub use slide::AttackSlide;
pub use solution::AttackSolution;
