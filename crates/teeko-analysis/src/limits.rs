//! Tournament move limits, and the forced wins that they cut off.

use teeko_rules::{PIECES, Position, Side, Wdl};

use crate::LayerSurvey;

/// A limit of moves for each side, after which a tournament game is called a draw.
///
/// The moves are slides, and drops do not count: the limit starts with the slide phase. A position
/// of the slide phase is treated as if it stood right after the last drop. A forced win is cut off
/// if the winner, on either side, needs more than `slides` slides of their own against the best
/// defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLimit {
    /// The number of slides that each side has.
    pub slides: u32,
    /// Where the limit comes from.
    pub source: &'static str,
}

impl MoveLimit {
    /// The limits in Scarne's booklets. The ten-move limit is also read as one for each side.
    pub const SCARNE: [Self; 3] = [
        Self { slides: 40, source: "Scarne 1954" },
        Self { slides: 15, source: "Scarne 1952" },
        Self { slides: 10, source: "Scarne" },
    ];

    /// Counts the positions of a layer whose forced win the limit turns into a draw.
    pub fn cut_off(&self, survey: &LayerSurvey) -> CutOff {
        let drops = (2 * PIECES).saturating_sub(survey.layer) as u32;
        // Black makes the first slide after the drop phase. In the slide phase itself, the side to
        // move counts as the one that does.
        let mover_begins = Position::turn_in_layer(survey.layer) != Some(Side::Red);
        let mut cut_off = CutOff::default();
        for (outcome, positions) in survey.census.decided_by_distance() {
            // Sides alternate, so the side that makes the first slide also makes the odd one.
            let slides = outcome.distance().unwrap_or(0).saturating_sub(drops);
            let mover_wins = outcome.wdl() == Wdl::Win;
            let winners_slides =
                if mover_wins == mover_begins { slides.div_ceil(2) } else { slides / 2 };
            if winners_slides > self.slides {
                *(if mover_wins { &mut cut_off.win } else { &mut cut_off.loss }) += positions;
            }
        }
        cut_off
    }
}

/// The number of positions whose forced wins a limit cuts off, for a given side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CutOff {
    /// Wins of the side to move.
    pub win: u64,
    /// Wins of its opponent.
    pub loss: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_index::Class;

    fn with(layer: usize, distances: impl IntoIterator<Item = u32>) -> LayerSurvey {
        let class =
            |distance| if distance % 2 == 1 { Class::Win(distance) } else { Class::Loss(distance) };
        let census = distances.into_iter().map(|distance| (class(distance), 1)).collect();
        LayerSurvey { layer, census, ..LayerSurvey::default() }
    }

    /// One position at each distance up to the last.
    fn one_each(layer: usize, deepest: u32) -> LayerSurvey {
        with(layer, 0..=deepest)
    }

    /// With 15 slides for each side, the side to move can win in 29 plies (its 15th slide), and its
    /// opponent in 30.
    #[test]
    fn in_the_slide_phase_both_sides_have_the_whole_limit() {
        let limit = MoveLimit { slides: 15, source: "" };
        assert_eq!(limit.cut_off(&one_each(8, 30)), CutOff { win: 0, loss: 0 });
        assert_eq!(limit.cut_off(&one_each(8, 31)), CutOff { win: 1, loss: 0 });
        assert_eq!(limit.cut_off(&one_each(8, 34)), CutOff { win: 2, loss: 2 });
        assert_eq!(limit.cut_off(&one_each(8, 0)), CutOff::default());
    }

    /// From the empty board Black's win in 13 plies, as in Advanced Teeko, takes 8 drops and 5
    /// slides. 3 of the slides are Black's.
    #[test]
    fn drops_do_not_count() {
        let survey = with(0, [13]);
        assert_eq!(MoveLimit { slides: 3, source: "" }.cut_off(&survey), CutOff::default());
        assert_eq!(
            MoveLimit { slides: 2, source: "" }.cut_off(&survey),
            CutOff { win: 1, loss: 0 }
        );
        // One drop is to come: of Red's win in 32 plies 31 are slides, of which Red makes 16.
        let lone = |layer, distance| with(layer, [distance]);
        assert_eq!(MoveLimit { slides: 15, source: "" }.cut_off(&lone(7, 31)), CutOff::default());
        assert_eq!(
            MoveLimit { slides: 15, source: "" }.cut_off(&lone(7, 32)),
            CutOff { win: 0, loss: 1 }
        );
    }
}
