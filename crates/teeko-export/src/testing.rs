//! What the tests of several formats need.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use teeko_analysis::Oracle;
use teeko_rules::{Outcome, Position, Rules, Variant};
use teeko_solve::{InstructionSet, Solution, solve_drops, solve_slide};

use crate::{Condition, Format, Positions, Row, Selection};

/// A rule set solved in memory.
pub(crate) struct Solved(Solution);

impl Solved {
    pub(crate) fn variant(name: &str) -> Self {
        let rules = name.parse::<Variant>().unwrap().rules().unwrap();
        let slide = Arc::new(solve_slide(&rules, InstructionSet::best(), |_| {}));
        Self(solve_drops(&slide, &[rules]).remove(0))
    }

    pub(crate) fn solution(&self) -> &Solution {
        &self.0
    }
}

impl Oracle for Solved {
    type Error = Infallible;

    fn rules(&self) -> &Rules {
        self.0.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok(self.0.outcome(position))
    }
}

/// The rows themselves, in many small chunks.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) rows: Vec<Row>,
}

impl Format for Collected {
    type Chunk = Vec<Row>;

    const CHUNK: usize = 1000;

    fn encode(&self, rows: &[Row]) -> io::Result<Vec<Row>> {
        Ok(rows.to_vec())
    }

    fn write(&mut self, chunk: Vec<Row>) -> io::Result<()> {
        self.rows.extend(chunk);
        Ok(())
    }
}

/// The orbits of all layers.
pub(crate) fn orbits() -> Selection {
    Selection { layers: 0..9, positions: Positions::Orbits, condition: Condition::default() }
}
