//! Outcomes, turns and rules in English, the same for every front end. Distances are in plies.

use std::mem::take;

pub use teeko_analysis::percent;
use teeko_analysis::{Phase, phase, recorded, winner};
pub use teeko_rules::count;
use teeko_rules::{
    CircleNames, DropStyle, NamedRules, NamesCircles, Outcome, PIECES, Parity, Position, Rules,
    RulesName, Scoring, Side, Value,
};

/// A function that names circles, sets of circles and moves in a sentence.
pub type Names<'a> = &'a dyn Fn(&dyn NamesCircles) -> String;

/// Names circles by their numbers.
pub fn by_number(circles: &dyn NamesCircles) -> String {
    circles.text(CircleNames::NUMBERS)
}

/// Formats a number of plies: `1 ply`, `13 plies`.
pub fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// Formats an outcome in short: `win in 13` or `draw`. The caller states that the unit is plies.
pub fn short_outcome(outcome: Outcome) -> String {
    match outcome.distance() {
        Some(plies) => format!("{} in {plies}", outcome.name()),
        None => outcome.name().to_owned(),
    }
}

/// Formats a value in short: `win of 2 within 13` in games for points, where the distance is a
/// bound, otherwise as [`short_outcome`].
pub fn short_value(scoring: Scoring, value: Value) -> String {
    match value.outcome.distance() {
        Some(plies) if scoring.is_for_points() => {
            format!(
                "{} of {} within {plies}",
                value.outcome.name(),
                value.score.abs()
            )
        }
        _ => short_outcome(value.outcome),
    }
}

/// The explanation of [`short_value`] in games for points.
pub const BOUND: &str = "Win of 2 within 13: the side can force 2 points, but no more, and at \
    least these 2 within 13 plies.";

/// Formats a number of points: `1 point`, `5 points`.
pub fn points(number: i16) -> String {
    format!("{number} {}", if number == 1 { "point" } else { "points" })
}

/// Describes the value of a position as a sentence without its full stop: `Black wins in 3 plies`,
/// or in games for points, where the distance is a bound, `Black forces 5 points within 3 plies`.
/// Longer wins end with the number of moves of the winner in parentheses.
pub fn outcome_sentence(
    rules: &Rules,
    position: &Position,
    value: Value,
    names: Names<'_>,
) -> String {
    let outcome = value.outcome;
    match (winner(position, outcome), outcome.distance()) {
        (Some(winner), Some(0)) => finished_sentence(rules, position, winner, value, names),
        (Some(winner), Some(distance)) => {
            let claim = claim(rules, winner, value);
            claim + &manner_of_win(rules, position, winner, distance)
        }
        _ if rules.moves(position).is_empty() => {
            format!("Draw: {} has no legal slide", position.turn)
        }
        _ => "Draw: neither side can force a win".to_owned(),
    }
}

/// Says who has won a finished game, and with which circles.
fn finished_sentence(
    rules: &Rules,
    position: &Position,
    winner: Side,
    value: Value,
    names: Names<'_>,
) -> String {
    // With numbered pieces the points depend on the last move, which is not known.
    let score = if rules.scoring() == Scoring::Points {
        format!(" {}", points(value.score.abs()))
    } else {
        String::new()
    };
    let circles = names(&position.pieces(winner));
    format!("{winner} has won{score} with a goal on {circles}")
}

/// Says how a win comes about, as the end of a sentence.
fn manner_of_win(rules: &Rules, position: &Position, winner: Side, distance: u32) -> String {
    let mover = position.turn;
    if distance == 1 && winner == mover {
        return ", with this very move".to_owned();
    }
    if distance == 1 {
        return format!(": every move of {mover} completes a goal of the other side");
    }
    let own = if winner == mover {
        distance.div_ceil(2)
    } else {
        distance / 2
    };
    let at_most = if rules.scoring().is_for_points() {
        "at most "
    } else {
        ""
    };
    format!(" ({at_most}{own} of its own moves)")
}

