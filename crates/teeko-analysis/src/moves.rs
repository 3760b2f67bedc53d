//! What can be chosen in a position, and how good it is.

use std::cmp::Reverse;
use std::fmt;

use teeko_rules::{Move, Oracle, Outcome, PIECES, Position, Rules, Side, Status, Symmetry};

use crate::error::{AnalysisError, probe};

/// Something that the side whose choice it is can choose.
///
/// Choices order by circle, for slides by the circle left first; a pass comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// The move that is made next: by the chooser itself, or by its opponent where the chooser points.
    Move(Move),
    /// Under the pass rule: to point nowhere and leave the choice of the circle to the side to move.
    Pass,
}

impl fmt::Display for Choice {
    /// The move, `13` or `14-8`, or `pass`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(formatter),
            Self::Pass => formatter.write_str("pass"),
        }
    }
}

/// The choices there are once something has been chosen.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Replies {
    /// All of them, a pass included; 0 once the game is over.
    pub total: usize,
    /// Those after which the result, win, draw or loss, is the one that stands before them.
    pub holding: usize,
}

/// A choice and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RankedChoice {
    /// The choice.
    pub choice: Choice,
    /// The outcome for the side to move in the position (not for the chooser), in plies from the position on.
    pub outcome: Outcome,
    /// Whether no choice is better for the chooser, the distance included.
    pub optimal: bool,
    /// Whether the result, win, draw or loss, stays what it was.
    pub keeps_outcome: bool,
    /// The choices at the next ply; after a pass, those of the mover who may now choose.
    pub replies: Replies,
}

/// A position with all that can be chosen in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The position.
    pub position: Position,
    /// The outcome for the side to move.
    pub outcome: Outcome,
    /// The side that chooses: the side to move, or its opponent where that points.
    pub chooser: Side,
    /// The choices, best for the chooser first: fast wins, slow wins, draws, slow losses, fast losses; among equals the lowest
    /// circle, for slides the circle left before the circle reached, a pass last. Empty if the game is over or there is no legal
    /// slide.
    ///
    /// Of draws those come first that are easy for a chooser who chooses at the next ply again, with the most replies that hold, then
    /// those that are hard for the other side if that chooses, with the fewest. Those that leave nothing to choose come last.
    pub choices: Vec<RankedChoice>,
}

/// Ranks what can be chosen in a position.
///
/// # Errors
/// If the oracle fails, or the rules have no such position; [`AnalysisError::Contradiction`] if what it says of the position does not
/// follow from what it says of the next ones. So along best choices distances fall by one at each ply, and no line goes on for ever.
pub fn analyse<O: Oracle + ?Sized>(oracle: &O, position: &Position) -> Result<Analysis, AnalysisError<O::Error>> {
    let outcome = probe(oracle, position)?;
    let rules = oracle.rules();
    let is_open = rules.status(position) == Status::Open;
    let choices = moves_with_replies(oracle, position)?;
    let pass = (is_open && pass_allowed(rules, position)).then(|| worth_of_pass(&choices)).flatten();
    let analysis = ranked(rules, *position, outcome, rules.chooser(position), choices, pass);
    // Whoever cannot move has drawn.
    let expected = analysis.choices.first().map_or(Outcome::Draw, |best| best.outcome);
    if is_open && expected != outcome {
        return Err(AnalysisError::Contradiction { position: *position, expected, found: outcome });
    }
    Ok(analysis)
}

/// Ranks what the side to move can choose in a drop where its opponent has passed.
///
/// # Errors
/// If the oracle fails, or the rules have no such position.
pub fn analyse_after_pass<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
) -> Result<Analysis, AnalysisError<O::Error>> {
    let choices = moves_with_replies(oracle, position)?;
    let (outcome, _) = worth_of_pass(&choices).ok_or(AnalysisError::Unknown(*position))?;
    Ok(ranked(oracle.rules(), *position, outcome, position.turn, choices, None))
}

/// The choices of an analysis in sets that the symmetries of the position make equal, in the order of their first members.
pub fn symmetric_groups(rules: &Rules, analysis: &Analysis) -> Vec<Vec<RankedChoice>> {
    let group = rules.symmetries();
    let position = &analysis.position;
    let keeps_position = |symmetry: &&Symmetry| {
        symmetry.apply(position.black) == position.black
            && symmetry.apply(position.red) == position.red
            && position.pips.image(symmetry) == position.pips
    };
    let symmetries: Vec<&Symmetry> = group.elements().iter().filter(keeps_position).collect();
    let image = |symmetry: &Symmetry, choice| match choice {
        Choice::Move(Move::Drop(to)) => Choice::Move(Move::Drop(symmetry.image(to))),
        Choice::Move(Move::DropPiece { to, pips }) => Choice::Move(Move::DropPiece { to: symmetry.image(to), pips }),
        Choice::Move(Move::Slide { from, to }) => {
            Choice::Move(Move::Slide { from: symmetry.image(from), to: symmetry.image(to) })
        }
        Choice::Pass => Choice::Pass,
    };
    let equal = |a, b| symmetries.iter().any(|symmetry| image(symmetry, a) == b);
    let mut groups: Vec<Vec<RankedChoice>> = Vec::new();
    for &ranked in &analysis.choices {
        match groups.iter_mut().find(|members| equal(members[0].choice, ranked.choice)) {
            Some(members) => members.push(ranked),
            None => groups.push(vec![ranked]),
        }
    }
    groups
}

