//! Outcomes as small integers, ordered from best for Red to best for Black, for minimax over whole
//! rows.

use teeko_rules::{Outcome, PIECES, Parity, Position, Side};

use crate::PairTable;
use crate::either_width::EitherWidth;

/// The pieces on the board when the slide phase begins.
const ALL_DOWN: usize = 2 * PIECES;

/// An unsigned integer that holds the outcomes of a layer from Black's view:
///
/// | value | `u8` | meaning |
/// |---|---|---|
/// | `NONE` | 0 | no such position: the sets overlap, or it is impossible |
/// | `1 + d / 2` | 1, 2, … | Red has won after `d` plies, `d` even |
/// | `DRAW` | 128 | draw |
/// | `MAX - (d + 1) / 2` | …, 254, 255 | Black has won after `d` plies, `d` odd |
///
/// Distances `d` are in plies from the moment all pieces are on the board. `d` is -1 if
/// Black's last drop completed a goal.
///
/// The table applies to [`Parity::Fixed`]. With [`Parity::Free`] distances are not halved: Red has
/// won after `v - 1` plies, Black after `MAX - v - 1`.
///
/// In every layer a position keeps the value of the position that best play leads to, so minimax
/// over a drop is a plain maximum or minimum.
///
/// Only `u8` and `u16` implement this trait: no other crate can name `EitherWidth`.
pub trait Scale:
    Copy + Ord + Default + Into<u32> + TryFrom<u32> + Send + Sync + std::fmt::Debug + 'static
{
    /// There is no such position.
    const NONE: Self;
    /// Neither side can force a goal.
    const DRAW: Self;
    /// Black's last drop has completed a goal.
    const MAX: Self;
    /// The greatest code of a win that the type holds: 252 for `u8`, since 254 would be `DRAW`.
    const LARGEST_CODE: u32;

    /// Returns the value of a slide position's code ([`code_of_outcome`]) with Black to move. In a
    /// code, all bits set stand for `NONE`.
    ///
    /// `low` and `high` are the bytes of the code; `u8` ignores `high`.
    fn of_code(low: u8, high: u8) -> Self;

    /// Returns the value less one, with `NONE` becoming `MAX`. In this form a minimum skips `NONE`.
    #[must_use]
    fn lowered(self) -> Self;

    /// Undoes [`Scale::lowered`].
    #[must_use]
    fn raised(self) -> Self;

    /// Returns the value of a slide position from which one ply leads to a position with this
    /// value, lost for the other side.
    #[must_use]
    fn answered(self, parity: Parity) -> Self;

    #[doc(hidden)]
    fn wrap(values: PairTable<Self>) -> EitherWidth;

    #[doc(hidden)]
    fn unwrap(values: &EitherWidth) -> Option<&PairTable<Self>>;
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
                let decided = if code & 1 == 1 {
                    half + 1
                } else {
                    Self::MAX - half
                };
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
            fn answered(self, parity: Parity) -> Self {
                match parity {
                    Parity::Fixed => Self::MAX - self,
                    Parity::Free => Self::MAX - 1 - self,
                }
            }

            fn wrap(values: PairTable<Self>) -> EitherWidth {
                EitherWidth::$width(values)
            }

            fn unwrap(values: &EitherWidth) -> Option<&PairTable<Self>> {
                if let EitherWidth::$width(values) = values {
                    Some(values)
                } else {
                    None
                }
            }
        }
    };
}

scale!(u8, Narrow, |low, _| low);
scale!(u16, Wide, |low, high| u16::from_le_bytes([low, high]));

/// Returns the code of an outcome for the side to move: 0 for a draw, odd for a loss, even for a
/// win. The greater the distance, the greater the code. The solver codes slide positions, and drop
/// files code drop positions.
pub const fn code_of_outcome(outcome: Outcome, parity: Parity) -> u32 {
    match (outcome, parity) {
        (Outcome::Draw, _) => 0,
        (Outcome::Win(distance) | Outcome::Loss(distance), Parity::Fixed) => distance + 1,
        (Outcome::Loss(distance), Parity::Free) => 2 * distance + 1,
        (Outcome::Win(distance), Parity::Free) => 2 * distance + 2,
    }
}

/// Returns the outcome of a slide position with this code.
pub const fn outcome_of_code(code: u32, parity: Parity) -> Outcome {
    match (code, parity) {
        (0, _) => Outcome::Draw,
        (code, Parity::Fixed) if code % 2 == 1 => Outcome::Loss(code - 1),
        (code, Parity::Fixed) => Outcome::Win(code - 1),
        (code, Parity::Free) if code % 2 == 1 => Outcome::Loss(code / 2),
        (code, Parity::Free) => Outcome::Win(code / 2 - 1),
    }
}

/// Returns the greatest code of a slide phase whose greatest distance is `deepest`. Its values need
/// a type that holds this code ([`Scale::LARGEST_CODE`]).
pub const fn largest_code(deepest: u32, parity: Parity) -> u32 {
    code_of_outcome(Outcome::Win(deepest), parity)
}

