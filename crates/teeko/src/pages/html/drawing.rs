//! SVG drawings within the page: boards, shares and histograms. The style sheet sets their colours.

use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Circles, Outcome, Position};

use crate::answers::{FirstDropEntry, LayerCounts};
use crate::pages::histogram::Chart;
use crate::pages::{code, open_positions, percent};
use crate::words::count;

/// The distance between circles in a drawing of a board.
const STEP: isize = 20;

/// Draws a board with a title and a longer description.
fn board_drawing(board: Board, title: &str, description: &str, inside: &str) -> String {
    let (width, height) = (STEP * board.width() as isize, STEP * board.height() as isize);
    format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>\n{inside}</svg>\n"
    )
}

/// Returns the centre of a circle.
fn middle(board: Board, circle: Circle) -> (isize, isize) {
    (STEP * board.column(circle) + STEP / 2, STEP * board.row(circle) + STEP / 2)
}

/// Draws dots on circles, as lines of zero length with round ends.
fn dots(board: Board, class: &str, circles: impl Iterator<Item = Circle>) -> String {
    let place = |circle| {
        let (x, y) = middle(board, circle);
        format!("M{x} {y}h0")
    };
    let places: String = circles.map(place).collect();
    if places.is_empty() { places } else { format!("<path class=\"{class}\" d=\"{places}\"/>\n") }
}

/// Writes a text with a CSS class in the middle of a circle, or, if `in_corner`, small in the
/// corner of its place.
fn label(board: Board, circle: Circle, class: &str, in_corner: bool, words: &str) -> String {
    let (x, y) = middle(board, circle);
    let (x, y) = if in_corner { (x - STEP / 2 + 1, y - STEP / 2 + 5) } else { (x, y + 3) };
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{words}</text>")
}

/// Draws the value of each first drop for Black, beside the number of its circle.
pub(super) fn first_drops(board: Board, title: &str, drops: &[FirstDropEntry]) -> String {
    let worth =
        |drop: &FirstDropEntry| drop.worth.outcome.map(|_| drop.worth.value_or_draw().outcome);
    let worths: Vec<(Circle, Option<Outcome>)> =
        drops.iter().map(|drop| (drop.played, worth(drop))).collect();
    let with = |wanted: Option<&'static str>| {
        worths
            .iter()
            .filter(move |(_, worth)| worth.map(Outcome::name) == wanted)
            .map(|&(circle, _)| circle)
    };
    let mut inside = String::new();
    for outcome in ["win", "draw", "loss"] {
        inside += &dots(board, &format!("dot {outcome}"), with(Some(outcome)));
    }
    inside += &dots(board, "dot banned", with(None));
    for &(circle, worth) in &worths {
        let (class, value) = match worth {
            Some(worth) => (
                worth.name(),
                worth.distance().map_or_else(|| code(worth), |plies| plies.to_string()),
            ),
            None => ("banned", "×".to_owned()),
        };
        inside += &label(board, circle, class, false, &value);
        inside += &label(board, circle, "number", true, &circle.to_string());
    }
    let mut outcomes: Vec<Outcome> = worths.iter().filter_map(|&(_, worth)| worth).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let described = outcomes.iter().rev().map(|&outcome| {
        let circles: Circles = worths
            .iter()
            .filter(|(_, worth)| *worth == Some(outcome))
            .map(|&(circle, _)| circle)
            .collect();
        format!("{}: {circles}.", code(outcome))
    });
    board_drawing(board, title, &described.collect::<Vec<_>>().join(" "), &inside)
}

/// Draws a position, with the number of each circle. Black pieces are full, red ones ringed.
pub(super) fn position(board: Board, title: &str, position: &Position) -> String {
    let empty = board.circles() - position.occupied();
    let mut inside = dots(board, "hole", empty.iter());
    inside += &dots(board, "piece black", position.black.iter());
    inside += &dots(board, "piece red", position.red.iter());
    inside += &dots(board, "ring", position.red.iter());
    for circle in board.circles() {
        let class = if position.black.contains(circle) { "on-black" } else { "on-board" };
        inside += &label(board, circle, class, false, &circle.to_string());
    }
    board_drawing(board, title, &circle_form(position), &inside)
}

/// Draws a bar with the shares of positions won, drawn and lost.
pub(super) fn shares(counts: &LayerCounts<'_>) -> String {
    let [win, draw, loss] = open_positions(counts);
    let all = win + draw + loss;
    let width = |part: u64| 120.0 * part as f64 / all.max(1) as f64;
    let title = format!(
        "{} won, {} drawn, {} lost",
        percent(win, all),
        percent(draw, all),
        percent(loss, all)
    );
    let (win, draw, loss) = (width(win), width(draw), width(loss));
    format!(
        "<svg class=\"shares\" width=\"120\" height=\"14\" viewBox=\"0 0 120 14\" \
         role=\"img\"><title>{title}</title>\
         <rect class=\"win\" width=\"{win:.1}\" height=\"14\"/>\
         <rect class=\"draw\" x=\"{win:.1}\" width=\"{draw:.1}\" height=\"14\"/>\
         <rect class=\"loss\" x=\"{:.1}\" width=\"{loss:.1}\" height=\"14\"/></svg>",
        win + draw
    )
}

/// Draws the positions of a slide phase by distance.
pub(super) fn histogram(name: &str, counts: &LayerCounts<'_>) -> String {
    let (odd, even) =
        if counts.has_any_parity() { ("", "") } else { (" at odd", " at even distances") };
    format!(
        "<svg class=\"histogram\" viewBox=\"0 0 640 236\" role=\"img\">\n<title>{name}: positions \
         by distance to win</title>\n\
         <desc>{} won{odd} and {} lost{even}, on a logarithmic scale; the longest is {} \
         plies.</desc>\n{}</svg>\n",
        count(counts.win),
        count(counts.loss),
        counts.deepest(),
        Chart { left: 74.0, right: 632.0, top: 12.0, bottom: 196.0 }.draw(counts)
    )
}
