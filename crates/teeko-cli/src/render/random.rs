//! A random position as text.

use std::fmt::Display;

use teeko::questions::{AskedOutcome, Query, RandomQuestion};
use teeko::rules::notation::circle_form;
use teeko::words::{outcome_sentence, turn_sentence};
use teeko::{Game, Oracle};

use super::board::diagram;
use super::notation::{named, option};
use super::style::{heading, paragraph};

/// Renders the position. Its value is a part of it only if it was asked for.
pub(crate) fn text(game: &Game, answer: &Query<'_>, question: &RandomQuestion) -> String {
    let (rules, position) = (game.rules(), &answer.position);
    let mut task = format!("{}.", turn_sentence(rules, position));
    if question.outcome != AskedOutcome::Any || question.dtw.is_some() {
        let names = &|circles: &dyn Display| named(rules.board(), circles);
        let outcome = outcome_sentence(rules, position, answer.value(), names);
        task.extend([" ", &outcome, "."]);
    }
    let name = game.name();
    let next = format!(
        "To see what each move is worth:\n  teeko query{} {name} \"{}\"\n\
         To see another position: --seed {}\n",
        option(),
        named(rules.board(), circle_form(position)),
        question.seed.wrapping_add(1)
    );
    [heading(name, rules.board(), position), diagram(rules, position), paragraph(&task), next]
        .join("\n")
}
