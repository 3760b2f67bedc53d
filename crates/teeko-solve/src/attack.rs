//! The threshold games of numbered pieces: one side attacks with heavy and light pieces, the other
//! is in its way.
//!
//! Whether the attacker can force at least so many points depends on his own pieces by weight
//! alone, and on the other side's not at all ([`Rules::threshold_game`] has the rules of all
//! threshold games). So a position is a *weighed set* of the attacker's, a set of the defender's,
//! and whose turn it is. Two kinds of planes take the place of one (see [`crate::retrograde`],
//! whose half-steps these are):
//!
//! ```text
//! lost:  rows the attacker's sets, columns the defender's canonical ones: the defender is to move, and is lost
//! won:   rows the defender's sets, columns the attacker's canonical ones: the attacker is to move, and wins
//! ```
//! Each is what the other turns into. What wins at once depends on which piece came from where: the
//! first ply is found slide by slide ([`layout`]), and a completed goal that does not win is an end
//! that leads nowhere.
//!
//! A side that forces so many points forces a goal, so only positions that the plain game has as
//! won or lost are looked at; and those of more points than pips only where the same pieces force 4
//! less.

mod drops;
mod layout;
mod slide;
mod solution;

pub use slide::{AttackCensus, AttackSlide};
pub use solution::{AttackSolution, solve_attack, solve_attack_drops};
