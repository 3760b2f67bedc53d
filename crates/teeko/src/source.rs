//! The source of the answers about a rule set.

use teeko_rules::{Oracle, Scoring};
use teeko_solve::{Solution, memory_needed, memory_of_layers};

use crate::tables::FileTables;

/// The source of the answers about a rule set: memory or files.
// There is one value of each rule set, so the size of the largest variant does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// A solution in memory.
    Solution(Solution),
    /// Table files, whose blocks are read when they are needed.
    Files(FileTables),
}

impl Source {
    pub(crate) fn oracle(&self) -> &dyn Oracle {
        match self {
            Self::Solution(solution) => solution,
            Self::Files(tables) => &tables.tables,
        }
    }

    pub(crate) fn memory(&self) -> u64 {
        match self {
            Self::Solution(solution) if solution.rules().scoring() == Scoring::Pips => {
                memory_needed(solution.rules())
            }
            Self::Solution(solution) => {
                (1 + solution.for_more().len() as u64) * memory_of_layers(solution.rules())
            }
            Self::Files(tables) => tables.memory(),
        }
    }
}
