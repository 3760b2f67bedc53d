//! A game: a rule set, a source of outcomes, and every question about them.

mod certificates;
#[cfg(feature = "file")]
mod opening;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use teeko_analysis::AnalysisError;
use teeko_index::{Census, SolvedLayers};
use teeko_rules::notation::{Notation, RowsForm, circle_form, parse_game};
use teeko_rules::{
    Board, Message, MoveValues, NamedRules, Oracle, OracleError, Outcome, PIECES, Position, Rules,
    RulesName, Side, Value, Wdl, message,
};
use teeko_solve::{Solution, memory_of_layers};
use teeko_table::{drop_file_name, slide_file_name};

pub use self::certificates::{Check, Covered, WrittenCertificate, WrittenCertificates};
#[cfg(feature = "file")]
pub use self::opening::Reading;
use crate::error::Error;
use crate::position_reader::PositionReader;
use crate::report::{self, Report, ThresholdCounts};
use crate::source::Source;
use crate::system::check_memory;

/// A rule set with a source that knows the outcome of each position. Distances are in plies.
///
/// Clones are cheap and share all data.
#[derive(Clone, Debug)]
pub struct Game {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    source: Source,
    /// The time that solving or opening it took.
    time: Duration,
    /// The same values in a layout that answers many questions at once.
    expanded: OnceLock<SolvedLayers>,
    reader: PositionReader,
}

/// Returns the rules of the variant named `name`, such as `44-ssss`, `58-sppp+no-centre` or
/// `advanced`. Opens no rule file.
///
/// # Errors
/// Returns [`Error::Name`] if `name` names no rules, [`Error::NoVariant`] if it names a rule file.
pub fn variant(name: &str) -> Result<NamedRules, Error> {
    let name: RulesName = name.parse()?;
    match name.variant() {
        Some(variant) => Ok(NamedRules::of_variant(variant)?),
        None => Err(Error::NoVariant(name)),
    }
}

impl Game {
    /// Returns the game that answers from `solution`.
    ///
    /// # Panics
    /// Panics if `solution` is of other rules than `named`.
    pub fn of_solution(named: NamedRules, solution: Solution) -> Self {
        assert_eq!(
            **named.rules(),
            *solution.rules(),
            "the rules of a solution"
        );
        Self::new(named, Source::Solution(solution), Duration::ZERO)
    }

