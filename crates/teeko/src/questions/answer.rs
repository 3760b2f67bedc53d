//! Answers to questions about a rule set.

use std::path::Path;
use std::time::Duration;

use teeko_analysis::{
    Analysis, AnalysisError, PuzzleFilter, analyse_after_pass, analyse_pieces, chosen_by,
};
use teeko_rules::notation::{GameError, GameRecord, parse_circle, parse_game, parse_playable_part};
use teeko_rules::work::Observer;
use teeko_rules::{Circle, NamedRules, Oracle, Position, Rules, Scoring};

use super::{AskedPosition, Choices, Question, RequestError};
use crate::documents::{
    self, Line, Puzzles, Query, Review, SolvedVariant, TableFileEntry, json_text,
};
use crate::words::{Phase, phase};
use crate::{Error, Game, PositionReader, SourceError, check_puzzles};

impl Question {
    /// Holds the question against the rules, without a solution: whoever has none yet need not
    /// begin one for a question that has no answer.
    ///
    /// # Errors
    /// If a position is none, a circle cannot be pointed at, or there can be no such puzzles.
    pub fn check(&self, named: &NamedRules) -> Result<(), RequestError> {
        let (rules, reader) = (&**named.rules(), || PositionReader::new(named.rules()));
        match self {
            Self::Solution | Self::Rules | Self::Positions => Ok(()),
            Self::Position { at, choices } | Self::Choice { at, choices, .. } => {
                choices.check(rules, &at.position(rules, &reader())?)
            }
            Self::Line { at, .. } => at.position(rules, &reader()).map(drop),
            Self::Review { game, from } => {
                played(rules, &reader(), game, from.as_deref()).map(drop)
            }
            Self::Puzzles { filter, .. } => Ok(check_puzzles(named, filter)?),
        }
    }

    /// The answer that the rules alone give, as JSON without a line end; `None` if it takes a
    /// solution.
    pub fn answer_from_rules(&self, named: &NamedRules) -> Option<String> {
        (!self.needs_solution()).then(|| json_text(&documents::Rules::new(named)))
    }

    /// The answer as JSON, without a line end. The game took this `time` to solve or to open;
    /// `observe` is told how far a search for puzzles has come, and says whether to go on.
    ///
    /// To [`Question::Positions`], which come by themselves, it is that to none.
    ///
    /// # Errors
    /// As for [`Question::check`]; if the source fails, or the observer says to stop.
    pub fn answer(
        &self,
        game: &Game,
        time: Duration,
        observe: Observer<'_>,
    ) -> Result<String, RequestError> {
        let (rules, reader) = (game.rules(), game.reader());
        match self {
            Self::Solution => Ok(json_text(&solution(game, time)?)),
            Self::Rules => Ok(json_text(&documents::Rules::new(game.named()))),
            Self::Position { at, choices } => choices.query(game, &at.position(rules, reader)?),
            Self::Choice { at, choices, strength, seed } => {
                let analysis = choices.analysis(game, &at.position(rules, reader)?)?;
                let chosen = chosen_by(*strength, &analysis, *seed);
                Ok(json_text(&documents::Choice::new(
                    game.name(),
                    rules,
                    &analysis,
                    *strength,
                    chosen,
                )))
            }
            Self::Line { at, plies, boards } => {
                let position = at.position(rules, reader)?;
                let line = game.best_line(&position, (*plies).into())?;
                let document = Line::new(game.name(), rules, &position, &line);
                let positions = boards.then(|| line.positions(&position));
                Ok(json_text(&match positions {
                    Some(positions) => document.with_positions(game.board(), positions),
                    None => document,
                }))
            }
            Self::Review { game: moves, from } => {
                let (record, error) = played(rules, reader, moves, from.as_deref())?;
                let document =
                    Review::new(game.name(), rules, &record.start, &game.review(&record)?);
                Ok(json_text(&match &error {
                    Some(error) => document.up_to(error),
                    None => document,
                }))
            }
            Self::Puzzles { filter, limit, seed } => {
                puzzles(game, *filter, *limit as usize, *seed, observe)
            }
            Self::Positions => Ok(String::new()),
        }
    }
}

/// The entry of a solved rule set. Where its tables are is nobody's business, so that they have
/// names alone.
fn solution(game: &Game, time: Duration) -> Result<SolvedVariant, Error> {
    let mut entry = SolvedVariant::new(&game.report(time)?);
    for TableFileEntry { path, .. } in &mut entry.files {
        if let Some(name) = Path::new(path).file_name() {
            *path = name.to_string_lossy().into_owned();
        }
    }
    Ok(entry)
}

