//! Sheets of puzzles for print, as an HTML page.
//!
//! They are readable without colour: black pieces are full, red ones ringed. Only the viewer's own
//! font is used.

use teeko_rules::notation::{Notation, circle_form};
use teeko_rules::{Rules, Scoring};

use super::board::{Drawing, middle};
use super::{escaped, joined};
use crate::questions::{GoalShape, Puzzle, Puzzles};
use crate::words::points;

/// The place of the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// Below each puzzle.
    Below,
    /// At the end; on paper on a separate page.
    Apart,
    /// Nowhere.
    None,
}

/// The most shapes of goals that are drawn: a rule file may have thousands.
const MOST: usize = 40;

/// Returns the sheet as an HTML page for printing, without scripts and external links. `name` is
/// the name of the rules; circles are named in `notation`.
pub fn puzzles_html(
    name: &str,
    rules: &Rules,
    sheet: &Puzzles,
    answers: Answers,
    notation: Notation,
) -> String {
    let (board, shapes) = (rules.board(), GoalShape::all(rules));
    let named = |circles: &str| notation.write(board, circles);
    let puzzle = |(number, puzzle): (usize, &Puzzle)| {
        let (score, position) = (points_before(puzzle), &puzzle.position);
        let mut drawing = Drawing::of_position(board, format!("Puzzle {number}"), position, named);
        drawing.add_circles(board, "hollow", board.circles() - position.occupied());
        let (position, drawing) = (named(&circle_form(position)), drawing.svg());
        let solution = (answers == Answers::Below).then(|| named(&puzzle.solution()));
        let solution = joined(solution.map(|moves| format!("<br/>{moves}")));
        format!(
            "<figure>\n<figcaption><b>{number}.</b> {score}{position}{solution}</figcaption>\n\
             {drawing}\n</figure>\n"
        )
    };
    let solution = |puzzle: &Puzzle| format!("<li>{}</li>\n", named(&puzzle.solution()));
    let solutions = (answers == Answers::Apart && !sheet.puzzles.is_empty()).then(|| {
        let list = joined(sheet.puzzles.iter().map(solution));
        format!("<section class=\"answers\">\n<h2>Solutions</h2>\n<ol>\n{list}</ol>\n</section>\n")
    });
    let is_numbered = rules.scoring() == Scoring::Pips;
    format!(
        include_str!("../../templates/puzzles.html"),
        name = escaped(name),
        style = include_str!("../../templates/puzzles.css"),
        task = sheet.task(rules.scoring()),
        about_pips = if is_numbered {
            " The dots on a piece are its pips."
        } else {
            ""
        },
        caption = caption(&shapes),
        shapes = joined(shapes.iter().take(MOST).map(shape)),
        puzzles = joined((1..).zip(&sheet.puzzles).map(puzzle)),
        solutions = joined(solutions)
    )
}

fn caption(shapes: &[GoalShape]) -> String {
    let goals: usize = shapes.iter().map(|shape| shape.count).sum();
    let is_priced = shapes.iter().any(|shape| shape.points.is_some());
    let note = if is_priced { ", with points" } else { "" };
    if shapes.len() > MOST {
        format!(
            "{goals} goals of {} shapes. The first {MOST}{note}:",
            shapes.len()
        )
    } else {
        format!("The shapes of the {goals} goals{note}:")
    }
}

/// Draws a shape of goals, in games for points above the price of each.
fn shape(
    GoalShape {
        rows,
        points,
        count,
    }: &GoalShape,
) -> String {
    let columns = rows[0].len();
    let title = format!("Goals of this shape: {count}");
    let mut drawing = Drawing::new([columns, rows.len()], title, rows.join(" "));
    for (class, mark) in [("goal", 'o'), ("rim", '_'), ("hollow", '_'), ("other", '.')] {
        let places = (0..).zip(rows).flat_map(|(row, marks)| {
            marks
                .match_indices(mark)
                .map(move |(column, _)| middle(column as isize, row))
        });
        drawing.add_dots(class, places);
    }
    let drawing = drawing.svg();
    let price = joined(points.map(|points| format!("<figcaption>{points}</figcaption>")));
    format!("<figure style=\"width: {columns}em\">{drawing}{price}</figure>\n")
}

/// Returns the points to score, for the text before the position of a puzzle: `8 points: `. Empty
/// in games that are not for points.
pub fn points_before(puzzle: &Puzzle) -> String {
    puzzle
        .score
        .map(|score| format!("{}: ", points(score)))
        .unwrap_or_default()
}
