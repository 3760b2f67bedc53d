//! Scarne's seventeen winning plays, and checks of their printed lines against perfect play.

use std::iter;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use teeko_rules::notation::{RowsForm, circle_form, parse_position};
use teeko_rules::{
    Circle, Circles, Move, Oracle, Outcome, Position, Rules, Side, Status, TextError, Variant,
};

use super::claim::Claim;
use crate::embedded::embedded;
use crate::error::Answer;
use crate::probe::{best_moves, values_of_moves};
use crate::words::list;

/// The seventeen winning plays of Scarne's booklets.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(!deny_unknown_fields)]
#[non_exhaustive]
pub struct Plays {
    /// `teeko.plays/1`.
    #[serde(skip_deserializing, default = "schema_name")]
    #[schemars(!skip_deserializing, !default)]
    pub schema: &'static str,
    /// The variant of the plays.
    pub variant: Variant,
    /// The person or work that published them.
    #[serde(skip_serializing, rename = "source")]
    pub author: String,
    /// The source in which they are printed.
    #[serde(rename(deserialize = "where"))]
    pub source: String,
    /// The plays in the order of the booklets.
    #[serde(rename(deserialize = "play"))]
    pub plays: Vec<Play>,
}

/// A position from which Black wins, and how.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(!deny_unknown_fields)]
#[non_exhaustive]
pub struct Play {
    /// Its number, from 1.
    pub number: usize,
    /// The position in rows form.
    #[serde(deserialize_with = "standard_position")]
    pub position: RowsForm,
    /// The number of moves that Black needs.
    pub moves: u32,
    /// The solution as printed. Where Red has a choice it says `?-13`, `8,11,13-?` or `*`: `?` is
    /// any circle, `*` any slide.
    #[schemars(with = "Vec<String>")]
    pub line: PrintedLine,
    /// Other solutions, printed with it or left open by the booklets.
    #[serde(default)]
    #[schemars(with = "Vec<Vec<String>>", !default)]
    pub instead: Vec<PrintedLine>,
    /// What the booklets get wrong or leave open; left out if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

const fn schema_name() -> &'static str {
    "teeko.plays/1"
}

pub(super) fn standard_position<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<RowsForm, D::Error> {
    let rules = Rules::builder().build().map_err(D::Error::custom)?;
    let text = String::deserialize(deserializer)?;
    let position = parse_position(&rules, &text).map_err(D::Error::custom)?;
    Ok(RowsForm {
        board: rules.board(),
        position,
    })
}

impl Plays {
    /// Returns the plays embedded in the program.
    pub fn embedded() -> Self {
        embedded(include_str!("../../data/scarne-plays.toml"))
    }

    pub(super) fn claims(&self, oracle: &dyn Oracle) -> Answer<Vec<Claim>> {
        self.plays
            .iter()
            .map(|play| play.claim(oracle, self))
            .collect()
    }
}

impl Play {
    /// Returns the outcome for the side to move: Black makes the last move of the play; Red may
    /// make the first.
    fn outcome(&self) -> Outcome {
        match self.position.turn {
            Side::Black => Outcome::Win(2 * self.moves - 1),
            Side::Red => Outcome::Loss(2 * self.moves),
        }
    }

    /// Makes the claim that the play has the given value, that its first move is optimal and that
    /// all its lines are consistent.
    fn claim(&self, oracle: &dyn Oracle, plays: &Plays) -> Answer<Claim> {
        let (_, mut others) = best_moves(oracle, &self.position)?;
        let first = self.line.first_move();
        let first_text = match first {
            Some(first) => first.to_string(),
            None => "first move".to_owned(),
        };
        let number = others.len();
        others.retain(|&played| Some(played) != first);
        let is_optimal = others.len() < number;

        let value = match oracle.outcome(&self.position)? {
            Some(value) => value.to_string(),
            None => "no position".to_owned(),
        };
        let sound = if self.instead.is_empty() {
            "line consistent"
        } else {
            "lines consistent"
        };
        let faults = self.faults(oracle)?;
        let lines = if faults.is_empty() {
            sound.to_owned()
        } else {
            faults.join("; ")
        };
        let of_first = if is_optimal { "optimal" } else { "not optimal" };
        let id = format!("play-{}", self.number);
        let expected = format!("{}, {first_text} optimal, {sound}", self.outcome());
        let found = format!("{value}, {first_text} {of_first}, {lines}");
        let mut claim = Claim::new(&id, &expected, &found, &plays.author);
        claim.place = Some(plays.source.clone());
        claim.detail = self.detail(&others);
        Ok(claim)
    }

