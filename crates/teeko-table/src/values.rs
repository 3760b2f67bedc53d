//! The values in a table file, and the outcomes that they stand for. `tables/README.md` lists them.

pub use teeko_index::{code_of_outcome as drop_value, outcome_of_code as drop_outcome};
use teeko_rules::{Outcome, Parity};

/// Returns the value of a slide position in a slide file; `None` stands for an impossible position.
///
/// Won and drawn positions need no stored values: one ply of look-ahead separates them.
pub const fn slide_value(outcome: Option<Outcome>, parity: Parity) -> u32 {
    match outcome {
        Some(Outcome::Loss(distance)) => distance / parity.plies_apart() + 1,
        _ => 0,
    }
}

/// Returns the distance in plies of a lost slide position from its value, or `None` if it is not
/// lost.
pub fn lost_in(value: u32, parity: Parity) -> Option<u32> {
    value
        .checked_sub(1)
        .map(|number| parity.plies_apart() * number)
}

/// Returns the value of a position in a file of an attack: half the plies in which the attacker
/// forces the points, rounded up, or 0 if the attacker cannot.
pub fn attack_value(plies: Option<u32>) -> u32 {
    plies.map_or(0, |plies| plies.div_ceil(2))
}

/// Returns the plies that a value stands for, given which side is to move.
pub(crate) fn plies_of_value(value: u32, attacker_moves: bool) -> Option<u32> {
    (value > 0).then(|| 2 * value - u32::from(attacker_moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_values_hold() {
        let not_lost = [Some(Outcome::Win(7)), Some(Outcome::Draw), None];
        for parity in [Parity::Fixed, Parity::Free] {
            assert_eq!(not_lost.map(|outcome| slide_value(outcome, parity)), [0; 3]);
        }
        for (parity, lost, outcomes) in [
            (
                Parity::Fixed,
                [0, 2, 4],
                [
                    Outcome::Draw,
                    Outcome::Loss(0),
                    Outcome::Win(1),
                    Outcome::Loss(2),
                ],
            ),
            (
                Parity::Free,
                [0, 1, 2],
                [
                    Outcome::Draw,
                    Outcome::Loss(0),
                    Outcome::Win(0),
                    Outcome::Loss(1),
                ],
            ),
        ] {
            assert_eq!(
                lost.map(|distance| slide_value(Some(Outcome::Loss(distance)), parity)),
                [1, 2, 3]
            );
            assert_eq!(
                [1, 2, 3].map(|value| lost_in(value, parity)),
                lost.map(Some)
            );
            assert_eq!(lost_in(0, parity), None);
            assert_eq!(
                outcomes.map(|outcome| drop_value(outcome, parity)),
                [0, 1, 2, 3]
            );
            assert_eq!(
                [0, 1, 2, 3].map(|value| drop_outcome(value, parity)),
                outcomes
            );
        }
    }

    #[test]
    fn values_are_halved_plies() {
        for plies in [None, Some(1), Some(3), Some(57)] {
            assert_eq!(plies_of_value(attack_value(plies), true), plies);
        }
        for plies in [None, Some(2), Some(4), Some(300)] {
            assert_eq!(plies_of_value(attack_value(plies), false), plies);
        }
    }
}
