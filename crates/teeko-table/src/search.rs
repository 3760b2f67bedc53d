//! The outcome of a position from what the files store of the positions after its moves.
//!
//! A slide file says which positions are lost, and in how many plies. A drop file has the even
//! layers. What follows from these is found by an alpha-beta search of one ply, or of two before
//! the last drop. [`Search`] is the only place that says how.
//!
//! On large boards each look-up is in another block, and decoding a block takes as long as a
//! thousand look-ups in it. So a search begins with goals that are completed at once, which need no
//! look-up. Then come the move that decided the position before, and the blocks that the cache has.
//! On 8 x 8, ranking the moves with five pieces on the board then takes 0.2 to 0.4 s instead of 0.3
//! to 1.5 s.

use teeko_rules::{Circles, Move, Outcome, PIECES, Position, Rules, Status, Wdl};

use crate::error::Result;
use crate::table::Table;

/// The outcomes that a search tells apart: those above `low` and below `high`.
///
/// A search returns such an outcome as it is. For any other it may return another one that is on
/// the same side of the bound.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    low: Outcome,
    high: Outcome,
}

impl Bound {
    /// Tells all outcomes of an unfinished position apart: none is better than a win in one ply.
    pub(crate) const EXACT: Self = Self {
        low: Outcome::Loss(0),
        high: Outcome::Win(1),
    };

    /// Tells wins apart, and no other outcomes.
    pub(crate) const WINS: Self = Self {
        low: Outcome::Draw,
        high: Outcome::Win(1),
    };

    /// Tells outcomes with a result from all others.
    const fn of_result(result: Wdl) -> Self {
        let slowest_win = Outcome::Win(u32::MAX);
        let slowest_loss = Outcome::Loss(u32::MAX);
        let (low, high) = match result {
            Wdl::Win => (Outcome::Draw, slowest_win),
            Wdl::Draw => (slowest_loss, slowest_win),
            Wdl::Loss => (slowest_loss, Outcome::Draw),
        };
        Self { low, high }
    }

    /// Returns the bound on the outcome after a move, for the other side.
    const fn after_move(self) -> Self {
        Self {
            low: before_move(self.high),
            high: before_move(self.low),
        }
    }
}

/// Returns the outcome of the position that a move leads to, given that of the move: the inverse of
/// [`Outcome::of_move`].
const fn before_move(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(plies) => Outcome::Loss(plies.saturating_sub(1)),
        Outcome::Loss(plies) => Outcome::Win(plies.saturating_sub(1)),
        Outcome::Draw => Outcome::Draw,
    }
}

/// A search in the tables, for the outcomes of one position or of several similar ones.
pub(crate) struct Search<'a> {
    table: &'a Table,
    /// Whether the distances of losses matter. If they do not, the cache keeps a bit for each
    /// position, and a loss stands for one in 0 plies.
    needs_distances: bool,
    /// The drop that decided the last position. Older ones decide few.
    killer_drop: Option<Move>,
    /// The slide that decided the last position.
    killer_slide: Option<Move>,
}

impl<'a> Search<'a> {
    /// A search for outcomes with their distances.
    pub(crate) fn exact(table: &'a Table) -> Self {
        Self {
            table,
            needs_distances: true,
            killer_drop: None,
            killer_slide: None,
        }
    }

    /// A search for results alone.
    pub(crate) fn for_results(table: &'a Table) -> Self {
        Self {
            needs_distances: false,
            ..Self::exact(table)
        }
    }

