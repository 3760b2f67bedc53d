//! Minimax over the drop layers, for any number of drop plans at once.
//!
//! A drop adds to the mover's set and keeps the opponent's. With the mover's sets as rows and the
//! canonical sets of the opponent as columns, each row of a layer is the maximum or minimum, value
//! by value, of a few whole rows of the next:
//!
//! ```text
//! row (M) of layer n  =  max or min over empty circles q of row (M + q) of layer n + 1
//! ```
//! In layer n + 1 the set that has grown belongs to the side *not* to move. So each solved layer is
//! transposed, like the planes of the slide phase (see [`Layout`]). Plans
//! share the layers that depend only on their last letters. Sixteen plans have 2 + 2 + 4 + 4 + 8 +
//! 8 + 16 + 16 layers together, with most of the work in the first two.

use std::collections::HashMap;
use std::sync::Arc;

use teeko_index::{
    DropChoice, LayerValues, PairTable, Scale, SetOrbits, SolvedLayer, end_finished_games,
    goal_columns, grown_places,
};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circles, PIECES, Rules, SymmetryGroup};

use crate::columns::columns_with_each_circle;
use crate::layout::Layout;
use crate::line::LINE_BITS;
use crate::slide::SlideSolution;
use crate::solution::Solution;

/// Solves the drop phases of rule sets that share the slide phase `slide`, and joins each with it.
///
/// Uses the current rayon thread pool; the result does not depend on the number of threads. Calls
/// `observe` with the drop layers done, of all rule sets; shared layers count for each rule set.
/// `Break` stops the work.
///
/// # Errors
/// [`Stopped`] if the observer stops the work.
///
/// # Panics
/// If rules have another board, other goals or another step than `slide`, or if the slide phase has
/// a distance beyond 65,000 plies, which no known rules reach.
pub fn solve_drops(
    slide: &Arc<SlideSolution>,
    rules: &[Rules],
    observe: Observer<'_>,
) -> Result<Vec<Solution>, Stopped> {
    assert!(
        rules.iter().all(|rules| rules.same_slide_phase(slide.rules())),
        "rules with the slide phase given"
    );
    let total = (2 * PIECES * rules.len()) as u64;
    let report = |done: usize| {
        let reported = observe(Progress { done: done as u64, total });
        if reported.is_break() { Err(Stopped) } else { Ok(()) }
    };
    if slide.largest_code() <= u8::LARGEST_CODE {
        solve_as::<u8>(slide, rules, &report)
    } else {
        solve_as::<u16>(slide, rules, &report)
    }
}

/// Does the work of [`solve_drops`] with values of type `T`. `report` receives the layers done.
fn solve_as<T: Scale>(
    slide: &Arc<SlideSolution>,
    rules: &[Rules],
    report: &dyn Fn(usize) -> Result<(), Stopped>,
) -> Result<Vec<Solution>, Stopped> {
    let mut solver =
        DropSolver::<T>::new(&slide.layout.group, orbits_by_size(slide.rules(), &slide.layout));
    let mut last_choices: Vec<DropChoice> = Vec::new();
    for choice in rules.iter().map(|rules| DropChoice::of(rules, 2 * PIECES - 1)) {
        if !last_choices.contains(&choice) {
            last_choices.push(choice);
        }
    }
    solver.solve_last(slide, &last_choices, report)?;
    let mut solutions = Vec::with_capacity(rules.len());
    for rules in rules {
        // From the last layer down, so that each layer finds the next one solved.
        let mut layers = Vec::with_capacity(2 * PIECES);
        for layer in (0..2 * PIECES).rev() {
            report(2 * PIECES * solutions.len() + layers.len())?;
            layers.push(SolvedLayer::new(&slide.layout.group, solver.layer(rules, layer)));
        }
        layers.reverse();
        solutions.push(Solution::new(rules.clone(), Arc::clone(slide), layers));
    }
    Ok(solutions)
}

/// What the values of a layer depend on: its number, the choices from there on, and the circles
/// banned in it.
type Key = (usize, Vec<DropChoice>, Circles);

fn key(rules: &Rules, layer: usize) -> Key {
    let choices = (layer..2 * PIECES).map(|layer| DropChoice::of(rules, layer)).collect();
    (layer, choices, rules.banned(layer))
}

