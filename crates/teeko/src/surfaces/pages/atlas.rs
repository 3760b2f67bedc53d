//! The atlas as one HTML page. It loads nothing from elsewhere, is well-formed XML, and has only a
//! short script that copies positions and works if the page is a local file.
//!
//! It begins with the values by plan and goal set, which readers compare most. A section for each
//! slide phase follows, with a card for each drop plan.

use std::fmt::Display;

use askama::Template;
use teeko_rules::{Circles, DropPlan, GoalFamily, NamedStep, Outcome, Scoring, Variant};
use teeko_table::{DROP_EXTENSION, SLIDE_EXTENSION};

use super::board::{Drawing, STEP, middle_of};
use super::histogram::{Area, Chart};
use super::{OUTCOMES, filters};
use crate::answers::FirstDropEntry;
use crate::answers::{
    Atlas, AtlasComparison, AtlasDropComparison, AtlasLayer, AtlasMatrix, AtlasPhase, AtlasVariant,
    AtlasWin,
};
use crate::surfaces::words::{BOUND, percent, short_outcome, short_value};

const CHART: Area = Area {
    left: 74.0,
    right: 632.0,
    top: 12.0,
    bottom: 196.0,
};

/// Returns the atlas as one HTML page, without external links.
pub fn atlas_html(atlas: &Atlas) -> String {
    Page { atlas }.to_string() + "\n"
}

#[derive(Template)]
#[template(path = "atlas.html")]
struct Page<'a> {
    atlas: &'a Atlas,
}

impl Page<'_> {
    fn title(&self) -> String {
        let board = self.atlas.board;
        match self.atlas.variants.len() {
            1 => format!("1 rule set of Teeko on the {board} board"),
            count => format!("{count} rule sets of Teeko on the {board} board"),
        }
    }

    /// Returns what the table of values does not say itself.
    fn notes(&self) -> String {
        let ban = match self.atlas.no_centre()[..] {
            [_, _, ..] => {
                " Small: the value if Black may not open in the centre, where it is another."
            }
            [true] => " Black may not open in the centre.",
            _ => "",
        };
        let mut variants = self.atlas.variants.iter();
        if variants.any(|entry| entry.in_points.is_some()) {
            format!("{ban} {}", points_legend())
        } else {
            ban.to_owned()
        }
    }
}

/// Formats an outcome in as few letters as possible: `W13`, `D` or `L24`. A legend says that the
/// distance is in plies.
fn code(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("W{plies}"),
        Outcome::Loss(plies) => format!("L{plies}"),
        Outcome::Draw => "D".to_owned(),
    }
}

fn in_letters(entry: &AtlasVariant) -> String {
    code(entry.value.outcome)
}

fn in_words(entry: &AtlasVariant) -> String {
    short_outcome(entry.value.outcome)
}

/// Describes the value of a variant: `58-ssss: win in 13`.
fn about(entry: &AtlasVariant) -> String {
    format!("{}: {}", entry.variant, in_words(entry))
}

/// Returns the value of a variant when played for points, `win of 3 within 13`; empty if it is not
/// known.
pub fn value_in_points(entry: &AtlasVariant) -> String {
    match entry.value_in_points() {
        Some(value) => short_value(Scoring::Points, value),
        None => String::new(),
    }
}

/// Returns whether a variant is won, drawn or lost when played for points, as its colour.
fn colour_in_points(entry: &AtlasVariant) -> &'static str {
    match entry.value_in_points() {
        Some(value) => value.outcome.name(),
        None => Outcome::Draw.name(),
    }
}

/// Names the goal sets of a comparison: `44 to 58`. Adds the step, as `named` writes it, unless it
/// is a king's.
pub fn goals_compared(comparison: &AtlasComparison, named: impl Fn(NamedStep) -> String) -> String {
    // The variants of both slide phases differ in their goal sets only.
    let [smaller, larger] = comparison.drop[0].variants;
    let step = if larger.step == NamedStep::King {
        String::new()
    } else {
        named(larger.step)
    };
    format!("{} to {}{step}", smaller.goals, larger.goals)
}

