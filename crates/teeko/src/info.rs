//! `teeko.info/1`: the header of a table file.

use serde::Serialize;
use teeko_rules::{Scoring, Variant};
use teeko_table::{Header, INDEX_SCHEME};

use crate::answers::{DropCensus, SlideCensus};

/// The header of a table file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// `teeko.info/1`.
    pub schema: &'static str,
    /// The file.
    pub file: String,
    /// `slide` or `drop`; of threshold games of numbered pieces `attack-slide` or `attack-drop`.
    pub kind: &'static str,
    /// The variant; null in a slide file, and where the rules have no name.
    pub variant: Option<String>,
    /// In a threshold game of numbered pieces: the points that the attacker must force. Left out
    /// elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// In a threshold game of goals with prices: the number of goals that are worth too little and
    /// end the game without a winner. Left out elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub void_goals: Option<usize>,
    /// The goal set; null where it has no name.
    pub goals: Option<String>,
    /// The number of goals.
    pub goal_patterns: usize,
    /// The board.
    pub board: String,
    /// The name of the step, or its offsets.
    pub step: String,
    /// The drop plan; null in a slide file.
    pub plan: Option<String>,
    /// Whether Black may not open in the centre; null in a slide file.
    pub no_centre: Option<bool>,
    /// Whether the opponent may pass instead of pointing; null in a slide file.
    pub pass: Option<bool>,
    /// The layers that are stored.
    pub layers: Vec<usize>,
    /// The number of values.
    pub values: u64,
    /// The bytes of each value.
    pub value_bytes: usize,
    /// The largest distance in plies.
    pub deepest: u32,
    /// The number of blocks.
    pub blocks: usize,
    /// The bytes of a block before compression.
    pub block_bytes: usize,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The version of the format.
    pub format_version: u32,
    /// The number of the scheme that assigns cells to positions.
    pub index_scheme: u8,
    /// The hash of all values.
    pub content_hash: String,
    /// The hash of the slide file that a drop file belongs to; null in a slide file.
    pub slide_hash: Option<String>,
    /// The number of positions of each kind.
    pub census: InfoCensus,
}

/// The census under the name of its phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InfoCensus {
    /// The census of a slide file.
    Slide(Box<SlideCensus>),
    /// The census of a drop file, by layer.
    Drop(Vec<DropCensus>),
}

impl Info {
    /// Returns the document on a file of this name with this header.
    pub fn new(file: &str, header: &Header) -> Self {
        let (rules, census) = (header.rules(), header.census());
        let step = rules.step();
        let is_drop = !header.kind().is_slide();
        let scoring = if header.points().is_some() { Scoring::Pips } else { Scoring::Goals };
        let variant = header.variant().map(|variant| Variant { scoring, ..variant });
        let mut layers: Vec<usize> = header.layers().iter().map(|layer| layer.layer).collect();
        // The layers of an attack come in parts.
        layers.dedup();
        let void_goals = rules.goals().patterns().iter().filter(|goal| goal.points() == 0).count();
        Self {
            schema: "teeko.info/1",
            file: file.to_owned(),
            kind: header.kind().name(),
            variant: variant.filter(|_| is_drop).map(|variant| variant.to_string()),
            points: header.points(),
            void_goals: (void_goals > 0).then_some(void_goals),
            goals: header.goal_set().map(|set| set.to_string()),
            goal_patterns: rules.goals().patterns().len(),
            board: rules.board().to_string(),
            step: step.name().map_or_else(|| format!("{:?}", step.offsets()), str::to_owned),
            plan: is_drop.then(|| rules.plan().to_string()),
            no_centre: is_drop.then(|| rules.centre_ban()),
            pass: is_drop.then(|| rules.pass_rule()),
            layers,
            values: header.values(),
            value_bytes: header.value_width(),
            deepest: census.deepest(),
            blocks: header.blocks().len(),
            block_bytes: header.block_length(),
            bytes: header.file_length(),
            format_version: header.version(),
            index_scheme: INDEX_SCHEME,
            content_hash: header.content_hash().to_string(),
            slide_hash: header.slide_hash().map(|hash| hash.to_string()),
            census: if is_drop {
                InfoCensus::Drop(DropCensus::all(census))
            } else {
                InfoCensus::Slide(Box::new(SlideCensus::new(census.slide(), rules.parity())))
            },
        }
    }
}
