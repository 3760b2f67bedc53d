//! The choices in a position, and how good they are.

mod choice;
mod replies;
mod symmetric;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use teeko_index::parallel;
use teeko_rules::notation::RowsForm;
use teeko_rules::{
    Circle, Move, Oracle, Outcome, OutcomeFields, Position, Rules, Scoring, Side, Status, Value,
    Wdl,
};

pub(crate) use self::choice::ValueOfPosition;
pub use self::choice::{Analysis, Choice, Phase, RankedChoice, Replies, phase, winner};
use self::replies::replies;
pub use self::symmetric::symmetric_groups;
use crate::error::{AnalysisError, Answer};
use crate::probe::{probe, probe_move, probe_value, values_of_moves};

/// Ranks the choices in a position.
///
/// Along best choices the distance falls by one at each ply, so every won line ends.
///
/// # Errors
/// If the oracle fails, or the rules have no such position; [`AnalysisError::Contradiction`] if the
/// value of the position does not follow from those of the next positions.
pub fn analyse(oracle: &dyn Oracle, position: &Position) -> Answer<Analysis> {
    let value = probe_value(oracle, position)?;
    let rules = oracle.rules();
    let is_open = rules.status(position) == Status::Open;
    let ranking = Ranking {
        rules,
        position,
        value,
        chooser: rules.chooser(position),
    };
    let mut choices = choices_with_replies(oracle, position, ranking.chooser)?;
    if is_open && rules.may_pass(position) {
        choices.extend(pass(oracle, position)?);
    }
    let analysis = ranking.rank(choices);
    if is_open {
        check_value(rules, &analysis, value)?;
    }
    Ok(analysis)
}

/// Checks that the value of a position is that of its best choice. A position without a legal move
/// is a draw.
fn check_value(rules: &Rules, analysis: &Analysis, value: Value) -> Answer<()> {
    let best = analysis.choices().first();
    let expected = best.map_or(Value::DRAW, |best| *best.value);
    if follows(rules, expected, value) {
        return Ok(());
    }
    Err(AnalysisError::Contradiction {
        position: *analysis.position,
        expected: expected.outcome,
        found: value.outcome,
    })
}

/// Whether the value of a position can be that of its best choice.
///
/// In games for points the distance of the position may be longer: the line that gives away the
/// fewest points may be shorter than one that gives away more.
fn follows(rules: &Rules, best: Value, found: Value) -> bool {
    let is_as_long = best.outcome.distance() <= found.outcome.distance();
    best == found || rules.scoring().is_for_points() && best.score == found.score && is_as_long
}

/// Ranks the choices that the opponent of the side to move leaves to it: after a pass its drops, in
/// games with numbered pieces the pieces that it can drop on the circle of `chosen`. The best one
/// gives the value.
pub fn analyse_after(oracle: &dyn Oracle, position: &Position, chosen: Choice) -> Answer<Analysis> {
    let choices = match chosen {
        Choice::Pass => choices_with_replies(oracle, position, position.turn)?,
        Choice::Move(pointed) => drops_on(oracle, position, pointed.to())?,
    };
    let value = choices.iter().map(|choice| *choice.value).max();
    let ranking = Ranking {
        rules: oracle.rules(),
        position,
        value: value.ok_or(AnalysisError::Unknown(*position))?,
        chooser: position.turn,
    };
    Ok(ranking.rank(choices))
}

/// Returns the drops on a circle, one for each piece that may be dropped there.
fn drops_on(oracle: &dyn Oracle, position: &Position, to: Circle) -> Answer<Vec<RankedChoice>> {
    let mut choices = Vec::new();
    for drop in oracle.rules().drops_on(position, to) {
        choices.push(choice_of_move(oracle, position, Choice::Move(drop), drop)?);
    }
    Ok(choices)
}

/// The fewest circles of a board whose moves are looked up by several threads. Rows of its tables
/// are long, and the replies to one move need many of them.
const LARGE_BOARD: usize = 36;

