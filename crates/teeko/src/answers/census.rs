//! Counts of positions in answers.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use teeko_index::{Census, LayerCensus};
use teeko_rules::{Outcome, Parity, Wdl};

/// The positions of both phases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CensusFields {
    /// The slide phase.
    pub slide: LayerCounts,
    /// The drop phase by layer.
    pub drop: Vec<LayerCounts>,
}

/// The positions of a layer, in disjoint classes. The slide phase is one layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct LayerCounts {
    /// The number of pieces on the board; left out of the slide phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<usize>,
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn because neither side can force a goal.
    pub draw: u64,
    /// Drawn because the side to move has no legal slide; only in the slide phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_move: Option<u64>,
    /// The other side has a goal.
    pub over: u64,
    /// In the slide phase: the side to move has a goal that the other side's last slide may have
    /// completed; left out where goals have no empty circles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift: Option<u64>,
    /// The side to move has a goal that the other side's last slide cannot have completed; only in
    /// the slide phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<u64>,
    /// The won and lost positions by distance; in the drop phase only `stats` has them.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "by_distance"
    )]
    #[schemars(with = "Option<Vec<ByDistance>>")]
    pub by_dtw: Option<Vec<(Outcome, u64)>>,
}

impl LayerCounts {
    /// Returns the counts of the slide phase under rules with distances of this parity.
    pub fn of_slide_phase(census: &LayerCensus, parity: Parity) -> Self {
        let mut counts = Self::of_classes(census);
        counts.no_move = Some(census.no_move());
        if parity == Parity::Free {
            counts.gift = Some(census.gift());
        }
        counts.impossible = Some(census.impossible());
        counts.by_dtw = Some(census.decided_by_distance().collect());
        counts
    }

    /// Returns the counts of the layers of the drop phase, without distances.
    pub fn of_drop_phase(census: &Census) -> Vec<Self> {
        let mut layers = Vec::new();
        for (layer, census) in census.drops().iter().enumerate() {
            layers.push(Self {
                layer: Some(layer),
                ..Self::of_classes(census)
            });
        }
        layers
    }

    /// Returns the counts of the classes that all layers have.
    fn of_classes(census: &LayerCensus) -> Self {
        Self {
            layer: None,
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            no_move: None,
            over: census.over(),
            gift: None,
            impossible: None,
            by_dtw: None,
        }
    }

    /// Returns the number of positions drawn for either reason.
    pub fn drawn(&self) -> u64 {
        self.draw + self.no_move.unwrap_or(0)
    }

    /// Returns the number of won or lost positions at each distance, if they are counted.
    pub fn decided(&self) -> &[(Outcome, u64)] {
        self.by_dtw.as_deref().unwrap_or_default()
    }

    /// Returns the largest distance in plies, or 0 if no position is decided.
    pub fn deepest(&self) -> u32 {
        let last = self.decided().last();
        last.and_then(|(outcome, _)| outcome.distance())
            .unwrap_or(0)
    }

    /// Returns whether positions are won at an even distance, 0 among them, or lost at an odd one.
    pub fn has_any_parity(&self) -> bool {
        let mut counts: LayerCensus = self.decided().iter().copied().collect();
        counts.add(Outcome::Win(0), self.gift.unwrap_or(0));
        counts.has_any_parity()
    }
}

impl CensusFields {
    /// Returns the counts under rules with distances of this parity.
    pub fn new(census: &Census, parity: Parity) -> Self {
        Self {
            slide: LayerCounts::of_slide_phase(census.slide(), parity),
            drop: LayerCounts::of_drop_phase(census),
        }
    }

    /// Adds the distances of the drop phase.
    #[must_use]
    pub fn with_distances(mut self, census: &Census) -> Self {
        for (layer, census) in self.drop.iter_mut().zip(census.drops()) {
            layer.by_dtw = Some(census.decided_by_distance().collect());
        }
        self
    }
}

/// The positions won or lost in a number of plies.
#[derive(Serialize, JsonSchema)]
struct ByDistance {
    /// The plies.
    dtw: Option<u32>,
    /// A win or a loss.
    outcome: Wdl,
    /// The number of positions.
    positions: u64,
}

/// Writes the counts of decided positions.
#[allow(clippy::ref_option, reason = "serde passes fields so")]
fn by_distance<S: Serializer>(
    counts: &Option<Vec<(Outcome, u64)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let counts = counts.as_deref().unwrap_or_default();
    serializer.collect_seq(counts.iter().map(|&(outcome, positions)| ByDistance {
        dtw: outcome.distance(),
        outcome: outcome.wdl(),
        positions,
    }))
}

/// Writes an object with the field `slide`.
#[cfg(feature = "atlas")]
pub(crate) fn in_slide<S: Serializer>(
    slide: &LayerCounts,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("slide", slide)])
}

#[cfg(feature = "atlas")]
pub(crate) fn in_slide_schema(generator: &mut SchemaGenerator) -> Schema {
    ObjectWithField {
        object: "AtlasSlideCensus",
        about_object: "The positions of a slide phase.",
        field: "slide",
        about_field: "The counts in disjoint classes.",
    }
    .schema::<LayerCounts>(generator)
}

/// Writes an object with the field `drop`.
#[cfg(feature = "atlas")]
pub(crate) fn in_drop<S: Serializer>(
    drop: &[LayerCounts],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("drop", drop)])
}

#[cfg(feature = "atlas")]
pub(crate) fn in_drop_schema(generator: &mut SchemaGenerator) -> Schema {
    ObjectWithField {
        object: "AtlasDropCensus",
        about_object: "The positions of a drop phase.",
        field: "drop",
        about_field: "The counts by layer.",
    }
    .schema::<Vec<LayerCounts>>(generator)
}

/// Writes an object with the field `win`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
pub(crate) fn in_win<S: Serializer>(positions: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("win", positions)])
}

pub(crate) fn in_win_schema(generator: &mut SchemaGenerator) -> Schema {
    ObjectWithField {
        object: "AttackerWins",
        about_object: "Positions in which the attacker is to move.",
        field: "win",
        about_field: "The positions from which the attacker forces the points.",
    }
    .schema::<u64>(generator)
}

/// Writes an object with the field `loss`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
pub(crate) fn in_loss<S: Serializer>(positions: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("loss", positions)])
}

pub(crate) fn in_loss_schema(generator: &mut SchemaGenerator) -> Schema {
    ObjectWithField {
        object: "DefenderLosses",
        about_object: "Positions in which the defender is to move and the game is not finished.",
        field: "loss",
        about_field: "The positions in which the defender cannot stop the attacker.",
    }
    .schema::<u64>(generator)
}

/// An object of an answer that has one field, and no type of its own.
struct ObjectWithField {
    object: &'static str,
    about_object: &'static str,
    field: &'static str,
    about_field: &'static str,
}

impl ObjectWithField {
    /// Adds the schema of the object, whose field is a `T`, and returns a reference to it.
    fn schema<T: JsonSchema>(self, generator: &mut SchemaGenerator) -> Schema {
        let mut field = generator.subschema_for::<T>();
        field.insert("description".to_owned(), self.about_field.into());
        let object = json_schema!({
            "description": self.about_object,
            "type": "object",
            "properties": {self.field: field},
            "required": [self.field],
        });
        let definitions = generator.definitions_mut();
        definitions.insert(self.object.to_owned(), object.to_value());
        let path = &generator.settings().definitions_path;
        Schema::new_ref(format!("#{path}/{}", self.object))
    }
}