    /// Returns what is wrong with its lines.
    fn faults(&self, oracle: &dyn Oracle) -> Answer<Vec<String>> {
        let mut faults = Vec::new();
        for line in iter::once(&self.line).chain(&self.instead) {
            faults.extend(line.fault(oracle, &self.position)?);
        }
        Ok(faults)
    }

    /// Names the other optimal first moves, and adds its note.
    fn detail(&self, others: &[Move]) -> String {
        let mut details = Vec::new();
        if !others.is_empty() {
            let others = list(others.iter().map(ToString::to_string));
            details.push(format!("other optimal moves: {others}"));
        }
        details.extend(self.note.clone());
        details.join("; ")
    }
}

/// A slide as it is printed, perhaps one of several: `14-8`, `?-13`, `7-?`, `8,11,13-?`, `*`.
///
/// `?` stands for any circle, `*` for any slide.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
struct Pattern {
    text: String,
    from: Circles,
    to: Circles,
}

/// A printed line of play: slides such as `14-8`. Where the other side has a choice, the slide is
/// `?-13`, `7-?`, `8,11,13-?` or `*`: `?` stands for any circle and `*` for any slide.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct PrintedLine(Vec<Pattern>);

impl TryFrom<String> for Pattern {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        let expected = "a slide such as 14-8, with ? for any circle, or * for any slide";
        match ends_of_slides(&text) {
            Some((from, to)) => Ok(Self { text, from, to }),
            None => Err(TextError::new("move", &text, expected)),
        }
    }
}

const ANY: Circles = Circles::first(Circle::LIMIT);

/// Reads a pattern: the circles that its slides may start from, and those that they may lead to.
fn ends_of_slides(text: &str) -> Option<(Circles, Circles)> {
    if text == "*" {
        return Some((ANY, ANY));
    }
    let (from, to) = text.split_once('-')?;
    Some((circles_of(from)?, circles_of(to)?))
}

/// Reads one side of a pattern: `?`, or numbers with commas.
fn circles_of(text: &str) -> Option<Circles> {
    if text == "?" {
        return Some(ANY);
    }
    let mut circles = Circles::EMPTY;
    for number in text.split(',') {
        let circle = Circle::from_number(number.parse().ok()?)?;
        circles = circles.with(circle);
    }
    Some(circles)
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}

impl Pattern {
    fn admits(&self, played: Move) -> bool {
        matches!(
            played,
            Move::Slide { from, to } if self.from.contains(from) && self.to.contains(to)
        )
    }

    /// Returns the slide, if the pattern stands for exactly one.
    fn single(&self) -> Option<Move> {
        match (self.from.len(), self.to.len()) {
            (1, 1) => Some(Move::Slide {
                from: self.from.least()?,
                to: self.to.least()?,
            }),
            _ => None,
        }
    }
}

impl PrintedLine {
    fn first_move(&self) -> Option<Move> {
        self.0.first()?.single()
    }

    /// Returns how the line from a position is wrong; `None` if it is consistent with perfect play.
    /// That means: after every legal reply of Red's that the line allows, Black's next move is
    /// legal and wins as fast as any move there, and the last one completes a goal.
    fn fault(&self, oracle: &dyn Oracle, start: &Position) -> Answer<Option<String>> {
        let Some(fault) = fault_in_rest(oracle, *start, &self.0)? else {
            return Ok(None);
        };
        let texts: Vec<&str> = self.0.iter().map(|pattern| &*pattern.text).collect();
        Ok(Some(format!(
            "line {} inconsistent: {fault}",
            texts.join(" ")
        )))
    }
}

fn fault_in_rest(
    oracle: &dyn Oracle,
    position: Position,
    rest: &[Pattern],
) -> Answer<Option<String>> {
    let Some((printed, rest)) = rest.split_first() else {
        let is_over = oracle.rules().status(&position) == Status::Over;
        if is_over && position.turn == Side::Red {
            return Ok(None);
        }
        return Ok(Some(fault_in(
            &position,
            "the line ends without a goal for Black",
        )));
    };
    match position.turn {
        Side::Black => fault_of_black(oracle, position, printed, rest),
        Side::Red => fault_of_red(oracle, position, printed, rest),
    }
}

