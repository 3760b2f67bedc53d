//! Why: what a choice completes, threatens, meets and allows.
//!
//! All of it follows from the rules and from values, by the definitions below. *The chooser* is the
//! side that makes the choice, *the other side* its opponent. A side *completes a goal at once* if
//! it does so with its next ply.
//!
//! In the slide phase:
//!
//! * A choice *completes* the goals that its ply completes for the chooser. Then the game is over,
//!   and nothing else is said.
//! * It *threatens* to win in `n` plies if the chooser would win in `n` plies from the position after
//!   it if the other side passed: if the chooser, and not the other side, were to move there.
//! * It *meets* a win in `n` plies if the other side would win in `n` plies from the position before
//!   it if the chooser passed, and does not win after the choice, or only later.
//! * It *allows* a win in `n` plies if the other side wins in `n` plies from the position after it.
//!   It is 0 if the choice completes a goal of the other side's, by leaving the last circle that
//!   must be empty.
//!
//! In games for points *later* means fewer points, or equal points later, and `n` is a bound, as in
//! all values.
//!
//! In the drop phase a pass leads to no position of the game. There only goals count that a side
//! completes at once, by the rules alone: with a drop on a circle that it chooses itself, or with
//! its first slide. If the opponent points at the circle of its next drop, it completes none. So `n`
//! is 1, or 0 if the chooser points at a circle where the drop completes a goal of the other side's.
//! A choice then meets the goals that the other side would complete at once if the chooser passed,
//! if it completes none at once after the choice.
//!
//! If a choice threatens to win in one ply, its *replies* are the choices of the other side before
//! that ply that do not lose at once: after which the chooser completes no goal with its next ply.
//! There is none if the chooser moves next itself.
//!
//! A choice that leaves the other side without a move ends the game as a draw: it threatens and
//! allows nothing.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::{
    DropStyle, Move, Oracle, Outcome, PIECES, Position, Rules, Scoring, Side, Status, Value, Wdl,
};

use crate::error::{AnalysisError, Answer};
use crate::goal_fields::RulesGoal;
use crate::moves::{Analysis, Choice, RankedChoice};
use crate::probe::{best_moves, probe_move, probe_value};
use crate::threats::{Completion, completions, threats};

/// The most replies that are listed.
const MOST_REPLIES: usize = 3;

/// Why a choice is good or bad: what it completes, threatens, meets and allows, from the rules and
/// the values alone. A quiet choice has no field.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Why {
    /// The goals that the choice completes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub completes: Vec<RulesGoal>,
    /// The win that the chooser would have after the choice if the other side passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threatens: Option<Threat>,
    /// The win that the other side would have if the chooser passed, if it does not have it after
    /// the choice, or only later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meets: Option<Threat>,
    /// The win that the other side has after the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allows: Option<Threat>,
    /// If the choice threatens to win in one ply: the replies that do not lose at once. Left out if
    /// they are more than three. None at all is a double threat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<String>>")]
    pub replies: Option<Vec<Move>>,
    /// Whether the other side would win if the chooser passed, and the choice does not meet that.
    /// Left out if not.
    #[serde(rename = "unmet", skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub is_unmet: bool,
}

/// A win of one side, if it is to move or the other one passes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Threat {
    /// The plies to the win; in games for points, a bound. In the drop phase at most 1.
    pub plies: u32,
    /// The first ply of the win; left out if the game is won already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Move>,
    /// In games for points: the points that the side scores. Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// Up to 1 ply: the goals that the side can complete at once, or has. With 3 plies: those that
    /// it threatens to complete after `by`. In games for points each with what it scores.
    pub goals: Vec<RulesGoal>,
}

/// Explains the choices of a position one by one.
pub struct Reasons<'a> {
    oracle: &'a dyn Oracle,
    position: Position,
    chooser: Side,
    /// What the other side would do if the chooser passed, with its value in the slide phase.
    before: Option<(Threat, Value)>,
}

