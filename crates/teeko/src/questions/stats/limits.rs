//! The forced wins that the move limits of tournaments cut off.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::{Census, LayerCensus};
use teeko_rules::{PIECES, Position, Side, Wdl};

/// The limits in Scarne's booklets: the slides of each side, and the source. The ten move limit is
/// another rule, which [`TakeBackLimits`](super::TakeBackLimits) is about.
const SCARNE: [(u32, &str); 2] = [(40, "Scarne 1954"), (15, "Scarne 1952")];

/// A tournament limit.
// Drops do not count: the limit starts with the slide phase. A position of the slide phase is
// treated as if it stood right after the last drop. A forced win is cut off if the winner, on
// either side, needs more slides of their own against the best defence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Limit {
    /// The number of slides of each side.
    pub moves_each: u32,
    /// The source of the limit.
    pub source: &'static str,
    /// The forced wins that it cuts off, by layer.
    pub cut_off: Vec<CutOff>,
}

impl Limit {
    /// Returns Scarne's limits, with what they cut off in each layer.
    pub(super) fn scarnes(census: &Census) -> Vec<Self> {
        let mut limits = Vec::new();
        for (moves_each, source) in SCARNE {
            let mut cut_off = Vec::new();
            for (layer, counts) in census.layers().iter().enumerate() {
                cut_off.push(CutOff::new(moves_each, layer, counts));
            }
            limits.push(Self {
                moves_each,
                source,
                cut_off,
            });
        }
        limits
    }
}

/// The forced wins of a layer that a limit cuts off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CutOff {
    /// The number of pieces on the board.
    pub layer: usize,
    /// Wins of the side to move.
    pub win: u64,
    /// Wins of its opponent.
    pub loss: u64,
}

impl CutOff {
    /// Counts the positions of a layer whose forced win a limit of `most` slides turns into a draw.
    fn new(most: u32, layer: usize, census: &LayerCensus) -> Self {
        let drops = (2 * PIECES).saturating_sub(layer) as u32;
        // Black makes the first slide after the drop phase. In the slide phase itself, the side to
        // move counts as the one that does.
        let mover_begins = Position::turn_in_layer(layer) != Some(Side::Red);
        let mut cut_off = Self {
            layer,
            win: 0,
            loss: 0,
        };
        for (outcome, positions) in census.decided_by_distance() {
            // Sides alternate, so the side that makes the first slide also makes the odd one.
            let slides = outcome.distance().unwrap_or(0).saturating_sub(drops);
            let mover_wins = outcome.wdl() == Wdl::Win;
            let winners_slides = if mover_wins == mover_begins {
                slides.div_ceil(2)
            } else {
                slides / 2
            };
            if winners_slides <= most {
                continue;
            }
            if mover_wins {
                cut_off.win += positions;
            } else {
                cut_off.loss += positions;
            }
        }
        cut_off
    }
}

#[cfg(test)]
mod tests {
    use teeko_index::Class;

    use super::*;

    fn assert_cut_off(
        slides: u32,
        layer: usize,
        distances: impl IntoIterator<Item = u32>,
        [win, loss]: [u64; 2],
    ) {
        let class = |distance| {
            if distance % 2 == 1 {
                Class::Win(distance)
            } else {
                Class::Loss(distance)
            }
        };
        let census = distances
            .into_iter()
            .map(|distance| (class(distance), 1))
            .collect();
        assert_eq!(
            CutOff::new(slides, layer, &census),
            CutOff { layer, win, loss }
        );
    }

    /// With 15 slides for each side, the side to move can win in 29 plies (its 15th slide), and its
    /// opponent in 30. There is one position at each distance up to the last.
    #[test]
    fn in_the_slide_phase_both_sides_have_the_whole_limit() {
        for (deepest, cut_off) in [(30, [0, 0]), (31, [1, 0]), (34, [2, 2]), (0, [0, 0])] {
            assert_cut_off(15, 8, 0..=deepest, cut_off);
        }
    }

    /// From the empty board Black's win in 13 plies, as in Advanced Teeko, takes 8 drops and 5
    /// slides. 3 of the slides are Black's.
    #[test]
    fn drops_do_not_count() {
        assert_cut_off(3, 0, [13], [0, 0]);
        assert_cut_off(2, 0, [13], [1, 0]);
        // One drop is to come: of Red's win in 32 plies 31 are slides, of which Red makes 16.
        assert_cut_off(15, 7, [31], [0, 0]);
        assert_cut_off(15, 7, [32], [0, 1]);
    }
}
