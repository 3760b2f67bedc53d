//! The positions that are decided before any ply: finished, won because the other side completed
//! the goal, finished without a winner, or impossible.

use std::sync::Arc;

use teeko_rules::{Circles, Goals, Rules};

use crate::lanes::{Lanes, columns, columns_with_each_circle, with_any};
use crate::line::BitLine;

/// Finds the positions that are finished before any ply, for all images of a canonical set at once:
/// lane `g` of a line has those with the mover's set `g · canonical`. The columns are the sets of
/// the mover's opponent.
pub(crate) struct Endings<'a> {
    rules: &'a Rules,
    lanes: Arc<Lanes>,
    /// By column tile: all columns.
    all: Vec<BitLine>,
    /// Those whose set is a goal with which the opponent has won, whatever the mover has.
    lost: Vec<BitLine>,
    /// Those whose set is a goal that is worth nothing.
    void: Vec<BitLine>,
    /// By column tile: the columns whose sets are goals that need empty circles, with these sets.
    conditional: Vec<Vec<(usize, Circles)>>,
    /// By column tile, then circle: in lane `g` the columns whose sets have `g · circle`.
    pub(crate) with: Vec<Vec<BitLine>>,
}

/// The positions of a line by what they are before any ply. The line is that of a mover's set.
#[derive(Default)]
pub(crate) struct Ended {
    /// The sets do not overlap, and the position is not impossible.
    pub(crate) apart: BitLine,
    /// Of these: the mover has lost.
    pub(crate) lost: BitLine,
    /// Of these: the mover has won.
    pub(crate) won: BitLine,
    /// Of these: the game is finished and has no winner.
    pub(crate) void: BitLine,
}

impl Ended {
    /// The positions that are not over.
    pub(crate) fn open(&self) -> BitLine {
        self.apart
            .and_not(self.lost)
            .and_not(self.won)
            .and_not(self.void)
    }
}

impl<'a> Endings<'a> {
    /// Makes the endings for planes with a column for each of these sets.
    pub(crate) fn new(rules: &'a Rules, lanes: &Arc<Lanes>, sets: &[Circles]) -> Self {
        let mut conditional = Vec::new();
        for sets in sets.chunks(lanes.sets()) {
            conditional.push(conditional_goals(rules.goals(), sets));
        }
        let goals = rules.goals();
        Self {
            rules,
            all: columns(lanes, sets, |_| true),
            lost: columns(lanes, sets, |set| {
                certain_points(goals, set).is_some_and(|points| points > 0)
            }),
            void: columns(lanes, sets, |set| certain_points(goals, set) == Some(0)),
            conditional,
            with: columns_with_each_circle(lanes, sets),
            lanes: Arc::clone(lanes),
        }
    }

    /// In lane `g` the columns of a tile whose sets have any of the circles `g · circles`.
    pub(crate) fn with_any(&self, circles: Circles, tile: usize) -> BitLine {
        with_any(&self.with[tile], circles)
    }

    /// Returns the positions that are finished in the line of a mover's set.
    pub(crate) fn of_row(&self, mover: Circles, tile: usize) -> Ended {
        if self.rules.goals().is_unconditional(mover) {
            return Ended::default();
        }
        let apart = self.all[tile].and_not(self.with_any(mover, tile));
        let [lost, void] = self.goals_of_opponents(mover, tile);
        let lost = lost.and(apart);
        let void = void.and(apart);
        let [won, complete] = self.goals_of_mover(mover, tile);
        let others = lost.or(void);
        let won = won.and(apart);
        Ended {
            apart,
            lost,
            won: won.and_not(others),
            void: void.or(complete.and(apart).and_not(won).and_not(others)),
        }
    }

    /// Returns the columns of a tile whose sets are goals that are worth points, and those whose
    /// sets are goals that are worth nothing.
    fn goals_of_opponents(&self, mover: Circles, tile: usize) -> [BitLine; 2] {
        let goals = self.rules.goals();
        let mut lost = self.lost[tile];
        let mut void = self.void[tile];
        for &(column, opponent) in &self.conditional[tile] {
            for (element, symmetry) in self.lanes.group().elements().iter().enumerate() {
                let bit = self.lanes.bit(element, column);
                match goals.worth(opponent, symmetry.apply(mover)) {
                    Some(0) => void.set(bit),
                    Some(_) => lost.set(bit),
                    None => {}
                }
            }
        }
        [lost, void]
    }

    /// Returns the columns of a tile that leave the circles empty that a goal of the mover needs:
    /// a goal that is worth points, and any goal.
    fn goals_of_mover(&self, mover: Circles, tile: usize) -> [BitLine; 2] {
        let mut won = BitLine::ZERO;
        let mut complete = BitLine::ZERO;
        for goal in self.rules.goals().with_circles(mover) {
            let completed = self.all[tile].and_not(self.with_any(goal.empty(), tile));
            complete = complete.or(completed);
            if goal.points() > 0 {
                won = won.or(completed);
            }
        }
        [won, complete]
    }
}

/// Returns the points of the goal on these circles, if there is one that needs no empty circles.
fn certain_points(goals: &Goals, set: Circles) -> Option<u8> {
    match goals.with_circles(set) {
        [goal] if goal.empty().is_empty() => Some(goal.points()),
        _ => None,
    }
}

/// Returns those of some sets that are goals only if other circles are empty, with their numbers.
fn conditional_goals(goals: &Goals, sets: &[Circles]) -> Vec<(usize, Circles)> {
    let mut conditional = Vec::new();
    for (column, &set) in sets.iter().enumerate() {
        if !goals.with_circles(set).is_empty() && certain_points(goals, set).is_none() {
            conditional.push((column, set));
        }
    }
    conditional
}
