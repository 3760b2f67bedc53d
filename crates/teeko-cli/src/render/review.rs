//! Game reviews as text.

use teeko::analysis::{Choice, Decision, Review};
use teeko::questions::ReviewAnswer;
use teeko::words::{mark, named_choice, outcome_entry, points, turn_sentence, verdict, winner};
use teeko::{Board, Oracle, Rules, Value};

use super::board::diagram;
use super::line::numbered;
use super::notation::named;
use super::query::distances;
use super::style::{HEADING, LOSS, PLAIN, heading, paragraph, style_of, styled};
use super::text_table::table;

/// Renders one line per choice, the legend, the refutations, the position of the worst choice, and
/// the verdict. `ended` is how the players ended the game, if the last position does not show it.
pub(crate) fn text(answer: &ReviewAnswer<'_>, ended: Option<&str>) -> String {
    let ReviewAnswer { game, record, review, error, .. } = answer;
    let (rules, board) = (game.rules(), game.board());
    let mut parts = vec![heading(game.name(), board, &record.start)];
    if !review.decisions.is_empty() {
        parts.extend([decisions(rules, review), paragraph(&legend(rules))]);
    }
    if let Some(worst) = review.worst() {
        parts.extend([refutations(rules, review), worst_choice(rules, worst)]);
    }
    let so_far = if error.is_some() { "Judged as far as it can be played. " } else { "" };
    parts.push(paragraph(&format!(
        "{so_far}Verdict: {}",
        verdict(rules, review, ended, &|circles| named(board, circles))
    )));
    parts.join("\n")
}

/// Explains the columns and marks.
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

fn decisions(rules: &Rules, review: &Review) -> String {
    let board = rules.board();
    let headings = ["ply", "by", "choice", "", "before", "after", "better"];
    let rows = review.decisions.iter().map(|decision| {
        let value = |value: Value| {
            (style_of(value.outcome), outcome_entry(rules, &decision.position, value))
        };
        let mark = mark(decision.judgement);
        [
            (PLAIN, decision.ply.to_string()),
            (PLAIN, decision.chooser.to_string()),
            (PLAIN, named(board, decision.choice)),
            (LOSS.bold(), mark.unwrap_or_default().to_owned()),
            value(decision.best),
            value(decision.after),
            (PLAIN, better(board, decision)),
        ]
    });
    table("rllllll", headings, rows)
}

/// Renders best play after each choice that changed the result.
fn refutations(rules: &Rules, review: &Review) -> String {
    let board = rules.board();
    let mut text = styled(HEADING, "Refutations") + "\n";
    for decision in review.changes() {
        let Some(line) = &decision.refutation else { continue };
        let result = match winner(&decision.position, decision.after.outcome) {
            Some(winner) if rules.scoring().is_for_points() => {
                format!("{winner} forces {}:", points(decision.after.score.abs()))
            }
            Some(winner) => format!("{winner} wins:"),
            None => "the draw is held:".to_owned(),
        };
        text += &paragraph(&format!(
            "After {} {result}",
            named_choice(decision, &|circles| named(board, circles))
        ));
        // After a pass the drop belongs to the same ply.
        let next = decision.ply + usize::from(decision.choice != Choice::Pass);
        text += &numbered(board, next, &line.plies);
    }
    text
}

/// Renders the position in which the worst choice was made.
fn worst_choice(rules: &Rules, worst: &Decision) -> String {
    let position = &worst.position;
    let sentence = format!(
        "The worst choice was {}, in this position. Better was {}.",
        named_choice(worst, &|circles| named(rules.board(), circles)),
        better(rules.board(), worst)
    );
    let turn = turn_sentence(rules, position);
    format!("{}\n{}\n{turn}.\n", paragraph(&sentence), diagram(rules, position))
}

/// Returns the first of the better choices and the number of others.
fn better(board: Board, decision: &Decision) -> String {
    match decision.better.as_slice() {
        [] => String::new(),
        [only] => named(board, only),
        [first, more @ ..] => format!("{} and {} more", named(board, first), more.len()),
    }
}
