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
    let mut rows: Vec<Vec<Drawing>> = Vec::new();
    for shape in GoalShape::all(rules) {
        let price = shape
            .points
            .map(|worth| format!(", {}", points(worth.into())));
        let caption = format!("{}{}", shape.count, price.unwrap_or_default());
        let spaced = |row: &String| row.replace("", " ").trim().to_owned();
        let drawing: Drawing = shape.rows.iter().map(spaced).chain([caption]).collect();
        let fits = |row: &&mut Vec<Drawing>| {
            let left: usize = row
                .iter()
                .map(|drawing| columns_of(drawing) + GAP.len())
                .sum();
            left + columns_of(&drawing) <= width()
        };
        match rows.last_mut().filter(fits) {
            Some(row) => row.push(drawing),
            None => rows.push(vec![drawing]),
        }
    }
    for row in rows {
        text.extend(["\n", &side_by_side(&row)]);
    }
    text
}

fn columns_of(drawing: &[String]) -> usize {
    drawing.iter().map(String::len).max().unwrap_or(0)
}

/// Renders drawings next to each other, with their captions in one line.
fn side_by_side(drawings: &[Drawing]) -> String {
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let line = |from_below: usize| {
        let part = |drawing: &Drawing| {
            let line = drawing
                .iter()
                .rev()
                .nth(from_below)
                .map_or("", String::as_str);
            let width = columns_of(drawing);
            format!("{line:width$}")
        };
        drawings
            .iter()
            .map(part)
            .collect::<Vec<_>>()
            .join(GAP)
            .trim_end()
            .to_owned()
            + "\n"
    };
    (0..height).rev().map(line).collect()
}
