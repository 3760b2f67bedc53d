//! Reviews: a played game, judged choice by choice.

use teeko_rules::notation::{GameRecord, Ply};
use teeko_rules::{Move, Oracle, Outcome, Position, Scoring, Side, Value, Wdl};

use crate::error::{AnalysisError, Answer, probe_value};
use crate::moves::as_seen_by;
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

    /// Whether it turned a win into a loss.
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

    /// Returns the choices that changed the result, in order.
    pub fn changes(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter().filter(|decision| decision.changed_result())
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
///
/// # Errors
/// If the oracle fails, or does not know a position of the game.
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
    use crate::testing::{position, solved};
    use teeko_rules::notation::parse_game;
    use teeko_solve::Solution;

    fn reviewed(oracle: &Solution, start: &Position, game: &str) -> Review {
        review(oracle, &parse_game(oracle.rules(), *start, game).unwrap()).unwrap()
    }

    fn judgements(review: &Review) -> Vec<Judgement> {
        review.decisions.iter().map(|decision| decision.judgement).collect()
    }

    /// Scarne's first winning play, and Black's other moves.
    #[test]
    fn what_changes_the_result_is_told_from_the_best() {
        let oracle = solved("44-ssss");
        let first = position(oracle.rules(), "b:7,9,12,14 r:10,13,17,19 b");
        let best = reviewed(&oracle, &first, "14-8 17-18 12-6");
        assert_eq!(judgements(&best), [Judgement::Best; 3]);
        assert_eq!((best.value.outcome, best.turning_point()), (Outcome::Loss(0), None));

        // Only 14-8 wins.
        let changed = reviewed(&oracle, &first, "7-6");
        let decision = &changed.decisions[0];
        let values = [decision.before, decision.after];
        assert_eq!(values, [Outcome::Win(3), Outcome::Draw].map(Value::from));
        assert_eq!(decision.judgement, Judgement::WorseResult);
        assert_eq!(decision.better, [Choice::Move("14-8".parse().unwrap())]);
        assert_eq!(changed.turning_point(), Some(decision));
        let refutation = decision.refutation.as_ref().unwrap();
        assert_eq!(
            (refutation.value.outcome, refutation.plies.len()),
            (Outcome::Draw, DRAWN_PLIES)
        );
    }

    /// A game of blunders: always the worst ply.
    #[test]
    fn every_change_is_told_with_its_refutation_and_the_worst_is_known() {
        let oracle = solved("44-ssss");
        let first = position(oracle.rules(), "b:7,9,12,14 r:10,13,17,19 b");
        let mut record = GameRecord { start: first, plies: Vec::new() };
        for _ in 0..6 {
            let analysis = analyse(&oracle, &record.end()).unwrap();
            let Some(Choice::Move(played)) = analysis.choices.last().map(|worst| worst.choice)
            else {
                break;
            };
            record.plies.push(Ply { played, passed: false });
        }
        let review = review(&oracle, &record).unwrap();
        let changes: Vec<&Decision> = review.changes().collect();
        assert!(changes.len() > 2, "{review:?}");
        for decision in &review.decisions {
            assert_eq!(decision.refutation.is_some(), decision.changed_result());
        }
        for decision in changes {
            let Choice::Move(played) = decision.choice else {
                unreachable!("no pass among slides")
            };
            let line = decision.refutation.as_ref().unwrap();
            let end = line
                .plies
                .iter()
                .fold(decision.position.after(played), |position, ply| position.after(ply.played));
            assert_eq!((end, line.value.of_move()), (line.end, decision.after));
            if let Some(distance) = line.value.outcome.distance() {
                assert_eq!(line.plies.len(), distance as usize);
                assert_eq!(oracle.outcome(&line.end), Some(Outcome::Loss(0)));
            }
        }
        let worst = review.worst().unwrap();
        assert!(worst.turned_win_into_loss(), "{worst:?}");
        let later = review.changes().filter(|decision| decision.ply > worst.ply);
        assert!(later.into_iter().all(|decision| !decision.turned_win_into_loss()));
    }

    /// Black wins Advanced Teeko in 13 plies (Steele 1998) from the centre.
    #[test]
    fn what_keeps_the_result_but_not_the_distance_is_not_the_best() {
        let oracle = solved("58-ssss");
        let review = reviewed(&oracle, &Position::EMPTY, "13 12 18 8");
        let expected =
            [Judgement::Best, Judgement::Best, Judgement::SlowerWin, Judgement::FasterLoss];
        assert_eq!(judgements(&review), expected);
        for decision in &review.decisions {
            let (before, after) = (decision.before_for_chooser(), decision.after_for_chooser());
            assert!(before.score == after.score && after <= before, "{decision:?}");
            assert_eq!(after == before, decision.better.is_empty(), "{decision:?}");
        }
        assert_eq!(review.decisions[0].before, Outcome::Win(13).into());
        assert_eq!(review.turning_point(), None);
    }

    /// Circle 4 completes 1, 2, 3, 4 for Black, who has to drop where Red points.
    #[test]
    fn where_the_opponent_points_it_is_to_blame() {
        let oracle = solved("44-pppp+4x4");
        let start = position(oracle.rules(), "b:1,2,3 r:6,8,13 b");
        let review = reviewed(&oracle, &start, "4");
        let decision = &review.decisions[0];
        assert_eq!((decision.chooser, decision.position.turn), (Side::Red, Side::Black));
        let values = [decision.after, decision.after_for_chooser()];
        assert_eq!(values, [Outcome::Win(1), Outcome::Loss(1)].map(Value::from));
        assert_ne!(decision.judgement, Judgement::Best);
        assert!(!decision.better.is_empty());
    }

    /// A pass gives the mover the choice, and both can be wrong.
    #[test]
    fn a_pass_is_judged_apart_from_the_drop_after_it() {
        let oracle = solved("44-pppp+4x4+pass");
        let start = position(oracle.rules(), "b:1,2,3 r:6,8,13 b");
        let passed = reviewed(&oracle, &start, "pass 4");
        let [pass, drop] = &passed.decisions[..] else { panic!("{passed:?}") };
        assert_eq!((pass.ply, pass.chooser, pass.choice), (1, Side::Red, Choice::Pass));
        let values = [pass.after, pass.after_for_chooser()];
        assert_eq!(values, [Outcome::Win(1), Outcome::Loss(1)].map(Value::from));
        assert_ne!(pass.judgement, Judgement::Best);
        // Black, who may choose, completes the goal at once.
        let refutation = pass.refutation.as_ref().unwrap();
        assert_eq!((refutation.value.outcome, refutation.plies.len()), (Outcome::Win(1), 1));
        assert_eq!(refutation.plies[0].to_string(), "4");
        assert_eq!((drop.ply, drop.chooser, drop.before), (1, Side::Black, Outcome::Win(1).into()));
        assert_eq!(drop.judgement, Judgement::Best);
        let missed = reviewed(&oracle, &start, "pass 16");
        assert_ne!(missed.decisions[1].judgement, Judgement::Best);
        assert_eq!(missed.decisions[1].better, [Choice::Move("4".parse().unwrap())]);
    }

    /// The booklets' example of full Alternate Teeko.
    #[test]
    fn the_alternate_example_of_the_booklets_is_judged_throughout() {
        let oracle = solved("44-pppp+pass");
        let game = "5, 25, pass → 13, 1, 24, pass → 8, 6, 21";
        let review = reviewed(&oracle, &Position::EMPTY, game);
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
