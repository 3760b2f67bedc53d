//! The text of positions and their choices.

use std::borrow::Cow;

use anstyle::Style;
use teeko::analysis::{Choice, Phase, Replies, phase, symmetric_groups, winner};
use teeko::answers::{Query, RankedChoice, VariantQuery};
use teeko::rules::notation::RowsForm;
use teeko::surfaces::AskedPosition;
use teeko::surfaces::words::{outcome_entry, turn_sentence};
use teeko::{Game, Move, Oracle, Outcome, Position, Rules};

use crate::render::{
    PLAIN, chosen, diagram, heading, named, outcome, paragraph, reason, style_of, styled,
    styled_paragraph, table, width,
};

/// Renders the best move alone, or all that there is to say, with a legend on request.
pub(super) fn render_or_best(
    best_alone: bool,
    game: &Game,
    answer: &Query<'_>,
    at: &AskedPosition,
    has_legend: bool,
) -> String {
    if best_alone {
        best(answer)
    } else {
        render(game, answer, at, has_legend)
    }
}

/// Renders the diagram, the outcome and the choices, with a legend on request; without choices, the
/// outcome next to the position as it was given.
pub(crate) fn render(
    game: &Game,
    answer: &Query<'_>,
    at: &AskedPosition,
    has_legend: bool,
) -> String {
    let rules = game.rules();
    let position = &answer.position;
    let sentence = outcome(rules, position, *answer.value);
    let style = style_of(answer.value.outcome);
    let Some(moves) = &answer.moves else {
        return beside(&position_as_given(at, position), &sentence, style);
    };
    let mut sentences = paragraph(&format!("{}.", turn_sentence(rules, position)));
    sentences += &styled_paragraph(style, &format!("{sentence}."));
    if let Some(completions) = completions(rules, moves) {
        sentences += &paragraph(&completions);
    } else if let Some(best) = moves.first() {
        sentences += &reasons(rules, answer, &[best]);
    }
    let mut parts = vec![
        heading(game.name(), rules.board(), position),
        diagram(rules, position),
        sentences,
    ];
    if !moves.is_empty() {
        parts.extend(choices(game, answer, moves));
        if has_legend {
            parts.push(legend(rules, answer, moves));
        }
    }
    parts.join("\n")
}

/// Renders the table of the choices and what there is to say about them all.
fn choices(game: &Game, answer: &Query<'_>, moves: &[RankedChoice]) -> Vec<String> {
    let rules = game.rules();
    let groups = groups(game, &answer.position, moves);
    let mut parts = vec![choices_table(rules, &answer.position, &groups)];
    if let Some(text) = longer_distance(rules, answer, moves) {
        parts.push(paragraph(&text));
    }
    if let Some(text) = recommendation(rules, answer, &groups) {
        parts.push(paragraph(&text));
    }
    let others: Vec<&RankedChoice> = groups.iter().skip(1).map(|group| group[0]).collect();
    let reasons = reasons(rules, answer, &others);
    if !reasons.is_empty() {
        parts.push(reasons);
    }
    parts
}

/// Says why choices are good or bad, if they are explained.
fn reasons(rules: &Rules, answer: &Query<'_>, choices: &[&RankedChoice]) -> String {
    let mut text = String::new();
    for ranked in choices {
        if let Some(reason) = reason(rules.board(), answer, ranked) {
            text += &paragraph(&format!("{reason}."));
        }
    }
    text
}

/// Choices that symmetry makes equal.
type Group<'a> = Vec<&'a RankedChoice>;

/// Groups choices that symmetry makes equal.
fn groups<'a>(game: &Game, position: &Position, moves: &'a [RankedChoice]) -> Vec<Group<'a>> {
    symmetric_groups(game.reader().symmetries(), position, moves)
}

/// Returns a position as it was given, moves in words: `after 13 12`, `the empty board`. A board of
/// several lines becomes circles.
fn position_as_given<'a>(at: &'a AskedPosition, position: &RowsForm) -> Cow<'a, str> {
    match (&at.position, &at.moves) {
        (Some(text), _) if text.contains('\n') => {
            Cow::Owned(named(position.board, &position.position))
        }
        (Some(text), _) => Cow::Borrowed(text),
        (None, Some(moves)) if !moves.trim().is_empty() => Cow::Owned(format!("after {moves}")),
        (None, _) => Cow::Borrowed("the empty board"),
    }
}

/// Returns a position as it was given and a sentence about it, on one line if they fit.
fn beside(given: &str, sentence: &str, style: Style) -> String {
    let given = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = given.chars().count() + 2 + sentence.chars().count() <= width();
    if fits {
        format!("{given}  {}\n", styled(style, sentence))
    } else {
        paragraph(&given) + &styled_paragraph(style, sentence)
    }
}

