//! Verified claims as PASS and FAIL lines and as JSON.

use std::time::Duration;

use anstyle::Style;
use serde::Serialize;

use crate::named_rules::NamedRules;
use teeko_analysis::full_verification::Offence;
use teeko_rules::notation::{circle_form, rows_form};

use super::{LOSS, OutcomeFields, WIDTH, WIN, json_line, short_outcome, styled, wrap};
use crate::claims::Claim;

const PASS: Style = WIN.bold();
const FAIL: Style = LOSS.bold();

/// What has been verified.
#[derive(Clone, Default, Debug)]
pub(crate) struct Verified {
    pub(crate) claims: Vec<Claim>,
    /// Values in table files that do not follow from those of their successors: the first of each file.
    pub(crate) offences: Vec<Offending>,
}

/// A value in a table file that does not follow from those of its successors.
#[derive(Clone, Debug)]
pub(crate) struct Offending {
    /// The variant, or one of those whose slide phase it is.
    pub(crate) variant: NamedRules,
    pub(crate) offence: Offence,
}

/// A line for each claim, wrapped where it is long, the positions that offend, and a summary.
pub(crate) fn text(verified: &Verified, time: Duration) -> String {
    let claims = &verified.claims;
    let id_width = claims.iter().map(|claim| claim.id.chars().count()).max().unwrap_or(0);
    let indent = "PASS ".len() + id_width + 1;
    let continuation = format!("\n{:indent$}", "");
    let line = |claim: &Claim| {
        let verdict = if claim.passes() { styled(PASS, "PASS") } else { styled(FAIL, "FAIL") };
        let lines = wrap(&finding(claim), WIDTH.saturating_sub(indent)).join(&continuation);
        format!("{verdict} {:id_width$} {lines}\n", claim.id)
    };
    let (passed, failed) = count(claims);
    let summary = format!("{passed} passed, {failed} failed in {:.2} s\n", time.as_secs_f64());
    let heading =
        (!verified.offences.is_empty()).then(|| "First values that do not follow from the next ones:\n".to_owned());
    let offences = verified.offences.iter().map(offending_position);
    claims.iter().map(line).chain(heading).chain(offences).chain([summary]).collect()
}

/// A position ready to be asked about, and below it what the file says of it and what its successors say.
fn offending_position(Offending { variant, offence }: &Offending) -> String {
    let Offence { position, found, expected } = offence;
    let [found, expected] =
        [found, expected].map(|outcome| outcome.map_or("no such position".to_owned(), short_outcome));
    format!("  teeko query -v {variant} \"{}\"\n    expected {expected}, found {found}\n", circle_form(position))
}

/// What is to say of a claim: `draw [source]`, `expected draw, found win in 13 plies [source]`.
fn finding(claim: &Claim) -> String {
    let Claim { what, expected, found, detail, source, .. } = claim;
    let expected = if claim.passes() { String::new() } else { format!("expected {expected}, found ") };
    let what = what.as_ref().map_or_else(String::new, |what| format!(": {what}"));
    let detail = if detail.is_empty() { String::new() } else { format!("; {detail}") };
    format!("{expected}{found}{what}{detail} [{source}]")
}

/// How many claims pass and how many fail.
fn count(claims: &[Claim]) -> (usize, usize) {
    let passed = claims.iter().filter(|claim| claim.passes()).count();
    (passed, claims.len() - passed)
}

/// The JSON of the same. `what` (null where the id says it) and `detail` add to what is expected and found.
pub(crate) fn json(verified: &Verified) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        passed: usize,
        failed: usize,
        claims: Vec<Entry<'a>>,
        offences: Vec<OffenceEntry>,
    }
    #[derive(Serialize)]
    struct Entry<'a> {
        id: &'a str,
        expected: &'a str,
        found: &'a str,
        pass: bool,
        source: &'a str,
        what: Option<&'a str>,
        detail: &'a str,
    }
    #[derive(Serialize)]
    struct OffenceEntry {
        variant: String,
        position: String,
        expected: OutcomeFields,
        found: OutcomeFields,
    }
    let claims = &verified.claims;
    let (passed, failed) = count(claims);
    let offences = verified.offences.iter().map(|Offending { variant, offence }| OffenceEntry {
        variant: variant.to_string(),
        position: rows_form(variant.board(), &offence.position),
        expected: OutcomeFields::new(offence.expected),
        found: OutcomeFields::new(offence.found),
    });
    let entries = claims.iter().map(|claim| Entry {
        id: &claim.id,
        expected: &claim.expected,
        found: &claim.found,
        pass: claim.passes(),
        source: &claim.source,
        what: claim.what.as_deref(),
        detail: &claim.detail,
    });
    json_line(&Document {
        schema: "teeko.verify/1",
        passed,
        failed,
        claims: entries.collect(),
        offences: offences.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko_rules::{Circles, Outcome, Position, Side};

    fn verified() -> Verified {
        let claim = |id: &str, expected: &str, found: &str| Claim {
            id: id.to_owned(),
            what: None,
            expected: expected.to_owned(),
            found: found.to_owned(),
            detail: String::new(),
            source: "Steele 1998".to_owned(),
        };
        let claims = vec![
            claim("44-ssss", "draw", "draw"),
            claim("58-ssss", "win in 13 plies", "win in 15 plies"),
            Claim {
                what: Some("All sixteen variations are draws with best play".to_owned()),
                detail: "58-ssss win in 13 plies".to_owned(),
                ..claim("all-draws", "refuted", "refuted")
            },
        ];
        let position = Position { black: Circles::EMPTY, red: Circles::EMPTY, turn: Side::Black };
        let offence = Offence { position, found: Some(Outcome::Loss(4)), expected: None };
        let offences = vec![Offending { variant: "58-ssss".parse().unwrap(), offence }];
        Verified { claims, offences }
    }

    #[test]
    fn lines_wrap_and_read_without_colour() {
        let coloured = text(&verified(), Duration::from_millis(500));
        assert_eq!(
            strip_str(&coloured).to_string(),
            "\
PASS 44-ssss   draw [Steele 1998]
FAIL 58-ssss   expected win in 13 plies, found win in 15 plies [Steele 1998]
PASS all-draws refuted: All sixteen variations are draws with best play; 58-ssss
               win in 13 plies [Steele 1998]
First values that do not follow from the next ones:
  teeko query -v 58-ssss \"b: r: b\"
    expected no such position, found loss in 4
2 passed, 1 failed in 0.50 s
"
        );
        assert!(coloured.contains("\u{1b}[1m\u{1b}[31mFAIL\u{1b}[0m 58-ssss"), "{coloured:?}");
    }

    #[test]
    fn the_json_has_its_fields_in_order() {
        let line = json(&verified());
        let start = r#"{"schema":"teeko.verify/1","passed":2,"failed":1,"claims":[{"id":"44-ssss","expected":"draw","found":"draw","pass":true,"source":"Steele 1998","what":null,"detail":""},{"id":"58-ssss","expected":"win in 13 plies","found":"win in 15 plies","pass":false,"#;
        assert!(line.starts_with(start), "{line}");
    }
}
