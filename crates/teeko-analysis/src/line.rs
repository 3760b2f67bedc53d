//! Best lines: perfect play from a position.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::notation::{Ply, RowsForm};
use teeko_rules::{Oracle, Outcome, OutcomeFields, Position};

use crate::error::Answer;
use crate::moves::ValueOfPosition;
use crate::{Analysis, Choice, RankedChoice, analyse, analyse_after};

/// A line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BestLine {
    /// The position where the line starts.
    pub position: RowsForm,
    /// The value of that position for the side to move.
    #[serde(flatten)]
    #[schemars(with = "ValueOfPosition")]
    pub value: OutcomeFields,
    /// The plies.
    // Each is the first in the order of `Analysis::moves`.
    #[serde(rename = "line")]
    pub plies: Vec<Ply>,
}

impl BestLine {
    /// Returns the positions after each ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.plies.iter().scan(*self.position, |position, ply| {
            *position = position.after(ply.played);
            Some(*position)
        })
    }

    /// Returns the position after the last ply.
    pub fn end(&self) -> Position {
        self.positions().last().unwrap_or(*self.position)
    }
}

/// Follows the first choice of every [`analyse`] to the end of the game. The line has as many plies
/// as the distance to the win. In games for points it may have fewer, since both sides play for
/// points first: the line that gives away the fewest points may be shorter than one that gives away
/// more.
///
/// If neither side can force a win, play never ends. The line then stops after `drawn_plies` plies,
/// or sooner if there is no legal slide. Of several choices that draw, the line takes the first,
/// which is the hardest for the other side; see [`Analysis::moves`](crate::Analysis::moves).
pub fn best_line(oracle: &dyn Oracle, start: &Position, drawn_plies: usize) -> Answer<BestLine> {
    let mut analysis = analyse(oracle, start)?;
    let mut line = BestLine {
        position: analysis.position,
        value: analysis.value,
        plies: Vec::new(),
    };
    let is_drawn = line.value.outcome == Outcome::Draw;
    while !is_drawn || line.plies.len() < drawn_plies {
        let Some(ply) = best_ply(oracle, &analysis)? else {
            break;
        };
        line.plies.push(ply);
        analysis = analyse(oracle, &analysis.position.after(ply.played))?;
    }
    Ok(line)
}

/// Returns the first choice in a position; after a pass, with the first move of the side that may
/// then choose. `None` if there is no move.
fn best_ply(oracle: &dyn Oracle, analysis: &Analysis) -> Answer<Option<Ply>> {
    let Some(best) = analysis.choices().first() else {
        return Ok(None);
    };
    let passed = best.choice == Choice::Pass;
    let played = if passed {
        let after = analyse_after(oracle, &analysis.position, Choice::Pass)?;
        after.choices().first().and_then(RankedChoice::best_move)
    } else {
        best.best_move()
    };
    Ok(played.map(|played| Ply { played, passed }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnalysisError;
    use crate::testing::{FunctionOracle, STANDARD, position, rules};

    /// Oracles with wins that never come once made endless lines.
    #[test]
    fn outcomes_that_contradict_each_other_make_no_line() {
        for told in [
            Outcome::Win(3),
            Outcome::Loss(2),
            Outcome::Loss(0),
            Outcome::Win(u32::MAX - 1),
        ] {
            let oracle = FunctionOracle::new(rules("44-ssss+4x4"), |_: &Position| Some(told));
            let error = best_line(&oracle, &Position::EMPTY, 20).unwrap_err();
            assert!(
                matches!(error, AnalysisError::Contradiction { found, .. } if found == told),
                "{error}"
            );
        }
        // Reported as lost because there is no slide, which is a draw by the rules: knights in the
        // corners reach only the four circles in the middle, which are no goal here.
        let oracle = FunctionOracle::new(rules("28-ssss+4x4+knight"), |_: &Position| {
            Some(Outcome::Loss(2))
        });
        let stuck = position(oracle.rules(), "b:1,4,13,16 r:6,7,10,11 b");
        let error = best_line(&oracle, &stuck, 20).unwrap_err().to_string();
        assert!(
            error.ends_with("expected draw, the outcome of its best move, found loss in 2 plies"),
            "{error}"
        );
    }

    #[test]
    fn a_drawn_line_has_as_many_plies_as_asked_for() {
        for plies in [0, 1, 20] {
            let line = best_line(&*STANDARD, &Position::EMPTY, plies).unwrap();
            assert_eq!(line.plies.len(), plies);
        }
    }
}
