//! Positions with one winning move.

mod question;
mod search;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::{NamedRules, Oracle, Outcome, OutcomeFields, Parity, Scoring, Value};

pub use self::question::{PuzzlePhase, PuzzlesQuestion};
pub use self::search::Puzzle;
use self::search::puzzles;
use super::ask::{Ask, Subject};
use crate::error::{CHANGE_IT, Error, ErrorDocument, ErrorKind};
use crate::position_reader::PositionReader;
use crate::surfaces::words::{plies, points};

impl Ask for PuzzlesQuestion {
    type Answer<'a> = Puzzles;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        let named = rules[0].named();
        check_distance(named, self.dtw)?;
        match self.score {
            Some(score) => check_score(named, score),
            None => Ok(()),
        }
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Puzzles, Error> {
        let game = subject.game();
        let positions = subject.positions.unwrap_or(u64::MAX);
        // An unbounded search also finds what contradicts the counts of a table.
        let (puzzles, is_whole) = if positions < u64::MAX && self.dtw > game.deepest()? {
            (Vec::new(), true)
        } else {
            // In games for points a position is looked up for each number of points.
            let most = positions / game.rules().thresholds().len().max(1) as u64;
            puzzles(game, self, most, subject.observe).map_err(|error| game.error(error))?
        };
        let found = Puzzles {
            schema: "teeko.puzzles/1",
            variant: game.name().to_owned(),
            value: self.value(),
            phase: self.phase,
            unique: self.unique,
            seed: self.seed,
            puzzles,
        };
        if is_whole {
            Ok(found)
        } else {
            Err(self.too_few(&found, positions))
        }
    }
}

/// Checks that a win can take a number of plies.
fn check_distance(named: &NamedRules, distance: u32) -> Result<(), Error> {
    let is_even = distance.is_multiple_of(2);
    if distance > 0 && !(is_even && named.rules().parity() == Parity::Fixed) {
        return Ok(());
    }
    let error = format!(
        "dtw {distance}: expected an odd number of plies such as 5: a win ends with a ply of the \
         winner's"
    );
    Err(Error::wrong(error, CHANGE_IT))
}

