//! The slide phase of an attack: two-sided retrograde analysis.

use std::sync::Arc;

use teeko_index::{LayerCensus, SetOrbits, WeighedSet, parallel};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{Circles, PIECES, Rules};

use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::layout::{Layout, rows_by, slid_sets};
use crate::line::BitLine;
use crate::retrograde::endings::Endings;
use crate::retrograde::search::Search;
use crate::retrograde::settle::{Settle, TileState};
use crate::retrograde::{Decided, Keeps, RetrogradeAnalysis, SlideProgress, Turn};
use crate::row_graph::RowGraph;
use crate::slide::{SlideSolution, SolvedTurn};

/// The slide phase of the threshold game for `points` points: the positions from which the attacker
/// forces them, and their distances.
#[derive(Debug)]
pub struct AttackSlide {
    pub(crate) points: u8,
    pub(crate) plain: Arc<SlideSolution>,
    pub(crate) layout: Arc<AttackLayout>,
    /// Half the plies, rounded up, in which the attacker wins, in the rows of the defender, who has
    /// just moved, and in which the defender loses, in the rows of the attacker; 0 for other
    /// positions.
    codes: Vec<Codes>,
    census: LayerCensus,
}

/// The places of the positions of an attack with a given number of heavy pieces.
#[derive(Debug)]
pub(crate) struct AttackLayout {
    pub(crate) attackers: Arc<SetOrbits>,
    /// The rows of planes by the attacker's set, and of those by the defender's.
    by_attacker: RowGraph,
    by_defender: RowGraph,
}

impl AttackLayout {
    /// Makes the layout for `heavy` heavy pieces, given that of the plain game.
    fn new(rules: &Rules, plain: &Layout, heavy: usize) -> Self {
        let circles = rules.board().circle_count();
        let attackers = SetOrbits::weighed(circles, heavy, PIECES - heavy, &plain.group);
        let by_attacker = rows_by(rules, &plain.rows.lanes, &attackers, &plain.orbits);
        let by_defender = rows_by(rules, &plain.rows.lanes, &plain.orbits, &attackers);
        Self {
            attackers: Arc::new(attackers),
            by_attacker,
            by_defender,
        }
    }
}

