//! Play under a limit on take-backs, written out by states: slow and simple. It shares the rules
//! with `teeko_analysis::TakeBacks`, but no other code.

use std::collections::HashMap;
use std::mem::take;

use teeko_rules::{Circle, Circles, DropStyle, PIECES, Position, Rules, Side};

use crate::reference::subsets;

type Slide = (Circle, Circle);

/// What the limit needs to know of a side's play.
#[derive(Clone, Copy)]
struct History {
    /// The place of the side's last slide in `slides_to` of its set.
    last_slide: usize,
    /// The number of take-backs in a row that the side has made.
    take_backs: usize,
}

/// The history of a free attacker, of which nothing matters.
const FREE: History = History {
    last_slide: 0,
    take_backs: 0,
};

/// A slide from a set.
struct Next {
    slide: Slide,
    /// The number of the set that it leads to.
    reached: usize,
    /// Its place in `slides_to` of that set.
    place_there: usize,
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
    /// By set: the slides from it.
    next: Vec<Vec<Next>>,
    /// By set: the slides that lead to it, then `None`, which stands for no slide yet.
    slides_to: Vec<Vec<Option<Slide>>>,
    /// By set of the attacker: its first column in `are_lost`, which has a column for each set of
    /// the attacker with each of its last slides. The last entry is the number of columns.
    first_column: Vec<usize>,
    /// By set of the holder, its last slide, and column: the lost states. Each pair of the numbers
    /// of take-backs, the holder's and the attacker's, has a [bit](Self::bit).
    are_lost: Vec<Vec<Vec<u16>>>,
}

impl ReferenceTakeBacks {
    /// Solves the slide phase of rules whose goals have no empty circles and whose slides can all
    /// be taken back, with at most `most` take-backs in a row: at most 3, or 15 if the attacker is
    /// free.
    pub fn solve(rules: &Rules, most: usize, binds_both: bool) -> Self {
        let sets = subsets(rules.board(), PIECES);
        let mut slides_to = Vec::new();
        for &set in &sets {
            slides_to.push(slides_to_set(rules, set));
        }
        let mut next = Vec::new();
        let mut are_goals = Vec::new();
        for &set in &sets {
            next.push(next_slides(rules, set, &sets, &slides_to));
            are_goals.push(rules.goals().is_unconditional(set));
        }
        let mut first_column = Vec::new();
        let mut columns = 0;
        for slides in &slides_to {
            first_column.push(columns);
            // The last slide of a free attacker does not matter.
            columns += if binds_both { slides.len() } else { 1 };
        }
        first_column.push(columns);
        let mut are_lost = Vec::new();
        for slides in &slides_to {
            are_lost.push(vec![vec![0; columns]; slides.len()]);
        }
        let mut this = Self {
            rules: rules.clone(),
            most,
            binds_both,
            sets,
            are_goals,
            next,
            slides_to,
            first_column,
            are_lost,
        };
        this.lose_all();
        this
    }

    fn number(&self, set: Circles) -> usize {
        number(&self.sets, set)
    }

    /// Returns the bit of two numbers of take-backs in an entry of `are_lost`.
    fn bit(&self, of_holder: usize, of_attacker: usize) -> u16 {
        1 << (of_holder * self.attacker_counts() + of_attacker)
    }

    /// Returns how many numbers of take-backs the attacker can have made: from 0 to `most`, or 0
    /// alone if it is free.
    fn attacker_counts(&self) -> usize {
        if self.binds_both { self.most + 1 } else { 1 }
    }

    fn is_lost(&self, holder: usize, own: History, attacker: usize, other: History) -> bool {
        let column = self.first_column[attacker] + other.last_slide;
        let bits = self.are_lost[holder][own.last_slide][column];
        bits & self.bit(own.take_backs, other.take_backs) != 0
    }

    /// Lists the slides from a set that the other side does not block.
    fn slides(&self, own: usize, other: usize) -> impl Iterator<Item = &Next> {
        let other = self.sets[other];
        let slides = self.next[own].iter();
        slides.filter(move |next| !other.contains(next.slide.1))
    }

