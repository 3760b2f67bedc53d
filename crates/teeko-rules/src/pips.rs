//! Numbered pieces: where each stands, in games in which each side's pieces carry one to four pips.

use crate::{Circle, Circles, PIECES, Side, Symmetry};

/// The circles of the numbered pieces of both sides.
///
/// The pieces of a side have 1, 2, 3 and 4 pips, one of each (final edition of 1964). In games
/// without numbers, and on an empty board, the value is [`Pips::NONE`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pips([[Option<Circle>; PIECES]; 2]);

impl Pips {
    /// No numbered piece on the board.
    pub const NONE: Self = Self([[None; PIECES]; 2]);

    /// Returns the pips of all pieces of a side in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = u8> {
        1..=PIECES as u8
    }

    /// Returns a number of pips in words: `1 pip`, `2 pips`.
    pub(crate) fn in_words(pips: u8) -> String {
        format!("{pips} {}", if pips == 1 { "pip" } else { "pips" })
    }

    /// Returns the circle of a side's piece; `None` if it is not on the board or does not exist.
    pub fn circle(&self, side: Side, pips: u8) -> Option<Circle> {
        *self.0[side as usize].get(usize::from(pips).checked_sub(1)?)?
    }

    /// Returns the pips of a side's piece on a circle; `None` if it has no numbered piece there.
    pub fn on(&self, side: Side, circle: Circle) -> Option<u8> {
        Self::all().find(|&pips| self.circle(side, pips) == Some(circle))
    }

    /// Returns the circles of a side's numbered pieces.
    pub fn circles(&self, side: Side) -> Circles {
        self.at_least(side, 1)
    }

    /// Returns the circles of a side's pieces with at least `pips` pips.
    pub fn at_least(&self, side: Side, pips: u8) -> Circles {
        (pips.max(1)..=PIECES as u8)
            .filter_map(|pips| self.circle(side, pips))
            .collect()
    }

    /// Returns the pips of a side's pieces that are not on the board, in ascending order.
    pub fn in_hand(self, side: Side) -> impl DoubleEndedIterator<Item = u8> {
        Self::all().filter(move |&pips| self.circle(side, pips).is_none())
    }

    /// Returns the same with a side's piece on a circle, wherever it was before.
    ///
    /// # Panics
    /// If there is no piece with `pips` pips.
    #[must_use]
    pub fn with(mut self, side: Side, pips: u8, circle: Circle) -> Self {
        self.0[side as usize][usize::from(pips) - 1] = Some(circle);
        self
    }

    /// Returns the same after a slide of a side's piece. Without a numbered piece on the first
    /// circle nothing changes.
    #[must_use]
    pub fn slid(self, side: Side, from: Circle, to: Circle) -> Self {
        match self.on(side, from) {
            Some(pips) => self.with(side, pips, to),
            None => self,
        }
    }

    /// Returns the image under a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        let mut image = self;
        for circle in image.0.as_flattened_mut().iter_mut().flatten() {
            *circle = symmetry.image(*circle);
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (
                pips.circle(Side::Black, 2),
                pips.circle(Side::Red, 0),
                pips.circle(Side::Red, 5)
            ),
            (None, None, None)
        );
        assert_eq!(
            (
                pips.on(Side::Black, circle(7)),
                pips.on(Side::Red, circle(7))
            ),
            (Some(1), None)
        );
        assert_eq!(pips.circles(Side::Black).to_string(), "7,13");
        assert_eq!(pips.at_least(Side::Black, 2).to_string(), "13");
        assert_eq!(pips.in_hand(Side::Black).collect::<Vec<_>>(), [2, 3]);
        let slid =
            pips.slid(Side::Black, circle(13), circle(14))
                .slid(Side::Red, circle(13), circle(18));
        assert_eq!(
            (slid.circle(Side::Black, 4), slid.circles(Side::Red)),
            (Some(circle(14)), circle(1).into())
        );
    }
}
