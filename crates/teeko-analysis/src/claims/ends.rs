//! The ends of the drop phase that play reaches which keeps a draw.

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
            let mut of_next = vec![0.0; next.slots() as usize];
            for round in (0..index.slots()).step_by(IN_A_ROUND as usize) {
                let end = index.slots().min(round + IN_A_ROUND);
                let parts = parallel::try_map(
                    (round..end).step_by(AT_A_TIME as usize),
                    |first| -> Answer<Vec<(usize, f64)>> {
                        let mut part = Vec::new();
                        for slot in first..end.min(first + AT_A_TIME) {
                            let chance = chances[slot as usize];
                            if let Some(position) =
                                index.unrank(slot, Side::Black).filter(|_| chance > 0.0)
                            {
                                let ends = drawn_after_drops(oracle, &position)?;
                                let share = chance / ends.len() as f64;
                                part.extend(
                                    ends.iter().map(|end| (next.rank(end) as usize, share)),
                                );
                            }
                        }
                        Ok(part)
                    },
                )?;
                // In the order of the slots, so that the sums do not depend on the threads.
                for (slot, share) in parts.into_iter().flatten() {
                    of_next[slot] += share;
                }
            }
            (index, chances) = (next, of_next);
        }
        let (mut between, mut to_centre) = (0.0, 0.0);
        for (slot, &chance) in (0..).zip(&chances).filter(|&(_, &chance)| chance > 0.0) {
            let end = index
                .unrank(slot, Side::Black)
                .expect("a slot of a position");
            between += chance * mean_between(board, &end);
            to_centre += chance * mean_to_centre(board, end.occupied());
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
        let sets = || subsets(self.board.circle_count(), 2 * PIECES);
        let number = |set: Circles| {
            let mover: Circles = set.iter().take(PIECES).collect();
            let slot = self
                .index
                .rank(&Position::of_turn(Side::Black, mover, set - mover));
            (slot / self.index.splits()) as usize
        };
        (
            sets().filter(|&set| has_end[number(set)]).count(),
            sets().count(),
        )
    }
}

/// Returns the positions after the drops that keep a draw.
fn drawn_after_drops(oracle: &dyn Oracle, position: &Position) -> Answer<Vec<Position>> {
    let drops = oracle.rules().drops(position).into_iter();
    let after: Vec<Position> = drops.map(|to| position.after(Move::Drop(to))).collect();
    let drawn = oracle.have_result(&after, Wdl::Draw)?;
    let after = after
        .into_iter()
        .zip(drawn)
        .filter(|&(_, drawn)| drawn == Some(true));
    Ok(after.map(|(position, _)| position).collect())
}

/// Returns the distance between two circles in king's steps.
fn distance(board: Board, a: Circle, b: Circle) -> usize {
    let columns = board.column(a).abs_diff(board.column(b));
    columns.max(board.row(a).abs_diff(board.row(b)))
}

/// Returns the mean distance between two pieces of a side.
fn mean_between(board: Board, position: &Position) -> f64 {
    let of_side = |side: Circles| -> usize {
        let pairs = side.iter().flat_map(|a| side.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| distance(board, a, b)).sum()
    };
    // Each pair counts twice.
    let pairs = 2 * PIECES * (PIECES - 1);
    (of_side(position.mover()) + of_side(position.opponent())) as f64 / pairs as f64
}

/// Returns the mean distance of circles from the centre of the board, which is half way to the
/// circle on the opposite side.
fn mean_to_centre(board: Board, circles: Circles) -> f64 {
    let opposite = |circle: Circle| Circle::new(board.circle_count() - 1 - circle.index());
    let twice = |circle: Circle| distance(board, circle, opposite(circle).unwrap_or(circle));
    circles.iter().map(twice).sum::<usize>() as f64 / (2 * circles.len()) as f64
}
