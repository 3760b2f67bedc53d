//! Scarne's seventeen winning plays.

use std::iter;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use teeko_rules::notation::{RowsForm, parse_position};
use teeko_rules::{Oracle, Outcome, Rules, Side, Variant};

use super::Claim;
use super::line::PrintedLine;
use crate::error::Answer;
use crate::probe::best_moves;

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
    /// Other solutions printed with it.
    #[serde(default)]
    #[schemars(with = "Vec<Vec<String>>", !default)]
    pub instead: Vec<PrintedLine>,
}

const fn schema_name() -> &'static str {
    "teeko.plays/1"
}

fn standard_position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RowsForm, D::Error> {
    let rules = Rules::builder().build().map_err(D::Error::custom)?;
    let text = String::deserialize(deserializer)?;
    let position = parse_position(&rules, &text).map_err(D::Error::custom)?;
    Ok(RowsForm { board: rules.board(), position })
}

impl Plays {
    /// Returns the plays embedded in the program.
    pub fn embedded() -> Self {
        toml::from_str(include_str!("../../data/scarne-plays.toml")).expect("sound embedded data")
    }

    pub(super) fn claims(&self, oracle: &dyn Oracle) -> Answer<Vec<Claim>> {
        self.plays.iter().map(|play| play.claim(oracle, self)).collect()
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
        let mut claim = Claim::new(&id, &expected, &found, &plays.author);
        claim.place = Some(plays.source.clone());
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
        assert!(plays.plays.iter().map(|play| play.number).eq(1..=17));
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