/// Returns all choices except a pass, by circle, before they are compared.
fn choices_with_replies(
    oracle: &dyn Oracle,
    position: &Position,
    chooser: Side,
) -> Answer<Vec<RankedChoice>> {
    let rules = oracle.rules();
    let is_open = rules.status(position) == Status::Open;
    if rules.scoring() == Scoring::Pips && chooser != position.turn && is_open {
        return pointed_circles(oracle, position);
    }
    let moves = rules.moves(position);
    if rules.board().circle_count() >= LARGE_BOARD {
        return parallel::try_map(moves, |played| {
            choice_of_move(oracle, position, Choice::Move(played), played)
        });
    }
    let mut choices = Vec::with_capacity(moves.len());
    for played in moves {
        let choice = Choice::Move(played);
        choices.push(choice_of_move(oracle, position, choice, played)?);
    }
    Ok(choices)
}

/// Returns the circles that the opponent of the side to move can point at where pieces have
/// numbers, each with the best piece to drop there.
fn pointed_circles(oracle: &dyn Oracle, position: &Position) -> Answer<Vec<RankedChoice>> {
    let mut choices = Vec::new();
    for circle in oracle.rules().drops(position) {
        let choice = Choice::Move(Move::Drop(circle));
        let drop = best_drop(oracle, position, circle)?;
        choices.push(choice_of_move(oracle, position, choice, drop)?);
    }
    Ok(choices)
}

/// Returns the first of the best drops on a circle.
fn best_drop(oracle: &dyn Oracle, position: &Position, circle: Circle) -> Answer<Move> {
    let mut best: Option<(Value, Move)> = None;
    for drop in oracle.rules().drops_on(position, circle) {
        let value = probe_move(oracle, position, drop)?;
        if best.is_none_or(|(best, _)| value > best) {
            best = Some((value, drop));
        }
    }
    let (_, drop) = best.ok_or(AnalysisError::Unknown(*position))?;
    Ok(drop)
}

/// Returns a choice that is a move, before it is compared with others.
fn choice_of_move(
    oracle: &dyn Oracle,
    position: &Position,
    choice: Choice,
    played: Move,
) -> Answer<RankedChoice> {
    let value = probe_move(oracle, position, played)?;
    let next = position.after(played);
    let piece = match (choice, played) {
        (Choice::Move(Move::Drop(_)), Move::DropPiece { pips, .. }) => Some(pips),
        _ => None,
    };
    let replies = replies(oracle, &next, plain_outcome(oracle, &next, value)?)?;
    let rules = oracle.rules();
    Ok(new_choice(rules, position, choice, value, piece, replies))
}

/// Returns a choice before it is compared with others.
fn new_choice(
    rules: &Rules,
    position: &Position,
    choice: Choice,
    value: Value,
    piece: Option<u8>,
    replies: Replies,
) -> RankedChoice {
    let scoring = rules.scoring();
    let keeps_score = if scoring.is_for_points() {
        Some(false)
    } else {
        None
    };
    let difficulty = match value.outcome {
        Outcome::Draw => replies.difficulty(),
        _ => None,
    };
    let mut ranked = RankedChoice {
        choice,
        value: OutcomeFields::of_value(scoring, Some(value)),
        piece,
        optimal: false,
        keeps_outcome: false,
        keeps_score,
        replies,
        difficulty,
        position: RowsForm {
            board: rules.board(),
            position: *position,
        },
        why: None,
    };
    if let Some(played) = ranked.best_move() {
        ranked.position.position = position.after(played);
    }
    ranked
}

/// Returns the outcome, in the plain game, of the position after a move of this value.
fn plain_outcome(oracle: &dyn Oracle, next: &Position, of_move: Value) -> Answer<Outcome> {
    match of_move.outcome {
        Outcome::Draw => Ok(Outcome::Draw),
        _ if oracle.rules().scoring().is_for_points() => probe(oracle, next),
        Outcome::Win(plies) => Ok(Outcome::Loss(plies - 1)),
        Outcome::Loss(plies) => Ok(Outcome::Win(plies - 1)),
    }
}

