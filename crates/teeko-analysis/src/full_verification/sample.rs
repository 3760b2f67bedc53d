//! Verification of a sample: each position is checked against the next ones, where checking all
//! would take hours.

use std::ops::Range;

use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Outcome, Position, Rules};

use super::report::{Offence, Report, compare};
use super::values::expected;
use crate::order::mix;
use crate::random_position::{position, positions};

/// The number of positions checked between two calls of the observer.
const AT_A_TIME: u64 = 1 << 12;

/// Checks `number` random positions, spread evenly over `layers`: the outcome of each must follow
/// from the outcomes of the next positions. `outcome` returns `None` for positions that the rules
/// do not have. The report keeps the first `examples` that offend. The positions are the same every
/// time. In the slide phase either side may be to move, which does not change outcomes.
///
/// # Panics
/// If `layers` is empty, or one of them is above 8 or has more pieces than fit on the board.
pub fn verify_sample(
    rules: &Rules,
    outcome: impl Fn(&Position) -> Option<Outcome> + Sync,
    layers: Range<usize>,
    number: u64,
    examples: usize,
    observe: Observer<'_>,
) -> Result<Report, Stopped> {
    let counter = Counter::new(number, observe);
    let check = |part: u64| {
        let places = part * AT_A_TIME..number.min((part + 1) * AT_A_TIME);
        places.map(|place| {
            let layer = layers.start + (place % layers.len() as u64) as usize;
            let position = position(layer, mix(place) % positions(rules.board(), layer));
            let expected = expected(rules, &position, &outcome);
            Offence { position, found: outcome(&position), expected }
        })
    };
    compare(0..number.div_ceil(AT_A_TIME), &counter, examples, check)
}
