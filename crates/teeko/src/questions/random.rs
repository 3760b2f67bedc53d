//! A random position, to practise.

mod search;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_rules::{PIECES, Parity, Wdl};

use self::search::{PositionFilter, random_position};
use super::position::{PositionAsked, Query, first_seed};
use super::{Ask, Asked, Subject};
use crate::{Error, PositionReader};

/// Show a random position to practise
///
/// All positions that fit are equally likely. The game is not finished, and the side to move has a
/// move. The answer has the fields that a position's has, every move among them; its schema is
/// `teeko.random/1`. If pieces have numbers, the seed chooses the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct RandomQuestion {
    /// Outcome for the side to move
    #[serde(default)]
    pub outcome: AskedOutcome,
    /// Distance to the end in plies; in games for points, the plies within which points are forced
    /// [default: any]
    #[schemars(range(min = 1, max = u32::MAX))]
    pub dtw: Option<u32>,
    /// Number of pieces on the board [default: any]
    #[schemars(range(max = 2 * PIECES))]
    pub pieces: Option<usize>,
    /// Seed of the random choice: the same seed gives the same position
    #[serde(default = "first_seed")]
    pub seed: u64,
}

/// The outcome that a position should have.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AskedOutcome {
    /// Any outcome
    #[default]
    Any,
    /// The side to move wins
    Win,
    /// Neither side wins
    Draw,
    /// The other side wins
    Loss,
}

impl Ask for RandomQuestion {
    type Asked = Self;

    fn read(&self, rules: &[&PositionReader]) -> Result<Self, Error> {
        let Some(distance) = self.dtw else { return Ok(*self) };
        let is_fixed = rules[0].rules().parity() == Parity::Fixed;
        let expected = match self.outcome {
            AskedOutcome::Draw => "none with a draw, which has no end",
            AskedOutcome::Win if is_fixed && distance.is_multiple_of(2) => {
                "an odd number: a win ends with a ply of the side to move"
            }
            AskedOutcome::Loss if is_fixed && !distance.is_multiple_of(2) => {
                "an even number: a loss ends with a ply of the other side"
            }
            _ => return Ok(*self),
        };
        Err(Error::unfit("dtw", &distance.to_string(), expected))
    }
}

impl Asked for RandomQuestion {
    type Answer<'a> = Query<'a>;

    fn answer<'a>(&self, subject: &Subject<'a, '_>) -> Result<Query<'a>, Error> {
        let (game, positions) = (subject.game(), subject.positions.unwrap_or(u64::MAX));
        let outcome = match self.outcome {
            AskedOutcome::Any => None,
            AskedOutcome::Win => Some(Wdl::Win),
            AskedOutcome::Draw => Some(Wdl::Draw),
            AskedOutcome::Loss => Some(Wdl::Loss),
        };
        let filter = PositionFilter { outcome, distance: self.dtw, pieces: self.pieces };
        let is_too_far =
            self.dtw.is_some_and(|distance| game.deepest().is_ok_and(|it| distance > it));
        let (found, is_whole) = if is_too_far {
            (None, true)
        } else {
            random_position(game, filter, self.seed, positions, subject.observe)
                .map_err(|error| game.error(error))?
        };
        let position = found.ok_or_else(|| {
            let among = if is_whole { String::new() } else { format!(" among {positions}") };
            let error = format!("{}: expected such a position, found none{among}", game.name());
            let hint = "ask for another outcome, distance or number of pieces";
            Error::refused(422, error, Some(hint))
        })?;
        Ok(Query { schema: Some("teeko.random/1"), ..game.answer(&PositionAsked::new(position))? })
    }
}
