//! What holds before any half-step: finished and impossible positions, and those without a slide.

use teeko_index::{Class, binomial, code_of_outcome, parallel};
use teeko_rules::{Circles, Outcome, PIECES, Parity, Rules};

use super::endings::Endings;
use super::scratch::Scratch;
use super::search::Search;
use super::settle::{Settle, TileState};
use super::{Decided, RetrogradeAnalysis, Turn};
use crate::line::BitLine;
use crate::row_graph::RowGraph;

impl RetrogradeAnalysis<'_> {
    /// Fills the planes with what holds before any half-step. Returns the numbers of positions that
    /// are finished.
    pub(crate) fn start(&mut self) -> Decided {
        let rules = self.rules;
        let rows = &self.layout.rows;
        let canonical = self.layout.orbits.canonical();
        let endings = Endings::new(rules, &rows.lanes, canonical);
        self.won_or_blocked
            .fill_overlaps(rows, canonical, &endings.with);
        let (lost, no_move) = self.start_lost(&endings);
        let mut won = 0;
        if rules.parity() == Parity::Free {
            won = self.start_won(&endings);
        }
        self.counts.add(Class::NoMove, no_move);
        self.counts
            .add(Class::Impossible, impossible_positions(rules));
        self.counted(0, Decided { won, lost })
    }

    /// Adds the positions that are lost before any half-step, and finds the undecided ones. Returns
    /// the numbers of the lost positions and of those without a slide.
    fn start_lost(&mut self, endings: &Endings<'_>) -> (u64, u64) {
        let rows = &self.layout.rows;
        let Turn {
            weights,
            undecided,
            codes,
            ..
        } = &mut self.turns[0];
        let start = Start {
            rows,
            canonical: self.layout.orbits.canonical(),
            endings,
            blocked: &self.won_or_blocked.bits,
            search: Search {
                instructions: self.instructions,
                lanes: &rows.lanes,
                moves: &rows.slides,
                any: false,
            },
            settle: Settle {
                instructions: self.instructions,
                lanes: &rows.lanes,
                weights,
            },
        };
        let code = code_of_outcome(Outcome::Loss(0), self.rules.parity());
        let tiles = TileState::of_plane(rows, &mut self.lost, undecided, codes, code);
        let mut left_out = self
            .never_decided
            .iter_mut()
            .flat_map(|never_decided| never_decided.left_out.iter_mut());
        let tiles = tiles.into_iter().map(|state| (state, left_out.next()));
        let totals = parallel::fold(
            tiles.enumerate(),
            || (0, 0, Scratch::new(&rows.lanes)),
            |(lost, no_move, scratch), (tile, (state, left_out))| {
                let found = start.column_tile(tile, state, left_out, scratch);
                *lost += found.0;
                *no_move += found.1;
            },
        );
        let lost: u64 = totals.iter().map(|total| total.0).sum();
        let no_move: u64 = totals.iter().map(|total| total.1).sum();
        (lost / weights.order, no_move / weights.order)
    }

    /// Adds the positions that are won before any half-step. Returns their number.
    fn start_won(&mut self, endings: &Endings<'_>) -> u64 {
        let rows = &self.layout.rows;
        let canonical = self.layout.orbits.canonical();
        let Turn { weights, codes, .. } = &mut self.turns[0];
        let settle = Settle {
            instructions: self.instructions,
            lanes: &rows.lanes,
            weights,
        };
        let code = code_of_outcome(Outcome::Win(0), self.rules.parity());
        let tiles = TileState::of_plane(rows, &mut self.won_or_blocked, &mut [], codes, code);
        settle.lines(rows, tiles, |tile, set, _| {
            endings.of_row(canonical[set], tile).won
        })
    }
}

/// Returns the number of pairs of sets in which the mover has a goal that needs no empty circles.
fn impossible_positions(rules: &Rules) -> u64 {
    let opponents = binomial(rules.board().circle_count() - PIECES, PIECES);
    let patterns = rules.goals().patterns().iter();
    let goals = patterns.filter(|goal| goal.empty().is_empty()).count();
    goals as u64 * opponents
}

/// The start of an analysis, as each column tile sees it.
struct Start<'a> {
    rows: &'a RowGraph,
    canonical: &'a [Circles],
    endings: &'a Endings<'a>,
    /// The plane of the places where the sets overlap.
    blocked: &'a [BitLine],
    search: Search<'a>,
    settle: Settle<'a>,
}

impl Start<'_> {
    /// Fills a column tile. `left_out` receives, by canonical set, the positions that no plane has
    /// and that are never decided. Returns the numbers of lost positions and of those without a
    /// slide, times the order of the group.
    fn column_tile(
        &self,
        column_tile: usize,
        mut of_tile: TileState<'_>,
        mut left_out: Option<&mut Vec<(u32, BitLine)>>,
        scratch: &mut Scratch,
    ) -> (u64, u64) {
        let Scratch {
            tile: blocked,
            fresh: lost,
            transposed,
            ..
        } = scratch;
        self.rows.copy_tile(self.blocked, column_tile, blocked);
        let mut total = (0, 0);
        for row_tile in 0..self.rows.shape.row_tiles {
            let (mut undecided, mut state) = of_tile.block(row_tile);
            let place = (row_tile, column_tile);
            lost.fill(BitLine::ZERO);
            let all_stuck = &mut transposed[..];
            all_stuck.fill(BitLine::ZERO);
            for (row, set) in self.rows.sets_of_tile(row_tile).enumerate() {
                let ended = self.endings.of_row(self.canonical[set], column_tile);
                let open = ended.open();
                let stuck = self.search.found(set, open, |slid| blocked[slid]);
                lost[row] = ended.lost;
                all_stuck[row] = stuck;
                if let Some(undecided) = &mut undecided {
                    undecided[row] = open.and_not(stuck);
                }
                let never_decided = ended.void.or(stuck);
                if let Some(left_out) = &mut left_out
                    && !never_decided.is_zero()
                {
                    left_out.push((set as u32, never_decided));
                }
            }
            let Settle {
                instructions,
                weights,
                ..
            } = self.settle;
            total.1 += weights.count_block(instructions, all_stuck, place).0;
            total.0 += self.settle.block(place, lost, transposed, &mut state);
        }
        total
    }
}
