//! The moves that lead from one choice to another.

use teeko::analysis::Course;
use teeko::{Move, Position, Rules};

use crate::render::named;

/// Returns the moves from the empty board to a choice.
pub(super) fn moves_to(course: &Course, place: usize) -> Vec<Move> {
    let choice = &course.choices[place];
    let mut moves = Vec::new();
    if let Some(after) = choice.after {
        moves = moves_to(course, after);
        moves.push(course.choices[after].chosen);
    }
    moves.extend(&choice.replies);
    moves
}

/// Says how play comes from the end of one line to that of another: `Red answers 12.`, or, if it goes
/// back, after a sentence that says why: `Back to Red's choice after Black 14: Red answers 12, not
/// 8.`
pub(super) fn way(rules: &Rules, here: &[Move], there: &[Move], why: &str) -> String {
    let mut pairs = here.iter().zip(there);
    let parting = pairs.position(|(one, other)| one != other);
    let common = parting.unwrap_or(here.len().min(there.len()));
    let moves = with_sides(rules, there, common);
    if common == here.len() {
        return format!("{moves}.");
    }
    let back = back_to(rules, &there[..common]);
    match there.len() - common {
        0 => format!("{why} {back}."),
        1 => {
            let before = named(rules.board(), &here[common]);
            format!("{why} {back}: {moves}, not {before}.")
        }
        _ => format!("{why} {back}: {moves}."),
    }
}

/// Says that play goes back to the end of a line, and who chooses there: `Back to Red's choice after
/// Black 14`.
pub(super) fn back_to(rules: &Rules, line: &[Move]) -> String {
    let Some((last, before)) = line.split_last() else {
        return "Back to the start".to_owned();
    };
    let position = position_after(before);
    let chooser = rules.chooser(&position.after(*last));
    let last = named(rules.board(), last);
    format!("Back to {chooser}'s choice after {} {last}", position.turn)
}

/// Returns the position after moves from the empty board.
fn position_after(moves: &[Move]) -> Position {
    let mut position = Position::EMPTY;
    for &played in moves {
        position = position.after(played);
    }
    position
}

/// Names the moves of a line from a ply on, each with its side: `Red answers 12`, or `Black 8, Red
/// 12`.
pub(super) fn with_sides(rules: &Rules, line: &[Move], from: usize) -> String {
    let mut position = position_after(&line[..from]);
    if let [only] = line[from..] {
        return announcement(rules, &position, only);
    }
    let mut parts = Vec::new();
    for played in &line[from..] {
        parts.push(format!(
            "{} {}",
            position.turn,
            named(rules.board(), played)
        ));
        position = position.after(*played);
    }
    parts.join(", ")
}

/// Says what the other side plays, or where it points.
pub(super) fn announcement(rules: &Rules, position: &Position, played: Move) -> String {
    let chooser = rules.chooser(position);
    let named = named(rules.board(), &played);
    if chooser != position.turn {
        format!("{chooser} points at {named}")
    } else if *position == Position::EMPTY {
        format!("{chooser} plays {named}")
    } else {
        format!("{chooser} answers {named}")
    }
}
