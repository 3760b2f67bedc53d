//! Threats: goals that a side could complete with its next ply.

use teeko_rules::{Circles, PIECES, Position, Rules, Side};

/// Returns the circles on which a side could complete a goal in one ply if it were to move and to
/// choose.
pub fn threats(rules: &Rules, position: &Position, side: Side) -> Circles {
    let (own, opponent) = (position.pieces(side), position.pieces(side.other()));
    let free = rules.board().circles() - position.occupied();
    let completes = |staying: Circles, reached: Circles| {
        rules.goals().completions(staying, opponent) & reached & free
    };
    if own.len() == PIECES {
        let of_piece = |from| completes(own.without(from), rules.targets(from));
        own.iter()
            .map(of_piece)
            .fold(Circles::EMPTY, |all, more| all | more)
    } else {
        completes(own, free)
    }
}
