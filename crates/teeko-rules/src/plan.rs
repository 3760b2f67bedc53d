//! Drop plans: who chooses the circle of each drop.

use std::fmt;
use std::str::FromStr;

use crate::{PIECES, TextError};

/// A drop style: who chooses the circle of a drop.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DropStyle {
    /// `s`: the mover drops on any empty circle.
    #[default]
    Standard,
    /// `p`: the opponent points at an empty circle and the mover must drop there (Scarne:
    /// Alternate).
    Point,
}

/// The style of the first to fourth drop of each player; both players' n-th drops share it.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DropPlan([DropStyle; PIECES]);

impl DropPlan {
    /// `ssss`: the mover chooses the circle of every drop.
    pub const STANDARD: Self = Self([DropStyle::Standard; PIECES]);

    /// Returns all plans, from `ssss` to `pppp`.
    pub fn all() -> impl Iterator<Item = Self> {
        // The first drop is the highest digit of the count.
        (0..1 << PIECES)
            .filter_map(|count: u8| Self::from_bits(count.reverse_bits() >> (8 - PIECES)))
    }

    /// Creates a plan from its styles, first drop first.
    pub const fn new(styles: [DropStyle; PIECES]) -> Self {
        Self(styles)
    }

    /// Returns the styles, first drop first.
    pub const fn styles(self) -> [DropStyle; PIECES] {
        self.0
    }

    /// Returns the style of the drop that follows `dropped` drops of both players together.
    ///
    /// # Panics
    /// If all pieces are down.
    pub const fn style_after(self, dropped: usize) -> DropStyle {
        self.0[dropped / 2]
    }

    /// Returns the plan as files store it: bit `n` is set if drop `n + 1` of each player is
    /// pointed.
    pub fn bits(self) -> u8 {
        let mut bits = 0;
        for (number, style) in self.0.into_iter().enumerate() {
            bits |= u8::from(style == DropStyle::Point) << number;
        }
        bits
    }

    /// Returns the plan with these [bits](Self::bits); `None` if any higher bit is set.
    pub fn from_bits(bits: u8) -> Option<Self> {
        if bits >= 1 << PIECES {
            return None;
        }
        let mut plan = Self::STANDARD;
        for (number, style) in plan.0.iter_mut().enumerate() {
            if bits >> number & 1 != 0 {
                *style = DropStyle::Point;
            }
        }
        Some(plan)
    }

    /// Returns whether every drop is pointed: full Alternate.
    pub fn is_full_alternate(self) -> bool {
        self.0 == [DropStyle::Point; PIECES]
    }

    /// Returns Scarne's name of the plan if it has one: "standard", "alternate", "one-move
    /// alternate" and so on.
    pub fn scarne_name(self) -> Option<&'static str> {
        let text = self.to_string();
        let (_, name) = SCARNE_NAMES.into_iter().find(|(plan, _)| *plan == text)?;
        Some(name)
    }

    /// Returns the plan with one of Scarne's names, words separated by spaces or hyphens:
    /// "one-move alternate", "point the first two moves", `1A/3S`.
    pub fn from_scarne_name(name: &str) -> Option<Self> {
        if let Some(plan) = Self::of_counts(name) {
            return Some(plan);
        }
        let name = name.replace(" 2 ", " two ").replace(" 3 ", " three ");
        let (plan, _) = SCARNE_NAMES
            .into_iter()
            .find(|(_, known)| are_alike(known, &name))?;
        plan.parse().ok()
    }

    /// Returns the plan with these numbers of alternate and standard drops: `1A/3S`, `2s2a`.
    fn of_counts(text: &str) -> Option<Self> {
        let mut plan = String::new();
        let mut characters = text.chars().filter(|character| !"/ -".contains(*character));
        while let Some(count) = characters.next() {
            let style = match characters.next()? {
                'a' | 'A' => "p",
                's' | 'S' => "s",
                _ => return None,
            };
            plan += &style.repeat(count.to_digit(10)? as usize);
        }
        plan.parse().ok()
    }
}

/// Returns whether two names are the same in any case, with hyphens or spaces between their words.
fn are_alike(one: &str, other: &str) -> bool {
    one.bytes().map(folded).eq(other.bytes().map(folded))
}

fn folded(byte: u8) -> u8 {
    match byte {
        b'-' => b' ',
        byte => byte.to_ascii_lowercase(),
    }
}

/// Scarne's names of plans: *Scarne on Teeko* (1955), as tabulated by `MathWorld`, then what
/// Wikipedia calls them.
pub(crate) const SCARNE_NAMES: [(&str, &str); 15] = [
    ("ssss", "standard"),
    ("pppp", "alternate"),
    ("psss", "one-move alternate"),
    ("ppss", "two-move alternate"),
    ("ppps", "three-move alternate"),
    ("sppp", "one-move standard"),
    ("sspp", "two-move standard"),
    ("sssp", "three-move standard"),
    ("pppp", "point all moves"),
    ("psss", "point the first move"),
    ("ppss", "point the first two moves"),
    ("ppps", "point the first three moves"),
    ("sppp", "point the last three moves"),
    ("sspp", "point the last two moves"),
    ("sssp", "point the last move"),
];

impl fmt::Display for DropPlan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = String::new();
        for style in self.0 {
            letters.push(match style {
                DropStyle::Standard => 's',
                DropStyle::Point => 'p',
            });
        }
        formatter.pad(&letters)
    }
}

impl FromStr for DropPlan {
    type Err = TextError;

    /// Parses four letters, in either case.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut styles = Vec::new();
        for letter in text.chars() {
            styles.push(match letter {
                's' | 'S' => DropStyle::Standard,
                'p' | 'P' => DropStyle::Point,
                _ => return Err(no_plan(text)),
            });
        }
        match styles.try_into() {
            Ok(styles) => Ok(Self(styles)),
            Err(_) => Err(no_plan(text)),
        }
    }
}

/// Returns the error for a text that is no plan.
fn no_plan(text: &str) -> TextError {
    let expected = format!(
        "{PIECES} letters s (standard) or p (point), such as ssss or sppp, one for each piece: \
         each side has exactly {PIECES} pieces"
    );
    TextError::new("drop plan", text, expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_plans_round_trip() {
        assert_eq!(DropPlan::all().count(), 16);
        let bits = |plan: &str| plan.parse::<DropPlan>().unwrap().bits();
        assert_eq!(
            ["ssss", "psss", "sspp", "pppp"].map(bits),
            [0, 0b0001, 0b1100, 0b1111]
        );
        assert_eq!(DropPlan::from_bits(0b1_0000), None);
        for plan in DropPlan::all() {
            assert_eq!(plan.to_string().to_uppercase().parse(), Ok(plan));
            assert_eq!(DropPlan::from_bits(plan.bits()), Some(plan));
        }
    }

    #[test]
    fn scarne_names_round_trip() {
        let named: Vec<_> = DropPlan::all()
            .filter_map(|plan| plan.scarne_name().map(|name| (plan, name)))
            .collect();
        assert_eq!(named.len(), 8);
        for (plan, name) in named {
            assert_eq!(DropPlan::from_scarne_name(name), Some(plan));
            assert_eq!(
                DropPlan::from_scarne_name(&name.to_uppercase().replace(' ', "-")),
                Some(plan)
            );
        }
        assert_eq!(DropPlan::from_scarne_name("four-move alternate"), None);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "sss", "sssss", "sssx", "ßsss"] {
            assert!(text.parse::<DropPlan>().is_err(), "{text}");
        }
    }
}
