//! Play under a limit on take-backs, written out by states: slow and simple. It shares the rules
//! with `teeko_analysis::TakeBacks`, but no other code.

use std::collections::HashMap;
use std::mem::take;

use teeko_rules::{Circle, Circles, DropStyle, PIECES, Position, Rules, Side};

use crate::reference::subsets;

type Slide = (Circle, Circle);

/// The place of a last slide among those that lead to a set, and the number of take-backs.
type History = (usize, usize);

/// A slide from a set, with the number of the set that it leads to and its place among the slides
/// that lead there.
struct Next {
    slide: Slide,
    reached: usize,
    last: usize,
}

/// The slide phase of a rule set in which a side may take its own last slide back only a limited
/// number of times in a row. The holder is bound and wants not to lose. The attacker is bound or
/// free. A side that could only make a forbidden slide has lost.
///
/// A state is a position with the holder to move, and for each side that is bound its last slide
/// and the number of take-backs in a row that it has made.
pub struct ReferenceTakeBacks {
    rules: Rules,
    most: usize,
    binds_both: bool,
    sets: Vec<Circles>,
    /// By set: whether it is a goal.
    are_goals: Vec<bool>,
    next: Vec<Vec<Next>>,
    /// By set: the slides that lead to it, and none.
    last: Vec<Vec<Option<Slide>>>,
    /// By set of the attacker: where its last slides begin, in a row of those of all sets.
    rows: Vec<usize>,
    /// By set of the holder, its last slide, then in such a row: a bit for each count of the holder
    /// and each of the attacker.
    are_lost: Vec<Vec<Vec<u16>>>,
}

impl ReferenceTakeBacks {
    /// Solves the slide phase of rules whose goals have no empty circles and whose slides can all
    /// be taken back, with at most `most` take-backs in a row: at most 3, or 15 if the attacker is
    /// free.
    pub fn solve(rules: &Rules, most: usize, binds_both: bool) -> Self {
        let sets = subsets(rules.board(), PIECES);
        let mut last = Vec::new();
        for &set in &sets {
            last.push(last_slides(rules, set));
        }
        let mut next = Vec::new();
        let mut are_goals = Vec::new();
        for &set in &sets {
            next.push(next_slides(rules, set, &sets, &last));
            are_goals.push(rules.goals().is_unconditional(set));
        }
        // The last slide of a free attacker does not matter.
        let mut rows = vec![0];
        for last in &last {
            rows.push(rows[rows.len() - 1] + if binds_both { last.len() } else { 1 });
        }
        let mut are_lost = Vec::new();
        for last in &last {
            are_lost.push(vec![vec![0; rows[sets.len()]]; last.len()]);
        }
        let mut this = Self {
            rules: rules.clone(),
            most,
            binds_both,
            sets,
            are_goals,
            next,
            last,
            rows,
            are_lost,
        };
        this.lose_all();
        this
    }

    fn number(&self, set: Circles) -> usize {
        number(&self.sets, set)
    }

    fn bit(&self, holder_count: usize, attacker_count: usize) -> u16 {
        1 << (holder_count * self.attacker_counts() + attacker_count)
    }

    /// Returns the number of different counts of take-backs that the attacker can have.
    fn attacker_counts(&self) -> usize {
        if self.binds_both { self.most + 1 } else { 1 }
    }

    fn is_lost(&self, holder: usize, own: History, attacker: usize, other: History) -> bool {
        let bits = self.are_lost[holder][own.0][self.rows[attacker] + other.0];
        bits & self.bit(own.1, other.1) != 0
    }

    /// Lists the slides from a set that the other side does not block.
    fn slides(&self, own: usize, other: usize) -> impl Iterator<Item = &Next> {
        let other = self.sets[other];
        let slides = self.next[own].iter();
        slides.filter(move |next| !other.contains(next.slide.1))
    }

    /// Returns the history of a side after a slide from a set, unless the limit forbids it.
    fn after(&self, set: usize, (last, count): History, next: &Next) -> Option<History> {
        let (from, to) = next.slide;
        let is_back = self.last[set][last] == Some((to, from));
        let count = if is_back { count + 1 } else { 0 };
        if count > self.most {
            return None;
        }
        Some((next.last, count))
    }

    /// Looks at all states again and again, until no more are lost.
    fn lose_all(&mut self) {
        let all = self.sets.len();
        let mut is_due = vec![true; all * all];
        let mut any = true;
        while any {
            any = false;
            for pair in 0..all * all {
                let holder = pair / all;
                let attacker = pair % all;
                if take(&mut is_due[pair]) && self.lose_more(holder, attacker) {
                    any = true;
                    // As slides can be taken back, those from here lead to what comes before.
                    for before in self.slides(attacker, holder) {
                        for origin in self.slides(holder, before.reached) {
                            is_due[origin.reached * all + before.reached] = true;
                        }
                    }
                }
            }
        }
    }

    /// Looks at all states with these sets; returns whether any more are lost.
    fn lose_more(&mut self, holder: usize, attacker: usize) -> bool {
        if self.sets[holder].meets(self.sets[attacker])
            || self.are_goals[holder]
            || self.are_goals[attacker]
        {
            return false;
        }
        let mut more = false;
        for last in 0..self.rows[attacker + 1] - self.rows[attacker] {
            for count in 0..self.attacker_counts() {
                let other = (last, count);
                let lost = self.newly_lost(holder, attacker, other);
                more |= !lost.is_empty();
                for (last, count) in lost {
                    let bit = self.bit(count, other.1);
                    self.are_lost[holder][last][self.rows[attacker] + other.0] |= bit;
                }
            }
        }
        more
    }

