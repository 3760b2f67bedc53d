//! The atlas as one HTML page. It loads nothing from elsewhere, is well-formed XML, and has only a
//! short script that copies positions and works if the page is a local file.
//!
//! It begins with the values by plan and goal set, which readers compare most. A section for each
//! slide phase follows, with a card for each drop plan.

use askama::Template;
use teeko_analysis::atlas::{
    Atlas, AtlasComparison, AtlasDropComparison, AtlasLayer, AtlasMatrix, AtlasPhase, AtlasVariant,
    AtlasWin,
};
use teeko_rules::notation::circle_form;
use teeko_rules::{
    Board, Circle, Circles, DropPlan, GoalFamily, GoalSet, Outcome, Position, Variant,
};
use teeko_table::{DROP_EXTENSION, SLIDE_EXTENSION};

use super::histogram::{Area, Chart};
use super::{OUTCOMES, code, goals_compared, points_legend, value_in_points};
use crate::answers::{FirstDropEntry, SlideCensus};
use crate::words::{count, short_outcome};

const AREA: Area = Area { left: 74.0, right: 632.0, top: 12.0, bottom: 196.0 };

/// Returns the atlas as one HTML page, without external links.
pub fn atlas_html(atlas: &Atlas) -> String {
    AtlasPage { atlas, bans: atlas.no_centre() }.to_string()
}

#[derive(Template)]
#[template(path = "atlas.html", whitespace = "minimize")]
struct AtlasPage<'a> {
    atlas: &'a Atlas,
    /// Whether Black is banned from opening in the centre; both if there are two of each variant.
    bans: Vec<bool>,
}

impl<'a> AtlasPage<'a> {
    fn has_points(&self) -> bool {
        self.atlas.variants.iter().any(|entry| entry.in_points.is_some())
    }

    fn entries(&self, phase: &AtlasPhase, plan: DropPlan) -> Vec<&'a AtlasVariant> {
        let of_phase = self.atlas.variants_of(phase);
        of_phase.filter(|entry| entry.variant.plan == plan).collect()
    }

    /// Returns the variants with cards: those without the centre ban, unless all have it.
    fn cards(&self, phase: &AtlasPhase) -> impl Iterator<Item = &'a AtlasVariant> {
        self.atlas.variants_with(phase, self.bans[0])
    }

    /// Returns the same variant with the centre ban, if it is another one.
    fn banned(&self, entry: &AtlasVariant) -> Option<&'a AtlasVariant> {
        let banned = Variant { no_centre: true, ..entry.variant };
        let is_banned = |other: &&AtlasVariant| other.variant == banned;
        self.atlas.variants.iter().filter(|_| !entry.variant.no_centre).find(is_banned)
    }
}

#[derive(Template)]
#[template(path = "deepest_win.html")]
struct DeepestWin<'a> {
    drawing: BoardDrawing,
    win: &'a AtlasWin,
}

fn deepest_win(board: Board, of: &str, win: Option<&AtlasWin>) -> String {
    let Some(win) = win else { return String::new() };
    let drawing = BoardDrawing::of_position(board, format!("Deepest win of {of}"), &win.position);
    DeepestWin { drawing, win }.to_string()
}

/// Returns the title: `16 rule sets of Teeko on the 5x5 board`.
fn title(atlas: &Atlas) -> String {
    let rule_sets = match atlas.variants.len() {
        1 => "1 rule set".to_owned(),
        count => format!("{count} rule sets"),
    };
    format!("{rule_sets} of Teeko on the {} board", atlas.board)
}

fn goal_families(goals: GoalSet) -> String {
    let mut descriptions: Vec<&str> = goals.families().map(GoalFamily::description).collect();
    // Squares of several sides share one description.
    descriptions.dedup();
    descriptions.join(", ")
}

/// Returns the CSS class of a value in points: the name of its outcome.
fn class_in_points(entry: &AtlasVariant) -> &'static str {
    entry.value_in_points().map_or(Outcome::Draw, |value| value.outcome).name()
}

fn heading(comparison: &AtlasComparison) -> String {
    goals_compared(comparison, |step| format!(", {step} steps"))
}

/// Returns the drop phases of a comparison, one for each plan. The centre ban can change only layer
/// 0, which is in the table of values.
fn drops(comparison: &AtlasComparison) -> impl Iterator<Item = &AtlasDropComparison> {
    let no_centre = comparison.drop[0].variants[1].no_centre;
    comparison.drop.iter().filter(move |drop| drop.variants[1].no_centre == no_centre)
}

