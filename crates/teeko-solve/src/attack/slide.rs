//! Solves the slide phase of an attack.

use std::sync::Arc;

use teeko_index::{Class, LayerCensus, WeighedSet, parallel, positions_of_layer};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{Circles, PIECES, Rules};

use super::layout::{AttackLayout, winning_slides};
use crate::codes::BlockCodes;
use crate::instruction_set::InstructionSet;
use crate::line::BitLine;
use crate::retrograde::SlideProgress;
use crate::retrograde::endings::Endings;
use crate::retrograde::half_step::HalfSteps;
use crate::retrograde::plane::Plane;
use crate::retrograde::scratch::ScratchPool;
use crate::retrograde::settle::{Settle, TileState};
use crate::retrograde::weights::Weights;
use crate::slide::{SlideSolution, SolvedTurn};

/// The slide phase of the threshold game for `points` points: the positions from which the attacker
/// forces them, and their distances.
#[derive(Debug)]
pub struct AttackSlide {
    pub(crate) points: u8,
    pub(crate) plain: Arc<SlideSolution>,
    pub(crate) layout: Arc<AttackLayout>,
    /// By block of the rows of the defender, who has just moved: half the plies in which the
    /// attacker wins, rounded up; 0 for no win.
    pub(crate) won: Vec<BlockCodes>,
    /// By block of the rows of the attacker, who has just moved: half the plies in which the
    /// defender loses.
    pub(crate) lost: Vec<BlockCodes>,
    census: LayerCensus,
}

impl AttackSlide {
    /// Solves the attack for `points` points, given the plain game. `easier` is an attack for fewer
    /// points with the same heavy pieces, if there is one. Calls `observe` after each half-step
    /// and, with the same progress, within it.
    ///
    /// # Errors
    /// [`Stopped`] if `observe` stops the work.
    pub(crate) fn solve(
        rules: &Rules,
        points: u8,
        plain: &Arc<SlideSolution>,
        easier: Option<&Self>,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<Self, Stopped> {
        let heavy = PIECES + 1 - usize::from(Rules::heavy_pips(points));
        let layout = match easier {
            Some(easier) => Arc::clone(&easier.layout),
            None => Arc::new(AttackLayout::new(rules, &plain.layout, heavy)),
        };
        let analysis = Analysis::new(rules, points, plain, &layout, easier);
        let (won, lost, census) = analysis.run(observe)?;
        let plain = Arc::clone(plain);
        Ok(Self { points, plain, layout, won, lost, census })
    }

    /// Returns the points that the attacker has to force.
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Returns the numbers of positions from which the attacker forces the points, with the
    /// attacker's pieces distinguished by weight: as won with the attacker to move, as lost with
    /// the defender to move.
    pub fn census(&self) -> &LayerCensus {
        &self.census
    }

    /// Returns the plies in which the attacker forces the points from a position that is not
    /// finished, or `None`.
    ///
    /// # Panics
    /// If a set does not have four pieces on the board, or `attacker` does not have as many heavy
    /// ones as this attack.
    pub fn distance(
        &self,
        attacker: WeighedSet,
        defender: Circles,
        attacker_moves: bool,
    ) -> Option<u32> {
        let turn = self.turn(attacker_moves);
        let half = if attacker_moves {
            turn.code(attacker, defender.into())
        } else {
            turn.code(defender.into(), attacker)
        };
        (half > 0).then(|| 2 * half - u32::from(attacker_moves))
    }

    /// The positions in which the attacker moves, or the defender.
    pub(crate) fn turn(&self, attacker_moves: bool) -> SolvedTurn<'_> {
        let AttackLayout { attackers, by_attacker, by_defender } = &*self.layout;
        let defenders = &self.plain.layout.orbits;
        if attacker_moves {
            let (rows, codes) = (by_defender, &self.won[..]);
            SolvedTurn { mover: attackers, opponent: defenders, rows, codes }
        } else {
            let (rows, codes) = (by_attacker, &self.lost[..]);
            SolvedTurn { mover: defenders, opponent: attackers, rows, codes }
        }
    }

    /// The greatest code in use.
    pub(crate) fn largest_code(&self) -> u32 {
        self.census.deepest().div_ceil(2)
    }
}

/// The planes while the analysis runs.
struct Analysis<'a> {
    rules: &'a Rules,
    points: u8,
    layout: &'a AttackLayout,
    plain: &'a SlideSolution,
    weights: [Weights; 2],
    /// In the place of each block of `won` the undecided positions with the attacker to move, of
    /// `lost` with the defender to move.
    undecided: [Vec<BitLine>; 2],
    won: Plane,
    lost: Plane,
    won_codes: Vec<BlockCodes>,
    lost_codes: Vec<BlockCodes>,
    /// What threads work on in half-steps.
    scratch: ScratchPool,
}

