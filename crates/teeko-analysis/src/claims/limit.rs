//! The draws of games with the same slide phase under Scarne's ten move limit.

use std::collections::BTreeMap;

use teeko_index::Layer;
use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, Outcome, Rules, Side, Variant};

use super::Evidence;
use crate::error::Answer;
use crate::{TakeBacks, holds_game};

const SIDES: [Side; 2] = [Side::Black, Side::Red];

/// The limits that differ, in words: the number of take-backs in a row. Scarne's ten are as good as
/// one.
const LIMITS: [&str; 2] = ["0", "1 or more"];

/// A slide phase under each limit, which binds the side that holds the draw.
#[derive(Debug)]
pub(super) struct Limited([LimitedSlides; 2]);

#[derive(Debug)]
struct LimitedSlides {
    /// With Black and with Red as the side that holds.
    slides: [Layer; 2],
    /// The drawn positions that are lost for the side to move.
    lost: u64,
}

/// What a limit leaves of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// Whether Black and Red do not lose.
    sides: [bool; 2],
    /// The drawn positions of the slide phase that are lost for the side to move.
    lost: u64,
}

impl LimitedSlides {
    fn new(game: &TakeBacks<'_>) -> Answer<Self> {
        Ok(Self { slides: SIDES.map(|side| game.layer(side)), lost: game.lost()? })
    }
}

impl Limited {
    pub(super) fn new(oracle: &dyn Oracle) -> Answer<Self> {
        let mut game = TakeBacks::new(oracle, &to_the_end)?;
        let once = LimitedSlides::new(&game)?;
        game.forbid(&to_the_end)?;
        Ok(Self([LimitedSlides::new(&game)?, once]))
    }

    /// Returns what each limit leaves of the game of these rules.
    pub(super) fn held(&self, rules: &Rules) -> [Held; 2] {
        [0, 1].map(|limit| {
            let LimitedSlides { slides, lost } = &self.0[limit];
            let sides = [0, 1].map(|side| holds_game(rules, SIDES[side], &slides[side]));
            Held { sides, lost: *lost }
        })
    }
}

/// Returns whether both sides hold all draws among some variants with one goal set under the ten
/// move limit, and which they hold under each limit.
pub(super) fn found(
    variants: &[Variant],
    evidence: &BTreeMap<Variant, Evidence>,
) -> (bool, String) {
    let is_draw = |variant: &&Variant| evidence[*variant].value == Outcome::Draw;
    let draws = variants.iter().filter(is_draw);
    let draws: Vec<(&Variant, [Held; 2])> =
        draws.filter_map(|variant| Some((variant, evidence[variant].limited?))).collect();
    let all = draws.len();
    let mut holds_all = false;
    let texts = [0, 1].map(|limit| {
        let [black, red] = [0, 1].map(|side| {
            let held = draws.iter().filter(|(_, held)| held[limit].sides[side]);
            held.map(|(variant, _)| variant.plan.to_string()).collect::<Vec<String>>()
        });
        holds_all = black.len() == all && red.len() == all;
        let number = |plans: &[String]| match plans.len() {
            some if some > 0 && some < all => format!("{some} ({})", plans.join(" ")),
            number => number.to_string(),
        };
        let lost = draws.first().map_or(0, |(_, held)| held[limit].lost);
        format!(
            "with {}: Black holds {} of {all} draws, Red {}; {lost} drawn positions are lost",
            LIMITS[limit],
            number(&black),
            number(&red)
        )
    });
    (holds_all, texts.join("; "))
}
