//! The search for a small set of positions of the slide phase that a side can keep the game in.
//!
//! A position of the set *challenges* the own side with each move of the other's. A challenge is
//! *open* while none of its answers is in the set. The search
//!
//! 1. answers open challenges, the latest first, with the position that opens fewest others, mostly
//!    among positions that it has looked at before;
//! 2. does that again with answers from the set just found, which leaves out what was needed on the
//!    way only;
//! 3. does both again, preferring answers whose own set of circles was frequent, so that the same
//!    few sets recur;
//! 4. takes a few positions near each other out, closes the gap afresh, and keeps what is no worse;
//!    again and again.

use std::collections::HashSet;

use fastrand::Rng;
use teeko_rules::Position;
use teeko_rules::work::Counter;

use super::graph::{Node, SlideGraph};
use crate::error::Answer;

/// Passes that answer with positions of the set before, after each free one.
const PASSES: usize = 3;

/// The cost of an answer for each challenge that it opens. Smaller amounts decide among answers
/// that open as many.
const CHALLENGE: u64 = 1000;

/// Its further cost for each time that its own set is half as frequent as the most frequent one.
const RARITY: f64 = 300.0;

/// The answers to a challenge that may be looked at for the first time. Nearly all of the time goes
/// into positions that the search sees for the first time, and answers near those seen before keep
/// the set smaller: with all of the up to twenty-odd, 44-ssss takes twice as long, and its file is
/// a third larger.
const NEW: usize = 4;

/// The positions that are taken out at a time.
const GAP: usize = 10;

/// The gaps made for each hundred positions of the set, with effort 1.
const GAPS_PER_HUNDRED: u64 = 10;

/// The positions that closing a gap may take more on the way than there were.
const MARGIN: usize = 4;

/// The positions found, or the gaps made, between two reports of progress.
const REPORT: u64 = 256;

/// The steps of progress of a free pass, or of the gaps with effort 1. The three take about the
/// same time, most of which goes into positions that are new.
const STEPS: u64 = 1000;

/// The positions that the first pass is expected to find, as a multiple of the square root of the
/// slots of the slide phase. They are 26 to 81 times as many on the standard board, and fewer on
/// 4 x 4: progress jumps rather than stands still.
const EXPECTED: u64 = 80;

pub(super) fn steps(effort: u32) -> u64 {
    STEPS * (2 + u64::from(effort))
}

pub(super) struct Search<'a> {
    graph: SlideGraph<'a>,
    /// The time to spend, and the progress of the searches for both sides.
    effort: u64,
    counter: &'a Counter<'a>,
    reported: u64,
    /// The steps before this pass, and the positions that it is expected to find.
    begun: u64,
    expected: u64,
    random: Rng,
    /// The positions with the other side to move that the set must have, because drops lead to
    /// them.
    given: Vec<Node>,
    /// The challenges at the end of the drop phase.
    first_challenges: Vec<Node>,
    states: Vec<State>,
    size: usize,
    /// Challenges that may be open.
    open: Vec<Node>,
    /// By orbit of the own side's set: what an answer with it costs more.
    prices: Vec<u64>,
}

/// The state of a node in the search.
#[derive(Clone, Copy, Default)]
struct State {
    /// Whether the position with the other side to move is in the set.
    selected: bool,
    /// Whether it must stay there.
    given: bool,
    /// Whether answers may lead to it in a pass over the set before.
    allowed: bool,
    /// The number of positions of the set that lead to this position, in which the own side moves.
    challenging: u16,
    /// The number of answers to it in the set.
    answers: u16,
}

