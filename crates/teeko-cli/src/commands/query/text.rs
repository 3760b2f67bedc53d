//! The text of positions and their choices.

use std::borrow::Cow;

use anstyle::Style;
use teeko::analysis::{Choice, Phase, Replies, phase, symmetric_groups, winner};
use teeko::answers::{Query, RankedChoice, VariantQuery};
use teeko::rules::notation::{RowsForm, circle_form};
use teeko::surfaces::AskedPosition;
use teeko::surfaces::words::{outcome_entry, turn_sentence};
use teeko::{Game, Move, Oracle, Outcome, Position, Rules};

use crate::render::{
    PLAIN, chosen, diagram, heading, named, outcome, paragraph, style_of, styled, styled_paragraph,
    table, width,
};

/// Renders the diagram, the outcome and the choices, with a legend on request; without choices, the
/// outcome next to the position as it was given.
pub(crate) fn render(
    game: &Game,
    answer: &Query<'_>,
    at: &AskedPosition,
    has_legend: bool,
) -> String {
    let (rules, position, value) = (game.rules(), &answer.position, *answer.value);
    let sentence = outcome(rules, position, value);
    let Some(moves) = &answer.moves else {
        return beside(
            &position_as_given(at, position),
            &sentence,
            style_of(value.outcome),
        );
    };
    let mut sentences = paragraph(&format!("{}.", turn_sentence(rules, position)));
    sentences += &styled_paragraph(style_of(value.outcome), &format!("{sentence}."));
    if let Some(completions) = completions(rules, moves) {
        sentences += &paragraph(&completions);
    }
    let mut parts = vec![
        heading(game.name(), rules.board(), position),
        diagram(rules, position),
        sentences,
    ];
    if !moves.is_empty() {
        let groups = groups(game, position, moves);
        parts.push(choices_table(rules, position, &groups));
        parts.extend(longer_distance(rules, answer, moves).map(|text| paragraph(&text)));
        parts.extend(recommendation(rules, answer, &groups).map(|text| paragraph(&text)));
        parts.extend(has_legend.then(|| legend(rules, answer, moves)));
    }
    parts.join("\n")
}

/// Groups choices that symmetry makes equal.
fn groups<'a>(
    game: &Game,
    position: &Position,
    moves: &'a [RankedChoice],
) -> Vec<Vec<&'a RankedChoice>> {
    symmetric_groups(game.reader().symmetries(), position, moves)
}

