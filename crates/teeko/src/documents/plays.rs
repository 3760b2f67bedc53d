//! `teeko.plays/1`: Scarne's winning plays.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::claims::{Play as PublishedPlay, Plays as PublishedPlays, PrintedLine};
use teeko_rules::notation::rows_form;

/// The seventeen winning plays of Scarne's booklets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Plays {
    /// `teeko.plays/1`.
    pub schema: &'static str,
    /// The variant of the plays.
    pub variant: String,
    /// The source in which they are printed.
    pub source: String,
    /// The plays in the order of the booklets.
    pub plays: Vec<Play>,
}

/// A position from which Black wins, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Play {
    /// Its number, from 1.
    pub number: usize,
    /// The position in rows form.
    pub position: String,
    /// The number of moves that Black needs.
    pub moves: u32,
    /// The solution as printed. Where Red has a choice it says `?-13`, `8,11,13-?` or `*`: `?` is
    /// any circle, `*` any slide.
    pub line: Vec<String>,
    /// Other solutions printed with it.
    pub instead: Vec<Vec<String>>,
}

impl Plays {
    /// Returns the seventeen plays.
    pub fn seventeen() -> Self {
        let PublishedPlays { variant, place, sequence, .. } = PublishedPlays::embedded();
        let line = |line: &PrintedLine| line.moves().map(str::to_owned).collect::<Vec<String>>();
        let play = |play: &PublishedPlay| Play {
            number: play.number,
            position: rows_form(variant.board, &play.position),
            moves: play.moves,
            line: line(&play.line),
            instead: play.instead.iter().map(line).collect(),
        };
        let plays = sequence.iter().map(play).collect();
        Self { schema: "teeko.plays/1", variant: variant.to_string(), source: place, plays }
    }
}
