//! The slots of positions on every board, with all its symmetries and with none: `rank` and
//! `unrank` have the numbers in `golden/slots.jsonl`.
//!
//! `RECORD_GOLDEN=1` writes the file. What it writes are never the numbers of the index, but those
//! that its definition gives: a count of all smaller canonical sets, one by one. The tests count
//! again on small boards, and on all if they are exhaustive.

use std::collections::BTreeSet;

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
const MOST_SETS: [u64; 2] = [8_000_000, 100_000];

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
    (1..)
        .zip(set.iter())
        .map(|(size, circle)| choose(circle.index() as u64, size))
        .sum()
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
        let least: Vec<Position> = self
            .positions()
            .iter()
            .map(|position| least_image(&group, position))
            .collect();
        let mut wanted: Vec<(u64, usize)> = least
            .iter()
            .map(|position| position.occupied().bits())
            .zip(0..)
            .collect();
        wanted.sort_unstable();
        let (mut sets, mut ranks) = (0, vec![0; POSITIONS]);
        if self.symmetries == 1 {
            sets = self.sets();
            for (rank, position) in ranks.iter_mut().zip(&least) {
                *rank = sets_before(position.occupied());
            }
        } else {
            let mut wanted = wanted.into_iter().peekable();
            for set in all_sets(self.board().circle_count(), self.layer) {
                while let Some((_, number)) = wanted.next_if(|(wanted, _)| *wanted == set) {
                    ranks[number] = sets;
                }
                let set = Circles::from_bits(set);
                let images = group.elements().iter().map(|symmetry| symmetry.apply(set));
                sets += u64::from(images.clone().all(|image| image >= set));
            }
            assert_eq!(wanted.next(), None, "a set of the board");
        }
        for (rank, position) in ranks.iter_mut().zip(&least) {
            let (occupied, mover) = (position.occupied(), position.mover());
            let places = (0..)
                .zip(occupied.iter())
                .filter(|(_, circle)| mover.contains(*circle));
            let split = (1..)
                .zip(places)
                .map(|(size, (place, _))| choose(place, size));
            *rank = *rank * splits + split.sum::<u64>();
        }
        (sets * splits, ranks)
    }
}

/// Returns the image with the least occupied set, and among these with the least set of the mover.
fn least_image(group: &SymmetryGroup, position: &Position) -> Position {
    let image = |symmetry: &Symmetry| {
        (
            symmetry.apply(position.occupied()),
            symmetry.apply(position.mover()),
        )
    };
    let (occupied, mover) = group
        .elements()
        .iter()
        .map(image)
        .min()
        .expect("the identity");
    Position::of_turn(position.turn, mover, occupied - mover)
}

/// Lists the sets of `size` of `circles` circles as bits, ascending.
fn all_sets(circles: usize, size: usize) -> impl Iterator<Item = u64> {
    let (first, end) = ((1_u128 << size) - 1, 1_u128 << circles);
    let after = |&set: &u128| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        (set > 0).then(|| carried | ((carried ^ set) >> (set.trailing_zeros() + 2)))
    };
    std::iter::successors(Some(first), after)
        .take_while(move |&set| set < end)
        .map(|set| set as u64)
}

#[test]
fn slots_are_those_of_the_golden_data() {
    let mut all: Vec<Line> = lines(FILE);
    all.par_iter_mut().for_each(|golden| {
        let (most_listed, most_counted) = match (cfg!(feature = "exhaustive"), is_recording()) {
            (true, _) => (u64::MAX, u64::MAX),
            (false, true) => (0, u64::MAX),
            (false, false) => (MOST_SETS[0], MOST_SETS[1]),
        };
        let name = format!(
            "{}, {} symmetries, {}",
            golden.board(),
            golden.symmetries,
            golden.layer
        );
        if golden.symmetries == 1 || golden.sets() <= most_counted {
            let (slots, ranks) = golden.by_definition();
            if is_recording() {
                (golden.slots, golden.ranks) = (slots, ranks);
            } else {
                assert_eq!((golden.slots, &golden.ranks), (slots, &ranks), "{name}");
            }
        }
        // The layer with the most slots of all.
        let is_greatest = golden.symmetries == 1 && golden.slots > u64::from(u32::MAX) * 70;
        if golden.sets() <= most_listed || (is_greatest && !is_recording()) {
            let group = golden.group();
            let index = LayerIndex::new(golden.board(), &group, golden.layer);
            assert_eq!(index.slots(), golden.slots, "{name}");
            assert_eq!(golden.ranks.len(), POSITIONS, "{name}");
            for (position, &rank) in golden.positions().iter().zip(&golden.ranks) {
                assert_eq!(index.rank(position), rank, "{name}: {position:?}");
                let least = least_image(&group, position);
                assert_eq!(index.unrank(rank, position.turn), Some(least), "{name}");
            }
            assert_eq!(
                index.unrank(golden.slots, golden.positions()[0].turn),
                None,
                "{name}"
            );
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
