//! A drop layer, solved ply by ply beside the layer after it.

use std::sync::Arc;

use teeko_index::{
    Class, DropChoice, LayerCensus, LayerValues, PairTable, Place, Scale, SetOrbits,
    code_of_outcome, goal_columns, outcome_of_code, parallel, positions_of_layer, value_of_outcome,
};
use teeko_rules::{Circle, Circles, Outcome, Parity, Rules};

use crate::codes::BlockCodes;
use crate::columns::{columns_with_each_circle, with_any};
use crate::instruction_set::InstructionSet;
use crate::layout::places;
use crate::line::{BitLine, LINE_WORDS};
use crate::lines::{Lines, zeros};
use crate::retrograde::half_step::{SPARSE_AND, SPARSE_OR, each_or_none};
use crate::retrograde::plane::{Plane, each_row};
use crate::retrograde::scratch::Scratch;
use crate::retrograde::settle::{BlockState, Settle};
use crate::retrograde::weights::Weights;
use crate::row_graph::{Neighbours, RowGraph};

/// A drop layer while it is being solved.
pub(super) struct DropLayer {
    rules: Rules,
    layer: usize,
    opponent_chooses: bool,
    mover: Arc<SetOrbits>,
    opponent: Arc<SetOrbits>,
    /// The rows of planes by the mover's set, and of those by the opponent's, who has just moved.
    by_mover: RowGraph,
    by_opponent: RowGraph,
    /// For each canonical set of the mover's the places of the grown sets in the layer after, and
    /// the indices of the circles that are added.
    grown: Neighbours<Place>,
    circles: Vec<u8>,
    /// For each canonical set of the layer after the places of the mover's sets that a drop leads
    /// from, and the indices of the circles that are added, as the mover's canonical set has them.
    origins: Neighbours<Place>,
    dropped: Vec<u8>,
    /// By tile of the opponent's canonical sets, then circle: in lane `g` the columns whose sets
    /// have `g · circle`.
    with: Vec<Vec<BitLine>>,
    /// In the place of each block of `lost` and `won` the undecided positions of the block that it
    /// turns into, by the mover.
    undecided: Lines,
    lost: Plane,
    /// With the places where the sets overlap.
    won: Plane,
    /// By block of `lost` and `won`; empty if they are not kept.
    codes: Vec<BlockCodes>,
    weights: Weights,
    counts: LayerCensus,
}

impl DropLayer {
    /// A layer with these sets of the mover and of the opponent, where a drop makes one of `grown`
    /// of the former; `after` are the rows of the layer after. The distances of a layer in which
    /// both have as many pieces are kept.
    pub(super) fn new(
        rules: &Rules,
        layer: usize,
        choice: DropChoice,
        [mover, opponent]: [&Arc<SetOrbits>; 2],
        grown: &SetOrbits,
        after: &RowGraph,
    ) -> Self {
        let (lanes, group) = (&after.lanes, after.group());
        let by_mover = RowGraph::without_slides(lanes, mover.count(), opponent.count());
        let by_opponent = RowGraph::without_slides(lanes, opponent.count(), mover.count());
        let free = |set: Circles| rules.board().circles() - set - rules.banned(layer);
        let of_drops = |&set: &Circles| -> Vec<Place> {
            free(set).iter().map(|circle| grown.place(set.with(circle))).collect()
        };
        let indices = |&set: &Circles| free(set).iter().map(|circle| circle.index() as u8);
        // The circles that a drop can have added to each set, with the sets that it leads from.
        let undone = |&set: &Circles| -> Vec<(u8, Place)> {
            let dropped = set.iter().filter(|&circle| free(set.without(circle)).contains(circle));
            let origins = |circle: Circle| {
                let as_mover = move |place: &Place| {
                    let back = group.inverse(usize::from(place.element));
                    group.elements()[back].image(circle).index() as u8
                };
                places(group, mover, set.without(circle))
                    .map(move |place| (as_mover(&place), place))
            };
            dropped.flat_map(origins).collect()
        };
        let undone: Vec<_> = grown.canonical().iter().map(undone).collect();
        let origins = undone.iter().map(|of_set| of_set.iter().map(|&(_, place)| place));
        let kept = if mover.size() == opponent.size() { by_opponent.blocks() } else { 0 };
        Self {
            rules: rules.clone(),
            layer,
            opponent_chooses: choice != DropChoice::Mover,
            grown: Neighbours::new(mover.canonical().iter().map(of_drops)),
            circles: mover.canonical().iter().flat_map(indices).collect(),
            dropped: undone.iter().flatten().map(|&(circle, _)| circle).collect(),
            origins: Neighbours::new(origins),
            with: opponent
                .canonical()
                .chunks(lanes.sets())
                .map(|sets| columns_with_each_circle(lanes, sets))
                .collect(),
            undecided: zeros(by_opponent.lines()),
            lost: Plane::new(&by_opponent),
            won: Plane::new(&by_opponent),
            codes: vec![BlockCodes::default(); kept],
            weights: Weights::new(lanes, mover.orbit_sizes(), opponent.orbit_sizes()),
            counts: LayerCensus::new(),
            mover: Arc::clone(mover),
            opponent: Arc::clone(opponent),
            by_mover,
            by_opponent,
        }
    }

