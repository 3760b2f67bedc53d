//! Best lines: perfect play from a position.

use teeko_rules::notation::Ply;
use teeko_rules::{Oracle, Outcome, Position, Value};

use crate::error::Answer;
use crate::{Choice, RankedChoice, analyse, analyse_after_pass};

/// A line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestLine {
    /// The value for the side to move where the line starts.
    pub value: Value,
    /// The plies, each the first in the order of [`Analysis::choices`](crate::Analysis::choices).
    pub plies: Vec<Ply>,
    /// The position after the last ply.
    pub end: Position,
}

impl BestLine {
    /// Returns the positions after each ply, given the one where the line starts.
    pub fn positions(&self, start: &Position) -> impl Iterator<Item = Position> {
        self.plies.iter().scan(*start, |position, ply| {
            *position = position.after(ply.played);
            Some(*position)
        })
    }
}

/// Follows the first choice of every [`analyse`] to the end of the game. The line has as many plies
/// as the distance to the win. In games for points it may have fewer, since both sides play for
/// points first: the line that gives away the fewest points may be shorter than one that gives away
/// more.
///
/// If neither side can force a win, play never ends. The line then stops after `drawn_plies` plies,
/// or sooner if there is no legal slide. Of several choices that draw, the line takes the first,
/// which is the hardest for the other side; see [`Analysis::choices`](crate::Analysis::choices).
///
/// # Errors
/// If the oracle fails, or the rules have no such position.
pub fn best_line(oracle: &dyn Oracle, start: &Position, drawn_plies: usize) -> Answer<BestLine> {
    let mut analysis = analyse(oracle, start)?;
    let value = analysis.value;
    let is_drawn = value.outcome == Outcome::Draw;
    let mut plies = Vec::new();
    while let Some(best) =
        analysis.choices.first().filter(|_| !is_drawn || plies.len() < drawn_plies)
    {
        let position = analysis.position;
        let chosen = match best.choice {
            Choice::Pass => analyse_after_pass(oracle, &position)?
                .choices
                .first()
                .and_then(RankedChoice::best_move),
            Choice::Move(_) => best.best_move(),
        };
        let Some(played) = chosen else { break };
        plies.push(Ply { played, passed: best.choice == Choice::Pass });
        analysis = analyse(oracle, &position.after(played))?;
    }
    Ok(BestLine { value, plies, end: analysis.position })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnalysisError;
    use crate::testing::{FunctionOracle, position, rules, solved};
    use teeko_rules::{Board, Goals, NamedStep, Rules, Status};
    use teeko_solve::solve;

    #[test]
    fn a_won_line_is_as_long_as_the_distance_and_ends_with_a_goal() {
        let oracle = solved("44-ssss");
        for (text, plies) in
            [("b:3,10,15,18 r:7,13,16,17 b", 7), ("b:7,9,12,14 r:10,13,17,19 b", 3)]
        {
            let line = best_line(&oracle, &position(oracle.rules(), text), 0).unwrap();
            assert_eq!(
                (line.value.outcome, line.plies.len()),
                (Outcome::Win(plies as u32), plies),
                "{text}"
            );
            assert_eq!(oracle.rules().status(&line.end), Status::Over);
        }
    }

    #[test]
    fn a_drawn_line_stops_where_it_is_told() {
        let oracle = solved("44-pppp+4x4+pass");
        assert_eq!(oracle.value(), Outcome::Draw);
        for plies in [0, 1, 5, 30] {
            let line = best_line(&oracle, &Position::EMPTY, plies).unwrap();
            assert_eq!(line.plies.len(), plies);
            assert_eq!(oracle.outcome(&line.end), Some(Outcome::Draw), "{line:?}");
        }
    }

    /// Knights in the corners of a 4 x 4 board reach only the four circles in the middle.
    #[test]
    fn a_line_ends_where_there_is_no_slide() {
        let board = Board::new(4, 4).unwrap();
        let rules = Rules::builder().board(board).goals(Goals::default()).step(NamedStep::Knight);
        let oracle = solve(&rules.build().unwrap());
        let line =
            best_line(&oracle, &position(oracle.rules(), "b:1,4,13,16 r:6,7,10,11 b"), 20).unwrap();
        assert_eq!((line.value.outcome, line.plies), (Outcome::Draw, vec![]));
    }

    /// Oracles with wins that never come once made endless lines.
    #[test]
    fn outcomes_that_contradict_each_other_make_no_line() {
        for told in
            [Outcome::Win(3), Outcome::Loss(2), Outcome::Loss(0), Outcome::Win(u32::MAX - 1)]
        {
            let oracle = FunctionOracle::new(rules("44-ssss+4x4"), |_: &Position| Some(told));
            let error = best_line(&oracle, &Position::EMPTY, 20).unwrap_err();
            assert!(
                matches!(error, AnalysisError::Contradiction { found, .. } if found == told),
                "{error}"
            );
        }
        // Reported as lost for want of a slide, which is a draw by the rules.
        let knights = Rules::builder()
            .board(Board::new(4, 4).unwrap())
            .goals(Goals::default())
            .step(NamedStep::Knight);
        let oracle =
            FunctionOracle::new(knights.build().unwrap(), |_: &Position| Some(Outcome::Loss(2)));
        let stuck = position(oracle.rules(), "b:1,4,13,16 r:6,7,10,11 b");
        let error = best_line(&oracle, &stuck, 20).unwrap_err().to_string();
        assert!(
            error.ends_with("expected draw, the outcome of its best move, found loss in 2 plies"),
            "{error}"
        );
    }

    #[test]
    fn a_finished_game_has_no_line() {
        let oracle = solved("44-ssss+4x4");
        let over = position(oracle.rules(), "b:1,2,3,4 r:9,10,11 r");
        assert_eq!(best_line(&oracle, &over, 20).unwrap().plies, []);
    }
}
