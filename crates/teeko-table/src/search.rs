//! Positions from seven pieces on, by one or two plies of look-ahead.
//!
//! The replies to all moves of a position lead to thousands of positions of the slide phase. On
//! large boards each lies in another block, and decoding a block takes as long as a thousand
//! look-ups in it. So goals that are completed at once come first, which need no look-up, and then
//! the move that decided the position before. On 8 x 8, ranking the moves with five pieces on the
//! board then takes 0.2 to 0.4 s instead of 0.3 to 1.5 s.

use teeko_rules::{Circles, Move, Outcome, PIECES, Position, Rules, Status, Wdl};

use crate::error::Result;
use crate::table::Table;

impl Table {
    /// Returns the outcome of an open position of the slide phase.
    pub(crate) fn slide_outcome(&self, position: &Position) -> Result<Outcome> {
        match self.lost_in(position)? {
            Some(distance) => Ok(Outcome::Loss(distance)),
            None if self.wins_at_once(position) => Ok(Outcome::Win(1)),
            None => self.best_slide(position, None),
        }
    }

    /// Returns the outcome of an open position before the last drop.
    pub(crate) fn last_drop_outcome(&self, position: &Position) -> Result<Outcome> {
        let mut chosen = Chosen::new(self.rules(), position);
        let mut open = Vec::with_capacity(self.rules().board().circle_count());
        let threats = self.threats(position);
        for circle in self.rules().drops(position) {
            let next = position.after(Move::Drop(circle));
            match self.outcome_at_once(&next, threats) {
                Some(outcome) => chosen.compare(outcome),
                None => open.push(next),
            }
        }
        if chosen.chooser_wins() {
            // No win is faster.
            return Ok(chosen.outcome());
        }
        let mut not_lost = Vec::with_capacity(open.len());
        for next in open {
            match self.lost_in(&next)? {
                Some(distance) => chosen.compare(Outcome::Loss(distance)),
                None => not_lost.push(next),
            }
        }
        for next in not_lost {
            // The mover can win none of these positions.
            if chosen.mover_chooses && chosen.outcome >= Some(Outcome::Draw) {
                break;
            }
            let enough = chosen.outcome.filter(|_| chosen.mover_chooses);
            chosen.compare(self.best_slide(&next, enough)?);
        }
        Ok(chosen.outcome())
    }