    /// The rows of its planes.
    pub(super) fn rows(&self) -> &RowGraph {
        &self.by_opponent
    }

    /// The rows of its planes, what is won and what is lost.
    pub(super) fn planes(&self) -> (&RowGraph, &Plane, &Plane) {
        (&self.by_opponent, &self.won, &self.lost)
    }

    /// Fills the planes with what holds before any ply. Returns the number of positions that are
    /// over.
    pub(super) fn start(&mut self, instructions: InstructionSet) -> u64 {
        let Self {
            rules,
            mover,
            opponent,
            by_mover,
            by_opponent,
            with,
            undecided,
            lost,
            won,
            codes,
            weights,
            counts,
            ..
        } = self;
        let (lanes, group) = (&by_mover.lanes, by_mover.group());
        let of_mover = mover.canonical().chunks(lanes.sets());
        let of_mover: Vec<_> = of_mover.map(|sets| columns_with_each_circle(lanes, sets)).collect();
        let blocks = won.bits.chunks_exact_mut(lanes.sets()).enumerate();
        parallel::for_each(blocks, |(block, lines)| {
            let (row_tile, column_tile) =
                (block / by_opponent.column_tiles, block % by_opponent.column_tiles);
            let sets = &opponent.canonical()[by_opponent.sets_of_tile(row_tile)];
            for (line, &set) in lines.iter_mut().zip(sets) {
                *line = with_any(&of_mover[column_tile], set);
            }
        });
        let goals = goal_columns(rules.goals(), opponent);
        let code = code_of_outcome(Outcome::Loss(0), rules.parity());
        let codes = (!codes.is_empty()).then(|| codes.iter_mut());
        let of_blocks = lost
            .bits
            .chunks_exact_mut(lanes.sets())
            .zip(&mut lost.changes)
            .zip(undecided.chunks_exact_mut(lanes.sets()))
            .zip(each_or_none(codes, by_opponent.blocks()))
            .enumerate();
        let settle = Settle { instructions, lanes, weights, code };
        let totals = parallel::fold(
            of_blocks,
            || (0, Scratch::new(lanes)),
            |(total, scratch), (block, (((target, changes), undecided), codes))| {
                let (row_tile, tile) = (block % by_mover.tiles, block / by_mover.tiles);
                let columns = by_opponent.sets_of_tile(tile);
                let all = lanes.every(0..columns.len());
                let goals = || goals.iter().filter(|(column, _)| columns.contains(column));
                let Scratch { fresh, turned, .. } = scratch;
                fresh.fill(BitLine::ZERO);
                for (row, set) in by_mover.sets_of_tile(row_tile).enumerate() {
                    let set = mover.canonical()[set];
                    let mut over = BitLine::ZERO;
                    for &(column, opponent) in goals() {
                        for element in 0..lanes.order() {
                            let bit = lanes.bit(element, column - columns.start);
                            match rules.goals().worth(opponent, group.apply(element, set)) {
                                None => {}
                                Some(0) => over.set(bit),
                                Some(_) => fresh[row].set(bit),
                            }
                        }
                    }
                    let apart = all.and_not(with_any(&with[tile], set));
                    fresh[row] = fresh[row].and(apart);
                    undecided[row] = apart.and_not(over).and_not(fresh[row]);
                }
                let mut state = BlockState { target, changes, codes };
                *total += settle.block((row_tile, tile), fresh, turned, &mut state);
            },
        );
        let lost = totals.into_iter().map(|(total, _)| total).sum::<u64>() / weights.order;
        counts.add(Class::Loss(0), lost);
        lost
    }

