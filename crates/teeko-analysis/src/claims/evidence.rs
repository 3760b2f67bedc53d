//! What claims are checked against, and the answers to them. `evidence_of` in `claims.rs` collects
//! it.

use std::collections::BTreeMap;
use std::fmt;

use teeko_index::Census;
use teeko_rules::{Outcome, Value};

use super::ends::Ends;
use crate::first_drops::FirstDropEntry;

/// The evidence of a solved variant that claims need; it outlives the solution.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pub(super) value: Outcome,
    pub(super) first_drops: Vec<FirstDropEntry>,
    /// The positions of all layers by outcome and distance, in the plain game.
    pub(super) census: Census,
    /// The values of some positions of each layer, if a claim compares another variant with this
    /// one.
    pub(super) sample: Vec<Option<Value>>,
    /// The ends of the drop phase, if a claim is about them.
    pub(super) ends: Option<Ends>,
    /// The results of claims that need further evidence, by identifier.
    pub(super) looked_up: BTreeMap<String, Finding>,
}

#[cfg(test)]
impl Evidence {
    /// Returns the evidence of a variant of which only its value is known.
    pub(super) fn of_value(value: Outcome) -> Self {
        Self {
            value,
            first_drops: Vec::new(),
            census: Census::default(),
            sample: Vec::new(),
            ends: None,
            looked_up: BTreeMap::new(),
        }
    }
}

/// The answer to a published statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is true.
    Holds,
    /// It is false.
    Refuted,
    /// It leaves a question open, which the figures answer.
    Answered,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Holds => "holds",
            Self::Refuted => "refuted",
            Self::Answered => "answered",
        })
    }
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Refuted }
    }
}

/// The answer to a claim, with the figures that decide.
pub(super) type Finding = (Verdict, String);
