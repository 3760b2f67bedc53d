//! Files for people to read: the atlas and sheets of puzzles for print as HTML pages, the histogram
//! of a layer as SVG.
//!
//! The same input always gives the same bytes.

mod goals;
mod histogram;
mod html;
mod puzzles;

use teeko_rules::{GoalFamily, GoalSet, NamedStep, Outcome, Scoring, Wdl};

pub use self::histogram::histogram_svg;
pub use self::html::atlas_html;
pub use self::puzzles::{Answers, puzzles_html};
use crate::answers::LayerCounts;
use crate::questions::{Atlas, AtlasComparison, AtlasMatrix, AtlasPhase, AtlasVariant};
use crate::words::{BOUND, count, short_value};

/// Appends to a page.
macro_rules! push {
    ($page:expr, $($part:tt)*) => {
        write!($page, $($part)*).expect("a text takes all")
    };
}
use push;

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

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Formats a share of a whole. A share above zero never looks like zero.
fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.1 { "< 0.1 %".to_owned() } else { format!("{share:.1} %") }
}

/// Returns the title: `16 rule sets of Teeko on the 5x5 board`.
fn title(atlas: &Atlas) -> String {
    let rule_sets = match atlas.variants.len() {
        1 => "1 rule set".to_owned(),
        count => format!("{count} rule sets"),
    };
    format!("{rule_sets} of Teeko on the {} board", atlas.board)
}

/// Describes the families of goals of a set.
fn goal_families(goals: GoalSet) -> String {
    let mut descriptions: Vec<&str> = goals.families().map(GoalFamily::description).collect();
    // Squares of several sides share one description.
    descriptions.dedup();
    descriptions.join(", ")
}

/// Returns the row of a slide phase, without its name: the goals; the positions that are not over;
/// the shares of them that are won, drawn and lost; the positions that are over; the longest
/// distance.
fn slide_phase_row(phase: &AtlasPhase) -> [String; 7] {
    let counts = LayerCounts::of_slides(&phase.census.slide);
    let open = open_positions(&counts);
    let all = open.iter().sum();
    let [won, drawn, lost] = open.map(|positions| percent(positions, all));
    let (over, deepest) = (count(counts.over), counts.deepest().to_string());
    [phase.goal_count.to_string(), count(all), won, drawn, lost, over, deepest]
}

/// Counts the positions of the slide phase that are won, drawn and lost for the side to move, and
/// not over.
fn open_positions(counts: &LayerCounts<'_>) -> [u64; 3] {
    [counts.win, counts.drawn, counts.loss]
}

/// Returns the first line of a comparison:
/// `44 to 58: 19,451,483 of 75,363,120 positions (25.8 %)`.
fn flips(matrix: &AtlasMatrix) -> String {
    let (flips, total) = (matrix.flips, matrix.positions);
    format!("{} of {} positions ({})", count(flips), count(total), percent(flips, total))
}