/// Returns a position as it was given, moves in words: `after 13 12`, `the empty board`. A board of
/// several lines becomes circles.
fn position_as_given<'a>(at: &'a AskedPosition, position: &RowsForm) -> Cow<'a, str> {
    match (&at.position, &at.moves) {
        (Some(text), _) if text.contains('\n') => {
            Cow::Owned(named(position.board, circle_form(position)))
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
    let completes = |ranked: &RankedChoice| match ranked.choice {
        Choice::Move(played) if ranked.value.outcome == Outcome::Win(1) => Some(named(
            rules.board(),
            format_args!("{played} completes the goal {}", ranked.position.opponent()),
        )),
        _ => None,
    };
    let texts: Vec<String> = moves.iter().filter_map(completes).collect();
    (!texts.is_empty()).then(|| texts.join("; ") + ".")
}

fn choices_table(rules: &Rules, position: &Position, groups: &[Vec<&RankedChoice>]) -> String {
    let what = if phase(rules, position) == Phase::Drop {
        "circle"
    } else {
        "move"
    };
    let rows = groups.iter().map(|group| {
        let first = group[0];
        let value = *first.value;
        let texts: Vec<String> = group
            .iter()
            .map(|ranked| choice_with_piece(rules, ranked))
            .collect();
        let mark = if first.optimal {
            "*"
        } else if first.keeps_outcome && first.keeps_score != Some(false) {
            "+"
        } else {
            ""
        };
        [
            (PLAIN, mark.to_owned()),
            (PLAIN, texts.join(" ")),
            (
                style_of(value.outcome),
                outcome_entry(rules, position, value),
            ),
            (
                PLAIN,
                format!("{}/{}", first.replies.holding, first.replies.total),
            ),
            (PLAIN, first.difficulty.map(dots).unwrap_or_default()),
        ]
    });
    table("lllll", ["", what, "outcome", "holding", ""], rows)
}

/// Returns how hard a draw is to hold, from 0 to 3, as dots: `●●○`.
fn dots(difficulty: u8) -> String {
    (0..3)
        .map(|dot| if dot < difficulty { '●' } else { '○' })
        .collect()
}

/// Returns a choice as the list shows it. Where the opponent points and pieces have numbers, it
/// comes with the best piece: `13 (=4)`.
fn choice_with_piece(rules: &Rules, ranked: &RankedChoice) -> String {
    let choice = named(rules.board(), ranked.choice);
    ranked
        .piece
        .map_or_else(|| choice.clone(), |pips| format!("{choice} (={pips})"))
}

/// Returns the best choice in a position; nothing if there is none.
pub(crate) fn best(answer: &Query<'_>) -> String {
    let best = answer.moves.as_ref().and_then(|moves| moves.first());
    best.map(|best| named(answer.position.board, best.choice))
        .unwrap_or_default()
        + "\n"
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

fn legend(rules: &Rules, answer: &Query<'_>, moves: &[RankedChoice]) -> String {
    let chooser = answer.chooser;
    let points = if chooser == answer.turn {
        ""
    } else {
        ", who points,"
    };
    let mut replies = moves.iter().map(|ranked| ranked.replies);
    let first = replies.clone().next().unwrap_or_default();
    let misleading = replies.find(|replies| replies.holding < replies.total);
    let Replies { total, holding } = misleading.unwrap_or(first);
    let example = if misleading.is_some() {
        let mistakes = total - holding;
        let keep = if holding == 1 { "keeps" } else { "keep" };
        let are = if mistakes == 1 {
            "is a mistake"
        } else {
            "are mistakes"
        };
        format!("of {total} replies {holding} {keep} the result, {mistakes} {are}")
    } else {
        "every reply keeps the result".to_owned()
    };
    let (kept, distances) = (what_choices_keep(rules), distances(rules, "this position"));
    paragraph(&format!(
        "Best for {chooser}{points} first: * best, + keeps the {kept}. {distances} Holding \
         {holding}/{total}: {example}. {DOTS}"
    ))
}

/// Explains a bound that no move has, in a game for points. Then the side that chooses loses
/// points.
fn longer_distance(rules: &Rules, answer: &Query<'_>, moves: &[RankedChoice]) -> Option<String> {
    let plies = answer
        .value
        .dtw()
        .filter(|_| rules.scoring().is_for_points())?;
    let best = moves.first()?;
    let chooser = answer.chooser;
    (*best.value != *answer.value).then(|| {
        format!(
            "{chooser} can last {plies} plies only by giving away more points. The best moves \
             give none away, and their bounds are smaller."
        )
    })
}

/// Recommends a choice if all have the same outcome. `None` if outcomes differ, or if nothing
/// distinguishes the choices.
fn recommendation(
    rules: &Rules,
    answer: &Query<'_>,
    groups: &[Vec<&RankedChoice>],
) -> Option<String> {
    let [first, .., _] = groups.iter().map(|group| group[0]).collect::<Vec<_>>()[..] else {
        return None;
    };
    let value = *first.value;
    let mut moves = groups.iter().flatten();
    if moves.clone().any(|ranked| *ranked.value != value) {
        return None;
    }
    let listed = |group: &[&RankedChoice]| {
        let names = group
            .iter()
            .map(|ranked| named(rules.board(), ranked.choice));
        names.collect::<Vec<_>>().join(" or ")
    };
    let is_drop = answer.phase == Phase::Drop;
    let what = if is_drop { "circles" } else { "moves" };
    let entry = outcome_entry(rules, &answer.position, value);
    let same = format!("All {what} are equal: {entry}.");
    let Replies { total, holding } = first.replies;
    let winner = winner(&answer.position, value.outcome);
    if winner != Some(answer.chooser) && moves.any(|ranked| ranked.replies.holding != holding) {
        return Some(format!(
            "{same} Recommended: {}, where {holding} of {total} replies hold it.",
            listed(&groups[0])
        ));
    }
    // Outcomes and replies are equal, so the number of goals through a circle decides.
    let goals = |group: &[&RankedChoice]| match group[0].choice {
        Choice::Move(Move::Drop(to) | Move::DropPiece { to, .. }) => Some(
            rules
                .goals()
                .patterns()
                .iter()
                .filter(|goal| goal.circles().contains(to))
                .count(),
        ),
        _ => None,
    };
    let drops = groups
        .iter()
        .filter_map(|group| Some((goals(group)?, group)));
    let (most, (goals, group)) = if answer.chooser == answer.turn {
        ("most", drops.rev().max_by_key(|&(goals, _)| goals)?)
    } else {
        ("fewest", drops.min_by_key(|&(goals, _)| goals)?)
    };
    Some(format!(
        "{same} Recommended: {}, on {goals} goals each, the {most}.",
        listed(group)
    ))
}

pub(crate) fn variants_text(games: &[Game], answers: &[VariantQuery<'_>]) -> String {
    let rows = games.iter().zip(answers).map(|(game, answer)| {
        let (style, text) = match answer {
            VariantQuery::Answer(answer) => (
                style_of(answer.value.outcome),
                outcome(game.rules(), &answer.position, *answer.value),
            ),
            VariantQuery::Error { error, .. } => (PLAIN, error.text(chosen())),
        };
        let name = game.named().name().scarne_name().unwrap_or_default();
        [
            (PLAIN, game.name().to_owned()),
            (PLAIN, name),
            (style, text),
        ]
    });
    table("lll", ["variant", "Scarne's name", "outcome"], rows)
}
