//! The pieces of a position and the side to move, while a text is read.

use crate::notation::legal::check_pieces;
use crate::quoted::quoted;
use crate::{Board, Circle, Circles, Illegal, Message, PIECES, Pips, Position, Side, message};

/// What was read, or why the text is wrong.
pub(super) type Parsed<T> = Result<T, Message>;

/// Returns the error for a word out of place.
pub(super) fn wrong(found: &str, expected: &str) -> Message {
    format!("`{}`: expected {expected}", quoted(found)).into()
}

/// The pieces that were read.
#[derive(Default)]
pub(super) struct Pieces {
    /// By side.
    circles: [Circles; 2],
    /// The numbers of the pieces that were given one.
    pips: Pips,
    /// The side to move, if given.
    pub(super) turn: Option<Side>,
}

impl Pieces {
    /// Adds a piece. The same circle may come twice, once for each side.
    pub(super) fn add(
        &mut self,
        board: Board,
        side: Side,
        circle: Circle,
        pips: Option<u8>,
    ) -> Parsed<()> {
        let circles = &mut self.circles[side as usize];
        if circles.contains(circle) {
            let twice = format!(": expected each circle once, found twice among {side}'s");
            return Err(message!["circle ", Message::circles(board, &circle), twice]);
        }
        *circles = circles.with(circle);
        let Some(pips) = pips else {
            return Ok(());
        };
        if self.pips.circle(side, pips).is_some() {
            let twice = format!("expected once on {side}'s pieces, found twice");
            return Err(format!("{}: {twice}", Pips::in_words(pips)).into());
        }
        self.pips = self.pips.with(side, pips, circle);
        Ok(())
    }

    /// Returns the position with these pieces. If the side to move was not given, their number has
    /// to say it.
    pub(super) fn position(&self, board: Board) -> Result<Position, Illegal> {
        let [black, red] = self.circles;
        check_pieces(board, black, red)?;
        let turn = self
            .turn
            .or_else(|| Position::turn_in_layer(black.len() + red.len()));
        let Some(turn) = turn else {
            let found = "side to move: expected b or r at the end, found none";
            let all = format!("with all {} pieces down it may be either", 2 * PIECES);
            return Err(Illegal(
                format!("{found}; {all}, so add ` b` or ` r`").into(),
            ));
        };
        Ok(Position {
            black,
            red,
            turn,
            pips: self.pips,
        })
    }
}