/// Where the half-steps of the attacker and of the defender keep what is theirs.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

impl<'a> Analysis<'a> {
    fn new(
        rules: &'a Rules,
        points: u8,
        plain: &'a SlideSolution,
        layout: &'a AttackLayout,
        easier: Option<&AttackSlide>,
    ) -> Self {
        let lanes = &plain.layout.rows.lanes;
        let (by_attacker, by_defender) = (&layout.by_attacker, &layout.by_defender);
        let (attackers, defenders) =
            (layout.attackers.orbit_sizes(), plain.layout.orbits.orbit_sizes());
        let mut analysis = Self {
            rules,
            points,
            layout,
            plain,
            weights: [
                Weights::new(lanes, attackers, defenders),
                Weights::new(lanes, defenders, attackers),
            ],
            undecided: [by_defender, by_attacker].map(|graph| vec![BitLine::ZERO; graph.lines()]),
            won: Plane::new(by_defender),
            lost: Plane::new(by_attacker),
            won_codes: vec![BlockCodes::default(); by_defender.blocks()],
            lost_codes: vec![BlockCodes::default(); by_attacker.blocks()],
            scratch: ScratchPool::default(),
        };
        analysis.fill_candidates(easier);
        analysis
    }

    /// Marks as undecided what an easier game decides for the attacker.
    fn fill_candidates(&mut self, easier: Option<&AttackSlide>) {
        let [attacker, defender] = &mut self.undecided;
        let Some(easier) = easier else {
            self.fill_from_the_plain_game();
            return;
        };
        let lanes = &self.plain.layout.rows.lanes;
        let instructions = InstructionSet::best();
        for (undecided, codes) in [(attacker, &easier.won), (defender, &easier.lost)] {
            let blocks = undecided.chunks_exact_mut(lanes.sets()).zip(codes);
            parallel::for_each(blocks, |(undecided, codes)| {
                let decided: Vec<BitLine> =
                    (0..lanes.sets()).map(|line| codes.decided(line)).collect();
                lanes.turn(instructions, &decided, undecided);
            });
        }
    }

    /// The same from the plain game: the lines of the attacker's canonical sets are those of its
    /// canonical sets, some of them several times.
    fn fill_from_the_plain_game(&mut self) {
        let (plain, layout) = (self.plain, self.layout);
        let (graph, lanes) = (&plain.layout.rows, &plain.layout.rows.lanes);
        let unions = layout.attackers.canonical().iter();
        let of_plain: Vec<usize> =
            unions.map(|&union| plain.layout.orbits.place(union).canonical as usize).collect();
        let of_plain = &of_plain;
        let instructions = InstructionSet::best();
        let [attacker, defender] = &mut self.undecided;
        let blocks = attacker.chunks_exact_mut(lanes.sets()).enumerate();
        parallel::for_each(blocks, |(block, undecided)| {
            let by_defender = &layout.by_defender;
            let (row_tile, column_tile) =
                (block / by_defender.column_tiles, block % by_defender.column_tiles);
            let mut turned = vec![BitLine::ZERO; lanes.sets()];
            let mut plain_tile = usize::MAX;
            let sets = &of_plain[layout.by_attacker.sets_of_tile(column_tile)];
            for (line, set) in undecided.iter_mut().zip(sets) {
                if set / lanes.sets() != plain_tile {
                    plain_tile = set / lanes.sets();
                    let codes = &plain.codes[graph.block(row_tile, plain_tile)];
                    let won: Vec<_> = (0..lanes.sets()).map(|line| codes.won(line)).collect();
                    lanes.turn(instructions, &won, &mut turned);
                }
                *line = turned[set % lanes.sets()];
            }
        });
        let blocks = defender.chunks_exact_mut(lanes.sets()).enumerate();
        parallel::for_each(blocks, |(block, undecided)| {
            let by_attacker = &layout.by_attacker;
            let (row_tile, column_tile) =
                (block / by_attacker.column_tiles, block % by_attacker.column_tiles);
            let mut candidates = vec![BitLine::ZERO; lanes.sets()];
            for (line, set) in candidates.iter_mut().zip(by_attacker.sets_of_tile(row_tile)) {
                let (codes, row) = graph.codes_of_line(&plain.codes, of_plain[set], column_tile);
                *line = codes.lost(row);
            }
            lanes.turn(instructions, &candidates, undecided);
        });
    }