/// Returns the explanation of columns with values in points.
pub fn points_legend() -> String {
    format!("Points: the same game played for points. {BOUND}")
}

/// The values of the variants with one plan in a slide phase.
struct PlanValues<'a> {
    /// The variant without the centre ban, unless all have it.
    first: &'a AtlasVariant,
    /// The variants with another value.
    other_values: Vec<&'a AtlasVariant>,
    /// The variants with another value in points.
    other_points: Vec<&'a AtlasVariant>,
}

impl<'a> PlanValues<'a> {
    /// Returns the values, unless there is no such variant.
    fn find(atlas: &'a Atlas, phase: &AtlasPhase, plan: DropPlan) -> Option<Self> {
        let mut entries: Vec<&AtlasVariant> = atlas.variants_of(phase).collect();
        entries.retain(|entry| entry.variant.plan == plan);
        let first = *entries.first()?;
        let mut other_values = entries.clone();
        other_values.retain(|other| other.value != first.value);
        let mut other_points = entries;
        other_points.retain(|other| other.in_points != first.in_points);
        Some(Self {
            first,
            other_values,
            other_points,
        })
    }
}

/// The unfinished positions of a slide phase, and their shares by outcome.
struct SlideShares {
    positions: u64,
    won: Share,
    drawn: Share,
    lost: Share,
    /// The number of finished positions.
    over: u64,
}

/// A share in words, and its part of a bar.
struct Share {
    percent: String,
    start: f64,
    width: f64,
}

impl SlideShares {
    fn of(phase: &AtlasPhase) -> Self {
        let counts = &phase.slide;
        let drawn = counts.drawn();
        let positions = counts.win + drawn + counts.loss;
        Self {
            positions,
            won: Share::new(0, counts.win, positions),
            drawn: Share::new(counts.win, drawn, positions),
            lost: Share::new(counts.win + drawn, counts.loss, positions),
            over: counts.over + counts.gift.unwrap_or(0),
        }
    }
}

impl Share {
    /// The width of the whole bar.
    const BAR: f64 = 120.0;

    /// Returns the share of `part` in `whole`, which starts after `before`.
    fn new(before: u64, part: u64, whole: u64) -> Self {
        let scale = Self::BAR / whole.max(1) as f64;
        Self {
            percent: percent(part, whole, 1),
            start: before as f64 * scale,
            width: part as f64 * scale,
        }
    }
}

/// Returns the share of the positions that have another outcome.
fn share_of_flips(matrix: &AtlasMatrix) -> String {
    percent(matrix.flips, matrix.positions, 1)
}

/// Returns the heading of a comparison: `44 to 58, knight steps`.
fn heading(comparison: &AtlasComparison) -> String {
    goals_compared(comparison, |step| format!(", {step} steps"))
}

/// Returns the pairs of variants to show, one for each plan. The centre ban can change only layer
/// 0, which is in the table of values.
fn drops_compared(comparison: &AtlasComparison) -> impl Iterator<Item = &AtlasDropComparison> {
    let no_centre = comparison.drop[0].variants[1].no_centre;
    let drops = comparison.drop.iter();
    drops.filter(move |drop| drop.variants[1].no_centre == no_centre)
}

/// Returns the layers with pieces on the board.
fn layers_with_pieces(drop: &AtlasDropComparison) -> &[AtlasLayer] {
    &drop.layers[1..]
}

/// Describes the shapes of the goals.
fn families(phase: &AtlasPhase) -> String {
    let families = phase.goal_set.families();
    let mut descriptions: Vec<&str> = families.map(GoalFamily::description).collect();
    // Squares of several sides share one description.
    descriptions.dedup();
    descriptions.join(", ")
}

fn chart_of(phase: &AtlasPhase) -> Chart {
    let counts = &phase.slide;
    Chart::new(CHART, counts.decided(), counts.has_any_parity())
}

