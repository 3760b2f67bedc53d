//! A set of positions of the slide phase, and which challenges to it are open.

use std::mem::replace;

use teeko_rules::Position;

use super::graph::{Node, SlideGraph};
use crate::error::Answer;

/// A set of positions with the other side to move, which grows and shrinks. A position challenges
/// the own side with each move of the other's; a challenge is open while none of its answers is in
/// the set.
pub(super) struct PositionSet<'a> {
    pub(super) graph: SlideGraph<'a>,
    /// The positions that the set must have, because drops lead to them.
    required: Vec<Node>,
    /// The challenges at the end of the drop phase.
    first_challenges: Vec<Node>,
    states: Vec<State>,
    pub(super) size: usize,
    /// The challenges to look at: some may have been answered since.
    pub(super) to_look_at: Vec<Node>,
}

/// The state of a node.
#[derive(Clone, Copy, Default)]
pub(super) struct State {
    /// Whether the position with the other side to move is in the set.
    pub(super) selected: bool,
    /// Whether it must stay there.
    pub(super) required: bool,
    /// Whether it was in the set before the latest [`PositionSet::begin`]. Only such positions may
    /// be answers while the set is narrowed.
    pub(super) allowed: bool,
    /// The number of positions of the set that lead to this position, in which the own side moves.
    pub(super) challenging: u16,
    /// The number of answers to it in the set.
    pub(super) answers: u16,
}

impl<'a> PositionSet<'a> {
    /// A set that has, or answers, these positions.
    pub(super) fn new(mut graph: SlideGraph<'a>, entries: &[Position]) -> Self {
        let mut required = Vec::new();
        let mut own_turn = Vec::new();
        for entry in entries {
            if entry.turn != graph.own {
                required.push(graph.node(entry));
            }
        }
        for entry in entries {
            if entry.turn == graph.own {
                own_turn.push(graph.node(entry));
            }
        }
        own_turn.retain(|&node| !graph.needs_none(node));
        Self {
            graph,
            required,
            first_challenges: own_turn,
            states: Vec::new(),
            size: 0,
            to_look_at: Vec::new(),
        }
    }

    /// Returns to the positions that the set must have. Those that it had become allowed.
    pub(super) fn begin(&mut self) {
        for state in &mut self.states {
            *state = State {
                allowed: state.selected,
                ..State::default()
            };
        }
        self.size = 0;
        self.to_look_at = self.first_challenges.clone();
        for node in self.required.clone() {
            self.set_selected(node, true);
            self.state(node).required = true;
        }
        for node in self.first_challenges.clone() {
            self.state(node).challenging += 1;
        }
    }

    pub(super) fn state(&mut self, node: Node) -> &mut State {
        if self.states.len() <= node as usize {
            self.states.resize(self.graph.len(), State::default());
        }
        &mut self.states[node as usize]
    }

    /// Returns the positions of the set.
    pub(super) fn selected(&self) -> Vec<Node> {
        let mut selected = Vec::new();
        for (node, state) in (0..).zip(&self.states) {
            if state.selected {
                selected.push(node);
            }
        }
        selected
    }

    pub(super) fn is_open(&mut self, node: Node) -> bool {
        let state = self.state(node);
        state.challenging > 0 && state.answers == 0
    }

    /// Adds a position to the set or removes it. Challenges that this opens are added to those to
    /// look at.
    pub(super) fn set_selected(&mut self, node: Node, selected: bool) {
        if replace(&mut self.state(node).selected, selected) == selected {
            return;
        }
        let change = if selected { 1 } else { -1 };
        self.size = self.size.wrapping_add_signed(change.into());
        for place in self.graph.challenges(node) {
            let challenge = self.graph.at(place);
            let challenging = &mut self.state(challenge).challenging;
            *challenging = challenging.wrapping_add_signed(change);
            if selected && self.is_open(challenge) {
                self.to_look_at.push(challenge);
            }
        }
        for place in self.graph.answered(node) {
            let challenge = self.graph.at(place);
            let answers = &mut self.state(challenge).answers;
            *answers = answers.wrapping_add_signed(change);
            if !selected && self.is_open(challenge) {
                self.to_look_at.push(challenge);
            }
        }
    }

    /// Whether every challenge that a position answers has another answer in the set.
    pub(super) fn is_needless(&mut self, node: Node) -> bool {
        self.graph.answered(node).all(|place| {
            let challenge = self.graph.at(place);
            let state = self.state(challenge);
            state.challenging == 0 || state.answers > 1
        })
    }

    /// Returns the first error of the oracle, if there was one.
    pub(super) fn check_oracle(&mut self) -> Answer<()> {
        match self.graph.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