/// What a move is worth to the side to move, and the replies to it.
type Worth = (Choice, Outcome, Replies);

/// The moves there are to make, by circle.
fn moves_with_replies<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
) -> Result<Vec<Worth>, AnalysisError<O::Error>> {
    let worth = |chosen| {
        let next = position.after(chosen);
        let outcome = probe(oracle, &next)?;
        Ok((Choice::Move(chosen), outcome.of_move(), replies(oracle, &next, outcome)?))
    };
    oracle.rules().moves(position).into_iter().map(worth).collect()
}

/// What a pass is worth to the side to move: its best move, one ply of which it is. `None` if there is no move.
fn worth_of_pass(moves: &[Worth]) -> Option<(Outcome, Replies)> {
    let best = moves.iter().map(|&(_, outcome, _)| outcome).max()?;
    let holding = moves.iter().filter(|(_, outcome, _)| outcome.wdl() == best.wdl()).count();
    Some((best, Replies { total: moves.len(), holding }))
}

fn ranked(
    rules: &Rules,
    position: Position,
    outcome: Outcome,
    chooser: Side,
    moves: Vec<Worth>,
    pass: Option<(Outcome, Replies)>,
) -> Analysis {
    let pass = pass.map(|(outcome, replies)| (Choice::Pass, outcome, replies));
    let choices = moves.into_iter().chain(pass).map(|(choice, worth, replies)| RankedChoice {
        choice,
        outcome: worth,
        optimal: worth == outcome,
        keeps_outcome: worth.wdl() == outcome.wdl(),
        replies,
    });
    let mut choices: Vec<RankedChoice> = choices.collect();
    choices.sort_unstable_by_key(|ranked| {
        let of_draws = (ranked.outcome == Outcome::Draw).then(|| {
            let next_chooser = match ranked.choice {
                Choice::Move(chosen) => rules.chooser(&position.after(chosen)),
                Choice::Pass => position.turn,
            };
            DrawOrder::new(ranked.replies, next_chooser == chooser)
        });
        (Reverse(as_seen_by(chooser, &position, ranked.outcome)), of_draws, ranked.choice)
    });
    Analysis { position, outcome, chooser, choices }
}

/// The order of draws: by who chooses next, and how much of that holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum DrawOrder {
    /// The chooser chooses again, and errs the less the more replies hold.
    Chooser(Reverse<usize>),
    /// The other side chooses, and errs the more the fewer hold.
    OtherSide(usize),
    /// Nobody can err.
    Nobody,
}

impl DrawOrder {
    fn new(replies: Replies, chooses_again: bool) -> Self {
        match replies {
            Replies { total: 0, .. } => Self::Nobody,
            Replies { holding, .. } if chooses_again => Self::Chooser(Reverse(holding)),
            Replies { holding, .. } => Self::OtherSide(holding),
        }
    }
}

/// The outcome for the side to move as a side sees it.
pub(crate) fn as_seen_by(side: Side, position: &Position, outcome: Outcome) -> Outcome {
    if side == position.turn { outcome } else { outcome.reversed() }
}

/// Whether the opponent may pass instead of pointing, if the game goes on.
fn pass_allowed(rules: &Rules, position: &Position) -> bool {
    rules.pass_rule() && position.layer() < 2 * PIECES
}

/// The choices in a position with this outcome, and how many keep the result.
fn replies<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
    outcome: Outcome,
) -> Result<Replies, AnalysisError<O::Error>> {
    if outcome.distance() == Some(0) {
        return Ok(Replies::default());
    }
    let rules = oracle.rules();
    let may_pass = pass_allowed(rules, position);
    let moves = || rules.drops(position).into_iter().map(Move::Drop).chain(rules.slides(position));
    if let Outcome::Loss(_) = as_seen_by(rules.chooser(position), position, outcome) {
        // Whoever loses by every choice cannot choose wrong, so that nothing needs looking up.
        let total = moves().count() + usize::from(may_pass);
        return Ok(Replies { total, holding: total });
    }
    let mut replies = Replies::default();
    let mut best: Option<Outcome> = None;
    for chosen in moves() {
        let worth = probe(oracle, &position.after(chosen))?.of_move();
        replies.total += 1;
        replies.holding += usize::from(worth.wdl() == outcome.wdl());
        best = best.max(Some(worth));
    }
    if let Some(best) = best.filter(|_| may_pass) {
        replies.total += 1;
        replies.holding += usize::from(best.wdl() == outcome.wdl());
    }
    Ok(replies)
}

#[cfg(test)]
mod tests;