    /// Creates a game; `time` is what solving or opening it took.
    pub(crate) fn new(named: NamedRules, source: Source, time: Duration) -> Self {
        let inner = Inner {
            name: named.to_string(),
            source,
            time,
            expanded: OnceLock::new(),
            reader: PositionReader::new(named),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Stores the value of every position separately in memory, at one or two bytes each, which
    /// makes [`Oracle::outcomes`] faster for millions of positions. All clones then use these
    /// values. Does nothing for games for points.
    ///
    /// The first call takes some tens of milliseconds on the standard board, on the current rayon
    /// thread pool. Later calls return at once.
    ///
    /// # Errors
    /// Returns an error if memory does not suffice, or a table is damaged.
    pub fn expand(&self) -> Result<(), Error> {
        if self.inner.expanded.get().is_some() || self.rules().scoring().is_for_points() {
            return Ok(());
        }
        let expanded = self.expanded()?;
        // If several threads do this at once, the first result is kept.
        self.inner.expanded.get_or_init(|| expanded);
        Ok(())
    }

    /// Returns the source that answers fastest.
    fn fastest(&self) -> &dyn Oracle {
        match self.inner.expanded.get() {
            Some(expanded) => expanded,
            None => self.source().oracle(),
        }
    }

    fn expanded(&self) -> Result<SolvedLayers, Error> {
        match (self.inner.expanded.get(), self.source()) {
            (Some(expanded), _) => Ok(expanded.clone()),
            (None, Source::Solution(solution)) => {
                check_memory(self.name(), memory_of_layers(self.rules()))?;
                Ok(solution.layers())
            }
            (None, Source::Files(tables)) => tables.expanded(),
        }
    }

    /// Returns the outcome of every position, in games for points that of the game without points;
    /// `None` if memory does not suffice.
    pub(crate) fn all_outcomes(&self) -> Result<Option<SolvedLayers>, Error> {
        match self.expanded() {
            Err(Error::Memory { .. }) => Ok(None),
            outcomes => outcomes.map(Some),
        }
    }

    /// Returns whether all answers come from memory, so that none waits for a disk.
    pub fn is_in_memory(&self) -> bool {
        self.inner.expanded.get().is_some() || matches!(self.source(), Source::Solution(_))
    }

    /// Returns an upper bound on the memory that the values take, in bytes.
    pub fn memory(&self) -> u64 {
        if self.inner.expanded.get().is_some() {
            memory_of_layers(self.rules())
        } else {
            self.source().memory()
        }
    }

    /// Returns the name of the rules, such as `44-ssss`.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Returns the rules with their name.
    pub fn named(&self) -> &NamedRules {
        self.inner.reader.named()
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.rules().board()
    }

    /// Returns a position with the board, as answers hold it.
    pub(crate) fn on_board(&self, position: Position) -> RowsForm {
        RowsForm {
            board: self.board(),
            position,
        }
    }

    /// Returns the time that solving or opening the game took, if it was measured, else zero.
    pub(crate) fn time(&self) -> Duration {
        self.inner.time
    }

    /// Returns the source of the answers.
    pub fn source(&self) -> &Source {
        &self.inner.source
    }

    /// Returns the reader of positions in all notations.
    pub fn reader(&self) -> &PositionReader {
        &self.inner.reader
    }

    /// Reads a position in any notation; see [`PositionReader::read`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of these rules.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        self.inner.reader.read(Notation::default(), text)
    }

    /// Returns the position after moves from the empty board, such as `13 12 18 8`.
    ///
    /// # Errors
    /// Returns an error if a move cannot be read or is illegal.
    pub fn after_moves(&self, moves: &str) -> Result<Position, Error> {
        Ok(parse_game(self.rules(), Position::EMPTY, moves)?.end())
    }

    /// Returns the value of a position for the side to move.
    ///
    /// # Errors
    /// Returns an error if the position is impossible under these rules, or the source fails.
    pub fn value(&self, position: &Position) -> Result<Value, Error> {
        let value = Oracle::value(self, position)?;
        Ok(value.ok_or(AnalysisError::Unknown(*position))?)
    }

    /// Returns the outcomes of many positions in their order: in games for points those that belong
    /// to the score.
    pub fn outcomes_of_values(
        &self,
        positions: &[Position],
    ) -> Result<Vec<Option<Outcome>>, OracleError> {
        if !self.rules().scoring().is_for_points() {
            return self.outcomes(positions);
        }
        let mut outcomes = Vec::with_capacity(positions.len());
        for position in positions {
            let value = Oracle::value(self, position)?;
            outcomes.push(value.map(|value| value.outcome));
        }
        Ok(outcomes)
    }

    /// Returns the report on the rule set of this game; `time` is what solving or opening it took.
    /// The table files are those that the game was made from.
    pub fn report(&self, time: Duration) -> Result<Report, Error> {
        match self.source() {
            Source::Solution(solution) => Ok(Report::of_solution(self.named(), solution, time)),
            Source::Files(tables) => tables
                .report(self.named(), self, time)
                .map_err(|error| self.error(error)),
        }
    }

    /// Returns the longest distance of any position, in plies.
    pub fn deepest(&self) -> Result<u32, Error> {
        let report = self.report(Duration::ZERO)?;
        let mut deepest = report.deepest;
        for counts in report.thresholds.iter().flatten() {
            deepest = deepest.max(counts.deepest);
        }
        Ok(deepest)
    }

    /// Returns the number of positions by layer, outcome and distance; in games for points, of the
    /// game without points.
    pub fn census(&self) -> Census {
        match self.source() {
            Source::Solution(solution) => solution.census(),
            Source::Files(tables) => tables.plain().census(),
        }
    }

    /// In a game for points, returns the counts of the game of each number of points.
    pub(crate) fn thresholds(&self) -> Vec<ThresholdCounts> {
        match self.source() {
            Source::Solution(solution) => report::thresholds(solution),
            Source::Files(tables) => tables.thresholds(),
        }
    }

    /// Converts the error of an analysis. Outcomes that contradict each other are blamed on the
    /// table file that they come from.
    pub(crate) fn error(&self, error: AnalysisError) -> Error {
        match error {
            AnalysisError::Contradiction { position, .. } => self.contradiction(&position, &error),
            error => error.into(),
        }
    }

    /// Adds the rules and the folder of the tables to an error of theirs.
    fn of_tables(&self, error: OracleError) -> OracleError {
        let Source::Files(tables) = self.source() else {
            return error;
        };
        match error.downcast() {
            Ok(fault) => OracleError::new(tables.error(fault)),
            Err(error) => error,
        }
    }

    /// Returns the error for a position with an outcome that contradicts others.
    fn contradiction(&self, position: &Position, contradiction: &impl std::error::Error) -> Error {
        let file = match self.source() {
            Source::Solution(_) => None,
            Source::Files(tables) => Some(tables.folder().join(self.file_name(position))),
        };
        Error::Contradiction {
            name: self.named().name().clone(),
            file,
            contradiction: self.with_circles(&contradiction.to_string(), position),
        }
    }

    /// Returns the name of the table file that has the outcome of a position.
    fn file_name(&self, position: &Position) -> String {
        let name = self.named().name();
        if position.layer() == 2 * PIECES {
            slide_file_name(name)
        } else {
            drop_file_name(name)
        }
    }

    /// Returns a text in which a position can be printed in any notation.
    fn with_circles(&self, text: &str, position: &Position) -> Message {
        match text.split_once(&circle_form(position)) {
            Some((before, after)) => {
                message![before, Message::circles(self.board(), position), after]
            }
            None => text.into(),
        }
    }
}

/// Checks that two rule sets have the same board, so that their positions can be compared.
///
/// # Errors
/// Returns an error if their boards differ.
pub fn one_board(rules: [&NamedRules; 2]) -> Result<(), Error> {
    let boards = rules.map(NamedRules::board);
    if boards[0] == boards[1] {
        Ok(())
    } else {
        Err(Error::DifferentBoards {
            names: rules.map(|rules| rules.name().clone()),
            boards,
        })
    }
}

impl Oracle for Game {
    fn rules(&self) -> &Rules {
        self.inner.reader.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        self.fastest()
            .outcome(position)
            .map_err(|error| self.of_tables(error))
    }

    fn outcomes(&self, positions: &[Position]) -> Result<Vec<Option<Outcome>>, OracleError> {
        self.fastest()
            .outcomes(positions)
            .map_err(|error| self.of_tables(error))
    }

    fn move_values(&self, positions: &[Position]) -> Result<MoveValues, OracleError> {
        self.fastest()
            .move_values(positions)
            .map_err(|error| self.of_tables(error))
    }

    fn have_result(
        &self,
        positions: &[Position],
        result: Wdl,
    ) -> Result<Vec<Option<bool>>, OracleError> {
        self.fastest()
            .have_result(positions, result)
            .map_err(|error| self.of_tables(error))
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        self.fastest()
            .forces(side, points, position)
            .map_err(|error| self.of_tables(error))
    }
}
