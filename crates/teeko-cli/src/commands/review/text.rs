//! The text of a review.

use anstyle::Style;
use teeko::analysis::{Choice, winner};
use teeko::answers::{Review, ReviewChoice};
use teeko::rules::DropStyle;
use teeko::surfaces::reasons::Reason;
use teeko::surfaces::words::{outcome_entry, points, turn_sentence};
use teeko::{Board, Game, Oracle, Rules};

use crate::commands::line::text::numbered_plies;
use crate::commands::query::text::distances;
use crate::render::{
    HEADING, LOSS, PLAIN, diagram, heading, named, paragraph, style_of, styled, table,
};

/// Renders one line per choice, the legend, the refutations, the position of the worst choice, and
/// the verdict. `ended` is how the players ended the game, if the last position does not show it.
pub(crate) fn render(game: &Game, review: &Review, ended: Option<&str>) -> String {
    let rules = game.rules();
    let board = game.board();
    let mut parts = vec![heading(game.name(), board, &review.position)];
    if !review.choices.is_empty() {
        parts.extend([choices(rules, review), paragraph(&legend(rules))]);
    }
    let delays = delays(rules, review);
    if !delays.is_empty() {
        parts.push(delays);
    }
    if let Some(worst) = review.worst_choice {
        let worst = worst_choice(rules, &review.choices[worst]);
        parts.extend([refutations(rules, review), worst]);
    }
    let so_far = if review.error.is_some() {
        "Judged as far as it can be played. "
    } else {
        ""
    };
    parts.push(paragraph(&format!(
        "{so_far}Verdict: {}",
        review.verdict_with(rules, ended, &|circles| named(board, circles))
    )));
    parts.join("\n")
}

fn legend(rules: &Rules) -> String {
    let is_for_points = rules.scoring().is_for_points();
    let count = if is_for_points {
        distances(rules, "the position before the choice")
    } else {
        "Both count plies from the position before the choice.".to_owned()
    };
    let changed = if is_for_points {
        "changed the result or gave away points"
    } else {
        "changed the result"
    };
    let later = if is_for_points {
        "for equal points, it won"
    } else {
        "it won"
    };
    let by = if rules.plan().styles().contains(&DropStyle::Point) {
        "By: who chose the circle. If the plan lets the opponent point, that is the opponent. "
    } else {
        ""
    };
    format!(
        "{by}Before: the outcome with best play. After: the outcome with this choice. {count} \
         ??: the choice {changed}. ?: {later} later or lost sooner than necessary."
    )
}

fn choices(rules: &Rules, review: &Review) -> String {
    let headings = ["ply", "by", "choice", "", "before", "after", "better"];
    let rows = review
        .choices
        .iter()
        .map(|choice| choice_row(rules, choice));
    table("rllllll", headings, rows)
}

fn choice_row(rules: &Rules, choice: &ReviewChoice) -> [(Style, String); 7] {
    let board = rules.board();
    let before = *choice.best.unwrap_or(choice.before);
    let after = *choice.after;
    let position = &choice.position;
    [
        (PLAIN, choice.ply.to_string()),
        (PLAIN, choice.chooser.to_string()),
        (PLAIN, named(board, &choice.choice)),
        (LOSS.bold(), choice.mark.unwrap_or_default().to_owned()),
        (
            style_of(before.outcome),
            outcome_entry(rules, position, before),
        ),
        (
            style_of(after.outcome),
            outcome_entry(rules, position, after),
        ),
        (PLAIN, better(board, choice)),
    ]
}

/// Says why choices that changed the plies alone are worse than others.
fn delays(rules: &Rules, review: &Review) -> String {
    let mut text = String::new();
    for choice in &review.choices {
        if choice.changed_result() {
            continue;
        }
        if let Some(reason) = reason(rules.board(), choice) {
            text += &paragraph(&format!("Ply {}: {reason}", choice.ply));
        }
    }
    text
}

/// Says why a mistake is one, if it is explained.
fn reason(board: Board, choice: &ReviewChoice) -> Option<String> {
    let sentence = Reason::of_mistake(choice)?.sentence(&|it| named(board, it))?;
    Some(format!("{sentence}."))
}

/// Renders best play after each choice that changed the result.
fn refutations(rules: &Rules, review: &Review) -> String {
    let board = rules.board();
    let mut text = styled(HEADING, "Refutations") + "\n";
    for choice in review.changes() {
        let Some(line) = &choice.refutation else {
            continue;
        };
        let choice_text = choice.named(&|circles| named(board, circles));
        let result = refuted_result(rules, choice);
        if let Some(reason) = reason(board, choice) {
            text += &paragraph(&reason);
        }
        text += &paragraph(&format!("After {choice_text} {result}"));
        // After a pass the drop belongs to the same ply.
        let next = choice.ply + usize::from(choice.choice != Choice::Pass);
        text += &numbered_plies(board, next, line);
    }
    text
}

/// Returns what best play after a choice leads to.
fn refuted_result(rules: &Rules, choice: &ReviewChoice) -> String {
    let after = *choice.after;
    match winner(&choice.position, after.outcome) {
        Some(winner) if rules.scoring().is_for_points() => {
            format!("{winner} forces {}:", points(after.score.abs()))
        }
        Some(winner) => format!("{winner} wins:"),
        None => "the draw is held:".to_owned(),
    }
}

fn worst_choice(rules: &Rules, worst: &ReviewChoice) -> String {
    let choice = worst.named(&|circles| named(rules.board(), circles));
    let better = better(rules.board(), worst);
    let sentence = format!("The worst choice was {choice}, in this position. Better was {better}.");
    let turn = turn_sentence(rules, &worst.position);
    let board = diagram(rules, &worst.position);
    format!("{}\n{board}\n{turn}.\n", paragraph(&sentence))
}

/// Returns the first of the better choices and the number of others.
fn better(board: Board, choice: &ReviewChoice) -> String {
    match choice.better.as_slice() {
        [] => String::new(),
        [only] => named(board, only),
        [first, more @ ..] => format!("{} and {} more", named(board, first), more.len()),
    }
}
