//! Notation: circles, positions, moves and games as people write them.
//!
//! Readers accept many forms (circles by number or by letter and digit, loose spacing). Those of
//! positions and games refuse what is not legal under the rules given. Those of circles and moves
//! check only that the circles are on the board. Output for programs has one form: circles by
//! number, a drop as `13`, a slide as `14-8`. Readers whose names end in `_in` read circles in
//! another [`Notation`].
//!
//! | what | read | written by |
//! |---|---|---|
//! | circle | `13`, `c3` | [`Circle`](crate::Circle), [`Notation`] |
//! | position | `b:7,9 r:13`, `7,9 13 r`, `5/1b1b1/2r2/5/5 r` | [`circle_form`], [`rows_form`] |
//! | move | `13`, `c3`, `14-8`, `14>8`, `14→8`, `14 to 8`, `d3-c4` | [`Move`](crate::Move) |
//! | game | `1. 13 12 2. 18 8`, `13, 12, 18, 8`, `pass 13`, `["13", "12"]` | [`Ply`] |
//! | heading of a file | `# variant: 58-ssss`, `# from: b:13 r:` | [`Heading`] |
//!
//! Every error is one line that names the wrong word or circle, what was expected and what was
//! found. Quoted input is shortened and escaped, so the line is safe to print.

mod circle;
mod circle_names;
mod forms;
mod game;
mod heading;
mod legal;
mod moves;
mod position;
mod sides;
mod words;

pub use circle::{parse_circle, parse_circle_in};
pub use circle_names::circle_names;
pub use forms::{RowsForm, circle_form, push_rows_form, rows_form, rows_form_length};
pub use game::{
    GameError, GameReader, GameRecord, Ply, PlyError, is_result, parse_game, parse_game_in,
    parse_playable_part, split_number,
};
pub use heading::{Heading, HeadingError, is_comment, without_comments};
pub use legal::check_position;
pub use moves::parse_move;
pub use position::{parse_position, parse_position_in};
pub use sides::are_two_lists;

/// A notation: how text names circles. Numbers are read in every notation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Notation {
    /// Numbers 1, 2, 3, … row by row from the top left. Reads letters, too.
    #[default]
    Numbers,
    /// Coordinates: files `a`, `b`, … from left to right, ranks 1, 2, … from the bottom up. On the
    /// standard board circle 1 is `a5`, 13 is `c3` and 25 is `e1`.
    Letters,
    /// The notation of a university's course: columns `A`, `B`, … from left to right, rows 0, 1, …
    /// from the top down. On the standard board circle 1 is `A0`, 17 is `B3` and 25 is `E4`.
    Course,
}

impl Notation {
    /// All notations, in the order in which they are declared.
    pub(crate) const ALL: [Self; 3] = [Self::Numbers, Self::Letters, Self::Course];
}
