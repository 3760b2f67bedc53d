//! The bit-parallel retrograde analysis of the slide phase.
//!
//! Two planes of bits say what is decided (see [`Layout`]). A row is the set of the side that has
//! *just moved*, a column the set of the side to move. `lost` has the positions found lost so far.
//! `won_or_blocked` has those found won so far, and the places where the two sets overlap. A slide
//! changes the row and keeps the column, so a half-step combines whole lines of 512 positions:
//!
//! ```text
//! newly won  (row M) = undecided(M) AND  OR over slides M -> M' of lost(M')
//! newly lost (row M) = undecided(M) AND AND over slides M -> M' of won_or_blocked(M')
//! ```
//! It does so for one column tile after the other, of which it first makes a copy that fits into a
//! cache (see [`RowGraph::copy_tile`]). In `undecided` and in the newly decided positions a row is
//! the *mover's* set. Each block of newly decided positions is transposed (see [`Lanes`]), added
//! to its plane, and given its distance. `undecided` has a plane of its own. Or each block computes
//! it: the transposed positions that neither plane has. That saves a third of the memory if distances
//! are only counted, and takes a third more time.
//!
//! [`RowGraph::copy_tile`]: crate::row_graph::RowGraph::copy_tile
//! [`Lanes`]: crate::lanes::Lanes
//!
//! Wins take odd numbers of plies and losses even ones, so the two half-steps alternate. This is
//! not so if goals have circles that must be empty: a side that leaves such a circle can complete a
//! goal of the other side. Then there are positions won in 0 plies, and both half-steps run at
//! every ply. The one for losses runs first. It writes to a plane of its own, which is then added
//! to `lost`.
//!
//! A column tile to which the last half-step has added few positions is not swept. Only a position
//! with a slide to one of these can be newly decided, so the half-step checks only such positions.
//! `NOTES.md` says what else was tried.

pub(crate) mod endings;
pub(crate) mod half_step;
pub(crate) mod marks;
pub(crate) mod plane;
pub(crate) mod scratch;
pub(crate) mod search;
pub(crate) mod settle;
pub(crate) mod undecided;
pub(crate) mod weights;

use teeko_index::{
    Class, LayerCensus, SetOrbits, binomial, code_of_outcome, parallel, positions_of_layer,
};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Outcome, PIECES, Parity, Rules};

use self::endings::Endings;
use self::half_step::{HalfSteps, TileReader};
use self::plane::Plane;
use self::scratch::{Scratch, ScratchPool};
use self::search::Search;
use self::settle::{Settle, TileState};
use self::undecided::{NeverDecided, Rest};
use self::weights::Weights;
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::journal::Journal;
use crate::layout::Layout;
use crate::line::BitLine;
use crate::lines::{Lines, zeros};
use crate::row_graph::RowGraph;
use crate::slide::SlideSolution;

/// The progress of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlideProgress {
    /// The distance, in plies, of the positions decided last.
    pub ply: u32,
    /// The positions decided so far, with the side to move given.
    pub decided: u64,
    /// The work done, in positions: an estimate, since the number of plies is not known beforehand.
    /// In games for points it counts the positions of all threshold games.
    pub work: Progress,
    /// The positions decided at the last ply.
    fresh: u64,
}

impl SlideProgress {
    /// Returns the progress before the first ply.
    pub(crate) fn new(positions: u64) -> Self {
        Self {
            ply: 0,
            decided: 0,
            work: Progress {
                done: 0,
                total: positions,
            },
            fresh: 0,
        }
    }

    /// Adds what was decided at a ply.
    ///
    /// All plies take about the same time, until so few positions are decided (about 1 in 4,000)
    /// that most of a plane is skipped. Until then the logarithm of the number decided, in the last
    /// ply of wins and of losses together, falls in a straight line. The first plies decide many
    /// easy positions and tell little. Measured with seven rule sets on 25 and 36 circles, the
    /// share of the time is off by 0.1 on the way and by 0.2 where a phase ends early or late.
    pub(crate) fn add(&mut self, ply: u32, fresh: u64) {
        let Self {
            work: Progress { done, total },
            ..
        } = self;
        let lately = (self.fresh + fresh).max(1) as f64 / (*total).max(1) as f64;
        let square = f64::from(ply).powi(2);
        let share = (-0.33 * lately.log10() - 0.15)
            .min(square / (square + 60.0))
            .clamp(0.0, 0.98);
        *done = (*done).max((share * *total as f64) as u64);
        (self.ply, self.decided, self.fresh) = (ply, self.decided + fresh, fresh);
    }

