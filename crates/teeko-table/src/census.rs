//! How many positions there are of each kind.

use std::collections::BTreeMap;

use teeko_index::binomial;
use teeko_rules::{Board, Outcome, PIECES};

/// A class of positions, the side to move given. The classes of a layer are disjoint and add up to all its positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Neither side can force a goal, and there is a move.
    Draw,
    /// Won by the side to move, in this odd number of plies.
    Win(u32),
    /// Lost by the side to move, in this even number of plies; in 0 plies if the game is over.
    Loss(u32),
    /// Drawn because the side to move has no slide. In the slide phase only.
    NoMove,
    /// The side to move has a goal, which play cannot lead to. In the slide phase only.
    Impossible,
}

impl Class {
    /// The code of the class in a file, and the distance.
    pub(crate) fn code(self) -> (u8, u32) {
        match self {
            Self::Draw => (0, 0),
            Self::Win(distance) => (1, distance),
            Self::Loss(distance) => (2, distance),
            Self::NoMove => (3, 0),
            Self::Impossible => (4, 0),
        }
    }

    /// The class with this code and distance, if there is one in a layer.
    pub(crate) fn of_code(layer: usize, code: u8, distance: u32) -> Option<Self> {
        match (code, distance) {
            (0, 0) => Some(Self::Draw),
            (1, distance) if distance % 2 == 1 => Some(Self::Win(distance)),
            (2, distance) if distance % 2 == 0 => Some(Self::Loss(distance)),
            (3, 0) if layer == 2 * PIECES => Some(Self::NoMove),
            (4, 0) if layer == 2 * PIECES => Some(Self::Impossible),
            _ => None,
        }
    }
}

impl From<Outcome> for Class {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(distance) => Self::Win(distance),
            Outcome::Loss(distance) => Self::Loss(distance),
        }
    }
}

/// Positions by layer and class: layer 8 in a slide file, layers 0 to 7 in a drop file. Positions, not orbits.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Census {
    counts: BTreeMap<(usize, Class), u64>,
}

impl Census {
    /// The census without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds positions to a class of a layer.
    ///
    /// # Panics
    /// If there are more than 2^64 positions in the class then.
    pub fn add(&mut self, layer: usize, class: Class, positions: u64) {
        if positions > 0 {
            *self.counts.entry((layer, class)).or_insert(0) += positions;
        }
    }

    /// The positions of a class in a layer.
    pub fn positions(&self, layer: usize, class: Class) -> u64 {
        self.counts.get(&(layer, class)).copied().unwrap_or(0)
    }

    /// The classes of a layer that have positions, ascending.
    pub fn layer(&self, layer: usize) -> impl Iterator<Item = (Class, u64)> {
        self.counts.iter().filter(move |((of, _), _)| *of == layer).map(|(&(_, class), &positions)| (class, positions))
    }

    /// All entries (layer, class, positions), ascending by layer and class, none of them without positions.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (usize, Class, u64)> {
        self.counts.iter().map(|(&(layer, class), &positions)| (layer, class, positions))
    }

    /// The largest distance, in plies; 0 if no position is decided.
    pub fn deepest(&self) -> u32 {
        self.counts.keys().map(|(_, class)| class.code().1).max().unwrap_or(0)
    }

    /// The first layer whose classes do not add up to its positions on this board: layer, expected and found.
    pub(crate) fn wrong_sum(
        &self,
        board: Board,
        mut layers: impl Iterator<Item = usize>,
    ) -> Option<(usize, u64, u128)> {
        layers.find_map(|layer| {
            let expected = positions_of_layer(board, layer);
            let found: u128 = self.layer(layer).map(|(_, positions)| u128::from(positions)).sum();
            (found != u128::from(expected)).then_some((layer, expected, found))
        })
    }
}

/// The positions of a layer with the side to move given.
pub(crate) fn positions_of_layer(board: Board, layer: usize) -> u64 {
    let (mover, opponent) = (layer / 2, layer.div_ceil(2));
    binomial(board.circle_count(), mover) * binomial(board.circle_count() - mover, opponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_survive_their_codes() {
        for class in [Class::Draw, Class::Win(3), Class::Loss(0), Class::NoMove, Class::Impossible] {
            let (code, distance) = class.code();
            assert_eq!(Class::of_code(8, code, distance), Some(class));
        }
        for (layer, code, distance) in [(8, 1, 0), (8, 2, 1), (8, 0, 1), (7, 3, 0), (0, 4, 0), (8, 3, 2), (8, 5, 0)] {
            assert_eq!(Class::of_code(layer, code, distance), None);
        }
    }

    #[test]
    fn sums_are_compared_with_the_number_of_positions() {
        let mut census = Census::new();
        census.add(8, Class::Draw, 75_710_249);
        assert_eq!(census.wrong_sum(Board::STANDARD, 8..=8), Some((8, 75_710_250, 75_710_249)));
        census.add(8, Class::Loss(0), 1);
        assert_eq!(census.wrong_sum(Board::STANDARD, 8..=8), None);
        census.add(8, Class::Loss(2), u64::MAX);
        census.add(8, Class::Loss(4), u64::MAX);
        assert!(census.wrong_sum(Board::STANDARD, 8..=8).is_some(), "sums beyond 2^64 do not wrap");
    }
}