    /// Lists the histories of the holder with which a state is lost, but not known to be.
    fn newly_lost(&self, holder: usize, attacker: usize, other: History) -> Vec<History> {
        let mut lost = Vec::new();
        // One slide at most is a take-back. Of two that hold the other remains.
        let mut holding = self
            .slides(holder, attacker)
            .filter(|next| !self.loses(next, 0, attacker, other));
        if holding.nth(1).is_some() {
            return lost;
        }
        let slides: Vec<&Next> = self.slides(holder, attacker).collect();
        // Without any slide the game is drawn.
        if slides.is_empty() {
            return lost;
        }
        let mut losing = Vec::new();
        for next in &slides {
            losing.push(self.losing_counts(next, attacker, other));
        }
        for last in 0..self.last[holder].len() {
            for count in 0..=self.most {
                let own = (last, count);
                let is_lost = slides.iter().zip(&losing).all(|(next, &losing)| {
                    let after = self.after(holder, own, next);
                    after.is_none_or(|(_, count)| losing >> count & 1 == 1)
                });
                if is_lost && !self.is_lost(holder, own, attacker, other) {
                    lost.push(own);
                }
            }
        }
        lost
    }

    /// Returns a bit for each number of take-backs of the holder's after which its slide loses.
    fn losing_counts(&self, next: &Next, attacker: usize, other: History) -> u16 {
        let mut losing = 0;
        for count in 0..=self.most {
            if self.loses(next, count, attacker, other) {
                losing |= 1 << count;
            }
        }
        losing
    }

    /// Returns whether a slide of the holder's loses after which it has made `count` take-backs.
    fn loses(&self, next: &Next, count: usize, attacker: usize, other: History) -> bool {
        self.wins(next.reached, (next.last, count), attacker, other)
    }

    /// Returns whether the attacker, to move, wins.
    fn wins(&self, holder: usize, own: History, attacker: usize, other: History) -> bool {
        if self.are_goals[holder] {
            return false;
        }
        self.slides(attacker, holder).any(|reply| {
            let after = if self.binds_both {
                self.after(attacker, other, reply)
            } else {
                Some((0, 0))
            };
            after.is_some_and(|after| {
                self.are_goals[reply.reached] || self.is_lost(holder, own, reply.reached, after)
            })
        })
    }

    /// Returns whether `holder` does not lose a position of the slide phase in which neither side
    /// has slid yet.
    pub fn holds(&self, holder: Side, position: &Position) -> bool {
        let own = self.number(position.pieces(holder));
        let other = self.number(position.pieces(holder.other()));
        if self.are_goals[own] || self.are_goals[other] {
            return self.are_goals[own];
        }
        let none = (self.last[own].len() - 1, 0);
        if position.turn == holder {
            let last = if self.binds_both {
                self.last[other].len() - 1
            } else {
                0
            };
            !self.is_lost(own, none, other, (last, 0))
        } else {
            !self.wins(own, none, other, (self.last[other].len() - 1, 0))
        }
    }

    /// Returns whether `holder` does not lose the game of these rules from the empty board.
    pub fn holds_game(&self, holder: Side, rules: &Rules) -> bool {
        self.holds_from(rules, holder, &Position::EMPTY, &mut HashMap::new())
    }

    fn holds_from(
        &self,
        rules: &Rules,
        holder: Side,
        position: &Position,
        known: &mut HashMap<Position, bool>,
    ) -> bool {
        if let Some(&known) = known.get(position) {
            return known;
        }
        let holds = if self.rules.goals().is_unconditional(position.opponent()) {
            position.turn != holder
        } else if position.layer() == 2 * PIECES {
            self.holds(holder, position)
        } else {
            self.holds_drop(rules, holder, position, known)
        };
        known.insert(*position, holds);
        holds
    }

    /// Returns whether `holder` does not lose an open position of the drop phase.
    fn holds_drop(
        &self,
        rules: &Rules,
        holder: Side,
        position: &Position,
        known: &mut HashMap<Position, bool>,
    ) -> bool {
        let mover_chooses = rules.plan().style_after(position.layer()) == DropStyle::Standard;
        let holder_chooses = (position.turn == holder) == mover_chooses;
        for circle in rules.drops(position) {
            let drop = rules.drops_on(position, circle).next().expect("a drop");
            let holds = self.holds_from(rules, holder, &position.after(drop), known);
            // The holder needs one drop that holds, its opponent one that does not.
            if holds == holder_chooses {
                return holds;
            }
        }
        !holder_chooses
    }
}

/// Lists the slides that lead to a set, and none.
fn last_slides(rules: &Rules, set: Circles) -> Vec<Option<Slide>> {
    let mut slides = Vec::new();
    for to in set {
        for from in rules.board().circles() - set {
            if rules.targets(from).contains(to) {
                slides.push(Some((from, to)));
            }
        }
    }
    slides.push(None);
    slides
}

/// Lists the slides from a set. `last` has the slides that lead to each of the sets.
fn next_slides(
    rules: &Rules,
    set: Circles,
    sets: &[Circles],
    last: &[Vec<Option<Slide>>],
) -> Vec<Next> {
    let mut slides = Vec::new();
    for from in set {
        for to in rules.targets(from) - set {
            let slide = (from, to);
            let reached = number(sets, set.without(from).with(to));
            let mut last = last[reached].iter();
            let last = last.position(|&last| last == Some(slide));
            slides.push(Next {
                slide,
                reached,
                last: last.expect("a slide to there"),
            });
        }
    }
    slides
}

/// Returns the number of a set among all.
fn number(sets: &[Circles], set: Circles) -> usize {
    let number = sets.binary_search(&set);
    number.expect("a set of four circles of the board")
}
