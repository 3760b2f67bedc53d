//! Reviews: a played game, judged choice by choice.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::probe::probe_value;
use teeko_analysis::{
    Analysis, AnalysisError, Answer, Choice, RankedChoice, Reasons, Why, analyse, analyse_after,
    as_seen_by, best_line,
};
use teeko_rules::notation::{GameRecord, Ply, RowsForm};
use teeko_rules::{Move, Oracle, OutcomeFields, Rules, Scoring, Side, Value, Wdl};

use crate::surfaces::words::Names;

/// The number of plies given of a refutation that holds a draw, which has no end.
const DRAWN_PLIES: usize = 6;

/// The mark of a choice that changed the result or gave away points.
const CHANGED: &str = "??";

/// One choice of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewChoice {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The position before it.
    pub position: RowsForm,
    /// The side to move.
    pub turn: Side,
    /// The side that chose.
    pub chooser: Side,
    /// The choice.
    #[serde(rename = "move")]
    #[schemars(with = "String")]
    pub choice: Choice,
    /// The outcome before the choice, for the side to move.
    pub before: OutcomeFields,
    /// In games for points: the outcome with the best choice, for the side to move. Its `dtw` is
    /// comparable with that of `after`; that of `before` may be larger. Left out in other games,
    /// where it equals `before`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<OutcomeFields>,
    /// The outcome after the choice, for the side to move.
    pub after: OutcomeFields,
    /// The points that the chooser gave away; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_given_away: Option<i16>,
    /// Whether nothing was better.
    pub optimal: bool,
    /// Whether the result stayed what it was.
    pub keeps_outcome: bool,
    /// `??` if the result changed or points were given away, `?` if the result came later or sooner
    /// than necessary (in games for points: the same points), null if nothing was better.
    #[schemars(extend("enum" = ["?", "??", null]))]
    pub mark: Option<&'static str>,
    /// All best choices, if this was not one.
    #[schemars(with = "Vec<String>")]
    pub better: Vec<Choice>,
    /// If the choice changed the result: best play from then on, to the end of the game or, in a
    /// draw, for a few plies. It begins with the next ply; after a pass, with the drop of the same
    /// ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<Ply>>,
    /// If something was better: why the choice is good or bad. Left out unless `why` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

impl ReviewChoice {
    /// Whether the choice changed the result or gave away points.
    pub fn changed_result(&self) -> bool {
        self.mark == Some(CHANGED)
    }

    /// Whether the choice turned a win into a loss.
    pub fn turned_win_into_loss(&self) -> bool {
        self.results_of_chooser() == [Wdl::Win, Wdl::Loss]
    }

    /// Returns the results before and after the choice for the side that chose.
    pub fn results_of_chooser(&self) -> [Wdl; 2] {
        [self.before, self.after].map(|fields| {
            let result = fields.outcome.wdl();
            if self.chooser == self.turn {
                result
            } else {
                result.reversed()
            }
        })
    }

    /// Returns the points of a value for the side that chose.
    fn score_of_chooser(&self, value: OutcomeFields) -> i16 {
        as_seen_by(self.chooser, &self.position, *value).score
    }

    /// Describes the choice: `Black's 14-8 on ply 9`. `names` names the choice.
    pub fn named(&self, names: Names<'_>) -> String {
        format!(
            "{}'s {} on ply {}",
            self.chooser,
            names(&self.choice),
            self.ply
        )
    }
}

/// Judges every choice of a game. Returns them in order, and the value of the last position for the
/// side to move. A ply makes two choices if the opponent passed before it: the pass, then the drop.
/// It also makes two if the opponent pointed and pieces have numbers: the circle, then the piece.
/// On request, each mistake is explained.
pub(super) fn review(
    oracle: &dyn Oracle,
    game: &GameRecord,
    why: bool,
) -> Answer<(Vec<ReviewChoice>, Value)> {
    let judge = Judge { oracle, why };
    let mut choices = Vec::with_capacity(game.plies.len());
    for (number, (position, &ply)) in (1..).zip(game.positions().zip(&game.plies)) {
        let mut analysis = analyse(oracle, &position)?;
        if let Some(choice) = choice_before(oracle.rules(), &analysis, ply) {
            let next = analyse_after(oracle, &position, choice)?;
            choices.push(judge.before(number, &analysis, choice, &next)?);
            analysis = next;
        }
        choices.push(judge.ply(number, &analysis, ply)?);
    }
    Ok((choices, last_value(oracle, game)?))
}

