//! The slots of positions on every board, with all its symmetries and with none: `rank` and
//! `unrank` have the numbers in `golden/slots.jsonl`.
//!
//! `RECORD_GOLDEN=1` writes the file. What it writes are never the numbers of the index, but those
//! that its definition gives: a count of all smaller canonical sets, one by one. The tests count
//! again on small boards, and on all if they are exhaustive.

use std::collections::BTreeSet;
use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use teeko_index::LayerIndex;
use teeko_rules::{Board, Circles, PIECES, Position, Symmetry, SymmetryGroup};
use teeko_testing::Random;

use crate::common;
use crate::golden_data::{is_recording, lines, record};

const FILE: &str = "slots.jsonl";

/// The number of positions in a line.
const POSITIONS: usize = 20;

/// The most sets of occupied circles that a test lists without being exhaustive, in the index and
/// one by one.
const MOST_LISTED: u64 = 8_000_000;
const MOST_COUNTED: u64 = 100_000;

/// A layer of a board: a line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Columns and rows.
    board: [usize; 2],
    /// The number of symmetries: all, or the identity alone.
    symmetries: usize,
    layer: usize,
    /// The number of slots.
    slots: u64,
    /// The slots of positions that the layer alone determines.
    ranks: Vec<u64>,
}

/// Returns the number of ways to choose `size` of `count` things.
fn choose(count: u64, size: u64) -> u64 {
    (0..size).fold(1, |product, number| {
        product * (count - number) / (number + 1)
    })
}

/// Returns the number of sets of the same size that come before this one.
fn sets_before(set: Circles) -> u64 {
    let mut before = 0;
    for (circle, size) in set.iter().zip(1..) {
        before += choose(circle.index() as u64, size);
    }
    before
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}, {} symmetries, {}",
            self.board(),
            self.symmetries,
            self.layer
        )
    }
}

impl Line {
    fn board(&self) -> Board {
        Board::new(self.board[0], self.board[1]).expect("a board")
    }

    fn sets(&self) -> u64 {
        choose(self.board().circle_count() as u64, self.layer as u64)
    }

    fn group(&self) -> SymmetryGroup {
        let circles = self.board().circle_count();
        if self.symmetries == 1 {
            return SymmetryGroup::new(circles, vec![Symmetry::new(circles, |circle| circle)]);
        }
        let group = common::rules(&format!("44-ssss+{}", self.board())).symmetries();
        assert_eq!(group.order(), self.symmetries, "{}", self.board());
        group
    }

    fn positions(&self) -> Vec<Position> {
        let mut random = Random::new(self.layer as u64);
        (0..POSITIONS)
            .map(|_| random.position_of_any_side(self.board(), self.layer))
            .collect()
    }

    /// Returns the number of slots, and those of the positions, by the definition of slots.
    fn by_definition(&self) -> (u64, Vec<u64>) {
        let group = self.group();
        let splits = choose(self.layer as u64, self.layer as u64 / 2);
        let mut least = Vec::new();
        for position in self.positions() {
            least.push(least_image(&group, &position));
        }
        let (sets, ranks) = if self.symmetries == 1 {
            let ranks = least
                .iter()
                .map(|position| sets_before(position.occupied()));
            (self.sets(), ranks.collect())
        } else {
            self.canonical_sets_before(&group, &least)
        };
        let mut slots = Vec::new();
        for (rank, position) in ranks.into_iter().zip(&least) {
            slots.push(rank * splits + splits_before(position));
        }
        (sets * splits, slots)
    }

    /// Returns the number of canonical occupied sets, and of those before the occupied set of each
    /// of these positions.
    fn canonical_sets_before(
        &self,
        group: &SymmetryGroup,
        positions: &[Position],
    ) -> (u64, Vec<u64>) {
        let mut by_set: Vec<(u64, usize)> = Vec::new();
        for (number, position) in positions.iter().enumerate() {
            by_set.push((position.occupied().bits(), number));
        }
        by_set.sort_unstable();
        let mut by_set = by_set.into_iter().peekable();
        let mut ranks = vec![0; positions.len()];
        let mut sets = 0;
        for bits in all_sets(self.board().circle_count(), self.layer) {
            while let Some((_, number)) = by_set.next_if(|(set, _)| *set == bits) {
                ranks[number] = sets;
            }
            let set = Circles::from_bits(bits);
            let mut images = group.elements().iter().map(|symmetry| symmetry.apply(set));
            sets += u64::from(images.all(|image| image >= set));
        }
        assert_eq!(by_set.next(), None, "a set of the board");
        (sets, ranks)
    }
}

