//! A drop layer, solved ply by ply together with the layer after it.

use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use teeko_index::{
    Class, Layer, LayerCensus, PairTable, Place, Scale, SetOrbits, code_of_outcome, largest_code,
    outcome_of_code, parallel, positions_of_layer, value_of_outcome,
};
use teeko_rules::{Circles, DropStyle, Outcome, Parity, Rules};

use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::lanes::{columns_with_each_circle, with_any};
use crate::layout::places;
use crate::line::BitLine;
use crate::lines::{Lines, zeros};
use crate::moves::Moves;
use crate::neighbours::Neighbours;
use crate::retrograde::endings::Endings;
use crate::retrograde::half_step::TileReader;
use crate::retrograde::plane::Plane;
use crate::retrograde::scratch::{Scratch, ScratchPool};
use crate::retrograde::search::Search;
use crate::retrograde::settle::{Settle, TileState};
use crate::retrograde::weights::Weights;
use crate::row_graph::RowGraph;

/// A drop layer: its planes of won, lost and undecided positions, its counts, and, if they are
/// kept, its distances.
pub(super) struct DropLayer {
    rules: Rules,
    layer: usize,
    mover: Arc<SetOrbits>,
    opponent: Arc<SetOrbits>,
    /// The rows of planes by the mover's set, and of those by the opponent's, who has just moved.
    by_mover: RowGraph,
    by_opponent: RowGraph,
    /// The sets in the layer after, one drop later, and the drops that lead there.
    grown: Arc<SetOrbits>,
    drops: Moves,
    /// For each canonical set of the layer after the places of the mover's sets that a drop leads
    /// from.
    origins: Neighbours<Place>,
    /// By tile of the opponent's canonical sets, then circle: in lane `g` the columns whose sets
    /// have `g · circle`.
    with: Vec<Vec<BitLine>>,
    /// In the place of each block of `lost` and `won` the undecided positions of the transposed
    /// block, by the mover.
    undecided: Lines,
    lost: Plane,
    /// With the places where the sets overlap.
    won: Plane,
    /// As `lost` and `won` have them; empty if they are not kept.
    codes: Codes,
    weights: Weights,
    /// The positions that this ply has won and lost so far, times the order of the group.
    found: [AtomicU64; 2],
    counts: LayerCensus,
}

impl DropLayer {
    /// Makes a layer with these sets of the mover and of the opponent, where a drop makes one of
    /// `grown` of the former; `after` are the rows of the layer after. Distances are kept if both
    /// sides have the same number of pieces.
    pub(super) fn new(
        rules: &Rules,
        layer: usize,
        [mover, opponent]: [&Arc<SetOrbits>; 2],
        grown: &Arc<SetOrbits>,
        after: &RowGraph,
    ) -> Self {
        let lanes = &after.lanes;
        let by_mover = RowGraph::without_slides(lanes, mover.count(), opponent.count());
        let by_opponent = RowGraph::without_slides(lanes, opponent.count(), mover.count());
        let circles = rules.board().circles() - rules.banned(layer);
        let sets = mover.canonical().iter();
        let grown_sets = grown.canonical().iter();
        let keeps_distances = mover.size() == opponent.size();
        Self {
            rules: rules.clone(),
            layer,
            grown: Arc::clone(grown),
            drops: Moves::new(sets.map(|&set| drops(circles, set, grown))),
            origins: Neighbours::new(
                grown_sets.map(|&set| undone_drops(circles, set, mover, after)),
            ),
            with: columns_with_each_circle(lanes, opponent.canonical()),
            undecided: zeros(by_opponent.shape.lines()),
            lost: Plane::new(&by_opponent),
            won: Plane::new(&by_opponent),
            codes: if keeps_distances {
                by_opponent.codes()
            } else {
                Codes::default()
            },
            weights: Weights::new(lanes, mover.orbit_sizes(), opponent.orbit_sizes()),
            found: Default::default(),
            counts: LayerCensus::default(),
            mover: Arc::clone(mover),
            opponent: Arc::clone(opponent),
            by_mover,
            by_opponent,
        }
    }

    /// Returns the rows of its planes, by the side that has just moved.
    pub(super) fn rows(&self) -> &RowGraph {
        &self.by_opponent
    }

