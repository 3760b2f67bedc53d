//! The source of the answers about a rule set.

use teeko_index::SolvedLayers;
use teeko_rules::{Oracle, OracleError, Outcome, Position, Rules, Scoring, Side, Wdl};
use teeko_solve::{memory_needed, memory_of_layers};

use crate::Solved;
use crate::tables::FileTables;

/// The source of the answers about a rule set.
// There is one value of each rule set, so the size of the largest variant does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// A solution in memory.
    Solution(Solved),
    /// The value of each position, from a solution or from tables that were decoded whole. Not for
    /// games for points.
    Layers(SolvedLayers),
    /// Table files, whose blocks are read when they are needed.
    Tables(FileTables),
}

impl Source {
    /// Returns an upper bound on the memory that the source keeps, in bytes.
    pub fn memory(&self) -> u64 {
        match self {
            Self::Solution(Solved::Plain(solution)) => memory_of_layers(solution.rules()),
            Self::Solution(Solved::Scored(solution))
                if solution.rules().scoring() == Scoring::Pips =>
            {
                memory_needed(solution.rules())
            }
            Self::Solution(Solved::Scored(solution)) => {
                solution.games().len() as u64 * memory_of_layers(solution.rules())
            }
            Self::Layers(layers) => memory_of_layers(layers.rules()),
            Self::Tables(tables) => tables.memory(),
        }
    }
}

impl Oracle for Source {
    fn rules(&self) -> &Rules {
        match self {
            Self::Solution(solution) => solution.rules(),
            Self::Layers(layers) => layers.rules(),
            Self::Tables(tables) => tables.oracle().rules(),
        }
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        match self {
            Self::Solution(solution) => Ok(solution.plain().outcome(position)),
            Self::Layers(layers) => Ok(layers.outcome(position)),
            Self::Tables(tables) => tables.ask(|tables| tables.outcome(position)),
        }
    }

    fn outcomes(&self, positions: &[Position]) -> Result<Vec<Option<Outcome>>, OracleError> {
        match self {
            Self::Solution(solution) => solution.outcomes(positions),
            Self::Layers(layers) => layers.outcomes(positions),
            Self::Tables(tables) => tables.ask(|tables| tables.outcomes(positions)),
        }
    }

    fn have_result(
        &self,
        positions: &[Position],
        result: Wdl,
    ) -> Result<Vec<Option<bool>>, OracleError> {
        match self {
            Self::Solution(solution) => solution.have_result(positions, result),
            Self::Layers(layers) => layers.have_result(positions, result),
            Self::Tables(tables) => tables.ask(|tables| tables.have_result(positions, result)),
        }
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        match self {
            Self::Solution(solution) => solution.forces(side, points, position),
            Self::Layers(layers) => layers.forces(side, points, position),
            Self::Tables(tables) => tables.ask(|tables| tables.forces(side, points, position)),
        }
    }
}
