//! Claims about Teeko, checked against solutions: published ones, and relations that must hold
//! between solutions of related games.
//!
//! The published claims are data embedded in the crate. Each claim yields two texts, the expected
//! result and the one found. The second is computed from rules and outcomes alone.

mod check;
mod consistency;
mod ends;
#[cfg(test)]
mod figures;
mod found;
mod limit;
mod looked_up;
mod plays;
mod published;
mod shapes;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use teeko_index::Census;
use teeko_rules::{Oracle, Outcome, Position, Value, Variant};

use self::check::Finding;
use self::ends::Ends;
pub use self::plays::{Play, Plays, PrintedLine};
pub use self::published::{Published, PublishedResult, Statement};
use crate::error::Answer;
use crate::first_drops::{FirstDropEntry, first_drops};
use crate::probe::probe;

/// Reads data embedded in the crate. That it is a table first means much less code to compile.
pub(crate) fn embedded<T: DeserializeOwned>(text: &str) -> T {
    let table: Result<toml::Table, _> = text.parse();
    table
        .and_then(toml::Table::try_into)
        .expect("sound embedded data")
}

/// A claim and its result. It is serialised with a field `pass`.
#[derive(Clone, Debug, Deserialize)]
pub struct Claim {
    /// Its identifier.
    pub id: String,
    /// The claim in words, where the identifier does not say it.
    pub what: Option<String>,
    /// The expected result.
    pub expected: String,
    /// The result found.
    #[serde(skip)]
    pub found: String,
    /// Details of the result; may be empty. Of a published claim, at first those to expect.
    #[serde(default)]
    pub detail: String,
    /// The person or work that makes the claim.
    pub source: String,
    /// Where a published claim can be read: an address, or a book.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// Joins items by commas.
fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}

impl Claim {
    /// Makes a claim with its result, without details.
    pub fn new(id: &str, expected: &str, found: &str, source: &str) -> Self {
        let [id, expected, found, source] = [id, expected, found, source].map(str::to_owned);
        Self {
            id,
            what: None,
            expected,
            found,
            detail: String::new(),
            source,
            place: None,
        }
    }

    /// Whether the result found is the expected one.
    pub fn passes(&self) -> bool {
        self.expected == self.found
    }
}

impl Serialize for Claim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Claim", 8)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("expected", &self.expected)?;
        fields.serialize_field("found", &self.found)?;
        fields.serialize_field("pass", &self.passes())?;
        fields.serialize_field("source", &self.source)?;
        fields.serialize_field("where", &self.place)?;
        fields.serialize_field("what", &self.what)?;
        fields.serialize_field("detail", &self.detail)?;
        fields.end()
    }
}

/// The evidence of a solved variant that claims need; it outlives the solution.
#[derive(Clone, Debug)]
struct Evidence {
    value: Outcome,
    first_drops: Vec<FirstDropEntry>,
    /// The positions of all layers by outcome and distance, in the plain game.
    census: Census,
    /// The values of some positions of each layer, if a claim compares another variant with this
    /// one.
    sample: Vec<Option<Value>>,
    /// The ends of the drop phase, if a claim is about them.
    ends: Option<Ends>,
    /// The results of claims that need further evidence, by identifier.
    looked_up: BTreeMap<String, Finding>,
}

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
        let claims = || self.published.needing(variant);
        let is_related = claims().any(|claim| claim.check.is_related());
        let is_about_ends = claims().any(|claim| claim.check.is_about_ends());
        let evidence = Evidence {
            value: probe(oracle, &Position::EMPTY)?,
            first_drops: first_drops(oracle)?,
            census: census.clone(),
            sample: if is_related {
                consistency::sample(oracle)?
            } else {
                Vec::new()
            },
            ends: is_about_ends.then(|| Ends::new(oracle)).transpose()?,
            looked_up: BTreeMap::new(),
        };
        self.evidence.insert(variant, evidence);
        let mut looked_up = BTreeMap::new();
        for claim in self.published.needing(variant) {
            let found = claim.check.look_up(oracle, &self.evidence)?;
            looked_up.extend(found.map(|found| (claim.claim.id.clone(), found)));
        }
        self.evidence
            .entry(variant)
            .and_modify(|evidence| evidence.looked_up = looked_up);
        if variant == self.plays.variant {
            self.play_claims = self.plays.claims(oracle)?;
        }
        Ok(())
    }

    /// Returns the claims with their results: those whose variants have all been examined. Claims
    /// about the goals alone are among them only if all variants have.
    pub fn claims(self) -> Vec<Claim> {
        self.published.claims(&self.evidence, self.play_claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claims for solutions that give every position of a variant the same outcome, and count
    /// `draws` draws of the empty board.
    fn claims_of(
        outcome: impl Fn(Variant) -> Outcome,
        draws: impl Fn(Variant) -> u64,
    ) -> Vec<Claim> {
        let mut verification = Verification::default();
        for variant in verification.variants() {
            let told = outcome(variant);
            let oracle =
                crate::testing::FunctionOracle::new(variant.rules().unwrap(), |_: &Position| {
                    Some(told)
                });
            let census: Census = [(0, [(Outcome::Draw, draws(variant))].into_iter().collect())]
                .into_iter()
                .collect();
            verification.examine(variant, &oracle, &census).unwrap();
        }
        verification.claims()
    }

    /// Claims that are not published follow from the rules.
    #[test]
    fn related_games_that_do_not_fit_together_are_told() {
        let failing =
            |outcome: &dyn Fn(Variant) -> Outcome, draws: &dyn Fn(Variant) -> u64| -> Vec<String> {
                let claims = claims_of(outcome, draws)
                    .into_iter()
                    .filter(|claim| claim.source == "consistency");
                claims
                    .filter(|claim| !claim.passes())
                    .map(|claim| claim.id)
                    .collect()
            };
        let is = |variant: Variant, name: &str| variant.to_string() == name;
        let drawn = |_: Variant| Outcome::Draw;
        assert_eq!(failing(&drawn, &|_| 1), [""; 0]);
        let points = ["one-point-is-plain", "points-keep-winners"];
        assert_eq!(
            failing(&drawn, &|variant| u64::from(is(variant, "58-ssss+points"))),
            points
        );
        assert_eq!(
            failing(&drawn, &|variant| u64::from(is(variant, "44-pppp+pass"))),
            ["pass-rule-changes-nothing"]
        );
        let won = |of: &'static str| {
            move |variant: Variant| {
                if is(variant, of) {
                    Outcome::Win(9)
                } else {
                    Outcome::Draw
                }
            }
        };
        assert_eq!(failing(&won("58-ssss"), &|_| 1), points);
        assert_eq!(
            failing(&won("44-pppp"), &|_| 1),
            ["pass-rule-changes-nothing"]
        );
    }
}
