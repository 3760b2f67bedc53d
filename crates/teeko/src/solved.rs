//! A solved rule set, plain or for points.

use teeko_analysis::{Summary, ThresholdCounts};
use teeko_index::LayerCensus;
use teeko_rules::{Oracle, OracleError, Outcome, Position, Rules, Side};
use teeko_solve::{ScoredSolution, Solution, ThresholdSolution};

/// A solved rule set: the outcome of every position, and its score in games for points.
///
/// Clones are cheap and share all data.
// There is one value of each rule set, so the size of the largest variant does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Solved {
    /// A game in which a goal wins, whatever it is worth in points.
    Plain(Solution),
    /// A game for points.
    Scored(ScoredSolution),
}

impl Solved {
    /// Returns the solution of the plain game, in which any goal wins.
    pub fn plain(&self) -> &Solution {
        match self {
            Self::Plain(solution) => solution,
            Self::Scored(scored) => scored.plain(),
        }
    }

    /// Returns the value, the first drops and the counts.
    ///
    /// # Panics
    /// Never panics: a solution contains all positions.
    pub fn summary(&self) -> Summary {
        let mut summary =
            Summary::new(self, self.plain().census()).expect("a solution has all positions");
        if let Self::Scored(scored) = self {
            summary.thresholds =
                scored.games().iter().map(|(points, game)| counts(*points, game)).collect();
        }
        summary
    }
}

/// Counts the positions of the slide phase from which `points` points can be forced.
fn counts(points: u8, game: &ThresholdSolution) -> ThresholdCounts {
    let census = match game {
        ThresholdSolution::Goals(solution) => solution.slide().census(),
        ThresholdSolution::Attack(attack) => attack.slide().census(),
    };
    counts_of_layer(points, census)
}

/// Returns the same counts from the census of a threshold game of goals.
pub(crate) fn counts_of_layer(points: u8, census: &LayerCensus) -> ThresholdCounts {
    ThresholdCounts { points, won: census.win(), lost: census.loss(), deepest: census.deepest() }
}

impl Oracle for Solved {
    fn rules(&self) -> &Rules {
        match self {
            Self::Plain(solution) => solution.rules(),
            Self::Scored(scored) => scored.rules(),
        }
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.plain().outcome(position))
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        match self {
            Self::Plain(solution) => solution.forces(side, points, position),
            Self::Scored(scored) => scored.forces(side, points, position),
        }
    }
}
