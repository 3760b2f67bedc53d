//! The ends of the drop phase that play reaches which keeps a draw.

use std::ops::Range;

use bitvec::vec::BitVec;
use teeko_index::{LayerIndex, parallel, subsets};
use teeko_rules::{Board, Circle, Circles, Move, Oracle, PIECES, Position, Side, Wdl};

use crate::error::Answer;

/// The slots of a layer that are looked at by one thread, and before the results are added up.
const AT_A_TIME: u64 = 4096;
const IN_A_ROUND: u64 = 64 * AT_A_TIME;

/// The ends of the drop phase of a drawn game whose choices are drawn evenly from those that keep
/// the draw.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    board: Board,
    index: LayerIndex,
    /// Whether an end has a chance, by slot.
    reached: BitVec,
    /// The mean distance between two pieces of a side, and between a piece and the centre, in
    /// king's steps.
    pub(super) between: f64,
    pub(super) to_centre: f64,
}

impl Ends {
    /// Passes the chances of the positions of each layer, up to symmetry, to the next layer.
    pub(super) fn new(oracle: &dyn Oracle) -> Answer<Self> {
        let board = oracle.rules().board();
        let group = oracle.rules().symmetries();
        let mut index = LayerIndex::new(board, &group, 0);
        let mut chances = vec![1.0];
        for layer in 1..=2 * PIECES {
            let next = LayerIndex::new(board, &group, layer);
            chances = chances_of_next(oracle, (&index, &chances), &next)?;
            index = next;
        }
        let mut between = 0.0;
        let mut to_centre = 0.0;
        for (slot, &chance) in (0..).zip(&chances) {
            if chance > 0.0 {
                let end = index
                    .unrank(slot, Side::Black)
                    .expect("a slot of a position");
                between += chance * mean_between(board, &end);
                to_centre += chance * mean_to_centre(board, end.occupied());
            }
        }
        let reached = chances.iter().map(|&chance| chance > 0.0).collect();
        Ok(Self {
            board,
            index,
            reached,
            between,
            to_centre,
        })
    }

    /// Returns the number of ends, up to symmetry, that some of these games reach.
    pub(super) fn reached_by_any<'a>(all: impl Iterator<Item = &'a Self>) -> usize {
        let all = all.map(|ends| ends.reached.clone());
        all.reduce(|any, reached| any | reached)
            .map_or(0, |any| any.count_ones())
    }

    /// Returns the number of sets of circles that are occupied in some end, and that of all sets.
    pub(super) fn occupied_sets(&self) -> (usize, usize) {
        let mut has_end = vec![false; self.index.occupied_sets() as usize];
        for slot in self.reached.iter_ones() {
            has_end[slot / self.index.splits() as usize] = true;
        }
        let mut reached = 0;
        let mut all = 0;
        for set in subsets(self.board.circle_count(), 2 * PIECES) {
            all += 1;
            reached += usize::from(has_end[self.number_of_set(set)]);
        }
        (reached, all)
    }

    /// Returns the number in the index of a set of occupied circles.
    fn number_of_set(&self, set: Circles) -> usize {
        let mover: Circles = set.iter().take(PIECES).collect();
        let end = Position::of_turn(Side::Black, mover, set - mover);
        (self.index.rank(&end) / self.index.splits()) as usize
    }
}

/// Returns the chances of the positions of the next layer, by slot, given those of a layer.
fn chances_of_next(
    oracle: &dyn Oracle,
    (index, chances): (&LayerIndex, &[f64]),
    next: &LayerIndex,
) -> Answer<Vec<f64>> {
    let mut of_next = vec![0.0; next.slots() as usize];
    for round in (0..index.slots()).step_by(IN_A_ROUND as usize) {
        let end = index.slots().min(round + IN_A_ROUND);
        let firsts = (round..end).step_by(AT_A_TIME as usize);
        let parts = parallel::try_map(firsts, |first| {
            let slots = first..end.min(first + AT_A_TIME);
            shares_of_next(oracle, (index, chances), slots, next)
        })?;
        // In the order of the slots, so that the sums do not depend on the threads.
        for (slot, share) in parts.into_iter().flatten() {
            of_next[slot] += share;
        }
    }
    Ok(of_next)
}

/// Returns what the positions of some slots pass on: slots of the next layer, each with its share
/// of a chance.
fn shares_of_next(
    oracle: &dyn Oracle,
    (index, chances): (&LayerIndex, &[f64]),
    slots: Range<u64>,
    next: &LayerIndex,
) -> Answer<Vec<(usize, f64)>> {
    let mut shares = Vec::new();
    for slot in slots {
        let chance = chances[slot as usize];
        if chance == 0.0 {
            continue;
        }
        let Some(position) = index.unrank(slot, Side::Black) else {
            continue;
        };
        let ends = drawn_after_drops(oracle, &position)?;
        let share = chance / ends.len() as f64;
        for end in &ends {
            shares.push((next.rank(end) as usize, share));
        }
    }
    Ok(shares)
}

/// Returns the positions after the drops that keep a draw.
fn drawn_after_drops(oracle: &dyn Oracle, position: &Position) -> Answer<Vec<Position>> {
    let mut after = Vec::new();
    for to in oracle.rules().drops(position) {
        after.push(position.after(Move::Drop(to)));
    }
    let mut is_drawn = oracle.have_result(&after, Wdl::Draw)?.into_iter();
    after.retain(|_| is_drawn.next() == Some(Some(true)));
    Ok(after)
}

/// Returns the distance between two circles in king's steps.
fn distance(board: Board, a: Circle, b: Circle) -> usize {
    let columns = board.column(a).abs_diff(board.column(b));
    columns.max(board.row(a).abs_diff(board.row(b)))
}

/// Returns the mean distance between two pieces of a side.
fn mean_between(board: Board, position: &Position) -> f64 {
    // Each pair counts twice.
    let mut sum = 0;
    for side in [position.mover(), position.opponent()] {
        for a in side {
            for b in side {
                sum += distance(board, a, b);
            }
        }
    }
    let pairs = 2 * PIECES * (PIECES - 1);
    sum as f64 / pairs as f64
}

/// Returns the mean distance of circles from the centre of the board, which is half way to the
/// circle on the opposite side.
fn mean_to_centre(board: Board, circles: Circles) -> f64 {
    let mut twice = 0;
    for circle in circles {
        let opposite = Circle::new(board.circle_count() - 1 - circle.index());
        twice += distance(board, circle, opposite.unwrap_or(circle));
    }
    twice as f64 / (2 * circles.len()) as f64
}
