//! The slide phase as a graph of positions up to symmetry, made as far as the search looks.

use std::ops::Range;

use bitvec::vec::BitVec;
use teeko_index::{LayerIndex, SetOrbits, rank, subsets};
use teeko_rules::{Circles, Oracle, PIECES, Position, Rules, Side, Status};

use super::holding::{ends_well, holds};
use crate::error::AnalysisError;
use crate::probe::probe;

/// A pair of sets up to symmetry, by its place in the graph. It stands for two positions: that with
/// the other side to move, which may be in the strategy's set, and that with the own side to move,
/// which may need an answer.
pub(super) type Node = u32;

/// The slots of a page of nodes. A hash map in place of the pages takes 1.4 times as long.
const PAGE: usize = 1 << 12;

/// The graph, with what the search knows of each node.
pub(super) struct SlideGraph<'a> {
    oracle: &'a dyn Oracle,
    rules: &'a Rules,
    pub(super) own: Side,
    index: LayerIndex,
    pub(super) own_sets: SetOrbits,
    /// By the rank of a set: whether it has the circles of a goal.
    has_goal: BitVec,
    /// By circle: from where a piece can have come.
    sources: Vec<Circles>,
    /// The node of each slot, plus 1; 0 where there is none yet. Pages are made when one of their
    /// slots has a node.
    nodes_of_slots: Vec<Option<Box<[Node; PAGE]>>>,
    /// The own side's circles and the other's in each node.
    sets: Vec<[Circles; 2]>,
    facts: Vec<Facts>,
    /// Lists of nodes, each after its length.
    pub(super) lists: Vec<Node>,
    /// The first error of the oracle; after it the graph is of no use.
    pub(super) error: Option<AnalysisError>,
}

#[derive(Clone, Copy, Default)]
struct Facts {
    /// Whether the own side holds with the other to move.
    holds: Option<bool>,
    /// Whether the own side can end the game at once, or has no move, so that no answer is needed.
    needs_none: Option<bool>,
    /// Where the lists of [`SlideGraph::challenges`], [`SlideGraph::answers`] and
    /// [`SlideGraph::answered`] begin; 0 if not made.
    lists: [u32; 3],
}

impl<'a> SlideGraph<'a> {
    pub(super) fn new(oracle: &'a dyn Oracle, own: Side) -> Self {
        let rules = oracle.rules();
        let board = rules.board();
        let symmetries = rules.symmetries();
        let index = LayerIndex::new(board, &symmetries, 2 * PIECES);
        let pages = index.slots() as usize / PAGE + 1;
        Self {
            oracle,
            rules,
            own,
            index,
            own_sets: SetOrbits::new(board.circle_count(), PIECES, &symmetries),
            has_goal: sets_with_goal(rules),
            sources: sources(rules),
            nodes_of_slots: vec![None; pages],
            sets: Vec::new(),
            facts: Vec::new(),
            // 0 stands for a list that has not been made.
            lists: vec![0],
            error: None,
        }
    }

    pub(super) fn node(&mut self, position: &Position) -> Node {
        self.node_of(position.pieces(self.own), position.pieces(self.own.other()))
    }

    fn node_of(&mut self, own: Circles, other: Circles) -> Node {
        let slot = self.index.rank(&Position::of_turn(Side::Black, own, other));
        let page = &mut self.nodes_of_slots[slot as usize / PAGE];
        let page = page.get_or_insert_with(|| Box::new([0; PAGE]));
        let node = &mut page[slot as usize % PAGE];
        if *node == 0 {
            self.sets.push([own, other]);
            self.facts.push(Facts::default());
            // Far fewer positions than that fit in memory.
            *node = self.sets.len() as Node;
        }
        *node - 1
    }

