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

/// Says how play comes from the end of one line to that of another: `Red answers 12`, or `Back to
/// ply 5; now Red answers 12`.
pub(super) fn way(rules: &Rules, here: &[Move], there: &[Move]) -> String {
    let mut pairs = here.iter().zip(there);
    let parting = pairs.position(|(one, other)| one != other);
    let common = parting.unwrap_or(here.len().min(there.len()));
    let moves = with_sides(rules, there, common);
    match common {
        _ if common == here.len() => format!("{moves}."),
        0 if moves.is_empty() => "Back to the start.".to_owned(),
        0 => format!("Back to the start: {moves}."),
        _ if moves.is_empty() => format!("Back to ply {common}."),
        _ => format!("Back to ply {common}; now {moves}."),
    }
}

/// Names the moves of a line from a ply on, each with its side: `Red answers 12`, or `Black 8, Red
/// 12`.
pub(super) fn with_sides(rules: &Rules, line: &[Move], from: usize) -> String {
    let mut position = Position::EMPTY;
    for &played in &line[..from] {
        position = position.after(played);
    }
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
