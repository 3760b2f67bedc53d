//! Scarne's winning plays.

use schemars::JsonSchema;
use serde::Deserialize;
use teeko_analysis::claims::Plays;

use super::{Asked, Error, Subject};

/// Show Scarne's seventeen winning plays
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct PlaysQuestion {}

impl Asked for PlaysQuestion {
    type Answer<'a> = Plays;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Plays, Error> {
        Ok(Plays::embedded())
    }
}
