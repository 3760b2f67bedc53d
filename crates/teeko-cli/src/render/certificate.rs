//! Certificates: what has been written, and what a check has found.

use teeko::Side;
use teeko::certificate::{Certificate, Checked};
use teeko::documents::WrittenCertificate;

use crate::output::printable;

use super::style::paragraph;

/// The claim, and what the file has.
pub(crate) fn written(winner: Side, written: &WrittenCertificate) -> String {
    let WrittenCertificate { variant, dtw, choices, path, bytes, .. } = written;
    let path = printable(path);
    paragraph(&format!(
        "{variant}: {winner} wins in {dtw} plies. {path} has a choice for each of {choices} positions in {bytes} bytes; check it \
         with `teeko check {path}`."
    ))
}

/// What a certificate that holds proves.
pub(crate) fn checked(path: &str, certificate: &Certificate, checked: &Checked) -> String {
    let rules = certificate.variant().map_or_else(|| "a game without a name".to_owned(), |variant| variant.to_string());
    let (winner, plies) = (certificate.winner(), certificate.plies());
    paragraph(&format!(
        "{}: holds. {winner} wins {rules} within {plies} plies. Up to symmetry {} positions can arise, {winner} chooses in {} of \
         them, and every game ends with a goal of {winner}'s after {} plies at most.",
        printable(path),
        checked.positions,
        checked.choosing,
        checked.plies
    ))
}
