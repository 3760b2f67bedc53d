//! Prints golden samples: positions of every layer of the standard board with the values that the
//! reference solver gives them.
//!
//! ```sh
//! cargo run --release -p teeko-tests --example golden_samples -- 64 knight \
//!     > tests/golden/samples/64-knight.txt
//! ```
//! Takes half a minute and 1 GB. The sample is the same each time.

#[path = "../samples.rs"]
mod samples;

use std::error::Error;

use fastrand::Rng;
use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Circles, Outcome, PIECES, Position, Side, Variant};
use teeko_solve::reference::{ReferenceDrop, ReferenceSlide};

use crate::samples::{PLANS, written};

/// The number of positions of each layer; smaller layers are complete.
const OF_EACH_LAYER: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (goals, step) = arguments
        .next()
        .zip(arguments.next())
        .ok_or("expected a goal set and a step: 64 knight")?;
    let option = if step == "king" { String::new() } else { format!("+{step}") };
    let mut rules = Vec::new();
    for plan in PLANS {
        rules.push(format!("{goals}-{plan}{option}").parse::<Variant>()?.rules()?);
    }
    let slide = ReferenceSlide::solve(&rules[0]);
    let drops: Vec<ReferenceDrop> =
        rules.iter().map(|rules| ReferenceDrop::solve(rules, &slide)).collect();
    println!(
        "# Goal set {goals} with {step} steps on 5 x 5: position, and its value under \
         the plans {}.",
        PLANS.join(" and ")
    );
    println!("# By the reference solver; tests/golden_samples makes this file.");
    let mut random = Rng::with_seed(1945);
    for layer in 0..=2 * PIECES {
        for _ in 0..if layer == 0 { 1 } else { OF_EACH_LAYER } {
            let position = random_position(&mut random, rules[0].board(), layer);
            let of_slide = || slide.outcome(position.mover(), position.opponent());
            let values = drops.iter().map(|drop| -> Option<Outcome> {
                if layer == 2 * PIECES { of_slide() } else { drop.outcome(&position) }
            });
            println!(
                "{}: {}",
                circle_form(&position),
                values.map(written).collect::<Vec<_>>().join(", ")
            );
        }
    }
    Ok(())
}

/// Returns a random position of a layer; all are equally likely, including those of finished games
/// and impossible ones.
fn random_position(random: &mut Rng, board: Board, layer: usize) -> Position {
    let mut order: Vec<usize> = (0..board.circle_count()).collect();
    random.shuffle(&mut order);
    let set = |places: &[usize]| -> Circles {
        places.iter().filter_map(|&place| Circle::new(place)).collect()
    };
    let turn = Position::turn_in_layer(layer).unwrap_or(if random.bool() {
        Side::Black
    } else {
        Side::Red
    });
    Position::of_turn(turn, set(&order[..layer / 2]), set(&order[layer / 2..layer]))
}
