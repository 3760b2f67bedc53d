//! Steps: how far a slide goes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::quoted::quoted;
use crate::{Board, Circle, Circles};

/// The step of a slide, as the offsets (columns, rows) a piece may move by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    offsets: Vec<(isize, isize)>,
}

/// A step name that is not known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("step `{found}`: expected king or knight")]
pub struct StepError {
    found: String,
}

impl Step {
    /// The names of the named steps.
    pub const NAMES: [&'static str; 2] = ["king", "knight"];

    /// To a neighbouring circle, horizontally, vertically or diagonally: the rule of the game.
    pub fn king() -> Self {
        Self::new((-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&offset| offset != (0, 0)))
    }

    /// A chess knight's move: a question Steele raised in 1999.
    pub fn knight() -> Self {
        Self::new([1, 2].into_iter().flat_map(|dx| [(dx, 3 - dx), (dx, dx - 3), (-dx, 3 - dx), (-dx, dx - 3)]))
    }

    /// A step by any of these offsets (columns, rows); order and repetition do not matter.
    ///
    /// # Panics
    /// If (0, 0) is among them: a slide moves a piece.
    pub fn new(offsets: impl IntoIterator<Item = (isize, isize)>) -> Self {
        let mut offsets: Vec<_> = offsets.into_iter().collect();
        offsets.sort_unstable();
        offsets.dedup();
        assert!(!offsets.contains(&(0, 0)), "a slide moves a piece");
        Self { offsets }
    }

    /// The offsets in ascending order.
    pub fn offsets(&self) -> &[(isize, isize)] {
        &self.offsets
    }

    /// The name, if it is a named step.
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMES.into_iter().find(|name| name.parse().as_ref() == Ok(self))
    }

    /// The circles of a board that a piece on `circle` can step to when all are empty.
    pub fn targets(&self, board: Board, circle: Circle) -> Circles {
        let (column, row) = (board.column(circle), board.row(circle));
        self.offsets.iter().filter_map(|(dx, dy)| board.circle_at(column + dx, row + dy)).collect()
    }
}

impl Default for Step {
    fn default() -> Self {
        Self::king()
    }
}

impl FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        match text {
            "king" => Ok(Self::king()),
            "knight" => Ok(Self::knight()),
            _ => Err(StepError { found: quoted(text) }),
        }
    }
}

impl fmt::Display for Step {
    /// The name, or the offsets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => formatter.pad(name),
            None => write!(formatter, "{:?}", self.offsets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(step: &Step, number: usize) -> String {
        step.targets(Board::STANDARD, Circle::from_number(number).unwrap()).to_string()
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(targets(&Step::king(), 1), "2,6,7");
        assert_eq!(targets(&Step::king(), 13), "7,8,9,12,14,17,18,19");
        assert_eq!(targets(&Step::knight(), 1), "8,12");
        assert_eq!(targets(&Step::knight(), 13), "2,4,6,10,16,20,22,24");
    }

    #[test]
    fn named_steps_keep_their_name() {
        for name in Step::NAMES {
            assert_eq!(name.parse::<Step>().unwrap().to_string(), name);
        }
        assert_eq!(Step::new([(1, 0), (0, 1), (1, 0)]).to_string(), "[(0, 1), (1, 0)]");
        assert!("queen".parse::<Step>().is_err());
    }
}
