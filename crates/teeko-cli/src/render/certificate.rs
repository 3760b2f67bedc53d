//! What `teeko certificate` has written, as text and as JSON.

use std::path::Path;

use crate::named_rules::NamedRules;
use serde::Serialize;
use teeko_certificate::Certificate;

use super::{json_line, paragraph};

/// The claim, and what the file has.
pub(crate) fn text(variant: NamedRules, certificate: &Certificate, path: &Path, bytes: usize) -> String {
    let (winner, plies, choices) = (certificate.winner(), certificate.plies(), certificate.choices().len());
    let path = path.display();
    paragraph(&format!(
        "{variant}: {winner} wins in {plies} plies. {path} has a choice for each of {choices} positions in {bytes} bytes; check it \
         with `teeko check {path}`."
    ))
}

/// The JSON of the same.
pub(crate) fn json(variant: NamedRules, certificate: &Certificate, path: &Path, bytes: usize) -> String {
    #[derive(Serialize)]
    struct Document {
        schema: &'static str,
        variant: String,
        winner: &'static str,
        dtw: u32,
        choices: usize,
        path: String,
        bytes: usize,
    }
    json_line(&Document {
        schema: "teeko.certificate/1",
        variant: variant.to_string(),
        winner: certificate.winner().name(),
        dtw: certificate.plies(),
        choices: certificate.choices().len(),
        path: path.display().to_string(),
        bytes,
    })
}