/// Black's move has to be one move, to be legal, and to win as fast as any.
fn fault_of_black(
    oracle: &dyn Oracle,
    position: Position,
    printed: &Pattern,
    rest: &[Pattern],
) -> Answer<Option<String>> {
    let Some(played) = printed.single() else {
        let fault = format!("Black's {} is not a single move", printed.text);
        return Ok(Some(fault_in(&position, &fault)));
    };
    let moves = values_of_moves(oracle, &position)?;
    let Some((_, value)) = moves.iter().find(|(legal, _)| *legal == played) else {
        let fault = format!("Black's {played} is not legal");
        return Ok(Some(fault_in(&position, &fault)));
    };
    let found = value.outcome;
    let others = moves.iter().map(|(_, value)| value.outcome);
    let best = others.fold(found, Outcome::max);
    // It does not win, or wins more slowly than another.
    if found != best || !matches!(found, Outcome::Win(_)) {
        let fault = format!("Black's {played} is worth a {found}, the best move a {best}");
        return Ok(Some(fault_in(&position, &fault)));
    }
    fault_in_rest(oracle, position.after(played), rest)
}

/// Red has to have a reply that the line allows, and the rest has to be right after each of them.
fn fault_of_red(
    oracle: &dyn Oracle,
    position: Position,
    printed: &Pattern,
    rest: &[Pattern],
) -> Answer<Option<String>> {
    let mut replies = oracle.rules().moves(&position);
    replies.retain(|&reply| printed.admits(reply));
    if replies.is_empty() {
        return Ok(Some(fault_in(
            &position,
            &format!("Red cannot reply {}", printed.text),
        )));
    }
    for reply in replies {
        let fault = fault_in_rest(oracle, position.after(reply), rest)?;
        if fault.is_some() {
            return Ok(fault);
        }
    }
    Ok(None)
}

fn fault_in(position: &Position, fault: &str) -> String {
    format!("in {} {fault}", circle_form(position))
}

#[cfg(test)]
mod tests {
    use teeko_rules::Value;
    use teeko_rules::notation::parse_position;

    use super::*;
    use crate::testing::STANDARD;

    const HEAD: &str =
        "variant = '44-ssss'\nsource = 'a test'\nwhere = 'here'\n[[play]]\nnumber = 1\n";

    /// Returns the claim of a play with these fields.
    fn claim(play: &str) -> Claim {
        let plays: Plays = toml::from_str(&format!("{HEAD}{play}")).unwrap();
        plays.claims(&*STANDARD).unwrap().remove(0)
    }

    #[test]
    fn a_wrong_length_first_move_or_alternative_fails() {
        for (play, found) in [
            (
                "moves = 3\nline = ['14-8', '*', '12-6']",
                "win in 3 plies, 14-8 optimal, line cons",
            ),
            (
                "moves = 2\nline = ['14-15', '*', '12-6']",
                "win in 3 plies, 14-15 not optimal, line 14-15 * 12-6 inconsistent: in b:7,9,12",
            ),
            (
                "moves = 2\nline = ['14-8', '*', '12-6']\ninstead = [['14-8', '*']]",
                "line 14-8 * inconsistent: in ",
            ),
        ] {
            let claim = claim(&format!("position = 'b:7,9,12,14 r:10,13,17,19 b'\n{play}"));
            assert!(claim.found.contains(found) && !claim.passes(), "{claim:?}");
        }
    }

    fn pattern(text: &str) -> Pattern {
        text.to_owned().try_into().unwrap()
    }

    /// Scarne's first winning play.
    const FIRST: &str = "b:7,9,12,14 r:10,13,17,19 b";

