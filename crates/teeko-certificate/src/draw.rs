//! A certificate of a draw in memory: for each side the positions that it keeps the game in.

use teeko_rules::{Position, Side, Variant};

use crate::ClaimedGame;
use crate::numbering::Numbering;

/// The claim that neither side can be forced to lose, with a strategy for each that proves it.
///
/// [`DrawCertificate::check`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawCertificate {
    /// The game, with the points that neither side can force if it is for points.
    pub game: ClaimedGame,
    /// The numbers of Black's positions and of Red's, ascending.
    pub(crate) numbers: [Vec<u64>; 2],
}

impl DrawCertificate {
    /// The most positions that a side may have in a file: two hundred times as many as in the
    /// certificates of the sixteen variants.
    pub const MOST_POSITIONS: usize = 1 << 24;

    /// The most positions for each byte of a side's part of the file. Those of the sixteen variants
    /// have one to two.
    pub const POSITIONS_PER_BYTE: usize = 16;

    /// Returns the most positions that a side may have if they take this many bytes of a file.
    pub(crate) fn most_positions(bytes: usize) -> usize {
        (bytes * Self::POSITIONS_PER_BYTE).min(Self::MOST_POSITIONS)
    }

    /// Makes a claim, which may be true or not: each side, Black first, keeps the game in these
    /// positions, in which the other side chooses.
    ///
    /// Order, repetition and symmetric images do not matter.
    pub fn new(game: impl Into<ClaimedGame>, positions: [&[Position]; 2]) -> Self {
        let game = game.into();
        let rules = game.played();
        let symmetries = rules.symmetries();
        let mut numbers = [Vec::new(), Vec::new()];
        for own in [Side::Black, Side::Red] {
            let numbering = Numbering::new(rules.board(), own);
            let numbers = &mut numbers[own as usize];
            for position in positions[own as usize] {
                numbers.push(numbering.canonical(&symmetries, position));
            }
            numbers.sort_unstable();
            numbers.dedup();
        }
        Self { game, numbers }
    }

    /// The variant, if the rules have a name.
    pub fn variant(&self) -> Option<Variant> {
        self.game.variant()
    }

    /// The points that it claims neither side can force; `None` if the game is not for points.
    pub fn points(&self) -> Option<u8> {
        self.game.points()
    }

    /// Returns how many positions a side's strategy has.
    pub fn len(&self, side: Side) -> usize {
        self.numbers[side as usize].len()
    }

    /// Returns the positions that a side keeps the game in, in the order of the file.
    pub fn positions(&self, side: Side) -> impl Iterator<Item = Position> {
        let numbering = Numbering::new(self.game.rules().board(), side);
        self.numbers[side as usize]
            .iter()
            .filter_map(move |&number| numbering.position(number, side.other()))
    }
}
