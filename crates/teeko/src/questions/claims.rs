//! Published statements about Teeko.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::claims::{Published, Statement};

use super::{Asked, Error, Subject};
use crate::words::separated;

/// Show what has been published about Teeko, with the answer to each statement
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct ClaimsQuestion {}

impl Asked for ClaimsQuestion {
    type Answer<'a> = Claims;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Claims, Error> {
        let mut claims: Vec<Statement> = Published::embedded().statements().collect();
        for claim in &mut claims {
            claim.figures = separated(&claim.figures);
        }
        Ok(Claims {
            schema: "teeko.claims/1",
            claims,
        })
    }
}

/// Published statements about Teeko and their answers. `teeko verify` checks these.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Claims {
    /// `teeko.claims/1`.
    pub schema: &'static str,
    /// The statements in the order of `teeko verify`.
    pub claims: Vec<Statement>,
}