    /// Returns the rows of its planes, what is won and what is lost.
    pub(super) fn planes(&self) -> (&RowGraph, &Plane, &Plane) {
        (&self.by_opponent, &self.won, &self.lost)
    }

    /// Fills the planes with what holds before any ply.
    pub(super) fn start(&mut self, instructions: InstructionSet) {
        let Self {
            rules,
            mover,
            opponent,
            by_mover,
            by_opponent,
            undecided,
            lost,
            won,
            codes,
            weights,
            counts,
            ..
        } = self;
        let lanes = &by_mover.lanes;
        let of_mover = columns_with_each_circle(lanes, mover.canonical());
        won.fill_overlaps(by_opponent, opponent.canonical(), &of_mover);
        let endings = Endings::new(rules, lanes, opponent.canonical());
        let code = code_of_outcome(Outcome::Loss(0), rules.parity());
        let tiles = TileState::of_plane(by_mover, lost, undecided, codes, code);
        let settle = Settle {
            instructions,
            lanes,
            weights,
        };
        let lost = settle.lines(by_mover, tiles, |tile, set, undecided| {
            let ended = endings.of_row(mover.canonical()[set], tile);
            *undecided = ended.open();
            ended.lost
        });
        counts.add(Class::Loss(0), lost);
    }

    /// Finds the positions with this distance, given the rows of the layer after and its planes as
    /// they were one ply ago.
    pub(super) fn ply(
        &mut self,
        ply: u32,
        instructions: InstructionSet,
        (after, won, lost): (&RowGraph, &Plane, &Plane),
        scratch: &ScratchPool,
    ) {
        let parity = self.rules.parity();
        let lanes = Arc::clone(&after.lanes);
        for (outcome, source) in [(Outcome::Win(ply), lost), (Outcome::Loss(ply), won)] {
            let wins = matches!(outcome, Outcome::Win(_));
            if parity == Parity::Free || wins == (ply % 2 == 1) {
                let readers = self.readers(outcome, instructions, after, source);
                parallel::for_each(readers, |reader| {
                    scratch.with(&lanes, |scratch| Box::new(reader).read(None, scratch));
                });
            }
        }
        self.count(ply);
    }

    /// Counts what the readers have found at this ply.
    pub(super) fn count(&mut self, ply: u32) {
        let [won, lost] = &mut self.found;
        let won = take(won.get_mut()) / self.weights.order;
        let lost = take(lost.get_mut()) / self.weights.order;
        self.counts.add(Class::Win(ply), won);
        self.counts.add(Class::Loss(ply), lost);
    }

