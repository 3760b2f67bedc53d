//! Which puzzles can exist under which rules.

use teeko_analysis::PuzzleFilter;
use teeko_rules::{NamedRules, Parity};
use thiserror::Error;

/// The message for a distance at which the side to move cannot win.
const ODD: &str =
    "expected an odd number of plies such as 5: a win ends with a ply of the winner's";

/// Why no puzzles of the requested kind can exist. A message begins with the name of the wrong
/// parameter.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PuzzleError(String);

impl PuzzleError {
    /// The valid distances, for a message about a text that is not a number.
    pub const DISTANCES: &'static str = ODD;
}

/// Checks that puzzles of a kind can exist under some rules. Only a search shows whether they do.
///
/// # Errors
/// Returns an error if the side to move cannot win at the distance, or no goal is worth the points.
pub fn check_puzzles(named: &NamedRules, filter: &PuzzleFilter) -> Result<(), PuzzleError> {
    let rules = named.rules();
    let distance = filter.distance;
    if distance == 0 || distance.is_multiple_of(2) && rules.parity() == Parity::Fixed {
        return Err(PuzzleError(format!("dtw {distance}: {ODD}")));
    }
    let Some(score) = filter.score else { return Ok(()) };
    if !rules.scoring().is_for_points() {
        return Err(PuzzleError(format!(
            "score {score}: expected a game for points such as 58-ssss+points or 44-ssss+pips, \
             found {named}"
        )));
    }
    let known = rules.thresholds();
    if known.contains(&score) {
        return Ok(());
    }
    let known = known.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    Err(PuzzleError(format!(
        "score {score}: expected what a goal of {named} can be worth: {known}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;
    use teeko_analysis::PuzzlePhase;

    #[test]
    fn puzzles_that_there_cannot_be_are_refused_with_what_there_is() {
        let check = |name: &str, distance, score| {
            let filter = PuzzleFilter { phase: PuzzlePhase::Slide, distance, unique: false, score };
            check_puzzles(&variant(name).unwrap(), &filter).map_err(|error| error.to_string())
        };
        for (name, distance, score, part) in [
            ("44-ssss", 5, None, ""),
            ("44-ssss", 4, None, "dtw 4: expected an odd number of plies"),
            ("44-ssss", 0, None, "dtw 0: expected an odd number of plies"),
            // A goal with empty circles may be completed by the other side.
            ("37e-ssss", 4, None, ""),
            ("37e-ssss", 0, None, "dtw 0"),
            (
                "44-ssss",
                5,
                Some(3),
                "score 3: expected a game for points such as 58-ssss+points or 44-ssss+pips, \
                 found 44-ssss",
            ),
            ("58-ssss+points", 5, Some(5), ""),
            (
                "58-ssss+points",
                5,
                Some(6),
                "score 6: expected what a goal of 58-ssss+points can be worth: 1, 2, 3, 4, 5",
            ),
        ] {
            match check(name, distance, score) {
                Ok(()) => assert_eq!(part, "", "{name} {distance} {score:?}"),
                Err(error) => assert!(!part.is_empty() && error.starts_with(part), "{error}"),
            }
        }
    }
}
