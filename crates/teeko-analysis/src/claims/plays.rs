//! Scarne's seventeen winning plays.

use std::iter;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use teeko_rules::notation::parse_position;
use teeko_rules::{Oracle, Outcome, Position, Rules, Side, Variant};

use super::Claim;
use super::line::PrintedLine;
use crate::error::Answer;
use crate::probe::best_moves;

/// Scarne's winning plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Plays {
    /// The variant that they are from, Standard Teeko.
    pub variant: Variant,
    /// The person or work that published them.
    pub source: String,
    /// Where it can be read.
    #[serde(rename = "where")]
    pub place: String,
    /// The plays in the order of the booklets.
    #[serde(rename = "play")]
    pub sequence: Vec<Play>,
}

/// A position from which Black wins, and the lines that win it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Play {
    /// The number in the booklets, from 1.
    pub number: usize,
    /// The position that it starts from.
    #[serde(deserialize_with = "standard_position")]
    pub position: Position,
    /// The number of Black's own moves to the win.
    pub moves: u32,
    /// The line as printed.
    pub line: PrintedLine,
    /// The alternatives printed with it.
    #[serde(default)]
    pub instead: Vec<PrintedLine>,
}

/// Reads a position of Standard Teeko.
fn standard_position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
    let rules = Rules::builder().build().map_err(D::Error::custom)?;
    let text = String::deserialize(deserializer)?;
    parse_position(&rules, &text).map_err(D::Error::custom)
}

impl Plays {
    /// Returns the plays embedded in the program.
    pub fn embedded() -> Self {
        toml::from_str(include_str!("../../data/scarne-plays.toml")).expect("sound embedded data")
    }

    /// Returns the claims, checked against an oracle of their variant.
    pub(super) fn claims(&self, oracle: &dyn Oracle) -> Answer<Vec<Claim>> {
        self.sequence.iter().map(|play| play.claim(oracle, self)).collect()
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
        let (_, optimal) = best_moves(oracle, &self.position)?;
        let first = self.line.first_move();
        let first_text = first.map_or_else(|| "first move".to_owned(), |first| first.to_string());
        let is_optimal = first.is_some_and(|first| optimal.contains(&first));
        let others = optimal.iter().filter(|&&played| Some(played) != first);
        let others: Vec<String> = others.map(ToString::to_string).collect();

        let value = oracle.outcome(&self.position)?;
        let value = value.map_or_else(|| "no position".to_owned(), |value| value.to_string());
        let mut faults = Vec::new();
        for line in iter::once(&self.line).chain(&self.instead) {
            faults.extend(line.fault(oracle, &self.position)?);
        }
        let sound = if self.instead.is_empty() { "line consistent" } else { "lines consistent" };
        let lines = if faults.is_empty() { sound.to_owned() } else { faults.join("; ") };
        let of_first = if is_optimal { "optimal" } else { "not optimal" };
        let id = format!("play-{}", self.number);
        let expected = format!("{}, {first_text} optimal, {sound}", self.outcome());
        let found = format!("{value}, {first_text} {of_first}, {lines}");
        let mut claim = Claim::new(&id, &expected, &found, &plays.source);
        claim.place = Some(plays.place.clone());
        if !others.is_empty() {
            claim.detail = format!("other optimal moves: {}", others.join(", "));
        }
        Ok(claim)
    }
}

#[cfg(test)]
mod tests {
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
    fn the_seventeen_plays_are_consistent_with_perfect_play() {
        let plays = Plays::embedded();
        assert!(plays.sequence.iter().map(|play| play.number).eq(1..=17));
        for claim in plays.claims(&*STANDARD).unwrap() {
            assert!(claim.passes(), "{claim:?}");
        }
    }

    #[test]
    fn a_wrong_length_first_move_or_alternative_fails() {
        for (play, found) in [
            ("moves = 3\nline = ['14-8', '*', '12-6']", "win in 3 plies, 14-8 optimal, line cons"),
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

    #[test]
    fn other_data_is_refused() {
        for play in [
            "position = 'b:7,9 r:9,10 b'\nmoves = 2\nline = ['14-8']",
            "position = 'b:7,9,12,14 r:10,13,17,19 b'\nmoves = 2\nline = ['14-x']",
            "position = 'b:7,9,12,14 r:10,13,17,19 b'\nmoves = 2\nline = ['14-8']\nnote = 'none'",
        ] {
            assert!(toml::from_str::<Plays>(&format!("{HEAD}{play}")).is_err(), "{play}");
        }
    }
}
