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
use crate::line::{BitLine, LINE_BITS, LINE_WORDS};
use crate::lines::{Lines, zeros};
use crate::retrograde::half_step::{
    BlockState, SPARSE_AND, SPARSE_OR, Weights, each_or_none, settle, settle_few,
};
use crate::retrograde::plane::{Plane, each_row, scratch};
use crate::row_graph::{BlockPlace, Neighbours, RowGraph};

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
    /// For each row of the mover's sets those of the grown sets in the layer after, and the indices
    /// of the circles that are added.
    grown: Neighbours,
    circles: Vec<u8>,
    /// For each row of the layer after the rows, by the mover, that a drop leads from, and the
    /// indices of the circles that are added.
    origins: Neighbours,
    dropped: Vec<u8>,
    /// By tile of the opponent's canonical sets, then circle: the columns whose sets have it.
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
        let group = &after.group;
        let by_mover = RowGraph::without_slides(group, mover.count(), opponent.count());
        let by_opponent = RowGraph::without_slides(group, opponent.count(), mover.count());
        let free = |set: Circles| rules.board().circles() - set - rules.banned(layer);
        let of_drops =
            |&set: &Circles| free(set).iter().map(|circle| grown.place(set.with(circle))).collect();
        let drops: Vec<Vec<Place>> = mover.canonical().iter().map(of_drops).collect();
        let circles = group.elements().iter().flat_map(|symmetry| {
            let of_set = move |&set: &Circles| {
                free(set).iter().map(|circle| symmetry.image(circle).index() as u8)
            };
            mover.canonical().iter().flat_map(of_set)
        });
        // The circles that a drop can have added to each set, with the rows that it leads from.
        let undone = |&set: &Circles| -> Vec<(Circle, Place)> {
            let dropped = set.iter().filter(|&circle| free(set.without(circle)).contains(circle));
            let rows = |circle| places(group, mover, set.without(circle));
            dropped.flat_map(|circle| rows(circle).map(move |row| (circle, row))).collect()
        };
        let undone: Vec<_> = grown.canonical().iter().map(undone).collect();
        let rows = |of_set: &Vec<(Circle, Place)>| of_set.iter().map(|&(_, row)| row).collect();
        let origins: Vec<Vec<Place>> = undone.iter().map(rows).collect();
        let dropped = group.elements().iter().flat_map(|symmetry| {
            undone.iter().flatten().map(|&(circle, _)| symmetry.image(circle).index() as u8)
        });
        let blocks = by_opponent.blocks();
        let kept = if mover.size() == opponent.size() { blocks } else { 0 };
        Self {
            rules: rules.clone(),
            layer,
            opponent_chooses: choice != DropChoice::Mover,
            grown: after.neighbours(&drops),
            circles: circles.collect(),
            dropped: dropped.collect(),
            origins: by_mover.neighbours(&origins),
            with: opponent.canonical().chunks(LINE_BITS).map(columns_with_each_circle).collect(),
            undecided: zeros(blocks * LINE_BITS),
            lost: Plane::new(blocks),
            won: Plane::new(blocks),
            codes: vec![BlockCodes::default(); kept],
            weights: Weights::new(group.order(), mover.orbit_sizes(), opponent.orbit_sizes()),
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
        let of_mover: Vec<Vec<BitLine>> =
            mover.canonical().chunks(LINE_BITS).map(columns_with_each_circle).collect();
        parallel::for_each(won.bits.chunks_exact_mut(LINE_BITS).enumerate(), |(block, lines)| {
            let BlockPlace { row_tile, element, column_tile } = by_opponent.place_of_block(block);
            for (line, set) in lines.iter_mut().zip(&opponent.canonical()[row_tile * LINE_BITS..]) {
                *line = with_any(&of_mover[column_tile], by_opponent.group.apply(element, *set));
            }
        });
        let goals = goal_columns(rules.goals(), opponent);
        let group = &by_opponent.group;
        let code = code_of_outcome(Outcome::Loss(0), rules.parity());
        let of_blocks = lost
            .bits
            .chunks_exact_mut(LINE_BITS)
            .zip(&mut lost.changes)
            .zip(undecided.chunks_exact_mut(LINE_BITS))
            .zip(each_or_none((!codes.is_empty()).then(|| codes.iter_mut()), by_opponent.blocks()))
            .enumerate();
        let totals =
            parallel::map(of_blocks, |(block, (((target, changes), undecided), codes))| {
                let source = by_opponent.source_of(block);
                let columns = by_opponent.rows_of_tile(source.column_tile);
                let first = source.column_tile * LINE_BITS;
                let goals = || {
                    goals.iter().filter(|(column, _)| (first..first + LINE_BITS).contains(column))
                };
                let mut fresh = [BitLine::ZERO; LINE_BITS];
                let sets = mover.canonical()[source.row_tile * LINE_BITS..].iter();
                for (row, set) in sets.take(LINE_BITS).enumerate() {
                    let set = group.apply(source.element, *set);
                    let mut over = BitLine::ZERO;
                    for &(column, opponent) in goals() {
                        match rules.goals().worth(opponent, set) {
                            None => {}
                            Some(0) => over.set(column - first),
                            Some(_) => fresh[row].set(column - first),
                        }
                    }
                    let apart = columns.and_not(with_any(&with[source.column_tile], set));
                    fresh[row] = fresh[row].and(apart);
                    undecided[row] = apart.and_not(over).and_not(fresh[row]);
                }
                settle(
                    instructions,
                    weights,
                    code,
                    source,
                    &fresh,
                    &mut BlockState { target, changes, codes },
                )
            });
        let lost = totals.into_iter().sum::<u64>() / weights.order;
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
            by_opponent,
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
        let drops = Drops { by_mover, after, grown, circles, origins, dropped, with, source };
        let codes = (!codes.is_empty()).then(|| codes.iter_mut());
        let of_target = target
            .bits
            .chunks_exact_mut(LINE_BITS)
            .zip(&mut target.changes)
            .zip(undecided.chunks_exact_mut(LINE_BITS))
            .zip(each_or_none(codes, by_opponent.blocks()))
            .map(|(((target, changes), undecided), codes)| {
                (undecided, BlockState { target, changes, codes })
            });
        let mut of_target = by_opponent.by_source(of_target);
        let totals = parallel::fold(
            of_target.chunks_exact_mut(by_mover.row_blocks()).enumerate(),
            || (0, scratch(), Vec::new()),
            |(total, scratch, combined), (column_tile, blocks)| {
                let candidates = source.candidates(after, by_mover, origins, column_tile, sparse);
                if candidates.is_none() {
                    instructions.run(
                        #[inline(always)]
                        || drops.combine::<ALL, MASKED>(column_tile, combined),
                    );
                }
                for (block, (undecided, state)) in blocks.iter_mut().enumerate() {
                    let place =
                        by_mover.place_of_block(column_tile * by_mover.row_blocks() + block);
                    *total += instructions.run(
                        #[inline(always)]
                        || {
                            if let Some(candidates) = &candidates {
                                let fresh = each_row(
                                    candidates[block].iter(),
                                    scratch,
                                    #[inline(always)]
                                    |row, worthwhile| {
                                        let open = worthwhile.and(undecided[row]);
                                        let found = drops.combined::<ALL, MASKED>(place, row, open);
                                        undecided[row] = undecided[row].and_not(found);
                                        found
                                    },
                                );
                                settle_few(weights, code, place, fresh, state)
                            } else {
                                let mut fresh = [BitLine::ZERO; LINE_BITS];
                                let combined = &combined[block * LINE_BITS..];
                                for (row, undecided) in undecided.iter_mut().enumerate() {
                                    fresh[row] = undecided.and(combined[row]);
                                    *undecided = undecided.and_not(fresh[row]);
                                }
                                settle(instructions, weights, code, place, &fresh, state)
                            }
                        },
                    );
                }
            },
        );
        totals.into_iter().map(|(total, ..)| total).sum::<u64>() / weights.order
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
        let group = &self.by_opponent.group;
        let mut values =
            PairTable::<T>::new(group.order(), self.opponent.count(), self.mover.count());
        values.for_each_row(|element, canonical, row| {
            let set = group.apply(element, self.opponent.canonical()[canonical]);
            for (column, value) in row.iter_mut().enumerate() {
                if self.mover.canonical()[column].meets(set) {
                    continue;
                }
                let place = BlockPlace {
                    row_tile: canonical / LINE_BITS,
                    element,
                    column_tile: column / LINE_BITS,
                };
                let code = self.codes[self.by_opponent.block(place)]
                    .get(canonical % LINE_BITS, column % LINE_BITS);
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
struct Drops<'a> {
    by_mover: &'a RowGraph,
    after: &'a RowGraph,
    grown: &'a Neighbours,
    circles: &'a [u8],
    origins: &'a Neighbours,
    dropped: &'a [u8],
    with: &'a [Vec<BitLine>],
    /// The plane that they lead to.
    source: &'a Plane,
}

impl Drops<'_> {
    /// Fills `combined` with the positions of a column tile from which all drops lead to the plane,
    /// or any.
    ///
    /// Reads each line of the plane once, in order, and combines it into the four rows from which a
    /// drop leads there; these fit into the second-level cache. On 6 x 6 a ply of the drop layers
    /// takes 23 ms, against 29 ms if each row reads the thirty lines that its drops lead to.
    #[inline(always)]
    fn combine<const ALL: bool, const MASKED: bool>(
        &self,
        column_tile: usize,
        combined: &mut Vec<BitLine>,
    ) {
        let neutral = BitLine([if ALL { u64::MAX } else { 0 }; LINE_WORDS]);
        combined.clear();
        combined.resize(self.by_mover.row_blocks() * LINE_BITS, neutral);
        let with = &self.with[column_tile];
        let blocks = self.source.bits[self.after.first_line(column_tile)..].chunks(LINE_BITS);
        for (block, lines) in blocks.take(self.after.row_blocks()).enumerate() {
            let BlockPlace { row_tile, element, .. } = self.after.place_of_block(block);
            let first = self.after.row(element, row_tile * LINE_BITS);
            for (row, line) in lines[..self.after.tile_size(row_tile)].iter().enumerate() {
                let circles = &self.dropped[self.origins.places(first + row)];
                for (&origin, &circle) in self.origins.of(first + row).iter().zip(circles) {
                    let combined = &mut combined[origin as usize];
                    let with = with[usize::from(circle)];
                    *combined = match (ALL, MASKED) {
                        (true, true) => combined.and(line.or(with)),
                        (true, false) => combined.and(*line),
                        (false, true) => combined.or(line.and_not(with)),
                        (false, false) => combined.or(*line),
                    };
                }
            }
        }
    }

    /// Returns the columns among `open` from which all drops, or any, lead to the plane.
    #[inline(always)]
    fn combined<const ALL: bool, const MASKED: bool>(
        &self,
        place: BlockPlace,
        row: usize,
        open: BitLine,
    ) -> BitLine {
        /// The number of drops after which an AND is tested for zero. Of some thirty drops the
        /// first few often leave nothing.
        const AT_A_TIME: usize = 6;
        if open.is_zero() {
            return open;
        }
        let row = self.by_mover.row(place.element, place.row_tile * LINE_BITS + row);
        let (grown, circles) = (self.grown.of(row), &self.circles[self.grown.places(row)]);
        let offset = self.after.first_line(place.column_tile);
        let with = &self.with[place.column_tile];
        let mut found = if ALL { open } else { BitLine::ZERO };
        for (grown, circles) in grown.chunks(AT_A_TIME).zip(circles.chunks(AT_A_TIME)) {
            for (&line, &circle) in grown.iter().zip(circles) {
                let reached = self.source.bits[line as usize + offset];
                found = match (ALL, MASKED) {
                    (true, true) => found.and(reached.or(with[usize::from(circle)])),
                    (true, false) => found.and(reached),
                    (false, true) => found.or(reached.and_not(with[usize::from(circle)])),
                    (false, false) => found.or(reached),
                };
            }
            if ALL && found.is_zero() {
                break;
            }
        }
        found.and(open)
    }
}
