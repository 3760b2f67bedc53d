//! The columns of an export. What else a new one needs stands in the recipe of CONTRIBUTING.

use std::fmt;
use std::str::FromStr;

use strum::{EnumString, IntoStaticStr, VariantNames};
use teeko_rules::TextError;

/// A column: one value of every row.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum Column {
    /// The position in rows form: `5/1b1b1/5/2r2/5 b`.
    Position,
    /// The circles of Black's pieces: bit `n - 1` for circle `n`.
    Black,
    /// The circles of Red's pieces, in the same form.
    Red,
    /// The number of pieces on the board, 0 to 8.
    Layer,
    /// The side to move: `black` or `red`.
    Turn,
    /// The outcome for the side to move: `win`, `draw` or `loss`.
    Outcome,
    /// The points that the side to move nets: negative if its opponent scores, 0 in a draw. In
    /// games that are not for points, 1, 0 or -1.
    Score,
    /// The distance to win in plies; none in a draw, which formats without types write as -1. In
    /// games for points, a bound: the plies within which at least the points of
    /// [`Column::Score`] can be forced.
    Dtw,
    /// The number in the public index of the layer.
    Slot,
    /// The number of positions that the row stands for: in rows of orbits those that symmetry makes
    /// equal, including this one; in rows of positions 1.
    Weight,
    /// A number from 0 to 9 by which data are split, the same for all images: see
    /// [`Row::fold`](crate::Row::fold).
    Fold,
    /// The name of the rules: `58-ssss`, `@rules-ssss`. The same in every row.
    Variant,
    /// The values of the legal moves, in the order of their numbers among the actions of learning
    /// environments: for the side to move, the plies to a win, the negative of those to a loss, 0
    /// for a draw, the move included. Empty if the game is finished. In a pointed drop the opponent
    /// of the side to move chooses one of the moves.
    Values,
}

impl Column {
    /// Returns the column's name in every format.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the names of all columns.
    pub const fn names() -> &'static [&'static str] {
        Self::VARIANTS
    }
}

/// Columns in the order in which they are written, each once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// Returns the same with the score after the outcome, or last if there is no outcome: the
    /// default columns of games for points.
    #[must_use]
    pub fn with_score(mut self) -> Self {
        if !self.0.contains(&Column::Score) {
            let outcome = self.0.iter().position(|&column| column == Column::Outcome);
            let place = outcome.map_or(self.0.len(), |outcome| outcome + 1);
            self.0.insert(place, Column::Score);
        }
        self
    }

    /// Returns the same with the values of moves, last unless they are there already.
    #[must_use]
    pub fn with_values(mut self) -> Self {
        if !self.has_values() {
            self.0.push(Column::Values);
        }
        self
    }

    /// Returns whether the values of moves are among the columns.
    pub fn has_values(&self) -> bool {
        self.0.contains(&Column::Values)
    }

    /// Returns the columns.
    pub fn as_slice(&self) -> &[Column] {
        &self.0
    }
}

impl FromStr for Columns {
    type Err = TextError;

    /// Parses `position,outcome,dtw`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut columns = Vec::new();
        for name in text.split(',').map(str::trim) {
            let Ok(column) = name.to_ascii_lowercase().parse() else {
                let expected = format!("some of {}", Column::names().join(", "));
                return Err(TextError::new("column", name, expected));
            };
            if columns.contains(&column) {
                return Err(TextError::new("column", name, "once, found twice"));
            }
            columns.push(column);
        }
        Ok(Self(columns))
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|column| column.name()).collect();
        formatter.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_in_their_order() {
        let columns: Columns = "slot, Position,dtw".parse().unwrap();
        assert_eq!(
            columns.as_slice(),
            [Column::Slot, Column::Position, Column::Dtw]
        );
        assert_eq!(columns.to_string(), "slot,position,dtw");
        for name in Column::names() {
            let columns: Columns = name.parse().unwrap();
            assert_eq!(columns.to_string(), *name);
        }
    }

    #[test]
    fn the_values_of_moves_come_last_unless_they_are_there() {
        let columns: Columns = "black,dtw".parse().unwrap();
        assert_eq!(columns.with_values().to_string(), "black,dtw,values");
        let columns: Columns = "values,dtw".parse().unwrap();
        assert_eq!(columns.with_values().to_string(), "values,dtw");
    }

    #[test]
    fn games_for_points_have_the_score_after_the_outcome() {
        for (columns, expected) in [
            (
                "position,turn,layer,outcome,dtw,slot",
                "position,turn,layer,outcome,score,dtw,slot",
            ),
            ("slot", "slot,score"),
            ("score,outcome", "score,outcome"),
        ] {
            assert_eq!(
                columns.parse::<Columns>().unwrap().with_score().to_string(),
                expected
            );
        }
    }

    #[test]
    fn other_texts_say_what_is_wrong() {
        let all = "expected some of position, black, red, layer, turn, outcome, score, dtw, slot, \
                   weight, fold, variant, values";
        for (text, message) in [
            ("", format!("column ``: {all}")),
            ("slot,", format!("column ``: {all}")),
            ("pos\u{1b}", format!("column `pos\\u{{1b}}`: {all}")),
            (
                "slot,dtw,slot",
                "column `slot`: expected once, found twice".to_owned(),
            ),
        ] {
            assert_eq!(text.parse::<Columns>().unwrap_err().to_string(), message);
        }
    }
}
