//! The text of rules: drawings of the goals, and how the game is played.

use teeko::Rules;
use teeko::answers::GoalShape;
use teeko::surfaces::words::{explanation, points};

use super::{paragraph, width};

/// The lines of a drawing with its caption.
type Drawing = Vec<String>;

/// The space between drawings.
const GAP: &str = "   ";

/// Says how large the board is, how the game is played, and what ends it.
pub(crate) fn text(rules: &Rules) -> String {
    let board = format!(
        "Board: {} x {} circles.",
        rules.board().width(),
        rules.board().height()
    );
    let paragraphs = [board].into_iter().chain(explanation(rules));
    paragraphs.map(|sentences| paragraph(&sentences)).collect()
}

/// Draws the shapes of the goals, with how many goals have each.
pub(crate) fn goals(rules: &Rules) -> String {
    let wins = match rules.goals().patterns().len() {
        1 => "on this goal".to_owned(),
        number => format!("on one of these {number} goals"),
    };
    let mut text = paragraph(&format!(
        "Four pieces {wins} win. The shapes, which may be rotated or mirrored, and the number of \
         goals of each:"
    ));
    for row in rows_of_drawings(rules) {
        text.extend(["\n", &side_by_side(&row)]);
    }
    text
}

/// Returns the drawings of the goals, as many in each row as fit on a line.
fn rows_of_drawings(rules: &Rules) -> Vec<Vec<Drawing>> {
    let mut rows: Vec<Vec<Drawing>> = Vec::new();
    for shape in GoalShape::all(rules) {
        let drawing = drawing_of(&shape);
        match rows.last_mut() {
            Some(row) if fits(row, &drawing) => row.push(drawing),
            _ => rows.push(vec![drawing]),
        }
    }
    rows
}

/// Draws a shape, with the number of its goals and their price below.
fn drawing_of(shape: &GoalShape) -> Drawing {
    let mut drawing = Drawing::new();
    for row in &shape.rows {
        drawing.push(row.replace("", " ").trim().to_owned());
    }
    let caption = match shape.points {
        Some(price) => format!("{}, {}", shape.count, points(price.into())),
        None => shape.count.to_string(),
    };
    drawing.push(caption);
    drawing
}

/// Returns whether one more drawing fits into a row.
fn fits(row: &[Drawing], drawing: &[String]) -> bool {
    let mut columns = columns_of(drawing);
    for before in row {
        columns += columns_of(before) + GAP.len();
    }
    columns <= width()
}

fn columns_of(drawing: &[String]) -> usize {
    drawing.iter().map(String::len).max().unwrap_or(0)
}

/// Renders drawings next to each other, with their captions in one line.
fn side_by_side(drawings: &[Drawing]) -> String {
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for from_below in (0..height).rev() {
        let parts: Vec<String> = drawings
            .iter()
            .map(|drawing| padded_line(drawing, from_below))
            .collect();
        text.extend([parts.join(GAP).trim_end(), "\n"]);
    }
    text
}

/// Returns a line of a drawing, counted from its caption, as wide as the drawing. It is blank above
/// a drawing that is lower than others.
fn padded_line(drawing: &[String], from_below: usize) -> String {
    let line = drawing.iter().rev().nth(from_below);
    let width = columns_of(drawing);
    format!("{:width$}", line.map_or("", String::as_str))
}