fn layers(drop: &AtlasDropComparison) -> &[AtlasLayer] {
    &drop.layers[1..]
}

/// Returns the first line of a comparison:
/// `44 to 58: 19,451,483 of 75,363,120 positions (25.8 %)`.
fn flips(matrix: &AtlasMatrix) -> String {
    let (flips, total) = (matrix.flips, matrix.positions);
    format!("{} of {} positions ({})", count(flips), count(total), percent(flips, total))
}

/// Formats a share of a whole. A share above zero never looks like zero.
fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.1 { "< 0.1 %".to_owned() } else { format!("{share:.1} %") }
}

fn widths(counts: &SlideCensus) -> [f64; 3] {
    let parts = [counts.win, counts.drawn(), counts.loss];
    let all = parts.iter().sum::<u64>().max(1);
    parts.map(|part| 120.0 * part as f64 / all as f64)
}

const STEP: isize = 20;

#[derive(Template)]
#[template(path = "board.svg", whitespace = "minimize")]
struct BoardDrawing {
    title: String,
    description: String,
    width: isize,
    height: isize,
    /// Dots on circles by CSS class, as lines of zero length with round ends.
    dots: Vec<(String, String)>,
    labels: Vec<Label>,
}

struct Label {
    class: &'static str,
    x: isize,
    y: isize,
    words: String,
}

fn middle(board: Board, circle: Circle) -> (isize, isize) {
    (STEP * board.column(circle) + STEP / 2, STEP * board.row(circle) + STEP / 2)
}

impl BoardDrawing {
    fn new(board: Board, title: String, description: String) -> Self {
        let [width, height] = [board.width(), board.height()].map(|side| STEP * side as isize);
        Self { title, description, width, height, dots: Vec::new(), labels: Vec::new() }
    }

    fn add_dots(&mut self, board: Board, class: &str, circles: Circles) {
        let place = |circle| {
            let (x, y) = middle(board, circle);
            format!("M{x} {y}h0")
        };
        if !circles.is_empty() {
            self.dots.push((class.to_owned(), circles.iter().map(place).collect()));
        }
    }

    /// Draws a position, with the number of each circle. Black pieces are full, red ones ringed.
    fn of_position(board: Board, title: String, position: &Position) -> Self {
        let mut drawing = Self::new(board, title, circle_form(position));
        drawing.add_dots(board, "hole", board.circles() - position.occupied());
        drawing.add_dots(board, "piece black", position.black);
        drawing.add_dots(board, "piece red", position.red);
        drawing.add_dots(board, "ring", position.red);
        for circle in board.circles() {
            let class = if position.black.contains(circle) { "on-black" } else { "on-board" };
            let (x, y) = middle(board, circle);
            drawing.labels.push(Label { class, x, y: y + 3, words: circle.to_string() });
        }
        drawing
    }
}

/// Draws the value of each first drop for Black, beside the number of its circle.
fn first_drops(board: Board, title: String, drops: &[FirstDropEntry]) -> BoardDrawing {
    let worth = |drop: &FirstDropEntry| drop.worth.value.map(|value| value.outcome);
    let with = |fits: &dyn Fn(Option<Outcome>) -> bool| -> Circles {
        drops.iter().filter(|drop| fits(worth(drop))).map(|drop| drop.played).collect()
    };
    let mut outcomes: Vec<Outcome> = drops.iter().filter_map(worth).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let described = outcomes
        .iter()
        .rev()
        .map(|&outcome| format!("{}: {}.", code(outcome), with(&|worth| worth == Some(outcome))));
    let description = described.collect::<Vec<_>>().join(" ");
    let mut drawing = BoardDrawing::new(board, title, description);
    let class = |worth: Option<Outcome>| worth.map_or("banned", Outcome::name);
    for name in ["win", "draw", "loss", "banned"] {
        let circles = with(&|worth| class(worth) == name);
        drawing.add_dots(board, &format!("dot {name}"), circles);
    }
    for drop in drops {
        let words = match worth(drop) {
            Some(Outcome::Draw) => code(Outcome::Draw),
            Some(decided) => decided.distance().unwrap_or_default().to_string(),
            None => "×".to_owned(),
        };
        let (x, y) = middle(board, drop.played);
        let class = class(worth(drop));
        drawing.labels.push(Label { class, x, y: y + 3, words });
        // Small, in the corner of its place.
        let (x, y) = (x - STEP / 2 + 1, y - STEP / 2 + 5);
        drawing.labels.push(Label { class: "number", x, y, words: drop.played.to_string() });
    }
    drawing
}