/// Returns the choice that the opponent made before a ply: a pass, or a circle for a piece that the
/// side to move then chose.
fn choice_before(rules: &Rules, analysis: &Analysis, ply: Ply) -> Option<Choice> {
    if ply.passed {
        return Some(Choice::Pass);
    }
    let is_pointed = analysis.chooser != analysis.turn;
    if rules.scoring() == Scoring::Pips && is_pointed {
        return Some(Choice::Move(Move::Drop(ply.played.to())));
    }
    None
}

/// Judges choices.
struct Judge<'a> {
    oracle: &'a dyn Oracle,
    /// Whether mistakes are explained.
    why: bool,
}

impl Judge<'_> {
    /// Judges the choice before a ply. `next` has the choices after it.
    fn before(
        &self,
        number: usize,
        analysis: &Analysis,
        choice: Choice,
        next: &Analysis,
    ) -> Answer<ReviewChoice> {
        let mut judged = self.choice(number, analysis, choice)?;
        if judged.changed_result() {
            judged.refutation = refutation_of_pass(self.oracle, next)?;
        }
        Ok(judged)
    }

    /// Judges the move of a ply.
    fn ply(&self, number: usize, analysis: &Analysis, ply: Ply) -> Answer<ReviewChoice> {
        let mut judged = self.choice(number, analysis, Choice::Move(ply.played))?;
        if judged.changed_result() {
            let after = analysis.position.after(ply.played);
            judged.refutation = Some(best_line(self.oracle, &after, DRAWN_PLIES)?.plies);
        }
        Ok(judged)
    }

    /// Judges a choice among those of an analysis, without its refutation.
    fn choice(&self, ply: usize, analysis: &Analysis, choice: Choice) -> Answer<ReviewChoice> {
        let chosen = analysis
            .choices()
            .iter()
            .find(|ranked| ranked.choice == choice)
            .ok_or(AnalysisError::Unknown(*analysis.position))?;
        let mut judged = judged(self.oracle.rules(), ply, analysis, chosen);
        if self.why && !judged.optimal {
            judged.why = Some(Reasons::new(self.oracle, analysis)?.why(chosen)?);
        }
        Ok(judged)
    }
}

/// Returns the value of the last position of a game. With numbered pieces the points of a finished
/// game depend on its last ply.
fn last_value(oracle: &dyn Oracle, game: &GameRecord) -> Answer<Value> {
    if let Some((before, ply)) = game.positions().zip(&game.plies).last()
        && let Some(value) = oracle.rules().value_after(&before, ply.played)
    {
        return Ok(value);
    }
    probe_value(oracle, &game.end())
}

/// Returns best play after a pass, or after pointing, from the choices of the side to move.
fn refutation_of_pass(oracle: &dyn Oracle, analysis: &Analysis) -> Answer<Option<Vec<Ply>>> {
    let Some(played) = analysis.choices().first().and_then(RankedChoice::best_move) else {
        return Ok(None);
    };
    let mut plies = vec![Ply {
        played,
        passed: false,
    }];
    let line = best_line(oracle, &analysis.position.after(played), DRAWN_PLIES - 1)?;
    plies.extend(line.plies);
    Ok(Some(plies))
}

/// Compares a choice with the best ones.
fn judged(rules: &Rules, ply: usize, analysis: &Analysis, chosen: &RankedChoice) -> ReviewChoice {
    let position = analysis.position;
    let mark = mark_of(chosen);
    let mut judged = ReviewChoice {
        ply,
        position,
        turn: position.turn,
        chooser: analysis.chooser,
        choice: chosen.choice,
        before: analysis.value,
        best: None,
        after: chosen.value,
        points_given_away: None,
        optimal: mark.is_none(),
        keeps_outcome: chosen.keeps_outcome,
        mark,
        better: Vec::new(),
        refutation: None,
        why: None,
    };
    if rules.scoring().is_for_points() {
        let before = judged.score_of_chooser(judged.before);
        let after = judged.score_of_chooser(judged.after);
        judged.best = Some(analysis.choices()[0].value);
        judged.points_given_away = Some(before - after);
    }
    if !chosen.optimal {
        judged.better = best_choices(analysis);
    }
    judged
}

