//! The text of certificates that were written or checked.

use teeko::Side;
use teeko::answers::{Check, Covered, WrittenCertificate};
use teeko::certificate::{Certificate, Checked, CheckedStrategy, DrawCertificate, Proof};
use teeko::rules::Variant;
use teeko::surfaces::words::{count, points};

use crate::output;
use crate::render::paragraph;

/// Returns the claim, and what the file has.
pub(crate) fn written(written: &WrittenCertificate) -> String {
    let variant = &written.variant;
    let path = output::printable(&written.path);
    let bytes = count(written.bytes as u64);
    let claim = match &written.proof {
        Proof::Win(win) => claim_of_win(variant, win, &path, &bytes),
        Proof::Draw(draw) => claim_of_draw(variant, draw, &path, &bytes),
    };
    paragraph(&format!("{claim}; check it with `teeko check {path}`."))
}

fn claim_of_win(variant: &str, win: &Certificate, path: &str, bytes: &str) -> String {
    let winner = win.winner;
    let wins = wins(win.points());
    let within = if win.points().is_some() {
        "within"
    } else {
        "in"
    };
    let plies = win.plies;
    let choices = count(win.choices.len() as u64);
    format!(
        "{variant}: {winner} {wins} {within} {plies} plies. {path} has a choice for each of \
         {choices} positions in {bytes} bytes: those that can arise, up to symmetry, in which \
         {winner} chooses and cannot complete a goal"
    )
}

fn claim_of_draw(variant: &str, draw: &DrawCertificate, path: &str, bytes: &str) -> String {
    let black = count(draw.len(Side::Black) as u64);
    let red = count(draw.len(Side::Red) as u64);
    let value = match draw.points() {
        Some(points) => not_forced(points),
        None => "draw".to_owned(),
    };
    format!(
        "{variant}: {value}. {path} has {black} positions in which Black keeps the game, up to \
         symmetry, and {red} for Red, in {bytes} bytes"
    )
}

/// Returns the claim that holds, and the positions that have been checked.
pub(crate) fn checked(check: &Check) -> String {
    let found = match (&check.proof, &check.result) {
        (Proof::Win(win), Ok(Covered::Win(checked))) => checked_win(win, checked),
        (Proof::Draw(draw), Ok(Covered::Draw(checked))) => checked_draw(draw, checked),
        _ => return String::new(),
    };
    let path = output::printable(&check.path);
    paragraph(&format!("{path}: holds. {found}"))
}

fn checked_win(win: &Certificate, checked: &Checked) -> String {
    let rules = name(win.variant());
    let winner = win.winner;
    let claim = match win.points() {
        None => format!("wins {rules}"),
        Some(points) => format!("{} in {rules}", wins(Some(points))),
    };
    let goal = match win.points() {
        None => String::new(),
        Some(points) => format!(" worth {points} or more"),
    };
    format!(
        "{winner} {claim} within {} plies. Up to symmetry {} positions can arise. {winner} chooses \
         in {} of them: in {} as the file says, in {} by completing a goal. Every game ends with a \
         goal of {winner}'s{goal} after {} plies at most.",
        win.plies,
        count(checked.positions as u64),
        count(checked.choosing as u64),
        count((checked.choosing - checked.completing) as u64),
        count(checked.completing as u64),
        checked.plies
    )
}

fn checked_draw(draw: &DrawCertificate, [black, red]: &[CheckedStrategy; 2]) -> String {
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

fn name(variant: Option<Variant>) -> String {
    match variant {
        Some(variant) => variant.to_string(),
        None => "a game without a name".to_owned(),
    }
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
