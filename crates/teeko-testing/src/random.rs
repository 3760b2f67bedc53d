//! Random numbers and positions that are the same every time.

use teeko_rules::{Board, Circle, Circles, Move, Pips, Position, Rules, Scoring, Side, Status};

/// A generator of numbers and positions, which depend on its seed alone.
///
/// It is Knuth's linear congruential generator for 64 bits. Its high bits are random enough to
/// shuffle a board. It never changes, whereas an update of another crate's generator would change
/// the samples.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Makes the generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns a number below 2^31.
    pub fn number(&mut self) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.state >> 33
    }

    /// Returns a number below `limit`, which must be far less than 2^31.
    pub fn below(&mut self, limit: usize) -> usize {
        self.number() as usize % limit
    }

    /// Returns a position of a layer; all are equally likely, including those of finished games
    /// and, in layer 8, impossible ones. In layer 8 Black is to move.
    pub fn position(&mut self, board: Board, layer: usize) -> Position {
        let mut circles: Vec<Circle> = board.circles().iter().collect();
        let mover = self.take(layer / 2, &mut circles);
        let opponent = self.take(layer.div_ceil(2), &mut circles);
        let turn = Position::turn_in_layer(layer).unwrap_or(Side::Black);
        Position::of_turn(turn, mover, opponent)
    }

    /// Takes this many of the circles.
    fn take(&mut self, pieces: usize, circles: &mut Vec<Circle>) -> Circles {
        let mut taken = Circles::EMPTY;
        for _ in 0..pieces {
            taken = taken.with(circles.swap_remove(self.below(circles.len())));
        }
        taken
    }

    /// Returns a position like [`Self::position`], but in layer 8 either side is to move.
    pub fn position_of_any_side(&mut self, board: Board, layer: usize) -> Position {
        let position = self.position(board, layer);
        if Position::turn_in_layer(layer).is_none() && self.below(2) == 1 {
            return Position::of_turn(Side::Red, position.mover(), position.opponent());
        }
        position
    }

    /// Returns a position of a layer that is not finished, with numbers on its pieces if the rules
    /// want them.
    pub fn open_position(&mut self, rules: &Rules, layer: usize) -> Position {
        loop {
            let position = self.position(rules.board(), layer);
            if rules.status(&position) != Status::Open {
                continue;
            }
            if rules.scoring() == Scoring::Pips {
                return self.numbered(position);
            }
            return position;
        }
    }

    /// Returns a game from the empty board of at most `plies` plies.
    pub fn game(&mut self, rules: &Rules, plies: usize) -> Vec<Move> {
        let mut position = Position::EMPTY;
        let mut game = Vec::new();
        while game.len() < plies {
            let moves = rules.moves(&position);
            if moves.is_empty() {
                break;
            }
            let played = moves[self.below(moves.len())];
            game.push(played);
            position = position.after(played);
        }
        game
    }

    /// Returns the position with a number on each piece; all numberings are equally likely.
    pub fn numbered(&mut self, position: Position) -> Position {
        let mut pips = Pips::NONE;
        for side in [Side::Black, Side::Red] {
            for circle in position.pieces(side) {
                let in_hand: Vec<u8> = pips.in_hand(side).collect();
                pips = pips.with(side, in_hand[self.below(in_hand.len())], circle);
            }
        }
        Position { pips, ..position }
    }
}
