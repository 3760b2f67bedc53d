//! Verified claims as PASS and FAIL lines and as JSON.

use std::time::Duration;

use anstyle::Style;
use serde::Serialize;

use super::{LOSS, WIDTH, WIN, json_line, styled, wrap};
use crate::claims::Claim;

const PASS: Style = WIN.bold();
const FAIL: Style = LOSS.bold();

/// A line for each claim, wrapped where it is long, and a summary.
pub(crate) fn text(claims: &[Claim], time: Duration) -> String {
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
    claims.iter().map(line).chain([summary]).collect()
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

/// The JSON of the claims. `what` (null where the id says it) and `detail` add to what is expected and found.
pub(crate) fn json(claims: &[Claim]) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        passed: usize,
        failed: usize,
        claims: Vec<Entry<'a>>,
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
    let (passed, failed) = count(claims);
    let entries = claims.iter().map(|claim| Entry {
        id: &claim.id,
        expected: &claim.expected,
        found: &claim.found,
        pass: claim.passes(),
        source: &claim.source,
        what: claim.what.as_deref(),
        detail: &claim.detail,
    });
    json_line(&Document { schema: "teeko.verify/1", passed, failed, claims: entries.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;

    fn claims() -> [Claim; 3] {
        let claim = |id: &str, expected: &str, found: &str| Claim {
            id: id.to_owned(),
            what: None,
            expected: expected.to_owned(),
            found: found.to_owned(),
            detail: String::new(),
            source: "Steele 1998".to_owned(),
        };
        [
            claim("44-ssss", "draw", "draw"),
            claim("58-ssss", "win in 13 plies", "win in 15 plies"),
            Claim {
                what: Some("All sixteen variations are draws with best play".to_owned()),
                detail: "58-ssss win in 13 plies".to_owned(),
                ..claim("all-draws", "refuted", "refuted")
            },
        ]
    }

    #[test]
    fn lines_wrap_and_read_without_colour() {
        let coloured = text(&claims(), Duration::from_millis(500));
        assert_eq!(
            strip_str(&coloured).to_string(),
            "\
PASS 44-ssss   draw [Steele 1998]
FAIL 58-ssss   expected win in 13 plies, found win in 15 plies [Steele 1998]
PASS all-draws refuted: All sixteen variations are draws with best play; 58-ssss
               win in 13 plies [Steele 1998]
2 passed, 1 failed in 0.50 s
"
        );
        assert!(coloured.contains("\u{1b}[1m\u{1b}[31mFAIL\u{1b}[0m 58-ssss"), "{coloured:?}");
    }

    #[test]
    fn the_json_has_its_fields_in_order() {
        let line = json(&claims());
        let start = r#"{"schema":"teeko.verify/1","passed":2,"failed":1,"claims":[{"id":"44-ssss","expected":"draw","found":"draw","pass":true,"source":"Steele 1998","what":null,"detail":""},{"id":"58-ssss","expected":"win in 13 plies","found":"win in 15 plies","pass":false,"#;
        assert!(line.starts_with(start), "{line}");
    }
}