/// Returns the moves that complete a goal, with the circles of the goal.
fn completions(rules: &Rules, moves: &[RankedChoice]) -> Option<String> {
    let mut texts = Vec::new();
    for ranked in moves {
        if let Choice::Move(played) = ranked.choice
            && ranked.value.outcome == Outcome::Win(1)
        {
            let played = named(rules.board(), &played);
            let goal = named(rules.board(), &ranked.position.opponent());
            texts.push(format!("{played} completes the goal {goal}"));
        }
    }
    if texts.is_empty() {
        return None;
    }
    Some(texts.join("; ") + ".")
}

fn choices_table(rules: &Rules, position: &Position, groups: &[Group<'_>]) -> String {
    let what = if phase(rules, position) == Phase::Drop {
        "circle"
    } else {
        "move"
    };
    let rows = groups
        .iter()
        .map(|group| choices_row(rules, position, group));
    table("lllll", ["", what, "outcome", "holding", ""], rows)
}

fn choices_row(rules: &Rules, position: &Position, group: &Group<'_>) -> [(Style, String); 5] {
    let first = group[0];
    let value = *first.value;
    let texts: Vec<String> = group
        .iter()
        .map(|ranked| choice_with_piece(rules, ranked))
        .collect();
    let Replies { total, holding } = first.replies;
    [
        (PLAIN, mark(first).to_owned()),
        (PLAIN, texts.join(" ")),
        (
            style_of(value.outcome),
            outcome_entry(rules, position, value),
        ),
        (PLAIN, format!("{holding}/{total}")),
        (PLAIN, first.difficulty.map(dots).unwrap_or_default()),
    ]
}

/// Returns the mark of a choice that is best, or keeps the outcome and the points.
fn mark(ranked: &RankedChoice) -> &'static str {
    if ranked.optimal {
        "*"
    } else if ranked.keeps_outcome && ranked.keeps_score != Some(false) {
        "+"
    } else {
        ""
    }
}

/// Returns how hard a draw is to hold, from 0 to 3, as dots: `●●○`.
fn dots(difficulty: u8) -> String {
    let difficulty = usize::from(difficulty);
    "●".repeat(difficulty) + &"○".repeat(3_usize.saturating_sub(difficulty))
}

/// Returns a choice as the list shows it. Where the opponent points and pieces have numbers, it
/// comes with the best piece: `13 (=4)`.
fn choice_with_piece(rules: &Rules, ranked: &RankedChoice) -> String {
    let choice = named(rules.board(), &ranked.choice);
    match ranked.piece {
        Some(pips) => format!("{choice} (={pips})"),
        None => choice,
    }
}

/// Returns the best choice in a position, on a line that is empty if there is none.
pub(crate) fn best(answer: &Query<'_>) -> String {
    match answer.moves.as_ref().and_then(|moves| moves.first()) {
        Some(best) => named(answer.position.board, &best.choice) + "\n",
        None => "\n".to_owned(),
    }
}

/// Explains the dots of draws.
const DOTS: &str = "Dots say how hard a draw is to hold, from ○○○ to ●●●.";

/// Explains the marks and figures in the tables of many positions.
pub(crate) fn common_legend(rules: &Rules) -> String {
    paragraph(&format!(
        "Best for the side that chooses first: * best, + keeps the {}. {} Holding 3/5: of 5 \
         replies 3 keep the result, 2 are mistakes. {DOTS}",
        what_choices_keep(rules),
        distances(rules, "the position")
    ))
}

/// Explains the distances of values, in plies from a position.
pub(crate) fn distances(rules: &Rules, from: &str) -> String {
    if rules.scoring().is_for_points() {
        format!("Forces 2 within 9: can force at least 2 points within 9 plies from {from}.")
    } else {
        format!("Distances are in plies from {from}.")
    }
}

fn what_choices_keep(rules: &Rules) -> &'static str {
    if rules.scoring().is_for_points() {
        "points"
    } else {
        "outcome"
    }
}

/// Explains the table of the choices by an example from it.
fn legend(rules: &Rules, answer: &Query<'_>, moves: &[RankedChoice]) -> String {
    let chooser = answer.chooser;
    let who_points = if chooser == answer.turn {
        ""
    } else {
        ", who points,"
    };
    let replies = example_replies(moves);
    let Replies { total, holding } = replies;
    let example = in_words(replies);
    let kept = what_choices_keep(rules);
    let distances = distances(rules, "this position");
    paragraph(&format!(
        "Best for {chooser}{who_points} first: * best, + keeps the {kept}. {distances} Holding \
         {holding}/{total}: {example}. {DOTS}"
    ))
}

/// Returns the first replies with a mistake among them, or else the first ones.
fn example_replies(moves: &[RankedChoice]) -> Replies {
    for ranked in moves {
        if ranked.replies.holding < ranked.replies.total {
            return ranked.replies;
        }
    }
    match moves.first() {
        Some(first) => first.replies,
        None => Replies::default(),
    }
}

