//! The search for a small set of positions of the slide phase that a side can keep the game in.
//!
//! A position of the set *challenges* the own side with each move of the other's. A challenge is
//! *open* while none of its answers is in the set. The search
//!
//! 1. answers open challenges, the latest first, with the position that opens fewest others, mostly
//!    among positions that it has looked at before (a *free pass*: any answer is allowed);
//! 2. *narrows* the set: does that again with answers from the set just found, which leaves out
//!    what was needed on the way only;
//! 3. does both again, preferring answers whose own set of circles was frequent, so that the same
//!    few sets recur;
//! 4. takes a few positions near each other out, closes the gap afresh, and keeps what is no worse;
//!    again and again.

use std::collections::HashSet;

use fastrand::Rng;
use teeko_rules::Position;
use teeko_rules::work::Counter;

use super::graph::{Node, SlideGraph};
use super::position_set::PositionSet;
use crate::error::Answer;

/// How many times the set is narrowed after each free pass.
const NARROWINGS: usize = 3;

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

/// The positions that the first free pass is expected to find, as a multiple of the square root of
/// the slots of the slide phase. They are 26 to 81 times as many on the standard board, and fewer
/// on 4 x 4: progress jumps rather than stands still.
const EXPECTED: u64 = 80;

/// Returns the steps of progress of a search with this effort.
pub(super) fn steps(effort: u32) -> u64 {
    STEPS * (2 + u64::from(effort))
}

/// A search for a small set.
pub(super) struct Search<'a> {
    set: PositionSet<'a>,
    /// How long it searches: the number of gaps is a multiple of it.
    effort: u64,
    progress: SearchProgress<'a>,
    random: Rng,
    /// The positions that a free pass is expected to find.
    expected: u64,
    /// By orbit of the own side's set: what an answer with it costs more.
    prices: Vec<u64>,
}

/// The progress of one search. Those for both sides share the counter.
struct SearchProgress<'a> {
    counter: &'a Counter<'a>,
    /// The steps that have been reported.
    reported: u64,
    /// The steps before the current free pass, or before the gaps.
    begun: u64,
}

/// The positions that came into the set when a gap was closed.
struct Refill {
    added: Vec<Node>,
    /// Whether all challenges have answers.
    is_closed: bool,
}

impl SearchProgress<'_> {
    /// Reports that `steps` have been made since `begun`, unless as many have been reported.
    fn report(&mut self, steps: u64) -> Answer<()> {
        let more = (self.begun + steps).saturating_sub(self.reported);
        self.reported += more;
        self.counter.advance(more)?;
        Ok(())
    }
}

impl<'a> Search<'a> {
    /// A search for a set that has, or answers, these positions.
    pub(super) fn new(
        graph: SlideGraph<'a>,
        entries: &[Position],
        effort: u32,
        counter: &'a Counter<'a>,
    ) -> Self {
        Self {
            effort: effort.into(),
            progress: SearchProgress {
                counter,
                reported: 0,
                begun: 0,
            },
            random: Rng::with_seed(1),
            expected: EXPECTED * graph.slots().isqrt(),
            prices: vec![0; graph.own_sets.count()],
            set: PositionSet::new(graph, entries),
        }
    }

    pub(super) fn run(&mut self) -> Answer<Vec<Position>> {
        for round in 0..2 {
            self.progress.begun = round * STEPS;
            self.set.begin();
            self.close(false)?;
            self.expected = self.set.size as u64;
            self.progress.report(STEPS)?;
            for _ in 0..NARROWINGS {
                self.narrow()?;
            }
            self.set_prices();
        }
        self.shrink()?;
        self.narrow()?;
        Ok(self.positions())
    }

    /// Returns the positions of the set.
    fn positions(&self) -> Vec<Position> {
        let graph = &self.set.graph;
        let turn = graph.own.other();
        let nodes = self.set.selected().into_iter();
        nodes.map(|node| graph.position(node, turn)).collect()
    }

    /// Makes the set again, with positions of it alone.
    fn narrow(&mut self) -> Answer<()> {
        self.set.begin();
        self.close(true)
    }

    /// Answers open challenges until there are none.
    fn close(&mut self, allowed_only: bool) -> Answer<()> {
        while let Some(challenge) = self.set.to_look_at.pop() {
            if !self.set.is_open(challenge) {
                continue;
            }
            if (self.set.size as u64).is_multiple_of(REPORT) {
                self.report_pass(allowed_only)?;
            }
            // Where the oracle contradicts itself the set has a gap, which the certificate's own
            // check reports.
            if let Some(answer) = self.answer(challenge, allowed_only) {
                self.set.set_selected(answer, true);
            }
        }
        self.set.check_oracle()
    }

    /// Reports how far a free pass has come. Narrowing the set takes little time.
    fn report_pass(&mut self, allowed_only: bool) -> Answer<()> {
        let found = if allowed_only {
            0
        } else {
            self.set.size as u64
        };
        let steps = STEPS * found.min(self.expected) / self.expected.max(1);
        self.progress.report(steps)
    }