/// Checks that a goal can be worth a number of points.
fn check_score(named: &NamedRules, score: u8) -> Result<(), Error> {
    let rules = named.rules();
    if !rules.scoring().is_for_points() {
        let error = format!(
            "score {score}: expected a game for points such as 58-ssss+points or 44-ssss+pips, \
             found {named}"
        );
        return Err(Error::wrong(error, CHANGE_IT));
    }
    let known = rules.thresholds();
    if known.contains(&score) {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(u8::to_string).collect();
    let known = known.join(", ");
    let error = format!("score {score}: expected what a goal of {named} can be worth: {known}");
    Err(Error::wrong(error, CHANGE_IT))
}

/// Puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzles {
    /// `teeko.puzzles/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The value of all positions for Black, who is to move. It has a score only if one was
    /// requested.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The phase of the positions.
    pub phase: PuzzlePhase,
    /// Whether there is one fastest move at each of Black's turns along the solution.
    pub unique: bool,
    /// The seed of the search order.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

impl PuzzlesQuestion {
    /// Returns the value that the positions have, as far as it was requested.
    fn value(&self) -> OutcomeFields {
        let outcome = Outcome::Win(self.dtw);
        match self.score.map(i16::from) {
            Some(score) => OutcomeFields::of_value(Scoring::Points, Some(Value { outcome, score })),
            None => OutcomeFields::new(Some(outcome)),
        }
    }

    /// Returns the error for a search that ended after a number of positions. It has the puzzles
    /// that the search has found.
    fn too_few(&self, found: &Puzzles, positions: u64) -> Error {
        let error = format!(
            "expected to find {} puzzles among {positions} positions, found {}, which are in \
             `found`",
            self.limit,
            found.puzzles.len()
        );
        let hint = "ask for fewer, for a shorter distance, or with another seed".to_owned();
        let found = serde_json::to_value(found).unwrap_or_default();
        Error::Refused {
            status: 422,
            refusal: ErrorDocument {
                found: Some(Box::new(found)),
                ..ErrorDocument::new(ErrorKind::NoAnswer, error, Some(hint))
            },
        }
    }
}

impl Puzzles {
    /// States the task: `Black to move and win in 5 plies, …`, or in games for points `Black to
    /// move and score 8 points within 5 plies, …`.
    pub fn task(&self, scoring: Scoring) -> String {
        let what = match self.phase {
            PuzzlePhase::Drop => "drop",
            PuzzlePhase::Slide => "move",
        };
        if scoring.is_for_points() {
            let goal = self.points_to_score();
            let only = self.condition("is best");
            return format!(
                "Black to {what} and score {goal}. Only one first {what} scores as many{only}."
            );
        }
        let distance = self.distance();
        let time = plies(distance);
        let own_moves = own_moves(distance);
        let only = self.condition("is fastest");
        format!(
            "Black to {what} and win in {time}, with {own_moves}. Only one first {what} \
             wins{only}."
        )
    }

    fn distance(&self) -> u32 {
        self.value.dtw().unwrap_or_default()
    }

    /// Describes the points and the time: `8 points within 5 plies, with at most 3 moves …`.
    fn points_to_score(&self) -> String {
        let score = match self.value.points() {
            Some(score) => points(score),
            None => "as many points as possible".to_owned(),
        };
        let distance = self.distance();
        if distance <= 1 {
            return format!("{score} at once");
        }
        let time = plies(distance);
        format!(
            "{score} within {time}, with at most {}",
            own_moves(distance)
        )
    }

    /// Returns the condition on later moves, which says what only one of them is.
    fn condition(&self, what: &str) -> String {
        if self.unique {
            format!(", and at each later turn along the solution only one {what}")
        } else {
            String::new()
        }
    }
}

/// Describes the number of moves of Black's own in a win.
fn own_moves(distance: u32) -> String {
    if distance <= 1 {
        "one move".to_owned()
    } else {
        format!("{} moves of its own", distance.div_ceil(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant;

    #[test]
    fn the_task_of_puzzles_says_what_is_played_for() {
        let task = |scoring, dtw, unique, score| {
            let question = PuzzlesQuestion {
                dtw,
                score,
                ..PuzzlesQuestion::default()
            };
            let (schema, variant, phase) = ("", String::new(), question.phase);
            let (value, puzzles) = (question.value(), Vec::new());
            Puzzles {
                schema,
                variant,
                value,
                phase,
                unique,
                seed: 1,
                puzzles,
            }
            .task(scoring)
        };
        for (scoring, distance, unique, score, expected) in [
            (
                Scoring::Goals,
                5,
                true,
                None,
                "Black to move and win in 5 plies, with 3 moves of its own. Only one first move \
                 wins, and at each later turn along the solution only one is fastest.",
            ),
            (
                Scoring::Pips,
                3,
                false,
                Some(8),
                "Black to move and score 8 points within 3 plies, with at most 2 moves of its own. \
                 Only one first move scores as many.",
            ),
            (
                Scoring::Points,
                1,
                true,
                None,
                "Black to move and score as many points as possible at once. Only one first move \
                 scores as many, and at each later turn along the solution only one is best.",
            ),
        ] {
            assert_eq!(task(scoring, distance, unique, score), expected);
        }
    }

    #[test]
    fn puzzles_that_there_cannot_be_are_refused_with_what_there_is() {
        let check = |name: &str, dtw, score| {
            let mut question = PuzzlesQuestion {
                dtw,
                score,
                ..PuzzlesQuestion::default()
            };
            question
                .read(&[&PositionReader::new(variant(name).unwrap())])
                .map_err(|error| error.to_string())
        };
        for (name, distance, score, part) in [
            ("44-ssss", 5, None, ""),
            ("44-ssss", 4, None, "dtw 4: expected an odd number of plies"),
            ("44-ssss", 0, None, "dtw 0: expected an odd number of plies"),
            // A goal with empty circles may be completed by the other side.
            ("37e-ssss", 4, None, ""),
            ("37e-ssss", 0, None, "dtw 0"),
            (
                "44-ssss",
                5,
                Some(3),
                "score 3: expected a game for points such as 58-ssss+points or 44-ssss+pips, \
                 found 44-ssss",
            ),
            ("58-ssss+points", 5, Some(5), ""),
            (
                "58-ssss+points",
                5,
                Some(6),
                "score 6: expected what a goal of 58-ssss+points can be worth: 1, 2, 3, 4, 5",
            ),
        ] {
            match check(name, distance, score) {
                Ok(()) => assert_eq!(part, "", "{name} {distance} {score:?}"),
                Err(error) => assert!(!part.is_empty() && error.starts_with(part), "{error}"),
            }
        }
    }
}
