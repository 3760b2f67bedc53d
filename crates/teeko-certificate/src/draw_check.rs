//! The check of a certificate of a draw, by the rules alone.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use teeko_rules::work::{Counter, Observer, to_the_end};
use teeko_rules::{Circles, Move, Position, Rules, Side, Status, SymmetryGroup};

use crate::error::DrawFailure;
use crate::gaps::encoded;
use crate::numbering::Numbering;
use crate::{DrawCertificate, Proof};

/// The positions that are checked between two reports of progress.
const CHUNK: usize = 512;

/// What a strategy that holds covers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CheckedStrategy {
    /// The positions that the side keeps the game in, up to symmetry.
    pub positions: usize,
    /// The moves of the other side in them, each of which has an answer.
    pub moves: u64,
}

impl DrawCertificate {
    /// Checks that each strategy answers every move of the other side, by the rules alone, and that
    /// a reader accepts its file. Returns what Black's covers, then Red's.
    ///
    /// Uses the current rayon thread pool. Besides the certificate itself it takes next to no
    /// memory.
    ///
    /// # Errors
    /// The first failure, in the order of the file, if the claim is not proved.
    pub fn check(&self) -> Result<[CheckedStrategy; 2], DrawFailure> {
        self.check_with(&to_the_end)
    }

    /// The same with an observer, which receives the positions checked so far; after a `Break` the
    /// check ends with [`DrawFailure::Stopped`].
    ///
    /// # Errors
    /// As for [`DrawCertificate::check`].
    pub fn check_with(&self, observe: Observer<'_>) -> Result<[CheckedStrategy; 2], DrawFailure> {
        let total = self
            .numbers
            .iter()
            .map(|numbers| numbers.len() as u64)
            .sum();
        let counter = Counter::new(total, observe);
        let rules = &self.game.played();
        let check = |own| {
            let members = Members::new(rules, own, &self.numbers[own as usize]);
            Strategy {
                rules,
                own,
                members,
            }
            .check(&counter)
        };
        let checked = [check(Side::Black)?, check(Side::Red)?];
        match self.to_bytes().len() {
            found if found > Proof::MOST_BYTES => Err(DrawFailure::TooLong {
                expected: Proof::MOST_BYTES,
                found,
            }),
            _ => Ok(checked),
        }
    }
}

/// The positions of a set, by the own side's circles: strategies use few sets of these, so most
/// positions that are searched for are known not to be there at once.
struct Members<'a> {
    symmetries: SymmetryGroup,
    numbering: Numbering,
    numbers: &'a [u64],
    /// By an image of own circles and the number of pieces on the board.
    groups: HashMap<(Circles, usize), Vec<Group>>,
}

/// A symmetry that maps an image onto own circles of the set, and the places of their numbers.
type Group = (usize, Range<usize>);

impl<'a> Members<'a> {
    fn new(rules: &Rules, own: Side, numbers: &'a [u64]) -> Self {
        let (symmetries, numbering) = (rules.symmetries(), Numbering::new(rules.board(), own));
        let key = |number: &u64| {
            let position = numbering.position(*number, own.other())?;
            Some((position.pieces(own), position.layer()))
        };
        let (mut groups, mut begin) = (HashMap::<_, Vec<Group>>::new(), 0);
        for group in numbers.chunk_by(|one, next| key(one) == key(next)) {
            let places = begin..begin + group.len();
            begin = places.end;
            // The check of each number reports those that no position has.
            let Some((circles, pieces)) = key(&group[0]) else {
                continue;
            };
            for element in 0..symmetries.order() {
                let image = (symmetries.apply(element, circles), pieces);
                let back = (symmetries.inverse(element), places.clone());
                groups.entry(image).or_default().push(back);
            }
        }
        Self {
            symmetries,
            numbering,
            numbers,
            groups,
        }
    }

    /// Returns whether an image of a position is in the set.
    fn contain(&self, own: Circles, other: Circles) -> bool {
        let groups = self.groups.get(&(own, own.len() + other.len()));
        groups.into_iter().flatten().any(|(symmetry, places)| {
            let sets = [own, other].map(|circles| self.symmetries.apply(*symmetry, circles));
            let number = self.numbering.number(sets.into());
            self.numbers[places.clone()].binary_search(&number).is_ok()
        })
    }
}

struct Strategy<'a> {
    rules: &'a Rules,
    own: Side,
    members: Members<'a>,
}

