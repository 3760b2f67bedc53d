//! Published statements about Teeko.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::claims::{Published, Statement};

use super::ask::{Ask, Subject};
use crate::error::Error;

/// Show what has been published about Teeko, with the answer to each statement
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ClaimsQuestion {}

impl Ask for ClaimsQuestion {
    type Answer<'a> = Claims;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Claims, Error> {
        let published = Published::embedded();
        Ok(Claims {
            schema: "teeko.claims/1",
            claims: published.statements(),
            findings: published.findings(),
        })
    }
}

/// Published statements about Teeko, and results of this project. `teeko verify` checks both.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Claims {
    /// `teeko.claims/1`.
    pub schema: &'static str,
    /// The statements in the order of `teeko verify`.
    pub claims: Vec<Statement>,
    /// Questions that nobody has answered before, with the answers of this project.
    pub findings: Vec<Statement>,
}
