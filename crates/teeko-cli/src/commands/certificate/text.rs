//! The text of certificates that were written or checked.

use teeko::Side;
use teeko::answers::{Check, Covered, WrittenCertificate};
use teeko::certificate::Proof;
use teeko::rules::Variant;
use teeko::surfaces::words::{count, points};

use crate::output;
use crate::render::paragraph;

/// The claim, and what the file has.
pub(crate) fn written(written: &WrittenCertificate) -> String {
    let WrittenCertificate {
        variant,
        proof,
        path,
        bytes,
    } = written;
    let (path, bytes) = (output::printable(path), count(*bytes as u64));
    let claim = match proof {
        Proof::Win(win) => {
            let (winner, choices) = (win.winner, count(win.choices.len() as u64));
            format!(
                "{variant}: {winner} {} {} {} plies. {path} has a choice for each of {choices} \
                 positions in {bytes} bytes: those that can arise, up to symmetry, in which \
                 {winner} chooses and cannot complete a goal",
                wins(win.points()),
                if win.points().is_some() {
                    "within"
                } else {
                    "in"
                },
                win.plies
            )
        }
        Proof::Draw(draw) => {
            let [black, red] = [Side::Black, Side::Red].map(|side| count(draw.len(side) as u64));
            let value = draw.points().map_or("draw".to_owned(), not_forced);
            format!(
                "{variant}: {value}. {path} has {black} positions in which Black keeps the game, \
                 up to symmetry, and {red} for Red, in {bytes} bytes"
            )
        }
    };
    paragraph(&format!("{claim}; check it with `teeko check {path}`."))
}

/// The claim that holds, and the positions that have been checked.
pub(crate) fn checked(check: &Check) -> String {
    let found = match (&check.proof, &check.result) {
        (Proof::Win(win), Ok(Covered::Win(checked))) => {
            let (rules, winner) = (name(win.variant()), win.winner);
            let (claim, goal) = match win.points() {
                None => (format!("wins {rules}"), String::new()),
                Some(points) => (
                    format!("{} in {rules}", wins(Some(points))),
                    format!(" worth {points} or more"),
                ),
            };
            format!(
                "{winner} {claim} within {} plies. Up to symmetry {} positions can arise. {winner} \
                 chooses in {} of them: in {} as the file says, in {} by completing a goal. Every \
                 game ends with a goal of {winner}'s{goal} after {} plies at most.",
                win.plies,
                count(checked.positions as u64),
                count(checked.choosing as u64),
                count((checked.choosing - checked.completing) as u64),
                count(checked.completing as u64),
                checked.plies
            )
        }
        (Proof::Draw(draw), Ok(Covered::Draw([black, red]))) => {
            let claim = match draw.points() {
                None if draw.game.rules().goals().have_void_goals() => {
                    "neither side can force a goal that counts".to_owned()
                }
                None => "neither side can be forced to lose".to_owned(),
                Some(points) => not_forced(points),
            };
            format!(
                "{}: {claim}. Checked {} and {} positions, {} moves.",
                name(draw.variant()),
                count(black.positions as u64),
                count(red.positions as u64),
                count(black.moves + red.moves)
            )
        }
        _ => return String::new(),
    };
    paragraph(&format!(
        "{}: holds. {found}",
        output::printable(&check.path)
    ))
}

fn name(variant: Option<Variant>) -> String {
    variant.map_or_else(
        || "a game without a name".to_owned(),
        |variant| variant.to_string(),
    )
}

/// The claim of a win: in a game for points, the points that the winner forces.
fn wins(at_least: Option<u8>) -> String {
    match at_least {
        None => "wins".to_owned(),
        Some(least) => format!("forces at least {}", points(least.into())),
    }
}

/// The claim of a draw in a game for points: the points that neither side can force.
fn not_forced(points: u8) -> String {
    match points {
        1 => "neither side can force a point".to_owned(),
        points => format!("neither side can force {points} points"),
    }
}
