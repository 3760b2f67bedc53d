//! Counts of positions in JSON, as several commands give them.

use serde::Serialize;
use teeko_rules::Outcome;
use teeko_solve::{LayerCensus, SlideCensus};

/// The positions of the slide phase.
#[derive(Serialize)]
pub(super) struct SlideEntry {
    win: u64,
    loss: u64,
    draw: u64,
    no_move: u64,
    over: u64,
    impossible: u64,
    by_dtw: Vec<DistanceEntry>,
}

/// The positions won or lost in a number of plies.
#[derive(Serialize)]
pub(super) struct DistanceEntry {
    dtw: Option<u32>,
    outcome: &'static str,
    positions: u64,
}

/// The positions of a layer of the drop phase.
#[derive(Serialize)]
pub(super) struct DropEntry {
    pub(super) layer: usize,
    pub(super) win: u64,
    pub(super) loss: u64,
    pub(super) draw: u64,
    pub(super) over: u64,
}

impl SlideEntry {
    pub(super) fn new(census: &SlideCensus) -> Self {
        Self {
            win: census.win(),
            loss: census.loss(),
            draw: census.draw,
            no_move: census.no_move,
            over: census.over(),
            impossible: census.impossible,
            by_dtw: by_distance(census.decided_by_distance()),
        }
    }
}

impl DropEntry {
    pub(super) fn new(layer: usize, census: &LayerCensus) -> Self {
        let mut entry = Self { layer, win: 0, loss: 0, draw: 0, over: 0 };
        for (outcome, positions) in census {
            let class = match outcome {
                Outcome::Loss(0) => &mut entry.over,
                Outcome::Loss(_) => &mut entry.loss,
                Outcome::Win(_) => &mut entry.win,
                Outcome::Draw => &mut entry.draw,
            };
            *class += positions;
        }
        entry
    }
}

/// Won and lost positions by distance; distances without any are left out.
pub(super) fn by_distance(counts: impl Iterator<Item = (Outcome, u64)>) -> Vec<DistanceEntry> {
    let entry = |(outcome, positions): (Outcome, u64)| DistanceEntry {
        dtw: outcome.distance(),
        outcome: outcome.name(),
        positions,
    };
    counts.filter(|&(_, positions)| positions > 0).map(entry).collect()
}
