//! What a check has found, as text and as JSON.

use std::path::Path;

use serde::Serialize;
use teeko_certificate::{Certificate, Checked, Failure};

use super::{json_line, paragraph};

/// What a certificate that holds proves.
pub(crate) fn text(path: &Path, certificate: &Certificate, checked: &Checked) -> String {
    let rules = certificate.variant().map_or_else(|| "a game without a name".to_owned(), |variant| variant.to_string());
    let (winner, plies) = (certificate.winner(), certificate.plies());
    paragraph(&format!(
        "{}: holds. {winner} wins {rules} within {plies} plies. Up to symmetry {} positions can arise, {winner} chooses in {} of them, \
         and every game ends with a goal of {winner}'s after {} plies at most.",
        path.display(),
        checked.positions,
        checked.choosing,
        checked.plies
    ))
}

/// The JSON of what was found.
pub(crate) fn json(path: &Path, certificate: &Certificate, result: &Result<Checked, Failure>) -> String {
    #[derive(Serialize)]
    struct Document {
        schema: &'static str,
        path: String,
        variant: Option<String>,
        winner: &'static str,
        claimed: u32,
        choices: usize,
        pass: bool,
        dtw: Option<u32>,
        positions: Option<usize>,
        choosing: Option<usize>,
        failure: Option<String>,
    }
    let checked = result.as_ref().ok();
    json_line(&Document {
        schema: "teeko.check/1",
        path: path.display().to_string(),
        variant: certificate.variant().map(|variant| variant.to_string()),
        winner: certificate.winner().name(),
        claimed: certificate.plies(),
        choices: certificate.choices().len(),
        pass: checked.is_some(),
        dtw: checked.map(|checked| checked.plies),
        positions: checked.map(|checked| checked.positions),
        choosing: checked.map(|checked| checked.choosing),
        failure: result.as_ref().err().map(ToString::to_string),
    })
}
