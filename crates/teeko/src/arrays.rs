//! Outcomes as the numbers that arrays hold.

use teeko_rules::Outcome;

/// The value of a finished game that the side to move has lost: below that of every other loss. If
/// the side to move has won, the value is `-OVER`.
pub const OVER: i16 = -i16::MAX;

/// The value of an invalid position.
pub const IMPOSSIBLE: i16 = i16::MIN;

/// Returns an outcome as arrays hold it, in plies: positive for a win of the side to move, negative
/// for a loss, 0 for a draw, [`OVER`] and [`IMPOSSIBLE`].
///
/// # Errors
/// If the distance does not fit, in words.
pub fn array_value(outcome: Option<Outcome>) -> Result<i16, String> {
    match outcome {
        None => Ok(IMPOSSIBLE),
        Some(Outcome::Loss(0)) => Ok(OVER),
        Some(Outcome::Win(0)) => Ok(-OVER),
        Some(outcome) => {
            let plies = outcome.signed_plies();
            let value = i16::try_from(plies)
                .ok()
                .filter(|value| (OVER + 1..-OVER).contains(value));
            value.ok_or_else(|| {
                format!(
                    "distance: expected less than {} plies, found {}",
                    -OVER,
                    plies.abs()
                )
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order_and_those_of_finished_games_at_the_ends() {
        let outcomes = [
            Outcome::Loss(0),
            Outcome::Loss(2),
            Outcome::Draw,
            Outcome::Win(13),
        ];
        let values = outcomes.map(|outcome| array_value(Some(outcome)).unwrap());
        assert_eq!(values, [-32_767, -2, 0, 13]);
        assert_eq!(
            (array_value(Some(Outcome::Win(0))), array_value(None)),
            (Ok(32_767), Ok(-32_768))
        );
        for plies in [32_767, 40_000] {
            let message = array_value(Some(Outcome::Loss(plies))).unwrap_err();
            assert!(
                message.contains("expected less than 32767 plies, found"),
                "{message}"
            );
        }
    }
}
