//! The solved slide phase, and looking things up in it.

use teeko_rules::{Outcome, Rules, Squares};

use crate::census::SlideCensus;
use crate::codes::BlockCodes;
use crate::layout::{BlockPlace, Layout};
use crate::line::LINE_BITS;

/// The outcome and exact distance of every slide position of a rule set. The drop rules do not matter to it.
#[derive(Debug)]
pub struct SlideSolution {
    rules: Rules,
    pub(crate) layout: Layout,
    /// By block of the layout; rows are the side that has just moved, columns the canonical sets of the side to move.
    pub(crate) codes: Vec<BlockCodes>,
    census: SlideCensus,
}

impl SlideSolution {
    pub(crate) fn new(rules: Rules, layout: Layout, codes: Vec<BlockCodes>, census: SlideCensus) -> Self {
        Self { rules, layout, codes, census }
    }

    /// The rules whose slide phase this is.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many positions have which outcome and distance.
    pub fn census(&self) -> &SlideCensus {
        &self.census
    }

    /// The outcome for the side to move, with its pieces `mover` against `opponent`.
    ///
    /// `None` if there is no such position: the sets overlap, leave the board or are not of four, or the mover has a goal.
    pub fn outcome(&self, mover: Squares, opponent: Squares) -> Option<Outcome> {
        let (board, orbits, group) = (self.rules.board(), &self.layout.orbits, &self.layout.group);
        let fits = |set: Squares| set.len() == orbits.size() && board.squares().contains_all(set);
        if !fits(mover) || !fits(opponent) || mover.meets(opponent) || self.rules.goals().is_goal(mover) {
            return None;
        }
        let column = orbits.place(mover);
        let row = orbits.place(group.apply(group.inverse(column.element as usize), opponent));
        let (row_canonical, column_canonical) = (row.canonical as usize, column.canonical as usize);
        let block = self.layout.block(BlockPlace {
            row_tile: row_canonical / LINE_BITS,
            element: row.element as usize,
            column_tile: column_canonical / LINE_BITS,
        });
        let code = self.codes[block].get(row_canonical % LINE_BITS, column_canonical % LINE_BITS);
        Some(match code {
            0 => Outcome::Draw,
            code if code % 2 == 1 => Outcome::Loss(code - 1),
            code => Outcome::Win(code - 1),
        })
    }
}
