//! Helpers that the unit tests share.

use teeko_rules::notation::parse_position;
use teeko_rules::{Position, Rules};
pub(crate) use teeko_testing::{FunctionOracle, circles, rules, solved};

pub(crate) fn position(rules: &Rules, text: &str) -> Position {
    parse_position(rules, text).unwrap()
}
