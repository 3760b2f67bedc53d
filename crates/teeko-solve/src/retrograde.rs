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
//! the *mover's* set. Each block of newly decided positions is transposed (see [`Lanes`]), added to
//! its plane, and given its distance. So block (r, c) of the source is updated in block (c, r) of
//! the target: a column tile of the source, whose blocks lie apart in memory, belongs to a row tile
//! of the target, of the codes and of `undecided`, which is contiguous there.
//!
//! `undecided` has a plane of its own. Or each block derives it: the transposed positions that
//! neither plane has. That saves a third of the memory if distances are only counted, and takes a
//! third more time.
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
pub(crate) mod half_steps;
mod journaled;
pub(crate) mod plane;
mod progress;
pub(crate) mod scratch;
pub(crate) mod search;
pub(crate) mod settle;
mod start;
pub(crate) mod undecided;
pub(crate) mod weights;

use teeko_index::{Class, LayerCensus, SetOrbits, code_of_outcome, positions_of_layer};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{Outcome, PIECES, Parity, Rules};

use self::half_step::TileReaders;
use self::half_steps::HalfSteps;
use self::plane::Plane;
pub use self::progress::SlideProgress;
use self::scratch::ScratchPool;
use self::undecided::{Derivation, NeverDecided};
use self::weights::Weights;
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::journal::Journal;
use crate::layout::Layout;
use crate::lines::{Lines, zeros};
use crate::row_graph::RowGraph;
use crate::slide::SlideSolution;

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
    let mut analysis = RetrogradeAnalysis::new(rules, &layout, instructions, Keeps::ALL);
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
pub(crate) struct RetrogradeAnalysis<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) instructions: InstructionSet,
    pub(crate) layout: &'a Layout,
    /// One for positions in which either side may be to move. Or two: of an attacker, who wins,
    /// and of a defender, who loses.
    pub(crate) turns: Vec<Turn<'a>>,
    /// If no plane has the undecided positions: each half-step derives them, block by block.
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
    /// In the place of each block the undecided positions of its transpose: rows are movers. Empty
    /// if they are not kept.
    pub(crate) undecided: Lines,
    /// Empty if they are not kept.
    pub(crate) codes: Codes,
}

impl<'a> Turn<'a> {
    /// Empty planes for rows by sets of `mover` against those of `opponent`.
    pub(crate) fn new(
        rows: &'a RowGraph,
        [mover, opponent]: [&SetOrbits; 2],
        keeps: Keeps,
    ) -> Self {
        Self {
            rows,
            weights: Weights::new(&rows.lanes, mover.orbit_sizes(), opponent.orbit_sizes()),
            undecided: zeros(if keeps.undecided {
                rows.shape.lines()
            } else {
                0
            }),
            codes: if keeps.distances {
                rows.codes()
            } else {
                Codes::default()
            },
        }
    }
}

/// What an analysis keeps in planes.
#[derive(Clone, Copy)]
pub(crate) struct Keeps {
    /// The undecided positions. Otherwise each half-step derives them.
    pub(crate) undecided: bool,
    /// The distances of all positions, in as many planes as the greatest code has bits. Otherwise
    /// positions are only counted.
    pub(crate) distances: bool,
}

impl Keeps {
    pub(crate) const ALL: Self = Self {
        undecided: true,
        distances: true,
    };
}

/// The numbers of positions that are decided at one ply.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) won: u64,
    pub(crate) lost: u64,
}

/// What else is solved from the planes of a slide phase while half-steps read them.
pub(crate) trait PlaneReader {
    /// Returns what reads each column tile of the plane that a half-step leads from, in order to
    /// find its own positions with this outcome; or nothing.
    fn readers<'a>(
        &'a mut self,
        outcome: Outcome,
        layout: &'a Layout,
        source: &'a Plane,
    ) -> Vec<TileReaders<'a>>;
}

/// Nothing else.
impl PlaneReader for () {
    fn readers<'a>(&'a mut self, _: Outcome, _: &'a Layout, _: &'a Plane) -> Vec<TileReaders<'a>> {
        Vec::new()
    }
}

/// The planes that half-steps lead from and to.
struct Planes<'a> {
    lost: &'a mut Plane,
    next_lost: &'a mut Plane,
    won_or_blocked: &'a mut Plane,
}

impl<'a> RetrogradeAnalysis<'a> {
    /// Makes empty planes for positions in which either side may be to move.
    pub(crate) fn new(
        rules: &'a Rules,
        layout: &'a Layout,
        instructions: InstructionSet,
        keeps: Keeps,
    ) -> Self {
        let rows = &layout.rows;
        let orbits = &layout.orbits;
        let turn = Turn::new(rows, [orbits, orbits], keeps);
        let mut analysis = Self::of_turns(rules, layout, instructions, vec![turn]);
        if !keeps.undecided {
            let sets = orbits.canonical().iter();
            let possible = sets.map(|&set| !rules.goals().is_unconditional(set));
            analysis.never_decided = Some(NeverDecided::new(rows, possible.collect()));
        }
        if rules.parity() == Parity::Free {
            analysis.next_lost = Plane::new(rows);
        }
        analysis
    }