/// Returns the variants of a slide phase that have a card: those without the centre ban, unless all
/// have it.
fn with_card<'a>(atlas: &'a Atlas, phase: &AtlasPhase) -> impl Iterator<Item = &'a AtlasVariant> {
    atlas.variants_with(phase, atlas.no_centre()[0])
}

/// Returns the same variant with the centre ban, if it is another one.
fn with_ban<'a>(atlas: &'a Atlas, entry: &AtlasVariant) -> Option<&'a AtlasVariant> {
    let banned = Variant {
        no_centre: true,
        ..entry.variant
    };
    let mut others = atlas.variants.iter();
    others.find(|other| other.variant == banned && banned != entry.variant)
}

/// Names a slide phase in the title of a drawing.
fn slide_phase(phase: &AtlasPhase) -> String {
    format!("the slide phase, {}", phase.slide_phase)
}

/// Draws the deepest win of what `of` names.
fn deepest_position(atlas: &Atlas, of: impl Display, win: &AtlasWin) -> Drawing {
    Drawing::of_position(atlas.board, format!("Deepest win of {of}"), &win.position)
}

/// Draws the value of each first drop for Black, next to the number of its circle.
fn first_drops(atlas: &Atlas, entry: &AtlasVariant) -> Drawing {
    let board = atlas.board;
    let drops = &entry.first_drops;
    let title = format!("First drops of {}", entry.variant);
    let mut drawing = Drawing::new(board, title, described(drops));
    for class in ["win", "draw", "loss", "banned"] {
        let drops = drops.iter().filter(|drop| class_of(drop) == class);
        let circles = drops.map(|drop| drop.played.to()).collect();
        drawing.add_circles(board, &format!("dot {class}"), circles);
    }
    for drop in drops {
        let (x, y) = middle_of(board, drop.played.to());
        drawing.add_label(class_of(drop), (x, y + 3), worth_in_letters(drop));
        // Small, in the corner of its place.
        let corner = (x - STEP / 2 + 1, y - STEP / 2 + 5);
        drawing.add_label("number", corner, drop.played.to_string());
    }
    drawing
}

/// Returns the value of a first drop; `None` if the drop is not allowed.
fn worth(drop: &FirstDropEntry) -> Option<Outcome> {
    drop.worth.value.map(|value| value.outcome)
}

fn class_of(drop: &FirstDropEntry) -> &'static str {
    worth(drop).map_or("banned", Outcome::name)
}

/// Formats the value of a first drop: its distance, `D` or `×`.
fn worth_in_letters(drop: &FirstDropEntry) -> String {
    match worth(drop) {
        Some(Outcome::Win(plies) | Outcome::Loss(plies)) => plies.to_string(),
        Some(Outcome::Draw) => code(Outcome::Draw),
        None => "×".to_owned(),
    }
}

/// Lists the first drops by value, best first: `W13: 13. D: 1,2.`
fn described(drops: &[FirstDropEntry]) -> String {
    let mut outcomes: Vec<Outcome> = drops.iter().filter_map(worth).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let mut parts = Vec::new();
    for outcome in outcomes.into_iter().rev() {
        let same = drops.iter().filter(|drop| worth(drop) == Some(outcome));
        let circles: Circles = same.map(|drop| drop.played.to()).collect();
        parts.push(format!("{}: {circles}.", code(outcome)));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::questions::AtlasQuestion;

    #[test]
    fn small_shares_are_well_formed() {
        let question = r#"{"goals": "44", "plans": "ssss", "board": "4x4", "steps": "king"}"#;
        let question: AtlasQuestion = serde_json::from_str(question).unwrap();
        let mut atlas = question.solve(&|_, _| ControlFlow::Continue(())).unwrap();
        atlas.slide_phases[0].slide.win = 1;
        let page = atlas_html(&atlas);
        assert!(page.contains("&#60; 0.1 %"));
        assert!(!page.contains("< 0.1 %"));
    }
}
