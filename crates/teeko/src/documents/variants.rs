//! `teeko.variants/1`: the sixteen variants and their published values.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::claims::{Published, PublishedVariant};

use super::OutcomeFields;

/// The sixteen variants of *Scarne on Teeko* (1955).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Variants {
    /// `teeko.variants/1`.
    pub schema: &'static str,
    /// The variants in Scarne's order.
    pub variants: Vec<Variant>,
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Variant {
    /// Its name.
    pub id: String,
    /// Scarne's name for it.
    pub name: String,
    /// The goal set.
    pub goals: &'static str,
    /// The drop plan.
    pub plan: String,
    /// The published outcome for Black.
    pub published: OutcomeFields,
}

impl Variants {
    /// Returns the sixteen variants.
    pub fn sixteen() -> Self {
        let entry = |PublishedVariant { name, result, .. }: PublishedVariant| Variant {
            id: result.id.to_string(),
            name,
            goals: result.id.goals.name(),
            plan: result.id.plan.to_string(),
            published: OutcomeFields::new(Some(result.value)),
        };
        Self {
            schema: "teeko.variants/1",
            variants: Published::embedded().variants.into_iter().map(entry).collect(),
        }
    }
}
