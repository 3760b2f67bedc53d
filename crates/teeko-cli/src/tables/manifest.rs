//! What the table files of the sixteen variants are known to say: their content hashes and censuses.
//!
//! The manifest is data, embedded in the program; it says itself where its numbers come from.

use std::collections::BTreeMap;

use serde::Deserialize;
use teeko_rules::{Outcome, PIECES};
use teeko_solve::{LayerCensus, SlideCensus};
use teeko_table::{ContentHash, DROP_EXTENSION, Header, Kind, SLIDE_EXTENSION};

use super::census;
use crate::claims::from_text;

/// Known table files, by their names without extension.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    slide: BTreeMap<String, SlideEntry>,
    drop: BTreeMap<String, DropEntry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlideEntry {
    #[serde(deserialize_with = "from_text")]
    content_hash: ContentHash,
    impossible: u64,
    no_move: u64,
    draw: u64,
    by_distance: Vec<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DropEntry {
    #[serde(deserialize_with = "from_text")]
    content_hash: ContentHash,
    /// By layer, 0 to 7: the positions won, lost, drawn and over.
    layers: [[u64; 4]; 2 * PIECES],
}

/// What a table file has otherwise than the manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Manifest {
    /// The manifest in the program.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub(crate) fn embedded() -> Self {
        toml::from_str(include_str!("../../../../tables/manifest.toml")).expect("a sound manifest")
    }

    /// Compares a file of this name with the manifest; `None` if there is nothing about it.
    pub(crate) fn compare(&self, name: &str, header: &Header) -> Option<Result<(), Difference>> {
        let (stem, extension) = name.rsplit_once('.')?;
        match header.kind() {
            Kind::Slide if extension == SLIDE_EXTENSION => {
                let entry = self.slide.get(stem)?;
                let found = census::slide_phase(header.census());
                Some(
                    same_hash(entry.content_hash, header)
                        .and_then(|()| same("census of the slide phase", &entry.census(), &found)),
                )
            }
            Kind::Drop if extension == DROP_EXTENSION => {
                let entry = self.drop.get(stem)?;
                let found = |layer| by_result(&census::drop_layer(header.census(), layer));
                let same_layer = |(layer, expected)| same(&format!("census of layer {layer}"), expected, &found(layer));
                let same_layers = || entry.layers.iter().enumerate().try_for_each(same_layer);
                Some(same_hash(entry.content_hash, header).and_then(|()| same_layers()))
            }
            _ => None,
        }
    }
}

impl SlideEntry {
    fn census(&self) -> SlideCensus {
        let Self { impossible, no_move, draw, ref by_distance, .. } = *self;
        SlideCensus { by_distance: by_distance.clone(), no_move, impossible, draw }
    }
}

fn same_hash(expected: ContentHash, header: &Header) -> Result<(), Difference> {
    same("content hash", &expected, &header.content_hash())
}

/// Holds something found against what is expected.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), Difference> {
    if expected == found {
        return Ok(());
    }
    Err(Difference { expected: format!("{what} {expected:?}"), found: format!("{what} {found:?}") })
}

/// The positions of a layer that are won, lost, drawn and over.
fn by_result(census: &LayerCensus) -> [u64; 4] {
    let mut counts = [0; 4];
    for (outcome, positions) in census {
        let result = match outcome {
            Outcome::Win(_) => 0,
            Outcome::Loss(0) => 3,
            Outcome::Loss(_) => 1,
            Outcome::Draw => 2,
        };
        counts[result] += positions;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use teeko_rules::Variant;
    use teeko_table::slide_file_name;

    #[test]
    fn the_manifest_is_of_the_sixteen_variants_and_their_slide_files() {
        let manifest = Manifest::embedded();
        assert!(manifest.drop.keys().map(String::as_str).eq(Variant::SIXTEEN.into_iter().collect::<BTreeSet<_>>()));
        let slides: BTreeSet<String> = Variant::sixteen().map(|variant| slide_file_name(&variant)).collect();
        assert!(manifest.slide.keys().map(|name| format!("{name}.{SLIDE_EXTENSION}")).eq(slides));
    }
}
