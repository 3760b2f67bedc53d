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
        let circles = rules.board().circles();
        let last: Vec<Vec<Option<Slide>>> = sets
            .iter()
            .map(|&set| {
                let to_set = |to| (circles - set).into_iter().map(move |from| (from, to));
                let slides = set.iter().flat_map(to_set);
                let slides = slides.filter(|&(from, to)| rules.targets(from).contains(to));
                slides.map(Some).chain([None]).collect()
            })
            .collect();
        let next = sets.iter().map(|&set| {
            let to = |from| (rules.targets(from) - set).iter().map(move |to| (from, to));
            let next = |(from, to): Slide| {
                let reached = sets
                    .binary_search(&set.without(from).with(to))
                    .expect("a set");
                let is_last = |&last: &Option<Slide>| last == Some((from, to));
                let last = last[reached]
                    .iter()
                    .position(is_last)
                    .expect("a slide to there");
                Next {
                    slide: (from, to),
                    reached,
                    last,
                }
            };
            set.iter().flat_map(to).map(next).collect()
        });
        let next = next.collect();
        // The last slide of a free attacker does not matter.
        let mut rows = vec![0];
        for last in &last {
            rows.push(rows[rows.len() - 1] + if binds_both { last.len() } else { 1 });
        }
        let row = vec![0; rows[sets.len()]];
        let are_lost = last
            .iter()
            .map(|last| vec![row.clone(); last.len()])
            .collect();
        let are_goals = sets
            .iter()
            .map(|&set| rules.goals().is_unconditional(set))
            .collect();
        let rules = rules.clone();
        let mut this = Self {
            rules,
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
        self.sets
            .binary_search(&set)
            .expect("a set of four circles of the board")
    }

    fn bit(&self, holder_count: usize, attacker_count: usize) -> u16 {
        1 << (holder_count * if self.binds_both { self.most + 1 } else { 1 } + attacker_count)
    }

    fn is_lost(&self, holder: usize, own: History, attacker: usize, other: History) -> bool {
        let bits = self.are_lost[holder][own.0][self.rows[attacker] + other.0];
        bits & self.bit(own.1, other.1) != 0
    }

    /// Lists the slides from a set that the other side does not block.
    fn slides(&self, own: usize, other: usize) -> impl Iterator<Item = &Next> {
        let other = self.sets[other];
        self.next[own]
            .iter()
            .filter(move |next| !other.contains(next.slide.1))
    }

    /// Returns the history of a side after a slide from a set, unless the limit forbids it.
    fn after(&self, set: usize, (last, count): History, next: &Next) -> Option<History> {
        let (from, to) = next.slide;
        let is_back = self.last[set][last] == Some((to, from));
        let count = if is_back { count + 1 } else { 0 };
        (count <= self.most).then_some((next.last, count))
    }

    /// Looks at all states again and again, until no more are lost.
    fn lose_all(&mut self) {
        let all = self.sets.len();
        let (mut is_due, mut any) = (vec![true; all * all], true);
        while any {
            any = false;
            for pair in 0..all * all {
                let (holder, attacker) = (pair / all, pair % all);
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
        let others = 0..self.rows[attacker + 1] - self.rows[attacker];
        let counts = 0..if self.binds_both { self.most + 1 } else { 1 };
        for other in others.flat_map(|last| counts.clone().map(move |count| (last, count))) {
            // One slide at most is a take-back. Of two that hold the other remains.
            let loses =
                |next: &Next, count| self.wins(next.reached, (next.last, count), attacker, other);
            if self
                .slides(holder, attacker)
                .filter(|next| !loses(next, 0))
                .nth(1)
                .is_some()
            {
                continue;
            }
            // The slides with a bit for each number of take-backs after which they lose.
            let slides: Vec<(&Next, u16)> = self
                .slides(holder, attacker)
                .map(|next| {
                    let losing = (0..=self.most).filter(|&count| loses(next, count));
                    (next, losing.map(|count| 1 << count).sum())
                })
                .collect();
            let mut lost = Vec::new();
            for own in (0..self.last[holder].len())
                .flat_map(|last| (0..=self.most).map(move |count| (last, count)))
            {
                let loses = |&(next, losing): &(&Next, u16)| {
                    let after = self.after(holder, own, next);
                    after.is_none_or(|(_, count)| losing >> count & 1 == 1)
                };
                // Without any slide the game is drawn.
                let is_lost = !slides.is_empty() && slides.iter().all(loses);
                if is_lost && !self.is_lost(holder, own, attacker, other) {
                    lost.push(own);
                }
            }
            more |= !lost.is_empty();
            for (last, count) in lost {
                let bit = self.bit(count, other.1);
                self.are_lost[holder][last][self.rows[attacker] + other.0] |= bit;
            }
        }
        more
    }

    /// Returns whether the attacker, to move, wins.
    fn wins(&self, holder: usize, own: History, attacker: usize, other: History) -> bool {
        !self.are_goals[holder]
            && self.slides(attacker, holder).any(|reply| {
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
            let mover_chooses = rules.plan().style_after(position.layer()) == DropStyle::Standard;
            let holder_chooses = (position.turn == holder) == mover_chooses;
            let mut drops = rules.drops(position).into_iter();
            let mut holds = |circle| {
                let drop = rules.drops_on(position, circle).next().expect("a drop");
                self.holds_from(rules, holder, &position.after(drop), known)
            };
            if holder_chooses {
                drops.any(&mut holds)
            } else {
                drops.all(&mut holds)
            }
        };
        known.insert(*position, holds);
        holds
    }
}
