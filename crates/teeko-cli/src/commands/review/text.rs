//! The text of a review.

use teeko::analysis::{Choice, winner};
use teeko::answers::{Review, ReviewChoice};
use teeko::rules::DropStyle;
use teeko::surfaces::words::{outcome_entry, points, turn_sentence};
use teeko::{Board, Game, Oracle, Rules, Value};

use crate::commands::line::text::numbered_plies;
use crate::commands::query::text::distances;
use crate::render::{
    HEADING, LOSS, PLAIN, diagram, heading, named, paragraph, style_of, styled, table,
};

/// Renders one line per choice, the legend, the refutations, the position of the worst choice, and
/// the verdict. `ended` is how the players ended the game, if the last position does not show it.
pub(crate) fn render(game: &Game, review: &Review, ended: Option<&str>) -> String {
    let (rules, board) = (game.rules(), game.board());
    let mut parts = vec![heading(game.name(), board, &review.position)];
    if !review.choices.is_empty() {
        parts.extend([choices(rules, review), paragraph(&legend(rules))]);
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
    let (count, changed, later) = if rules.scoring().is_for_points() {
        let count = distances(rules, "the position before the choice");
        (
            count,
            "changed the result or gave away points",
            "for equal points, it won",
        )
    } else {
        let count = "Both count plies from the position before the choice.".to_owned();
        (count, "changed the result", "it won")
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
    let board = rules.board();
    let headings = ["ply", "by", "choice", "", "before", "after", "better"];
    let rows = review.choices.iter().map(|choice| {
        let value = |value: Value| {
            (
                style_of(value.outcome),
                outcome_entry(rules, &choice.position, value),
            )
        };
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
        let Some(line) = &choice.refutation else {
            continue;
        };
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
        text += &numbered_plies(board, next, line);
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
    format!(
        "{}\n{}\n{turn}.\n",
        paragraph(&sentence),
        diagram(rules, position)
    )
}

/// Returns the first of the better choices and the number of others.
fn better(board: Board, choice: &ReviewChoice) -> String {
    match choice.better.as_slice() {
        [] => String::new(),
        [only] => named(board, only),
        [first, more @ ..] => format!("{} and {} more", named(board, first), more.len()),
    }
}
