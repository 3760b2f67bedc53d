//! Games: rules and the values of their positions.

use std::ops::Range;

use pyo3::prelude::*;
use teeko::Error;
use teeko::analysis::Choice;
use teeko::export::{
    Condition, ExportRequest, Layers, Positions, Selection, format_named, format_of,
};
use teeko::files::Reading;
use teeko::questions::{PositionQuestion, Strength, chosen_by};
use teeko::rules::notation::circle_form;
use teeko::solve::memory_needed;
use teeko::surfaces::{check_memory, json_text};

use crate::arguments::{FilePath, Flag, Number, Text};
use crate::failure::Failure;
use crate::folds::Indices;
use crate::moves::Move;
use crate::parameter_text::parameter_text;
use crate::position::PositionArgument;
use crate::rule_set::Rules;
use crate::work::{MANY, uninterrupted, until_interrupted};

/// A rule set and the value of each of its positions.
#[pyclass(frozen, module = "teeko._teeko", name = "Game")]
pub(crate) struct Game {
    /// The rules.
    #[pyo3(get)]
    pub(crate) rules: Rules,
    pub(crate) source: teeko::Game,
    pub(crate) indices: Indices,
}

impl Game {
    /// Expands the game if that pays off for this number of positions.
    pub(crate) fn prepare(&self, py: Python<'_>, positions: usize) -> Result<(), Failure> {
        if positions >= MANY {
            uninterrupted(py, || self.source.expand())??;
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
        uninterrupted(py, || {
            check_memory(&named.to_string(), memory_needed(named.rules()))
        })??;
        let solved = until_interrupted(py, |observe| {
            teeko::Game::solve_rules(named, &|_| observe())
        })?;
        Ok(Self {
            rules: rules.clone(),
            source: solved?,
            indices: Indices::default(),
        })
    }

    /// Opens the tables in a folder: as a whole, or block by block as they are needed.
    #[staticmethod]
    fn open(py: Python<'_>, rules: &Rules, tables: FilePath, whole: Flag) -> Result<Self, Failure> {
        let named = rules.named();
        let folder = tables.0;
        let reading = if whole.0 {
            Reading::Whole
        } else {
            Reading::AsNeeded
        };
        match uninterrupted(py, || teeko::Game::from_tables(named, &folder, reading))?? {
            Some(source) => Ok(Self {
                rules: rules.clone(),
                source,
                indices: Indices::default(),
            }),
            None => Err(Failure::from(Error::MissingTables {
                name: named.name().clone(),
                folders: vec![folder],
            })),
        }
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
        let chosen = chosen_by(strength, &analysis, seed.0).map(|chosen| chosen.choice);
        let is_over = self.rules.rules().winner(&position).is_some();
        let found = match chosen {
            Some(Choice::Move(played)) => return Ok(Move::new(self.source.board(), played)),
            _ if is_over => "none: the game is over",
            Some(Choice::Pass) => "a pass, which only `query` lists",
            None => "nothing to choose",
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
        values: Flag,
        all_positions: Flag,
        force: Flag,
    ) -> Result<String, Failure> {
        let path = path.0;
        let format = match to {
            Some(name) => Some(format_named(&name.0)?),
            None => None,
        };
        let (format, is_compressed) = format_of(format, &path)?;
        let layers = layers(&layer.0)?;
        let condition = match condition {
            Some(text) => text.0.parse().map_err(in_words)?,
            None => Condition::default(),
        };
        let columns = match columns {
            Some(columns) => Some(
                parameter_text("columns", &columns)?
                    .parse()
                    .map_err(in_words)?,
            ),
            None => None,
        };
        let positions = if all_positions.0 {
            Positions::All
        } else {
            Positions::Orbits
        };
        let request = ExportRequest {
            format,
            is_compressed,
            selection: Selection {
                layers,
                positions,
                condition,
            },
            columns,
            values: values.0,
        };
        let written = until_interrupted(py, |observe| {
            self.source.expand()?;
            self.source
                .export_file(&request, &path, force.0, &|_| observe())
        })?;
        Ok(json_text(&written?))
    }
}

/// Reads the argument `layer` of an export.
fn layers(text: &str) -> Result<Range<usize>, Failure> {
    match text.parse::<Layers>() {
        Ok(layers) => Ok(layers.0),
        Err(error) => Err(Failure::input(format!("layer `{text}`: {error}"))),
    }
}

/// Converts the error of an argument.
fn in_words(error: impl std::error::Error) -> Failure {
    Failure::input(error.to_string())
}
