//! The other side's replies: what it can choose between two choices of the learner's.

use teeko_rules::{Move, Oracle, Position, Side, Status};

use crate::analyse;
use crate::error::Answer;

/// A reply of the other side's, after which the learner chooses.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    /// The moves since the choice before: in most games one. None if the learner chooses again.
    pub(super) moves: Vec<Move>,
    /// The position in which the learner chooses.
    pub(super) position: Position,
    /// Whether the other side has nothing better.
    pub(super) is_best: bool,
}

impl Reply {
    /// Returns the reply of no moves in a position.
    pub(super) fn none(position: Position) -> Self {
        Self {
            moves: Vec::new(),
            position,
            is_best: true,
        }
    }

    /// Adds a move.
    pub(super) fn push(&mut self, played: Move) {
        self.moves.push(played);
        self.position = self.position.after(played);
    }
}

/// Returns the replies that begin with these moves and keep the result, in the order of
/// [`analyse`].
pub(super) fn replies(oracle: &dyn Oracle, learner: Side, begun: Reply) -> Answer<Vec<Reply>> {
    let mut replies = Vec::new();
    add_replies(oracle, learner, begun, &mut replies)?;
    Ok(replies)
}

/// Adds the replies that begin with these moves.
fn add_replies(
    oracle: &dyn Oracle,
    learner: Side,
    begun: Reply,
    replies: &mut Vec<Reply>,
) -> Answer<()> {
    let rules = oracle.rules();
    if rules.status(&begun.position) != Status::Open || rules.moves(&begun.position).is_empty() {
        return Ok(());
    }
    if rules.chooser(&begun.position) == learner {
        replies.push(begun);
        return Ok(());
    }
    for choice in analyse(oracle, &begun.position)?.choices() {
        // A pass leaves the learner more choices than any circle.
        let Some(played) = choice.best_move() else {
            continue;
        };
        if !choice.keeps_outcome {
            continue;
        }
        let mut next = begun.clone();
        next.push(played);
        next.is_best = begun.is_best && choice.optimal;
        add_replies(oracle, learner, next, replies)?;
    }
    Ok(())
}