/// Returns the number of splits of the same occupied set that come before that of a position.
fn splits_before(position: &Position) -> u64 {
    let mut before = 0;
    let mut size = 0;
    for (circle, place) in position.occupied().iter().zip(0..) {
        if position.mover().contains(circle) {
            size += 1;
            before += choose(place, size);
        }
    }
    before
}

/// Returns the image with the least occupied set, and among these with the least set of the mover.
fn least_image(group: &SymmetryGroup, position: &Position) -> Position {
    let images = group.elements().iter().map(|symmetry| {
        let occupied = symmetry.apply(position.occupied());
        (occupied, symmetry.apply(position.mover()))
    });
    let (occupied, mover) = images.min().expect("the identity");
    Position::of_turn(position.turn, mover, occupied - mover)
}

/// Lists the sets of `size` of `circles` circles as bits, ascending.
fn all_sets(circles: usize, size: usize) -> impl Iterator<Item = u64> {
    let first = (1_u128 << size) - 1;
    let end = 1_u128 << circles;
    std::iter::successors(Some(first), |&set| next_set(set))
        .take_while(move |&set| set < end)
        .map(|set| set as u64)
}

/// Returns the next larger set of the same size, unless the set is empty.
fn next_set(set: u128) -> Option<u128> {
    if set == 0 {
        return None;
    }
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    Some(carried | ((carried ^ set) >> (set.trailing_zeros() + 2)))
}

/// The most sets of occupied circles of layers whose slots are counted, and of those that the index
/// lists.
fn most_sets() -> [u64; 2] {
    if cfg!(feature = "exhaustive") {
        [u64::MAX, u64::MAX]
    } else if is_recording() {
        [u64::MAX, 0]
    } else {
        [MOST_COUNTED, MOST_LISTED]
    }
}

/// Counts the slots of a line by their definition, and compares or records them.
fn check_definition(golden: &mut Line) {
    let (slots, ranks) = golden.by_definition();
    if is_recording() {
        golden.slots = slots;
        golden.ranks = ranks;
    } else {
        assert_eq!(golden.slots, slots, "{golden}");
        assert_eq!(golden.ranks, ranks, "{golden}");
    }
}

/// Compares the index with the slots of a line.
fn check_index(golden: &Line) {
    let group = golden.group();
    let index = LayerIndex::new(golden.board(), &group, golden.layer);
    assert_eq!(index.slots(), golden.slots, "{golden}");
    assert_eq!(golden.ranks.len(), POSITIONS, "{golden}");
    for (position, &rank) in golden.positions().iter().zip(&golden.ranks) {
        assert_eq!(index.rank(position), rank, "{golden}: {position:?}");
        let least = least_image(&group, position);
        assert_eq!(index.unrank(rank, position.turn), Some(least), "{golden}");
    }
    let turn = golden.positions()[0].turn;
    assert_eq!(index.unrank(golden.slots, turn), None, "{golden}");
}

#[test]
fn slots_are_those_of_the_golden_data() {
    let mut all: Vec<Line> = lines(FILE);
    let [most_counted, most_listed] = most_sets();
    all.par_iter_mut().for_each(|golden| {
        if golden.symmetries == 1 || golden.sets() <= most_counted {
            check_definition(golden);
        }
        // The layer with the most slots of all.
        let is_greatest = golden.symmetries == 1 && golden.slots > u64::from(u32::MAX) * 70;
        if golden.sets() <= most_listed || (is_greatest && !is_recording()) {
            check_index(golden);
        }
    });
    if is_recording() {
        record(FILE, &all);
    }
    let layers: BTreeSet<_> = all
        .iter()
        .map(|line| (line.board, line.symmetries, line.layer))
        .collect();
    // 25 boards, with all symmetries and with none, have 9 layers each.
    assert_eq!(layers.len(), 25 * 2 * (2 * PIECES + 1));
}
