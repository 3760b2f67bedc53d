//! The value of a position from those of the next positions, by the rules alone.

use teeko_rules::{Move, Oracle, Outcome, PIECES, Position, Side, Status};
use teeko_solve::Solution;

/// Returns the outcome that follows from the outcomes of the next positions.
pub fn expected(solution: &Solution, position: &Position) -> Option<Outcome> {
    let rules = solution.rules();
    let moves = rules.moves(position);
    let mut outcomes = Vec::new();
    for &played in &moves {
        let after = solution.outcome(&position.after(played));
        outcomes.push(after.expect("a move leads to a position").of_move());
    }
    match rules.status(position) {
        Status::Impossible => None,
        Status::Over => Some(Outcome::Loss(0)),
        Status::Gift => Some(Outcome::Win(0)),
        Status::Void => Some(Outcome::Draw),
        Status::Open if moves.is_empty() => Some(Outcome::Draw),
        Status::Open if rules.chooser(position) == position.turn => outcomes.into_iter().max(),
        Status::Open => outcomes.into_iter().min(),
    }
}

/// Returns the number of plies in which a side forces `points` points in a game for points, as it
/// follows from the values of the next positions. `None` if the side cannot, or the game is
/// finished.
pub fn expected_forces(
    oracle: &dyn Oracle,
    side: Side,
    points: u8,
    position: &Position,
) -> Option<u32> {
    let rules = oracle.rules();
    if rules.status(position) != Status::Open {
        return None;
    }
    let mut choices: Vec<Vec<Move>> = Vec::new();
    for circle in rules.drops(position) {
        choices.push(rules.drops_on(position, circle).collect());
    }
    for slide in rules.slides(position) {
        choices.push(vec![slide]);
    }
    let by_mover = position.turn == side;
    let by_chooser = rules.chooser(position) == side;
    let mut plies = Vec::new();
    for moves in choices {
        let mut of_pieces = Vec::new();
        for played in moves {
            of_pieces.push(forced_by_move(oracle, side, points, position, played));
        }
        // The mover chooses the piece, whichever side has chosen the circle.
        plies.push(chosen(&of_pieces, by_mover));
    }
    let without_pass = chosen(&plies, by_chooser);
    if rules.pass_rule() && position.layer() < 2 * PIECES {
        // A pass lets the mover choose.
        return chosen(&[without_pass, chosen(&plies, by_mover)], by_chooser);
    }
    without_pass
}

/// Returns the number of plies in which a side forces `points` points by a move of either side,
/// which counts itself.
fn forced_by_move(
    oracle: &dyn Oracle,
    side: Side,
    points: u8,
    position: &Position,
    played: Move,
) -> Option<u32> {
    let next = position.after(played);
    let Some(ended) = oracle.rules().value_after(position, played) else {
        return Some(oracle.forces(side, points, &next).unwrap()? + 1);
    };
    let scored = if side == next.turn {
        ended.score
    } else {
        -ended.score
    };
    if scored >= points.into() {
        Some(1)
    } else {
        None
    }
}

/// Returns the plies of a choice, given those of each possibility: the best for the attacker, or
/// the worst.
pub fn chosen(possibilities: &[Option<u32>], best: bool) -> Option<u32> {
    let known = possibilities.iter().copied().flatten();
    // A side that cannot move has drawn.
    if best {
        known.min()
    } else if possibilities.contains(&None) {
        None
    } else {
        known.max()
    }
}
