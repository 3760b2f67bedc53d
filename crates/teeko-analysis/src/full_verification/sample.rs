//! Verification of a sample: each position is checked against the next ones, where checking all
//! would take hours.

use std::ops::Range;

use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Circle, Circles, Outcome, Position, Rules, Side, Status};

use super::report::{Offence, Report, compare};
use super::values::outcome_by_moves;
use crate::order::mix;

/// The number of positions checked between two calls of the observer.
const AT_A_TIME: u64 = 1 << 12;

/// Checks `number` random positions, spread evenly over `layers`: the outcome of each must follow
/// from the outcomes of the next positions. `outcome` returns `None` for positions that the rules
/// do not have. The report keeps the first `examples` that offend. The positions are the same every
/// time.
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
    let expected = |position: &Position| match rules.status(position) {
        Status::Impossible => None,
        Status::Open => {
            Some(outcome_by_moves(rules, position, |next| outcome(next).unwrap_or(Outcome::Draw)))
        }
        status => status.ended(),
    };
    let check = |part: u64| {
        let places = part * AT_A_TIME..number.min((part + 1) * AT_A_TIME);
        places.map(|place| {
            let layer = layers.start + (place % layers.len() as u64) as usize;
            let position = drawn(rules, layer, mix(place));
            Offence { position, found: outcome(&position), expected: expected(&position) }
        })
    };
    compare(0..number.div_ceil(AT_A_TIME), &counter, examples, check)
}

/// Returns a position of a layer; all are equally likely.
fn drawn(rules: &Rules, layer: usize, mut random: u64) -> Position {
    let mut free: Vec<Circle> = rules.board().circles().iter().collect();
    let mut take = |pieces: usize| -> Circles {
        let circles = (0..pieces).map(|_| {
            random = mix(random);
            free.swap_remove((random % free.len() as u64) as usize)
        });
        circles.collect()
    };
    let (mover, opponent) = (take(layer / 2), take(layer.div_ceil(2)));
    // In the slide phase Black is to move; the turn does not change outcomes.
    Position::of_turn(Position::turn_in_layer(layer).unwrap_or(Side::Black), mover, opponent)
}