impl AttackSlide {
    /// Solves the attack for `points` points, given the plain game. `easier` is an attack for fewer
    /// points with the same heavy pieces, if there is one. Calls `observe` after each half-step
    /// and, with the same progress, within it.
    ///
    /// # Errors
    /// [`Stopped`] if `observe` stops the work.
    ///
    /// # Panics
    /// If `points` is the least threshold or none at all.
    pub(crate) fn solve(
        rules: &Rules,
        points: u8,
        plain: &Arc<SlideSolution>,
        easier: Option<&Self>,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<Self, Stopped> {
        assert!(
            points > 1 && rules.thresholds().contains(&points),
            "a threshold above the least"
        );
        let heavy = Rules::heavy_pieces(points);
        let layout = match easier {
            Some(easier) => Arc::clone(&easier.layout),
            None => Arc::new(AttackLayout::new(rules, &plain.layout, heavy)),
        };
        let AttackLayout {
            attackers,
            by_attacker,
            by_defender,
        } = &*layout;
        let defenders = &plain.layout.orbits;
        let mut turns = [
            Turn::new(by_attacker, [attackers, defenders], Keeps::ALL),
            Turn::new(by_defender, [defenders, attackers], Keeps::ALL),
        ];
        match easier {
            Some(easier) => fill_from_easier(&easier.codes, &mut turns),
            None => fill_from_plain(plain, &layout, &mut turns),
        }
        let (best, turns) = (InstructionSet::best(), turns.into());
        let mut analysis = RetrogradeAnalysis::of_turns(rules, &plain.layout, best, turns);
        let fresh = start(&mut analysis, points, &layout);
        analysis.run(1, fresh, None, observe)?;
        let RetrogradeAnalysis {
            turns,
            counts: census,
            ..
        } = analysis;
        let mut codes: Vec<Codes> = turns.into_iter().map(|turn| turn.codes).collect();
        parallel::for_each(&mut codes, Codes::pack);
        Ok(Self {
            points,
            plain: Arc::clone(plain),
            layout,
            codes,
            census,
        })
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
        let AttackLayout {
            attackers,
            by_attacker,
            by_defender,
        } = &*self.layout;
        let defenders = &self.plain.layout.orbits;
        if attacker_moves {
            let (rows, codes) = (by_defender, &self.codes[0]);
            SolvedTurn {
                mover: attackers,
                opponent: defenders,
                rows,
                codes,
            }
        } else {
            let (rows, codes) = (by_attacker, &self.codes[1]);
            SolvedTurn {
                mover: defenders,
                opponent: attackers,
                rows,
                codes,
            }
        }
    }

    pub(crate) fn largest_code(&self) -> u32 {
        self.census.deepest().div_ceil(2)
    }
}

/// Marks as undecided what an easier attack with the same pieces decides.
fn fill_from_easier(codes: &[Codes], turns: &mut [Turn<'_>]) {
    let instructions = InstructionSet::best();
    for (
        Turn {
            rows, undecided, ..
        },
        codes,
    ) in turns.iter_mut().zip(codes)
    {
        let lanes = &rows.lanes;
        let blocks = undecided.chunks_exact_mut(lanes.sets()).enumerate();
        parallel::for_each(blocks, |(block, undecided)| {
            let of_block = block * lanes.sets()..(block + 1) * lanes.sets();
            let decided: Vec<BitLine> = of_block.map(|line| codes.decided(line)).collect();
            lanes.transpose(instructions, &decided, undecided);
        });
    }
}

/// The same for what the plain game decides: the lines of the attacker's canonical sets are those
/// of its canonical sets, some of them several times.
fn fill_from_plain(
    plain: &SlideSolution,
    layout: &AttackLayout,
    [attacker, defender]: &mut [Turn<'_>; 2],
) {
    let (graph, lanes) = (&plain.layout.rows, &plain.layout.rows.lanes);
    let unions = layout.attackers.canonical().iter();
    let of_plain: Vec<usize> = unions
        .map(|&union| plain.layout.orbits.place(union).canonical as usize)
        .collect();
    let of_plain = &of_plain;
    let instructions = InstructionSet::best();
    let blocks = attacker
        .undecided
        .chunks_exact_mut(lanes.sets())
        .enumerate();
    parallel::for_each(blocks, |(block, undecided)| {
        let by_defender = &layout.by_defender;
        let (row_tile, column_tile) = (
            block / by_defender.column_tiles,
            block % by_defender.column_tiles,
        );
        let mut transposed = vec![BitLine::ZERO; lanes.sets()];
        let mut plain_tile = usize::MAX;
        let sets = &of_plain[layout.by_attacker.sets_of_tile(column_tile)];
        for (line, set) in undecided.iter_mut().zip(sets) {
            if set / lanes.sets() != plain_tile {
                plain_tile = set / lanes.sets();
                let first = graph.block(row_tile, plain_tile) * lanes.sets();
                let of_block = first..first + lanes.sets();
                let won: Vec<_> = of_block.map(|line| plain.codes.won(line)).collect();
                lanes.transpose(instructions, &won, &mut transposed);
            }
            *line = transposed[set % lanes.sets()];
        }
    });
    let blocks = defender
        .undecided
        .chunks_exact_mut(lanes.sets())
        .enumerate();
    parallel::for_each(blocks, |(block, undecided)| {
        let by_attacker = &layout.by_attacker;
        let (row_tile, column_tile) = (
            block / by_attacker.column_tiles,
            block % by_attacker.column_tiles,
        );
        let mut candidates = vec![BitLine::ZERO; lanes.sets()];
        for (line, set) in candidates
            .iter_mut()
            .zip(by_attacker.sets_of_tile(row_tile))
        {
            *line = plain.codes.lost(graph.line(of_plain[set], column_tile));
        }
        lanes.transpose(instructions, &candidates, undecided);
    });
}

/// Fills the planes with what holds before any half-step, and finds what is won in one ply.
fn start(analysis: &mut RetrogradeAnalysis<'_>, points: u8, layout: &AttackLayout) -> Decided {
    let RetrogradeAnalysis {
        rules,
        instructions,
        layout: plain,
        turns,
        won_or_blocked: won,
        ..
    } = analysis;
    let [attacker, defender] = &mut turns[..] else {
        unreachable!("two kinds of sides")
    };
    let AttackLayout {
        attackers,
        by_attacker,
        by_defender,
    } = layout;
    let (rules, instructions, lanes) = (*rules, *instructions, &by_defender.lanes);
    let (sets, unions) = (plain.orbits.canonical(), attackers.canonical());
    let attackers_ends = Endings::new(rules, lanes, unions);
    let defenders_ends = Endings::new(rules, lanes, sets);

    won.fill_overlaps(by_defender, sets, &attackers_ends.with);

    let blocked = &won.bits;
    let tiles = defender
        .undecided
        .chunks_exact_mut(by_defender.tile_height())
        .enumerate();
    let search = Search {
        instructions,
        lanes,
        moves: &by_defender.slides,
    };
    parallel::for_each(tiles, |(tile, undecided)| {
        let mut blocked_tile = Vec::new();
        by_defender.copy_tile(blocked, tile, &mut blocked_tile);
        for (set, undecided) in undecided.iter_mut().enumerate() {
            if undecided.is_zero() {
                continue;
            }
            let open = attackers_ends.of_row(sets[set], tile).open();
            let open = undecided.and(open);
            let stuck = search.found::<false, false>(set, open, |slid| blocked_tile[slid]);
            *undecided = open.and_not(stuck);
        }
    });

    let Turn {
        weights,
        undecided,
        codes,
        ..
    } = attacker;
    let tiles = TileState::of_plane(by_attacker, won, undecided, codes, 1);
    let settle = Settle {
        instructions,
        lanes,
        weights,
    };
    let won = settle.lines(by_attacker, tiles, |tile, set, undecided| {
        let mut won = BitLine::ZERO;
        if undecided.is_zero() {
            return won;
        }
        let open = defenders_ends
            .of_row(unions[set], tile)
            .open()
            .and(*undecided);
        let pieces = attackers.weighed_set(set);
        for (slid, from, to) in slid_sets(rules, pieces) {
            for goal in rules.goals().with_circles(slid.all()) {
                if rules.wins_threshold(points, pieces.heavy.contains(from), to) {
                    let taken = defenders_ends.with_any(goal.empty().with(to), tile);
                    won = won.or(open.and_not(taken));
                }
            }
        }
        *undecided = open.and_not(won);
        won
    });
    analysis.counted(1, Decided { won, lost: 0 })
}