fn puzzles(
    game: &Game,
    filter: PuzzleFilter,
    limit: usize,
    seed: u64,
    observe: Observer<'_>,
) -> Result<String, RequestError> {
    check_puzzles(game.named(), &filter)?;
    let sheet = game.puzzles(filter, limit, seed, observe)?;
    Ok(json_text(&Puzzles::new(game.name(), game.board(), &sheet)))
}

/// The plies of a game up to the first that is wrong, one at least, and what is wrong with that.
fn played(
    rules: &Rules,
    reader: &PositionReader,
    game: &str,
    from: Option<&str>,
) -> Result<(GameRecord, Option<GameError>), RequestError> {
    let start = start(rules, reader, from)?;
    let (record, error) = parse_playable_part(rules, start, game)
        .map_err(|error| Error::from(GameError::Start(error)))?;
    match error {
        Some(error) if record.plies.is_empty() => Err(Error::from(error).into()),
        error => Ok((record, error)),
    }
}

/// The position that moves start from.
fn start(rules: &Rules, reader: &PositionReader, from: Option<&str>) -> Result<Position, Error> {
    Ok(from.map(|text| reader.read(rules, text)).transpose()?.unwrap_or(Position::EMPTY))
}

impl AskedPosition {
    fn position(&self, rules: &Rules, reader: &PositionReader) -> Result<Position, RequestError> {
        match self {
            Self::Position(text) => Ok(reader.read(rules, text).map_err(Error::from)?),
            Self::Moves { moves, from } => {
                let start = start(rules, reader, from.as_deref())?;
                Ok(parse_game(rules, start, moves).map_err(Error::from)?.end())
            }
        }
    }
}

impl Choices {
    fn check(&self, rules: &Rules, position: &Position) -> Result<(), RequestError> {
        match self {
            Self::All | Self::Brief => Ok(()),
            Self::AfterPass => check_pass(rules, position),
            Self::PiecesAt(circle) => pointed_at(rules, position, circle).map(drop),
        }
    }

    fn query(&self, game: &Game, position: &Position) -> Result<String, RequestError> {
        let (name, rules) = (game.name(), game.rules());
        if *self == Self::Brief {
            return Ok(json_text(&Query::brief(name, rules, position, game.value(position)?)));
        }
        let analysis = self.analysis(game, position)?;
        let query = Query::new(name, rules, &analysis);
        // After a pass, and once a circle has been pointed at, the other side has chosen already.
        let chooser = if *self == Self::All { query.chooser } else { analysis.chooser.name() };
        Ok(json_text(&Query { chooser, ..query }))
    }

    /// The choices, best first.
    fn analysis(&self, game: &Game, position: &Position) -> Result<Analysis, RequestError> {
        let rules = game.rules();
        let analysis: Result<Analysis, AnalysisError<SourceError>> = match self {
            Self::All | Self::Brief => return Ok(game.analyse(position)?),
            Self::AfterPass => {
                check_pass(rules, position)?;
                analyse_after_pass(game, position)
            }
            Self::PiecesAt(circle) => {
                analyse_pieces(game, position, pointed_at(rules, position, circle)?)
            }
        };
        analysis.map_err(|error| game.error(error).into())
    }
}

/// Checks that the opponent may pass.
fn check_pass(rules: &Rules, position: &Position) -> Result<(), RequestError> {
    if rules.pass_rule() && phase(rules, position) == Phase::Drop {
        return Ok(());
    }
    let found =
        if rules.pass_rule() { "a position in which nobody drops" } else { "rules without a pass" };
    Err(RequestError::Choices(format!(
        "pass: expected a drop under the pass rule as in 44-pppp+pass, found {found}"
    )))
}

/// The circle that the opponent points at.
fn pointed_at(rules: &Rules, position: &Position, circle: &str) -> Result<Circle, RequestError> {
    let refused = |reason: String| RequestError::Choices(format!("at: {reason}"));
    let is_pointed =
        phase(rules, position) == Phase::Drop && rules.chooser(position) != position.turn;
    if rules.scoring() != Scoring::Pips || !is_pointed {
        let expected =
            "a drop where the opponent points and pieces have numbers, as in 44-pppp+pips";
        return Err(refused(format!("expected {expected}, found another position")));
    }
    let found = parse_circle(rules.board(), circle).map_err(|error| refused(error.to_string()))?;
    if rules.drops(position).contains(found) {
        return Ok(found);
    }
    Err(refused(format!("expected an empty circle that can be dropped on, found {found}")))
}
