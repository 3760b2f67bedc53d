//! Notation: circles, positions, moves and games as people write them.
//!
//! Readers are forgiving in form (either way of naming a circle, any case, loose spacing) and
//! strict in content: what they return is legal under the rules given. Output has one form: circles
//! by number, a drop as `13`, a slide as `14-8`.
//!
//! | what | read | written |
//! |---|---|---|
//! | circle | `13`, `c3` | [`Circle`](crate::Circle)'s `Display`, [`circle_name`], [`with_letters`] |
//! | position | `b:7,9,12,14 r:10,13,17,19 b`, `5/1b1b1/5/5/5 b` | [`circle_form`], [`rows_form`] |
//! | move | `13`, `c3`, `14-8`, `14>8`, `14→8`, `14 to 8`, `d3-c4` | [`Move`](crate::Move)'s `Display` |
//! | game | `1. 13 12 2. 18 8`, `13, 12, 18, 8`, `pass 13` | [`Ply`]'s `Display` |
//!
//! Every error is one line that names the word or circle at fault, what was expected and what was
//! found. What it quotes is shortened and escaped, so that it is safe to print.

mod circle;
mod game;
mod legal;
mod moves;
mod ply;
mod position;
#[cfg(test)]
mod properties;

use crate::quoted::quoted;

pub use circle::{CircleError, circle_name, parse_circle, with_letters};
pub use game::{GameError, GameRecord, parse_game, parse_playable_part};
pub use legal::{PositionError, check_position};
pub use moves::{MoveTextError, parse_move};
pub use ply::{Ply, PlyError};
pub use position::{NotationError, circle_form, parse_position, push_rows_form, rows_form};