    /// Returns the progress of several games together, of which this one counts `weight` times, and
    /// those before it `before` times, of `all`.
    pub(crate) fn within(self, before: u64, weight: u64, all: u64) -> Self {
        let Progress { done, total } = self.work;
        let work = Progress {
            done: before * total + weight * done,
            total: all * total,
        };
        Self { work, ..self }
    }
}

/// Solves the slide phase of a rule set, which does not depend on its drop rules.
///
/// Uses the current rayon thread pool. The result is the same for any number of threads and any
/// instruction set. Saves the half-steps in `journal`, if there is one. Calls `observe` after each
/// half-step and, with the same progress, within it.
///
/// # Errors
/// [`Stopped`] if `observe` stops the work.
pub fn solve_slide(
    rules: &Rules,
    instructions: InstructionSet,
    journal: Option<&dyn Journal>,
    observe: Observer<'_, SlideProgress>,
) -> Result<SlideSolution, Stopped> {
    let layout = Layout::new(rules);
    let mut analysis = RetrogradeAnalysis::<false>::new(rules, &layout, instructions, true);
    let fresh = analysis.start();
    analysis.run(0, fresh, journal, observe)?;
    let census = analysis.census();
    let codes = analysis.turns.swap_remove(0).codes;
    Ok(SlideSolution::new(rules.clone(), layout, codes, census))
}

/// Returns the number of half-steps before a ply. The first half-step of a ply with losses is the
/// one for losses.
pub(crate) fn half_steps_before(parity: Parity, ply: u32) -> u32 {
    (ply - 1) * if parity == Parity::Fixed { 1 } else { 2 }
}

/// The planes while the analysis runs.
///
/// If `FROM_REST`, there is no plane of undecided positions. Each half-step finds them again, block
/// by block.
pub(crate) struct RetrogradeAnalysis<'a, const FROM_REST: bool> {
    pub(crate) rules: &'a Rules,
    pub(crate) instructions: InstructionSet,
    pub(crate) layout: &'a Layout,
    /// One for positions in which either side may be to move. Or two: of an attacker, who wins,
    /// and of a defender, who loses.
    pub(crate) turns: Vec<Turn<'a>>,
    never_decided: Option<NeverDecided>,
    /// With what the last half-step for losses has changed.
    pub(crate) lost: Plane,
    /// Where both half-steps run at every ply: the next losses alone. Else empty.
    next_lost: Plane,
    /// With what the last half-step for wins has changed.
    pub(crate) won_or_blocked: Plane,
    /// What threads work on in half-steps.
    scratch: ScratchPool,
    /// All positions, and how many of them are decided at which distance or not at all.
    pub(crate) positions: u64,
    pub(crate) counts: LayerCensus,
}

/// The positions of an analysis with one kind of side to move. Planes and codes are those of the
/// transposed positions, in rows by the set of the side that has just moved.
pub(crate) struct Turn<'a> {
    /// The rows by the mover's set.
    pub(crate) rows: &'a RowGraph,
    pub(crate) weights: Weights,
    /// In the place of each block the undecided positions of its transpose: rows are
    /// movers. Empty if they are not kept.
    pub(crate) undecided: Lines,
    /// Empty if they are not kept.
    pub(crate) codes: Codes,
}

impl<'a> Turn<'a> {
    /// Empty planes for rows by sets of `mover` against those of `opponent`.
    pub(crate) fn new(
        rows: &'a RowGraph,
        [mover, opponent]: [&SetOrbits; 2],
        keeps_undecided: bool,
        keeps_codes: bool,
    ) -> Self {
        Self {
            rows,
            weights: Weights::new(&rows.lanes, mover.orbit_sizes(), opponent.orbit_sizes()),
            undecided: zeros(if keeps_undecided { rows.lines() } else { 0 }),
            codes: if keeps_codes {
                rows.codes()
            } else {
                Codes::default()
            },
        }
    }
}

