//! The choices in a position, and how good they are.

use std::cmp::Reverse;
use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use strum::IntoStaticStr;
use teeko_index::parallel;
use teeko_rules::notation::RowsForm;
use teeko_rules::{
    Move, Oracle, Outcome, OutcomeFields, PIECES, Position, Rules, Scoring, Side, Status, Symmetry,
    SymmetryGroup, Value, Wdl,
};

use crate::error::{AnalysisError, Answer};
use crate::probe::{probe, probe_move, probe_value, values_of_moves};

/// A choice of the side that chooses: a move or a pass.
///
/// Choices order by circle, slides by the circle that they leave first; a pass comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// The next move: the chooser's own, or its opponent's where the chooser points. Where the
    /// chooser points and pieces have numbers, this is a circle alone: the side to move chooses the
    /// piece.
    Move(Move),
    /// Under the pass rule: pointing nowhere, which leaves the choice of the circle to the side to
    /// move.
    Pass,
}

impl fmt::Display for Choice {
    /// Writes the move, such as `13` or `14-8`, or `pass`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(formatter),
            Self::Pass => formatter.write_str("pass"),
        }
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The choices at the next ply, counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct Replies {
    /// All of them, a pass included; 0 once the game is finished.
    pub total: usize,
    /// The choices that keep the result (win, draw or loss).
    pub holding: usize,
}

impl Replies {
    /// Returns how hard a draw with these replies is to hold, from 0 to 3: 3 if at most an eighth
    /// of them keep the result, 2 if at most a half, 1 if at most seven eighths. `None` if there
    /// are none.
    pub fn difficulty(self) -> Option<u8> {
        let is_at_most = |eighths: &usize| self.holding * 8 <= self.total * eighths;
        (self.total > 0).then(|| {
            [1, 4, 7]
                .iter()
                .filter(|eighths| is_at_most(eighths))
                .count() as u8
        })
    }
}

/// A choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "QueryMove")]
pub struct RankedChoice {
    /// The move, or `pass`.
    #[serde(rename = "move")]
    #[schemars(with = "String")]
    pub choice: Choice,
    /// The value for the side to move in the position (not for the chooser), with plies from that
    /// position.
    #[serde(flatten)]
    #[schemars(with = "ValueOfChoice")]
    pub value: OutcomeFields,
    /// The pips of the best piece to drop, if the chooser points and pieces have numbers. Left out
    /// elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<u8>,
    /// Whether nothing is better for the chooser: by points in games for points, then by distance.
    pub optimal: bool,
    /// Whether the choice keeps the result.
    pub keeps_outcome: bool,
    /// Whether the choice keeps the points; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeps_score: Option<bool>,
    /// The choices at the next ply.
    // After a pass, those of the side to move, which may now choose.
    pub replies: Replies,
    /// How hard a draw is to hold for the side that chooses next, from 0 to 3: 3 if at most an
    /// eighth of the replies keep it, 2 if at most a half, 1 if at most seven eighths. Left out for
    /// wins, losses and choices without replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u8>,
    /// The position after the choice, in rows form. A pass leaves it unchanged: the side to move
    /// then chooses.
    pub position: RowsForm,
}

/// The fields of the value of a choice.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "describes fields")]
struct ValueOfChoice {
    /// The result for the side to move.
    outcome: Wdl,
    /// The distance to win in plies from the position, the move included; null in a draw. In games
    /// for points, a bound, as for the position.
    dtw: Option<u32>,
    /// In games for points: the points that the side to move scores with it. Left out in other
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
}

impl RankedChoice {
    /// Returns the move of this choice, with the best piece where the side to move chooses the
    /// piece; `None` for a pass.
    pub const fn best_move(&self) -> Option<Move> {
        match (self.choice, self.piece) {
            (Choice::Move(Move::Drop(to)), Some(pips)) => Some(Move::DropPiece { to, pips }),
            (Choice::Move(played), _) => Some(played),
            (Choice::Pass, _) => None,
        }
    }
}

