//! Counting the choices in a position, and those that keep the result.

use teeko_rules::{Move, Oracle, Outcome, Position, Rules, Wdl};

use super::choice::Replies;
use crate::error::{AnalysisError, Answer};

/// Counts the choices in a position with this outcome, and those that keep the result.
pub(super) fn replies(
    oracle: &dyn Oracle,
    position: &Position,
    outcome: Outcome,
) -> Answer<Replies> {
    if outcome.distance() == Some(0) {
        return Ok(Replies::default());
    }
    let rules = oracle.rules();
    let may_pass = rules.may_pass(position);
    let mover_chooses = rules.chooser(position) == position.turn;
    let losing_result = if mover_chooses { Wdl::Loss } else { Wdl::Win };
    if outcome.wdl() == losing_result {
        // Every choice keeps the result: nothing needs to be looked up.
        let total = moves(rules, position, mover_chooses).count() + usize::from(may_pass);
        return Ok(Replies {
            total,
            holding: total,
        });
    }
    // `collect` asks the chain for one move at a time, which takes twice as long as all of this.
    let mut next = Vec::with_capacity(rules.board().circles().len());
    moves(rules, position, mover_chooses).for_each(|played| next.push(position.after(played)));
    let wins = outcome != Outcome::Draw;
    let mut replies = count_holding(oracle, &next, wins, mover_chooses)?;
    if may_pass {
        // After a pass the mover takes the drop that is worst for the chooser, so a pass holds if
        // all drops do.
        replies.holding += usize::from(replies.holding == replies.total);
        replies.total += 1;
    }
    Ok(replies)
}

/// Returns the moves in a position. In the plain game all pieces are equal: where pieces have
/// numbers and the side to move chooses the piece, each drop counts once for each piece.
fn moves<'a>(
    rules: &'a Rules,
    position: &'a Position,
    mover_chooses: bool,
) -> impl Iterator<Item = Move> + 'a {
    let pieces = if mover_chooses { usize::MAX } else { 1 };
    let circles = rules.drops(position).into_iter();
    let drops = circles.flat_map(move |to| rules.drops_on(position, to).take(pieces));
    drops.chain(rules.slides(position))
}

/// Counts the next positions, and those that keep the result of a chooser that has not lost: the
/// win if it `wins`, and otherwise the draw, by not losing.
fn count_holding(
    oracle: &dyn Oracle,
    next: &[Position],
    wins: bool,
    mover_chooses: bool,
) -> Answer<Replies> {
    let of_chooser = if wins { Wdl::Win } else { Wdl::Loss };
    // The side that is to move next is the opponent of the side that moves now.
    let of_next = if mover_chooses {
        of_chooser.reversed()
    } else {
        of_chooser
    };
    let mut replies = Replies::default();
    for (next, has) in next.iter().zip(oracle.have_result(next, of_next)?) {
        let has = has.ok_or(AnalysisError::Unknown(*next))?;
        // What was looked up is the chooser's win if it wins, and otherwise its loss.
        let keeps = if wins { has } else { !has };
        replies.total += 1;
        replies.holding += usize::from(keeps);
    }
    Ok(replies)
}
