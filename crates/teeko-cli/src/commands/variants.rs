//! `teeko variants`: lists Scarne's sixteen variants, or explains one game.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use clap::Args;
use teeko::pages::{GoalCircle, views_of_goal};
use teeko::questions::{self, Variant, Variants};
use teeko::rules::{Goal, Scoring};
use teeko::words::{called, explanation, points, short_outcome};
use teeko::{Board, Error, Game, Oracle, Position, Reading, Rules, RulesName, load};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::help::{VARIANT_NAMES, steps};
use crate::output;
use crate::render::{PLAIN, named, outcome, paragraph, style_of, table, width};

/// List the sixteen variants in "Scarne on Teeko", or explain a game
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko variants advanced")]
pub(crate) struct Arguments {
    /// A game to explain, such as advanced or 44-pppp+pips: what wins, how it is played, who wins
    /// [default: list the sixteen with their published results]
    #[arg(value_name = "VARIANT")]
    variant: Option<RulesName>,

    /// Print one JSON value instead of text; of one game, its rules
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let Some(name) = &self.variant else {
            let answer = Variants::sixteen();
            return output::print_result(self.json, &answer, || list(&answer.variants));
        };
        let named = load(name)?;
        if self.json {
            output::print_json(&questions::Rules::new(&named))?;
        } else {
            let game = self.source.game(&named, Reading::AsNeeded)?;
            output::print(&explained(&game)?)?;
        }
        Ok(Exit::Success)
    }
}

const NOTE: &str = "\
Drops: who chooses the circle of a player's 1st to 4th drop, the player (s) or
the opponent (p). Published: the outcome for Black, distances in plies.

There are more variants.";

fn list(variants: &[Variant]) -> String {
    let headings = ["variant", "Scarne's name", "goals", "drops", "published"];
    let rows = variants.iter().map(|variant| {
        let outcome = variant.published.value_or_draw().outcome;
        [
            (PLAIN, variant.id.to_string()),
            (PLAIN, variant.name.clone()),
            (PLAIN, variant.goals.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(outcome), short_outcome(outcome)),
        ]
    });
    format!("{}\n{NOTE} {VARIANT_NAMES}\nSteps:\n{}\n", table("lllll", headings, rows), steps())
}

/// A shape of goals: its height, its columns from the left and its points. `o` is a piece, `_` a
/// circle that must be empty, `.` any other. The order is that of drawings: low shapes come first.
type Shape = (usize, Reverse<Vec<Vec<char>>>, u8);

/// The lines of a drawing with its caption.
type Drawing = Vec<String>;

/// The space between drawings.
const GAP: &str = "   ";

/// Explains a game: what wins, how pieces are dropped and slid, what else ends it, what it is worth
/// and who named it.
fn explained(game: &Game) -> Result<String, Error> {
    let (named, rules) = (game.named(), game.rules());
    let called = called(named.name()).map(|called| format!(": {called}")).unwrap_or_default();
    let mut text = paragraph(&format!("{named}{called}."));
    text.extend(["\n", &goals(rules), "\n"]);
    text.extend(explanation(rules).iter().map(|sentences| paragraph(sentences)));
    text += &paragraph(&value(game)?);
    Ok(text)
}

pub(super) fn goals(rules: &Rules) -> String {
    let goals = rules.goals().patterns();
    let mut shapes: BTreeMap<Shape, usize> = BTreeMap::new();
    for &goal in goals {
        *shapes.entry(shape(rules.board(), goal)).or_default() += 1;
    }
    let wins = match goals.len() {
        1 => "on this goal".to_owned(),
        number => format!("on one of these {number} goals"),
    };
    let mut text = paragraph(&format!(
        "Four pieces {wins} win. The shapes, turned or mirrored in some places, and how many goals \
         have each:"
    ));
    let mut rows: Vec<Vec<Drawing>> = Vec::new();
    for ((height, Reverse(columns), worth), count) in shapes {
        let priced = rules.scoring() == Scoring::Points;
        let caption =
            if priced { format!("{count}, {}", points(worth.into())) } else { count.to_string() };
        let line = |y: usize| {
            let marks: Vec<String> = columns.iter().map(|column| column[y].to_string()).collect();
            marks.join(" ")
        };
        let drawing: Drawing = (0..height).map(line).chain([caption]).collect();
        let fits = |row: &&mut Vec<Drawing>| {
            let left: usize = row.iter().map(|drawing| columns_of(drawing) + GAP.len()).sum();
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

/// Returns the shape of a goal, turned and mirrored so that equal ones are the same.
fn shape(board: Board, goal: Goal) -> Shape {
    let drawn = |places: Vec<GoalCircle>| {
        let height = places.iter().map(|&(_, row, _)| row + 1).max().unwrap_or(0);
        let width = places.iter().map(|&(.., column)| column + 1).max().unwrap_or(0);
        let mut columns = vec![vec!['.'; height]; width];
        for (is_empty, row, column) in places {
            columns[column][row] = if is_empty { '_' } else { 'o' };
        }
        (height, Reverse(columns), goal.points())
    };
    views_of_goal(board, goal).map(drawn).min().expect("eight views")
}

fn columns_of(drawing: &[String]) -> usize {
    drawing.iter().map(String::len).max().unwrap_or(0)
}

/// Renders drawings beside each other, with their captions in one line.
fn side_by_side(drawings: &[Drawing]) -> String {
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let line = |from_below: usize| {
        let part = |drawing: &Drawing| {
            let line = drawing.iter().rev().nth(from_below).map_or("", String::as_str);
            let width = columns_of(drawing);
            format!("{line:width$}")
        };
        drawings.iter().map(part).collect::<Vec<_>>().join(GAP).trim_end().to_owned() + "\n"
    };
    (0..height).rev().map(line).collect()
}

/// Says who wins, how fast, and with which first drops.
fn value(game: &Game) -> Result<String, Error> {
    let (rules, start) = (game.rules(), Position::EMPTY);
    let query = game.query(&start)?;
    let sentence = outcome(rules, &start, query.value());
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
