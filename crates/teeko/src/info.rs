//! `teeko.info/1`: the header of a table file.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;
use teeko_rules::{Scoring, Variant};
use teeko_table::{FORMAT_VERSION, Header, INDEX_SCHEME, goal_set};

use crate::answers::{LayerCounts, RuleSet};

/// The header of a table file under the name of the file.
///
/// In JSON the names of a variant and of a goal set are null where the rules have none; of a slide
/// file so is that of a variant, and its `rules` have plan `ssss` and no options, which have no
/// effect there. `points` is there in threshold games of numbered pieces. In those of goals with
/// prices, goals that are worth too little and end the game without a winner have 0 points.
/// `unverified` lists what only the header states, without proof in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info<'a> {
    /// The file.
    pub file: &'a str,
    /// Its header.
    pub header: &'a Header,
}

impl Info<'_> {
    /// Returns the variant, for pips if the file is of a threshold game of numbered pieces; `None`
    /// if no variant has these rules. Of a slide file ignore its drop plan.
    pub fn variant(&self) -> Option<Variant> {
        let is_attack = self.header.description.kind.is_attack();
        let scoring = if is_attack {
            Scoring::Pips
        } else {
            Scoring::Goals
        };
        self.header
            .variant()
            .map(|variant| Variant { scoring, ..variant })
    }

    /// Returns the number of goals that end the game without a winner.
    pub fn void_goals(&self) -> usize {
        let goals = self.header.description.rules.goals().patterns().iter();
        goals.filter(|goal| goal.points() == 0).count()
    }

    /// Returns the numbers of the layers that are stored.
    pub fn layers(&self) -> Vec<usize> {
        let sections = self.header.sections.iter();
        let mut layers: Vec<usize> = sections.map(|section| section.layer).collect();
        // The layers of an attack come in parts.
        layers.dedup();
        layers
    }
}

impl Serialize for Info<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (header, rules, census) = (
            self.header,
            &self.header.description.rules,
            &self.header.description.census,
        );
        let is_drop = !header.description.kind.is_slide();
        let counts = if is_drop {
            json!({ "drop": LayerCounts::of_drop_phase(census) })
        } else {
            json!({ "slide": LayerCounts::of_slide_phase(census.slide(), rules.parity()) })
        };
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("schema", "teeko.info/1")?;
        fields.serialize_entry("file", self.file)?;
        fields.serialize_entry("kind", header.description.kind.name())?;
        fields.serialize_entry("variant", &self.variant().filter(|_| is_drop))?;
        if header.description.kind.is_attack() {
            fields.serialize_entry("points", &header.description.points)?;
        }
        fields.serialize_entry("goal_set", &goal_set(rules))?;
        fields.serialize_entry("rules", &RuleSet::new(rules))?;
        fields.serialize_entry("layers", &self.layers())?;
        fields.serialize_entry("values", &header.values())?;
        fields.serialize_entry("value_bytes", &header.value_width)?;
        fields.serialize_entry("deepest", &census.deepest())?;
        fields.serialize_entry("blocks", &header.blocks.len())?;
        fields.serialize_entry("block_bytes", &header.block_length)?;
        fields.serialize_entry("bytes", &header.file_length())?;
        fields.serialize_entry("format_version", &FORMAT_VERSION)?;
        fields.serialize_entry("index_scheme", &INDEX_SCHEME)?;
        fields.serialize_entry("content_hash", &header.content_hash.to_string())?;
        fields.serialize_entry(
            "slide_hash",
            &header.description.slide_hash.map(|hash| hash.to_string()),
        )?;
        fields.serialize_entry("census", &counts)?;
        let unverified = ["rules", "census", "slide_hash"];
        fields.serialize_entry("unverified", &unverified[..if is_drop { 3 } else { 2 }])?;
        fields.end()
    }
}
