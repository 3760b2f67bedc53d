//! Symmetries of a board, and the group of those that the rules allow. `board.rs` makes the
//! symmetries of a board.

use std::fmt;

use crate::{Circle, Circles};

/// A permutation of the circles of a board.
///
/// The image of a whole set is the union of one table entry for each byte of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// `bytes[b][v]`: the image of the circles `8 * b + i` for each bit `i` of `v`.
    bytes: Vec<[u64; 256]>,
}

impl Symmetry {
    /// Creates the permutation that maps index `i` of a board with `circles` circles to `image(i)`.
    ///
    /// # Panics
    /// If an image is not on the board, or two circles have the same image.
    pub fn new(circles: usize, image: impl Fn(usize) -> usize) -> Self {
        let images: Vec<u64> = (0..circles).map(|index| 1 << image(index)).collect();
        assert_eq!(
            images.iter().fold(0, |all, image| all | image),
            Circles::first(circles).bits(),
            "a permutation of the circles"
        );
        let bytes = images
            .chunks(8)
            .map(|chunk| {
                let mut table = [0; 256];
                for value in 1..256_usize {
                    let lowest = value.trailing_zeros() as usize;
                    table[value] =
                        table[value & (value - 1)] | chunk.get(lowest).copied().unwrap_or(0);
                }
                table
            })
            .collect();
        Self { bytes }
    }

    /// Returns the image of a set of circles of the board.
    #[inline]
    #[must_use]
    pub fn apply(&self, circles: Circles) -> Circles {
        let mut bits = circles.bits();
        let mut image = 0;
        for table in &self.bytes {
            image |= table[(bits & 0xff) as usize];
            bits >>= 8;
        }
        Circles::from_bits(image)
    }

    /// Returns the image of one circle of the board.
    ///
    /// # Panics
    /// If the circle is not on the board.
    #[must_use]
    pub fn image(&self, circle: Circle) -> Circle {
        self.apply(circle.into())
            .least()
            .expect("a circle of the board")
    }
}

impl fmt::Debug for Symmetry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images = (0..self.bytes.len() * 8)
            .filter_map(Circle::new)
            .filter_map(|circle| self.apply(circle.into()).least());
        formatter.debug_list().entries(images).finish()
    }
}

/// A group of symmetries. Its elements are numbered by their place, the identity is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryGroup {
    elements: Vec<Symmetry>,
    /// `products[a][b]`: the element that applies `b` first, then `a`.
    products: Vec<Vec<usize>>,
    inverses: Vec<usize>,
}

impl SymmetryGroup {
    /// Creates the group of these symmetries of a board with `circles` circles.
    ///
    /// # Panics
    /// If the first is not the identity, or the set is not closed under composition.
    pub fn new(circles: usize, elements: Vec<Symmetry>) -> Self {
        assert_eq!(
            elements.first(),
            Some(&Symmetry::new(circles, |index| index)),
            "the identity comes first"
        );
        // Circle by circle: to make a symmetry of each product would take most of a millisecond.
        let mut images = Vec::new();
        for element in &elements {
            images.push(images_of_circles(element, circles));
        }
        let mut products = Vec::new();
        for second in &images {
            let of_second: Vec<usize> = images
                .iter()
                .map(|first| number_of_product(&images, second, first))
                .collect();
            products.push(of_second);
        }
        let mut inverses = Vec::new();
        for of_second in &products {
            let identity = of_second.iter().position(|&product| product == 0);
            inverses.push(identity.expect("an inverse in a finite closed set"));
        }
        Self {
            elements,
            products,
            inverses,
        }
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns the elements, the identity first.
    pub fn elements(&self) -> &[Symmetry] {
        &self.elements
    }

    /// Returns the image of a set under an element.
    #[inline]
    pub fn apply(&self, element: usize, circles: Circles) -> Circles {
        self.elements[element].apply(circles)
    }

    /// Returns the element that applies `first`, then `second`.
    pub fn product(&self, second: usize, first: usize) -> usize {
        self.products[second][first]
    }

    /// Returns the inverse of an element.
    pub fn inverse(&self, element: usize) -> usize {
        self.inverses[element]
    }
}

/// Returns the index of the image of each of the first circles.
fn images_of_circles(symmetry: &Symmetry, circles: usize) -> Vec<usize> {
    (0..circles)
        .filter_map(Circle::new)
        .map(|circle| symmetry.image(circle).index())
        .collect()
}

/// Returns the number of the element that applies `first`, then `second`. All are given by the
/// images of circles.
fn number_of_product(elements: &[Vec<usize>], second: &[usize], first: &[usize]) -> usize {
    let product: Vec<usize> = first.iter().map(|&image| second[image]).collect();
    elements
        .iter()
        .position(|element| *element == product)
        .expect("a closed set of symmetries")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{circle_form, parse_position};
    use crate::{Board, Move, Rules, Scoring};

    #[test]
    fn the_group_laws_hold_on_sets() {
        for (width, height) in [(4, 4), (5, 5), (4, 7)] {
            let board = Board::new(width, height).unwrap();
            let group = SymmetryGroup::new(board.circle_count(), board.symmetries());
            let set = Circles::from_bits(0b1011_0010_0100_0001);
            for a in 0..group.order() {
                assert_eq!(group.product(a, group.inverse(a)), 0);
                assert_eq!(group.apply(group.inverse(a), group.apply(a, set)), set);
                for b in 0..group.order() {
                    assert_eq!(
                        group.apply(a, group.apply(b, set)),
                        group.apply(group.product(a, b), set)
                    );
                }
            }
        }
    }

    #[test]
    fn images_of_a_position_have_the_images_of_its_moves_and_one_canonical_image() {
        let rules = Rules::builder().scoring(Scoring::Pips).build().unwrap();
        let group = rules.symmetries();
        let position = parse_position(&rules, "b:2=4,6=1 r:7=3 r").unwrap();
        let played: Move = "15=2".parse().unwrap();
        for symmetry in group.elements() {
            let image = position.image(symmetry);
            assert_eq!(
                image.after(played.image(symmetry)),
                position.after(played).image(symmetry)
            );
            assert_eq!(group.canonical(&image), group.canonical(&position));
        }
        // 2, 6 and 7 are the least three circles, 7 may be the other side's, and 1 is a corner.
        assert_eq!(
            circle_form(&group.canonical(&position)),
            "b:2=1,6=4 r:7=3 r"
        );
        let slide: Move = "2-1".parse().unwrap();
        assert!(
            group
                .elements()
                .iter()
                .any(|by| slide.image(by).to_string() == "24-25")
        );
    }

    #[test]
    #[should_panic(expected = "closed")]
    fn an_open_set_is_no_group() {
        let board = Board::STANDARD;
        let quarter_turn = board.symmetries().into_iter().find(|s| {
            s.image(Circle::new(0).unwrap()).number() == 5
                && s.image(Circle::new(4).unwrap()).number() == 25
        });
        SymmetryGroup::new(
            board.circle_count(),
            vec![board.symmetries()[0].clone(), quarter_turn.unwrap()],
        );
    }
}
