//! Outcomes as small integers that order by who likes them, for minimax over whole rows.

use std::sync::Arc;

use teeko_rules::{Outcome, PIECES};

use crate::LayerValues;
use crate::solved_layer::Width;

/// The pieces on the board when the slide phase begins.
const ALL_DOWN: usize = 2 * PIECES;

/// An unsigned integer wide enough for the outcomes of a drop phase, as Black sees them when all pieces are down:
///
/// | value | `u8` | meaning, in plies from the moment all pieces are down |
/// |---|---|---|
/// | `NONE` | 0 | no such position: the sets overlap (as a code: all bits set) |
/// | `1 + d / 2` | 1, 2, … | Red has won after `d` plies, `d` even |
/// | `DRAW` | 128 | draw |
/// | `MAX - (d + 1) / 2` | …, 254, 255 | Black has won after `d` plies, `d` odd; -1 where his last drop completed a goal |
///
/// In every layer a position keeps the value of what it leads to, so a drop is a plain maximum or minimum.
///
/// The types are `u8` and `u16`, and no others.
pub trait Scale: sealed::Sealed + Copy + Ord + Default + Send + Sync + std::fmt::Debug + 'static {
    /// No such position.
    const NONE: Self;
    /// Neither side can force a goal.
    const DRAW: Self;
    /// Black's last drop has completed a goal.
    const MAX: Self;
    /// The greatest code that the type can hold.
    const LARGEST_CODE: u32;

    /// The value of a slide position's code: its distance plus one for Black to move, 0 for a draw, all bits set for none.
    ///
    /// `low` and `high` are the bytes of the code; the type looks at as many as it has.
    fn of_code(low: u8, high: u8) -> Self;

    /// The value less one, `NONE` becoming `MAX`: in this form a minimum passes over `NONE`.
    #[must_use]
    fn lowered(self) -> Self;

    /// Undoes [`Scale::lowered`].
    #[must_use]
    fn raised(self) -> Self;

    /// The value of a slide position from which one ply leads to the other side's lost position with this value.
    #[must_use]
    fn answered(self) -> Self;

    /// The value as a number.
    fn to_u32(self) -> u32;

    /// The value with this number, which must fit.
    fn from_index(index: usize) -> Self;

    /// Values of this type as those of a layer of either width.
    #[doc(hidden)]
    #[expect(private_interfaces, reason = "no other type can be a scale")]
    fn into_width(values: Arc<LayerValues<Self>>) -> Width;

    /// The values of a layer, if they are of this type.
    #[doc(hidden)]
    #[expect(private_interfaces, reason = "no other type can be a scale")]
    fn of_width(width: &Width) -> Option<&Arc<LayerValues<Self>>>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
}

macro_rules! scale {
    ($type:ty, $width:ident, $code:expr) => {
        impl Scale for $type {
            const NONE: Self = 0;
            const DRAW: Self = 1 << (<$type>::BITS - 1);
            const MAX: Self = <$type>::MAX;
            const LARGEST_CODE: u32 = (Self::DRAW as u32 - 2) * 2;

            #[inline(always)]
            fn of_code(low: u8, high: u8) -> Self {
                let code: $type = $code(low, high);
                let half = code >> 1;
                let decided = if code & 1 == 1 { half + 1 } else { Self::MAX - half };
                match code {
                    0 => Self::DRAW,
                    Self::MAX => Self::NONE,
                    _ => decided,
                }
            }

            #[inline(always)]
            fn lowered(self) -> Self {
                self.wrapping_sub(1)
            }

            #[inline(always)]
            fn raised(self) -> Self {
                self.wrapping_add(1)
            }

            #[inline(always)]
            fn answered(self) -> Self {
                Self::MAX - self
            }

            fn to_u32(self) -> u32 {
                u32::from(self)
            }

            fn from_index(index: usize) -> Self {
                index as Self
            }

            #[expect(private_interfaces, reason = "no other type can be a scale")]
            fn into_width(values: Arc<LayerValues<Self>>) -> Width {
                Width::$width(values)
            }

            #[expect(private_interfaces, reason = "no other type can be a scale")]
            fn of_width(width: &Width) -> Option<&Arc<LayerValues<Self>>> {
                if let Width::$width(values) = width { Some(values) } else { None }
            }
        }
    };
}