/// Adds to each choice why it is good or bad.
///
/// # Errors
/// As for [`analyse`](crate::analyse).
pub fn explain(oracle: &dyn Oracle, analysis: &mut Analysis) -> Answer<()> {
    if analysis.choices().is_empty() {
        return Ok(());
    }
    let reasons = Reasons::new(oracle, analysis)?;
    for ranked in analysis.moves.iter_mut().flatten() {
        ranked.why = Some(Box::new(reasons.why(ranked)?));
    }
    Ok(())
}

impl<'a> Reasons<'a> {
    /// Prepares to explain the choices of an open position.
    ///
    /// # Errors
    /// As for [`analyse`](crate::analyse).
    pub fn new(oracle: &'a dyn Oracle, analysis: &Analysis) -> Answer<Self> {
        let mut reasons = Self {
            oracle,
            position: *analysis.position,
            chooser: analysis.chooser,
            before: None,
        };
        reasons.before = reasons.threat_before()?;
        Ok(reasons)
    }

    /// Explains a choice of the position.
    ///
    /// # Errors
    /// As for [`analyse`](crate::analyse).
    pub fn why(&self, ranked: &RankedChoice) -> Answer<Why> {
        let next = *ranked.position;
        let rules = self.rules();
        if rules.status(&next) != Status::Open {
            return Ok(self.of_end(ranked, &next));
        }
        let meets = self.meets(ranked, &next);
        let mut why = Why {
            is_unmet: self.before.is_some() && meets.is_none(),
            meets,
            ..Why::default()
        };
        if !has_move(rules, &next) {
            return Ok(why);
        }
        why.threatens = self.threatens(&next)?;
        why.allows = self.allows(ranked, &next)?;
        if why
            .threatens
            .as_ref()
            .is_some_and(|threat| threat.plies == 1)
        {
            why.replies = self.replies(ranked, &next);
        }
        Ok(why)
    }

