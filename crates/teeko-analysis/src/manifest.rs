//! The known contents of the sixteen variants' table files: their content hashes and censuses.
//!
//! The manifest is data embedded in the program. The data file states the source of its numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use teeko_index::{Class, LayerCensus};
use teeko_rules::PIECES;
use teeko_table::{ContentHash, DROP_EXTENSION, Header, Kind, SLIDE_EXTENSION};

/// Known table files, by their names without extension.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    slide: BTreeMap<String, SlideEntry>,
    drop: BTreeMap<String, DropEntry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlideEntry {
    #[serde(deserialize_with = "content_hash")]
    content_hash: ContentHash,
    impossible: u64,
    no_move: u64,
    draw: u64,
    by_distance: Vec<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DropEntry {
    #[serde(deserialize_with = "content_hash")]
    content_hash: ContentHash,
    /// By layer, 0 to 7: the positions won, lost, drawn and over.
    layers: [[u64; 4]; 2 * PIECES],
}

/// A difference between a table file and the manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestDifference {
    /// What the manifest has.
    pub expected: String,
    /// What the file has.
    pub found: String,
}

impl Manifest {
    /// Returns the manifest embedded in the program.
    pub fn embedded() -> Self {
        toml::from_str(include_str!("../data/manifest.toml")).expect("a sound manifest")
    }

    /// Compares a file of this name with the manifest; `None` if the manifest has no such file.
    pub fn compare(&self, name: &str, header: &Header) -> Option<Result<(), ManifestDifference>> {
        let (stem, extension) = name.rsplit_once('.')?;
        let same_hash = |expected| same("content hash", expected, &header.content_hash());
        match (header.kind(), extension) {
            (Kind::Slide, SLIDE_EXTENSION) => {
                let entry = self.slide.get(stem)?;
                let found = header.census().slide();
                let same_census = |()| same("census of the slide phase", &entry.census(), found);
                Some(same_hash(&entry.content_hash).and_then(same_census))
            }
            (Kind::Drop, DROP_EXTENSION) => {
                let entry = self.drop.get(stem)?;
                let same_layer = |(layer, expected): (usize, &[u64; 4])| {
                    let found = header.census().layer(layer);
                    let found = [found.win(), found.loss(), found.drawn(), found.over()];
                    let what = format!("positions of layer {layer} won, lost, drawn and over:");
                    same(&what, expected, &found)
                };
                let same_layers = |()| entry.layers.iter().enumerate().try_for_each(same_layer);
                Some(same_hash(&entry.content_hash).and_then(same_layers))
            }
            _ => None,
        }
    }
}

impl SlideEntry {
    fn census(&self) -> LayerCensus {
        let Self { impossible, no_move, draw, ref by_distance, .. } = *self;
        let class =
            |distance| if distance % 2 == 1 { Class::Win(distance) } else { Class::Loss(distance) };
        let decided =
            (0..).zip(by_distance).map(|(distance, &positions)| (class(distance), positions));
        let others =
            [(Class::Impossible, impossible), (Class::NoMove, no_move), (Class::Draw, draw)];
        decided.chain(others).collect()
    }
}

fn content_hash<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ContentHash, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &T,
    found: &T,
) -> Result<(), ManifestDifference> {
    if expected == found {
        return Ok(());
    }
    Err(ManifestDifference {
        expected: format!("{what} {expected:?}"),
        found: format!("{what} {found:?}"),
    })
}
