//! The check of a certificate of a draw, by the rules alone.
//!
//! A set of positions that a side can keep the game in without ever losing proves that it does not
//! lose, since play without end is a draw. Numbers sort by the number of pieces and then by the own
//! circles (`numbering.rs`), so the positions with the same own circles and number of pieces are
//! one slice.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use teeko_rules::work::{Counter, Observer, to_the_end};
use teeko_rules::{Circles, Move, Position, Rules, Side, Status, SymmetryGroup};

use crate::error::DrawFailure;
use crate::numbering::Numbering;
use crate::{DrawCertificate, OutOfMemory, Proof, memory};

/// The positions that are checked between two reports of progress.
const CHUNK: usize = 512;

/// The counts of a strategy that holds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CheckedStrategy {
    /// The positions that the side keeps the game in, up to symmetry.
    pub positions: usize,
    /// The moves of the other side in them, each of which has an answer.
    pub moves: u64,
}

impl DrawCertificate {
    /// Checks that each strategy answers every move of the other side, by the rules alone. Returns
    /// what Black's covers, then Red's.
    ///
    /// Uses the current rayon thread pool. Besides the certificate itself it takes little memory:
    /// for each set of own circles some 300 bytes.
    ///
    /// # Errors
    /// The first failure that is found, if the claim is not proved.
    pub fn check(&self) -> Result<[CheckedStrategy; 2], DrawFailure> {
        self.check_with(&to_the_end)
    }

    /// The same with an observer, which receives the positions checked so far; after a `Break` the
    /// check ends with [`DrawFailure::Stopped`].
    ///
    /// # Errors
    /// As for [`DrawCertificate::check`].
    pub fn check_with(&self, observe: Observer<'_>) -> Result<[CheckedStrategy; 2], DrawFailure> {
        let total = self.numbers.iter().map(Vec::len).sum::<usize>() as u64;
        let counter = Counter::new(total, observe);
        let rules = self.game.played();
        let [blacks, reds] = &self.numbers;
        let black = Strategy::new(&rules, Side::Black, blacks).check(&counter)?;
        let red = Strategy::new(&rules, Side::Red, reds).check(&counter)?;
        Ok([black, red])
    }

    /// Checks that a reader accepts the file of this certificate, which is then made.
    ///
    /// # Errors
    /// If it has too many positions or too many bytes.
    pub fn check_length(&self) -> Result<(), DrawFailure> {
        for (side, numbers) in [Side::Black, Side::Red].into_iter().zip(&self.numbers) {
            check_count(side, numbers.len())?;
        }
        check_bytes(self.to_bytes().len())
    }
}

/// Checks that a side has no more positions than a reader accepts.
fn check_count(side: Side, found: usize) -> Result<(), DrawFailure> {
    let most = DrawCertificate::MOST_POSITIONS;
    if found > most {
        let reason = format!("expected at most {most} positions in the file, found {found}");
        return Err(failure(side, &Position::EMPTY, reason));
    }
    Ok(())
}

/// Checks that a file has no more bytes than a reader accepts.
fn check_bytes(found: usize) -> Result<(), DrawFailure> {
    let expected = Proof::MOST_BYTES;
    if found > expected {
        return Err(DrawFailure::TooLong { expected, found });
    }
    Ok(())
}

/// The numbers of a strategy's positions, grouped by the own side's circles. Strategies use few
/// sets of own circles, so most positions outside the strategy are of no group and need no search.
struct Members<'a> {
    numbers: &'a [u64],
    /// By an image of own circles and the number of pieces on the board.
    groups: HashMap<(Circles, usize), Group>,
}

/// The numbers of the positions with the same own circles and the same number of pieces.
struct Group {
    places: Range<usize>,
    /// The symmetries that map the image onto these own circles, as bits.
    symmetries: u16,
}

impl<'a> Members<'a> {
    /// The positions of these numbers, each of which has been checked.
    fn new(strategy: &Strategy<'a>) -> Result<Self, OutOfMemory> {
        let mut members = Self {
            numbers: strategy.numbers,
            groups: HashMap::new(),
        };
        let mut begin = 0;
        let groups = strategy
            .numbers
            .chunk_by(|&one, &next| strategy.key(one) == strategy.key(next));
        for group in groups {
            let places = begin..begin + group.len();
            begin = places.end;
            if let Some(key) = strategy.key(group[0]) {
                members.add(key, &places, &strategy.symmetries)?;
            }
        }
        Ok(members)
    }

