//! Solves the slide phase of an attack.

use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{WeighedSet, parallel, positions_of_layer};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{Circles, PIECES, Rules};

use super::layout::{AttackLayout, winning_slides};
use crate::codes::BlockCodes;
use crate::instruction_set::InstructionSet;
use crate::line::{BitLine, Block, LINE_BITS, transpose};
use crate::retrograde::SlideProgress;
use crate::retrograde::endings::{Ended, Endings};
use crate::retrograde::half_step::{BlockState, HalfSteps, Weights, settle};
use crate::retrograde::plane::Plane;
use crate::retrograde::undecided::Undecided;
use crate::row_graph::{BlockPlace, RowGraph};
use crate::slide::SlideSolution;

/// The numbers of positions in the slide phase of an attack, with light and heavy pieces told
/// apart.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct AttackCensus {
    /// By distance in plies: the positions in which the attacker is to move and forces the points.
    pub won: BTreeMap<u32, u64>,
    /// By distance in plies: the positions in which the defender is to move and cannot prevent
    /// that.
    pub lost: BTreeMap<u32, u64>,
}

impl AttackCensus {
    /// Returns the longest distance, in plies; 0 if the attacker forces nothing in any position.
    pub fn deepest(&self) -> u32 {
        self.won.keys().chain(self.lost.keys()).copied().max().unwrap_or(0)
    }
}

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
    census: AttackCensus,
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

    /// Returns the numbers of positions from which the attacker forces the points.
    pub fn census(&self) -> &AttackCensus {
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
        let (plain, attackers) = (&self.plain.layout, &self.layout.attackers);
        let group = &plain.group;
        let back = |element: u8| group.inverse(element as usize);
        let (graph, row, column, codes) = if attacker_moves {
            let column = attackers.place(attacker);
            let row = plain.orbits.place(group.apply(back(column.element), defender));
            (&self.layout.by_defender, row, column, &self.won)
        } else {
            let column = plain.orbits.place(defender);
            let row = attackers.place(attacker.image(group, back(column.element)));
            (&self.layout.by_attacker, row, column, &self.lost)
        };
        let (row_canonical, column_canonical) = (row.canonical as usize, column.canonical as usize);
        let block = graph.block(BlockPlace {
            row_tile: row_canonical / LINE_BITS,
            element: row.element as usize,
            column_tile: column_canonical / LINE_BITS,
        });
        let half = codes[block].get(row_canonical % LINE_BITS, column_canonical % LINE_BITS);
        (half > 0).then(|| 2 * half - u32::from(attacker_moves))
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
    /// The circles of the attacker's canonical sets.
    unions: Vec<Circles>,
    weights: [Weights; 2],
    /// In the place of each block of `won` the undecided positions with the attacker to move, of
    /// `lost` with the defender to move.
    undecided: [Vec<BitLine>; 2],
    won: Plane,
    lost: Plane,
    won_codes: Vec<BlockCodes>,
    lost_codes: Vec<BlockCodes>,
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
        let order = plain.layout.group.order();
        let (by_attacker, by_defender) = (&layout.by_attacker, &layout.by_defender);
        let (attackers, defenders) =
            (layout.attackers.orbit_sizes(), plain.layout.orbits.orbit_sizes());
        let mut analysis = Self {
            rules,
            points,
            layout,
            plain,
            unions: layout.attackers.canonical().iter().map(|set| set.all()).collect(),
            weights: [
                Weights::new(order, attackers, defenders),
                Weights::new(order, defenders, attackers),
            ],
            undecided: [by_defender, by_attacker]
                .map(|graph| vec![BitLine::ZERO; graph.blocks() * LINE_BITS]),
            won: Plane::new(by_defender.blocks()),
            lost: Plane::new(by_attacker.blocks()),
            won_codes: vec![BlockCodes::default(); by_defender.blocks()],
            lost_codes: vec![BlockCodes::default(); by_attacker.blocks()],
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
        for (undecided, codes) in [(attacker, &easier.won), (defender, &easier.lost)] {
            parallel::for_each(
                undecided.chunks_exact_mut(LINE_BITS).zip(codes),
                |(undecided, codes)| {
                    let mut decided = [BitLine::ZERO; LINE_BITS];
                    decided
                        .iter_mut()
                        .enumerate()
                        .for_each(|(line, decided)| *decided = codes.decided(line));
                    turn(&decided, undecided);
                },
            );
        }
    }

    /// The same from the plain game: the columns of the attacker's canonical sets are those of its
    /// canonical sets, some of them several times.
    fn fill_from_the_plain_game(&mut self) {
        let (plain, layout) = (self.plain, self.layout);
        let of_plain: Vec<usize> = self
            .unions
            .iter()
            .map(|&union| plain.layout.orbits.place(union).canonical as usize)
            .collect();
        let of_plain = &of_plain;
        let [attacker, defender] = &mut self.undecided;
        parallel::for_each(
            attacker.chunks_exact_mut(LINE_BITS).enumerate(),
            |(block, undecided)| {
                let BlockPlace { row_tile, element, column_tile } =
                    layout.by_defender.place_of_block(block);
                let first = column_tile * LINE_BITS;
                let columns = &of_plain[first..(first + LINE_BITS).min(of_plain.len())];
                let mut candidates = [BitLine::ZERO; LINE_BITS];
                for (row, line) in
                    candidates.iter_mut().enumerate().take(layout.by_defender.tile_size(row_tile))
                {
                    let mut plain_tile = usize::MAX;
                    let mut won = BitLine::ZERO;
                    for (column, &of_plain) in columns.iter().enumerate() {
                        if of_plain / LINE_BITS != plain_tile {
                            plain_tile = of_plain / LINE_BITS;
                            let place = BlockPlace { row_tile, element, column_tile: plain_tile };
                            won = plain.codes[plain.layout.rows.block(place)].won(row);
                        }
                        if won.bit(of_plain % LINE_BITS) {
                            line.set(column);
                        }
                    }
                }
                turn(&candidates, undecided);
            },
        );
        parallel::for_each(
            defender.chunks_exact_mut(LINE_BITS).enumerate(),
            |(block, undecided)| {
                let BlockPlace { row_tile, element, column_tile } =
                    layout.by_attacker.place_of_block(block);
                let mut candidates = [BitLine::ZERO; LINE_BITS];
                for (row, line) in
                    candidates.iter_mut().enumerate().take(layout.by_attacker.tile_size(row_tile))
                {
                    let canonical = of_plain[row_tile * LINE_BITS + row];
                    let place =
                        BlockPlace { row_tile: canonical / LINE_BITS, element, column_tile };
                    *line = plain.codes[plain.layout.rows.block(place)].lost(canonical % LINE_BITS);
                }
                turn(&candidates, undecided);
            },
        );
    }

    /// Runs the half-steps to the end.
    fn run(
        mut self,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<(Vec<BlockCodes>, Vec<BlockCodes>, AttackCensus), Stopped> {
        let positions = positions_of_layer(self.rules.board(), 2 * PIECES);
        let mut census = AttackCensus::default();
        let (mut ply, mut decided) = (1, 0);
        let mut fresh = self.start();
        while fresh > 0 {
            let counts = if ply % 2 == 1 { &mut census.won } else { &mut census.lost };
            counts.insert(ply, fresh);
            decided += fresh;
            let progress = SlideProgress { ply, decided, positions };
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
        let Self {
            rules, points, layout, plain, unions, weights, undecided, won, won_codes, ..
        } = self;
        let (rules, points, layout, plain) = (*rules, *points, *layout, *plain);
        let defenders = Endings::new(rules, plain.layout.orbits.canonical());
        let attackers = Endings::new(rules, unions);
        let union_of_row =
            |element, canonical: usize| plain.layout.group.apply(element, unions[canonical]);
        let [of_attacker, of_defender] = undecided;

        parallel::for_each(won.bits.chunks_exact_mut(LINE_BITS).enumerate(), |(block, lines)| {
            let BlockPlace { row_tile, element, column_tile } =
                layout.by_defender.place_of_block(block);
            for (row, line) in
                lines.iter_mut().enumerate().take(layout.by_defender.tile_size(row_tile))
            {
                *line = attackers
                    .with_any(plain.layout.set(element, row_tile * LINE_BITS + row), column_tile);
            }
        });

        let blocked = &won.bits;
        parallel::for_each(
            of_defender.chunks_exact_mut(LINE_BITS).enumerate(),
            |(block, undecided)| {
                let BlockPlace { row_tile, element, column_tile } =
                    layout.by_attacker.source_of(block);
                for (row, undecided) in
                    undecided.iter_mut().enumerate().take(layout.by_defender.tile_size(row_tile))
                {
                    if undecided.is_zero() {
                        continue;
                    }
                    let canonical = row_tile * LINE_BITS + row;
                    let open = open(&attackers, plain.layout.set(element, canonical), column_tile);
                    let successors = layout.by_defender.successors(element, canonical);
                    let stuck = successors.iter().fold(open, |stuck, &line| {
                        stuck.and(
                            blocked[line as usize + layout.by_defender.first_line(column_tile)],
                        )
                    });
                    *undecided = undecided.and(open).and_not(stuck);
                }
            },
        );

        let of_blocks = of_attacker
            .chunks_exact_mut(LINE_BITS)
            .zip(won.bits.chunks_exact_mut(LINE_BITS))
            .zip(won.changes.iter_mut().zip(won_codes))
            .enumerate();
        let totals =
            parallel::map(of_blocks, |(block, ((undecided, target), (changes, codes)))| {
                let codes = Some(codes);
                let source = layout.by_defender.source_of(block);
                let (element, tile) = (source.element, source.column_tile);
                let mut fresh = [BitLine::ZERO; LINE_BITS];
                for (row, fresh) in
                    fresh.iter_mut().enumerate().take(layout.by_attacker.tile_size(source.row_tile))
                {
                    if undecided[row].is_zero() {
                        continue;
                    }
                    let canonical = source.row_tile * LINE_BITS + row;
                    let open = open(&defenders, union_of_row(element, canonical), tile)
                        .and(undecided[row]);
                    let set =
                        layout.attackers.canonical()[canonical].image(&plain.layout.group, element);
                    for slide in winning_slides(rules, points, set) {
                        let free = open.and_not(defenders.with_any(slide.to.into(), tile));
                        for goal in rules.goals().with_circles(slide.goal) {
                            *fresh = fresh.or(free.and_not(defenders.with_any(goal.empty(), tile)));
                        }
                    }
                    undecided[row] = open.and_not(*fresh);
                }
                let mut state = BlockState { target, changes, codes };
                settle(InstructionSet::best(), &weights[ATTACKER], 1, source, &fresh, &mut state)
            });
        totals.into_iter().sum::<u64>() / weights[ATTACKER].order
    }

    /// Finds what is decided at this ply: won at odd ones, lost at even ones.
    ///
    /// # Errors
    /// [`Stopped`] if `is_stopped`; the planes are unusable then.
    fn ply(&mut self, ply: u32, is_stopped: &dyn Fn() -> bool) -> Result<u64, Stopped> {
        let Self { layout, weights, undecided, won, lost, won_codes, lost_codes, .. } = self;
        let instructions = InstructionSet::best();
        let (by_attacker, by_defender): (&RowGraph, &RowGraph) =
            (&layout.by_attacker, &layout.by_defender);
        let [of_attacker, of_defender] = undecided;
        let code = ply.div_ceil(2);
        if ply % 2 == 1 {
            let (from, to, weights) = (by_attacker, by_defender, &weights[ATTACKER]);
            let (undecided, codes) = (Undecided::Plane(of_attacker), Some(&mut won_codes[..]));
            let mut step = HalfSteps {
                instructions,
                journal: None,
                before: 0,
                from,
                to,
                weights,
                undecided,
                codes,
                is_stopped,
            };
            step.run::<true, false>(lost, won, code)
        } else {
            let (from, to, weights) = (by_defender, by_attacker, &weights[DEFENDER]);
            let (undecided, codes) = (Undecided::Plane(of_defender), Some(&mut lost_codes[..]));
            let mut step = HalfSteps {
                instructions,
                journal: None,
                before: 0,
                from,
                to,
                weights,
                undecided,
                codes,
                is_stopped,
            };
            step.run::<false, false>(won, lost, code)
        }
    }
}

/// The columns of a tile with which a set makes a position that is not over.
fn open(endings: &Endings<'_>, mover: Circles, tile: usize) -> BitLine {
    let Ended { apart, lost, won, void } = endings.of_row(mover, tile);
    apart.and_not(lost).and_not(won).and_not(void)
}

/// Turns a block round.
fn turn(block: &Block, turned: &mut [BitLine]) {
    let mut lines = [BitLine::ZERO; LINE_BITS];
    InstructionSet::best().run_narrow(|| transpose(block, &mut lines));
    turned.copy_from_slice(&lines);
}
