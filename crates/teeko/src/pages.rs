//! Files for people to read: the atlas and sheets of puzzles for print as HTML pages, the histogram
//! of a layer as SVG.
//!
//! Their templates are in the folder `templates`. The same input always gives the same bytes.

mod atlas;
mod goals;
mod histogram;
mod puzzles;

use teeko_analysis::atlas::{AtlasComparison, AtlasVariant};
use teeko_rules::{NamedStep, Outcome, Scoring, Wdl};

pub use self::atlas::atlas_html;
pub use self::histogram::histogram_svg;
pub use self::puzzles::{Answers, points_before, puzzles_html};
use crate::words::{BOUND, short_value};

/// The outcomes in words, best first.
pub const OUTCOMES: [(Wdl, &str); 3] =
    [(Wdl::Win, "won"), (Wdl::Draw, "drawn"), (Wdl::Loss, "lost")];

/// Formats an outcome in as few letters as possible: `W13`, `D` or `L24`. A legend says that the
/// distance is in plies.
fn code(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("W{plies}"),
        Outcome::Loss(plies) => format!("L{plies}"),
        Outcome::Draw => "D".to_owned(),
    }
}

/// Returns the value of a variant when played for points, `win of 3 within 13`; empty if it is not
/// known.
pub fn value_in_points(entry: &AtlasVariant) -> String {
    entry.value_in_points().map(|value| short_value(Scoring::Points, value)).unwrap_or_default()
}

/// Names the goal sets of a comparison: `44 to 58`. Adds the step, as `named` writes it, unless it
/// is a king's.
pub fn goals_compared(comparison: &AtlasComparison, named: impl Fn(NamedStep) -> String) -> String {
    // The variants of both slide phases differ in their goal sets only.
    let [smaller, larger] = comparison.drop[0].variants;
    let step = if larger.step == NamedStep::King { String::new() } else { named(larger.step) };
    format!("{} to {}{step}", smaller.goals, larger.goals)
}

/// Returns the explanation of columns with values in points.
pub fn points_legend() -> String {
    format!("Points: the same game played for points. {BOUND}")
}