/// Returns the pass, which is worth as much as the best move of the side to move, since that is the
/// same ply. `None` if there is no move.
fn pass(oracle: &dyn Oracle, position: &Position) -> Answer<Option<RankedChoice>> {
    let moves = values_of_moves(oracle, position)?;
    let Some(best) = moves.iter().map(|&(_, value)| value).max() else {
        return Ok(None);
    };
    let mut replies = Replies::default();
    for (_, value) in moves {
        replies.total += 1;
        replies.holding += usize::from(value.outcome.wdl() == best.outcome.wdl());
    }
    let rules = oracle.rules();
    let pass = new_choice(rules, position, Choice::Pass, best, None, replies);
    Ok(Some(pass))
}

/// A position whose choices are compared.
struct Ranking<'a> {
    rules: &'a Rules,
    position: &'a Position,
    /// The value for the side to move.
    value: Value,
    chooser: Side,
}

/// Orders choices: by value, best first; then by replies, except wins; then by circle.
type RankingKey = (Reverse<Value>, Option<(u8, usize)>, Choice);

impl Ranking<'_> {
    /// Sorts the choices, best first, and compares them with the best.
    fn rank(&self, mut choices: Vec<RankedChoice>) -> Analysis {
        choices.sort_by_cached_key(|ranked| self.key(ranked));
        let best = self.best_value(&choices);
        for ranked in &mut choices {
            ranked.optimal = *ranked.value == best;
            ranked.keeps_outcome = ranked.value.outcome.wdl() == self.value.outcome.wdl();
            if let Some(keeps_score) = &mut ranked.keeps_score {
                *keeps_score = ranked.value.score == self.value.score;
            }
        }
        let mut analysis = Analysis::brief(self.rules, self.position, self.value);
        if !choices.is_empty() {
            analysis.chooser = self.chooser;
        }
        analysis.moves = Some(choices);
        analysis
    }

    fn key(&self, ranked: &RankedChoice) -> RankingKey {
        let value = as_seen_by(self.chooser, self.position, *ranked.value);
        let by_replies = if value.outcome.wdl() == Wdl::Win {
            None
        } else {
            let chooses_again = self.next_chooser(ranked) == self.chooser;
            Some(reply_order(ranked.replies, chooses_again))
        };
        (Reverse(value), by_replies, ranked.choice)
    }

    /// Returns the side that chooses after a choice.
    fn next_chooser(&self, ranked: &RankedChoice) -> Side {
        match ranked.best_move() {
            Some(played) => self.rules.chooser(&self.position.after(played)),
            None => self.position.turn,
        }
    }

    /// Returns the value of the best of the sorted choices. In games for points the distance of the
    /// position may be longer than that of its best choice.
    fn best_value(&self, choices: &[RankedChoice]) -> Value {
        match choices.first() {
            Some(best) if self.rules.scoring().is_for_points() => *best.value,
            _ => self.value,
        }
    }
}

/// Returns a key that orders draws, and losses of equal value: by the side that chooses next, and
/// its replies that keep the result.
fn reply_order(replies: Replies, chooses_again: bool) -> (u8, usize) {
    match replies {
        // No side has a choice.
        Replies { total: 0, .. } => (2, 0),
        // The chooser chooses again: the more replies keep the result, the safer.
        Replies { holding, .. } if chooses_again => (0, usize::MAX - holding),
        // The other side chooses: the fewer replies keep the result, the likelier it errs.
        Replies { holding, .. } => (1, holding),
    }
}

/// Returns the value for `side`, given that for the side to move.
pub fn as_seen_by(side: Side, position: &Position, value: Value) -> Value {
    if side == position.turn {
        value
    } else {
        value.reversed()
    }
}
