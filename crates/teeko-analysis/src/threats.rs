//! Threats: goals that a side could complete with its next ply.

use teeko_rules::{Circles, PIECES, Position, Rules, Side};

/// Returns the circles on which a side could complete a goal in one ply if it were to move and to
/// choose.
pub fn threats(rules: &Rules, position: &Position, side: Side) -> Circles {
    let own = position.pieces(side);
    let opponent = position.pieces(side.other());
    let free = rules.board().circles() - position.occupied();
    if own.len() < PIECES {
        return rules.goals().completions(own, opponent) & free;
    }
    let mut threats = Circles::EMPTY;
    for from in own {
        let completions = rules.goals().completions(own.without(from), opponent);
        threats = threats | (completions & rules.targets(from) & free);
    }
    threats
}