    /// The cheapest answer to a challenge.
    fn answer(&mut self, challenge: Node, allowed_only: bool) -> Option<Node> {
        let mut best = None;
        let mut new = 0;
        for place in self.set.graph.answers(challenge) {
            let answer = self.set.graph.at(place);
            if allowed_only && !self.set.state(answer).allowed {
                continue;
            }
            if !self.set.graph.is_known(answer) {
                new += 1;
                if new > NEW {
                    continue;
                }
            }
            let key = (self.cost(answer), self.random.u32(..), answer);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        let (_, _, answer) = best?;
        Some(answer)
    }

    /// What an answer costs: its price, and what the challenges cost that it opens.
    fn cost(&mut self, answer: Node) -> u64 {
        let set = &mut self.set;
        let mut cost = self.prices[set.graph.own_set(answer)];
        for place in set.graph.challenges(answer) {
            let next = set.graph.at(place);
            let state = set.state(next);
            if state.challenging == 0 && state.answers == 0 {
                cost += CHALLENGE;
            }
        }
        cost
    }

    /// Makes answers with rare sets of own circles dear.
    fn set_prices(&mut self) {
        let mut frequencies = vec![0_u32; self.prices.len()];
        for node in self.set.selected() {
            frequencies[self.set.graph.own_set(node)] += 1;
        }
        let most = f64::from(frequencies.iter().copied().max().unwrap_or(0));
        for (price, frequency) in self.prices.iter_mut().zip(frequencies) {
            let rarity = most / (f64::from(frequency) + 1.0);
            *price = (RARITY * rarity.log2()).max(0.0) as u64;
        }
    }

    /// Makes gaps and closes them, and keeps what is no worse.
    fn shrink(&mut self) -> Answer<()> {
        let gaps = self.set.size as u64 * GAPS_PER_HUNDRED / 100 * self.effort;
        self.progress.begun = 2 * STEPS;
        let mut selected = self.set.selected();
        for gap in 0..gaps {
            if gap % REPORT == REPORT - 1 {
                self.progress.report(STEPS * self.effort * gap / gaps)?;
                selected = self.set.selected();
            }
            let Some(&first) = self.random.choice(&selected) else {
                return Ok(());
            };
            if self.set.state(first).selected {
                selected.extend(self.refill(first));
            }
        }
        self.progress.report(STEPS * self.effort)?;
        self.set.check_oracle()
    }

    /// Makes a gap around a position, closes it, and undoes both if the set has grown. Returns what
    /// came into the set.
    fn refill(&mut self, first: Node) -> Vec<Node> {
        let before = self.set.size;
        let removed = self.near(first);
        for &node in &removed {
            self.set.set_selected(node, false);
        }
        self.random.shuffle(&mut self.set.to_look_at);
        let Refill {
            mut added,
            is_closed,
        } = self.close_gap(before + MARGIN);
        let dropped = if is_closed {
            self.drop_needless(&removed, &added)
        } else {
            Vec::new()
        };
        if !is_closed || self.set.size > before {
            self.undo(&removed, &added, &dropped);
            added.clear();
        }
        self.set.to_look_at.clear();
        added
    }

    /// Answers open challenges until there are none, or the set has more than `most` positions.
    fn close_gap(&mut self, most: usize) -> Refill {
        let mut added = Vec::new();
        let mut is_closed = true;
        while let Some(challenge) = self.set.to_look_at.pop() {
            if !self.set.is_open(challenge) {
                continue;
            }
            let answer = if self.set.size > most {
                None
            } else {
                self.answer(challenge, false)
            };
            let Some(answer) = answer else {
                is_closed = false;
                break;
            };
            self.set.set_selected(answer, true);
            added.push(answer);
        }
        Refill { added, is_closed }
    }

    /// Makes the set what it was before a gap was made and closed.
    fn undo(&mut self, removed: &[Node], added: &[Node], dropped: &[Node]) {
        for &node in added {
            self.set.set_selected(node, false);
        }
        for &node in removed {
            self.set.set_selected(node, true);
        }
        let new: HashSet<Node> = added.iter().copied().collect();
        for node in dropped {
            if !new.contains(node) {
                self.set.set_selected(*node, true);
            }
        }
    }

    /// A position and others of the set that it leads to, at most [`GAP`] together. Required ones
    /// are left out.
    fn near(&mut self, first: Node) -> Vec<Node> {
        let set = &mut self.set;
        let mut near = vec![first];
        let mut place = 0;
        while place < near.len() && near.len() < GAP {
            for challenge in set.graph.challenges(near[place]) {
                for answer in set.graph.answers(set.graph.at(challenge)) {
                    let answer = set.graph.at(answer);
                    if set.state(answer).selected && near.len() < GAP && !near.contains(&answer) {
                        near.push(answer);
                    }
                }
            }
            place += 1;
        }
        near.retain(|&node| !set.state(node).required);
        near
    }

    /// Takes positions out that have become needless where others came in. Returns them.
    fn drop_needless(&mut self, removed: &[Node], added: &[Node]) -> Vec<Node> {
        let mut needless = self.candidates(removed, added);
        self.random.shuffle(&mut needless);
        let set = &mut self.set;
        needless.retain(|&node| {
            let state = *set.state(node);
            let is_needless = state.selected && !state.required && set.is_needless(node);
            if is_needless {
                set.set_selected(node, false);
            }
            is_needless
        });
        needless
    }

    /// Returns the positions that may have become needless: what was taken out and what came in,
    /// and other answers to the challenges that this answers.
    fn candidates(&mut self, removed: &[Node], added: &[Node]) -> Vec<Node> {
        let set = &mut self.set;
        let mut candidates = [removed, added].concat();
        for &node in added {
            for place in set.graph.answered(node) {
                let challenge = set.graph.at(place);
                if set.state(challenge).challenging > 0 {
                    let answers = set.graph.answers(challenge);
                    candidates.extend_from_slice(&set.graph.lists[answers]);
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}
