//! Games: rules and the values of their positions.

use pyo3::prelude::*;
use teeko::Error;
use teeko::analysis::Choice;
use teeko::export::{ExportRequest, Layers, Positions, Selection, format_named, format_of};
use teeko::files::Reading;
use teeko::questions::{PositionQuestion, Strength, chosen_by};
use teeko::rules::notation::circle_form;
use teeko::solve::memory_needed;
use teeko::surfaces::{check_memory, json_text};

use crate::arguments::{FilePath, Flag, Number, Text};
use crate::failure::Failure;
use crate::moves::Move;
use crate::parameter_text::parameter_text;
use crate::position::PositionArgument;
use crate::rule_set::Rules;
use crate::work::{MANY, at_once, until_interrupted};

/// A rule set and the value of each of its positions.
#[pyclass(frozen, module = "teeko._teeko", name = "Game")]
pub(crate) struct Game {
    /// The rules.
    #[pyo3(get)]
    pub(crate) rules: Rules,
    pub(crate) source: teeko::Game,
}

impl Game {
    /// Expands the game if that pays off for this number of positions.
    pub(crate) fn prepare(&self, py: Python<'_>, positions: usize) -> Result<(), Failure> {
        if positions >= MANY {
            at_once(py, || self.source.expand())??;
        }
        Ok(())
    }
}

#[pymethods]
impl Game {
    /// Solves rules in memory.
    #[staticmethod]
    fn solve(py: Python<'_>, rules: &Rules) -> Result<Self, Failure> {
        let named = rules.named();
        // In the pool, so that what its threads have reserved counts.
        at_once(py, || {
            check_memory(&named.to_string(), memory_needed(named.rules()))
        })??;
        let solved = until_interrupted(py, |observe| {
            teeko::Game::solve_rules(named, &|_| observe())
        })?;
        Ok(Self {
            rules: rules.clone(),
            source: solved?,
        })
    }

    /// Opens the tables in a folder: as a whole, or block by block as they are needed.
    #[staticmethod]
    fn open(py: Python<'_>, rules: &Rules, tables: FilePath, whole: Flag) -> Result<Self, Failure> {
        let (named, tables) = (rules.named(), tables.0);
        let reading = if whole.0 {
            Reading::Whole
        } else {
            Reading::AsNeeded
        };
        let found = at_once(py, || teeko::Game::from_tables(named, &tables, reading))??;
        let missing = || Error::MissingTables {
            name: named.name().clone(),
            folders: vec![tables],
        };
        Ok(Self {
            rules: rules.clone(),
            source: found.ok_or_else(missing)?,
        })
    }

    /// Returns the outcome for the side to move, the distance in plies (None in a draw), and the
    /// points.
    fn probe(
        &self,
        position: PositionArgument<'_>,
    ) -> Result<(&'static str, Option<u32>, i16), Failure> {
        let value = self.source.value(&position.by(&self.rules)?)?;
        Ok((value.outcome.name(), value.outcome.distance(), value.score))
    }

    /// Returns the move of a player of `strength` 1 to 5.
    fn choose(
        &self,
        position: PositionArgument<'_>,
        strength: Number<u64>,
        seed: Number<u64>,
    ) -> Result<Move, Failure> {
        let strength = Strength::try_from(strength.0).map_err(in_words)?;
        let position = position.by(&self.rules)?;
        let analysis = self.source.answer(&PositionQuestion::of(position))?;
        let found = match chosen_by(strength, &analysis, seed.0).map(|chosen| chosen.choice) {
            Some(Choice::Move(played)) => return Ok(Move::new(self.source.board(), played)),
            Some(Choice::Pass) => "a pass, which only `query` lists",
            None => "nothing to choose",
        };
        let is_over = self.rules.rules().winner(&position).is_some();
        let found = if is_over {
            "none: the game is over"
        } else {
            found
        };
        let position = circle_form(&position);
        Err(Failure::input(format!(
            "{position}: expected a position with a move, found {found}"
        )))
    }

    /// Exports positions and their values to a file for other programs. Returns a document
    /// `teeko.export/1`.
    #[allow(clippy::too_many_arguments)]
    fn export(
        &self,
        py: Python<'_>,
        path: FilePath,
        to: Option<Text>,
        layer: Text,
        condition: Option<Text>,
        columns: Option<Bound<'_, PyAny>>,
        moves: Flag,
        all_positions: Flag,
        force: Flag,
    ) -> Result<String, Failure> {
        let (path, layer) = (path.0, layer.0);
        let asked = to.map(|name| format_named(&name.0)).transpose()?;
        let (format, is_compressed) = format_of(asked, &path)?;
        let layers = layer
            .parse::<Layers>()
            .map_err(|error| Failure::input(format!("layer `{layer}`: {error}")))?;
        let condition = condition
            .map(|text| text.0.parse())
            .transpose()
            .map_err(in_words)?
            .unwrap_or_default();
        let positions = if all_positions.0 {
            Positions::All
        } else {
            Positions::Orbits
        };
        let selection = Selection {
            layers: layers.0,
            positions,
            condition,
        };
        let columns = match columns {
            Some(columns) => Some(
                parameter_text("columns", &columns)?
                    .parse()
                    .map_err(in_words)?,
            ),
            None => None,
        };
        let request = ExportRequest {
            format,
            is_compressed,
            selection,
            columns,
            moves: moves.0,
        };
        let written = until_interrupted(py, |observe| {
            self.source.expand()?;
            self.source
                .export_file(&request, &path, force.0, &|_| observe())
        })?;
        Ok(json_text(&written?))
    }
}

/// Converts the error of an argument.
fn in_words(error: impl std::error::Error) -> Failure {
    Failure::input(error.to_string())
}
