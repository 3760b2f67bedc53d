//! Numbers of positions, as the sets of a drawing strategy have them.

use teeko_rules::combinatorics::{at_places, binomial, rank, rank_among_free, unrank};
use teeko_rules::{Board, Circles, PIECES, Position, Side, SymmetryGroup};

/// The numbering of the positions of a board, for one of the sides.
///
/// Positions with fewer pieces come first. Among those with as many, they are in ascending order of
/// the side's own circles, then of the other side's, sets being compared as numbers in which bit
/// `i` stands for circle `i + 1`. Goals and symmetries do not matter.
#[derive(Clone, Copy)]
pub(crate) struct Numbering {
    circles: usize,
    own: Side,
    /// The number of the first position of each layer, and of the end.
    first: [u64; 2 * PIECES + 2],
}

impl Numbering {
    pub(crate) fn new(board: Board, own: Side) -> Self {
        let mut numbering = Self {
            circles: board.circle_count(),
            own,
            first: [0; 2 * PIECES + 2],
        };
        for layer in 0..=2 * PIECES {
            let [own, others] = numbering.pieces(layer);
            let count =
                binomial(numbering.circles, own) * binomial(numbering.circles - own, others);
            numbering.first[layer + 1] = numbering.first[layer] + count;
        }
        numbering
    }

    /// The pieces of the own side and of the other, with `layer` on the board.
    fn pieces(&self, layer: usize) -> [usize; 2] {
        match self.own {
            Side::Black => [layer.div_ceil(2), layer / 2],
            Side::Red => [layer / 2, layer.div_ceil(2)],
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.first[2 * PIECES + 1]
    }

    /// Returns the number of a position's representative in the strategy of the own side: the image
    /// with the least set of that side's circles, then of the other's.
    pub(crate) fn canonical(&self, symmetries: &SymmetryGroup, position: &Position) -> u64 {
        let own = position.pieces(self.own);
        let other = position.pieces(self.own.other());
        let mut least = (own, other);
        for symmetry in symmetries.elements() {
            let own = symmetry.apply(own);
            // In most images the own set alone decides.
            if own <= least.0 {
                least = least.min((own, symmetry.apply(other)));
            }
        }
        self.number(least)
    }

    /// Returns the number of the position with these circles of the own side and of the other.
    pub(crate) fn number(&self, (own, other): (Circles, Circles)) -> u64 {
        let others = binomial(self.circles - own.len(), other.len());
        self.first[own.len() + other.len()] + rank(own) * others + rank_among_free(other, own)
    }

    /// Returns the position with a number, with `turn` to move once all pieces are down.
    pub(crate) fn position(&self, number: u64, turn: Side) -> Option<Position> {
        let layer = (0..=2 * PIECES).find(|&layer| number < self.first[layer + 1])?;
        let [own, others] = self.pieces(layer);
        let number = number - self.first[layer];
        let splits = binomial(self.circles - own, others);
        let own_circles = unrank(own, number / splits);
        let other_circles = at_places(unrank(others, number % splits), !own_circles);
        let turn = Position::turn_in_layer(layer).unwrap_or(turn);
        if turn == self.own {
            Some(Position::of_turn(turn, own_circles, other_circles))
        } else {
            Some(Position::of_turn(turn, other_circles, own_circles))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::{Circle, Rules};

    fn circles(numbers: [usize; 4]) -> Circles {
        let circles = numbers.into_iter().filter_map(Circle::from_number);
        circles.collect()
    }

    #[test]
    fn positions_have_the_numbers_from_zero_up() {
        for own in [Side::Black, Side::Red] {
            let numbering = Numbering::new(Board::new(4, 4).unwrap(), own);
            for number in (0..numbering.count()).step_by(7) {
                let position = numbering.position(number, own.other()).unwrap();
                assert!(position.fits(Board::new(4, 4).unwrap()));
                let sets = (position.pieces(own), position.pieces(own.other()));
                assert_eq!(numbering.number(sets), number);
            }
            assert_eq!(numbering.position(numbering.count(), own), None);
        }
    }

    #[test]
    fn the_documented_number_holds() {
        let numbering = Numbering::new(Board::STANDARD, Side::Red);
        assert_eq!(numbering.position(0, Side::Black), Some(Position::EMPTY));
        let last = numbering.number((circles([22, 23, 24, 25]), circles([18, 19, 20, 21])));
        assert_eq!(last + 1, numbering.count());
    }

    #[test]
    fn the_representative_has_the_least_number_of_all_images() {
        let rules = Rules::builder()
            .board(Board::new(4, 4).unwrap())
            .build()
            .unwrap();
        let symmetries = rules.symmetries();
        assert_eq!(symmetries.order(), 8);
        for own in [Side::Black, Side::Red] {
            let numbering = Numbering::new(rules.board(), own);
            for number in (0..numbering.count()).step_by(31) {
                let position = numbering.position(number, own.other()).unwrap();
                let images = symmetries.elements().iter().map(|symmetry| {
                    let own_circles = symmetry.apply(position.pieces(own));
                    let other_circles = symmetry.apply(position.pieces(own.other()));
                    numbering.number((own_circles, other_circles))
                });
                let least = images.min();
                assert_eq!(Some(numbering.canonical(&symmetries, &position)), least);
            }
        }
    }
}