    /// Returns the history of a side after a slide from a set, unless the limit forbids it.
    fn after(&self, set: usize, before: History, next: &Next) -> Option<History> {
        let (from, to) = next.slide;
        let is_back = self.slides_to[set][before.last_slide] == Some((to, from));
        let take_backs = if is_back { before.take_backs + 1 } else { 0 };
        if take_backs > self.most {
            return None;
        }
        Some(History {
            last_slide: next.place_there,
            take_backs,
        })
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
        let columns = self.first_column[attacker]..self.first_column[attacker + 1];
        for (last_slide, column) in columns.enumerate() {
            for take_backs in 0..self.attacker_counts() {
                let other = History {
                    last_slide,
                    take_backs,
                };
                let lost = self.newly_lost(holder, attacker, other);
                more |= !lost.is_empty();
                for own in lost {
                    let bit = self.bit(own.take_backs, take_backs);
                    self.are_lost[holder][own.last_slide][column] |= bit;
                }
            }
        }
        more
    }

    /// Lists the histories of the holder with which it has lost, without those already marked in
    /// `are_lost`.
    fn newly_lost(&self, holder: usize, attacker: usize, other: History) -> Vec<History> {
        let mut lost = Vec::new();
        // At most one slide is a take-back. So if two slides hold, one of them is always allowed.
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
        for last_slide in 0..self.slides_to[holder].len() {
            for take_backs in 0..=self.most {
                let own = History {
                    last_slide,
                    take_backs,
                };
                let is_lost = slides.iter().zip(&losing).all(|(next, &losing)| {
                    let after = self.after(holder, own, next);
                    after.is_none_or(|after| losing >> after.take_backs & 1 == 1)
                });
                if is_lost && !self.is_lost(holder, own, attacker, other) {
                    lost.push(own);
                }
            }
        }
        lost
    }

    /// Returns for which numbers of take-backs a slide of the holder's loses: bit `count` is set if
    /// it does when the holder has then made `count` take-backs in a row.
    fn losing_counts(&self, next: &Next, attacker: usize, other: History) -> u16 {
        let mut losing = 0;
        for count in 0..=self.most {
            if self.loses(next, count, attacker, other) {
                losing |= 1 << count;
            }
        }
        losing
    }

    /// Returns whether a slide of the holder's loses if the holder has then made `take_backs` in a
    /// row.
    fn loses(&self, next: &Next, take_backs: usize, attacker: usize, other: History) -> bool {
        let own = History {
            last_slide: next.place_there,
            take_backs,
        };
        self.wins(next.reached, own, attacker, other)
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
                Some(FREE)
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
        let of_holder = self.no_slide_yet(own);
        let of_attacker = if self.binds_both {
            self.no_slide_yet(other)
        } else {
            FREE
        };
        if position.turn == holder {
            !self.is_lost(own, of_holder, other, of_attacker)
        } else {
            !self.wins(own, of_holder, other, of_attacker)
        }
    }

    /// Returns the history of a side that has not slid yet.
    fn no_slide_yet(&self, set: usize) -> History {
        History {
            last_slide: self.slides_to[set].len() - 1,
            take_backs: 0,
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

/// Lists the slides that lead to a set, then `None`.
fn slides_to_set(rules: &Rules, set: Circles) -> Vec<Option<Slide>> {
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

/// Lists the slides from a set. `slides_to` has the slides that lead to each of the sets.
fn next_slides(
    rules: &Rules,
    set: Circles,
    sets: &[Circles],
    slides_to: &[Vec<Option<Slide>>],
) -> Vec<Next> {
    let mut slides = Vec::new();
    for from in set {
        for to in rules.targets(from) - set {
            let slide = (from, to);
            let reached = number(sets, set.without(from).with(to));
            let mut known = slides_to[reached].iter();
            let place_there = known.position(|&known| known == Some(slide));
            slides.push(Next {
                slide,
                reached,
                place_there: place_there.expect("a slide to there"),
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