    fn rules(&self) -> &'a Rules {
        self.oracle.rules()
    }

    fn other(&self) -> Side {
        self.chooser.other()
    }

    fn is_drop(&self) -> bool {
        self.position.layer() < 2 * PIECES
    }

    /// Explains a choice that ends the game.
    fn of_end(&self, ranked: &RankedChoice, next: &Position) -> Why {
        let Some(winner) = self.rules().winner(next) else {
            return Why::default();
        };
        let points = ranked.value.score.unsigned_abs() as u8;
        let goals = goals_on_board(self.rules(), next, winner, points);
        if winner == self.chooser {
            return Why {
                completes: goals,
                ..Why::default()
            };
        }
        Why {
            allows: Some(Threat {
                plies: 0,
                by: None,
                points: for_points(self.rules(), points),
                goals,
            }),
            ..Why::default()
        }
    }

    /// Returns what the other side would do if the chooser passed, and its value.
    fn threat_before(&self) -> Answer<Option<(Threat, Value)>> {
        let other = self.other();
        if self.is_drop() {
            let threat = at_once(self.rules(), &self.position, other);
            return Ok(threat.map(|threat| (threat, Value::DRAW)));
        }
        let passed = with_turn(&self.position, other);
        let value = probe_value(self.oracle, &passed)?;
        let threat = self.win(&passed, value)?;
        Ok(threat.map(|threat| (threat, value)))
    }

    /// Returns what the chooser would do after a choice if the other side passed.
    fn threatens(&self, next: &Position) -> Answer<Option<Threat>> {
        if self.is_drop() {
            return Ok(at_once(self.rules(), next, self.chooser));
        }
        let passed = with_turn(next, self.chooser);
        let value = probe_value(self.oracle, &passed)?;
        self.win(&passed, value)
    }

    /// Returns what the other side would do if the chooser passed, if the choice meets it.
    fn meets(&self, ranked: &RankedChoice, next: &Position) -> Option<Threat> {
        let (threat, value) = self.before.as_ref()?;
        let is_met = if self.is_drop() {
            threats(self.rules(), next, self.other()).is_empty()
        } else {
            *ranked.value > value.of_move()
        };
        is_met.then(|| threat.clone())
    }

    /// Returns the win that the other side has after a choice.
    fn allows(&self, ranked: &RankedChoice, next: &Position) -> Answer<Option<Threat>> {
        if !self.is_drop() {
            return self.win(next, before_move(*ranked.value));
        }
        if next.turn != self.other() {
            return Ok(None);
        }
        let threat = if ranked.choice == Choice::Pass {
            Threat::by_completions(self.rules(), &completions(self.rules(), next, next.turn))
        } else {
            at_once(self.rules(), next, next.turn)
        };
        Ok(threat)
    }

    /// Returns the replies that do not lose at once, if they are few. `None` also if the chooser
    /// points at the circle of the other side's drop.
    fn replies(&self, ranked: &RankedChoice, next: &Position) -> Option<Vec<Move>> {
        if next.turn == self.chooser {
            return Some(Vec::new());
        }
        let is_own = ranked.choice == Choice::Pass || self.rules().chooser(next) == next.turn;
        if !is_own {
            return None;
        }
        let mut replies = Vec::new();
        for reply in self.rules().moves(next) {
            if loses_at_once(self.rules(), &next.after(reply)) {
                continue;
            }
            if replies.len() == MOST_REPLIES {
                return None;
            }
            replies.push(reply);
        }
        Some(replies)
    }

    /// Returns how the side to move in a position of the slide phase wins, if this value is a win.
    fn win(&self, position: &Position, value: Value) -> Answer<Option<Threat>> {
        if value.outcome.wdl() != Wdl::Win {
            return Ok(None);
        }
        let rules = self.rules();
        let plies = value.outcome.distance().unwrap_or_default();
        if plies == 1 {
            let found = completions(rules, position, position.turn);
            if let Some(threat) = Threat::by_completions(rules, &found) {
                return Ok(Some(threat));
            }
        }
        let by = self.best_move(position, value)?;
        let goals = if plies == 3 {
            let passed = with_turn(&position.after(by), position.turn);
            goals_of(rules, &completions(rules, &passed, passed.turn))
        } else {
            Vec::new()
        };
        Ok(Some(Threat {
            plies,
            by: Some(by),
            points: for_points(rules, value.score.unsigned_abs() as u8),
            goals,
        }))
    }

    /// Returns the first best move in a position with this value.
    fn best_move(&self, position: &Position, value: Value) -> Answer<Move> {
        if !self.rules().scoring().is_for_points() {
            for played in self.rules().moves(position) {
                if probe_move(self.oracle, position, played)? == value {
                    return Ok(played);
                }
            }
        }
        // In games for points the best moves may have a smaller bound than the position.
        let (best, moves) = best_moves(self.oracle, position)?;
        match moves.first() {
            Some(&first) if best.score == value.score => Ok(first),
            _ => Err(AnalysisError::Contradiction {
                position: *position,
                expected: best.outcome,
                found: value.outcome,
            }),
        }
    }
}

impl Threat {
    /// Returns the threat to complete goals at once: by the ply that scores the most, and of these
    /// the first. `None` if there is no such ply.
    fn by_completions(rules: &Rules, found: &[Completion]) -> Option<Self> {
        let most = found.iter().map(|completion| completion.points).max()?;
        let first = found.iter().find(|completion| completion.points == most)?;
        Some(Self {
            plies: 1,
            by: Some(first.played),
            points: for_points(rules, most),
            goals: goals_of(rules, found),
        })
    }
}

/// Returns the goals that a side completes at once, if it chooses its next ply.
fn at_once(rules: &Rules, position: &Position, side: Side) -> Option<Threat> {
    let before = usize::from(position.turn != side);
    let layer = position.layer() + before;
    let is_drop = layer < 2 * PIECES;
    if is_drop && rules.plan().style_after(layer) == DropStyle::Point {
        return None;
    }
    Threat::by_completions(rules, &completions(rules, position, side))
}

/// Returns the goals of some plies in the order of the rules, each once, with the most that it
/// scores.
fn goals_of(rules: &Rules, found: &[Completion]) -> Vec<RulesGoal> {
    let mut goals = Vec::with_capacity(found.len());
    for completion in found {
        let points = for_points(rules, completion.points);
        goals.push(RulesGoal::new(completion.goal, points));
    }
    goals.sort_unstable();
    goals.reverse();
    goals.dedup_by_key(|goal| (goal.circles, goal.empty));
    goals.reverse();
    goals
}