scale!(u8, Narrow, |low, _| low);
scale!(u16, Wide, |low, high| u16::from_le_bytes([low, high]));

/// What a value in a layer means to Black, who in layer 8 stands for the side to move. `None` for [`Scale::NONE`].
pub fn outcome_of_value<T: Scale>(value: T, layer: usize) -> Option<Outcome> {
    let drops_left = (ALL_DOWN - layer) as u32;
    if value == T::NONE {
        None
    } else if value == T::DRAW {
        Some(Outcome::Draw)
    } else if value < T::DRAW {
        Some(Outcome::Loss(2 * (value.to_u32() - 1) + drops_left))
    } else {
        // One ply more than since all pieces were down, so that the sum is never negative.
        Some(Outcome::Win(2 * (T::MAX.to_u32() - value.to_u32()) + drops_left - 1))
    }
}

/// The value of an outcome for Black in a layer, the inverse of [`outcome_of_value`]. `None` if the distance is too large
/// for the type, or not one that the layer has.
pub fn value_of_outcome<T: Scale>(outcome: Outcome, layer: usize) -> Option<T> {
    let drops_left = (ALL_DOWN - layer) as u32;
    let value = match outcome {
        Outcome::Draw => return Some(T::DRAW),
        Outcome::Loss(distance) => 1 + distance.checked_sub(drops_left)? / 2,
        Outcome::Win(distance) => T::MAX.to_u32().checked_sub((distance + 1).checked_sub(drops_left)? / 2)?,
    };
    let value = (value <= T::MAX.to_u32()).then(|| T::from_index(value as usize))?;
    (outcome_of_value(value, layer) == Some(outcome)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Scale>(codes: impl Iterator<Item = u32>) {
        let mut last = None;
        for code in codes {
            let [low, high, ..] = code.to_le_bytes();
            let value = T::of_code(low, high);
            let expected = if code % 2 == 1 { Outcome::Loss(code - 1) } else { Outcome::Win(code - 1) };
            assert_eq!(outcome_of_value(value, 8), Some(expected));
            assert!(last.is_none_or(|last| last != value));
            last = Some(value);
        }
    }

    #[test]
    fn every_code_that_fits_keeps_its_meaning() {
        round_trip::<u8>(1..=u8::LARGEST_CODE);
        round_trip::<u16>(1..=u16::LARGEST_CODE);
        assert_eq!(outcome_of_value(u8::of_code(0, 0), 8), Some(Outcome::Draw));
        assert_eq!(outcome_of_value(u8::of_code(0xff, 0xff), 8), None);
        assert_eq!(outcome_of_value(u16::of_code(0xff, 0xff), 8), None);
    }

    #[test]
    fn the_answer_to_a_loss_is_a_win_one_ply_later() {
        for distance in (0..250).step_by(2) {
            let lost: u8 = value_of_outcome(Outcome::Loss(distance), 8).unwrap();
            assert_eq!(outcome_of_value(lost.answered(), 8), Some(Outcome::Win(distance + 1)));
        }
    }

    #[test]
    fn values_order_by_what_black_likes() {
        let values: Vec<u8> =
            [1, 3, u8::LARGEST_CODE as u8 - 1, 0, u8::LARGEST_CODE as u8, 4, 2].map(|code| u8::of_code(code, 0)).into();
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
    }

    #[test]
    fn a_goal_completed_by_blacks_last_drop_is_over() {
        assert_eq!(outcome_of_value(u8::MAX, 7), Some(Outcome::Win(0)));
        assert_eq!(outcome_of_value(u8::MAX, 6), Some(Outcome::Win(1)));
        assert_eq!(outcome_of_value(1_u8, 7), Some(Outcome::Loss(1)));
    }

    #[test]
    fn values_and_outcomes_are_one_to_one_in_every_layer() {
        for layer in 0..=8 {
            for value in (1..=u8::MAX).filter(|&value| layer < 8 || value < u8::MAX) {
                let outcome = outcome_of_value(value, layer).unwrap();
                assert_eq!(value_of_outcome(outcome, layer), Some(value), "{outcome} in layer {layer}");
            }
            assert_eq!(value_of_outcome::<u8>(Outcome::Win(1001), layer), None);
            assert_eq!(value_of_outcome::<u8>(Outcome::Loss(1000), layer), None);
        }
    }
}