/// Returns the outcome for Black that a value in a layer stands for. In layer 8 Black stands for
/// the side to move.
///
/// Returns `None` for [`Scale::NONE`], and for [`Scale::MAX`] in layer 8, where the distance would
/// be -1.
pub fn outcome_of_value<T: Scale>(value: T, layer: usize, parity: Parity) -> Option<Outcome> {
    let drops_left = (ALL_DOWN - layer) as u32;
    let plies = parity.plies_apart();
    let number: u32 = value.into();
    let greatest: u32 = T::MAX.into();
    if value == T::NONE {
        None
    } else if value == T::DRAW {
        Some(Outcome::Draw)
    } else if value < T::DRAW {
        Some(Outcome::Loss(plies * (number - 1) + drops_left))
    } else {
        // One is subtracted last, so that no intermediate result is negative.
        Some(Outcome::Win(
            (plies * (greatest - number) + drops_left).checked_sub(1)?,
        ))
    }
}

/// Returns the outcome for the side to move that a value in a layer stands for; `None` as for
/// [`outcome_of_value`].
#[inline]
pub fn mover_outcome<T: Scale>(value: T, layer: usize, parity: Parity) -> Option<Outcome> {
    let for_black = outcome_of_value(value, layer, parity)?;
    let red_moves = Position::turn_in_layer(layer) == Some(Side::Red);
    Some(if red_moves {
        for_black.reversed()
    } else {
        for_black
    })
}

/// Returns the value of an outcome for Black in a layer: the inverse of [`outcome_of_value`].
///
/// Returns `None` if the distance does not fit the type or cannot occur in the layer.
pub fn value_of_outcome<T: Scale>(outcome: Outcome, layer: usize, parity: Parity) -> Option<T> {
    let drops_left = (ALL_DOWN - layer) as u32;
    let plies = parity.plies_apart();
    let greatest: u32 = T::MAX.into();
    let number = match outcome {
        Outcome::Draw => return Some(T::DRAW),
        Outcome::Loss(distance) => 1 + distance.checked_sub(drops_left)? / plies,
        Outcome::Win(distance) => {
            greatest.checked_sub((distance + 1).checked_sub(drops_left)? / plies)?
        }
    };
    let value = T::try_from(number).ok()?;
    if outcome_of_value(value, layer, parity) == Some(outcome) {
        Some(value)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Scale>(codes: impl Iterator<Item = u32>) {
        let mut last = None;
        for code in codes {
            let [low, high, ..] = code.to_le_bytes();
            let value = T::of_code(low, high);
            let fixed = if code % 2 == 1 {
                Outcome::Loss(code - 1)
            } else {
                Outcome::Win(code - 1)
            };
            let free = if code % 2 == 1 {
                Outcome::Loss(code / 2)
            } else {
                Outcome::Win(code / 2 - 1)
            };
            for (parity, expected) in [(Parity::Fixed, fixed), (Parity::Free, free)] {
                assert_eq!(outcome_of_value(value, 8, parity), Some(expected));
                assert_eq!(
                    (
                        outcome_of_code(code, parity),
                        code_of_outcome(expected, parity)
                    ),
                    (expected, code)
                );
            }
            assert!(last.is_none_or(|last| last != value));
            last = Some(value);
        }
    }

    #[test]
    fn every_code_that_fits_keeps_its_meaning() {
        round_trip::<u8>(1..=u8::LARGEST_CODE);
        round_trip::<u16>(1..=u16::LARGEST_CODE);
        assert_eq!(
            outcome_of_value(u8::of_code(0, 0), 8, Parity::Free),
            Some(Outcome::Draw)
        );
        assert_eq!(
            outcome_of_value(u8::of_code(0xff, 0xff), 8, Parity::Fixed),
            None
        );
        assert_eq!(
            outcome_of_value(u16::of_code(0xff, 0xff), 8, Parity::Fixed),
            None
        );
    }

    #[test]
    fn values_order_by_what_black_likes() {
        let values: Vec<u8> = [
            1,
            3,
            u8::LARGEST_CODE as u8 - 1,
            0,
            u8::LARGEST_CODE as u8,
            4,
            2,
        ]
        .map(|code| u8::of_code(code, 0))
        .into();
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
    }

    #[test]
    fn values_and_outcomes_are_one_to_one_in_every_layer() {
        for (layer, parity) in
            (0..=8).flat_map(|layer| [Parity::Fixed, Parity::Free].map(|parity| (layer, parity)))
        {
            for value in (1..=u8::MAX).filter(|&value| layer < 8 || value < u8::MAX) {
                let outcome = outcome_of_value(value, layer, parity).unwrap();
                assert_eq!(
                    value_of_outcome(outcome, layer, parity),
                    Some(value),
                    "{outcome} in layer {layer}"
                );
            }
            assert_eq!(
                value_of_outcome::<u8>(Outcome::Win(1001), layer, parity),
                None
            );
            let won = value_of_outcome::<u8>(Outcome::Win(0), layer, parity);
            assert_eq!(
                won.is_some(),
                layer == 7 || (layer == 8 && parity == Parity::Free),
                "layer {layer}"
            );
            assert_eq!(
                value_of_outcome::<u8>(Outcome::Loss(1000), layer, parity),
                None
            );
        }
    }
}