/// Returns the goals that a side has on the board. With numbered pieces the last ply scores
/// `points`.
fn goals_on_board(rules: &Rules, position: &Position, side: Side, points: u8) -> Vec<RulesGoal> {
    let opponent = position.pieces(side.other());
    let mut goals = Vec::new();
    for &goal in rules.goals().with_circles(position.pieces(side)) {
        if goal.empty().meets(opponent) {
            continue;
        }
        let points = match rules.scoring() {
            Scoring::Pips => points,
            Scoring::Goals | Scoring::Points => goal.points(),
        };
        goals.push(RulesGoal::new(goal, for_points(rules, points)));
    }
    goals
}

/// Returns the points in a game for points.
fn for_points(rules: &Rules, points: u8) -> Option<u8> {
    if rules.scoring().is_for_points() {
        Some(points)
    } else {
        None
    }
}

/// Returns whether the side that has just moved loses at once: the other one, which is to move, has
/// a goal or completes one with its next ply.
fn loses_at_once(rules: &Rules, position: &Position) -> bool {
    match rules.status(position) {
        Status::Open => !threats(rules, position, position.turn).is_empty(),
        Status::Gift => true,
        Status::Over | Status::Void | Status::Impossible => false,
    }
}

/// Returns the value of the position that a choice leads to, which is not finished: the inverse of
/// [`Value::of_move`].
fn before_move(value: Value) -> Value {
    let outcome = match value.outcome {
        Outcome::Win(plies) => Outcome::Loss(plies.saturating_sub(1)),
        Outcome::Loss(plies) => Outcome::Win(plies.saturating_sub(1)),
        Outcome::Draw => Outcome::Draw,
    };
    Value {
        score: -value.score,
        outcome,
    }
}

/// Returns whether there is a move in an open position.
fn has_move(rules: &Rules, position: &Position) -> bool {
    position.layer() < 2 * PIECES || rules.slides(position).next().is_some()
}

/// Returns the position with this side to move.
fn with_turn(position: &Position, turn: Side) -> Position {
    Position { turn, ..*position }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use crate::testing::{FunctionOracle, circles, position, rules};

    /// Black's knights are in the corners, and Red is about to occupy all circles that they reach.
    /// If Black could pass, Red would win.
    #[test]
    fn a_choice_that_ends_the_game_as_a_draw_threatens_nothing() {
        let oracle = FunctionOracle::new(rules("28-ssss+4x4+knight"), |position: &Position| {
            Some(match (position.turn, position.red) {
                (Side::Red, red) if red == circles(&[6, 7, 10, 11]) => Outcome::Win(3),
                (Side::Black, red) if red == circles(&[7, 10, 11, 12]) => Outcome::Loss(2),
                _ => Outcome::Draw,
            })
        });
        let before = position(oracle.rules(), "b:1,4,13,16 r:5,6,7,10 r");
        let mut analysis = analyse(&oracle, &before).unwrap();
        explain(&oracle, &mut analysis).unwrap();
        let mut choices = analysis.choices().iter();
        let last = choices.find(|ranked| ranked.choice.to_string() == "5-11");
        assert_eq!(last.unwrap().why.as_deref(), Some(&Why::default()));
    }

    /// A position is won, but none of its moves is.
    #[test]
    fn a_win_without_a_move_that_wins_is_a_contradiction() {
        let oracle =
            FunctionOracle::new(rules("44-ssss+4x4"), |_: &Position| Some(Outcome::Win(5)));
        let open = position(oracle.rules(), "b:1,3,9,11 r:2,4,14,16 b");
        let analysis = Analysis::brief(oracle.rules(), &open, Value::DRAW);
        let refused = Reasons::new(&oracle, &analysis);
        assert!(matches!(
            refused.err(),
            Some(AnalysisError::Contradiction {
                found: Outcome::Win(5),
                ..
            })
        ));
    }
}
