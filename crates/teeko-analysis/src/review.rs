//! Reviews: a played game, judged choice by choice.

use teeko_rules::notation::{GameRecord, Ply};
use teeko_rules::{Move, Oracle, Outcome, Position, Scoring, Side, Value, Wdl};

use crate::error::{AnalysisError, Answer};
use crate::moves::as_seen_by;
use crate::probe::probe_value;
use crate::{
    Analysis, BestLine, Choice, RankedChoice, analyse, analyse_after_pass, analyse_pieces,
    best_line,
};

/// The number of plies given of a refutation that holds a draw, which has no end.
const DRAWN_PLIES: usize = 6;

/// How good a choice was for the side that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// As good as any other choice.
    Best,
    /// It still wins, and in games for points as many points, but later than possible.
    SlowerWin,
    /// It loses in any case, and in games for points as many points, but sooner than necessary.
    FasterLoss,
    /// The result stays, but the chooser wins fewer points or loses more. Only in games for points.
    FewerPoints,
    /// It turned a win into a draw or a loss, or a draw into a loss.
    WorseResult,
}

/// One choice of a game. A ply makes two choices if the opponent passed before it: the pass, then
/// the drop. It also makes two if the opponent pointed and pieces have numbers: the circle, then
/// the piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The position before it.
    pub position: Position,
    /// The side that chose, which is judged.
    pub chooser: Side,
    /// The choice.
    pub choice: Choice,
    /// The value before the choice, for the side to move, with plies from the position.
    pub before: Value,
    /// The value with the best choice, for the same side and with plies from the same position. It
    /// equals `before`, except in games for points: there the distance of a position is a bound,
    /// and that of its best choice may be smaller.
    pub best: Value,
    /// The value with this choice, for the same side and with plies from the same position.
    pub after: Value,
    /// How good the choice was.
    pub judgement: Judgement,
    /// All best choices, in the order of [`Analysis::choices`], if this was not one of them.
    pub better: Vec<Choice>,
    /// If the choice changed the result or gave away points: best play after it, which shows how.
    /// The first ply is the next after the choice; after a pass, it is the drop of the side to
    /// move. A win is played to the end of the game, a draw for a few plies.
    pub refutation: Option<BestLine>,
}

impl Decision {
    /// Returns the value before the choice for the chooser.
    pub fn before_for_chooser(&self) -> Value {
        as_seen_by(self.chooser, &self.position, self.before)
    }

    /// Returns the value with this choice for the chooser.
    pub fn after_for_chooser(&self) -> Value {
        as_seen_by(self.chooser, &self.position, self.after)
    }

    /// Returns the points that the chooser gave away.
    pub fn points_given_away(&self) -> i16 {
        self.before_for_chooser().score - self.after_for_chooser().score
    }

    /// Whether the choice turned a win into a draw or a loss, or a draw into a loss, or gave away
    /// points.
    pub fn changed_result(&self) -> bool {
        matches!(self.judgement, Judgement::WorseResult | Judgement::FewerPoints)
    }

    fn turned_win_into_loss(&self) -> bool {
        let results = [self.before_for_chooser(), self.after_for_chooser()];
        results.map(|value| value.outcome.wdl()) == [Wdl::Win, Wdl::Loss]
    }
}

/// The review of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The choices in order.
    pub decisions: Vec<Decision>,
    /// The position after the last ply.
    pub end: Position,
    /// Its value for the side to move.
    pub value: Value,
}

impl Review {
    /// Returns the choice that settled the result, points included: the last that changed it.
    /// `None` if none did.
    pub fn turning_point(&self) -> Option<&Decision> {
        self.decisions.iter().rev().find(|decision| decision.changed_result())
    }

    /// Returns the worst choice: the last that turned a win into a loss; if there is none, the last
    /// that changed the result.
    pub fn worst(&self) -> Option<&Decision> {
        self.decisions
            .iter()
            .rev()
            .find(|decision| decision.turned_win_into_loss())
            .or(self.turning_point())
    }
}

