//! Positions with one winning move.

use teeko_analysis::{PuzzleFilter, PuzzlePhase};
use teeko_rules::NamedRules;
use teeko_rules::work::Observer;

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::position::SEED;
use super::{Ask, RequestError, Subject, json};
use crate::documents::Puzzles;
use crate::{Game, PuzzleSheet, check_puzzles};

const DTW: Parameter = Parameter::number(
    "dtw",
    [1, u32::MAX as u64],
    Some(5),
    "Distance to the win in plies: odd, unless goals have empty circles",
);
const PHASE: Parameter = Parameter::word("phase", &["slide", "drop"], "The phase of the game");
const UNIQUE: Parameter =
    Parameter::flag("unique", "Only puzzles with one fastest move at each of the winner's turns");
const SCORE: Parameter = Parameter::number(
    "score",
    [1, u8::MAX as u64],
    None,
    "In games for points: only puzzles worth this score",
);
const LIMIT: Parameter = Parameter::number("limit", [1, 100], Some(10), "The most puzzles to find");

pub(super) const PUZZLES: Definition = Definition::new::<Puzzles>(
    "puzzles",
    About::Game,
    Work::Search,
    "Positions in which exactly one move wins",
    &[&DTW, &PHASE, &UNIQUE, &SCORE, &LIMIT, &SEED],
    |parameters| Ok(Box::new(PuzzlesQuestion::read(parameters)?)),
    &[
        Example::new("Wins in five plies", "/v1/44-ssss/puzzles?dtw=5&limit=2"),
        Example::new(
            "In the drop phase",
            "/v1/58-ssss/puzzles?dtw=9&phase=drop&unique&limit=1&seed=7",
        ),
        Example::new("For points", "/v1/58-ssss+4x4+points/puzzles?dtw=3&score=3&limit=1"),
        Example::refused(400, "No win ends with the loser's ply", "/v1/44-ssss/puzzles?dtw=4"),
        Example::refused(400, "Too many", "/v1/44-ssss/puzzles?limit=1000"),
    ],
);

/// Asks for positions in which exactly one move wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzlesQuestion {
    /// The kind of puzzles.
    pub filter: PuzzleFilter,
    /// The most puzzles to find.
    pub limit: u32,
    /// The seed of the search order.
    pub seed: u64,
}

impl PuzzlesQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let filter = PuzzleFilter {
            phase: [PuzzlePhase::Slide, PuzzlePhase::Drop][parameters.word(&PHASE)?],
            distance: parameters.number(&DTW)?,
            unique: parameters.flag(&UNIQUE)?,
            score: parameters.optional(&SCORE)?,
        };
        Ok(Self { filter, limit: parameters.number(&LIMIT)?, seed: parameters.number(&SEED)? })
    }

    /// Checks the question against the rules, before there is a solution.
    ///
    /// # Errors
    /// Returns an error if no such puzzles can exist.
    pub fn check(&self, named: &NamedRules) -> Result<(), RequestError> {
        Ok(check_puzzles(named, &self.filter)?)
    }

    /// Searches for the puzzles. `observe` receives the number of slots searched.
    ///
    /// # Errors
    /// Returns an error if no such puzzles can exist, the source fails, or `observe` stops the
    /// search.
    pub fn answer(&self, game: &Game, observe: Observer<'_>) -> Result<PuzzleSheet, RequestError> {
        self.check(game.named())?;
        Ok(game.puzzles(self.filter, self.limit as usize, self.seed, observe)?)
    }
}

impl Ask for PuzzlesQuestion {
    fn check(&self, rules: &NamedRules) -> Result<(), RequestError> {
        self.check(rules)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let game = subject.game();
        self.check(game.named())?;
        let (limit, positions) = (self.limit as usize, subject.positions.unwrap_or(u64::MAX));
        let (sheet, is_whole) =
            game.puzzles_within(self.filter, limit, self.seed, positions, subject.observe)?;
        let found = Puzzles::new(game, &sheet);
        if is_whole {
            return Ok(json(&found));
        }
        let found = serde_json::to_value(&found).unwrap_or_default().into();
        Err(RequestError::Spent { positions, wanted: limit, number: sheet.puzzles.len(), found })
    }
}
