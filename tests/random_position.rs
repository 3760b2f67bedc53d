//! A random position, for examples that check samples.

use fastrand::Rng;
use teeko_rules::{Board, Circle, Circles, Position, Side};

/// Returns a random position of a layer; all are equally likely, including those of finished games
/// and impossible ones.
pub(crate) fn random_position(random: &mut Rng, board: Board, layer: usize) -> Position {
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