impl<'a> Search<'a> {
    /// A search for a set that has, or answers, these positions.
    pub(super) fn new(
        mut graph: SlideGraph<'a>,
        entries: &[Position],
        effort: u32,
        counter: &'a Counter<'a>,
    ) -> Self {
        let own = graph.own;
        let nodes = |graph: &mut SlideGraph<'a>, turn| {
            let entries = entries.iter().filter(|entry| entry.turn == turn);
            entries
                .map(|entry| graph.node(entry))
                .collect::<Vec<Node>>()
        };
        let given = nodes(&mut graph, own.other());
        let mut first_challenges = nodes(&mut graph, own);
        first_challenges.retain(|&node| !graph.needs_none(node));
        let prices = vec![0; graph.own_sets.count()];
        let random = Rng::with_seed(1);
        let expected = EXPECTED * graph.slots().isqrt();
        Self {
            graph,
            effort: effort.into(),
            counter,
            reported: 0,
            begun: 0,
            expected,
            random,
            given,
            first_challenges,
            states: Vec::new(),
            size: 0,
            open: Vec::new(),
            prices,
        }
    }

    pub(super) fn run(&mut self) -> Answer<Vec<Position>> {
        for pass in 0..2 {
            self.begun = pass * STEPS;
            self.begin();
            self.close(false)?;
            self.expected = self.size as u64;
            self.report(STEPS)?;
            for _ in 0..PASSES {
                self.narrow()?;
            }
            self.set_prices();
        }
        self.shrink()?;
        self.narrow()?;
        let turn = self.graph.own.other();
        Ok(self
            .selected()
            .into_iter()
            .map(|node| self.graph.position(node, turn))
            .collect())
    }

    /// Reports steps of this pass, unless as many have been reported.
    fn report(&mut self, steps: u64) -> Answer<()> {
        let more = (self.begun + steps).saturating_sub(self.reported);
        self.reported += more;
        self.counter.advance(more)?;
        Ok(())
    }

    fn selected(&self) -> Vec<Node> {
        (0..self.states.len() as Node)
            .filter(|&node| self.states[node as usize].selected)
            .collect()
    }

    /// Returns to the set of the positions given.
    fn begin(&mut self) {
        for state in &mut self.states {
            *state = State {
                allowed: state.selected,
                ..State::default()
            };
        }
        (self.size, self.open) = (0, self.first_challenges.clone());
        for node in self.given.clone() {
            self.set_selected(node, true);
            self.states[node as usize].given = true;
        }
        for node in self.first_challenges.clone() {
            self.state(node).challenging += 1;
        }
    }

    /// Makes the set again, with positions of it alone.
    fn narrow(&mut self) -> Answer<()> {
        self.begin();
        self.close(true)
    }

    fn state(&mut self, node: Node) -> &mut State {
        if self.states.len() <= node as usize {
            self.states.resize(self.graph.len(), State::default());
        }
        &mut self.states[node as usize]
    }

    fn is_open(&mut self, node: Node) -> bool {
        let state = self.state(node);
        state.challenging > 0 && state.answers == 0
    }

    /// Takes a position into the set or out of it. Challenges that this opens become open.
    fn set_selected(&mut self, node: Node, selected: bool) {
        if std::mem::replace(&mut self.state(node).selected, selected) == selected {
            return;
        }
        let change = if selected { 1 } else { -1 };
        self.size = self.size.wrapping_add_signed(change.into());
        for place in self.graph.challenges(node) {
            let challenge = self.graph.at(place);
            let challenging = &mut self.state(challenge).challenging;
            *challenging = challenging.wrapping_add_signed(change);
            if selected && self.is_open(challenge) {
                self.open.push(challenge);
            }
        }
        for place in self.graph.answered(node) {
            let challenge = self.graph.at(place);
            let answers = &mut self.state(challenge).answers;
            *answers = answers.wrapping_add_signed(change);
            if !selected && self.is_open(challenge) {
                self.open.push(challenge);
            }
        }
    }

    /// Answers open challenges until there are none.
    fn close(&mut self, allowed_only: bool) -> Answer<()> {
        while let Some(challenge) = self.open.pop() {
            if self.is_open(challenge) {
                if (self.size as u64).is_multiple_of(REPORT) {
                    // The passes over the set before take little time.
                    let found = if allowed_only { 0 } else { self.size as u64 };
                    self.report(STEPS * found.min(self.expected) / self.expected.max(1))?;
                }
                // Where the oracle contradicts itself the set has a gap, which the certificate's
                // own check reports.
                if let Some(answer) = self.answer(challenge, allowed_only) {
                    self.set_selected(answer, true);
                }
            }
        }
        self.graph.error.take().map_or(Ok(()), Err)
    }

    /// The cheapest answer to a challenge.
    fn answer(&mut self, challenge: Node, allowed_only: bool) -> Option<Node> {
        let mut best = None;
        let mut new = 0;
        for place in self.graph.answers(challenge) {
            let answer = self.graph.at(place);
            if allowed_only && !self.state(answer).allowed {
                continue;
            }
            if !self.graph.is_known(answer) {
                new += 1;
                if new > NEW {
                    continue;
                }
            }
            let mut cost = self.prices[self.graph.own_set(answer)];
            for place in self.graph.challenges(answer) {
                let next = self.graph.at(place);
                let state = self.state(next);
                cost += if state.challenging == 0 && state.answers == 0 {
                    CHALLENGE
                } else {
                    0
                };
            }
            let key = (cost, self.random.u32(..), answer);
            best = best.into_iter().chain([key]).min();
        }
        best.map(|(_, _, answer)| answer)
    }

    /// Makes answers with rare sets of own circles dear.
    fn set_prices(&mut self) {
        let mut frequencies = vec![0_u32; self.prices.len()];
        for node in self.selected() {
            frequencies[self.graph.own_set(node)] += 1;
        }
        let most = f64::from(frequencies.iter().copied().max().unwrap_or(0));
        let price = |&frequency: &u32| {
            (RARITY * (most / (f64::from(frequency) + 1.0)).log2()).max(0.0) as u64
        };
        self.prices = frequencies.iter().map(price).collect();
    }

    /// Makes gaps and closes them, and keeps what is no worse.
    fn shrink(&mut self) -> Answer<()> {
        let gaps = self.size as u64 * GAPS_PER_HUNDRED / 100 * self.effort;
        self.begun = 2 * STEPS;
        let mut selected = self.selected();
        for gap in 0..gaps {
            if gap % REPORT == REPORT - 1 {
                self.report(STEPS * self.effort * gap / gaps)?;
                selected = self.selected();
            }
            let Some(&first) = self.random.choice(&selected) else {
                return Ok(());
            };
            if self.states[first as usize].selected {
                selected.extend(self.refill(first));
            }
        }
        self.report(STEPS * self.effort)?;
        self.graph.error.take().map_or(Ok(()), Err)
    }

    /// Makes a gap around a position, closes it, and undoes both if the set has grown. Returns what
    /// came into the set.
    fn refill(&mut self, first: Node) -> Vec<Node> {
        let (before, removed) = (self.size, self.near(first));
        for &node in &removed {
            self.set_selected(node, false);
        }
        self.random.shuffle(&mut self.open);
        let mut added = Vec::new();
        let mut closed = true;
        while let Some(challenge) = self.open.pop() {
            if !self.is_open(challenge) {
                continue;
            }
            let answer = if self.size > before + MARGIN {
                None
            } else {
                self.answer(challenge, false)
            };
            let Some(answer) = answer else {
                closed = false;
                break;
            };
            self.set_selected(answer, true);
            added.push(answer);
        }
        let dropped = if closed {
            self.drop_needless(&removed, &added)
        } else {
            Vec::new()
        };
        if !closed || self.size > before {
            let new: HashSet<Node> = added.iter().copied().collect();
            for node in std::mem::take(&mut added) {
                self.set_selected(node, false);
            }
            for &node in removed
                .iter()
                .chain(dropped.iter().filter(|node| !new.contains(node)))
            {
                self.set_selected(node, true);
            }
        }
        self.open.clear();
        added
    }

    /// Positions of the set that a position leads to, at most [`GAP`], and itself.
    fn near(&mut self, first: Node) -> Vec<Node> {
        let (mut near, mut place) = (vec![first], 0);
        while let Some(&node) = near.get(place).filter(|_| near.len() < GAP) {
            place += 1;
            for challenge in self.graph.challenges(node) {
                for answer in self.graph.answers(self.graph.at(challenge)) {
                    let answer = self.graph.at(answer);
                    if self.state(answer).selected && near.len() < GAP && !near.contains(&answer) {
                        near.push(answer);
                    }
                }
            }
        }
        near.retain(|&node| !self.states[node as usize].given);
        near
    }

    /// Takes positions out that have become needless where others came in. Returns them.
    fn drop_needless(&mut self, removed: &[Node], added: &[Node]) -> Vec<Node> {
        let mut candidates = [removed, added].concat();
        for &node in added {
            for place in self.graph.answered(node) {
                let challenge = self.graph.at(place);
                if self.state(challenge).challenging > 0 {
                    let answers = self.graph.answers(challenge);
                    candidates.extend_from_slice(&self.graph.lists[answers]);
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        self.random.shuffle(&mut candidates);
        candidates.retain(|&node| {
            let state = *self.state(node);
            let needless = state.selected && !state.given && self.is_needless(node);
            if needless {
                self.set_selected(node, false);
            }
            needless
        });
        candidates
    }

    /// Whether every challenge that a position answers has another answer in the set.
    fn is_needless(&mut self, node: Node) -> bool {
        self.graph.answered(node).all(|place| {
            let challenge = self.graph.at(place);
            let state = self.state(challenge);
            state.challenging == 0 || state.answers > 1
        })
    }
}
