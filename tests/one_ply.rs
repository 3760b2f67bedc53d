//! The value of a position from those of the next positions, by the rules alone.

use teeko_rules::{Move, Oracle, Outcome, PIECES, Position, Side, Status};
use teeko_solve::Solution;

/// Returns the outcome that follows from the outcomes of the next positions.
pub(crate) fn expected(solution: &Solution, position: &Position) -> Option<Outcome> {
    let rules = solution.rules();
    let moves = rules.moves(position);
    let worth = moves.iter().map(|&played| {
        let after = solution
            .outcome(&position.after(played))
            .expect("a move leads to a position");
        after.of_move()
    });
    match rules.status(position) {
        Status::Impossible => None,
        Status::Over => Some(Outcome::Loss(0)),
        Status::Gift => Some(Outcome::Win(0)),
        Status::Void => Some(Outcome::Draw),
        Status::Open if moves.is_empty() => Some(Outcome::Draw),
        Status::Open if rules.chooser(position) == position.turn => worth.max(),
        Status::Open => worth.min(),
    }
}

/// Returns the number of plies in which a side forces `points` points in a game for points, as it
/// follows from the values of the next positions. `None` if the side cannot, or the game is
/// finished.
pub(crate) fn expected_forces(
    oracle: &dyn Oracle,
    side: Side,
    points: u8,
    position: &Position,
) -> Option<u32> {
    let rules = oracle.rules();
    if rules.status(position) != Status::Open {
        return None;
    }
    let after = |played: Move| {
        let next = position.after(played);
        let Some(ended) = rules.value_after(position, played) else {
            let plies = oracle.forces(side, points, &next).unwrap();
            return plies.map(|plies| plies + 1);
        };
        let scored = if side == next.turn {
            ended.score
        } else {
            -ended.score
        };
        (scored >= i16::from(points)).then_some(1)
    };
    let mover = position.turn;
    let drops = rules
        .drops(position)
        .into_iter()
        .map(|to| rules.drops_on(position, to).collect::<Vec<Move>>());
    let choices = drops.chain(rules.slides(position).map(|slide| vec![slide]));
    // The mover chooses the piece, whichever side has chosen the circle.
    let plies = choices.map(|moves| chosen(moves.into_iter().map(after), mover == side));
    let plies: Vec<Option<u32>> = plies.collect();
    let by_attacker = rules.chooser(position) == side;
    let of_circles = |best| chosen(plies.iter().copied(), best);
    if rules.pass_rule() && position.layer() < 2 * PIECES {
        // A pass lets the mover choose.
        chosen(
            [of_circles(by_attacker), of_circles(mover == side)].into_iter(),
            by_attacker,
        )
    } else {
        of_circles(by_attacker)
    }
}

/// Returns the plies of a choice, given those of each possibility: the best for the attacker, or
/// the worst.
pub(crate) fn chosen(possibilities: impl Iterator<Item = Option<u32>>, best: bool) -> Option<u32> {
    let all: Vec<Option<u32>> = possibilities.collect();
    // A side that cannot move has drawn.
    if best {
        all.into_iter().flatten().min()
    } else if all.contains(&None) {
        None
    } else {
        all.into_iter().flatten().max()
    }
}
