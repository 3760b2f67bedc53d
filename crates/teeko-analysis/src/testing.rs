//! Helpers that the unit tests share.

use teeko_rules::notation::parse_position;
use teeko_rules::{Position, Rules, Variant};
use teeko_solve::{Solution, solve};

/// The rules of a variant such as `44-ssss+4x4`.
pub(crate) fn rules(variant: &str) -> Rules {
    variant.parse::<Variant>().unwrap().rules().unwrap()
}

pub(crate) fn position(rules: &Rules, text: &str) -> Position {
    parse_position(rules, text).unwrap()
}

/// The solution of a variant.
pub(crate) fn solved(variant: &str) -> Solution {
    solve(&rules(variant))
}