/// Says how many replies keep the result: `of 5 replies 3 keep the result, 2 are mistakes`.
fn in_words(Replies { total, holding }: Replies) -> String {
    let mistakes = total - holding;
    if mistakes == 0 {
        return "every reply keeps the result".to_owned();
    }
    let keep = if holding == 1 { "keeps" } else { "keep" };
    let are = if mistakes == 1 {
        "is a mistake"
    } else {
        "are mistakes"
    };
    format!("of {total} replies {holding} {keep} the result, {mistakes} {are}")
}

/// Explains a bound that no move has, in a game for points. Then the side that chooses loses
/// points.
fn longer_distance(rules: &Rules, answer: &Query<'_>, moves: &[RankedChoice]) -> Option<String> {
    let plies = answer.value.dtw()?;
    let best = moves.first()?;
    if !rules.scoring().is_for_points() || *best.value == *answer.value {
        return None;
    }
    let chooser = answer.chooser;
    Some(format!(
        "{chooser} can last {plies} plies only by giving away more points. The best moves give \
         none away, and their bounds are smaller."
    ))
}

/// Recommends a choice if all have the same outcome. `None` if outcomes differ, or if nothing
/// distinguishes the choices.
fn recommendation(rules: &Rules, answer: &Query<'_>, groups: &[Group<'_>]) -> Option<String> {
    let first = groups.first()?[0];
    let value = *first.value;
    let mut choices = groups.iter().flatten();
    if groups.len() < 2 || choices.clone().any(|ranked| *ranked.value != value) {
        return None;
    }
    let what = if answer.phase == Phase::Drop {
        "circles"
    } else {
        "moves"
    };
    let entry = outcome_entry(rules, &answer.position, value);
    let same = format!("All {what} are equal: {entry}.");
    let Replies { total, holding } = first.replies;
    let wins = winner(&answer.position, value.outcome) == Some(answer.chooser);
    if !wins && choices.any(|ranked| ranked.replies.holding != holding) {
        let names = alternatives(rules, &groups[0]);
        return Some(format!(
            "{same} Recommended: {names}, where {holding} of {total} replies hold it."
        ));
    }
    // Outcomes and replies are equal, so the number of goals through a circle decides.
    let is_own = answer.chooser == answer.turn;
    let (goals, group) = drop_by_goals(rules, groups, is_own)?;
    let most = if is_own { "most" } else { "fewest" };
    let names = alternatives(rules, group);
    Some(format!(
        "{same} Recommended: {names}, on {goals} goals each, the {most}."
    ))
}

/// Returns the first drops on circles with the `most` goals, or with the fewest, and that number.
fn drop_by_goals<'a, 'm>(
    rules: &Rules,
    groups: &'a [Group<'m>],
    most: bool,
) -> Option<(usize, &'a Group<'m>)> {
    let mut best: Option<(usize, &Group<'_>)> = None;
    for group in groups {
        let Some(goals) = goals_through(rules, group[0]) else {
            continue;
        };
        match best {
            Some((known, _)) if most && goals <= known => {}
            Some((known, _)) if !most && goals >= known => {}
            _ => best = Some((goals, group)),
        }
    }
    best
}

/// Returns the number of goals through the circle of a drop; `None` if the choice is no drop.
fn goals_through(rules: &Rules, ranked: &RankedChoice) -> Option<usize> {
    let Choice::Move(Move::Drop(to) | Move::DropPiece { to, .. }) = ranked.choice else {
        return None;
    };
    let goals = rules.goals().patterns().iter();
    Some(goals.filter(|goal| goal.circles().contains(to)).count())
}

/// Names the choices of a group as alternatives: `6 or 7`.
fn alternatives(rules: &Rules, group: &Group<'_>) -> String {
    let names: Vec<String> = group
        .iter()
        .map(|ranked| named(rules.board(), &ranked.choice))
        .collect();
    names.join(" or ")
}

/// Renders the outcomes of a position in several variants, one row per variant.
pub(crate) fn variants_text(games: &[Game], answers: &[VariantQuery<'_>]) -> String {
    let mut rows = Vec::new();
    for (game, answer) in games.iter().zip(answers) {
        let name = game.named().name().scarne_name().unwrap_or_default();
        rows.push([
            (PLAIN, game.name().to_owned()),
            (PLAIN, name),
            outcome_or_error(game, answer),
        ]);
    }
    table("lll", ["variant", "Scarne's name", "outcome"], rows)
}

fn outcome_or_error(game: &Game, answer: &VariantQuery<'_>) -> (Style, String) {
    match answer {
        VariantQuery::Answer(answer) => (
            style_of(answer.value.outcome),
            outcome(game.rules(), &answer.position, *answer.value),
        ),
        VariantQuery::Error { error, .. } => (PLAIN, error.text(chosen())),
    }
}
