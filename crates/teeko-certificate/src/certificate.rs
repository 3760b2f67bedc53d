//! A certificate in memory: made from a strategy, checked by playing it.

use teeko_rules::combinatorics::binomial;
use teeko_rules::{Move, PIECES, Position, Rules, Side, Variant};

use crate::walk::{Checked, NO_CHOICE, Walk};
use crate::{ClaimedGame, WinFailure};

/// The claim that a side wins from the empty board, with the strategy that proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The game, with the points that the winner forces if it is for points.
    pub game: ClaimedGame,
    /// The side that wins.
    pub winner: Side,
    /// The plies, drops and slides of both sides, within which it wins.
    pub plies: u32,
    /// The choices, in the order of the walk.
    pub choices: Vec<u8>,
}

impl Certificate {
    /// The most positions that a check covers, and the most choices that a file may have: twenty
    /// times as many as in the largest certificate seen on the standard board, that of 64-spsp.
    pub const MOST_POSITIONS: usize = 1 << 24;

    /// The positions that a check covers however short the file is: more than in the certificate of
    /// 64-spsp.
    const POSITIONS_AT_LEAST: usize = 1 << 20;

    /// The positions more that it covers for each byte of choices. Of certificates with more than a
    /// few thousand choices none seen has more than six.
    const POSITIONS_PER_BYTE: usize = 8;

    /// The most bytes of a file that can be read. A longer one is refused.
    pub const MOST_BYTES: usize = 1 << 25;

    /// Makes a claim, true or not: `winner` wins within `plies` plies by these choices.
    ///
    /// A claim of more plies than there are positions can be written, but no reader accepts it.
    pub fn new(game: impl Into<ClaimedGame>, winner: Side, plies: u32, choices: Vec<u8>) -> Self {
        Self {
            game: game.into(),
            winner,
            plies,
            choices,
        }
    }

    /// The certificate of the strategy that makes the move `choose` says, for the winner, in every
    /// canonical position in which the winner chooses and cannot complete a goal. What is returned
    /// has been checked.
    ///
    /// # Errors
    /// If the strategy does not win within the plies, has no choice where it needs one, or has more
    /// positions than a reader accepts.
    pub fn of_strategy(
        game: impl Into<ClaimedGame>,
        winner: Side,
        plies: u32,
        mut choose: impl FnMut(&Position) -> Option<Move>,
    ) -> Result<Self, WinFailure> {
        let mut certificate = Self::new(game, winner, plies, Vec::new());
        let mut choices = Vec::new();
        let walk = certificate.walk(Self::MOST_POSITIONS);
        let checked = walk.run(&mut |position, moves| {
            let chosen = choose(position).ok_or(NO_CHOICE)?;
            let number = moves.iter().position(|&legal| legal == chosen);
            let number =
                number.ok_or_else(|| format!("expected a legal choice, found {chosen}"))?;
            // Four pieces have fewer than 256 slides on a board of 64 circles.
            choices.push(number as u8);
            Ok(number)
        })?;
        certificate.choices = choices;
        certificate.check_positions(checked.positions)?;
        Ok(certificate)
    }

    /// Checks that a reader accepts this many positions.
    fn check_positions(&self, found: usize) -> Result<(), WinFailure> {
        let most = self.most_positions();
        if found > most {
            let reason = format!("expected at most {most} positions in a file, found {found}");
            return Err(WinFailure::At {
                position: Position::EMPTY,
                played: 0,
                reason,
            });
        }
        Ok(())
    }

    /// Plays the strategy against everything the other side can do, by the rules alone.
    ///
    /// Time and memory are in proportion to the number of positions, some 60 bytes for each. The
    /// check refuses more than a million positions plus eight for each byte that the choices take
    /// in a file, and more than [`Certificate::MOST_POSITIONS`] in any case. So a small file cannot
    /// demand much memory.
    ///
    /// # Errors
    /// If the claim is not proved, where and why.
    pub fn check(&self) -> Result<Checked, WinFailure> {
        let mut unread = self.choices.iter();
        let walk = self.walk(self.most_positions());
        let checked = walk.run(&mut |_, _| {
            let choice = unread.next().ok_or(NO_CHOICE)?;
            Ok(usize::from(*choice))
        })?;
        match unread.len() {
            0 => Ok(checked),
            left => Err(WinFailure::Unused {
                expected: self.choices.len() - left,
                found: self.choices.len(),
            }),
        }
    }

    /// The walk through the claim, which visits at most `limit` positions.
    fn walk(&self, limit: usize) -> Walk {
        Walk::new(&self.game, self.winner, self.plies, limit)
    }

    fn most_positions(&self) -> usize {
        let bits = self.choices.len() * choice_width(&self.choices) as usize;
        let bytes = bits.div_ceil(8);
        (Self::POSITIONS_AT_LEAST + Self::POSITIONS_PER_BYTE * bytes).min(Self::MOST_POSITIONS)
    }

    /// The most plies that a win can take under some rules: no position comes twice. Those of the
    /// slide phase are the sets of one side's pieces times those of the other's among the other
    /// circles, with either side to move.
    pub(crate) fn most_plies(rules: &Rules) -> u32 {
        let circles = rules.board().circle_count();
        let sets = binomial(circles, PIECES) * binomial(circles - PIECES, PIECES);
        u32::try_from(2 * sets + 2 * PIECES as u64).unwrap_or(u32::MAX)
    }

    /// The variant, if the rules have a name.
    pub fn variant(&self) -> Option<Variant> {
        self.game.variant()
    }

    /// The points that the winner forces at least; `None` if the game is not for points.
    pub fn points(&self) -> Option<u8> {
        self.game.points()
    }
}

/// The bits that each of these choices takes: as many as the largest needs, but at least one, so
/// that the length of a file bounds the choices it has.
pub(crate) fn choice_width(choices: &[u8]) -> u32 {
    let largest = choices.iter().copied().max().unwrap_or(0);
    (u8::BITS - largest.leading_zeros()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A million positions, eight for each byte that the choices take, and no more than 2^24.
    #[test]
    fn a_reader_accepts_the_documented_number_of_positions() {
        let rules = Rules::builder().build().unwrap();
        // A hundred choices of three bits take 38 bytes.
        for (choices, most) in [
            (vec![], 1 << 20),
            (vec![7; 100], (1 << 20) + 8 * 38),
            (vec![255; 1 << 21], 1 << 24),
        ] {
            let certificate = Certificate::new(&rules, Side::Black, 0, choices);
            assert_eq!(certificate.check_positions(most), Ok(()));
            let refused = certificate.check_positions(most + 1).unwrap_err();
            let expected = format!("expected at most {most} positions in a file");
            assert!(refused.to_string().contains(&expected), "{refused}");
        }
    }
}
