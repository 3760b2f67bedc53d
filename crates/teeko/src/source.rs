//! Where the answers about a rule set come from.

use teeko_index::SolvedLayers;
use teeko_rules::{Oracle, Outcome, Position, Rules, Scoring, Side};
use teeko_solve::{memory_needed, memory_of_layers};
use teeko_table::ExpandedTable;
#[cfg(feature = "file")]
use teeko_table::{DiskFile, ScoredTable, Table};

#[cfg(feature = "file")]
use crate::tables::CACHE;
use crate::{Solved, SourceError};

/// Where the answers about a rule set come from.
// What is large is so for all uses of it, and there is one of each rule set.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// A solution in memory.
    Solution(Solved),
    /// A solution of a game that is not for points, the value of each position on its own.
    Layers(SolvedLayers),
    /// Tables decoded as a whole.
    Expanded(ExpandedTable),
    /// Table files, block by block as they are needed.
    #[cfg(feature = "file")]
    Tables(TablesOf<Table<DiskFile>>),
    /// Table files of a game for points, likewise.
    #[cfg(feature = "file")]
    ScoredTables(TablesOf<ScoredTable<DiskFile>>),
}

/// The tables of a rule set in a folder.
#[cfg(feature = "file")]
#[derive(Debug)]
pub struct TablesOf<T> {
    pub(crate) table: T,
    pub(crate) name: teeko_rules::RulesName,
    pub(crate) folder: std::path::PathBuf,
}

impl Source {
    /// The memory that it keeps, in bytes, from above.
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
            Self::Expanded(table) => memory_of_layers(table.rules()),
            #[cfg(feature = "file")]
            Self::Tables(_) => CACHE as u64,
            #[cfg(feature = "file")]
            Self::ScoredTables(tables) => (1 + tables.table.games().len() as u64) * CACHE as u64,
        }
    }
}

impl Oracle for Source {
    type Error = SourceError;

    fn rules(&self) -> &Rules {
        match self {
            Self::Solution(solution) => solution.rules(),
            Self::Layers(layers) => layers.rules(),
            Self::Expanded(table) => table.rules(),
            #[cfg(feature = "file")]
            Self::Tables(tables) => tables.table.rules(),
            #[cfg(feature = "file")]
            Self::ScoredTables(tables) => tables.table.rules(),
        }
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, SourceError> {
        match self {
            Self::Solution(solution) => Ok(solution.plain().outcome(position)),
            Self::Layers(layers) => Ok(layers.outcome(position)),
            Self::Expanded(table) => Ok(table.outcome(position)),
            #[cfg(feature = "file")]
            Self::Tables(tables) => {
                tables.table.outcome(position).map_err(|fault| tables.error(fault))
            }
            #[cfg(feature = "file")]
            Self::ScoredTables(tables) => {
                tables.table.outcome(position).map_err(|fault| tables.error(fault))
            }
        }
    }

    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), SourceError> {
        match self {
            Self::Solution(solution) => {
                let Ok(()) = solution.outcomes(positions, outcomes);
            }
            Self::Layers(layers) => layers.outcomes(positions, outcomes),
            Self::Expanded(table) => {
                let Ok(()) = table.outcomes(positions, outcomes);
            }
            #[cfg(feature = "file")]
            Self::Tables(tables) => {
                tables.table.outcomes(positions, outcomes).map_err(|fault| tables.error(fault))?;
            }
            #[cfg(feature = "file")]
            Self::ScoredTables(tables) => {
                tables.table.outcomes(positions, outcomes).map_err(|fault| tables.error(fault))?;
            }
        }
        Ok(())
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, SourceError> {
        match self {
            Self::Solution(solution) => {
                let Ok(plies) = solution.forces(side, points, position);
                Ok(plies)
            }
            Self::Layers(layers) => {
                let Ok(plies) = layers.forces(side, points, position);
                Ok(plies)
            }
            Self::Expanded(table) => {
                let Ok(plies) = table.forces(side, points, position);
                Ok(plies)
            }
            #[cfg(feature = "file")]
            Self::ScoredTables(tables) => {
                tables.table.forces(side, points, position).map_err(|fault| tables.error(fault))
            }
            #[cfg(feature = "file")]
            Self::Tables(tables) => {
                tables.table.forces(side, points, position).map_err(|fault| tables.error(fault))
            }
        }
    }
}

#[cfg(feature = "file")]
impl<T> TablesOf<T> {
    pub(crate) fn error(&self, fault: teeko_table::TableError) -> SourceError {
        SourceError { fault: Box::new(fault), name: self.name.clone(), folder: self.folder.clone() }
    }
}