    /// Adds a group by each image of its own circles. No other group has the same image, since the
    /// own circles of each are the least of their images.
    fn add(
        &mut self,
        (circles, pieces): (Circles, usize),
        places: &Range<usize>,
        symmetries: &SymmetryGroup,
    ) -> Result<(), OutOfMemory> {
        for element in 0..symmetries.order() {
            memory::grow_map(&mut self.groups)?;
            let image = symmetries.apply(element, circles);
            let group = self.groups.entry((image, pieces)).or_insert(Group {
                places: places.clone(),
                symmetries: 0,
            });
            group.symmetries |= 1 << symmetries.inverse(element);
        }
        Ok(())
    }

    /// Returns whether an image of a position is in the set.
    fn contain(&self, strategy: &Strategy<'_>, own: Circles, other: Circles) -> bool {
        let Some(group) = self.groups.get(&(own, own.len() + other.len())) else {
            return false;
        };
        let numbers = &self.numbers[group.places.clone()];
        let symmetries = &strategy.symmetries;
        for element in 0..symmetries.order() {
            if group.symmetries >> element & 1 == 0 {
                continue;
            }
            let own = symmetries.apply(element, own);
            let other = symmetries.apply(element, other);
            let number = strategy.numbering.number((own, other));
            if numbers.binary_search(&number).is_ok() {
                return true;
            }
        }
        false
    }
}

/// A strategy that is being checked.
struct Strategy<'a> {
    rules: &'a Rules,
    own: Side,
    symmetries: SymmetryGroup,
    numbering: Numbering,
    numbers: &'a [u64],
}

impl<'a> Strategy<'a> {
    fn new(rules: &'a Rules, own: Side, numbers: &'a [u64]) -> Self {
        Self {
            rules,
            own,
            symmetries: rules.symmetries(),
            numbering: Numbering::new(rules.board(), own),
            numbers,
        }
    }

    /// Returns the own side's circles in the position of a number, and how many pieces there are.
    fn key(&self, number: u64) -> Option<(Circles, usize)> {
        let position = self.numbering.position(number, self.own.other())?;
        Some((position.pieces(self.own), position.layer()))
    }

    /// Checks the strategy. What takes little comes first, so that a file that fails costs little.
    fn check(&self, counter: &Counter<'_>) -> Result<CheckedStrategy, DrawFailure> {
        self.sum(|numbers| self.check_numbers(numbers, counter))?;
        let play = Play {
            strategy: self,
            members: Members::new(self)?,
        };
        play.check_start()?;
        let moves = self.sum(|numbers| play.answers(numbers, counter))?;
        Ok(CheckedStrategy {
            positions: self.numbers.len(),
            moves,
        })
    }

    /// Checks all numbers, in chunks on all threads, and adds up what the check returns. The first
    /// failure in the order of the file ends it, for any number of threads.
    fn sum(
        &self,
        check: impl Fn(&[u64]) -> Result<u64, DrawFailure> + Sync,
    ) -> Result<u64, DrawFailure> {
        let first_failed = AtomicUsize::new(usize::MAX);
        let chunks = self.numbers.par_chunks(CHUNK).enumerate();
        let sums: Vec<Result<u64, DrawFailure>> = chunks
            .map(|(place, chunk)| {
                if place > first_failed.load(Ordering::Relaxed) {
                    return Ok(0);
                }
                let sum = check(chunk);
                if sum.is_err() {
                    first_failed.fetch_min(place, Ordering::Relaxed);
                }
                sum
            })
            .collect();
        sums.into_iter().sum()
    }

    /// Checks numbers by themselves, and that the observer has not stopped the check. There is
    /// nothing to add up.
    fn check_numbers(&self, numbers: &[u64], counter: &Counter<'_>) -> Result<u64, DrawFailure> {
        for &number in numbers {
            self.check_number(number)?;
        }
        counter.advance(0)?;
        Ok(0)
    }

    /// Checks that a number is that of a position which can be in the set.
    fn check_number(&self, number: u64) -> Result<(), DrawFailure> {
        let position = self.position(number)?;
        let is_open = self.rules.status(&position) == Status::Open;
        if !is_open || self.rules.chooser(&position) == self.own {
            let reason = "expected a position in which play goes on and the other side chooses, \
                          found another";
            return Err(self.failure(&position, reason.to_owned()));
        }
        if self.numbering.canonical(&self.symmetries, &position) != number {
            let reason = "expected the least of its symmetric images, found another";
            return Err(self.failure(&position, reason.to_owned()));
        }
        Ok(())
    }

    fn position(&self, number: u64) -> Result<Position, DrawFailure> {
        let position = self.numbering.position(number, self.own.other());
        position.ok_or_else(|| {
            let reason = format!("expected the number of a position, found {number}");
            self.failure(&Position::EMPTY, reason)
        })
    }

