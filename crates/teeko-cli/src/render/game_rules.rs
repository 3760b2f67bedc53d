//! The rules of a game in words and drawings.

use std::collections::BTreeMap;

use teeko::rules::{Goal, Scoring};
use teeko::words::{called, explanation, outcome_sentence, points};
use teeko::{Board, Error, Game, Oracle, Position, Rules};

use super::notation::named;
use super::style::{paragraph, width};

/// Columns and rows of circles, from the left and the top of a shape.
type Places = Vec<(isize, isize)>;

/// A shape of goals: its circles, those that must be empty, and its points. The order of its fields
/// is that of drawings: low shapes come first.
type Shape = (isize, Places, Places, u8);

/// Explains a game: what wins, how pieces are dropped and slid, what else ends it, what it is worth
/// and who named it.
pub(crate) fn text(game: &Game) -> Result<String, Error> {
    let (named, rules) = (game.named(), game.rules());
    let called = called(named.name()).map(|called| format!(": {called}")).unwrap_or_default();
    let mut text = paragraph(&format!("{named}{called}."));
    text.extend(["\n", &goals(rules), "\n"]);
    text.extend(explanation(rules).iter().map(|sentences| paragraph(sentences)));
    text += &paragraph(&value(game)?);
    Ok(text)
}

pub(crate) fn goals(rules: &Rules) -> String {
    let goals = rules.goals().patterns();
    let mut shapes: BTreeMap<Shape, usize> = BTreeMap::new();
    for &goal in goals {
        *shapes.entry(shape(rules.board(), goal)).or_default() += 1;
    }
    let number = goals.len();
    let mut text = paragraph(&format!(
        "Four pieces on one of these {number} goals win. The shapes, turned or mirrored in some \
         places, and how many goals have each:"
    ));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for ((_, circles, empty, worth), count) in shapes {
        let priced = rules.scoring() == Scoring::Points;
        let caption =
            if priced { format!("{count}, {}", points(worth.into())) } else { count.to_string() };
        let drawing = drawing(&circles, &empty, caption);
        let columns = |row: &[String]| row.iter().map(String::len).max().unwrap_or(0);
        let fits = |row: &&mut Vec<String>| columns(row) + 3 + columns(&drawing) <= width();
        match rows.last_mut().filter(fits) {
            Some(row) => beside(row, drawing),
            None => rows.push(drawing),
        }
    }
    for row in rows {
        text.extend(["\n", &row.join("\n"), "\n"]);
    }
    text
}

/// Returns the shape of a goal, turned and mirrored so that equal ones are the same.
fn shape(board: Board, goal: Goal) -> Shape {
    let places = |circles: teeko::rules::Circles| -> Places {
        circles.iter().map(|circle| (board.column(circle), board.row(circle))).collect()
    };
    let (circles, empty) = (places(goal.circles()), places(goal.empty()));
    let turned = |number: u8, (x, y): (isize, isize)| {
        let (x, y) = if number & 1 == 0 { (x, y) } else { (-x, y) };
        let (x, y) = if number & 2 == 0 { (x, y) } else { (x, -y) };
        if number & 4 == 0 { (x, y) } else { (y, x) }
    };
    let image = |number: u8| {
        let all =
            |places: &Places| -> Places { places.iter().map(|&at| turned(number, at)).collect() };
        let (circles, empty) = (all(&circles), all(&empty));
        let left = circles.iter().map(|at| at.0).min().unwrap_or(0);
        let top = circles.iter().map(|at| at.1).min().unwrap_or(0);
        let moved = |places: Places| {
            let mut places: Places = places.into_iter().map(|(x, y)| (x - left, y - top)).collect();
            places.sort_unstable();
            places
        };
        let (circles, empty) = (moved(circles), moved(empty));
        let height = circles.iter().map(|at| at.1).max().unwrap_or(0);
        (height, circles, empty, goal.points())
    };
    (0..8).map(image).min().expect("eight images")
}

/// Draws a shape above its caption: `o` for a piece, `_` for a circle that must be empty.
fn drawing(circles: &Places, empty: &Places, caption: String) -> Vec<String> {
    let all = || circles.iter().chain(empty);
    let last = |part: fn(&(isize, isize)) -> isize| all().map(part).max().unwrap_or(0);
    let mark = |at| match at {
        at if circles.contains(&at) => "o",
        at if empty.contains(&at) => "_",
        _ => ".",
    };
    let row = |y| (0..=last(|at| at.0)).map(|x| mark((x, y))).collect::<Vec<_>>().join(" ");
    (0..=last(|at| at.1)).map(row).chain([caption]).collect()
}

/// Puts a drawing at the right of others, with the captions in one line.
fn beside(row: &mut Vec<String>, drawing: Vec<String>) {
    let columns = row.iter().map(String::len).max().unwrap_or(0) + 3;
    let height = row.len().max(drawing.len());
    let lines = std::mem::take(row);
    let blank = |lines: &[String]| height - lines.len();
    let (above_row, above_drawing) = (blank(&lines), blank(&drawing));
    let left = vec![String::new(); above_row].into_iter().chain(lines);
    let right = vec![String::new(); above_drawing].into_iter().chain(drawing);
    let line = |(left, right): (String, String)| {
        if right.is_empty() { left } else { format!("{left:<columns$}{right}") }
    };
    row.extend(left.zip(right).map(line));
}

/// Says who wins, how fast, and with which first drops.
fn value(game: &Game) -> Result<String, Error> {
    let (rules, start) = (game.rules(), Position::EMPTY);
    let query = game.query(&start)?;
    let sentence =
        outcome_sentence(rules, &start, query.value(), &|circles| named(rules.board(), circles));
    let moves = query.moves.unwrap_or_default();
    let keeping: Vec<String> = moves
        .iter()
        .filter(|one| one.keeps_outcome)
        .map(|one| named(rules.board(), one.choice))
        .collect();
    let first = if keeping.len() == moves.len() {
        String::new()
    } else {
        format!(" First drops that keep this: {}.", keeping.join(" "))
    };
    Ok(format!("With best play: {sentence}.{first}"))
}
