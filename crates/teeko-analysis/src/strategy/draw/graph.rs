//! The slide phase as a graph of positions up to symmetry, made as far as the search looks.

use std::ops::Range;

use bitvec::vec::BitVec;
use teeko_index::{LayerIndex, SetOrbits, rank, subsets};
use teeko_rules::{Circle, Circles, Oracle, PIECES, Position, Rules, Side, Status};

use super::{ends_well, holds};
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
        let (board, symmetries) = (rules.board(), rules.symmetries());
        let reaches = |from: Circle, to: Circle| rules.targets(from).contains(to);
        let sources = board.circles().iter().map(|to| {
            board
                .circles()
                .iter()
                .filter(|&from| reaches(from, to))
                .collect()
        });
        let has_goal = subsets(board.circle_count(), PIECES)
            .map(|set| !rules.goals().with_circles(set).is_empty());
        let index = LayerIndex::new(board, &symmetries, 2 * PIECES);
        let pages = index.slots() as usize / PAGE + 1;
        Self {
            oracle,
            rules,
            own,
            index,
            own_sets: SetOrbits::new(board.circle_count(), PIECES, &symmetries),
            has_goal: has_goal.collect(),
            sources: sources.collect(),
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
        let (page, place) = (slot as usize / PAGE, slot as usize % PAGE);
        let node = &mut self.nodes_of_slots[page].get_or_insert_with(|| Box::new([0; PAGE]))[place];
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
            let back = |to: Circle| {
                (graph.sources[to.index()] & free)
                    .iter()
                    .map(move |from| own.without(to).with(from))
            };
            let before: Vec<Circles> = own.iter().flat_map(back).collect();
            before
                .into_iter()
                .map(|own| graph.node_of(own, other))
                .collect()
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
        let has_goal = |set| self.has_goal[rank(set) as usize];
        !(has_goal(position.black) || has_goal(position.red))
            || self.rules.status(position) == Status::Open
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
        let mut next = self
            .rules
            .slides(&position)
            .map(|played| position.after(played))
            .peekable();
        let needs_none = next.peek().is_none()
            || next.any(|next| !self.is_open(&next) && ends_well(self.rules, self.own, &next));
        self.facts[node as usize].needs_none = Some(needs_none);
        needs_none
    }
}
