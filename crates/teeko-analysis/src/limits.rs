//! Tournament move limits, and the forced wins they would cut off.

use teeko_rules::{PIECES, Position, Side, Wdl};

use crate::LayerSurvey;

/// A limit of so many moves for each side, after which a tournament game is called a draw.
///
/// The moves are slides: the limit begins with the slide phase, as if a position of it stood right
/// after the last drop. So a forced win is cut off if the winner, whichever side that is, needs
/// more slides of his own against the best defence. Drops are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLimit {
    /// The slides that each side has.
    pub slides: u32,
    /// Where the limit comes from.
    pub source: &'static str,
}

impl MoveLimit {
    /// The limits in Scarne's booklets. The ten-move limit, too, is taken as that of each side.
    pub const SCARNE: [Self; 3] = [
        Self { slides: 40, source: "Scarne 1954" },
        Self { slides: 15, source: "Scarne 1952" },
        Self { slides: 10, source: "Scarne" },
    ];

    /// The positions of a layer whose forced win the limit would turn into a draw.
    pub fn cut_off(&self, survey: &LayerSurvey) -> CutOff {
        let drops = (2 * PIECES).saturating_sub(survey.layer) as u32;
        // Black makes the first slide after the drop phase; in the slide phase itself the mover
        // counts as the one who does.
        let mover_begins = Position::turn_in_layer(survey.layer) != Some(Side::Red);
        let mut cut_off = CutOff::default();
        for (outcome, positions) in survey.census.decided_by_distance() {
            // Sides alternate, so whoever makes the first slide makes the odd one too.
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

/// Forced wins that a limit cuts off, in positions with the side to move given.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CutOff {
    /// Those of the side to move.
    pub win: u64,
    /// Those of its opponent.
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

    /// With 15 slides each the mover can win in 29 plies, his 15th slide, and his opponent in 30.
    #[test]
    fn in_the_slide_phase_both_sides_have_the_whole_limit() {
        let limit = MoveLimit { slides: 15, source: "" };
        assert_eq!(limit.cut_off(&one_each(8, 30)), CutOff { win: 0, loss: 0 });
        assert_eq!(limit.cut_off(&one_each(8, 31)), CutOff { win: 1, loss: 0 });
        assert_eq!(limit.cut_off(&one_each(8, 34)), CutOff { win: 2, loss: 2 });
        assert_eq!(limit.cut_off(&one_each(8, 0)), CutOff::default());
    }

    /// From the empty board Black's win in 13 plies, as in Advanced Teeko, is 8 drops and 5 slides,
    /// 3 of them his own.
    #[test]
    fn drops_do_not_count() {
        let survey = with(0, [13]);
        assert_eq!(MoveLimit { slides: 3, source: "" }.cut_off(&survey), CutOff::default());
        assert_eq!(
            MoveLimit { slides: 2, source: "" }.cut_off(&survey),
            CutOff { win: 1, loss: 0 }
        );
        // With one drop to come: Red's win in 32 plies is 31 slides, of which the winner makes 16.
        let lone = |layer, distance| with(layer, [distance]);
        assert_eq!(MoveLimit { slides: 15, source: "" }.cut_off(&lone(7, 31)), CutOff::default());
        assert_eq!(
            MoveLimit { slides: 15, source: "" }.cut_off(&lone(7, 32)),
            CutOff { win: 0, loss: 1 }
        );
    }
}