    /// Returns the tables that are searched.
    pub(crate) fn table(&self) -> &'a Table {
        self.table
    }

    /// Returns whether an open position has a result.
    pub(crate) fn has_result(&mut self, position: &Position, result: Wdl) -> Result<bool> {
        let outcome = self.outcome(position, Bound::of_result(result))?;
        Ok(outcome.wdl() == result)
    }

    /// Returns the outcome of an open position, as far as the bound asks for it.
    pub(crate) fn outcome(&mut self, position: &Position, bound: Bound) -> Result<Outcome> {
        let layer = position.layer();
        if layer < 2 * PIECES {
            self.table.expect_drop_file(layer)?;
            return if layer.is_multiple_of(2) {
                self.table.stored_drop(position)
            } else {
                self.best_drop(position, bound)
            };
        }
        if bound.high > Outcome::Draw && self.can_complete_goal(position) {
            return Ok(Outcome::Win(1));
        }
        self.best_slide(position, bound)
    }

    /// Returns the outcome of an open position before a drop of an odd layer.
    fn best_drop(&mut self, position: &Position, bound: Bound) -> Result<Outcome> {
        let mut choice = Choice::of_drops(self.table.rules(), position, bound);
        let mut drops = self.compare_goals(position, &mut choice);
        if choice.is_made() {
            return Ok(choice.outcome());
        }
        self.compare_stored(&mut drops, &mut choice)?;
        // None of the other drops leads to a win: those that are `NotLost` lead to no loss of the
        // opponent, and others are `Unknown` only if the bound excludes wins or the choice is made.
        drops.retain(|drop| !matches!(drop.stored, Stored::Outcome(_)));
        choice.bound.high = choice.bound.high.min(Outcome::Draw);
        for drop in &drops {
            if choice.is_made() {
                break;
            }
            let slides = self.best_slide(&drop.next, choice.bound.after_move())?;
            choice.compare(slides);
            if choice.is_made() {
                self.killer_drop = Some(drop.played);
            }
        }
        Ok(choice.outcome())
    }

    /// Returns the outcome of an open position of the slide phase in which no slide completes a
    /// goal. With [`Bound::WINS`] the position itself need not be one that the file stores.
    pub(crate) fn best_slide(&mut self, position: &Position, bound: Bound) -> Result<Outcome> {
        if bound.low < Outcome::Draw
            && let Stored::Outcome(loss) = self.look_up(position, true)?
        {
            return Ok(loss);
        }
        let mut choice = Choice::of_slides(bound);
        if !choice.is_made() {
            let slides = self.table.rules().slides(position);
            let mut slides = self.replies(position, slides, self.killer_slide);
            self.compare_stored(&mut slides, &mut choice)?;
        }
        Ok(choice.outcome())
    }

    /// Compares the drops whose outcome follows from goals alone, without a look-up: the game is
    /// finished, or the next slide completes a goal. Returns the other drops.
    fn compare_goals(&self, position: &Position, choice: &mut Choice) -> Vec<Reply> {
        let rules = self.table.rules();
        let is_last = position.layer() + 1 == 2 * PIECES;
        let threats = if is_last {
            Some(self.threats(position))
        } else {
            None
        };
        let drops = rules.drops(position).into_iter().map(Move::Drop);
        let mut replies = self.replies(position, drops, self.killer_drop);
        replies.retain(|reply| {
            if choice.is_made() {
                return false;
            }
            let decided = self.outcome_by_goals(&reply.next, threats);
            if let Some(outcome) = decided {
                choice.compare(outcome);
            }
            decided.is_none()
        });
        replies
    }

    /// Returns the outcome of a position after a drop if it needs no look-up. `threats` are the
    /// circles on which the next slide may complete a goal, `None` before the last drop.
    fn outcome_by_goals(&self, next: &Position, threats: Option<Circles>) -> Option<Outcome> {
        let ended = self.table.rules().status(next).ended();
        if ended.is_some() {
            return ended;
        }
        let has_threat = !next.occupied().contains_all(threats?);
        if has_threat && self.can_complete_goal(next) {
            Some(Outcome::Win(1))
        } else {
            None
        }
    }

    /// Compares the moves by what the files store of the positions after them, until the choice is
    /// made.
    ///
    /// If distances do not matter, the blocks of the slide phase that the cache has come first.
    fn compare_stored(&mut self, replies: &mut [Reply], choice: &mut Choice) -> Result<()> {
        for may_decode in [false, true] {
            for reply in replies.iter_mut() {
                let skips_block = may_decode && !self.is_worth_decoding(reply, choice);
                if !matches!(reply.stored, Stored::Unknown) || skips_block {
                    continue;
                }
                reply.stored = self.look_up(&reply.next, may_decode)?;
                choice.compare_stored(reply.stored);
                if choice.is_made() {
                    self.remember(reply.played);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns whether the block of a position after a move is worth decoding: if the bound still
    /// asks for wins of the mover, since of the slide phase a file has only losses of the side that
    /// moves next. The killer drop's block is even if not, if the mover chooses: it often wins here
    /// too, and one winning drop makes the choice. (Without this, asking for losses with seven
    /// pieces on 6 x 6 takes a third longer.)
    fn is_worth_decoding(&self, reply: &Reply, choice: &Choice) -> bool {
        let can_still_win = choice.bound.high > Outcome::Draw;
        let is_killer = Some(reply.played) == self.killer_drop;
        can_still_win || choice.mover_chooses && is_killer
    }

    /// Looks up what the files store of a position. Without `may_decode` a block that the cache
    /// does not have is not decoded, if distances do not matter.
    fn look_up(&self, position: &Position, may_decode: bool) -> Result<Stored> {
        let table = self.table;
        if position.layer() < 2 * PIECES {
            return Ok(Stored::Outcome(table.stored_drop(position)?));
        }
        let loss = if self.needs_distances {
            table.stored_loss(position)?
        } else {
            let is_lost = if may_decode {
                Some(table.is_lost(position)?)
            } else {
                table.is_known_lost(position)
            };
            match is_lost {
                None => return Ok(Stored::Unknown),
                Some(true) => Some(0),
                Some(false) => None,
            }
        };
        // A goal that is worth too little, or one of the other side's, may have ended the game.
        Ok(match loss {
            Some(plies) if table.rules().status(position) == Status::Open => {
                Stored::Outcome(Outcome::Loss(plies))
            }
            _ => Stored::NotLost,
        })
    }

    /// Lists moves with the positions after them, the killer move first.
    fn replies(
        &self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
        killer: Option<Move>,
    ) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(self.table.rules().board().circle_count());
        for played in moves {
            replies.push(Reply {
                played,
                next: position.after(played),
                stored: Stored::Unknown,
            });
            if Some(played) == killer {
                let last = replies.len() - 1;
                replies.swap(0, last);
            }
        }
        replies
    }

    /// Returns whether a slide completes a goal, in an attack one that is worth the points.
    pub(crate) fn can_complete_goal(&self, position: &Position) -> bool {
        let mut slides = self.table.rules().slides(position);
        slides.any(|slide| self.table.completes_goal(position, slide))
    }

    /// Returns the circles on which the opponent may complete a goal with its first slide after the
    /// last drop. Finding them once for all drops takes less time than trying all slides.
    fn threats(&self, position: &Position) -> Circles {
        let rules = self.table.rules();
        let opponent = position.opponent();
        let mut threats = Circles::EMPTY;
        for piece in opponent {
            let others = opponent.without(piece);
            let completions = rules.goals().completions(others, position.mover());
            threats = threats | (completions & rules.targets(piece));
        }
        threats
    }

    /// Keeps a move that has decided a position as the killer move.
    fn remember(&mut self, played: Move) {
        match played {
            Move::Slide { .. } => self.killer_slide = Some(played),
            Move::Drop(_) | Move::DropPiece { .. } => self.killer_drop = Some(played),
        }
    }
}

/// What the files store of a position.
#[derive(Clone, Copy)]
enum Stored {
    /// Not looked up yet, or not in a block that the cache has.
    Unknown,
    Outcome(Outcome),
    /// Won or drawn, in the slide phase.
    NotLost,
}

/// A move, and the position after it.
struct Reply {
    played: Move,
    next: Position,
    stored: Stored,
}

/// The outcome of the move that the chooser prefers of those compared, and the bound that is left
/// for the others.
///
/// The pass rule changes nothing: for the pointer, leaving the choice to the mover is never better
/// than pointing at the circle that the mover would choose.
struct Choice {
    mover_chooses: bool,
    bound: Bound,
    /// For the mover. `None` if no move has been compared.
    outcome: Option<Outcome>,
}

impl Choice {
    /// Begins to compare the drops in a position.
    fn of_drops(rules: &Rules, position: &Position, bound: Bound) -> Self {
        Self {
            mover_chooses: rules.chooser(position) == position.turn,
            bound: Bound {
                // A drop ends no game with a loss of the side that drops.
                low: bound.low.max(Outcome::Loss(2)),
                ..bound
            },
            outcome: None,
        }
    }

    /// Begins to compare the slides in a position that is not lost.
    fn of_slides(bound: Bound) -> Self {
        Self {
            mover_chooses: true,
            bound: Bound {
                low: bound.low.max(Outcome::Draw),
                ..bound
            },
            outcome: Some(Outcome::Draw),
        }
    }

    /// Compares a move, given the outcome of the position after it.
    fn compare(&mut self, next: Outcome) {
        let outcome = next.of_move();
        if self.mover_chooses {
            self.outcome = self.outcome.max(Some(outcome));
            self.bound.low = self.bound.low.max(outcome);
        } else {
            self.outcome = Some(self.outcome.map_or(outcome, |worst| worst.min(outcome)));
            self.bound.high = self.bound.high.min(outcome);
        }
    }

    /// Compares a move, given what is stored of the position after it.
    fn compare_stored(&mut self, stored: Stored) {
        match stored {
            Stored::Outcome(outcome) => self.compare(outcome),
            // The mover does not win if the opponent chooses this move.
            Stored::NotLost if !self.mover_chooses => self.compare(Outcome::Draw),
            Stored::NotLost | Stored::Unknown => {}
        }
    }

    /// Returns whether other moves make no difference that the bound asks for.
    fn is_made(&self) -> bool {
        self.bound.low >= self.bound.high
    }

    /// Returns the outcome. There is always a free circle: the smallest board is 4 x 4.
    fn outcome(&self) -> Outcome {
        self.outcome.unwrap_or(Outcome::Draw)
    }
}
