//! Published claims about Teeko, held against solutions.
//!
//! The claims are data, embedded in the crate. Each comes out as two texts: what is expected and what was found, the
//! second computed from rules and outcomes alone.

mod goal_shapes;
mod line;
mod plays;
mod published;

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use teeko_rules::{Oracle, Outcome, Position, Variant};

use self::plays::Plays;
pub use self::published::{Published, PublishedVariant};
use crate::error::{AnalysisError, probe};
use crate::summary::{FirstDrop, first_drops};

/// A claim and what became of it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What it is called.
    pub id: String,
    /// What is claimed, where the id does not say it.
    pub what: Option<String>,
    /// What is claimed.
    pub expected: String,
    /// What is the case.
    pub found: String,
    /// More of what was found; may be empty.
    pub detail: String,
    /// Who says so.
    pub source: String,
    /// Where it can be read, if it is published: an address, or a book.
    pub place: Option<String>,
}

impl Claim {
    /// Whether what was found is what was expected.
    pub fn passes(&self) -> bool {
        self.expected == self.found
    }
}

/// What the claims need to know of a solved variant; it outlives the solution.
#[derive(Clone, Debug)]
struct Evidence {
    /// The outcome of the game for Black.
    value: Outcome,
    first_drops: Vec<FirstDrop>,
}

/// All claims in the course of their verification.
#[derive(Clone, Debug)]
pub struct Verification {
    published: Published,
    plays: Plays,
    evidence: BTreeMap<Variant, Evidence>,
    play_claims: Vec<Claim>,
}

impl Default for Verification {
    fn default() -> Self {
        Self::new()
    }
}

impl Verification {
    /// The claims of the crate, none of them examined.
    pub fn new() -> Self {
        Self {
            published: Published::embedded(),
            plays: Plays::embedded(),
            evidence: BTreeMap::new(),
            play_claims: Vec::new(),
        }
    }

    /// The variants whose solutions the claims are about, each once.
    pub fn variants(&self) -> Vec<Variant> {
        let mut variants: Vec<Variant> = self.published.solved().chain([self.plays.variant]).collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }

    /// Takes what the claims need from an oracle that knows one of these variants.
    ///
    /// # Errors
    /// If the oracle fails, or does not know a position.
    pub fn examine<O: Oracle + ?Sized>(&mut self, variant: Variant, oracle: &O) -> Result<(), AnalysisError<O::Error>> {
        let evidence = Evidence { value: probe(oracle, &Position::EMPTY)?, first_drops: first_drops(oracle)? };
        self.evidence.insert(variant, evidence);
        if variant == self.plays.variant {
            self.play_claims = self.plays.claims(oracle)?;
        }
        Ok(())
    }

    /// The claims, once all their variants have been examined.
    ///
    /// # Panics
    /// If one has not.
    pub fn claims(self) -> Vec<Claim> {
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

    /// A claim that nobody can look up is hearsay.
    #[test]
    fn every_claim_says_where_it_can_be_read() {
        let drawn = |variant: Variant| {
            teeko_rules::FunctionOracle::new(variant.rules().unwrap(), |_: &Position| Some(Outcome::Draw))
        };
        let mut verification = Verification::new();
        for variant in verification.variants() {
            verification.examine(variant, &drawn(variant)).unwrap();
        }
        let claims = verification.claims();
        assert_eq!(claims.len(), 16 + 2 + 6 + 17);
        for Claim { id, place, .. } in claims {
            let place = place.unwrap();
            assert!(place.starts_with("http") || place.contains("Scarne"), "{id}: {place}");
        }
    }

    #[test]
    fn the_claims_are_about_the_sixteen_variants_and_two_centre_bans() {
        let mut expected: Vec<Variant> = Variant::sixteen().collect();
        expected.extend(["58-ssss+no-centre", "58-sppp+no-centre"].map(|name| name.parse::<Variant>().unwrap()));
        expected.sort_unstable();
        assert_eq!(Verification::new().variants(), expected);
    }
}
