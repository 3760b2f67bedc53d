//! The text of claims that were checked.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use teeko::analysis::claims::Claim;
use teeko::answers::{OutcomeFields, Verify};
use teeko::files::WrongValue;
use teeko::rules::notation::circle_form;
use teeko::surfaces::words::{short_outcome, wrap};

use crate::output;
use crate::render::{WIN, paragraph, styled, width};

const PASS: Style = WIN.bold();
const FAIL: Style = AnsiColor::Red.on_default().bold();

/// Renders a line for each claim, wrapped where it is long, the positions that offend, and a
/// summary.
pub(super) fn render(verify: &Verify, time: Duration) -> String {
    let layout = Layout::of(&verify.claims);
    let mut text = String::new();
    for claim in &verify.claims {
        text += &layout.line(claim);
    }
    if !verify.offences.is_empty() {
        text += "First values that do not follow from the next ones:\n";
    }
    for wrong in &verify.offences {
        text += &offending_position(wrong);
    }
    text + &summary(verify, time)
}

/// Where the parts of a line about a claim stand.
struct Layout {
    /// The width of the longest name.
    id_width: usize,
    /// Whether what is found stands below the claim's name, not beside it.
    is_narrow: bool,
    /// The columns before what is found.
    indent: usize,
}

impl Layout {
    fn of(claims: &[Claim]) -> Self {
        let ids = claims.iter().map(|claim| output::printable(&claim.id));
        let id_width = ids.map(|id| id.chars().count()).max().unwrap_or(0);
        let verdict = "PASS ".len();
        let beside = verdict + id_width + 1;
        let is_narrow = width() < 2 * beside;
        Self {
            id_width,
            is_narrow,
            indent: if is_narrow { verdict } else { beside },
        }
    }

    /// Renders the verdict on a claim, its name, and what was found.
    fn line(&self, claim: &Claim) -> String {
        let verdict = if claim.passes() {
            styled(PASS, "PASS")
        } else {
            styled(FAIL, "FAIL")
        };
        let id = output::printable(&claim.id);
        let finding = output::printable(&finding(claim));
        let continuation = format!("\n{:1$}", "", self.indent);
        let lines = wrap(&finding, width().saturating_sub(self.indent));
        let lines = lines.join(&continuation);
        if self.is_narrow {
            format!("{verdict} {id}{continuation}{lines}\n")
        } else {
            format!("{verdict} {id:0$} {lines}\n", self.id_width)
        }
    }
}

/// Says how many claims passed and failed, and how many were left out.
fn summary(verify: &Verify, time: Duration) -> String {
    let Verify {
        passed,
        failed,
        left_out,
        ..
    } = verify;
    let seconds = time.as_secs_f64();
    let summary = format!("{passed} passed, {failed} failed in {seconds:.2} s\n");
    if *left_out == 0 {
        return summary;
    }
    let slow = format!("{left_out} slow claims left out; --slow checks them, some minutes");
    summary + &paragraph(&slow)
}

/// Renders a position ready to be asked about, and below it what the file says of it and what its
/// successors say.
fn offending_position(wrong: &WrongValue) -> String {
    let variant = &wrong.variant;
    let position = circle_form(&wrong.position);
    let expected = value_in_words(&wrong.expected);
    let found = value_in_words(&wrong.found);
    format!("  teeko query -v {variant} \"{position}\"\n    expected {expected}, found {found}\n")
}

fn value_in_words(fields: &OutcomeFields) -> String {
    match fields.value {
        Some(value) => short_outcome(value.outcome),
        None => "no such position".to_owned(),
    }
}

/// Returns the result of a claim: `draw [source]`, `expected draw, found win in 13 plies [source]`.
fn finding(claim: &Claim) -> String {
    let mut text = String::new();
    if !claim.passes() {
        text.extend(["expected ", &claim.expected, ", found "]);
    }
    text += match claim.found.as_str() {
        "refuted" if claim.passes() => "claim refuted, as expected",
        found => found,
    };
    if let Some(what) = &claim.what {
        text.extend([": ", what]);
    }
    if !claim.detail.is_empty() {
        text.extend(["; ", &claim.detail]);
    }
    text.extend([" [", &claim.source, "]"]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko::rules::notation::RowsForm;
    use teeko::{Board, Outcome, Position};

    #[test]
    fn lines_wrap_and_read_without_colour() {
        let claim = |id, expected, found| Claim::new(id, expected, found, "Steele 1998");
        let claims = [
            claim("44-ssss", "draw", "draw"),
            claim("58-ssss", "win in 13 plies", "win in 15 plies"),
            Claim {
                what: Some("All sixteen variations are draws with best play".to_owned()),
                detail: "58-ssss win in 13 plies".to_owned(),
                ..claim("all-draws", "refuted", "refuted")
            },
        ];
        let wrong_values = [WrongValue {
            variant: "58-ssss".parse().unwrap(),
            position: RowsForm {
                board: Board::STANDARD,
                position: Position::EMPTY,
            },
            expected: OutcomeFields::new(None),
            found: OutcomeFields::new(Some(Outcome::Loss(4))),
        }];
        let verify = Verify::new(claims.into(), wrong_values.into());
        let coloured = render(&verify, Duration::from_millis(500));
        assert_eq!(
            strip_str(&coloured).to_string(),
            "\
PASS 44-ssss   draw [Steele 1998]
FAIL 58-ssss   expected win in 13 plies, found win in 15 plies [Steele 1998]
PASS all-draws claim refuted, as expected: All sixteen variations are draws with
               best play; 58-ssss win in 13 plies [Steele 1998]
First values that do not follow from the next ones:
  teeko query -v 58-ssss \"b: r: b\"
    expected no such position, found loss in 4
2 passed, 1 failed in 0.50 s
"
        );
        assert!(
            coloured.contains("\u{1b}[1m\u{1b}[31mFAIL\u{1b}[0m 58-ssss"),
            "{coloured:?}"
        );
    }
}
