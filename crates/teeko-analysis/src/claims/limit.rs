//! The draws of games with the same slide phase under Scarne's ten move limit.

use teeko_index::Layer;
use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, Outcome, Rules, Side};

use super::Evidence;
use crate::error::Answer;
use crate::{TakeBacks, holds_game};

const SIDES: [Side; 2] = [Side::Black, Side::Red];

/// A slide phase under the limit, which binds the side that holds the draw.
#[derive(Debug)]
pub(super) struct Limited {
    /// With Black and with Red as the side that holds.
    slides: [Layer; 2],
    /// The drawn positions that are lost for the side to move.
    pub(super) lost: u64,
}

impl Limited {
    pub(super) fn new(oracle: &dyn Oracle) -> Answer<Self> {
        let game = TakeBacks::new(oracle, &to_the_end)?;
        Ok(Self { slides: SIDES.map(|side| game.layer(side)), lost: game.lost()? })
    }

    /// Returns whether Black and Red do not lose the game of these rules.
    pub(super) fn held(&self, rules: &Rules) -> [bool; 2] {
        [0, 1].map(|side| holds_game(rules, SIDES[side], &self.slides[side]))
    }
}

/// Returns whether both sides hold all draws among some variants with one goal set, and how many
/// each holds.
pub(super) fn found<'a>(variants: impl Iterator<Item = &'a Evidence>) -> (bool, String) {
    let draws = variants.filter(|found| found.value == Outcome::Draw);
    let draws: Vec<([bool; 2], u64)> = draws.filter_map(|found| found.limited).collect();
    let held = [0, 1].map(|side| draws.iter().filter(|(held, _)| held[side]).count());
    let (all, lost) = (draws.len(), draws.first().map_or(0, |&(_, lost)| lost));
    let figures = format!(
        "Black holds {} of {all} draws, Red {}; {lost} drawn positions are lost",
        held[0], held[1]
    );
    (held == [all; 2], figures)
}