/// The numbers of positions that are decided at one ply.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) won: u64,
    pub(crate) lost: u64,
}

/// What is solved beside a slide phase, from the same planes.
pub(crate) trait Beside {
    /// What reads each column tile of the plane that a half-step leads from, in order to find its
    /// own positions with this outcome; or nothing.
    fn readers<'a>(
        &'a mut self,
        outcome: Outcome,
        layout: &'a Layout,
        source: &'a Plane,
    ) -> Vec<Vec<TileReader<'a>>>;
}

impl Beside for () {
    fn readers<'a>(
        &'a mut self,
        _: Outcome,
        _: &'a Layout,
        _: &'a Plane,
    ) -> Vec<Vec<TileReader<'a>>> {
        Vec::new()
    }
}

impl<'a, const FROM_REST: bool> RetrogradeAnalysis<'a, FROM_REST> {
    /// Empty planes; `keeps_distances` of all positions, in as many planes as the greatest code has
    /// bits, or only counts them.
    pub(crate) fn new(
        rules: &'a Rules,
        layout: &'a Layout,
        instructions: InstructionSet,
        keeps_distances: bool,
    ) -> Self {
        let (rows, orbits) = (&layout.rows, &layout.orbits);
        let sets = orbits.canonical().iter();
        let possible = || {
            sets.map(|&set| !rules.goals().is_unconditional(set))
                .collect()
        };
        let turn = Turn::new(rows, [orbits, orbits], !FROM_REST, keeps_distances);
        let is_free = rules.parity() == Parity::Free;
        Self {
            never_decided: FROM_REST.then(|| NeverDecided::new(rows, possible())),
            next_lost: if is_free {
                Plane::new(rows)
            } else {
                Plane::default()
            },
            ..Self::of_turns(rules, layout, instructions, vec![turn])
        }
    }

    /// Empty planes for one kind of side, or for an attacker and a defender.
    pub(crate) fn of_turns(
        rules: &'a Rules,
        layout: &'a Layout,
        instructions: InstructionSet,
        turns: Vec<Turn<'a>>,
    ) -> Self {
        Self {
            rules,
            instructions,
            layout,
            never_decided: None,
            lost: Plane::new(turns[0].rows),
            next_lost: Plane::default(),
            won_or_blocked: Plane::new(turns[turns.len() - 1].rows),
            turns,
            scratch: ScratchPool::default(),
            positions: positions_of_layer(rules.board(), 2 * PIECES),
            counts: LayerCensus::default(),
        }
    }

