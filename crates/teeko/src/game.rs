//! A game: rules and a source of outcomes, and everything that can be asked of them.

mod certificates;

use std::sync::{Arc, OnceLock};

use teeko_analysis::{
    Analysis, AnalysisError, BestLine, Difference, LayerSurvey, Puzzle, PuzzleFilter, Review,
    ScoreCount, ScoreDifference,
};
use teeko_index::LayerCensus;
use teeko_rules::notation::GameRecord;
use teeko_rules::work::Observer;
use teeko_rules::{
    Board, NamedRules, Oracle, Outcome, PIECES, Position, Rules, RulesName, Scoring, Side, Value,
};
use teeko_table::ContentHash;

use crate::documents::{self, Query};
use crate::positions::{PositionReader, PositionTextError};
use crate::report::OpenedTables;
use crate::{DifferentBoards, Error, Solved, Source, SourceError};

/// A rule set and a source that knows the outcome of each of its positions. All distances are in
/// plies.
///
/// Clones share everything.
#[derive(Clone, Debug)]
pub struct Game {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    named: NamedRules,
    name: String,
    source: Source,
    /// The same values, laid out for many questions at once.
    expanded: OnceLock<Source>,
    /// The tables that the source was made from.
    tables: Option<OpenedTables>,
    reader: PositionReader,
    /// Of the files with the slide phase and with the drop phase. `None` if the format of tables
    /// cannot hold the values.
    content_hashes: OnceLock<Option<[ContentHash; 2]>>,
}

/// Puzzles with what was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PuzzleSheet {
    /// What the game is played for.
    pub scoring: Scoring,
    /// The distance, and whether each move of the winner's is to be unique.
    pub filter: PuzzleFilter,
    /// The number that the order of the search comes from.
    pub seed: u64,
    /// How many were asked for.
    pub limit: usize,
    /// The puzzles: fewer only if there are no more.
    pub puzzles: Vec<Puzzle>,
}

/// The rules of the variant that a text names, such as `44-ssss`, `58-sppp+no-centre` or
/// `advanced`. A rule file is not looked at.
///
/// # Errors
/// [`Error::Name`] if it names none, [`Error::NoVariant`] if it names a rule file.
pub fn variant(name: &str) -> Result<NamedRules, Error> {
    match name.parse::<RulesName>()? {
        RulesName::Variant(variant) => Ok(NamedRules::of_variant(variant)?),
        name @ RulesName::OwnGoals(_) => Err(Error::NoVariant(name)),
    }
}

impl Game {
    /// Solves a variant in memory: on the standard board in half a second or so.
    ///
    /// Uses the current rayon thread pool. [`Plan`](crate::Plan) solves several at once, any rules,
    /// says how far it has come and can be stopped.
    ///
    /// # Errors
    /// If the text names no variant, or memory does not suffice.
    pub fn solve(name: &str) -> Result<Self, Error> {
        let named = variant(name)?;
        crate::check_memory(name, teeko_solve::memory_needed(named.rules()))?;
        let solution = if named.rules().scoring().is_for_points() {
            Solved::Scored(teeko_solve::solve_scored(named.rules()))
        } else {
            Solved::Plain(teeko_solve::solve(named.rules()))
        };
        Ok(Self::of_solution(named, solution))
    }

    /// The game that a solution of the same rules answers for.
    ///
    /// # Panics
    /// If it is one of other rules.
    pub fn of_solution(named: NamedRules, solution: impl Into<Solved>) -> Self {
        let solution = solution.into();
        assert_eq!(**named.rules(), *solution.rules(), "the rules of a solution");
        Self::new(named, Source::Solution(solution))
    }

    pub(crate) fn new(named: NamedRules, source: Source) -> Self {
        let (name, reader) = (named.to_string(), PositionReader::new(named.rules()));
        Self {
            inner: Arc::new(Inner {
                named,
                name,
                source,
                expanded: OnceLock::new(),
                tables: None,
                reader,
                content_hashes: OnceLock::new(),
            }),
        }
    }

    /// The game that the tables in a folder answer for.
    #[cfg(feature = "file")]
    pub(crate) fn of_tables(
        named: NamedRules,
        source: Source,
        tables: OpenedTables,
        content_hashes: Option<[ContentHash; 2]>,
    ) -> Self {
        let Self { mut inner } = Self::new(named, source);
        let of_tables = Arc::get_mut(&mut inner).expect("a game without clones");
        of_tables.tables = Some(tables);
        of_tables.content_hashes = OnceLock::from(content_hashes);
        Self { inner }
    }