    /// Returns what reads each column tile of `source`: it finds the undecided positions whose
    /// drops lead there, all of them or any, and gives them this outcome.
    pub(super) fn readers<'a>(
        &'a mut self,
        outcome: Outcome,
        instructions: InstructionSet,
        after: &'a RowGraph,
        source: &'a Plane,
    ) -> Vec<DropReader<'a>> {
        let code = code_of_outcome(outcome, self.rules.parity());
        let opponent_chooses = self.rules.plan().style_after(self.layer) == DropStyle::Point;
        let wins = matches!(outcome, Outcome::Win(_));
        let [found_won, found_lost] = &self.found;
        let target = if wins { &mut self.won } else { &mut self.lost };
        let by_mover = &self.by_mover;
        let drops = Drops {
            search: Search {
                instructions,
                lanes: &by_mover.lanes,
                moves: &self.drops,
                // See the table at `Drops`.
                any: wins != opponent_chooses,
            },
            settle: Settle {
                instructions,
                lanes: &by_mover.lanes,
                weights: &self.weights,
            },
            by_mover,
            after,
            grown: self.grown.canonical(),
            origins: &self.origins,
            with: &self.with,
            source,
            opponent_chooses,
            found: if wins { found_won } else { found_lost },
        };
        let undecided = &mut self.undecided;
        let codes = &mut self.codes;
        let tiles = TileState::of_plane(by_mover, target, undecided, codes, code);
        let mut readers = Vec::new();
        for (column_tile, state) in tiles.into_iter().enumerate() {
            readers.push(DropReader {
                drops,
                column_tile,
                state,
            });
        }
        readers
    }

    /// Returns the numbers of positions by class, once nothing is decided any more.
    pub(super) fn census(&self) -> LayerCensus {
        let mut census = self.counts.clone();
        census.add(
            Class::Draw,
            positions_of_layer(self.rules.board(), self.layer) - census.total(),
        );
        census
    }

    /// Returns the layer with the values of all positions, once nothing is decided any more.
    ///
    /// # Panics
    /// If the distances are not kept, or a code does not fit the type.
    pub(super) fn solved<T: Scale>(&self) -> Layer {
        let parity = self.rules.parity();
        // Otherwise positions would silently get wrong values, mostly draws.
        assert!(self.codes.are_kept(), "a layer that keeps distances");
        let largest = largest_code(self.counts.deepest(), parity);
        assert!(largest <= T::LARGEST_CODE, "codes up to {largest}");
        let graph = &self.by_opponent;
        let mut values = PairTable::<T>::new(
            graph.lanes.order(),
            self.opponent.count(),
            self.mover.count(),
        );
        let overlaps = columns_with_each_circle(&graph.lanes, self.mover.canonical());
        graph.expand(
            &self.codes,
            self.opponent.canonical(),
            0,
            &overlaps,
            |low, high| self.value_of_code(low, high),
            &mut values,
        );
        Layer::new(
            self.layer,
            parity,
            graph.group(),
            [&self.mover, &self.opponent],
            values,
        )
    }
    /// Returns the value of a position with Black to move, given the two bytes of its code.
    ///
    /// # Panics
    /// If the distance does not fit the type.
    fn value_of_code<T: Scale>(&self, low: u8, high: u8) -> T {
        if T::of_code(low, high) == T::NONE {
            return T::NONE;
        }
        let parity = self.rules.parity();
        let outcome = outcome_of_code(u16::from_le_bytes([low, high]).into(), parity);
        value_of_outcome(outcome, self.layer, parity).expect("a distance that fits")
    }
}

/// Returns the places of the sets that a drop on one of `circles` makes of a set.
fn drops(circles: Circles, set: Circles, grown: &SetOrbits) -> impl Iterator<Item = Place> {
    let free = circles - set;
    free.into_iter()
        .map(move |circle| grown.place(set.with(circle)))
}

/// Returns all places of the sets from which a drop on one of `circles` leads to a set.
fn undone_drops(circles: Circles, set: Circles, mover: &SetOrbits, after: &RowGraph) -> Vec<Place> {
    let mut origins = Vec::new();
    for circle in set.iter().filter(|&circle| circles.contains(circle)) {
        let origin = set.without(circle);
        origins.extend(places(after.group(), mover, origin.into()));
    }
    origins
}

/// The drops of a layer, as each column tile sees them.
///
/// Who chooses the circle decides whether any drop that leads to the source is enough, or all drops
/// must lead there. Drops on circles that the opponent has taken lead to places where the sets
/// overlap. The source must not have these places if any drop is enough, and must have them if all
/// drops count. But the plane of losses never has them and that of wins always has: if the opponent
/// chooses, they are exchanged (`Drops::line`, `Drops::copy_tile`).
///
/// | finds | source | mover chooses | opponent chooses |
/// |---|---|---|---|
/// | wins | losses, without overlaps | any drop | all drops, overlaps exchanged |
/// | losses | wins, with overlaps | all drops | any drop, overlaps exchanged |
#[derive(Clone, Copy)]
struct Drops<'a> {
    search: Search<'a>,
    settle: Settle<'a>,
    by_mover: &'a RowGraph,
    after: &'a RowGraph,
    /// The canonical sets that they lead to images of.
    grown: &'a [Circles],
    origins: &'a Neighbours<Place>,
    with: &'a [Vec<BitLine>],
    /// The plane that they lead to.
    source: &'a Plane,
    opponent_chooses: bool,
    /// Where the positions that they decide are counted.
    found: &'a AtomicU64,
}

/// Finds the positions of a column tile that drops decide, while a cache has the tile of the plane
/// that they lead to.
pub(super) struct DropReader<'a> {
    drops: Drops<'a>,
    column_tile: usize,
    state: TileState<'a>,
}