pub(crate) struct DropSolver<T> {
    group: Arc<SymmetryGroup>,
    /// The orbits of the sets of each size.
    orbits: Vec<Arc<SetOrbits>>,
    solved: HashMap<Key, Arc<LayerValues<T>>>,
}

/// Returns the orbits of the sets of each size, from 0 to that of the slide phase.
pub(crate) fn orbits_by_size(rules: &Rules, layout: &Layout) -> Vec<Arc<SetOrbits>> {
    let circles = rules.board().circle_count();
    let smaller = (0..PIECES).map(|size| Arc::new(SetOrbits::new(circles, size, &layout.group)));
    smaller.chain([Arc::clone(&layout.orbits)]).collect()
}

impl<T: Scale> DropSolver<T> {
    pub(crate) fn new(group: &Arc<SymmetryGroup>, orbits: Vec<Arc<SetOrbits>>) -> Self {
        Self { group: Arc::clone(group), orbits, solved: HashMap::new() }
    }

    /// Returns the symmetries of the rules.
    pub(crate) fn group(&self) -> Arc<SymmetryGroup> {
        Arc::clone(&self.group)
    }

    /// Adds a solved layer of these rules.
    pub(crate) fn insert(&mut self, rules: &Rules, values: Arc<LayerValues<T>>) {
        self.solved.insert(key(rules, values.layer()), values);
    }

    /// Returns the layer of these rules, and solves it if necessary.
    ///
    /// # Panics
    /// If no layer from it on has been solved or added.
    pub(crate) fn layer(&mut self, rules: &Rules, layer: usize) -> Arc<LayerValues<T>> {
        let key = key(rules, layer);
        if let Some(solved) = self.solved.get(&key) {
            return Arc::clone(solved);
        }
        let next = self.layer(rules, layer + 1);
        let solved = Arc::new(next.before(key.1[0], rules, &self.orbits[layer / 2], &self.group));
        self.solved.insert(key, Arc::clone(&solved));
        solved
    }

    /// Solves the last layer, whose drops lead to the slide phase, for each of these choices.
    ///
    /// The slide phase is expanded some columns at a time.
    fn solve_last(
        &mut self,
        slide: &SlideSolution,
        choices: &[DropChoice],
        report: &dyn Fn(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        const LAST: usize = 2 * PIECES - 1;
        let (mover, opponent) = (&self.orbits[PIECES - 1], &self.orbits[PIECES]);
        let (layout, rules) = (&slide.layout, slide.rules());
        let (group, graph) = (&layout.group, &layout.rows);
        let mut results: Vec<PairTable<T>> = choices
            .iter()
            .map(|_| PairTable::new(group.order(), mover.count(), opponent.count()))
            .collect();
        let mut expanded = PairTable::<T>::new(group.order(), layout.orbits.count(), LINE_BITS);
        for (number, sets) in layout.orbits.canonical().chunks(LINE_BITS).enumerate() {
            report(0)?;
            let columns = number * LINE_BITS..number * LINE_BITS + sets.len();
            let overlaps = columns_with_each_circle(&graph.lanes, sets);
            // An impossible position, in which the mover has a goal, counts as drawn.
            let rows = layout.orbits.canonical();
            let first = columns.start;
            graph.expand(&slide.codes, rows, first, &overlaps, T::of_code, &mut expanded);
            let goals = goal_columns(rules.goals(), sets.iter().copied());
            for (values, &choice) in results.iter_mut().zip(choices) {
                values.for_each_row(|element, canonical, row| {
                    let set = group.apply(element, mover.canonical()[canonical]);
                    let grown = grown_places(opponent, set, rules.board().circles() - set);
                    let rows = grown.map(|place| expanded.row_of(place));
                    let row = &mut row[columns.clone()];
                    choice.fill(LAST, row, rows);
                    end_finished_games(row, rules.goals(), set, &goals);
                });
            }
        }
        for (values, &choice) in results.iter().zip(choices) {
            let solved = LayerValues::new(
                LAST,
                rules.parity(),
                Arc::clone(mover),
                Arc::clone(opponent),
                values.turned(group),
            );
            self.solved.insert((LAST, vec![choice], Circles::EMPTY), Arc::new(solved));
        }
        Ok(())
    }
}
