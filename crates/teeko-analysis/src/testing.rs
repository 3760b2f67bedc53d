//! Helpers that the unit tests share.

use std::sync::LazyLock;

use teeko_rules::notation::parse_position;
use teeko_rules::{Position, Rules};
use teeko_solve::Solution;
pub(crate) use teeko_testing::{FunctionOracle, circles, rules, solved};

pub(crate) static STANDARD: LazyLock<Solution> = LazyLock::new(|| solved("44-ssss"));

pub(crate) fn position(rules: &Rules, text: &str) -> Position {
    parse_position(rules, text).unwrap()
}
