//! Rules and circles for tests.

use crate::{Circle, Circles, Position, Rules, Side, Variant};

pub(crate) fn rules(variant: &str) -> Rules {
    variant.parse::<Variant>().unwrap().rules().unwrap()
}

pub(crate) fn circles(numbers: &[usize]) -> Circles {
    numbers
        .iter()
        .map(|&number| Circle::from_number(number).unwrap())
        .collect()
}

pub(crate) fn position(black: &[usize], red: &[usize], turn: Side) -> Position {
    Position {
        black: circles(black),
        red: circles(red),
        turn,
        ..Position::EMPTY
    }
}