    /// Lays the value of each position out on its own in memory, one to two bytes each, for
    /// [`Oracle::outcomes`] by the million: all clones look there from then on. Games for points
    /// stay as they are.
    ///
    /// Takes some tens of milliseconds on the standard board, spread over the current rayon thread
    /// pool; nothing the next time.
    ///
    /// # Errors
    /// If memory does not suffice, or a table is damaged.
    pub fn expand(&self) -> Result<(), Error> {
        if self.inner.expanded.get().is_some() {
            return Ok(());
        }
        let expanded = match self.source() {
            Source::Solution(Solved::Plain(solution)) => {
                crate::check_memory(self.name(), teeko_solve::memory_of_layers(solution.rules()))?;
                Source::Layers(solution.layers())
            }
            Source::Tables(tables) => match tables.expanded() {
                Some(expanded) => Source::Expanded(expanded?),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        // Of several who do it at once the first has done it.
        self.inner.expanded.get_or_init(|| expanded);
        Ok(())
    }

    /// The tables that the source was made from.
    pub(crate) fn tables(&self) -> Option<&OpenedTables> {
        self.inner.tables.as_ref()
    }

    /// The content hashes as far as they are known.
    pub(crate) fn known_content_hashes(&self) -> &OnceLock<Option<[ContentHash; 2]>> {
        &self.inner.content_hashes
    }

    /// The name of the rules: `44-ssss`.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The rules with their name.
    pub fn named(&self) -> &NamedRules {
        &self.inner.named
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.rules().board()
    }

    /// Where the answers come from.
    pub fn source(&self) -> &Source {
        &self.inner.source
    }

    /// The reader of positions in all notations.
    pub fn reader(&self) -> &PositionReader {
        &self.inner.reader
    }

    /// Reads a position in any notation; see [`PositionReader::read`].
    ///
    /// # Errors
    /// If the text names none of these rules.
    pub fn position(&self, text: &str) -> Result<Position, PositionTextError> {
        self.inner.reader.read(self.rules(), text)
    }

    /// The position after moves from the empty board, such as `13 12 18 8`.
    ///
    /// # Errors
    /// If one is none, or not legal.
    pub fn after_moves(&self, moves: &str) -> Result<Position, PositionTextError> {
        self.inner.reader.after_moves(self.rules(), moves)
    }

    /// What a position is worth to the side to move.
    ///
    /// # Errors
    /// If it is none of these rules, or the source fails.
    pub fn value(&self, position: &Position) -> Result<Value, Error> {
        let value = Oracle::value(self, position)?;
        Ok(value.ok_or(AnalysisError::Unknown(*position))?)
    }

    /// What a position is worth, and everything that can be chosen in it, best first.
    ///
    /// # Errors
    /// As for [`Game::value`].
    pub fn analyse(&self, position: &Position) -> Result<Analysis, Error> {
        teeko_analysis::analyse(self, position).map_err(|error| self.error(error))
    }

    /// The same as a document.
    ///
    /// # Errors
    /// As for [`Game::value`].
    pub fn query(&self, position: &Position) -> Result<Query<'_>, Error> {
        Ok(Query::new(self.name(), self.rules(), &self.analyse(position)?))
    }

    /// A line of perfect play: to the end, or in a draw so many plies.
    ///
    /// # Errors
    /// As for [`Game::value`].
    pub fn best_line(&self, position: &Position, plies: usize) -> Result<BestLine, Error> {
        teeko_analysis::best_line(self, position, plies).map_err(|error| self.error(error))
    }

    /// The same as a document.
    ///
    /// # Errors
    /// As for [`Game::value`].
    pub fn line(&self, position: &Position, plies: usize) -> Result<documents::Line, Error> {
        Ok(documents::Line::new(
            self.name(),
            self.rules(),
            position,
            &self.best_line(position, plies)?,
        ))
    }

    /// A game, judged choice by choice.
    ///
    /// # Errors
    /// As for [`Game::value`].
    pub fn review(&self, game: &GameRecord) -> Result<Review, Error> {
        teeko_analysis::review(self, game).map_err(|error| self.error(error))
    }

    /// Puzzles: positions in which exactly one move wins, in games for points exactly one that nets
    /// the most. `observe` is told how many slots of how many have been looked at.
    ///
    /// # Errors
    /// If the source fails, or the observer says to stop.
    pub fn puzzles(
        &self,
        filter: PuzzleFilter,
        limit: usize,
        seed: u64,
        observe: Observer<'_>,
    ) -> Result<PuzzleSheet, Error> {
        let puzzles = teeko_analysis::puzzles(self, filter, limit, seed, observe)
            .map_err(|error| self.error(error))?;
        Ok(PuzzleSheet { scoring: self.rules().scoring(), filter, seed, limit, puzzles })
    }

    /// The positions of all layers, 0 to 8, by outcome and distance, with so many of the deepest of
    /// each.
    ///
    /// # Errors
    /// If the source fails, or the observer says to stop.
    pub fn survey(
        &self,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Vec<LayerSurvey>, Error> {
        Ok(teeko_analysis::survey(self, 0..=2 * PIECES, examples, observe)?)
    }

    /// In games for points: how many positions of the slide phase have which score, given its
    /// census. `None` in other games, and where the source does not know how many positions each
    /// number of points can be forced from: tables do not.
    pub fn by_score(&self, census: &LayerCensus) -> Option<Vec<ScoreCount>> {
        if !self.rules().scoring().is_for_points() {
            return None;
        }
        let thresholds = match self.source() {
            Source::Solution(solved) => solved.summary().thresholds,
            _ => self.tables()?.thresholds.clone(),
        };
        Some(teeko_analysis::by_score(self.rules(), census, &thresholds))
    }

    /// What this game and another make of the same positions, with so many examples from each
    /// layer.
    ///
    /// # Errors
    /// [`Error::DifferentBoards`] if they have none in common; if a source fails, or the observer
    /// says to stop.
    pub fn difference(
        &self,
        other: &Self,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Difference, Error> {
        one_board([&self.inner.named, &other.inner.named])?;
        Ok(teeko_analysis::difference(self, other, examples, observe)?)
    }

    /// What this game and another make of the same positions in points, with so many examples of
    /// positions in which another move is best. `None` if neither is for points.
    ///
    /// # Errors
    /// [`Error::DifferentBoards`] if they have no positions in common; if a source fails.
    pub fn score_difference(
        &self,
        other: &Self,
        examples: usize,
    ) -> Result<Option<ScoreDifference>, Error> {
        one_board([&self.inner.named, &other.inner.named])?;
        if ![self, other].iter().any(|game| game.rules().scoring().is_for_points()) {
            return Ok(None);
        }
        Ok(Some(teeko_analysis::score_difference(self, other, examples)?))
    }

    /// What went wrong in an analysis. Outcomes that contradict each other are the fault of the
    /// file that they come from.
    pub(crate) fn error(&self, error: AnalysisError<SourceError>) -> Error {
        match error {
            AnalysisError::Contradiction { position, .. } => self.contradiction(&position, error),
            error => error.into(),
        }
    }

    /// Something that contradicts the outcome of a position.
    fn contradiction(
        &self,
        position: &Position,
        contradiction: impl std::error::Error + Send + Sync + 'static,
    ) -> Error {
        let name = self.inner.named.name().clone();
        let file = self.inner.tables.as_ref().map(|tables| {
            let is_slide = position.layer() == 2 * PIECES;
            tables.folder.join(if is_slide {
                teeko_table::slide_file_name(&name)
            } else {
                teeko_table::drop_file_name(&name)
            })
        });
        Error::Contradiction { name, file, contradiction: Box::new(contradiction) }
    }
}

/// Checks that two rule sets have the same board, and with it positions in common.
///
/// # Errors
/// If they have not.
pub fn one_board(rules: [&NamedRules; 2]) -> Result<(), DifferentBoards> {
    let boards = rules.map(NamedRules::board);
    if boards[0] == boards[1] {
        Ok(())
    } else {
        Err(DifferentBoards { names: rules.map(|rules| rules.name().clone()), boards })
    }
}

impl Oracle for Game {
    type Error = SourceError;

    fn rules(&self) -> &Rules {
        self.inner.named.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, SourceError> {
        self.inner.source.outcome(position)
    }

    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), SourceError> {
        self.inner.expanded.get().unwrap_or(self.source()).outcomes(positions, outcomes)
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, SourceError> {
        self.inner.source.forces(side, points, position)
    }
}
