//! Play under a limit on take-backs, written out by states: slow, simple and independent of
//! `teeko_analysis::TakeBacks`.

use std::collections::HashMap;

use teeko_rules::{Circle, Circles, DropStyle, Outcome, PIECES, Position, Rules, Side};

use crate::reference::{ReferenceSlide, subsets};

type Slide = (Circle, Circle);

/// A slide from a set, with the number of the set that it leads to and its place among the slides
/// that lead there.
struct Next {
    slide: Slide,
    reached: usize,
    last: usize,
}

/// The slide phase of a rule set in which one side, the holder, may take its own last slide back
/// only a limited number of times in a row, and wants not to lose. The other side attacks.
///
/// A state is a position with the holder to move, its last slide, and the number of take-backs in a
/// row that it has made.
pub struct ReferenceTakeBacks {
    rules: Rules,
    most: usize,
    sets: Vec<Circles>,
    /// By set: whether it is a goal.
    are_goals: Vec<bool>,
    next: Vec<Vec<Next>>,
    /// By set: the slides that lead to it, and none.
    last: Vec<Vec<Option<Slide>>>,
    /// By set of the holder, then of the attacker, last slide and number of take-backs.
    are_lost: Vec<Vec<bool>>,
}

impl ReferenceTakeBacks {
    /// Solves the slide phase of rules whose goals have no empty circles, with at most `most`
    /// take-backs in a row.
    pub fn solve(slide: &ReferenceSlide, rules: &Rules, most: usize) -> Self {
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
                let reached = sets.binary_search(&set.without(from).with(to)).expect("a set");
                let is_last = |&last: &Option<Slide>| last == Some((from, to));
                let last = last[reached].iter().position(is_last).expect("a slide to there");
                Next { slide: (from, to), reached, last }
            };
            set.iter().flat_map(to).map(next).collect()
        });
        let next = next.collect();
        let states = |last: &Vec<Option<Slide>>| vec![false; last.len() * sets.len() * (most + 1)];
        let are_lost = last.iter().map(states).collect();
        let are_goals = sets.iter().map(|&set| rules.goals().is_unconditional(set)).collect();
        let rules = rules.clone();
        let mut this = Self { rules, most, sets, are_goals, next, last, are_lost };
        for (mover, opponent, outcome) in slide.positions() {
            if matches!(outcome, Some(Outcome::Loss(_))) {
                let (holder, attacker) = (this.number(mover), this.number(opponent));
                for last in 0..this.last[holder].len() {
                    for count in 0..=most {
                        let state = this.state(holder, last, attacker, count);
                        this.are_lost[holder][state] = true;
                    }
                }
            }
        }
        while this.lose_more() {}
        this
    }

    fn number(&self, set: Circles) -> usize {
        self.sets.binary_search(&set).expect("a set of four circles of the board")
    }

    fn state(&self, holder: usize, last: usize, attacker: usize, count: usize) -> usize {
        (attacker * self.last[holder].len() + last) * (self.most + 1) + count
    }

    /// Lists the slides from a set that the other side does not block.
    fn slides(&self, own: usize, other: usize) -> impl Iterator<Item = &Next> {
        let other = self.sets[other];
        self.next[own].iter().filter(move |next| !other.contains(next.slide.1))
    }

    /// Goes through all states once; returns whether any more are lost.
    fn lose_more(&mut self) -> bool {
        let mut more = false;
        for holder in 0..self.sets.len() {
            for attacker in 0..self.sets.len() {
                if self.sets[holder].meets(self.sets[attacker])
                    || self.are_goals[holder]
                    || self.are_goals[attacker]
                {
                    continue;
                }
                // The last slide makes one of them a take-back. Of two that hold the other remains.
                let holds = |next: &&Next| !self.loses_after(next, attacker, 0);
                if self.slides(holder, attacker).filter(holds).nth(1).is_some() {
                    continue;
                }
                let slides = self.slides(holder, attacker);
                let slides: Vec<(Slide, u8)> = slides
                    .map(|next| {
                        let loses = |&count: &usize| self.loses_after(next, attacker, count);
                        let counts = (0..=self.most).filter(loses).chain([self.most + 1]);
                        (next.slide, counts.map(|count| 1 << count).sum())
                    })
                    .collect();
                for last in 0..self.last[holder].len() {
                    for count in 0..=self.most {
                        let state = self.state(holder, last, attacker, count);
                        if !self.are_lost[holder][state]
                            && loses(&slides, self.last[holder][last], count)
                        {
                            self.are_lost[holder][state] = true;
                            more = true;
                        }
                    }
                }
            }
        }
        more
    }

    /// Whether the attacker, to move after the holder's slide, wins.
    fn loses_after(&self, slide: &Next, attacker: usize, count: usize) -> bool {
        let holder = slide.reached;
        !self.are_goals[holder]
            && self.slides(attacker, holder).any(|reply| {
                let state = self.state(holder, slide.last, reply.reached, count);
                self.are_goals[reply.reached] || self.are_lost[holder][state]
            })
    }

    /// Returns whether `holder` does not lose a position of the slide phase in which nobody has
    /// slid yet.
    pub fn holds(&self, holder: Side, position: &Position) -> bool {
        let own = self.number(position.pieces(holder));
        let other = self.number(position.pieces(holder.other()));
        if self.are_goals[own] || self.are_goals[other] {
            return self.are_goals[own];
        }
        let is_lost =
            |other| self.are_lost[own][self.state(own, self.last[own].len() - 1, other, 0)];
        if position.turn == holder {
            return !is_lost(other);
        }
        let mut replies = self.slides(other, own).map(|reply| reply.reached);
        !replies.any(|other| self.are_goals[other] || is_lost(other))
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
            if holder_chooses { drops.any(&mut holds) } else { drops.all(&mut holds) }
        };
        known.insert(*position, holds);
        holds
    }
}

/// Whether the holder, to move, loses, given its slides, each with a bit for each number of
/// take-backs after which it loses, as it does after one more than the limit.
fn loses(slides: &[(Slide, u8)], last: Option<Slide>, count: usize) -> bool {
    // Without any slide the game is drawn.
    !slides.is_empty()
        && slides.iter().all(|&((from, to), losing)| {
            let count = if last == Some((to, from)) { count + 1 } else { 0 };
            losing >> count & 1 == 1
        })
}
