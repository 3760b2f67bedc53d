//! Steps: how far a slide goes.

use std::fmt;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::{Board, Circle, Circles, TextError};

/// The most columns or rows between two circles of a board.
const LONGEST: isize = *Board::SIDES.end() as isize - 1;

/// The step of a slide: the offsets (columns, rows) that a piece may move by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    offsets: Vec<(isize, isize)>,
}

/// The named steps.
#[derive(
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = TextError, parse_err_fn = no_step)]
pub enum NamedStep {
    /// To a neighbouring circle, horizontally, vertically or diagonally: the rule of the game.
    #[default]
    King,
    /// A chess knight's move: a question Steele raised in 1999.
    Knight,
    /// To any circle, as one board game site has it.
    Teleport,
    /// To a neighbouring circle along a row or column, as one archive of games has it.
    Orthogonal,
}

impl NamedStep {
    /// All named steps, the standard one first.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Describes the step in words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::King => "to any of the eight neighbours",
            Self::Knight => "as a knight in chess",
            Self::Teleport => "to any empty circle",
            Self::Orthogonal => "along rows and columns",
        }
    }

    /// Returns whether a piece may move by an offset (columns, rows) other than (0, 0).
    const fn allows(self, (dx, dy): (isize, isize)) -> bool {
        match self {
            Self::King => dx.abs() <= 1 && dy.abs() <= 1,
            Self::Knight => (dx * dy).abs() == 2,
            Self::Teleport => true,
            Self::Orthogonal => dx.abs() + dy.abs() == 1,
        }
    }

    /// Returns the step as a list of offsets. The list covers the largest board, so it also serves
    /// every smaller one.
    pub fn step(self) -> Step {
        let mut offsets = Vec::new();
        for dx in -LONGEST..=LONGEST {
            for dy in -LONGEST..=LONGEST {
                if (dx, dy) != (0, 0) && self.allows((dx, dy)) {
                    offsets.push((dx, dy));
                }
            }
        }
        Step::new(offsets)
    }
}

fn no_step(text: &str) -> TextError {
    TextError::no_name("step", text, NamedStep::ALL)
}

impl Step {
    /// Creates a step from its offsets (columns, rows). Order and repetition do not matter. Offsets
    /// that lead off every board are left out.
    ///
    /// # Panics
    /// If (0, 0) is among them: a slide moves a piece.
    pub fn new(offsets: impl IntoIterator<Item = (isize, isize)>) -> Self {
        let mut offsets: Vec<_> = offsets
            .into_iter()
            .filter(|&offset| Self::fits_some_board(offset))
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        assert!(!offsets.contains(&(0, 0)), "a slide moves a piece");
        Self { offsets }
    }

    /// Returns whether an offset leads from some circle of the largest board to a circle of it.
    pub(crate) fn fits_some_board((columns, rows): (isize, isize)) -> bool {
        let sides = -LONGEST..=LONGEST;
        sides.contains(&columns) && sides.contains(&rows)
    }

    /// Returns the offsets in ascending order.
    pub fn offsets(&self) -> &[(isize, isize)] {
        &self.offsets
    }

    /// Returns the named step that this is, if any.
    pub fn named(&self) -> Option<NamedStep> {
        NamedStep::ALL
            .iter()
            .copied()
            .find(|named| &named.step() == self)
    }

    /// Returns the circles of a board that a piece on `circle` can step to when all others are
    /// empty.
    pub fn targets(&self, board: Board, circle: Circle) -> Circles {
        let column = board.column(circle);
        let row = board.row(circle);
        self.offsets
            .iter()
            .filter_map(|(dx, dy)| board.circle_at(column + dx, row + dy))
            .collect()
    }
}

impl Default for Step {
    fn default() -> Self {
        NamedStep::default().step()
    }
}

impl fmt::Display for Step {
    /// Writes the name, or the offsets if there is none.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.named() {
            Some(named) => formatter.pad(named.name()),
            None => write!(formatter, "{:?}", self.offsets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(step: NamedStep, number: usize) -> String {
        step.step()
            .targets(Board::STANDARD, Circle::from_number(number).unwrap())
            .to_string()
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(targets(NamedStep::King, 1), "2,6,7");
        assert_eq!(targets(NamedStep::King, 13), "7,8,9,12,14,17,18,19");
        assert_eq!(targets(NamedStep::Knight, 1), "8,12");
        assert_eq!(targets(NamedStep::Knight, 13), "2,4,6,10,16,20,22,24");
        assert_eq!(targets(NamedStep::Orthogonal, 1), "2,6");
        assert_eq!(targets(NamedStep::Orthogonal, 13), "8,12,14,18");
    }

    #[test]
    fn a_teleported_piece_may_go_to_any_other_circle_of_any_board() {
        for board in ["4x4", "5x5", "8x4", "8x8"].map(|size| size.parse::<Board>().unwrap()) {
            for circle in board.circles() {
                let others = board.circles() - circle.into();
                assert_eq!(
                    NamedStep::Teleport.step().targets(board, circle),
                    others,
                    "{circle} on {board}"
                );
            }
        }
    }

    #[test]
    fn named_steps_keep_their_name() {
        for &named in NamedStep::ALL {
            assert_eq!(
                (named.step().named(), named.name().parse()),
                (Some(named), Ok(named))
            );
        }
        assert_eq!(
            Step::new([(1, 0), (0, 1), (1, 0)]).to_string(),
            "[(0, 1), (1, 0)]"
        );
        let long = Step::new([(1, 0), (7, -7), (8, 0), (0, -300)]);
        assert_eq!(long.offsets(), [(1, 0), (7, -7)]);
        assert!("queen".parse::<NamedStep>().is_err());
    }
}
