//! `teeko variants`: lists Scarne's sixteen variants, or explains one game.

use std::slice;

use clap::Args;
use teeko::analysis::winner;
use teeko::questions::{
    GoalShape, PositionAsked, RankedChoice, RulesDocument, VariantEntry, Variants,
};
use teeko::words::{called, explanation, plies, points, recorded_value, short_outcome};
use teeko::{Error, Game, NamedRules, Oracle, Plan, Position, Rules, RulesName, Value, load};

use crate::exit::{Exit, Failure};
use crate::help::{steps, variant_names};
use crate::render::{PLAIN, named, outcome, paragraph, style_of, table, width};
use crate::source_arguments::{SourceArguments, needs};
use crate::{output, threads};

/// List Scarne's sixteen variants, or explain the rules of a game
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
            output::print_json(&RulesDocument::new(&named))?;
        } else {
            let value = match self.source.game_in_a_second(&named)? {
                Some(game) => value(&game)?,
                None => recorded_value(&named).unwrap_or_else(|| self.unsolved(&named)),
            };
            output::print(&explained(&named, &value))?;
        }
        Ok(Exit::Success)
    }

    /// Says that the value is not known, and how to find it.
    fn unsolved(&self, named: &NamedRules) -> String {
        let threads = threads::number(self.source.solving.threads);
        let estimates = Plan::for_reports(slice::from_ref(named)).estimates(threads);
        format!(
            "With best play: not solved here, since that takes more than a second. `teeko solve \
             --no-write {named}` {}.",
            needs(&estimates[0])
        )
    }
}

const NOTE: &str = "\
Drops: who chooses the circle of a player's 1st to 4th drop, the player (s) or
the opponent (p). Published: the outcome for Black, distances in plies.

There are more variants.";

fn list(variants: &[VariantEntry]) -> String {
    let headings = ["variant", "Scarne's name", "goals", "drops", "published"];
    let rows = variants.iter().map(|variant| {
        let outcome = variant.published.outcome;
        [
            (PLAIN, variant.id.to_string()),
            (PLAIN, variant.name.clone()),
            (PLAIN, variant.goal_set.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(outcome), short_outcome(outcome)),
        ]
    });
    let table = table("lllll", headings, rows);
    format!("{table}\n{NOTE} {}\nSteps:\n{}\n", variant_names(), steps())
}

/// The lines of a drawing with its caption.
type Drawing = Vec<String>;

/// The space between drawings.
const GAP: &str = "   ";

/// Explains a game: who named it, what wins, how pieces are dropped and slid, what else ends it,
/// and its `value`.
fn explained(named: &NamedRules, value: &str) -> String {
    let rules = named.rules();
    let called = called(named.name()).map(|called| format!(": {called}")).unwrap_or_default();
    let mut text = paragraph(&format!("{named}{called}."));
    text.extend(["\n", &goals(rules), "\n"]);
    text += &self::rules(rules);
    text + &paragraph(value)
}

/// Says how large the board is, how the game is played, and what ends it.
pub(super) fn rules(rules: &Rules) -> String {
    let board = format!("Board: {} x {} circles.", rules.board().width(), rules.board().height());
    let paragraphs = [board].into_iter().chain(explanation(rules));
    paragraphs.map(|sentences| paragraph(&sentences)).collect()
}

pub(super) fn goals(rules: &Rules) -> String {
    let wins = match rules.goals().patterns().len() {
        1 => "on this goal".to_owned(),
        number => format!("on one of these {number} goals"),
    };
    let mut text = paragraph(&format!(
        "Four pieces {wins} win. The shapes, turned or mirrored in some places, and how many goals \
         have each:"
    ));
    let mut rows: Vec<Vec<Drawing>> = Vec::new();
    for shape in GoalShape::all(rules) {
        let price = shape.points.map(|worth| format!(", {}", points(worth.into())));
        let caption = format!("{}{}", shape.count, price.unwrap_or_default());
        let spaced = |row: &String| row.replace("", " ").trim().to_owned();
        let drawing: Drawing = shape.rows.iter().map(spaced).chain([caption]).collect();
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
    let query = game.answer(&PositionAsked::new(start))?;
    let (value, chooser) = (*query.value, query.chooser);
    let sentence = outcome(rules, &start, value);
    let moves = query.choices();
    let keeping: Vec<&RankedChoice> = moves.iter().filter(|one| one.keeps_outcome).collect();
    let first = if moves.iter().all(|one| *one.value == *moves[0].value) {
        String::new()
    } else if winner(&start, value.outcome) == Some(chooser) {
        format!(" First drops that win: {}.", by_value(rules, &keeping))
    } else if keeping.len() < moves.len() {
        format!(" First drops that keep the draw: {}.", circles(rules, &keeping))
    } else {
        String::new()
    };
    Ok(format!("With best play: {sentence}.{first}"))
}

/// Lists first drops by what they are worth: `13 in 11 plies; 7 9 17 19 in 49`.
fn by_value(rules: &Rules, drops: &[&RankedChoice]) -> String {
    let groups = drops.chunk_by(|one, next| *one.value == *next.value);
    let entries = groups.enumerate().map(|(place, group)| {
        let Value { outcome, score } = *group[0].value;
        let distance = outcome.distance().unwrap_or_default();
        let distance = if place == 0 { plies(distance) } else { distance.to_string() };
        let circles = circles(rules, group);
        if rules.scoring().is_for_points() {
            format!("{circles} for {} within {distance}", points(score.abs()))
        } else {
            format!("{circles} in {distance}")
        }
    });
    entries.collect::<Vec<_>>().join("; ")
}

fn circles(rules: &Rules, drops: &[&RankedChoice]) -> String {
    let circle = |drop: &&RankedChoice| named(rules.board(), drop.choice);
    drops.iter().map(circle).collect::<Vec<_>>().join(" ")
}