    /// Runs half-steps to the end, given what has been decided at a ply. Calls `observe` after each
    /// half-step and, with the same progress, within it.
    ///
    /// # Errors
    /// [`Stopped`] if `observe` stops the work.
    pub(crate) fn run(
        &mut self,
        mut ply: u32,
        mut fresh: Decided,
        journal: Option<&dyn Journal>,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<(), Stopped> {
        let mut progress = SlideProgress::new(self.positions);
        while fresh.won + fresh.lost > 0 {
            progress.add(ply, fresh.won + fresh.lost);
            let is_stopped = || observe(progress).is_break();
            if is_stopped() {
                return Err(Stopped);
            }
            ply += 1;
            fresh = self.ply(ply, journal, &is_stopped, &mut ())?;
        }
        Ok(())
    }

    /// The numbers of positions by class, once nothing is decided any more.
    pub(crate) fn census(&self) -> LayerCensus {
        let mut census = self.counts.clone();
        census.add(Class::Draw, self.positions - census.total());
        census
    }

    /// Fills the planes with what holds before any half-step. Returns the numbers of positions that
    /// are over.
    pub(crate) fn start(&mut self) -> Decided {
        let Self {
            rules,
            instructions,
            layout,
            turns,
            never_decided,
            lost,
            won_or_blocked,
            ..
        } = self;
        let Turn {
            weights,
            undecided,
            codes,
            ..
        } = &mut turns[0];
        let (rules, instructions, weights) = (*rules, *instructions, &*weights);
        let (rows, canonical) = (&layout.rows, layout.orbits.canonical());
        let lanes = &rows.lanes;
        let endings = Endings::new(rules, lanes, canonical);

        won_or_blocked.fill_overlaps(rows, canonical, &endings.with);

        let blocked = &won_or_blocked.bits;
        let mut left_out = never_decided
            .iter_mut()
            .flat_map(|never| never.others.iter_mut());
        let code = code_of_outcome(Outcome::Loss(0), rules.parity());
        let of_tiles = TileState::of_plane(rows, lost, undecided, codes, code).into_iter();
        let of_tiles = of_tiles.map(|state| (state, left_out.next())).enumerate();
        let search = Search {
            instructions,
            lanes,
            moves: &rows.slides,
        };
        let settle = Settle {
            instructions,
            lanes,
            weights,
        };
        let totals = parallel::fold(
            of_tiles,
            || (0, 0, Scratch::new(lanes)),
            |(lost, no_move, scratch), (tile, (mut of_tile, mut others))| {
                let Scratch {
                    tile: blocked_tile,
                    fresh,
                    transposed,
                    cells,
                    ..
                } = scratch;
                rows.copy_tile(blocked, tile, blocked_tile);
                for row_tile in 0..rows.tiles {
                    let (mut undecided, mut state) = of_tile.block(row_tile);
                    let place = (row_tile, tile);
                    let all_stuck = &mut transposed[..];
                    fresh.fill(BitLine::ZERO);
                    all_stuck.fill(BitLine::ZERO);
                    for (row, set) in rows.sets_of_tile(row_tile).enumerate() {
                        let ended = endings.of_row(canonical[set], tile);
                        let open = ended.open();
                        // Those that have no move.
                        let stuck =
                            search.found::<false, false>(set, open, |slid| blocked_tile[slid]);
                        fresh[row] = ended.lost;
                        all_stuck[row] = stuck;
                        if let Some(undecided) = &mut undecided {
                            undecided[row] = open.and_not(stuck);
                        }
                        let left_out = ended.void.or(stuck);
                        if let Some(others) = &mut others
                            && !left_out.is_zero()
                        {
                            others.push((set as u32, left_out));
                        }
                    }
                    *no_move += weights.count_block(instructions, all_stuck, place).0;
                    *lost += settle.block(place, fresh, transposed, cells, &mut state);
                }
            },
        );
        let lost = totals.iter().map(|total| total.0).sum::<u64>() / weights.order;
        let no_move = totals.iter().map(|total| total.1).sum::<u64>() / weights.order;
        let won = if rules.parity() == Parity::Free {
            self.start_won(&endings)
        } else {
            0
        };
        let others = binomial(rules.board().circle_count() - PIECES, PIECES);
        let impossible = rules
            .goals()
            .patterns()
            .iter()
            .filter(|goal| goal.empty().is_empty())
            .count() as u64;
        self.counts.add(Class::NoMove, no_move);
        self.counts.add(Class::Impossible, impossible * others);
        self.counted(0, Decided { won, lost })
    }

    /// Adds to the counts what is decided at a ply.
    pub(crate) fn counted(&mut self, ply: u32, decided: Decided) -> Decided {
        self.counts.add(Class::Win(ply), decided.won);
        self.counts.add(Class::Loss(ply), decided.lost);
        decided
    }

    /// Adds the positions that are won before any half-step. Returns their number.
    fn start_won(&mut self, endings: &Endings<'_>) -> u64 {
        let Self {
            rules,
            instructions,
            layout,
            turns,
            won_or_blocked,
            ..
        } = self;
        let Turn { weights, codes, .. } = &mut turns[0];
        let (rows, canonical) = (&layout.rows, layout.orbits.canonical());
        let code = code_of_outcome(Outcome::Win(0), rules.parity());
        let settle = Settle {
            instructions: *instructions,
            lanes: &rows.lanes,
            weights,
        };
        let tiles = TileState::of_plane(rows, won_or_blocked, &mut [], codes, code);
        settle.lines(rows, tiles, |tile, set, _| {
            endings.of_row(canonical[set], tile).won
        })
    }

    /// Finds the positions with this distance, or takes them from the journal. What is `beside`
    /// reads the same planes.
    ///
    /// # Errors
    /// [`Stopped`] if `is_stopped`; the analysis is unusable then.
    pub(crate) fn ply(
        &mut self,
        ply: u32,
        journal: Option<&dyn Journal>,
        is_stopped: &dyn Fn() -> bool,
        beside: &mut impl Beside,
    ) -> Result<Decided, Stopped> {
        let Self {
            rules,
            instructions,
            layout,
            turns,
            never_decided,
            lost,
            next_lost,
            won_or_blocked,
            scratch,
            ..
        } = self;
        // An attack has no parity but this: the attacker wins at odd plies.
        let is_attack = turns.len() > 1;
        let parity = if is_attack {
            Parity::Fixed
        } else {
            rules.parity()
        };
        let turn = usize::from(is_attack && ply.is_multiple_of(2));
        let Turn {
            rows,
            weights,
            undecided,
            codes,
        } = &mut turns[turn];
        let mut step = HalfSteps {
            instructions: *instructions,
            journal,
            before: half_steps_before(parity, ply),
            from: rows,
            weights,
            undecided,
            rest: never_decided.as_ref().map(|never_decided| Rest {
                never_decided,
                also_decided: None,
            }),
            codes,
            scratch,
            is_stopped,
        };
        // The attacker's codes are apart from the defender's, so half the plies are enough.
        let code = |outcome| {
            if is_attack {
                ply.div_ceil(2)
            } else {
                code_of_outcome(outcome, parity)
            }
        };
        let (win, loss) = (Outcome::Win(ply), Outcome::Loss(ply));
        let decided = match parity {
            Parity::Fixed if ply % 2 == 1 => {
                let readers = beside.readers(win, layout, lost);
                let won = step.run::<true, FROM_REST>(lost, won_or_blocked, code(win), readers)?;
                lost.forget_changes();
                Decided { won, lost: 0 }
            }
            Parity::Fixed => {
                let readers = beside.readers(loss, layout, won_or_blocked);
                let newly_lost =
                    step.run::<false, FROM_REST>(won_or_blocked, lost, code(loss), readers)?;
                won_or_blocked.forget_changes();
                Decided {
                    won: 0,
                    lost: newly_lost,
                }
            }
            Parity::Free => {
                next_lost.clear(&rows.lanes);
                if let Some(rest) = &mut step.rest {
                    rest.also_decided = Some(&lost.bits);
                }
                let readers = beside.readers(loss, layout, won_or_blocked);
                let newly_lost =
                    step.run::<false, FROM_REST>(won_or_blocked, next_lost, code(loss), readers)?;
                let readers = beside.readers(win, layout, lost);
                let won = step.run::<true, FROM_REST>(lost, won_or_blocked, code(win), readers)?;
                lost.add(next_lost, &rows.lanes);
                Decided {
                    won,
                    lost: newly_lost,
                }
            }
        };
        Ok(self.counted(ply, decided))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal set 44 on 6 x 6: the seconds at which plies were done, of 9.7 seconds.
    #[test]
    fn the_work_done_is_about_the_share_of_the_time() {
        let measured = [
            (13, 2.788, 1_099_294_756),
            (14, 2.979, 1_135_492_442),
            (15, 3.177, 1_181_028_608),
            (25, 5.151, 1_364_255_316),
            (26, 5.342, 1_370_652_284),
            (27, 5.558, 1_378_460_822),
            (41, 8.132, 1_415_094_700),
            (42, 8.308, 1_415_611_580),
            (43, 8.478, 1_416_251_122),
        ];
        let mut progress = SlideProgress::new(2_118_223_800);
        for (ply, seconds, decided) in measured {
            progress.add(ply, decided - progress.decided);
            let share = progress.work.done as f64 / progress.work.total as f64;
            // Two plies in a row have to be known.
            if [15, 27, 43].contains(&ply) {
                assert!((share - seconds / 9.7).abs() < 0.1, "ply {ply}: {share}");
            }
        }
    }
}
