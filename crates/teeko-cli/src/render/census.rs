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

#[derive(Serialize)]
struct DistanceEntry {
    dtw: Option<u32>,
    outcome: &'static str,
    positions: u64,
}

/// The positions of a layer of the drop phase.
#[derive(Serialize)]
pub(super) struct DropEntry {
    layer: usize,
    win: u64,
    loss: u64,
    draw: u64,
    over: u64,
}

impl SlideEntry {
    pub(super) fn new(census: &SlideCensus) -> Self {
        let by_dtw = census.decided_by_distance().map(|(outcome, positions)| DistanceEntry {
            dtw: outcome.distance(),
            outcome: outcome.name(),
            positions,
        });
        Self {
            win: census.win(),
            loss: census.loss(),
            draw: census.draw,
            no_move: census.no_move,
            over: census.over(),
            impossible: census.impossible,
            by_dtw: by_dtw.collect(),
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