impl TileReader for DropReader<'_> {
    fn read(self: Box<Self>, tile: Option<&[BitLine]>, scratch: &mut Scratch) {
        let Self {
            drops,
            column_tile,
            state,
        } = *self;
        let total = drops.read(column_tile, state, tile, scratch);
        drops.found.fetch_add(total, Ordering::Relaxed);
    }
}

impl Drops<'_> {
    /// Finds the positions of a column tile any of whose drops lead to the plane, or all of them,
    /// given the lines of the tile if they are at hand. Returns their number, times the order of
    /// the group.
    fn read(
        &self,
        column_tile: usize,
        of_tile: TileState<'_>,
        tile: Option<&[BitLine]>,
        scratch: &mut Scratch,
    ) -> u64 {
        if self.search.is_sparse(self.source, self.after, column_tile) {
            return self.check(column_tile, of_tile);
        }
        if let Some(tile) = tile
            && !self.opponent_chooses
        {
            return self.sweep(column_tile, of_tile, tile, scratch);
        }
        let mut copied = take(&mut scratch.drop_tile);
        self.copy_tile(column_tile, &mut copied);
        let total = self.sweep(column_tile, of_tile, &copied, scratch);
        scratch.drop_tile = copied;
        total
    }

    /// Checks the positions from which a drop leads to one that the last half-step has added.
    fn check(&self, column_tile: usize, mut of_tile: TileState<'_>) -> u64 {
        of_tile.forget_changes();
        let mut total = 0;
        self.source.for_each_origin(
            self.after,
            self.origins,
            column_tile,
            #[inline(always)]
            |set, bit| {
                let is_undecided = of_tile.is_undecided(set, bit).expect("a plane has them");
                let has = |grown, bit| self.line(grown, column_tile).bit(bit);
                if is_undecided && self.search.decides(set, bit, has) {
                    total += self.settle.position(column_tile, set, bit, &mut of_tile);
                }
            },
        );
        total
    }

    /// Sweeps all lines of a column tile, given the lines that drops lead to.
    fn sweep(
        &self,
        column_tile: usize,
        mut of_tile: TileState<'_>,
        tile: &[BitLine],
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch {
            fresh, transposed, ..
        } = scratch;
        let mut total = 0;
        for row_tile in 0..self.by_mover.shape.row_tiles {
            let (undecided, mut state) = of_tile.block(row_tile);
            let undecided = undecided.expect("a plane has them");
            let first_set = row_tile * self.by_mover.lanes.sets();
            self.search.sweep(first_set, undecided, fresh, tile, &[]);
            let place = (row_tile, column_tile);
            total += self.settle.block(place, fresh, transposed, &mut state);
        }
        total
    }

    /// Copies a column tile of the plane, with the overlaps exchanged if the opponent chooses.
    fn copy_tile(&self, column_tile: usize, copied: &mut Vec<BitLine>) {
        self.after.copy_tile(&self.source.bits, column_tile, copied);
        if self.opponent_chooses {
            for (line, set) in copied.iter_mut().zip(self.grown) {
                *line = line.xor(with_any(&self.with[column_tile], *set));
            }
        }
    }

    /// The line of a canonical set of the layer after, with the overlaps exchanged if the opponent
    /// chooses.
    #[inline(always)]
    fn line(&self, grown: usize, column_tile: usize) -> BitLine {
        let line = self.source.bits[self.after.line(grown, column_tile)];
        if self.opponent_chooses {
            line.xor(with_any(&self.with[column_tile], self.grown[grown]))
        } else {
            line
        }
    }
}

#[cfg(test)]
mod tests {
    use teeko_testing::rules;

    use super::*;
    use crate::layout::{Layout, orbits_by_size};

    /// Without distances all of them would look like draws.
    #[test]
    #[should_panic(expected = "a layer that keeps distances")]
    fn a_layer_without_distances_has_no_values() {
        let rules = rules("44-ssss+4x4");
        let layout = Layout::new(&rules);
        let orbits = orbits_by_size(&rules, &layout);
        let sets = [&orbits[3], &orbits[4]];
        let seven = DropLayer::new(&rules, 7, sets, &orbits[4], &layout.rows);
        seven.solved::<u8>();
    }
}
