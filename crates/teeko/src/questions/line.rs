//! Perfect play from a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::{BestLine, best_line};
use teeko_rules::Position;
use teeko_rules::notation::RowsForm;

use super::ask::{Ask, Subject};
use super::asked_position::AskedPosition;
use super::place::Place;
use crate::error::Error;
use crate::position_reader::PositionReader;

/// The plies of a draw that are shown unless others are asked for.
const DRAWN_PLIES: u16 = 20;

const fn drawn_plies() -> u16 {
    DRAWN_PLIES
}

/// Show one line of perfect play from a position to the end
///
/// Every ply is the best one: the winner wins as fast as possible, the loser resists as long as
/// possible. A draw has no end, so its line stops after some plies. In games for points both sides
/// play for points first, for plies second.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct LineQuestion {
    /// The position.
    #[serde(flatten)]
    pub at: AskedPosition,
    /// Number of plies to show of a draw
    #[serde(default = "drawn_plies")]
    pub plies: u16,
    /// Show the board after each ply; in JSON, add the field "positions"
    #[serde(default)]
    pub boards: bool,
}

impl LineQuestion {
    /// Asks for the line of play from a position.
    pub fn of(position: Position) -> Self {
        Self {
            at: AskedPosition::of_value(position),
            plies: DRAWN_PLIES,
            boards: false,
        }
    }
}

impl Ask for LineQuestion {
    type Answer<'a> = Line;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        self.at.read(rules[0]).map(drop)
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Line, Error> {
        let game = subject.game();
        let position = self.at.value()?;
        if subject.positions.is_some() && self.plies > DRAWN_PLIES {
            let longest = game.deepest()?.max(DRAWN_PLIES.into());
            if u32::from(self.plies) > longest {
                return Err(Error::too_much(format!(
                    "plies: expected at most {longest}, the longest distance of {}, found {}",
                    game.named(),
                    self.plies
                )));
            }
        }
        let line = best_line(game, &position, self.plies.into());
        let line = line.map_err(|error| game.error(error))?;
        let mut positions = None;
        if self.boards {
            let after = line.positions().map(|position| game.on_board(position));
            positions = Some(after.collect());
        }
        Ok(Line {
            schema: "teeko.line/1",
            variant: game.name().to_owned(),
            line,
            positions,
        })
    }

    fn set_place(&mut self, place: Place) -> Result<(), Error> {
        self.at.set_place(place)
    }

    fn first_layer(&self) -> usize {
        self.at.layer()
    }
}

/// A line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Line {
    /// `teeko.line/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The line.
    #[serde(flatten)]
    pub line: BestLine,
    /// The positions after each ply; left out unless `boards` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<RowsForm>>,
}