/// The value of a position, and its choices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// The position in rows form.
    pub position: RowsForm,
    /// The phase of the game.
    pub phase: Phase,
    /// The side to move.
    pub turn: Side,
    /// The side that chooses: the side to move, or its opponent if that points.
    pub chooser: Side,
    /// The value for the side to move. In a finished game with numbered pieces its score is 1 or
    /// -1, because the points depend on the last move.
    #[serde(flatten)]
    #[schemars(with = "ValueOfPosition")]
    pub value: OutcomeFields,
    /// The side that wins or has won; null in a draw.
    pub winner: Option<Side>,
    /// The choices, best for the chooser first; draws and equal losses by `replies`. Left out if
    /// not requested.
    // Fast wins, slow wins, draws, slow losses, fast losses. Equal choices order by the lowest
    // circle, slides by the circle left, then the circle reached; a pass comes last. Empty if the
    // game is finished or there is no legal slide.
    //
    // Draws, and losses of equal value, order by the side that chooses next. First come those after
    // which the chooser chooses again, those with the most replies that keep the result first. Then
    // come those after which the other side chooses, those with the fewest such replies first.
    // Choices that leave no choice come last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<RankedChoice>>,
}

/// The fields of the value of a position.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "describes fields")]
pub(crate) struct ValueOfPosition {
    /// The result for the side to move.
    outcome: Wdl,
    /// The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    /// which the side that scores can force at least these points. Its best moves may have smaller
    /// bounds.
    dtw: Option<u32>,
    /// In games for points: the points that the side to move scores. Null if the game is over and
    /// pieces have numbers, since the points then depend on the last move. Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-nullable" = true))]
    score: Option<i16>,
}

impl Analysis {
    /// Returns the value of a position without its choices.
    pub fn brief(rules: &Rules, position: &Position, value: Value) -> Self {
        let (phase, scoring) = (phase(rules, position), rules.scoring());
        Self {
            position: RowsForm {
                board: rules.board(),
                position: *position,
            },
            phase,
            turn: position.turn,
            // A finished game has no choices.
            chooser: if phase == Phase::Drop {
                rules.chooser(position)
            } else {
                position.turn
            },
            value: if phase == Phase::Over {
                OutcomeFields::of_finished(scoring, value)
            } else {
                OutcomeFields::of_value(scoring, Some(value))
            },
            winner: winner(position, value.outcome),
            moves: None,
        }
    }

    /// Returns the choices; none if they were not requested.
    pub fn choices(&self) -> &[RankedChoice] {
        self.moves.as_deref().unwrap_or_default()
    }
}

/// A phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    /// Some pieces are still to be dropped.
    Drop,
    /// All pieces are on the board.
    Slide,
    /// A side has a goal.
    Over,
}

impl Phase {
    /// Returns the name: `drop`, `slide` or `over`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns the phase of a position.
pub fn phase(rules: &Rules, position: &Position) -> Phase {
    match rules.winner(position) {
        Some(_) => Phase::Over,
        None if position.layer() < 2 * PIECES => Phase::Drop,
        None => Phase::Slide,
    }
}

/// Returns the side that wins, or has won; `None` in a draw.
pub fn winner(position: &Position, outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Win(_) => Some(position.turn),
        Outcome::Loss(_) => Some(position.turn.other()),
        Outcome::Draw => None,
    }
}

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
    let chooser = rules.chooser(position);
    let mut choices = choices_with_replies(oracle, position, chooser)?;
    if is_open && rules.may_pass(position) {
        choices.extend(pass(oracle, position)?);
    }
    let analysis = rank_choices(rules, position, value, chooser, choices);
    // A position without a legal move is a draw.
    let expected = analysis
        .choices()
        .first()
        .map_or(Value::DRAW, |best| *best.value);
    if is_open && !follows(rules, expected, value) {
        let (expected, found) = (expected.outcome, value.outcome);
        return Err(AnalysisError::Contradiction {
            position: *position,
            expected,
            found,
        });
    }
    Ok(analysis)
}