/// Says what the winner can do: `Black wins in 13 plies`, or in games for points, where the
/// distance is a bound, `Black forces 2 points within 13 plies`.
fn claim(rules: &Rules, winner: Side, value: Value) -> String {
    let plies = plies(value.outcome.distance().unwrap_or_default());
    if rules.scoring().is_for_points() {
        format!(
            "{winner} forces {} within {plies}",
            points(value.score.abs())
        )
    } else {
        format!("{winner} wins in {plies}")
    }
}

/// Describes the value at the start of a line of perfect play of `length` plies, as
/// [`outcome_sentence`] does. In games for points a line may have fewer plies than the bound. The
/// sentence then has both: `Black forces 2 points within 33 plies; this line, in which neither side
/// gives away points, takes 27`.
pub fn line_sentence(
    rules: &Rules,
    position: &Position,
    value: Value,
    length: usize,
    names: Names<'_>,
) -> String {
    match (winner(position, value.outcome), value.outcome.distance()) {
        (Some(winner), Some(bound))
            if rules.scoring().is_for_points() && length < bound as usize =>
        {
            let claim = claim(rules, winner, value);
            format!("{claim}; this line, in which neither side gives away points, takes {length}")
        }
        _ => outcome_sentence(rules, position, value, names),
    }
}

/// Describes the value of a position as a table entry: `Black wins in 3`, `draw`, or in games for
/// points `Black forces 5 within 3`.
pub fn outcome_entry(rules: &Rules, position: &Position, value: Value) -> String {
    let score = value.score.abs();
    let is_for_points = rules.scoring().is_for_points();
    let outcome = value.outcome;
    match (winner(position, outcome), outcome.distance()) {
        (Some(winner), Some(0)) if is_for_points => format!("{winner} has won {score}"),
        (Some(winner), Some(0)) => format!("{winner} has won"),
        (Some(winner), Some(bound)) if is_for_points => {
            format!("{winner} forces {score} within {bound}")
        }
        (Some(winner), Some(distance)) => format!("{winner} wins in {distance}"),
        _ => outcome.name().to_owned(),
    }
}

/// Says which side has to do what: `Black to slide`, `Black to drop where Red points`.
pub fn turn_sentence(rules: &Rules, position: &Position) -> String {
    let mover = position.turn;
    let opponent = mover.other();
    match phase(rules, position) {
        Phase::Slide if !rules.moves(position).is_empty() => format!("{mover} to slide"),
        Phase::Over | Phase::Slide => "The game is over".to_owned(),
        Phase::Drop if rules.plan().style_after(position.layer()) == DropStyle::Standard => {
            format!("{mover} to drop")
        }
        Phase::Drop if rules.may_pass(position) => {
            format!("{mover} to drop where {opponent} points, or anywhere if {opponent} passes")
        }
        Phase::Drop => format!("{mover} to drop where {opponent} points"),
    }
}