    /// Returns the outcome of a position in which no slide wins at once and which is not lost. It
    /// ends early, at a win that may be too slow, if the drop before is no better than `enough`.
    fn best_slide(&self, position: &Position, enough: Option<Outcome>) -> Result<Outcome> {
        let mut best = Outcome::Draw;
        for slide in self.rules().slides(position) {
            let next = position.after(slide);
            if !self.ends_without_win(&next)
                && let Some(distance) = self.lost_in(&next)?
            {
                best = best.max(Outcome::Win(distance + 1));
                if enough >= Some(best.of_move()) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Returns whether a position has this result, or `None` if there is no such position.
    pub(crate) fn has_result(
        &self,
        position: &Position,
        result: Wdl,
        hints: &mut Hints,
    ) -> Result<Option<bool>> {
        let is_open =
            position.fits(self.rules().board()) && self.rules().status(position) == Status::Open;
        let layer = position.layer();
        if !is_open || result == Wdl::Draw || layer + 1 < 2 * PIECES {
            return Ok(self
                .outcome(position)?
                .map(|outcome| outcome.wdl() == result));
        }
        if layer < 2 * PIECES {
            self.expect_drop_file(layer)?;
            return self.last_drop_gives(position, result, hints).map(Some);
        }
        Ok(Some(match result {
            Wdl::Win => self.wins_at_once(position) || self.wins_later(position, hints)?,
            Wdl::Draw | Wdl::Loss => self.is_lost(position)?,
        }))
    }

    /// Returns whether an open position before the last drop is a win, or else whether it is a
    /// loss.
    fn last_drop_gives(&self, position: &Position, result: Wdl, hints: &mut Hints) -> Result<bool> {
        let mover_chooses = self.rules().chooser(position) == position.turn;
        // One drop decides: it gives this result to a chooser that wants it, or else avoids it.
        let is_wanted = (result == Wdl::Win) == mover_chooses;
        let threats = self.threats(position);
        let drops = self.rules().drops(position).into_iter().map(Move::Drop);
        let mut open = Vec::with_capacity(self.rules().board().circle_count());
        for drop in hint_first(hints.drop, drops) {
            let next = position.after(drop);
            match self.outcome_at_once(&next, threats) {
                None => open.push((drop, next)),
                Some(outcome) if (outcome.of_move().wdl() == result) == is_wanted => {
                    return Ok(is_wanted);
                }
                Some(_) => {}
            }
        }
        if mover_chooses {
            // One look-up shows that the position after a drop is lost, and one for each slide that
            // it is not won. So whether the mover wins with the last hint comes first.
            let hint = hints.drop;
            let decode = |drop| result == Wdl::Win || Some(drop) == hint;
            if let Some(drop) = self.find_lost(open.iter().copied(), decode)? {
                hints.drop = Some(drop);
                return Ok(result == Wdl::Win);
            }
            if result == Wdl::Win {
                return Ok(false);
            }
        }
        for (drop, next) in open {
            let gives = match result {
                Wdl::Win => self.is_lost(&next)?,
                Wdl::Draw | Wdl::Loss => self.wins_later(&next, hints)?,
            };
            if gives == is_wanted {
                hints.drop = Some(drop);
                return Ok(gives);
            }
        }
        Ok(!is_wanted)
    }

    /// Returns whether a slide wins, for a position in which none wins at once.
    fn wins_later(&self, position: &Position, hints: &mut Hints) -> Result<bool> {
        let slides = hint_first(hints.slide, self.rules().slides(position));
        let winning =
            self.find_lost(slides.map(|slide| (slide, position.after(slide))), |_| true)?;
        hints.slide = winning.or(hints.slide);
        Ok(winning.is_some())
    }

    /// Returns a move to a lost, unfinished position, given the moves and the positions after them.
    /// Looks into blocks that are decoded already, then decodes those of the chosen moves.
    fn find_lost(
        &self,
        moves: impl Iterator<Item = (Move, Position)>,
        decode: impl Fn(Move) -> bool,
    ) -> Result<Option<Move>> {
        let mut unknown = Vec::new();
        for (played, next) in moves {
            match self.is_known_lost(&next) {
                Some(true) if !self.ends_without_win(&next) => return Ok(Some(played)),
                None if decode(played) => unknown.push((played, next)),
                Some(_) | None => {}
            }
        }
        for (played, next) in unknown {
            if self.is_lost(&next)? && !self.ends_without_win(&next) {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }

    /// Whether the game is finished and the side that has just moved has not won.
    fn ends_without_win(&self, position: &Position) -> bool {
        matches!(self.rules().status(position), Status::Gift | Status::Void)
    }

    /// Returns the outcome after the last drop if it needs no look-up: the game is finished, or a
    /// slide to one of the `threats` wins.
    fn outcome_at_once(&self, next: &Position, threats: Circles) -> Option<Outcome> {
        let wins = || !next.occupied().contains_all(threats) && self.wins_at_once(next);
        self.rules()
            .status(next)
            .ended()
            .or_else(|| wins().then_some(Outcome::Win(1)))
    }

    /// Whether a slide completes a goal.
    fn wins_at_once(&self, position: &Position) -> bool {
        let ends = |slide| self.rules().status(&position.after(slide)) == Status::Over;
        self.rules().slides(position).any(ends)
    }

    /// Returns the circles on which the opponent may complete a goal with its first slide after the
    /// last drop. Finding them once for all drops takes less time than trying all slides.
    fn threats(&self, position: &Position) -> Circles {
        let (mover, opponent) = (position.mover(), position.opponent());
        let of_piece = |piece| {
            let completions = self
                .rules()
                .goals()
                .completions(opponent.without(piece), mover);
            completions & self.rules().targets(piece)
        };
        opponent
            .into_iter()
            .map(of_piece)
            .fold(Circles::EMPTY, |all, circles| all | circles)
    }
}

/// The outcome of the drop that the chooser prefers of those compared.
///
/// The pass rule changes nothing: for the pointer, leaving the choice to the mover is never better
/// than pointing at the circle that the mover would choose.
pub(crate) struct Chosen {
    mover_chooses: bool,
    /// For the mover.
    outcome: Option<Outcome>,
}

impl Chosen {
    /// Begins to compare the drops in a position.
    pub(crate) fn new(rules: &Rules, position: &Position) -> Self {
        Self {
            mover_chooses: rules.chooser(position) == position.turn,
            outcome: None,
        }
    }

    /// Compares a drop, given the outcome of the position after it.
    pub(crate) fn compare(&mut self, next: Outcome) {
        let outcome = next.of_move();
        self.outcome = Some(match self.outcome {
            None => outcome,
            Some(best) if self.mover_chooses => best.max(outcome),
            Some(worst) => worst.min(outcome),
        });
    }

    fn chooser_wins(&self) -> bool {
        let wanted = if self.mover_chooses {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        self.outcome.is_some_and(|outcome| outcome.wdl() == wanted)
    }

    /// Returns the outcome. There is always a free circle: the smallest board is 4 x 4.
    pub(crate) fn outcome(&self) -> Outcome {
        self.outcome.unwrap_or(Outcome::Draw)
    }
}

/// The moves that decided the last position. More of them find little more.
#[derive(Default)]
pub(crate) struct Hints {
    drop: Option<Move>,
    slide: Option<Move>,
}

/// Returns the moves, the hint first if it is one of them.
fn hint_first(
    hint: Option<Move>,
    moves: impl Iterator<Item = Move> + Clone,
) -> impl Iterator<Item = Move> {
    let is_hint = move |found: &Move| Some(*found) == hint;
    moves
        .clone()
        .find(is_hint)
        .into_iter()
        .chain(moves.filter(move |found| !is_hint(found)))
}
