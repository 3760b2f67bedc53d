//! The atlas as Markdown, as a page for a browser, and as JSON.

mod html;
mod json;
mod markdown;

use teeko_rules::{GoalSet, Outcome};
use teeko_solve::{OutcomeMatrix, SlideCensus};

pub(crate) use self::html::html;
pub(crate) use self::json::json;
pub(crate) use self::markdown::{markdown, overview};
use super::{OUTCOMES, count};
use crate::atlas::{Atlas, Entry, SlidePhase};

/// The name of a step.
fn step_name(knight: bool) -> &'static str {
    if knight { "knight" } else { "king" }
}

/// An outcome in as few letters as can be, `W13`, `D` or `L24`; a legend says that the distance is in plies.
fn code(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("W{plies}"),
        Outcome::Loss(plies) => format!("L{plies}"),
        Outcome::Draw => "D".to_owned(),
    }
}

/// A share of a whole; one that is not nothing does not look like nothing.
fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.1 { "< 0.1 %".to_owned() } else { format!("{share:.1} %") }
}

/// What the title says: `16 rule sets of Teeko on the 5x5 board`.
fn title(atlas: &Atlas) -> String {
    let rule_sets = match atlas.family.count() {
        1 => "1 rule set".to_owned(),
        count => format!("{count} rule sets"),
    };
    format!("{rule_sets} of Teeko on the {} board", atlas.family.board)
}

/// The families of goals of a set, in words.
fn goal_families(goals: GoalSet) -> String {
    let families = goals.families();
    let parts = [
        (families.lines, "lines"),
        (families.unit_squares, "squares of four neighbours"),
        (families.upright_squares, "larger upright squares"),
        (families.diamonds, "diamonds"),
        (families.skew_squares, "skew squares"),
    ];
    let parts: Vec<&str> = parts.into_iter().filter(|(present, _)| *present).map(|(_, name)| name).collect();
    parts.join(", ")
}

/// Positions of the slide phase that are not over: won, drawn and lost by the side to move.
fn open_positions(census: &SlideCensus) -> [u64; 3] {
    [census.win(), census.draw + census.no_move, census.loss()]
}

impl Atlas {
    /// The slide phases with one step.
    fn phases_with(&self, knight: bool) -> impl Iterator<Item = &SlidePhase> + Clone {
        self.phases.iter().filter(move |phase| phase.knight == knight)
    }
}

impl SlidePhase {
    /// The variants with the centre ban, or those without.
    fn variants_with(&self, no_centre: bool) -> impl Iterator<Item = &Entry> {
        self.variants.iter().filter(move |entry| entry.variant.no_centre == no_centre)
    }
}

/// What the first line of a comparison says: `44 to 58: 19,451,483 of 75,363,120 positions (25.8 %)`.
fn flips(matrix: &OutcomeMatrix) -> String {
    let (flips, total) = (matrix.flips(), matrix.total());
    format!("{} of {} positions ({})", count(flips), count(total), percent(flips, total))
}
