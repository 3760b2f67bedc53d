//! Files for people to read: the atlas and sheets of puzzles for print as HTML pages, the histogram
//! of a layer as SVG.
//!
//! Templates are in the folder `templates`. The same input always gives the same bytes. Names that
//! callers give are escaped; all other values are numbers or names of this library, without special
//! characters.

mod atlas;
mod board;
mod histogram;
mod puzzles;

use teeko_analysis::atlas::{AtlasComparison, AtlasVariant};
use teeko_rules::{NamedStep, Outcome, Scoring, Wdl};

pub use self::atlas::atlas_html;
pub use self::histogram::histogram_svg;
pub use self::puzzles::{Answers, points_before, puzzles_html};
use crate::words::{BOUND, short_value};

/// The outcomes in words, best first.
pub const OUTCOMES: [(Wdl, &str); 3] =
    [(Wdl::Win, "won"), (Wdl::Draw, "drawn"), (Wdl::Loss, "lost")];

/// Formats an outcome in as few letters as possible: `W13`, `D` or `L24`. A legend says that the
/// distance is in plies.
fn code(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("W{plies}"),
        Outcome::Loss(plies) => format!("L{plies}"),
        Outcome::Draw => "D".to_owned(),
    }
}

/// Returns the value of a variant when played for points, `win of 3 within 13`; empty if it is not
/// known.
pub fn value_in_points(entry: &AtlasVariant) -> String {
    entry.value_in_points().map(|value| short_value(Scoring::Points, value)).unwrap_or_default()
}

/// Names the goal sets of a comparison: `44 to 58`. Adds the step, as `named` writes it, unless it
/// is a king's.
pub fn goals_compared(comparison: &AtlasComparison, named: impl Fn(NamedStep) -> String) -> String {
    // The variants of both slide phases differ in their goal sets only.
    let [smaller, larger] = comparison.drop[0].variants;
    let step = if larger.step == NamedStep::King { String::new() } else { named(larger.step) };
    format!("{} to {}{step}", smaller.goals, larger.goals)
}

/// Returns the explanation of columns with values in points.
pub fn points_legend() -> String {
    format!("Points: the same game played for points. {BOUND}")
}

/// Joins pieces of HTML, also none or one of an `Option`.
fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect()
}

/// Escapes a text for HTML and SVG.
fn escaped(text: &str) -> String {
    joined(text.chars().map(|character| match character {
        '&' | '<' | '>' | '"' | '\'' => format!("&#{};", u32::from(character)),
        _ => character.to_string(),
    }))
}

#[cfg(test)]
mod tests {
    use teeko_rules::notation::Notation;

    use super::*;
    use crate::answers::OutcomeFields;
    use crate::questions::{PuzzlePhase, Puzzles};

    #[test]
    fn names_are_escaped() {
        let (name, escaped) = ("<a&\"b'>", "&#60;a&#38;&#34;b&#39;&#62;");
        let sheet = Puzzles {
            schema: "teeko.puzzles/1",
            variant: name.to_owned(),
            value: OutcomeFields::new(Some(Outcome::Win(3))),
            phase: PuzzlePhase::Slide,
            unique: true,
            seed: 1,
            puzzles: Vec::new(),
        };
        let rules = crate::variant("44-ssss").unwrap();
        let page = puzzles_html(name, rules.rules(), &sheet, Answers::Apart, Notation::Numbers);
        let picture = histogram_svg(name, 8, &[(Outcome::Draw, 1)].into_iter().collect());
        for written in [page, picture] {
            assert_eq!(written.matches(escaped).count(), 2, "{written}");
            assert!(!written.contains(name), "{written}");
        }
    }
}