impl Strategy<'_> {
    fn check(&self, counter: &Counter<'_>) -> Result<CheckedStrategy, DrawFailure> {
        let (numbers, found) = (self.members.numbers, self.members.numbers.len());
        let most = DrawCertificate::most_positions(encoded(numbers).len());
        if found > most {
            let reason = format!("expected at most {most} positions in the file, found {found}");
            return Err(self.failure(&Position::EMPTY, reason));
        }
        if !self.serves(&Position::EMPTY) {
            let start = "expected the empty board, or what follows a first choice there, among the \
                         positions, found neither";
            return Err(self.failure(&Position::EMPTY, start.to_owned()));
        }
        let check_chunk = |chunk: &[u64]| {
            let moves = chunk
                .iter()
                .map(|&number| self.check_number(number))
                .sum::<Result<u64, DrawFailure>>()?;
            counter.advance(chunk.len() as u64)?;
            Ok(moves)
        };
        // In the order of the file, so that the failure reported does not depend on the threads.
        let chunks: Vec<Result<u64, DrawFailure>> =
            numbers.par_chunks(CHUNK).map(check_chunk).collect();
        let moves = chunks.into_iter().sum::<Result<u64, DrawFailure>>()?;
        Ok(CheckedStrategy {
            positions: found,
            moves,
        })
    }

    /// Checks a position of the set. Returns the number of moves that the other side has.
    fn check_number(&self, number: u64) -> Result<u64, DrawFailure> {
        let Members {
            symmetries,
            numbering,
            ..
        } = &self.members;
        let position = numbering
            .position(number, self.own.other())
            .ok_or_else(|| {
                let reason = format!("expected the number of a position, found {number}");
                self.failure(&Position::EMPTY, reason)
            })?;
        let open = self.rules.status(&position) == Status::Open;
        if !open || self.rules.chooser(&position) == self.own {
            let reason = "expected a position in which play goes on and the other side chooses, \
                          found another";
            return Err(self.failure(&position, reason.to_owned()));
        }
        if numbering.canonical(symmetries, &position) != number {
            let reason = "expected the least of its symmetric images, found another";
            return Err(self.failure(&position, reason.to_owned()));
        }
        self.answers_all(&position)
    }

    /// Checks that each choice of the other side's has an answer. Returns how many there are; where
    /// the other side then chooses once more, as at some drops, its further choices count too.
    fn answers_all(&self, position: &Position) -> Result<u64, DrawFailure> {
        let mut moves = 0;
        for played in self.rules.moves(position) {
            moves += 1;
            let next = position.after(played);
            if self.rules.status(&next) != Status::Open {
                if self.rules.winner(&next) == Some(self.own.other()) {
                    let reason = "expected no move that wins for the other side";
                    return Err(self.failure(position, format!("{reason}, found {played}")));
                }
            } else if self.rules.chooser(&next) != self.own {
                moves += self.answers_all(&next)?;
            } else if !self.has_answer(&next) {
                let answer = format!("expected an answer to {played} that leads back");
                let reason = format!("{answer} into the strategy's positions, found none");
                return Err(self.failure(position, reason));
            }
        }
        Ok(moves)
    }

    /// Whether the own side, which chooses, can end the game without losing or keep it in the set.
    /// Without a move the game is drawn.
    fn has_answer(&self, position: &Position) -> bool {
        let moves: Vec<Move> = self.rules.moves(position);
        let next = || moves.iter().map(|&played| position.after(played));
        // Nearly all answers lead back into the set, where no game is finished.
        moves.is_empty()
            || next().any(|next| self.contains(&next))
            || next().any(|next| self.serves(&next))
    }

    /// Whether a position is good enough: finished and not lost, in the set, or one in which the
    /// own side has such a choice.
    fn serves(&self, position: &Position) -> bool {
        if self.rules.status(position) != Status::Open {
            self.rules.winner(position) != Some(self.own.other())
        } else if self.rules.chooser(position) == self.own {
            self.has_answer(position)
        } else {
            self.contains(position)
        }
    }

    /// Whether a position is in the set. Each position there has been found, or will be, to be one
    /// in which play goes on.
    fn contains(&self, position: &Position) -> bool {
        // Numbers do not say who moves.
        self.rules.chooser(position) != self.own
            && self
                .members
                .contain(position.pieces(self.own), position.pieces(self.own.other()))
    }

    fn failure(&self, position: &Position, reason: String) -> DrawFailure {
        DrawFailure::At {
            side: self.own,
            position: *position,
            reason,
        }
    }
}