    /// Finds the positions with this distance, given the planes of the layer after as they were one
    /// ply ago. Returns their number.
    pub(super) fn ply(
        &mut self,
        ply: u32,
        instructions: InstructionSet,
        after: &RowGraph,
        won: &Plane,
        lost: &Plane,
    ) -> u64 {
        let (wins, loses) = match self.rules.parity() {
            Parity::Fixed => (ply % 2 == 1, ply.is_multiple_of(2)),
            Parity::Free => (true, true),
        };
        let mut total = 0;
        if wins {
            let outcome = Outcome::Win(ply);
            let found = if self.opponent_chooses {
                self.half_step::<true, true>(outcome, instructions, after, lost)
            } else {
                self.half_step::<false, false>(outcome, instructions, after, lost)
            };
            self.counts.add(Class::Win(ply), found);
            total += found;
        }
        if loses {
            let outcome = Outcome::Loss(ply);
            let found = if self.opponent_chooses {
                self.half_step::<false, true>(outcome, instructions, after, won)
            } else {
                self.half_step::<true, false>(outcome, instructions, after, won)
            };
            self.counts.add(Class::Loss(ply), found);
            total += found;
        }
        total
    }

    /// Finds the undecided positions `ALL` of whose drops lead to a position of `source`, or any of
    /// them, and gives them this outcome. It is `MASKED` where it matters what the source has for
    /// circles that are taken.
    fn half_step<const ALL: bool, const MASKED: bool>(
        &mut self,
        outcome: Outcome,
        instructions: InstructionSet,
        after: &RowGraph,
        source: &Plane,
    ) -> u64 {
        let code = code_of_outcome(outcome, self.rules.parity());
        let Self {
            by_mover,
            grown,
            circles,
            origins,
            dropped,
            with,
            undecided,
            lost,
            won,
            codes,
            weights,
            ..
        } = self;
        let sparse = if ALL { SPARSE_AND } else { SPARSE_OR };
        let target = if matches!(outcome, Outcome::Win(_)) { won } else { lost };
        let drops =
            Drops { instructions, by_mover, after, grown, circles, origins, dropped, with, source };
        let lanes = &*by_mover.lanes;
        let settle = Settle { instructions, lanes, weights, code };
        let height = by_mover.tile_height();
        let codes = (!codes.is_empty()).then(|| codes.chunks_exact_mut(by_mover.tiles));
        let of_target = target
            .bits
            .chunks_exact_mut(height)
            .zip(target.changes.chunks_exact_mut(by_mover.tiles))
            .zip(undecided.chunks_exact_mut(height))
            .zip(each_or_none(codes, by_mover.column_tiles))
            .enumerate();
        let totals = parallel::fold(
            of_target,
            || (0, Scratch::new(lanes)),
            |(total, scratch), (column_tile, (((target, changes), undecided), mut codes))| {
                let candidates = source.candidates(after, by_mover, origins, column_tile, sparse);
                let Scratch { gathered, fresh, turned, rows, .. } = scratch;
                if candidates.is_none() {
                    instructions.run(
                        #[inline(always)]
                        |instructions| {
                            let drops = Drops { instructions, ..drops };
                            drops.combine::<ALL, MASKED>(column_tile, gathered);
                        },
                    );
                }
                for row_tile in 0..by_mover.tiles {
                    let block = row_tile * lanes.sets()..(row_tile + 1) * lanes.sets();
                    let undecided = &mut undecided[block.clone()];
                    let place = (row_tile, column_tile);
                    let mut state = BlockState {
                        target: &mut target[block.clone()],
                        changes: &mut changes[row_tile],
                        codes: codes.as_mut().map(|codes| &mut codes[row_tile]),
                    };
                    let Some(candidates) = &candidates else {
                        let combined = &gathered[block];
                        for ((fresh, undecided), combined) in
                            fresh.iter_mut().zip(undecided).zip(combined)
                        {
                            *fresh = undecided.and(*combined);
                            *undecided = undecided.and_not(*fresh);
                        }
                        *total += settle.block(place, fresh, turned, &mut state);
                        continue;
                    };
                    *total += instructions.run(
                        #[inline(always)]
                        |instructions| {
                            let drops = Drops { instructions, ..drops };
                            let fresh = each_row(
                                candidates[row_tile].iter(),
                                rows,
                                #[inline(always)]
                                |row, worthwhile| {
                                    let open = worthwhile.and(undecided[row]);
                                    let set = block.start + row;
                                    let found =
                                        drops.combined::<ALL, MASKED>(set, column_tile, open);
                                    undecided[row] = undecided[row].and_not(found);
                                    found
                                },
                            );
                            settle.cells(place, fresh, &mut state)
                        },
                    );
                }
            },
        );
        totals.into_iter().map(|(total, _)| total).sum::<u64>() / weights.order
    }

    /// How many positions there are of each class, once nothing is decided any more.
    pub(super) fn census(&self) -> LayerCensus {
        let mut census = self.counts.clone();
        census
            .add(Class::Draw, positions_of_layer(self.rules.board(), self.layer) - census.total());
        census
    }

