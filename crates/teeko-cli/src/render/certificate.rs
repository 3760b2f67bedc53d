//! Certificates: what has been written, and what a check has found.

use teeko::Side;
use teeko::certificate::{Certificate, Checked};
use teeko::documents::WrittenCertificate;

use crate::output::printable;

use super::style::paragraph;

/// The claim, and what the file has.
pub(crate) fn written(winner: Side, written: &WrittenCertificate) -> String {
    let WrittenCertificate { variant, points, dtw, choices, path, bytes, .. } = written;
    let (path, wins) = (printable(path), wins(*points));
    paragraph(&format!(
        "{variant}: {winner} {wins} in {dtw} plies. {path} has a choice for each of {choices} positions in {bytes} bytes; check it \
         with `teeko check {path}`."
    ))
}

/// What the winner does: in a game for points, how many it forces.
fn wins(points: Option<u8>) -> String {
    match points {
        None => "wins".to_owned(),
        Some(1) => "forces at least 1 point".to_owned(),
        Some(points) => format!("forces at least {points} points"),
    }
}

/// What a certificate that holds proves.
pub(crate) fn checked(path: &str, certificate: &Certificate, checked: &Checked) -> String {
    let rules = certificate
        .variant()
        .map_or_else(|| "a game without a name".to_owned(), |variant| variant.to_string());
    let (winner, plies) = (certificate.winner(), certificate.plies());
    let (claim, goal) = match certificate.points() {
        None => (format!("wins {rules}"), String::new()),
        Some(points) => {
            (format!("{} in {rules}", wins(Some(points))), format!(" worth {points} or more"))
        }
    };
    paragraph(&format!(
        "{}: holds. {winner} {claim} within {plies} plies. Up to symmetry {} positions can arise, {winner} chooses in {} of \
         them, and every game ends with a goal of {winner}'s{goal} after {} plies at most.",
        printable(path),
        checked.positions,
        checked.choosing,
        checked.plies
    ))
}
