//! Plies: the moves of a game one by one, and what can be wrong with one.

use std::fmt;

use thiserror::Error;

use super::CircleError;
use crate::{Circle, Circles, Move, PIECES, Position, Rules, Side};

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The drop or slide.
    pub played: Move,
    /// Whether the opponent, whose part it was to point, passed and so let the mover choose.
    pub passed: bool,
}

impl fmt::Display for Ply {
    /// The move as `13` or `14-8`, after a pass `pass 13`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pass = if self.passed { "pass " } else { "" };
        write!(formatter, "{pass}{}", self.played)
    }
}

/// What is wrong with a ply.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlyError {
    /// Not a move.
    #[error("{0}; write a drop as 13 or c3, a slide as 14-8 or d3-c4")]
    Unreadable(CircleError),
    /// A move number out of order.
    #[error(
        "this is read as the number of a move: expected {by_turn}. counting turns or {by_ply}. counting plies, or no numbers; \
         moves are written without a dot, 13 12"
    )]
    Number {
        /// The number if the two plies of a turn share one.
        by_turn: i64,
        /// The number if each ply has its own.
        by_ply: i64,
    },
    /// A move number at the end.
    #[error(
        "this is read as the number of a move: expected a move after it, found none; moves are written without a dot, 13 12"
    )]
    NumberAlone,
    /// A pass where nobody may pass.
    #[error(
        "expected pass only in the drop phase under the pass rule, variant GOALS-pppp+pass; write the drop alone, 13"
    )]
    Pass,
    /// A pass without the drop that follows it.
    #[error("expected the mover's drop after it, found none; write pass 13")]
    PassAlone,
    /// A ply after the end.
    #[error("the game is over, {winner} has a goal on {goal}: expected no further move")]
    Over {
        /// The winner.
        winner: Side,
        /// The goal.
        goal: Circles,
    },
    /// A slide before all pieces are down.
    #[error("expected a drop such as 13, found a slide; only {down} of {} pieces are down", 2 * PIECES)]
    SlideInDropPhase {
        /// The pieces on the board.
        down: usize,
    },
    /// A drop after all pieces are down.
    #[error("expected a slide such as 14-8, found a drop; all {} pieces are down", 2 * PIECES)]
    DropInSlidePhase,
    /// A move to a circle with a piece on it.
    #[error("circle {circle}: expected an empty circle, found a piece of {owner}'s; the move may go to {}", list(*allowed))]
    Occupied {
        /// The circle.
        circle: Circle,
        /// The side whose piece is there.
        owner: Side,
        /// The circles where the move may go.
        allowed: Circles,
    },
    /// A first drop on the centre under the centre ban.
    #[error("circle {0}: expected another circle for Black's first drop, the centre being banned (no-centre)")]
    Banned(Circle),
    /// A slide from a circle without a piece of the mover's.
    #[error(
        "circle {circle}: expected a piece of {mover}'s, found {}; {mover} has {own}",
        owner.map_or_else(|| "none".to_owned(), |owner| format!("one of {owner}'s"))
    )]
    NotOwn {
        /// The circle.
        circle: Circle,
        /// The side to move.
        mover: Side,
        /// The side whose piece is there, if any.
        owner: Option<Side>,
        /// The mover's pieces.
        own: Circles,
    },
    /// A slide to a circle that is not one step away.
    #[error("circle {to}: expected a circle one step from {from}; the move may go to {}", list(*allowed))]
    TooFar {
        /// Where the piece stands.
        from: Circle,
        /// Where it was to go.
        to: Circle,
        /// The circles where it may go.
        allowed: Circles,
    },
}

/// The circles of a set, or words for none.
fn list(circles: Circles) -> String {
    if circles.is_empty() { "no circle".to_owned() } else { circles.to_string() }
}

/// Whether a move is legal where the game goes on, and if not, why.
pub(super) fn check_move(rules: &Rules, position: &Position, played: Move) -> Result<(), PlyError> {
    let (mover, own) = (position.turn, position.mover());
    let owner = |circle| [mover, mover.other()].into_iter().find(|&side| position.pieces(side).contains(circle));
    let dropping = position.layer() < 2 * PIECES;
    let circle = played.to();
    match played {
        Move::Slide { .. } if dropping => return Err(PlyError::SlideInDropPhase { down: position.layer() }),
        Move::Drop(_) if !dropping => return Err(PlyError::DropInSlidePhase),
        Move::Slide { from, .. } if !own.contains(from) => {
            return Err(PlyError::NotOwn { circle: from, mover, owner: owner(from), own });
        }
        _ => {}
    }
    let allowed = match played {
        Move::Drop(_) => rules.drops(position),
        Move::Slide { from, .. } => rules.targets(from) - position.occupied(),
    };
    match (owner(circle), played) {
        _ if allowed.contains(circle) => Ok(()),
        (Some(owner), _) => Err(PlyError::Occupied { circle, owner, allowed }),
        (None, Move::Drop(_)) => Err(PlyError::Banned(circle)),
        (None, Move::Slide { from, to }) => Err(PlyError::TooFar { from, to, allowed }),
    }
}
