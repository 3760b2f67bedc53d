//! Layer 8: the lost positions are those of the file, the won ones lead to them.

use teeko_index::{Scale, value_of_outcome};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side, Status};

/// Returns an upper bound on the number of slides of a side.
pub(crate) fn most_slides(rules: &Rules) -> usize {
    let targets = rules.board().circles().iter().map(|circle| rules.targets(circle).len());
    PIECES * targets.max().unwrap_or(0)
}

/// Completes the row of a set of Red's in layer 8.
///
/// `lost` has the positions that the file has as lost, and [`Scale::MAX`] where the sets meet.
/// `values` has the lowered values of the fastest lost positions that slides of Black's lead to.
/// `blacks` lists Black's sets, and `on_goals` those that are the circles of a goal.
pub(crate) fn complete_row<T: Scale>(
    rules: &Rules,
    red: Circles,
    lost: &[T],
    values: &mut [T],
    blacks: impl Iterator<Item = Circles>,
    on_goals: &[(usize, Circles)],
) {
    let parity = rules.parity();
    for (value, &lost) in values.iter_mut().zip(lost) {
        let won = if *value < T::DRAW { value.raised().answered(parity) } else { T::DRAW };
        let not_lost = if lost == T::MAX { T::NONE } else { won };
        *value = if lost == T::NONE || lost == T::MAX { not_lost } else { lost };
    }
    let given = value_of_outcome(Outcome::Win(0), 2 * PIECES, parity).unwrap_or(T::DRAW);
    let end = |(place, black): (usize, Circles)| {
        if lost[place] == T::NONE {
            match rules.status(&Position::of_turn(Side::Black, black, red)) {
                Status::Open => {}
                Status::Gift => values[place] = given,
                Status::Impossible => values[place] = T::MAX,
                _ => values[place] = T::DRAW,
            }
        }
    };
    if rules.goals().with_circles(red).is_empty() {
        on_goals.iter().copied().for_each(end);
    } else {
        blacks.enumerate().for_each(end);
    }
}