/// Judges every choice of a game.
pub fn review(oracle: &dyn Oracle, game: &GameRecord) -> Answer<Review> {
    let rules = oracle.rules();
    let mut decisions = Vec::with_capacity(game.plies.len());
    for (number, (position, ply)) in game.positions().zip(&game.plies).enumerate() {
        let mut analysis = analyse(oracle, &position)?;
        let circle = ply.played.to();
        let is_pointed = rules.scoring() == Scoring::Pips && analysis.chooser != position.turn;
        // The choice that the opponent made before the ply, and the choices that it left.
        let before = if ply.passed {
            Some((Choice::Pass, analyse_after_pass(oracle, &position)?))
        } else if is_pointed {
            let choice = Choice::Move(Move::Drop(circle));
            Some((choice, analyse_pieces(oracle, &position, circle)?))
        } else {
            None
        };
        if let Some((choice, left)) = before {
            let mut decision = judge(number + 1, &analysis, choice)?;
            if decision.changed_result() {
                decision.refutation = refutation_of_pass(oracle, &left)?;
            }
            decisions.push(decision);
            analysis = left;
        }
        let mut decision = judge(number + 1, &analysis, Choice::Move(ply.played))?;
        if decision.changed_result() {
            let mut line = best_line(oracle, &position.after(ply.played), DRAWN_PLIES)?;
            // With numbered pieces the points depend on the ply that ended the game.
            line.value = rules.value_after(&position, ply.played).unwrap_or(line.value);
            decision.refutation = Some(line);
        }
        decisions.push(decision);
    }
    let end = game.end();
    let mut value = probe_value(oracle, &end)?;
    // With numbered pieces the points of a finished game depend on its last ply.
    if let Some((before, ply)) = game.positions().zip(&game.plies).last() {
        value = rules.value_after(&before, ply.played).unwrap_or(value);
    }
    Ok(Review { decisions, end, value })
}

/// Returns best play after a pass, or after pointing, from the choices of the side to move.
fn refutation_of_pass(oracle: &dyn Oracle, analysis: &Analysis) -> Answer<Option<BestLine>> {
    let Some(played) = analysis.choices.first().and_then(RankedChoice::best_move) else {
        return Ok(None);
    };
    let mut line = best_line(oracle, &analysis.position.after(played), DRAWN_PLIES - 1)?;
    line.value = analysis.value;
    line.plies.insert(0, Ply { played, passed: false });
    Ok(Some(line))
}

fn judge(ply: usize, analysis: &Analysis, choice: Choice) -> Result<Decision, AnalysisError> {
    let position = analysis.position;
    let chosen = analysis.choices.iter().find(|ranked| ranked.choice == choice);
    let chosen = chosen.ok_or(AnalysisError::Unknown(position))?;
    let judgement = match as_seen_by(analysis.chooser, &position, chosen.value).outcome {
        _ if !chosen.keeps_outcome => Judgement::WorseResult,
        _ if !chosen.keeps_score => Judgement::FewerPoints,
        _ if chosen.optimal => Judgement::Best,
        Outcome::Win(_) => Judgement::SlowerWin,
        _ => Judgement::FasterLoss,
    };
    let best = analysis.choices.iter().filter(|ranked| ranked.optimal && !chosen.optimal);
    Ok(Decision {
        ply,
        position,
        chooser: analysis.chooser,
        choice,
        before: analysis.value,
        best: analysis.choices[0].value,
        after: chosen.value,
        judgement,
        better: best.map(|ranked| ranked.choice).collect(),
        refutation: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;
    use teeko_rules::notation::parse_game;
    use teeko_solve::Solution;

    fn reviewed(oracle: &Solution, game: &str) -> Review {
        review(oracle, &parse_game(oracle.rules(), Position::EMPTY, game).unwrap()).unwrap()
    }

    /// Black wins Advanced Teeko in 13 plies (Steele 1998) from the centre.
    #[test]
    fn what_keeps_the_result_but_not_the_distance_is_not_the_best() {
        let oracle = solved("58-ssss");
        let review = reviewed(&oracle, "13 12 18 8");
        let expected =
            [Judgement::Best, Judgement::Best, Judgement::SlowerWin, Judgement::FasterLoss];
        assert!(review.decisions.iter().map(|decision| decision.judgement).eq(expected));
        for decision in &review.decisions {
            let (before, after) = (decision.before_for_chooser(), decision.after_for_chooser());
            assert!(before.score == after.score && after <= before, "{decision:?}");
            assert_eq!(after == before, decision.better.is_empty(), "{decision:?}");
        }
        assert_eq!(review.decisions[0].before, Outcome::Win(13).into());
        assert_eq!(review.turning_point(), None);
    }

    /// The booklets' example of full Alternate Teeko.
    #[test]
    fn the_alternate_example_of_the_booklets_is_judged_throughout() {
        let oracle = solved("44-pppp+pass");
        let game = "5, 25, pass → 13, 1, 24, pass → 8, 6, 21";
        let review = reviewed(&oracle, game);
        let numbers: Vec<usize> = review.decisions.iter().map(|decision| decision.ply).collect();
        assert_eq!(numbers, [1, 2, 3, 3, 4, 5, 6, 6, 7, 8]);
        let choosers: String =
            review.decisions.iter().map(|decision| decision.chooser.letter()).collect();
        assert_eq!(choosers, "rbrbbrbrrb");
        for (decision, next) in review.decisions.iter().zip(&review.decisions[1..]) {
            let moved = matches!(decision.choice, Choice::Move(_));
            assert_eq!(decision.after, if moved { next.before.of_move() } else { next.before });
        }
        assert_eq!(review.end.layer(), 8);
        assert_eq!(oracle.outcome(&review.end), Some(review.value.outcome));
    }
}