    /// Makes empty planes for one kind of side, or for an attacker and a defender.
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

    /// Returns the numbers of positions by class, once nothing is decided any more.
    pub(crate) fn census(&self) -> LayerCensus {
        let mut census = self.counts.clone();
        census.add(Class::Draw, self.positions - census.total());
        census
    }

    /// Adds to the counts what is decided at a ply.
    pub(crate) fn counted(&mut self, ply: u32, decided: Decided) -> Decided {
        self.counts.add(Class::Win(ply), decided.won);
        self.counts.add(Class::Loss(ply), decided.lost);
        decided
    }

    /// Finds the positions with this distance, or takes them from the journal. The `reader`
    /// reads the same planes.
    ///
    /// # Errors
    /// [`Stopped`] if `is_stopped`; the analysis is unusable then.
    pub(crate) fn ply(
        &mut self,
        ply: u32,
        journal: Option<&dyn Journal>,
        is_stopped: &dyn Fn() -> bool,
        reader: &mut impl PlaneReader,
    ) -> Result<Decided, Stopped> {
        let layout = self.layout;
        let parity = self.parity();
        let win = Outcome::Win(ply);
        let loss = Outcome::Loss(ply);
        let win_code = self.code(win);
        let loss_code = self.code(loss);
        let (mut steps, planes) = self.half_steps(ply, journal, is_stopped);
        let Planes {
            lost,
            next_lost,
            won_or_blocked,
        } = planes;
        let mut decided = Decided { won: 0, lost: 0 };
        match parity {
            Parity::Fixed if ply % 2 == 1 => {
                let readers = reader.readers(win, layout, lost);
                decided.won = steps.run(true, lost, won_or_blocked, win_code, readers)?;
                lost.forget_changes();
            }
            Parity::Fixed => {
                let readers = reader.readers(loss, layout, won_or_blocked);
                decided.lost = steps.run(false, won_or_blocked, lost, loss_code, readers)?;
                won_or_blocked.forget_changes();
            }
            Parity::Free => {
                next_lost.clear(&layout.rows.lanes);
                if let Some(derivation) = &mut steps.derivation {
                    derivation.also_decided = Some(&lost.bits);
                }
                let readers = reader.readers(loss, layout, won_or_blocked);
                decided.lost = steps.run(false, won_or_blocked, next_lost, loss_code, readers)?;
                let readers = reader.readers(win, layout, lost);
                decided.won = steps.run(true, lost, won_or_blocked, win_code, readers)?;
                lost.add(next_lost, &layout.rows.lanes);
            }
        }
        Ok(self.counted(ply, decided))
    }

    /// Returns the half-steps of a ply, and the planes that they lead from and to.
    fn half_steps<'s>(
        &'s mut self,
        ply: u32,
        journal: Option<&'s dyn Journal>,
        is_stopped: &'s dyn Fn() -> bool,
    ) -> (HalfSteps<'s>, Planes<'s>) {
        let before = half_steps_before(self.parity(), ply);
        // The attacker, whose planes come first, moves at odd plies.
        let turn = usize::from(self.is_attack() && ply.is_multiple_of(2));
        let Turn {
            rows,
            weights,
            undecided,
            codes,
        } = &mut self.turns[turn];
        let derivation = self.never_decided.as_ref().map(Derivation::new);
        let steps = HalfSteps {
            instructions: self.instructions,
            journal,
            before,
            movers: rows,
            weights,
            undecided,
            derivation,
            codes,
            scratch: &self.scratch,
            is_stopped,
        };
        let planes = Planes {
            lost: &mut self.lost,
            next_lost: &mut self.next_lost,
            won_or_blocked: &mut self.won_or_blocked,
        };
        (steps, planes)
    }

    /// Whether an attacker plays against a defender.
    fn is_attack(&self) -> bool {
        self.turns.len() > 1
    }

    /// Returns whether wins and losses take turns. In an attack they do: the attacker wins at odd
    /// plies, whatever the goals are.
    fn parity(&self) -> Parity {
        if self.is_attack() {
            Parity::Fixed
        } else {
            self.rules.parity()
        }
    }

    /// Returns the code of an outcome. The attacker's codes are apart from the defender's, so half
    /// the plies are enough.
    fn code(&self, outcome: Outcome) -> u32 {
        match outcome {
            Outcome::Win(ply) | Outcome::Loss(ply) if self.is_attack() => ply.div_ceil(2),
            _ => code_of_outcome(outcome, self.parity()),
        }
    }
}
