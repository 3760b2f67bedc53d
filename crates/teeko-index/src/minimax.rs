//! Minimax over one drop, for a whole row of values at a time.

use teeko_rules::{DropStyle, Position, Rules, Side};

use crate::Scale;

/// Who chooses the circle of a drop.
///
/// The pass rule changes no value: passing leaves the choice to the mover, so it is never better
/// than pointing (a test of the reference solver).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DropChoice {
    /// The mover chooses.
    Mover,
    /// The opponent points.
    Opponent,
}

impl DropChoice {
    /// Returns who chooses the drop made in a layer.
    ///
    /// # Panics
    /// If `layer` is above 7.
    pub fn of(rules: &Rules, layer: usize) -> Self {
        match rules.plan().style_after(layer) {
            DropStyle::Standard => Self::Mover,
            DropStyle::Point => Self::Opponent,
        }
    }

    /// Fills a row of a layer with the greatest values of its successors if Black chooses, else
    /// with the least: a [`Scale`] is from Black's view.
    ///
    /// `successors` are the rows of the next layer that the drops lead to. Rows are compared value
    /// by value.
    pub fn fill<'a, T: Scale>(
        self,
        layer: usize,
        row: &mut [T],
        successors: impl Iterator<Item = &'a [T]>,
    ) {
        let black_chooses =
            (Position::turn_in_layer(layer) == Some(Side::Black)) == (self == Self::Mover);
        extreme(black_chooses, row, successors);
    }
}

/// Fills a row with the maximum or minimum, value by value, of other rows. Skips [`Scale::NONE`].
///
/// Takes four rows at a time, so that `row` is read and written a fourth as often.
fn extreme<'a, T: Scale>(maximum: bool, row: &mut [T], mut others: impl Iterator<Item = &'a [T]>) {
    row.fill(if maximum { T::NONE } else { T::MAX });
    while let Some(first) = others.next() {
        let [second, third, fourth] = std::array::from_fn(|_| others.next().unwrap_or(first));
        let four = first.iter().zip(second).zip(third.iter().zip(fourth));
        let values = row.iter_mut().zip(four);
        if maximum {
            for (value, ((&a, &b), (&c, &d))) in values {
                *value = (*value).max(a.max(b)).max(c.max(d));
            }
        } else {
            for (value, ((&a, &b), (&c, &d))) in values {
                let [a, b, c, d] = [a, b, c, d].map(T::lowered);
                *value = (*value).min(a.min(b)).min(c.min(d));
            }
        }
    }
    if !maximum {
        for value in row {
            *value = value.raised();
        }
    }
}
