//! Numbered pieces: which piece stands where, in the games in which each side's pieces carry one to
//! four pips.

use crate::{Circle, Circles, PIECES, Side, Symmetry};

/// Where the numbered pieces of both sides stand.
///
/// The pieces of a side have 1, 2, 3 and 4 pips, one of each (final edition of 1964). In games
/// without numbers it is always [`Pips::NONE`], as it is on an empty board.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pips {
    /// By side, then by pips less one: the number of the circle, 0 if that piece is not on the
    /// board.
    circles: [[u8; PIECES]; 2],
}

impl Pips {
    /// No numbered piece on the board.
    pub const NONE: Self = Self { circles: [[0; PIECES]; 2] };

    /// The pips of all pieces of a side, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = u8> {
        1..=PIECES as u8
    }

    /// The number of pips that a text gives, if there is a piece with so many.
    pub fn from_text(text: &str) -> Option<u8> {
        Self::all().find(|pips| pips.to_string() == text)
    }

    /// Whether there is no numbered piece on the board.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// The circle of a side's piece; `None` if it is not on the board, or there is no such piece.
    pub fn circle(&self, side: Side, pips: u8) -> Option<Circle> {
        let place = usize::from(pips).checked_sub(1)?;
        Circle::from_number(usize::from(*self.of(side).get(place)?))
    }

    /// The pips of a side's piece on a circle; `None` if it has no numbered piece there.
    pub fn on(&self, side: Side, circle: Circle) -> Option<u8> {
        Self::all().find(|&pips| self.circle(side, pips) == Some(circle))
    }

    /// The circles of a side's numbered pieces.
    pub fn circles(&self, side: Side) -> Circles {
        self.at_least(side, 1)
    }

    /// The circles of a side's pieces with at least so many pips.
    pub fn at_least(&self, side: Side, pips: u8) -> Circles {
        (pips.max(1)..=PIECES as u8).filter_map(|pips| self.circle(side, pips)).collect()
    }

    /// The pips of a side's pieces that are not on the board, ascending.
    pub fn in_hand(self, side: Side) -> impl DoubleEndedIterator<Item = u8> {
        Self::all().filter(move |&pips| self.circle(side, pips).is_none())
    }

    /// The same with a side's piece on a circle, wherever it was.
    ///
    /// # Panics
    /// If there is no piece with so many pips.
    #[must_use]
    pub fn with(mut self, side: Side, pips: u8, circle: Circle) -> Self {
        self.circles[side as usize][usize::from(pips) - 1] = circle.number() as u8;
        self
    }

    /// The same with a side's piece moved from one circle to another, if it has a numbered one
    /// there.
    #[must_use]
    pub fn slid(self, side: Side, from: Circle, to: Circle) -> Self {
        match self.on(side, from) {
            Some(pips) => self.with(side, pips, to),
            None => self,
        }
    }

    /// The image under a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        let of = |number: u8| {
            Circle::from_number(number.into()).map_or(0, |at| symmetry.image(at).number() as u8)
        };
        Self { circles: self.circles.map(|side| side.map(of)) }
    }

    fn of(&self, side: Side) -> &[u8; PIECES] {
        &self.circles[side as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn circle(number: usize) -> Circle {
        Circle::from_number(number).unwrap()
    }

    #[test]
    fn pieces_are_found_by_circle_and_by_pips() {
        let pips = Pips::NONE
            .with(Side::Black, 4, circle(13))
            .with(Side::Black, 1, circle(7))
            .with(Side::Red, 4, circle(1));
        assert_eq!(pips.circle(Side::Black, 4), Some(circle(13)));
        assert_eq!(
            (pips.circle(Side::Black, 2), pips.circle(Side::Red, 0), pips.circle(Side::Red, 5)),
            (None, None, None)
        );
        assert_eq!(
            (pips.on(Side::Black, circle(7)), pips.on(Side::Red, circle(7))),
            (Some(1), None)
        );
        assert_eq!(pips.circles(Side::Black).to_string(), "7,13");
        assert_eq!(pips.at_least(Side::Black, 2).to_string(), "13");
        assert_eq!(pips.in_hand(Side::Black).collect::<Vec<_>>(), [2, 3]);
        let slid =
            pips.slid(Side::Black, circle(13), circle(14)).slid(Side::Red, circle(13), circle(18));
        assert_eq!(
            (slid.circle(Side::Black, 4), slid.circles(Side::Red)),
            (Some(circle(14)), circle(1).into())
        );
        assert!(Pips::NONE.is_none() && !pips.is_none());
    }

    #[test]
    fn symmetries_move_the_pieces() {
        let pips = Pips::NONE.with(Side::Black, 3, circle(2)).with(Side::Red, 1, circle(13));
        for symmetry in Board::STANDARD.symmetries() {
            let image = pips.image(&symmetry);
            assert_eq!(image.circle(Side::Black, 3), Some(symmetry.image(circle(2))));
            assert_eq!(image.circle(Side::Red, 1), Some(circle(13)));
            assert_eq!(image.circle(Side::Black, 1), None);
        }
    }
}
