//! Scarne's sixteen variants.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::claims::{Published, PublishedResult};
use teeko_rules::{DropPlan, GoalSet, OutcomeFields, Variant};

use super::ask::{Ask, Subject};
use crate::error::Error;

/// Show the sixteen variants
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct VariantsQuestion {}

impl Ask for VariantsQuestion {
    type Answer<'a> = Variants;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Variants, Error> {
        Ok(Variants::sixteen())
    }
}

/// The sixteen variants of *Scarne on Teeko* (1955).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Variants {
    /// `teeko.variants/1`.
    pub schema: &'static str,
    /// The variants in Scarne's order.
    pub variants: Vec<VariantEntry>,
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
#[schemars(rename = "Variant")]
pub struct VariantEntry {
    /// Its name.
    pub id: Variant,
    /// Scarne's name for it.
    pub name: String,
    /// The goal set.
    pub goal_set: GoalSet,
    /// The drop plan.
    pub plan: DropPlan,
    /// The published outcome for Black.
    pub published: OutcomeFields,
}

impl Variants {
    /// Returns the sixteen variants.
    pub fn sixteen() -> Self {
        let entry = |PublishedResult {
                         id, name, value, ..
                     }: PublishedResult| {
            let (goal_set, plan, published) = (id.goals, id.plan, OutcomeFields::new(Some(value)));
            Some(VariantEntry {
                id,
                name: name?,
                goal_set,
                plan,
                published,
            })
        };
        let variants = Published::embedded()
            .results
            .into_iter()
            .filter_map(entry)
            .collect();
        Self {
            schema: "teeko.variants/1",
            variants,
        }
    }
}
