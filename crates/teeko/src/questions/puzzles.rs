//! Positions with one winning move.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{PuzzleFilter, PuzzlePhase};
use teeko_rules::notation::rows_form;
use teeko_rules::work::Observer;
use teeko_rules::{NamedRules, Outcome, Value};

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::position::SEED;
use super::{Ask, Refusal, RequestError, Subject, json};
use crate::answers::OutcomeFields;
use crate::{Game, PuzzleSheet, check_puzzles};

const DTW: Parameter = Parameter::number(
    "dtw",
    [1, u32::MAX as u64],
    Some(5),
    "Distance to the win in plies: odd, unless goals have empty circles. In games for points, the \
     plies within which the most points can be forced",
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
        let error = format!(
            "expected to find {limit} puzzles among {positions} positions, found {}, which are in \
             `found`",
            sheet.puzzles.len()
        );
        let hint = "ask for fewer, for a shorter distance, or with another seed".to_owned();
        let refusal = Refusal { found: Some(found), ..Refusal::new(error, Some(hint)) };
        Err(RequestError::Refused { status: 422, refusal })
    }
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
    /// The phase of the positions, `drop` or `slide`.
    pub phase: &'static str,
    /// Whether there is one fastest move at each of Black's turns along the solution.
    pub unique: bool,
    /// The seed of the search order.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which exactly one move wins, or scores the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The points that Black scores; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// The number of pieces on the board.
    pub layer: usize,
    /// The slot in that layer of the public index, which ignores the numbers on pieces.
    pub slot: u64,
    /// Perfect play to the end. In games for points both sides play for points first, so it may be
    /// shorter than `dtw`, which is a bound.
    pub line: Vec<String>,
}

impl Puzzles {
    /// Returns the document on a sheet of puzzles.
    pub fn new(game: &Game, sheet: &PuzzleSheet) -> Self {
        let puzzle = |puzzle: &teeko_analysis::Puzzle| Puzzle {
            position: rows_form(game.board(), &puzzle.position),
            score: sheet.scoring.is_for_points().then_some(puzzle.line.value.score),
            layer: puzzle.position.layer(),
            slot: puzzle.slot,
            line: puzzle.line.plies.iter().map(ToString::to_string).collect(),
        };
        let win = Outcome::Win(sheet.filter.distance);
        Self {
            schema: "teeko.puzzles/1",
            variant: game.name().to_owned(),
            value: match sheet.filter.score {
                Some(points) => {
                    OutcomeFields::of_value(sheet.scoring, Some(Value::new(win, points)))
                }
                None => OutcomeFields::new(Some(win)),
            },
            phase: sheet.filter.phase.name(),
            unique: sheet.filter.unique,
            seed: sheet.seed,
            puzzles: sheet.puzzles.iter().map(puzzle).collect(),
        }
    }
}