    /// Runs the half-steps to the end.
    fn run(
        mut self,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<(Vec<BlockCodes>, Vec<BlockCodes>, LayerCensus), Stopped> {
        let positions = positions_of_layer(self.rules.board(), 2 * PIECES);
        let mut census = LayerCensus::new();
        let (mut ply, mut progress) = (1, SlideProgress::new(positions));
        let mut fresh = self.start();
        while fresh > 0 {
            census.add(if ply % 2 == 1 { Class::Win(ply) } else { Class::Loss(ply) }, fresh);
            progress.add(ply, fresh);
            let is_stopped = || observe(progress).is_break();
            if is_stopped() {
                return Err(Stopped);
            }
            ply += 1;
            fresh = self.ply(ply, &is_stopped)?;
        }
        parallel::for_each(self.won_codes.iter_mut().chain(&mut self.lost_codes), BlockCodes::pack);
        Ok((self.won_codes, self.lost_codes, census))
    }

    /// Fills the planes with what holds before any half-step, and finds what is won in one ply.
    /// Returns how much that is.
    fn start(&mut self) -> u64 {
        let Self { rules, points, layout, plain, weights, undecided, won, won_codes, .. } = self;
        let (rules, points, layout, plain) = (*rules, *points, *layout, *plain);
        let (by_attacker, by_defender) = (&layout.by_attacker, &layout.by_defender);
        let (lanes, sets) = (&by_defender.lanes, plain.layout.orbits.canonical());
        let unions = layout.attackers.canonical();
        let defenders = Endings::new(rules, lanes, sets);
        let attackers = Endings::new(rules, lanes, unions);
        let [of_attacker, of_defender] = undecided;

        won.fill_overlaps(by_defender, sets, &attackers.with);

        let (instructions, blocked) = (InstructionSet::best(), &won.bits);
        let tiles = of_defender.chunks_exact_mut(by_defender.tile_height()).enumerate();
        parallel::for_each(tiles, |(tile, undecided)| {
            let mut gathered = Vec::new();
            by_defender.gather(instructions, blocked, tile, &mut gathered);
            for (set, undecided) in undecided.iter_mut().enumerate() {
                if undecided.is_zero() {
                    continue;
                }
                let open = attackers.of_row(sets[set], tile).open();
                let stuck = instructions.combine::<false>(&gathered, by_defender.successors(set));
                *undecided = undecided.and(open).and_not(stuck);
            }
        });

        let tiles = TileState::of_plane(by_attacker, won, of_attacker, won_codes);
        let settle = Settle { instructions, lanes, weights: &weights[ATTACKER], code: 1 };
        settle.lines(by_attacker, tiles, |tile, set, undecided| {
            let mut won = BitLine::ZERO;
            if undecided.is_zero() {
                return won;
            }
            let open = defenders.of_row(unions[set], tile).open().and(*undecided);
            for slide in winning_slides(rules, points, layout.attackers.weighed_set(set)) {
                let free = open.and_not(defenders.with_any(slide.to.into(), tile));
                for goal in rules.goals().with_circles(slide.goal) {
                    won = won.or(free.and_not(defenders.with_any(goal.empty(), tile)));
                }
            }
            *undecided = open.and_not(won);
            won
        })
    }

    /// Finds what is decided at this ply: won at odd ones, lost at even ones.
    ///
    /// # Errors
    /// [`Stopped`] if `is_stopped`; the planes are unusable then.
    fn ply(&mut self, ply: u32, is_stopped: &dyn Fn() -> bool) -> Result<u64, Stopped> {
        let Self { layout, weights, undecided, won, lost, won_codes, lost_codes, scratch, .. } =
            self;
        let (wins, code) = (ply % 2 == 1, ply.div_ceil(2));
        let [of_attacker, of_defender] = undecided;
        let (from, weights, undecided, codes) = if wins {
            (&layout.by_attacker, &weights[ATTACKER], of_attacker, won_codes)
        } else {
            (&layout.by_defender, &weights[DEFENDER], of_defender, lost_codes)
        };
        let mut step = HalfSteps {
            instructions: InstructionSet::best(),
            journal: None,
            before: 0,
            from,
            weights,
            undecided,
            rest: None,
            codes,
            scratch,
            is_stopped,
        };
        if wins {
            step.run::<true, false>(lost, won, code, Vec::new())
        } else {
            step.run::<false, false>(won, lost, code, Vec::new())
        }
    }
}
