//! Circles of the board and sets of them.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// One circle of a board. Circles are numbered row by row from the top left: from 1 as Scarne does
/// ([`Circle::number`]), or from 0 ([`Circle::index`]).
///
/// It is stored as its number, so that an optional circle takes no more memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize))]
pub struct Circle(NonZeroU8);

impl Circle {
    /// The number of different circles: those of the largest board, 8 x 8.
    pub const LIMIT: usize = 64;

    /// Returns the circle with this index, or `None` at 64 and above.
    pub const fn new(index: usize) -> Option<Self> {
        Self::from_number(index.saturating_add(1))
    }

    /// Returns the circle with this number, counted from 1, or `None` outside 1 to 64.
    pub const fn from_number(number: usize) -> Option<Self> {
        match NonZeroU8::new(number as u8) {
            Some(small) if number <= Self::LIMIT => Some(Self(small)),
            _ => None,
        }
    }

    /// Returns the circle with the number that a text consists of; `None` if it has other
    /// characters than digits, or no circle has the number.
    pub(crate) fn from_digits(text: &str) -> Option<Self> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        Self::from_number(text.parse().ok().filter(|_| is_plain)?)
    }

    /// Returns the index, 0 to 63.
    pub const fn index(self) -> usize {
        self.number() - 1
    }

    /// Returns the circle's number as Scarne counts: 1 to 25 on the standard board.
    pub const fn number(self) -> usize {
        self.0.get() as usize
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(formatter)
    }
}

impl fmt::Debug for Circle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(formatter)
    }
}

/// A set of circles: bit `i` stands for the circle with index `i`.
///
/// ```text
/// 5 x 5:  bit  0  1  2  3  4        circle   1  2  3  4  5
///              5  6  7  8  9                 6  7  8  9 10
///             10 11 12 13 14                11 12 13 14 15
///             15 16 17 18 19                16 17 18 19 20
///             20 21 22 23 24                21 22 23 24 25
/// ```
/// The set {7, 13} is `1 << 6 | 1 << 12`, 0x1040. Sets order by these bits read as a number, which
/// for sets of one size is colexicographic order, the order of their ranks.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Circles(u64);

impl Circles {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the bits of the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the circles with an index below `count`; all 64 from 64 on.
    pub const fn first(count: usize) -> Self {
        if count >= Circle::LIMIT {
            Self(u64::MAX)
        } else {
            Self((1 << count) - 1)
        }
    }

    /// Returns the number of circles in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `circle` is in the set.
    pub const fn contains(self, circle: Circle) -> bool {
        self.0 >> circle.index() & 1 != 0
    }

    /// Returns whether every circle of `other` is in this set.
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns whether the sets share a circle.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set with `circle` added.
    #[must_use]
    pub const fn with(self, circle: Circle) -> Self {
        Self(self.0 | 1 << circle.index())
    }

    /// Returns the set with `circle` taken out.
    #[must_use]
    pub const fn without(self, circle: Circle) -> Self {
        Self(self.0 & !(1 << circle.index()))
    }

    /// Returns the circle with the least index, or `None` for the empty set.
    pub const fn least(self) -> Option<Circle> {
        Circle::new(self.0.trailing_zeros() as usize)
    }

    /// Returns the circles in ascending order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Circle> + Clone {
        self.into_iter()
    }
}

impl BitOr for Circles {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Circles {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Circles {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Circles {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Circle> for Circles {
    fn from(circle: Circle) -> Self {
        Self::EMPTY.with(circle)
    }
}

impl FromIterator<Circle> for Circles {
    fn from_iter<I: IntoIterator<Item = Circle>>(circles: I) -> Self {
        circles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The circles of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Circle;

    fn next(&mut self) -> Option<Circle> {
        let circle = Circles(self.0).least()?;
        self.0 &= self.0 - 1;
        Some(circle)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Circles {
    type Item = Circle;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl fmt::Debug for Circles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{self}}}")
    }
}