/// Returns the mark of a choice, if it is not optimal.
fn mark_of(chosen: &RankedChoice) -> Option<&'static str> {
    if !chosen.keeps_outcome || chosen.keeps_score == Some(false) {
        Some(CHANGED)
    } else if !chosen.optimal {
        Some("?")
    } else {
        None
    }
}

/// Returns the choices than which none is better.
fn best_choices(analysis: &Analysis) -> Vec<Choice> {
    analysis
        .choices()
        .iter()
        .filter(|ranked| ranked.optimal)
        .map(|ranked| ranked.choice)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::{PIECES, Position};
    use teeko_solve::Solution;
    use teeko_testing::{Random, solved};

    /// Returns the value of a move for the side that makes it: by the rules if it ends the game,
    /// else that of the position after it.
    fn worth(game: &Solution, position: &Position, played: Move) -> Value {
        let ended = game.rules().value_after(position, played);
        ended
            .unwrap_or_else(|| game.value(&position.after(played)).unwrap().unwrap())
            .of_move()
    }

    fn of_side(side: Side, position: &Position, score: i16) -> i16 {
        if side == position.turn { score } else { -score }
    }

    /// Returns a game of random choices from the empty board, in which the other side sometimes
    /// passes where it may.
    fn random_game(rules: &Rules, random: &mut Random) -> GameRecord {
        let moves = random.game(rules, 40);
        let mut may_pass =
            |number| rules.pass_rule() && number < 2 * PIECES && random.below(3) == 0;
        let ply = |(number, played)| Ply {
            played,
            passed: may_pass(number),
        };
        GameRecord {
            start: Position::EMPTY,
            plies: moves.into_iter().enumerate().map(ply).collect(),
        }
    }

    /// Each choice starts with what the one before has left. So Black's final score is the value of
    /// the game less what both sides have given away.
    #[test]
    fn points_given_away_add_up() {
        // With prices, with numbered pieces that the mover chooses for a pointed circle, with
        // passes, and not for points.
        for name in [
            "58-psps+4x4+points",
            "37e-ssss+4x4+teleport+points",
            "44-spsp+4x4+pips",
            "44-pppp+4x4+pass+pips",
            "44-pppp+4x4+pass",
        ] {
            let game = &solved(name);
            let mut random = Random::new(13);
            let rules = game.rules();
            let mut changes = 0;
            for _ in 0..60 {
                let record = random_game(rules, &mut random);
                let (choices, end) = review(game, &record, false).unwrap();
                let mut score = game.value(&Position::EMPTY).unwrap().unwrap().score;
                for choice in &choices {
                    let position = &choice.position;
                    let [before, after] = [choice.before, choice.after]
                        .map(|at| of_side(Side::Black, position, at.score));
                    assert_eq!(before, score, "{choice:?}");
                    let given =
                        if choice.chooser == Side::Black { -1 } else { 1 } * (after - before);
                    let of_points = rules.scoring().is_for_points().then_some(given);
                    assert!(
                        given >= 0 && choice.points_given_away == of_points,
                        "{choice:?}"
                    );
                    assert_eq!(choice.changed_result(), given > 0, "{choice:?}");
                    assert_eq!(choice.better.is_empty(), choice.optimal);
                    // Best play after the choice keeps what is left; after a pass or a pointed
                    // circle the mover chooses.
                    if let Some(first) = choice.refutation.as_ref().and_then(|line| line.first()) {
                        let start = match choice.choice {
                            Choice::Pass => **position,
                            Choice::Move(Move::Drop(_)) if rules.scoring() == Scoring::Pips => {
                                **position
                            }
                            Choice::Move(played) => position.after(played),
                        };
                        let left = worth(game, &start, first.played).score;
                        assert_eq!(of_side(Side::Black, &start, left), after, "{choice:?}");
                    }
                    changes += usize::from(given > 0);
                    score = after;
                }
                assert_eq!(
                    of_side(Side::Black, &record.end(), end.score),
                    score,
                    "{record:?}"
                );
                assert_eq!(
                    choices.last().map(|choice| choice.ply),
                    Some(record.plies.len())
                );
            }
            assert!(changes > 60, "{changes} choices gave points away");
        }
    }
}