/// Whether the value of a position can be that of its best choice.
///
/// In games for points the distance of the position may be longer: the line that gives away the
/// fewest points may be shorter than one that gives away more.
fn follows(rules: &Rules, best: Value, found: Value) -> bool {
    let as_long = best.outcome.distance() <= found.outcome.distance();
    best == found || rules.scoring().is_for_points() && best.score == found.score && as_long
}

/// Ranks the choices that the opponent of the side to move leaves to it: after a pass its drops, in
/// games with numbered pieces the pieces that it can drop on the circle of `chosen`. The best one
/// gives the value.
pub fn analyse_after(oracle: &dyn Oracle, position: &Position, chosen: Choice) -> Answer<Analysis> {
    let of_move = |played| choice_of_move(oracle, position, Choice::Move(played), played);
    let choices: Vec<RankedChoice> = match chosen {
        Choice::Pass => choices_with_replies(oracle, position, position.turn)?,
        Choice::Move(pointed) => oracle
            .rules()
            .drops_on(position, pointed.to())
            .map(of_move)
            .collect::<Result<_, _>>()?,
    };
    let value = choices.iter().map(|choice| *choice.value).max();
    let value = value.ok_or(AnalysisError::Unknown(*position))?;
    Ok(rank_choices(
        oracle.rules(),
        position,
        value,
        position.turn,
        choices,
    ))
}

/// Groups ranked choices in a position by its symmetries, in the order of the first choice of each
/// group. `group` has the symmetries of the rules.
pub fn symmetric_groups<'a>(
    group: &SymmetryGroup,
    position: &Position,
    ranked: &'a [RankedChoice],
) -> Vec<Vec<&'a RankedChoice>> {
    let keeps_position = |symmetry: &&Symmetry| position.image(symmetry) == *position;
    let symmetries: Vec<&Symmetry> = group.elements().iter().filter(keeps_position).collect();
    let image = |symmetry: &Symmetry, choice| match choice {
        Choice::Move(played) => Choice::Move(played.image(symmetry)),
        Choice::Pass => Choice::Pass,
    };
    let equal = |a, b| symmetries.iter().any(|symmetry| image(symmetry, a) == b);
    let mut groups: Vec<Vec<&RankedChoice>> = Vec::new();
    for ranked in ranked {
        match groups
            .iter_mut()
            .find(|members| equal(members[0].choice, ranked.choice))
        {
            Some(members) => members.push(ranked),
            None => groups.push(vec![ranked]),
        }
    }
    groups
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
    if rules.scoring() != Scoring::Pips
        || chooser == position.turn
        || rules.status(position) != Status::Open
    {
        let of_move = |played| choice_of_move(oracle, position, Choice::Move(played), played);
        let moves = rules.moves(position);
        return if rules.board().circle_count() < LARGE_BOARD {
            moves.into_iter().map(of_move).collect()
        } else {
            parallel::try_map(moves, of_move)
        };
    }
    let of_circle = |circle| {
        let mut best: Option<(Value, Move)> = None;
        for played in rules.drops_on(position, circle) {
            let value = probe_move(oracle, position, played)?;
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, played));
            }
        }
        let (_, played) = best.ok_or(AnalysisError::Unknown(*position))?;
        choice_of_move(oracle, position, Choice::Move(Move::Drop(circle)), played)
    };
    rules.drops(position).into_iter().map(of_circle).collect()
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
    Ok(new_choice(
        oracle.rules(),
        position,
        choice,
        value,
        piece,
        replies,
    ))
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
    let position = RowsForm {
        board: rules.board(),
        position: *position,
    };
    let mut ranked = RankedChoice {
        choice,
        value: OutcomeFields::of_value(scoring, Some(value)),
        piece,
        optimal: false,
        keeps_outcome: false,
        keeps_score: scoring.is_for_points().then_some(false),
        replies,
        difficulty: replies
            .difficulty()
            .filter(|_| value.outcome == Outcome::Draw),
        position,
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
    let values = moves.iter().map(|&(_, value)| value);
    Ok(values.clone().max().map(|best| {
        let holding = values
            .filter(|value| value.outcome.wdl() == best.outcome.wdl())
            .count();
        let replies = Replies {
            total: moves.len(),
            holding,
        };
        new_choice(oracle.rules(), position, Choice::Pass, best, None, replies)
    }))
}

