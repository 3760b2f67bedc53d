//! The rules of a game in words and drawings.

use std::collections::BTreeMap;

use teeko::rules::{DropStyle, Goal, PIECES, Parity, Scoring};
use teeko::words::{outcome_sentence, points};
use teeko::{Board, Error, Game, NamedRules, Oracle, Position, Rules, RulesName};

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
    let rules = game.rules();
    let mut text = paragraph(&heading(game.named()));
    text.extend(["\n", &goals(rules), "\n"]);
    for sentences in [drops(rules), slides(rules), end(rules), value(game)?] {
        text += &paragraph(&sentences);
    }
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

fn heading(named: &NamedRules) -> String {
    let name = named.name();
    match called(name) {
        Some(called) => format!("{named}: {called}."),
        None => format!("{named}."),
    }
}

fn called(name: &RulesName) -> Option<String> {
    if let Some(scarnes) = name.scarne_name() {
        return Some(format!("\"{scarnes}\" in \"Scarne on Teeko\" by John Scarne (1955)"));
    }
    let who = match name.common_name()?.as_str() {
        "plus" => "Teeko Plus, as a course calls it",
        "teeko2" => "Teeko2, the game of an artificial intelligence course",
        "junior" => "Teeko Junior, today's game on a board of 4 x 4 circles",
        "final" => "the final edition of 1964",
        _ => return None,
    };
    Some(who.to_owned())
}

fn drops(rules: &Rules) -> String {
    let mut text = format!(
        "Drops: Black and Red drop {PIECES} pieces each in turn, Black first, on empty circles."
    );
    let styles = rules.plan().styles();
    let pointed: Vec<String> = (1..)
        .zip(styles)
        .filter(|&(_, style)| style == DropStyle::Point)
        .map(|(number, _): (usize, _)| number.to_string())
        .collect();
    if rules.plan().is_full_alternate() {
        text += " The opponent of the side that drops points at the circle.";
    } else if !pointed.is_empty() {
        let which = if pointed.len() == 1 { "drop" } else { "drops" };
        let numbers = pointed.join(", ");
        let rest = "of each side, the opponent points at the circle.";
        text.extend([" In ", which, " ", &numbers, " ", rest]);
    }
    if rules.pass_rule() {
        text += " The opponent may pass instead; the side then chooses the circle.";
    }
    if rules.centre_ban() {
        text += " Black's first drop may not be in the centre.";
    }
    if rules.scoring() == Scoring::Pips {
        text +=
            " The pieces of a side have 1, 2, 3 and 4 pips; the side chooses which one it drops.";
    }
    text
}

fn slides(rules: &Rules) -> String {
    let step = if let Some(step) = rules.step().named() {
        step.description().to_owned()
    } else {
        let offsets = rules.step().offsets().iter();
        let offsets: Vec<String> = offsets.map(|(x, y)| format!("({x}, {y})")).collect();
        format!("by one of these columns and rows: {}", offsets.join(" "))
    };
    format!(
        "Slides: then each moves one of their pieces in turn, {step}; the circle must be empty."
    )
}

fn end(rules: &Rules) -> String {
    let mut text = "End: the first goal wins at once, also one made by a drop.".to_owned();
    if rules.parity() != Parity::Fixed {
        text += " A goal with an empty circle ( _ ) counts only while that circle is empty. If \
                 your piece leaves it, your opponent's goal wins.";
    }
    match rules.scoring() {
        Scoring::Goals => {}
        Scoring::Points => text += " Both sides play for the most points.",
        Scoring::Pips => {
            text += " The win scores the pips of the piece that moved last, and 4 more if this \
                     piece is now in the centre or a corner. Both sides play for the most points.";
        }
    }
    text + " Play that never ends is a draw. So is a game in which the side to move cannot slide."
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
