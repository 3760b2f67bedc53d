//! Sheets of puzzles for print, as an HTML page.
//!
//! They are readable without colour: black pieces are full, red ones ringed. Only the viewer's own
//! font is used.

use std::fmt::Write;

use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Position, Rules, Scoring, Side};

use super::goals::pictures;
use super::{escaped, push};
use crate::questions::Puzzles;

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

/// The distance between circles in a drawing of a board.
const STEP: usize = 36;
/// The width of the pictures of goals.
const WIDTH: usize = 760;

const LEGEND: &str = "Full circles are Black’s pieces, ringed ones Red’s.";

const PIPS_LEGEND: &str = "The dots on a piece are its pips.";

/// Returns the legend of the drawings.
fn legend(scoring: Scoring) -> String {
    if scoring == Scoring::Pips { format!("{LEGEND} {PIPS_LEGEND}") } else { LEGEND.to_owned() }
}

/// Half the distance between the dots of a piece.
const HALF_DOT_STEP: isize = 2;

/// Draws the pips of a numbered piece as dots below the number of its circle; nothing for other
/// pieces.
fn dots(position: &Position, circle: Circle, (x, y): (isize, isize), colour: &str) -> String {
    let pips = [Side::Black, Side::Red]
        .into_iter()
        .find_map(|side| position.pips.on(side, circle))
        .unwrap_or(0);
    let dot = |number: u8| {
        let x = x + HALF_DOT_STEP * (2 * isize::from(number) - isize::from(pips) - 1);
        format!("<circle class=\"pip\" cx=\"{x}\" cy=\"{}\" r=\"1.5\" fill=\"{colour}\"/>", y + 6)
    };
    let dots: String = (1..=pips).map(dot).collect();
    if dots.is_empty() { dots } else { dots + "\n" }
}

/// Draws a position with the number of each circle.
fn board_drawing(board: Board, position: &Position) -> String {
    let circle = |circle: Circle| {
        let middle = |place: isize| STEP as isize * place + STEP as isize / 2;
        let (x, y) = (middle(board.column(circle)), middle(board.row(circle)));
        let (kind, look, colour) = if position.black.contains(circle) {
            ("black", "r=\"14\" fill=\"#111\"", "#fff")
        } else if position.red.contains(circle) {
            ("red", "r=\"12\" fill=\"#fff\" stroke=\"#c23b22\" stroke-width=\"4\"", "#000")
        } else {
            ("empty", "r=\"13\" fill=\"#fff\" stroke=\"#aaa\"", "#666")
        };
        // The pips of a numbered piece are below the number.
        let baseline = if position.is_numbered() && kind != "empty" { y + 1 } else { y + 4 };
        format!(
            "<circle class=\"{kind}\" cx=\"{x}\" cy=\"{y}\" {look}/><text x=\"{x}\" \
             y=\"{baseline}\" font-size=\"11\" \
             text-anchor=\"middle\" fill=\"{colour}\">{circle}</text>\n{}",
            dots(position, circle, (x, y), colour)
        )
    };
    board.circles().iter().map(circle).collect()
}

/// Returns the sheet as an HTML page for printing, without scripts and external links. `name` is
/// the name of the rules.
pub fn puzzles_html(name: &str, rules: &Rules, sheet: &Puzzles, answers: Answers) -> String {
    let board = rules.board();
    let goals = pictures(rules, WIDTH);
    let (mut puzzles, mut solutions) = (String::new(), String::new());
    let (width, height) = (STEP * board.width(), STEP * board.height());
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        let answer = match answers {
            Answers::Below => format!("<br/>{}", puzzle.solution()),
            Answers::Apart | Answers::None => String::new(),
        };
        let (score, position) = (puzzle.points(), circle_form(&puzzle.position));
        push!(
            puzzles,
            "<figure>\n<figcaption><b>{number}.</b> {score}{position}{answer}</figcaption>\n\
             <svg viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>Puzzle {number}: \
             {position}</title>\n{}</svg>\n</figure>\n",
            board_drawing(board, &puzzle.position)
        );
    }
    if answers == Answers::Apart && !sheet.puzzles.is_empty() {
        solutions += "<section class=\"answers\">\n<h2>Solutions</h2>\n<ol>\n";
        for puzzle in &sheet.puzzles {
            push!(solutions, "<li>{}</li>\n", puzzle.solution());
        }
        solutions += "</ol>\n</section>\n";
    }
    format!(
        include_str!("puzzles/page.html"),
        name = escaped(name),
        style = include_str!("puzzles/style.css"),
        task = sheet.task(rules.scoring()),
        legend = legend(rules.scoring()),
        caption = goals.caption,
        width = WIDTH,
        height = goals.height,
        goals = goals.body,
        puzzles = puzzles,
        solutions = solutions,
    )
}
