//! The sixteen variants as text.

use teeko::questions::Variant;
use teeko::words::short_outcome;

use crate::help::steps;

use super::style::{PLAIN, style_of};
use super::text_table::table;

pub(crate) fn text(variants: &[Variant]) -> String {
    let headings = ["variant", "Scarne's name", "goals", "drops", "published"];
    let rows = variants.iter().map(|variant| {
        let outcome = variant.published.value_or_draw().outcome;
        [
            (PLAIN, variant.id.to_string()),
            (PLAIN, variant.name.clone()),
            (PLAIN, variant.goals.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(outcome), short_outcome(outcome)),
        ]
    });
    format!("{}\n{NOTE}{NAMES}\n\nSteps:\n{}\n", table("lllll", headings, rows), steps("  "))
}

const NOTE: &str = "\
Drops: who chooses the circle of a player's 1st to 4th drop, the player (s) or
the opponent (p). Published: the outcome for Black, distances in plies.

There are more variants. ";

pub(crate) const NAMES: &str = "\
A variant's name is GOALS-PLAN[+OPTION…] with
  goals    44 54 58 64 68 78: lines and squares of side 1 (44), with larger
           squares (58), diamonds (54), both (68), diamonds and skew squares
           (64), all of them (78); 28: lines only; 37e 37d: lines, and
           squares of side 2 or small diamonds while their middle is empty;
           or a rule file, @rules.toml-ssss
  plan     four letters, each s or p
  board    4x4 to 8x8 instead of 5x5, as in 44-ssss+6x6
  step     one of the steps below instead of a king's, as in 44-ssss+knight
  options  no-centre: Black may not open in the centre; pass, with plan pppp:
           the opponent may pass, and the mover then chooses
  for      points: goals are worth 1 to 5 by their shape, as in 58-ssss+points;
           pips: pieces carry 1 to 4 pips and score them, as in 44-ssss+pips
These names work too: one-move-standard (44), 58-one-move-standard, advanced
(58-ssss), plus (64-ssss), junior (44-ssss+4x4), teeko2 (37e-ssss) and final
(44-ssss+no-centre+pips). Commands that take several variants also take `all`,
with options as in all+4x4. `teeko variants NAME` explains a game.";
