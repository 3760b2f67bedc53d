//! A sample of positions, each held against those one move on, where all would take hours.

use std::convert::Infallible;
use std::ops::Range;

use rayon::prelude::*;
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{Circle, Circles, Oracle, Outcome, Position, Rules, Side, Status};

use super::report::{Offence, Report};
use super::values::outcome_by_moves;
use crate::counter::Counter;
use crate::order::mix;

/// The positions that are looked at between two looks at the observer.
const AT_A_TIME: u64 = 1 << 12;

/// Checks so many positions with a number of pieces that is one of `layers`, drawn at random and as
/// many of each: that the oracle says of them what the rules make of what it says of the positions
/// one move on. The report keeps the first `examples` that offend.
///
/// The same positions are drawn every time. Work is spread over the current rayon thread pool;
/// `observe` is told from its threads.
///
/// # Errors
/// [`Stopped`] if the observer says so.
///
/// # Panics
/// If there are no layers, or one has more pieces than there are or fit on the board.
pub fn verify_sample(
    oracle: &impl Oracle<Error = Infallible>,
    layers: Range<usize>,
    number: u64,
    examples: usize,
    observe: Observer<'_>,
) -> Result<Report, Stopped> {
    let rules = oracle.rules();
    let counter = Counter::new(number, observe);
    let outcome = |position: &Position| {
        let Ok(outcome) = oracle.outcome(position);
        outcome
    };
    let expected = |position: &Position| match rules.status(position) {
        Status::Impossible => None,
        Status::Open => {
            Some(outcome_by_moves(rules, position, |next| outcome(next).unwrap_or(Outcome::Draw)))
        }
        status => status.ended(),
    };
    let check = |part: u64| {
        counter.go_on()?;
        let mut report = Report::default();
        let places = part * AT_A_TIME..number.min((part + 1) * AT_A_TIME);
        for place in places.clone() {
            let layer = layers.start + (place % layers.len() as u64) as usize;
            let position = drawn(rules, layer, mix(place));
            report.add(
                Offence { position, found: outcome(&position), expected: expected(&position) },
                examples,
            );
        }
        counter.advance(places.end - places.start)?;
        Ok(report)
    };
    let reports = (0..number.div_ceil(AT_A_TIME)).into_par_iter().map(check);
    reports.try_reduce(Report::default, |report, later| Ok(report.then(later, examples)))
}

/// A position of a layer, as likely as any other.
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
    // In the slide phase Black is to move: whose turn it is changes nothing.
    Position::of_turn(Position::turn_in_layer(layer).unwrap_or(Side::Black), mover, opponent)
}
