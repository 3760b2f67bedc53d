//! Scarne's winning plays.

use schemars::JsonSchema;
use serde::Deserialize;
use teeko_analysis::claims::Plays;

use super::ask::{Ask, Subject};
use crate::error::Error;

/// Show Scarne's seventeen winning plays
///
/// They need no solution. To learn why the first move of one works, ask `position` with `why`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct PlaysQuestion {}

impl Ask for PlaysQuestion {
    type Answer<'a> = Plays;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Plays, Error> {
        Ok(Plays::embedded())
    }
}
