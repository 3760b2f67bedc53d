//! `teeko review`: a game record, judged move by move.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::Args;
use teeko::analysis::Choice;
use teeko::questions::{Ask, Review, ReviewChoice, ReviewQuestion};
use teeko::rules::notation::GameError;
use teeko::rules::quoted;
use teeko::words::{outcome_entry, points, turn_sentence, winner};
use teeko::{Board, Error, Game, Oracle, PositionReader, Reading, Rules, Value};

use super::line::numbered;
use super::query::distances;
use crate::arguments::{
    STANDARD_INPUT, SourceArguments, VariantOption, file_argument, load_for, text_or_file,
};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::render::{
    HEADING, LOSS, PLAIN, chosen, diagram, heading, named, paragraph, style_of, styled, table,
};
use crate::typed::Typed;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
                  teeko review -v 44-pppp+pass '5, 25, pass → 13, 1, 24, pass → 8, 6, 21'")]
pub(crate) struct Arguments {
    /// The moves, numbered or not, such as "1. 13 12 2. 18 8"; @FILE reads them from a file, - from
    /// standard input, which is also read if it is no terminal and there is no GAME. Records in the
    /// form of chess games are read too. Of their lines [Tag …], Variant and FEN count.
    /// {comments}, marks such as !, ?? and $6, and results are skipped. Variations in ( ) are an
    /// error
    #[arg(value_name = "GAME", num_args = 1..)]
    game: Vec<String>,

    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    question: Asked<ReviewQuestion>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let typed = Typed::new(&self.game)?;
        let record = record(&typed.words)?;
        let named = load_for(self.variant.name(&typed)?.as_ref(), &record)?;
        let question = self.question.0.clone();
        let question = ReviewQuestion { game: record, notation: chosen(), ..question };
        let asked = question.read(&[&PositionReader::new(named.clone())]);
        let asked = asked.map_err(|error| match error {
            Error::Game(GameError::Ply { .. }) if let Some(failure) = meant_file(&typed.words) => {
                failure
            }
            error => error.into(),
        })?;
        let game = self.source.game(&named, Reading::AsNeeded)?;
        let answer = game.answer(&asked)?;
        output::print_result(self.json, &answer, || text(&game, &answer, None))?;
        answer.error.map_or(Ok(Exit::Success), |error| Err(error.into()))
    }
}

fn record(words: &[String]) -> Result<String, Failure> {
    if words.is_empty() && io::stdin().is_terminal() {
        return Err(Failure::usage(
            "expected a game, found none; write its moves, such as teeko review 13 12 18 8",
        ));
    }
    let standard_input = [STANDARD_INPUT.to_owned()];
    text_or_file(if words.is_empty() { &standard_input } else { words })
}

/// Returns an error if the argument is the name of a file instead of a game.
fn meant_file(words: &[String]) -> Option<Failure> {
    let [only] = words else { return None };
    Path::new(only).is_file().then(|| {
        Failure::usage(format!(
            "{}: expected a game, found the name of a file; to review the game in it: \
             teeko review {}",
            quoted(only),
            file_argument(only)
        ))
    })
}

/// Renders one line per choice, the legend, the refutations, the position of the worst choice, and
/// the verdict. `ended` is how the players ended the game, if the last position does not show it.
pub(super) fn text(game: &Game, review: &Review, ended: Option<&str>) -> String {
    let (rules, board) = (game.rules(), game.board());
    let mut parts = vec![heading(game.name(), board, &review.position)];
    if !review.choices.is_empty() {
        parts.extend([choices(rules, review), paragraph(&legend(rules))]);
    }
    if let Some(worst) = review.worst_choice {
        let worst = worst_choice(rules, &review.choices[worst]);
        parts.extend([refutations(rules, review), worst]);
    }
    let so_far = if review.error.is_some() { "Judged as far as it can be played. " } else { "" };
    parts.push(paragraph(&format!(
        "{so_far}Verdict: {}",
        review.verdict_with(rules, ended, &|circles| named(board, circles))
    )));
    parts.join("\n")
}

fn legend(rules: &Rules) -> String {
    let (count, changed, later) = if rules.scoring().is_for_points() {
        let count = distances(rules, "the position before the choice");
        (count, "changed the result or gave away points", "for equal points, it won")
    } else {
        let count = "Both count plies from the position before the choice.".to_owned();
        (count, "changed the result", "it won")
    };
    format!(
        "By: the side that chose; where the opponent points, the opponent of the side that drops. \
         Before: the outcome with best play. After: the outcome with this choice. {count} ??: the \
         choice {changed}. ?: {later} later or lost sooner than necessary."
    )
}

fn choices(rules: &Rules, review: &Review) -> String {
    let board = rules.board();
    let headings = ["ply", "by", "choice", "", "before", "after", "better"];
    let rows = review.choices.iter().map(|choice| {
        let value =
            |value: Value| (style_of(value.outcome), outcome_entry(rules, &choice.position, value));
        [
            (PLAIN, choice.ply.to_string()),
            (PLAIN, choice.chooser.to_string()),
            (PLAIN, named(board, choice.choice)),
            (LOSS.bold(), choice.mark.unwrap_or_default().to_owned()),
            value(*choice.best.unwrap_or(choice.before)),
            value(*choice.after),
            (PLAIN, better(board, choice)),
        ]
    });
    table("rllllll", headings, rows)
}

/// Renders best play after each choice that changed the result.
fn refutations(rules: &Rules, review: &Review) -> String {
    let board = rules.board();
    let mut text = styled(HEADING, "Refutations") + "\n";
    for choice in review.changes() {
        let Some(line) = &choice.refutation else { continue };
        let after = *choice.after;
        let result = match winner(&choice.position, after.outcome) {
            Some(winner) if rules.scoring().is_for_points() => {
                format!("{winner} forces {}:", points(after.score.abs()))
            }
            Some(winner) => format!("{winner} wins:"),
            None => "the draw is held:".to_owned(),
        };
        text += &paragraph(&format!(
            "After {} {result}",
            choice.named(&|circles| named(board, circles))
        ));
        // After a pass the drop belongs to the same ply.
        let next = choice.ply + usize::from(choice.choice != Choice::Pass);
        text += &numbered(board, next, line);
    }
    text
}

fn worst_choice(rules: &Rules, worst: &ReviewChoice) -> String {
    let position = &worst.position;
    let sentence = format!(
        "The worst choice was {}, in this position. Better was {}.",
        worst.named(&|circles| named(rules.board(), circles)),
        better(rules.board(), worst)
    );
    let turn = turn_sentence(rules, position);
    format!("{}\n{}\n{turn}.\n", paragraph(&sentence), diagram(rules, position))
}

/// Returns the first of the better choices and the number of others.
fn better(board: Board, choice: &ReviewChoice) -> String {
    match choice.better.as_slice() {
        [] => String::new(),
        [only] => named(board, only),
        [first, more @ ..] => format!("{} and {} more", named(board, first), more.len()),
    }
}