    /// The values of all positions, once nothing is decided any more.
    ///
    /// # Panics
    /// If the distances are not kept, or too large for the type.
    pub(super) fn values<T: Scale>(&self) -> LayerValues<T> {
        let parity = self.rules.parity();
        let group = self.by_opponent.group();
        let mut values =
            PairTable::<T>::new(group.order(), self.opponent.count(), self.mover.count());
        values.for_each_row(|element, canonical, row| {
            let set = group.apply(element, self.opponent.canonical()[canonical]);
            let place = Place { canonical: canonical as u32, element: element as u8 };
            for (column, value) in row.iter_mut().enumerate() {
                if self.mover.canonical()[column].meets(set) {
                    continue;
                }
                let code = self.by_opponent.code(&self.codes, place, column);
                // Black is to move.
                let outcome = outcome_of_code(code, parity);
                *value =
                    value_of_outcome(outcome, self.layer, parity).expect("a distance that fits");
            }
        });
        LayerValues::new(
            self.layer,
            parity,
            Arc::clone(&self.mover),
            Arc::clone(&self.opponent),
            values,
        )
    }
}

/// The drops of a layer, as each block of a half-step sees them.
#[derive(Clone, Copy)]
struct Drops<'a> {
    instructions: InstructionSet,
    by_mover: &'a RowGraph,
    after: &'a RowGraph,
    grown: &'a Neighbours<Place>,
    circles: &'a [u8],
    origins: &'a Neighbours<Place>,
    dropped: &'a [u8],
    with: &'a [Vec<BitLine>],
    /// The plane that they lead to.
    source: &'a Plane,
}

impl Drops<'_> {
    /// Fills `combined` with the positions of a column tile from which all drops lead to the plane,
    /// or any.
    ///
    /// Reads each line of the plane once, in order, and combines it into the four lines from which
    /// a drop leads there; these fit into the first-level cache on small boards, and into the
    /// second level on all.
    #[inline(always)]
    fn combine<const ALL: bool, const MASKED: bool>(
        &self,
        column_tile: usize,
        combined: &mut Vec<BitLine>,
    ) {
        let lanes = &self.by_mover.lanes;
        let neutral = BitLine([if ALL { u64::MAX } else { 0 }; LINE_WORDS]);
        combined.clear();
        combined.resize(self.by_mover.tile_height(), neutral);
        let with = &self.with[column_tile];
        let blocks = self.after.blocks_of_column(&self.source.bits, column_tile);
        for (row_tile, lines) in blocks.enumerate() {
            for (line, set) in lines.iter().zip(self.after.sets_of_tile(row_tile)) {
                let circles = &self.dropped[self.origins.places(set)];
                for (origin, &circle) in self.origins.of(set).iter().zip(circles) {
                    let element = usize::from(origin.element);
                    let reached = lanes.image_back(self.instructions, *line, element);
                    let combined = &mut combined[origin.canonical as usize];
                    let taken = if MASKED { with[usize::from(circle)] } else { BitLine::ZERO };
                    *combined = combine::<ALL, MASKED>(*combined, reached, taken);
                }
            }
        }
    }

    /// Returns the positions of a line among `open` from which all drops, or any, lead to the
    /// plane.
    #[inline(always)]
    fn combined<const ALL: bool, const MASKED: bool>(
        &self,
        set: usize,
        column_tile: usize,
        open: BitLine,
    ) -> BitLine {
        if open.is_zero() {
            return open;
        }
        let circles = &self.circles[self.grown.places(set)];
        let with = &self.with[column_tile];
        let mut found = if ALL { open } else { BitLine::ZERO };
        for (grown, &circle) in self.grown.of(set).iter().zip(circles) {
            let line = self.source.bits[self.after.line(grown.canonical as usize, column_tile)];
            let element = usize::from(grown.element);
            let reached = self.by_mover.lanes.image(self.instructions, line, element);
            found = combine::<ALL, MASKED>(found, reached, with[usize::from(circle)]);
            if ALL && found.is_zero() {
                break;
            }
        }
        found.and(open)
    }
}

/// Adds to what is found so far what one more drop reaches, given the positions in which it cannot
/// be made because its circle is taken.
#[inline(always)]
fn combine<const ALL: bool, const MASKED: bool>(
    found: BitLine,
    reached: BitLine,
    taken: BitLine,
) -> BitLine {
    match (ALL, MASKED) {
        (true, true) => found.and(reached.or(taken)),
        (true, false) => found.and(reached),
        (false, true) => found.or(reached.and_not(taken)),
        (false, false) => found.or(reached),
    }
}