/// Wraps a text to lines of at most `width` characters; longer words stand alone.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let length = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && length > width {
            lines.push(take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// Formats a number of bytes: `640 MB`, `79.2 GB`. Rounds megabytes up; from 1,000 MB on, rounds to
/// 0.1 GB.
pub fn bytes(number: u64) -> String {
    if number < 1000 * MEGABYTE {
        format!("{} MB", number.div_ceil(MEGABYTE))
    } else {
        format!("{:.1} GB", number as f64 / (1000 * MEGABYTE) as f64)
    }
}

/// Rounds free bytes down to whole megabytes, since [`bytes`] would round up and promise too much.
pub(crate) fn whole_bytes(number: u64) -> u64 {
    number - number % MEGABYTE
}

const MEGABYTE: u64 = 1_000_000;

/// Explains how pieces are dropped and slid, and what ends the game, a paragraph each. The goals
/// are better drawn.
pub fn explanation(rules: &Rules) -> Vec<String> {
    vec![drops(rules), slides(rules), end(rules)]
}

/// Returns what a game is called, and by whom; `None` if it has no name but its rules'.
pub fn called(name: &RulesName) -> Option<String> {
    if let Some(scarnes) = name.scarne_name() {
        return Some(format!(
            "\"{scarnes}\" in \"Scarne on Teeko\" by John Scarne (1955)"
        ));
    }
    let (_, called) = name.variant()?.name()?;
    Some(called.to_owned())
}

/// Describes the recorded value of a game that takes more than a second to solve; `None` if there
/// is no record.
pub fn recorded_value(named: &NamedRules) -> Option<String> {
    let value = recorded(named.name().variant()?)?;
    let start = Position::EMPTY;
    let sentence = outcome_sentence(named.rules(), &start, value.into(), &by_number);
    Some(format!(
        "With best play: {sentence}, as an earlier run found."
    ))
}

fn drops(rules: &Rules) -> String {
    let mut text = format!(
        "Drops: Black and Red drop {PIECES} pieces each in turn, Black first, on empty circles."
    );
    text += &pointing(rules);
    if rules.pass_rule() {
        text += " The opponent may pass instead; the side then chooses the circle.";
    }
    if rules.centre_ban() {
        text += " Black's first drop may not be in the centre.";
    }
    if rules.scoring() == Scoring::Pips {
        text +=
            " The pieces of a side have 1, 2, 3 and 4 pips; the side chooses which one it drops.";
    }
    text
}

/// Says at which drops the opponent points.
fn pointing(rules: &Rules) -> String {
    if rules.plan().is_full_alternate() {
        return " The opponent of the side that drops points at the circle.".to_owned();
    }
    let mut pointed = Vec::new();
    for (number, style) in (1_u8..).zip(rules.plan().styles()) {
        if style == DropStyle::Point {
            pointed.push(number.to_string());
        }
    }
    let drops = match pointed.len() {
        0 => return String::new(),
        1 => "drop",
        _ => "drops",
    };
    let numbers = pointed.join(", ");
    format!(" In {drops} {numbers} of each side, the opponent points at the circle.")
}

fn slides(rules: &Rules) -> String {
    let step = if let Some(step) = rules.step().named() {
        step.description().to_owned()
    } else {
        let offsets = rules.step().offsets().iter();
        let offsets: Vec<String> = offsets.map(|(x, y)| format!("({x}, {y})")).collect();
        format!("by one of these columns and rows: {}", offsets.join(" "))
    };
    format!(
        "Slides: then each moves one of their pieces in turn, {step}; the circle must be empty."
    )
}

fn end(rules: &Rules) -> String {
    let mut text = "End: the first goal wins at once, also one made by a drop.".to_owned();
    if rules.parity() != Parity::Fixed {
        text += " A goal with an empty circle ( _ ) counts only while that circle is empty. If \
                 your piece leaves it, your opponent's goal wins.";
    }
    match rules.scoring() {
        Scoring::Goals => {}
        Scoring::Points => text += " Both sides play for the most points.",
        Scoring::Pips => {
            text += " The win scores the pips of the piece that moved last, and 4 more if this \
                     piece is now in the centre or a corner. Both sides play for the most points.";
        }
    }
    text + " Play that never ends is a draw. So is a game in which the side to move cannot slide."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people() {
        assert_eq!(
            [1, 640_000_000, 79_240_000_000].map(bytes),
            ["1 MB", "640 MB", "79.2 GB"]
        );
        assert_eq!([0, 1, 2].map(plies), ["0 plies", "1 ply", "2 plies"]);
    }

    #[test]
    fn words_longer_than_a_line_stand_alone() {
        assert_eq!(wrap("a bcdefgh ij k", 4), ["a", "bcdefgh", "ij k"]);
    }
}
