//! Exports a game, or says why it cannot be exported.

use teeko_rules::work::Observer;
use teeko_rules::{Rules, Scoring};

use crate::{
    ExportError, ExportRequest, ExportSubject, Job, Output, RequestError, Written, text_formats,
};

/// Exports a game.
///
/// `observe` receives the number of slots that are done, perhaps out of order; its `Break` stops
/// the export. Work is spread over the current rayon thread pool.
///
/// # Errors
/// If the game cannot be exported as requested, its values cannot be looked up, the output cannot
/// be written, or `observe` stops it.
///
/// # Panics
/// If the selection has a layer above 8.
pub fn export(
    subject: &ExportSubject<'_>,
    request: &ExportRequest,
    output: Output<'_>,
    observe: Observer<'_>,
) -> Result<Written, ExportError> {
    request.check(subject.name, subject.oracle.rules(), output.is_stream())?;
    let job = Job {
        subject,
        request,
        observe,
    };
    (request.format.write)(&job, output)
}

impl ExportRequest {
    /// Checks that rules can be exported as requested, to a stream or to a file.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check(&self, name: &str, rules: &Rules, to_stream: bool) -> Result<(), RequestError> {
        let format = self.format;
        (format.check)(self, name, rules)?;
        if self.is_compressed && !format.is_text {
            return Err(RequestError::Unfit(format!(
                "{}: only {} are compressed, found a name in .zst; choose another name, or \
                 compress the file afterwards",
                format.name,
                text_formats()
            )));
        }
        if to_stream && let Some(reason) = format.needs_file {
            return Err(RequestError::NeedsFile {
                format: format.name,
                reason,
            });
        }
        if rules.scoring() == Scoring::Pips {
            return Err(RequestError::Unfit(format!("{name}: {NUMBERED}")));
        }
        let has_values = self.has_values();
        if has_values && (rules.pass_rule() || rules.scoring().is_for_points()) {
            return Err(RequestError::Unfit(format!("{name}: {BEYOND_VALUES}")));
        }
        Ok(())
    }
}

const NUMBERED: &str = "expected positions that circles alone describe, found numbered pieces, \
                        24 numberings of each side's; \
                        export the plain game, without +pips, or ask for positions one by one";

const BEYOND_VALUES: &str = "expected, for the column values, a game in which every choice is a \
                             move with an outcome and a distance, found passes or points; leave it \
                             out";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{orbits, provenance, request, rules, solved};
    use crate::{Columns, Selection, format_named};
    use teeko_rules::work::to_the_end;

    #[test]
    fn a_stream_takes_text_and_no_array() {
        let oracle = solved("44-ssss+4x4");
        let subject = ExportSubject {
            name: "44-ssss+4x4",
            oracle: &oracle,
            longest: &|| 0,
            provenance: &|| provenance("44-ssss+4x4"),
        };
        let to_stream = |format| {
            let request = request(format_named(format).unwrap(), orbits());
            let mut text = Vec::new();
            let written = export(&subject, &request, Output::Stream(&mut text), &to_the_end);
            written.map(|written| (written.rows, text))
        };
        let (rows, text) = to_stream("csv").unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(rows > 100);
        assert_eq!(text.lines().count() as u64, rows + 1);
        let refused = to_stream("npy").unwrap_err().to_string();
        let expected = "npy: expected a file, since its header says how many";
        assert!(refused.starts_with(expected), "{refused}");
    }

    #[test]
    fn what_a_format_cannot_hold_is_refused() {
        let all = || Selection {
            layers: 0..9,
            ..orbits()
        };
        let black: Columns = "black,dtw".parse().unwrap();
        for (variant, format, change, expected) in [
            (
                "44-ssss+pips",
                "csv",
                "",
                "44-ssss+pips: expected positions that circles alone describe, found",
            ),
            (
                "44-ssss+pips",
                "teeko-cc",
                "",
                "44-ssss+pips: expected 44-ssss, the only variant",
            ),
            (
                "58-ssss",
                "teeko-cc",
                "",
                "58-ssss: expected 44-ssss, the only variant that",
            ),
            (
                "44-ssss+no-centre",
                "teeko-cc",
                "",
                "44-ssss+no-centre: expected 44-ssss",
            ),
            (
                "44-ssss",
                "teeko-cc",
                "layers",
                "teeko-cc: expected every orbit of every layer",
            ),
            (
                "44-ssss",
                "teeko-cc",
                "columns",
                "teeko-cc: expected every orbit of every layer",
            ),
            (
                "44-ssss",
                "teeko-cc",
                "values",
                "teeko-cc: expected every orbit of every layer",
            ),
            (
                "44-ssss",
                "csv",
                "values",
                "csv: expected a format with lists, for the column values",
            ),
            (
                "44-pppp+pass",
                "npy",
                "values",
                "44-pppp+pass: expected, for the column values, a",
            ),
            (
                "44-ssss+points",
                "jsonl",
                "values",
                "44-ssss+points: expected, for the column values",
            ),
            (
                "44-ssss",
                "npy",
                "stream",
                "npy: expected a file, since its header says how many",
            ),
            (
                "44-ssss",
                "npy",
                "zst",
                "npy: only csv and jsonl are compressed, found a name in",
            ),
        ] {
            let mut request = request(format_named(format).unwrap(), all());
            match change {
                "layers" => request.selection.layers = 6..7,
                "columns" => request.columns = Some(black.clone()),
                "values" => request.values = true,
                _ => request.is_compressed = change == "zst",
            }
            let found = request
                .check(variant, &rules(variant), change == "stream")
                .expect_err(expected);
            assert!(found.to_string().starts_with(expected), "{found}");
        }
    }
}
