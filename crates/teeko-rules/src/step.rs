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

/// The steps that have a name.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NamedStep {
    /// To a neighbouring circle: [`Step::king`].
    #[default]
    King,
    /// A chess knight's move: [`Step::knight`].
    Knight,
    /// To any circle: [`Step::teleport`].
    Teleport,
    /// To a neighbouring circle of the same row or column: [`Step::orthogonal`].
    Orthogonal,
}

/// A step name that is not known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("step `{found}`: expected king, knight, teleport or orthogonal")]
pub struct StepError {
    found: String,
}

impl NamedStep {
    /// All named steps, that of the game first.
    pub const ALL: [Self; 4] = [Self::King, Self::Knight, Self::Teleport, Self::Orthogonal];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Knight => "knight",
            Self::Teleport => "teleport",
            Self::Orthogonal => "orthogonal",
        }
    }

    /// The step.
    pub fn step(self) -> Step {
        match self {
            Self::King => Step::king(),
            Self::Knight => Step::knight(),
            Self::Teleport => Step::teleport(),
            Self::Orthogonal => Step::orthogonal(),
        }
    }
}

impl fmt::Display for NamedStep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for NamedStep {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        Self::ALL
            .into_iter()
            .find(|step| step.name() == text)
            .ok_or_else(|| StepError { found: quoted(text) })
    }
}

impl Step {
    /// To a neighbouring circle, horizontally, vertically or diagonally: the rule of the game.
    pub fn king() -> Self {
        Self::new(
            (-1..=1)
                .flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)))
                .filter(|&offset| offset != (0, 0)),
        )
    }

    /// A chess knight's move: a question Steele raised in 1999.
    pub fn knight() -> Self {
        Self::new(
            [1, 2]
                .into_iter()
                .flat_map(|dx| [(dx, 3 - dx), (dx, dx - 3), (-dx, 3 - dx), (-dx, dx - 3)]),
        )
    }

    /// To any circle, as a board game site plays it. These are the offsets of the largest board, so
    /// that the step is the same on every board.
    pub fn teleport() -> Self {
        let reach = *Board::SIDES.end() as isize - 1;
        let offsets = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)));
        Self::new(offsets.filter(|&offset| offset != (0, 0)))
    }

    /// To a neighbouring circle along a row or column, as an archive of games has it.
    pub fn orthogonal() -> Self {
        Self::new([(1, 0), (-1, 0), (0, 1), (0, -1)])
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

    /// The named step that this is, if it is one.
    pub fn named(&self) -> Option<NamedStep> {
        NamedStep::ALL.into_iter().find(|named| &named.step() == self)
    }

    /// The name, if it is a named step.
    pub fn name(&self) -> Option<&'static str> {
        self.named().map(NamedStep::name)
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
        text.parse().map(NamedStep::step)
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
        assert_eq!(targets(&Step::orthogonal(), 1), "2,6");
        assert_eq!(targets(&Step::orthogonal(), 13), "8,12,14,18");
    }

    #[test]
    fn a_teleported_piece_may_go_to_any_other_circle_of_any_board() {
        for board in ["4x4", "5x5", "8x4", "8x8"].map(|size| size.parse::<Board>().unwrap()) {
            for circle in board.circles() {
                let others = board.circles() - circle.into();
                assert_eq!(Step::teleport().targets(board, circle), others, "{circle} on {board}");
            }
        }
    }

    #[test]
    fn named_steps_keep_their_name() {
        for named in NamedStep::ALL {
            assert_eq!(
                named.name().parse::<Step>().map(|step| step.to_string()).as_deref(),
                Ok(named.name())
            );
            assert_eq!((named.step().named(), named.name().parse()), (Some(named), Ok(named)));
        }
        assert_eq!(Step::new([(1, 0), (0, 1), (1, 0)]).to_string(), "[(0, 1), (1, 0)]");
        assert!("queen".parse::<Step>().is_err());
    }
}
