//! Answers about positions.

use teeko::analysis::{Analysis, Choice, RankedChoice, symmetric_groups};
use teeko::documents::Query;
use teeko::rules::notation::circle_form;
use teeko::rules::{Circles, Status};
use teeko::words::{Phase, outcome_entry, outcome_sentence, phase, turn_sentence};
use teeko::{Game, Oracle, Outcome, Position, Rules};

use super::board::diagram;
use super::style::{PLAIN, heading, paragraph, style_of, styled};
use super::text_table::{Align, TextTable};

/// What is answered about a position.
pub(crate) struct Answer<'a> {
    pub(crate) game: &'a Game,
    pub(crate) position: Position,
    pub(crate) outcome: Outcome,
    /// What can be chosen, if that is asked for.
    pub(crate) analysis: Option<Analysis>,
}

/// What is answered about a position in one variant of several, or why it is no position there.
pub(crate) struct VariantAnswer<'a> {
    pub(crate) game: &'a Game,
    pub(crate) answer: Result<Answer<'a>, String>,
}

impl<'a> Answer<'a> {
    /// The same as a document.
    pub(crate) fn document(&self) -> Query<'a> {
        let (name, rules) = (self.game.name(), self.game.rules());
        match &self.analysis {
            Some(analysis) => Query::new(name, rules, analysis),
            None => Query::brief(name, rules, &self.position, self.outcome),
        }
    }
}

/// The diagram, the outcome and the choices; without choices, the outcome on one line.
pub(crate) fn text(answer: &Answer<'_>) -> String {
    let Answer { game, position, outcome, analysis } = answer;
    let rules = game.rules();
    let sentence = outcome_sentence(rules, position, *outcome);
    let Some(analysis) = analysis else {
        return format!("{}: {}\n", circle_form(position), styled(style_of(*outcome), &sentence));
    };
    let goal = if rules.status(position) == Status::Over { position.opponent() } else { Circles::EMPTY };
    let mut sentences = format!("{}.\n", turn_sentence(rules, position));
    sentences += &styled(style_of(*outcome), &format!("{sentence}."));
    sentences.push('\n');
    if let Some(completions) = completions(analysis) {
        sentences += &paragraph(&completions);
    }
    let mut parts = vec![heading(game.name(), position), diagram(rules.board(), position, goal), sentences];
    if !analysis.choices.is_empty() {
        parts.extend([choices_table(rules, analysis), legend(analysis)]);
    }
    parts.join("\n")
}

/// The moves that complete a goal, and on which circles.
fn completions(analysis: &Analysis) -> Option<String> {
    let completes = |ranked: &RankedChoice| match ranked.choice {
        Choice::Move(played) if ranked.outcome == Outcome::Win(1) => {
            let after = analysis.position.after(played);
            Some(format!("{played} completes the goal {}", after.opponent()))
        }
        _ => None,
    };
    let texts: Vec<String> = analysis.choices.iter().filter_map(completes).collect();
    (!texts.is_empty()).then(|| texts.join("; ") + ".")
}

/// A line for each set of choices that symmetry makes equal.
fn choices_table(rules: &Rules, analysis: &Analysis) -> String {
    let position = &analysis.position;
    let what = if phase(rules, position) == Phase::Drop { "circle" } else { "move" };
    let columns = [("", Align::Left), (what, Align::Left), ("outcome", Align::Left), ("holding", Align::Left)];
    let mut table = TextTable::new(columns);
    for group in symmetric_groups(rules, analysis) {
        let first = group[0];
        let texts: Vec<String> = group.iter().map(|ranked| ranked.choice.to_string()).collect();
        let mark = if first.optimal {
            "*"
        } else if first.keeps_outcome {
            "+"
        } else {
            ""
        };
        table.push([
            (PLAIN, mark.to_owned()),
            (PLAIN, texts.join(" ")),
            (style_of(first.outcome), outcome_entry(position, first.outcome)),
            (PLAIN, format!("{} of {}", first.replies.holding, first.replies.total)),
        ]);
    }
    table.render()
}

/// What the marks and the figures in the table mean.
fn legend(analysis: &Analysis) -> String {
    let Analysis { position, chooser, .. } = analysis;
    let who = if *chooser == position.turn { chooser.to_string() } else { format!("{chooser}, who points,") };
    let text = format!(
        "Best for {who} first: * best, + keeps the outcome. Distances are in plies from this position. Holding: of the \
         choices at the next ply, those that keep the outcome that stands then."
    );
    paragraph(&text)
}

/// A line for each variant.
pub(crate) fn variants_text(answers: &[VariantAnswer<'_>]) -> String {
    let mut table = TextTable::new(["variant", "Scarne's name", "outcome"].map(|heading| (heading, Align::Left)));
    for VariantAnswer { game, answer } in answers {
        let (style, outcome) = match answer {
            Ok(Answer { position, outcome, .. }) => {
                (style_of(*outcome), outcome_sentence(game.rules(), position, *outcome))
            }
            Err(error) => (PLAIN, error.clone()),
        };
        let name = game.named().name().scarne_name().unwrap_or_default();
        table.push([(PLAIN, game.name().to_owned()), (PLAIN, name), (style, outcome)]);
    }
    table.render()
}