    fn failure(&self, position: &Position, reason: String) -> DrawFailure {
        failure(self.own, position, reason)
    }
}

/// Play by a strategy.
struct Play<'a> {
    strategy: &'a Strategy<'a>,
    members: Members<'a>,
}

impl Play<'_> {
    /// Checks that the own side can keep the game in the set from the start.
    fn check_start(&self) -> Result<(), DrawFailure> {
        if self.serves(&Position::EMPTY) {
            return Ok(());
        }
        let reason = "expected the empty board, or what follows a first choice there, among the \
                      positions, found neither";
        Err(self.strategy.failure(&Position::EMPTY, reason.to_owned()))
    }

    /// Checks that each move of the other side's in some positions has an answer. Returns how many
    /// there are.
    fn answers(&self, numbers: &[u64], counter: &Counter<'_>) -> Result<u64, DrawFailure> {
        let mut moves = 0;
        for &number in numbers {
            moves += self.answers_all(&self.strategy.position(number)?)?;
        }
        counter.advance(numbers.len() as u64)?;
        Ok(moves)
    }

    /// Checks that each choice of the other side's has an answer. Returns how many there are; where
    /// the other side then chooses once more, as at some drops, its further choices count too.
    fn answers_all(&self, position: &Position) -> Result<u64, DrawFailure> {
        let mut moves = 0;
        let rules = self.strategy.rules;
        let own = self.strategy.own;
        for played in rules.moves(position) {
            moves += 1;
            let next = position.after(played);
            if rules.status(&next) != Status::Open {
                if rules.winner(&next) == Some(own.other()) {
                    let reason =
                        format!("expected no move that wins for the other side, found {played}");
                    return Err(self.strategy.failure(position, reason));
                }
            } else if rules.chooser(&next) != own {
                moves += self.answers_all(&next)?;
            } else if !self.has_answer(&next) {
                let reason = format!(
                    "expected an answer to {played} that leads back into the strategy's \
                     positions, found none"
                );
                return Err(self.strategy.failure(position, reason));
            }
        }
        Ok(moves)
    }

    /// Whether the own side, which chooses, can end the game without losing or keep it in the set.
    /// Without a move the game is drawn.
    fn has_answer(&self, position: &Position) -> bool {
        let moves: Vec<Move> = self.strategy.rules.moves(position);
        // Nearly all answers lead back into the set, where no game is finished.
        moves.is_empty()
            || moves
                .iter()
                .any(|&played| self.contains(&position.after(played)))
            || moves
                .iter()
                .any(|&played| self.serves(&position.after(played)))
    }

    /// Whether a position is good enough: finished and not lost, in the set, or one in which the
    /// own side has such a choice.
    fn serves(&self, position: &Position) -> bool {
        let rules = self.strategy.rules;
        let own = self.strategy.own;
        if rules.status(position) != Status::Open {
            rules.winner(position) != Some(own.other())
        } else if rules.chooser(position) == own {
            self.has_answer(position)
        } else {
            self.contains(position)
        }
    }

    /// Whether a position is in the set. In all positions of the set the game continues.
    fn contains(&self, position: &Position) -> bool {
        let own = self.strategy.own;
        // Numbers do not say who moves.
        self.strategy.rules.chooser(position) != own
            && self.members.contain(
                self.strategy,
                position.pieces(own),
                position.pieces(own.other()),
            )
    }
}

fn failure(side: Side, position: &Position, reason: String) -> DrawFailure {
    DrawFailure::At {
        side,
        position: *position,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClaimedGame;

    #[test]
    fn a_file_is_no_longer_than_a_reader_accepts() {
        let most = DrawCertificate::MOST_POSITIONS;
        assert_eq!(check_count(Side::Red, most), Ok(()));
        let many = DrawCertificate {
            game: ClaimedGame::new(&Rules::builder().build().unwrap()),
            numbers: [Vec::new(), vec![0; most + 1]],
        };
        let refused = many.check_length().unwrap_err().to_string();
        assert!(refused.starts_with("Red's strategy"), "{refused}");
        let expected = "expected at most 16777216 positions in the file, found 16777217";
        assert!(refused.ends_with(expected), "{refused}");

        let expected = Proof::MOST_BYTES;
        assert_eq!(check_bytes(expected), Ok(()));
        let found = expected + 1;
        let refused = DrawFailure::TooLong { expected, found };
        assert_eq!(check_bytes(found), Err(refused));
    }
}
