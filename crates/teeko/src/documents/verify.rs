//! `teeko.verify/1`: claims and the results of checking them.

use serde::Serialize;
use teeko_analysis::claims::Claim;
use teeko_rules::notation::rows_form;

use super::OutcomeFields;
use crate::WrongValue;

/// Claims that were checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Verify {
    /// `teeko.verify/1`.
    pub schema: &'static str,
    /// The number of claims that pass.
    pub passed: usize,
    /// The number of claims that fail.
    pub failed: usize,
    /// All claims.
    pub claims: Vec<VerifiedClaim>,
    /// Values in table files that do not follow from the values of their successors: the first of
    /// each file.
    pub offences: Vec<VerifiedValue>,
}

/// A claim and the result of checking it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct VerifiedClaim {
    /// The name of a variant, a file, or the claim.
    pub id: String,
    /// The expected value.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Whether the two are equal.
    pub pass: bool,
    /// The source of the claim.
    pub source: String,
    /// The address or book where you can read it; null if it is not published.
    #[serde(rename = "where")]
    pub place: Option<String>,
    /// The subject of the claim; null if the id names it.
    pub what: Option<String>,
    /// More details of what was found.
    pub detail: String,
}

/// A value that does not follow from the values of its successors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct VerifiedValue {
    /// The name of the rules; for a slide file, of one of the rule sets with this slide phase.
    pub variant: String,
    /// The position.
    pub position: String,
    /// The value that the position should have.
    pub expected: OutcomeFields,
    /// The value in the file.
    pub found: OutcomeFields,
}

impl Verify {
    /// Returns the document on claims and on wrong values.
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
