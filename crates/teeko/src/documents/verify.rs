//! `teeko.verify/1`: claims and what became of them.

use serde::Serialize;
use teeko_analysis::claims::Claim;
use teeko_rules::notation::rows_form;

use super::OutcomeFields;
use crate::WrongValue;

/// Claims that have been verified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Verify {
    /// `teeko.verify/1`.
    pub schema: &'static str,
    /// How many pass.
    pub passed: usize,
    /// How many do not.
    pub failed: usize,
    /// All of them.
    pub claims: Vec<VerifiedClaim>,
    /// Values in table files that do not follow from those of their successors: the first of each
    /// file.
    pub offences: Vec<VerifiedValue>,
}

/// A claim and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct VerifiedClaim {
    /// A variant, a file, or a name of its own.
    pub id: String,
    /// What is expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Whether these are the same.
    pub pass: bool,
    /// Where the claim comes from.
    pub source: String,
    /// Where it can be read: an address, or a book; null where nothing is published.
    #[serde(rename = "where")]
    pub place: Option<String>,
    /// What is claimed; null where the id says it.
    pub what: Option<String>,
    /// More of what was found.
    pub detail: String,
}

/// A value that does not follow from those of its successors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct VerifiedValue {
    /// The name of the rules, or of some of those whose slide phase it is.
    pub variant: String,
    /// The position.
    pub position: String,
    /// What it should be worth.
    pub expected: OutcomeFields,
    /// What the file says.
    pub found: OutcomeFields,
}

impl Verify {
    /// The document on claims, and on values that are wrong.
    pub fn new(claims: &[Claim], wrong_values: &[WrongValue]) -> Self {
        let claim = |claim: &Claim| VerifiedClaim {
            id: claim.id.clone(),
            expected: claim.expected.clone(),
            found: claim.found.clone(),
            pass: claim.passes(),
            source: claim.source.clone(),
            place: claim.place.clone(),
            what: claim.what.clone(),
            detail: claim.detail.clone(),
        };
        let value = |WrongValue { name, offence }: &WrongValue| VerifiedValue {
            variant: name.to_string(),
            position: rows_form(name.board(), &offence.position),
            expected: OutcomeFields::new(offence.expected),
            found: OutcomeFields::new(offence.found),
        };
        let passed = claims.iter().filter(|claim| claim.passes()).count();
        Self {
            schema: "teeko.verify/1",
            passed,
            failed: claims.len() - passed,
            claims: claims.iter().map(claim).collect(),
            offences: wrong_values.iter().map(value).collect(),
        }
    }
}