    /// Returns the number of slots that nodes can have.
    pub(super) fn slots(&self) -> u64 {
        self.index.slots()
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    pub(super) fn position(&self, node: Node, turn: Side) -> Position {
        let [own, other] = self.sets[node as usize];
        if turn == self.own {
            Position::of_turn(turn, own, other)
        } else {
            Position::of_turn(turn, other, own)
        }
    }

    pub(super) fn own_set(&self, node: Node) -> usize {
        self.own_sets.place(self.sets[node as usize][0]).canonical as usize
    }

    /// Whether the challenges of a position have been looked at.
    pub(super) fn is_known(&self, node: Node) -> bool {
        self.facts[node as usize].lists[0] != 0
    }

    pub(super) fn at(&self, place: usize) -> Node {
        self.lists[place]
    }

    /// From a position with the other side to move: where each of its moves leads to, unless that
    /// needs no answer.
    pub(super) fn challenges(&mut self, node: Node) -> Range<usize> {
        self.list_once(node, 0, |graph| {
            let mut next = graph.nodes_after(&graph.position(node, graph.own.other()));
            next.retain(|&next| !graph.needs_none(next));
            next
        })
    }

    /// From a position with the own side to move: where a move leads to that holds.
    pub(super) fn answers(&mut self, node: Node) -> Range<usize> {
        self.list_once(node, 1, |graph| {
            let mut next = graph.nodes_after(&graph.position(node, graph.own));
            next.retain(|&next| graph.holds(next));
            next
        })
    }

    /// The positions with the own side to move that have the one of this node among their answers,
    /// and perhaps others that do not arise.
    pub(super) fn answered(&mut self, node: Node) -> Range<usize> {
        self.list_once(node, 2, |graph| {
            let [own, other] = graph.sets[node as usize];
            let free = graph.rules.board().circles() - own - other;
            let mut before = Vec::new();
            for to in own {
                for from in graph.sources[to.index()] & free {
                    before.push(graph.node_of(own.without(to).with(from), other));
                }
            }
            before
        })
    }

    /// Returns a list that is made at first use, without repetitions.
    fn list_once(
        &mut self,
        node: Node,
        which: usize,
        make: impl FnOnce(&mut Self) -> Vec<Node>,
    ) -> Range<usize> {
        let begin = match self.facts[node as usize].lists[which] {
            0 => {
                let mut list = make(self);
                list.sort_unstable();
                list.dedup();
                let begin = self.lists.len();
                self.facts[node as usize].lists[which] = begin as u32;
                self.lists.push(list.len() as Node);
                self.lists.extend(list);
                begin
            }
            begin => begin as usize,
        };
        begin + 1..begin + 1 + self.lists[begin] as usize
    }

    /// Returns whether the game continues.
    fn is_open(&self, position: &Position) -> bool {
        let may_be_over = self.has_goal(position.black) || self.has_goal(position.red);
        !may_be_over || self.rules.status(position) == Status::Open
    }

    /// Returns whether a set has the circles of a goal.
    fn has_goal(&self, set: Circles) -> bool {
        self.has_goal[rank(set) as usize]
    }

    fn nodes_after(&mut self, position: &Position) -> Vec<Node> {
        let rules = self.rules;
        let mut nodes = Vec::new();
        for played in rules.slides(position) {
            let next = position.after(played);
            if self.is_open(&next) {
                nodes.push(self.node(&next));
            }
        }
        nodes
    }

    fn holds(&mut self, node: Node) -> bool {
        if let Some(known) = self.facts[node as usize].holds {
            return known;
        }
        let position = self.position(node, self.own.other());
        let holds = match probe(self.oracle, &position) {
            Ok(outcome) => holds(self.own, position.turn, outcome),
            Err(error) => {
                self.error.get_or_insert(error);
                false
            }
        };
        self.facts[node as usize].holds = Some(holds);
        holds
    }

    /// Whether the own side, to move, can end the game without losing or has no move.
    pub(super) fn needs_none(&mut self, node: Node) -> bool {
        if let Some(known) = self.facts[node as usize].needs_none {
            return known;
        }
        let position = self.position(node, self.own);
        let needs_none = self.is_at_end(&position);
        self.facts[node as usize].needs_none = Some(needs_none);
        needs_none
    }

    /// Whether the side to move, which is the own side, has a slide that ends the game without
    /// losing, or no slide.
    fn is_at_end(&self, position: &Position) -> bool {
        let mut has_slide = false;
        for played in self.rules.slides(position) {
            let next = position.after(played);
            if !self.is_open(&next) && ends_well(self.rules, self.own, &next) {
                return true;
            }
            has_slide = true;
        }
        !has_slide
    }
}

/// Returns by rank whether a set of a side has the circles of a goal.
fn sets_with_goal(rules: &Rules) -> BitVec {
    let mut has_goal = BitVec::new();
    for set in subsets(rules.board().circle_count(), PIECES) {
        has_goal.push(!rules.goals().with_circles(set).is_empty());
    }
    has_goal
}

/// Returns for each circle from where a piece can have come.
fn sources(rules: &Rules) -> Vec<Circles> {
    let circles = rules.board().circles();
    let mut sources = vec![Circles::EMPTY; circles.len()];
    for from in circles {
        for to in rules.targets(from) {
            let sources = &mut sources[to.index()];
            *sources = sources.with(from);
        }
    }
    sources
}