    #[test]
    fn patterns_admit_what_they_print() {
        let slides = ["14-8", "14-9", "7-8", "13-8"].map(|text| text.parse::<Move>().unwrap());
        for (text, admitted) in [
            ("14-8", [true, false, false, false]),
            ("14-?", [true, true, false, false]),
            ("?-8", [true, false, true, true]),
            ("7,13-?", [false, false, true, true]),
            ("*", [true; 4]),
            ("?-?", [true; 4]),
        ] {
            assert_eq!(
                slides.map(|slide| pattern(text).admits(slide)),
                admitted,
                "{text}"
            );
            assert_eq!(pattern(text).single().is_some(), text == "14-8", "{text}");
        }
        for text in [
            "", "13", "14-", "-8", "14-8-3", "0-1", "1-65", "*-8", "a5-b4", "7,-8", "**",
        ] {
            assert!(Pattern::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn lines_are_consistent_with_perfect_play_or_refused_with_the_reason() {
        const HOPELESS: &str = "b:1,2,21,25 r:5,12,14,18 b";
        let position = |text| parse_position(STANDARD.rules(), text).unwrap();
        let moves = values_of_moves(&*STANDARD, &position(HOPELESS)).unwrap();
        let (best, worth) = moves.into_iter().max_by_key(|&(_, worth)| worth).unwrap();
        assert!(worth <= Value::DRAW, "{worth:?}");
        for (start, line, expected) in [
            (FIRST, "14-8 * 12-6", ""),
            (FIRST, "14-8 17-? 12-6", ""),
            (
                FIRST,
                "14-13",
                "in b:7,9,12,14 r:10,13,17,19 b Black's 14-13 is not legal",
            ),
            (FIRST, "14-8 * 12-1", " Black's 12-1 is not legal"),
            (FIRST, "?-8 * 12-6", " Black's ?-8 is not a single move"),
            (FIRST, "7-6 * 12-6", ", the best move a win in 3 plies"),
            (FIRST, "14-8 17-? 9-14", ", the best move a win in 1 ply"),
            // Where no move wins, the best move is not accepted either.
            (HOPELESS, &best.to_string(), ", the best move a loss in"),
            (FIRST, "14-8 10-11 12-6", " Red cannot reply 10-11"),
            (FIRST, "14-8 ?-12 12-6", " Red cannot reply ?-12"),
            (FIRST, "14-8 7-? 12-6", " Red cannot reply 7-?"),
            (FIRST, "14-8 * 12-6 * 6-12", " Red cannot reply *"),
            (FIRST, "", " the line ends without a goal for Black"),
            (FIRST, "14-8", " the line ends without a goal for Black"),
            (FIRST, "14-8 *", " the line ends without a goal for Black"),
            // A goal of Red's does not count for Black.
            (
                "b:7,9,12,15 r:2,3,4,10 r",
                "10-5",
                " the line ends without a goal for Black",
            ),
        ] {
            let printed = PrintedLine(line.split_whitespace().map(pattern).collect());
            let fault = printed
                .fault(&*STANDARD, &position(start))
                .unwrap()
                .unwrap_or_default();
            assert!(fault.contains(expected), "{line}: {fault}");
            assert_eq!(fault.is_empty(), expected.is_empty(), "{line}: {fault}");
        }
    }

    #[test]
    fn a_play_of_some_moves_ends_with_the_move_of_black() {
        for (moves, turn, expected) in [
            (1, 'b', "win in 1 ply, "),
            (3, 'b', "win in 5 plies, "),
            (3, 'r', "loss in 6 plies, "),
        ] {
            let claim = claim(&format!(
                "position = 'b:7,9,12,14 r:10,13,17,19 {turn}'\nmoves = {moves}\nline = ['14-8']"
            ));
            assert!(claim.expected.starts_with(expected), "{claim:?}");
        }
    }

    #[test]
    fn other_first_moves_that_are_as_good_are_named_before_the_note() {
        let play = format!("position = '{FIRST}'\nmoves = 2\nline = ['14-8', '*', '12-6']");
        let values = values_of_moves(
            &*STANDARD,
            &parse_position(STANDARD.rules(), FIRST).unwrap(),
        );
        let mut others = Vec::new();
        for (played, value) in values.unwrap() {
            if value.outcome == Outcome::Win(3) && played.to_string() != "14-8" {
                others.push(played.to_string());
            }
        }
        let others = match &*others.join(", ") {
            "" => String::new(),
            others => format!("other optimal moves: {others}"),
        };
        assert_eq!(claim(&play).detail, others);
        let mut parts = vec![&*others, "a misprint"];
        parts.retain(|part| !part.is_empty());
        let detail = claim(&format!("{play}\nnote = 'a misprint'")).detail;
        assert_eq!(detail, parts.join("; "));
    }

    #[test]
    fn plays_are_written_as_they_are_printed() {
        let plays = Plays::embedded();
        assert_eq!((plays.schema, plays.plays.len()), ("teeko.plays/1", 17));
        let line = plays.plays[0].line.clone();
        let texts: Vec<String> = line.0.into_iter().map(String::from).collect();
        assert_eq!(texts, ["14-8", "*", "12-6"]);
    }
}
