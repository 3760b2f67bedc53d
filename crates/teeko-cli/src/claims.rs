//! Published claims about Teeko, held against solutions.
//!
//! The claims are data, embedded in the program. Each comes out as two texts: what is expected and what was found, the
//! second computed from rules and solutions alone. Nothing here prints.

mod goal_shapes;
mod line;
mod plays;
mod published;

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use teeko_rules::{Circle, Outcome, Variant};
use teeko_solve::Solution;

use self::plays::Plays;
pub(crate) use self::published::{Published, PublishedVariant};

/// A claim and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) id: String,
    /// What is claimed, where the id does not say it.
    pub(crate) what: Option<String>,
    pub(crate) expected: String,
    pub(crate) found: String,
    /// More of what was found; may be empty.
    pub(crate) detail: String,
    pub(crate) source: String,
}

impl Claim {
    /// Whether what was found is what was expected.
    pub(crate) fn passes(&self) -> bool {
        self.expected == self.found
    }
}

/// What the claims need to know of a solved variant; it outlives the solution.
#[derive(Clone, Debug)]
struct Evidence {
    /// The outcome of the game for Black.
    value: Outcome,
    first_drops: Vec<(Circle, Option<Outcome>)>,
}

/// All claims in the course of their verification.
#[derive(Clone, Debug)]
pub(crate) struct Verification {
    published: Published,
    plays: Plays,
    evidence: BTreeMap<Variant, Evidence>,
    play_claims: Vec<Claim>,
}

impl Verification {
    pub(crate) fn new() -> Self {
        Self {
            published: Published::embedded(),
            plays: Plays::embedded(),
            evidence: BTreeMap::new(),
            play_claims: Vec::new(),
        }
    }

    /// The variants whose solutions the claims are about, each once.
    pub(crate) fn variants(&self) -> Vec<Variant> {
        let mut variants: Vec<Variant> = self.published.solved().chain([self.plays.variant]).collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }

    /// Takes what the claims need from the solution of one of these variants.
    pub(crate) fn examine(&mut self, variant: Variant, solution: &Solution) {
        let evidence = Evidence { value: solution.value(), first_drops: solution.first_drops() };
        self.evidence.insert(variant, evidence);
        if variant == self.plays.variant {
            self.play_claims = self.plays.claims(solution);
        }
    }

    /// The claims, once all their variants have been examined.
    ///
    /// # Panics
    /// If one has not.
    pub(crate) fn claims(self) -> Vec<Claim> {
        let mut claims = self.published.claims(&self.evidence);
        claims.extend(self.play_claims);
        claims
    }
}

/// Reads a value that has a notation of its own.
pub(crate) fn from_text<'de, D: Deserializer<'de>, T: std::str::FromStr<Err: std::fmt::Display>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claims_are_about_the_sixteen_variants_and_two_centre_bans() {
        let mut expected: Vec<Variant> = Variant::sixteen().collect();
        expected.extend(["58-ssss+no-centre", "58-sppp+no-centre"].map(|name| name.parse::<Variant>().unwrap()));
        expected.sort_unstable();
        assert_eq!(Verification::new().variants(), expected);
    }
}
