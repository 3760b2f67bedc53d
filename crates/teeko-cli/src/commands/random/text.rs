//! The text of a random position.

use teeko::answers::Query;
use teeko::questions::{RandomOutcome, RandomQuestion};
use teeko::surfaces::words::turn_sentence;
use teeko::{Game, Oracle};

use crate::render::play_command;
use crate::render::{diagram, heading, named, notation_option, outcome, paragraph};

/// Renders the position. Its value is a part of it only if it was asked for.
pub(super) fn render(game: &Game, answer: &Query<'_>, question: &RandomQuestion) -> String {
    let rules = game.rules();
    let position = &answer.position;
    let mut task = format!("{}.", turn_sentence(rules, position));
    if question.outcome != RandomOutcome::Any || question.dtw.is_some() {
        task.extend([" ", &outcome(rules, position, *answer.value), "."]);
    }
    let name = game.name();
    let next = format!(
        "To see what each move is worth:\n  teeko query{} {name} \"{}\"\n\
         To play it:\n  {}\n\
         To see another position: --seed {}\n",
        notation_option(),
        named(rules.board(), &position.position),
        play_command(name, rules.board(), position),
        question.seed.wrapping_add(1)
    );
    [
        heading(name, rules.board(), position),
        diagram(rules, position),
        paragraph(&task),
        next,
    ]
    .join("\n")
}