/// Compares the choices in a position of this value.
fn rank_choices(
    rules: &Rules,
    position: &Position,
    value: Value,
    chooser: Side,
    mut choices: Vec<RankedChoice>,
) -> Analysis {
    choices.sort_by_cached_key(|ranked| {
        let next_chooser = ranked.best_move().map_or(position.turn, |played| {
            rules.chooser(&position.after(played))
        });
        let value = as_seen_by(chooser, position, *ranked.value);
        let by_replies = (value.outcome.wdl() != Wdl::Win)
            .then(|| reply_order(ranked.replies, next_chooser == chooser));
        (Reverse(value), by_replies, ranked.choice)
    });
    // In games for points the distance of a position may be longer than that of its best choice.
    let best = choices.first().map_or(value, |best| *best.value);
    let best = if rules.scoring().is_for_points() {
        best
    } else {
        value
    };
    for ranked in &mut choices {
        ranked.optimal = *ranked.value == best;
        ranked.keeps_outcome = ranked.value.outcome.wdl() == value.outcome.wdl();
        ranked.keeps_score = ranked
            .keeps_score
            .map(|_| ranked.value.score == value.score);
    }
    let brief = Analysis::brief(rules, position, value);
    let chooser = if choices.is_empty() {
        brief.chooser
    } else {
        chooser
    };
    Analysis {
        chooser,
        moves: Some(choices),
        ..brief
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

/// Counts the choices in a position with this outcome, and those that keep the result.
fn replies(oracle: &dyn Oracle, position: &Position, outcome: Outcome) -> Answer<Replies> {
    if outcome.distance() == Some(0) {
        return Ok(Replies::default());
    }
    let rules = oracle.rules();
    let may_pass = rules.may_pass(position);
    // In the plain game all pieces are equal: where pieces have numbers and the side to move
    // chooses the piece, each choice counts once for each piece.
    let mover_chooses = rules.chooser(position) == position.turn;
    let pieces = if mover_chooses { usize::MAX } else { 1 };
    let drops = || {
        rules
            .drops(position)
            .into_iter()
            .flat_map(|to| rules.drops_on(position, to).take(pieces))
    };
    let moves = || drops().chain(rules.slides(position));
    if outcome.wdl() == if mover_chooses { Wdl::Loss } else { Wdl::Win } {
        // Where the chooser has lost, every choice keeps the result: nothing needs to be looked up.
        let total = moves().count() + usize::from(may_pass);
        return Ok(Replies {
            total,
            holding: total,
        });
    }
    // `collect` asks the chain for one move at a time, which takes twice as long as all of this.
    let mut next = Vec::with_capacity(rules.board().circles().len());
    moves().for_each(|chosen| next.push(position.after(chosen)));
    // The chooser has not lost. A choice holds if it keeps the win, or else if it does not lose.
    let wins = outcome != Outcome::Draw;
    let of_chooser = if wins { Wdl::Win } else { Wdl::Loss };
    let asked = if mover_chooses {
        of_chooser.reversed()
    } else {
        of_chooser
    };
    let have = oracle.have_result(&next, asked)?;
    let mut replies = Replies::default();
    for (next, has) in next.iter().zip(have) {
        replies.total += 1;
        replies.holding += usize::from(has.ok_or(AnalysisError::Unknown(*next))? == wins);
    }
    if may_pass {
        // The mover then chooses. Its best drop holds if the worst does, and so if all do.
        replies.holding += usize::from(replies.holding == replies.total);
        replies.total += 1;
    }
    Ok(replies)
}

#[cfg(test)]
mod tests;
