//! The text of claims that were checked.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use teeko::analysis::claims::Claim;
use teeko::answers::Verify;
use teeko::files::WrongValue;
use teeko::rules::notation::circle_form;
use teeko::surfaces::words::{short_outcome, wrap};

use crate::output;
use crate::render::{WIN, styled, width};

const PASS: Style = WIN.bold();
const FAIL: Style = AnsiColor::Red.on_default().bold();

/// A line for each claim, wrapped where it is long, the positions that offend, and a summary.
pub(super) fn render(verify: &Verify, time: Duration) -> String {
    let Verify {
        passed,
        failed,
        left_out,
        claims,
        offences,
        ..
    } = verify;
    let id_width = claims
        .iter()
        .map(|claim| output::printable(&claim.id).chars().count())
        .max()
        .unwrap_or(0);
    let beside = "PASS ".len() + id_width + 1;
    // On a narrow terminal what is found stands below the claim's name, not beside it.
    let is_narrow = width() < 2 * beside;
    let indent = if is_narrow { "PASS ".len() } else { beside };
    let continuation = format!("\n{:indent$}", "");
    let line = |claim: &Claim| {
        let verdict = if claim.passes() {
            styled(PASS, "PASS")
        } else {
            styled(FAIL, "FAIL")
        };
        let lines = wrap(
            &output::printable(&finding(claim)),
            width().saturating_sub(indent),
        )
        .join(&continuation);
        let id = output::printable(&claim.id);
        if is_narrow {
            format!("{verdict} {id}{continuation}{lines}\n")
        } else {
            format!("{verdict} {id:id_width$} {lines}\n")
        }
    };
    let seconds = time.as_secs_f64();
    let mut summary = format!("{passed} passed, {failed} failed in {seconds:.2} s\n");
    if *left_out > 0 {
        let slow = wrap(
            &format!("{left_out} slow claims left out; --slow checks them, some minutes"),
            width(),
        );
        summary += &slow.join("\n");
        summary.push('\n');
    }
    let heading = (!offences.is_empty())
        .then(|| "First values that do not follow from the next ones:\n".to_owned());
    let offences = offences.iter().map(offending_position);
    claims
        .iter()
        .map(line)
        .chain(heading)
        .chain(offences)
        .chain([summary])
        .collect()
}

/// A position ready to be asked about, and below it what the file says of it and what its
/// successors say.
fn offending_position(
    WrongValue {
        variant,
        position,
        expected,
        found,
    }: &WrongValue,
) -> String {
    let [found, expected] = [found, expected].map(|fields| match fields.value {
        Some(value) => short_outcome(value.outcome),
        None => "no such position".to_owned(),
    });
    format!(
        "  teeko query -v {variant} \"{}\"\n    expected {expected}, found {found}\n",
        circle_form(position)
    )
}

/// The result of a claim: `draw [source]`, `expected draw, found win in 13 plies [source]`.
fn finding(claim: &Claim) -> String {
    let Claim {
        what,
        expected,
        found,
        detail,
        source,
        ..
    } = claim;
    let expected = if claim.passes() {
        String::new()
    } else {
        format!("expected {expected}, found ")
    };
    let found = match found.as_str() {
        "refuted" if claim.passes() => "claim refuted, as expected",
        found => found,
    };
    let what = what
        .as_ref()
        .map_or_else(String::new, |what| format!(": {what}"));
    let detail = if detail.is_empty() {
        String::new()
    } else {
        format!("; {detail}")
    };
    format!("{expected}{found}{what}{detail} [{source}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko::answers::OutcomeFields;
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
