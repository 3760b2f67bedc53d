//! Claims about Teeko, checked against solutions: published ones, and relations that must hold
//! between solutions of related games.
//!
//! The published claims are data embedded in the crate. Each claim yields two texts, the expected
//! result and the one found. The second is computed from rules and outcomes alone.

mod check;
mod claim;
mod consistency;
mod ends;
mod evidence;
mod found;
mod limit;
mod looked_up;
mod plays;
mod published;
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use teeko_index::Census;
use teeko_rules::{Oracle, Position, Variant};

pub use self::claim::Claim;
use self::ends::Ends;
use self::evidence::Evidence;
pub use self::plays::{Play, Plays, PrintedLine};
pub use self::published::{Published, PublishedResult, Statement};
use crate::error::Answer;
use crate::first_drops::first_drops;
use crate::probe::probe;

/// Returns whether a claim with these needs is about some variants alone.
fn is_about(needs: &[Variant], variants: &[Variant]) -> bool {
    !needs.is_empty() && needs.iter().all(|needed| variants.contains(needed))
}

/// All claims, while their variants are being examined.
#[derive(Clone, Debug)]
pub struct Verification {
    published: Published,
    plays: Plays,
    evidence: BTreeMap<Variant, Evidence>,
    play_claims: Vec<Claim>,
    /// The variants that each claim needs which was left out because it is slow.
    left_out: Vec<Vec<Variant>>,
}

impl Default for Verification {
    /// Makes a verification of the claims whose checks take less than a second each.
    fn default() -> Self {
        let mut verification = Self::with_slow_claims();
        verification.left_out = verification.published.leave_out_slow();
        verification
    }
}

impl Verification {
    /// Makes a verification of all claims, with no variant examined.
    pub fn with_slow_claims() -> Self {
        Self {
            published: Published::embedded(),
            plays: Plays::embedded(),
            evidence: BTreeMap::new(),
            play_claims: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Returns the number of claims that were left out because they are slow: those about some
    /// variants alone, or all if there are none.
    pub fn left_out(&self, variants: &[Variant]) -> usize {
        self.left_out
            .iter()
            .filter(|needs| variants.is_empty() || is_about(needs, variants))
            .count()
    }

    /// Returns the variants whose solutions the claims need, each once.
    pub fn variants(&self) -> Vec<Variant> {
        let mut variants: Vec<Variant> = self.needs().flatten().collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }

    /// Returns whether there are claims about some of these variants alone.
    pub fn is_about(&self, variants: &[Variant]) -> bool {
        self.needs().any(|needs| is_about(&needs, variants))
    }

    /// Returns the variants that each claim needs: none for a claim about the goals.
    fn needs(&self) -> impl Iterator<Item = Vec<Variant>> {
        self.published
            .needs()
            .chain([vec![self.plays.variant]])
            .chain(self.published.related())
    }

    /// Takes what the claims need from an oracle of one of these variants and its census. In games
    /// for points the census is that of the plain game.
    pub fn examine(
        &mut self,
        variant: Variant,
        oracle: &dyn Oracle,
        census: &Census,
    ) -> Answer<()> {
        let evidence = self.evidence_of(variant, oracle, census)?;
        self.evidence.insert(variant, evidence);
        let mut looked_up = BTreeMap::new();
        for claim in self.published.needing(variant) {
            if let Some(found) = claim.check.look_up(oracle, &self.evidence)? {
                looked_up.insert(claim.claim.id.clone(), found);
            }
        }
        if let Some(evidence) = self.evidence.get_mut(&variant) {
            evidence.looked_up = looked_up;
        }
        if variant == self.plays.variant {
            self.play_claims = self.plays.claims(oracle)?;
        }
        Ok(())
    }

    /// Returns the evidence of a variant, without the results of claims that look at single
    /// positions.
    fn evidence_of(
        &self,
        variant: Variant,
        oracle: &dyn Oracle,
        census: &Census,
    ) -> Answer<Evidence> {
        let mut evidence = Evidence {
            value: probe(oracle, &Position::EMPTY)?,
            first_drops: first_drops(oracle)?,
            census: census.clone(),
            sample: Vec::new(),
            ends: None,
            looked_up: BTreeMap::new(),
        };
        let mut claims = self.published.needing(variant);
        if claims.any(|claim| claim.check.is_related()) {
            evidence.sample = consistency::sample(oracle)?;
        }
        let mut claims = self.published.needing(variant);
        if claims.any(|claim| claim.check.is_about_ends()) {
            evidence.ends = Some(Ends::new(oracle)?);
        }
        Ok(evidence)
    }

    /// Returns the claims with their results: those whose variants have all been examined. Claims
    /// about the goals alone are among them only if all variants have.
    pub fn claims(self) -> Vec<Claim> {
        self.published.claims(&self.evidence, self.play_claims)
    }
}
