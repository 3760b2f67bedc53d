//! Minimax over the drop layers, for any number of drop plans at once.
//!
//! A drop adds to the mover's set and keeps the opponent's. With the mover's sets as rows and the
//! canonical sets of the opponent as columns, each row of a layer is the maximum or minimum, value
//! by value, of a few whole rows of the next:
//!
//! ```text
//! row (M) of layer n  =  max or min over circles q not in M of row (M + q) of layer n + 1
//! ```
//! Where the opponent has q, layer n + 1 has no position, and the value counts for nothing.
//! In layer n + 1 the set that has grown belongs to the side *not* to move. So each solved layer is
//! transposed, like the planes of the slide phase (see [`Layout`]). Plans
//! share the layers that depend only on their last letters. Sixteen plans have 2 + 2 + 4 + 4 + 8 +
//! 8 + 16 + 16 layers together, with most of the work in the first two.

use std::collections::HashMap;
use std::sync::Arc;

use teeko_index::{DropRows, Layer, PairTable, Scale, SetOrbits, SolvedLayers, grown_places};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circles, DropStyle, PIECES, Rules};

use crate::layout::Layout;
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
        rules
            .iter()
            .all(|rules| rules.same_slide_phase(slide.rules())),
        "rules with the slide phase given"
    );
    let total = (2 * PIECES * rules.len()) as u64;
    let report = |done: usize| {
        let reported = observe(Progress {
            done: done as u64,
            total,
        });
        if reported.is_break() {
            Err(Stopped)
        } else {
            Ok(())
        }
    };
    let mut solver = DropSolver::new(orbits_by_size(slide.rules(), &slide.layout));
    let of_styles = one_of_each_last_style(rules);
    if slide.largest_code() <= u8::LARGEST_CODE {
        solver.solve_last::<u8>(slide, &of_styles, &report)?;
    } else {
        solver.solve_last::<u16>(slide, &of_styles, &report)?;
    }
    let mut solutions = Vec::with_capacity(rules.len());
    for rules in rules {
        // From the last layer down, so that each layer finds the next one solved.
        for layer in (0..2 * PIECES).rev() {
            report(2 * PIECES * (solutions.len() + 1) - 1 - layer)?;
            solver.layer(rules, layer);
        }
        solutions.push(Solution::new(
            Arc::clone(slide),
            solver.layers(rules, 2 * PIECES),
        ));
    }
    Ok(solutions)
}

/// What the values of a layer depend on: its number, the styles of the drops from there on, and the
/// circles banned in it.
type Key = (usize, Vec<DropStyle>, Circles);

fn key(rules: &Rules, layer: usize) -> Key {
    (
        layer,
        rules.plan().styles()[layer / 2..].to_vec(),
        rules.banned(layer),
    )
}

pub(crate) fn last_style(rules: &Rules) -> DropStyle {
    rules.plan().style_after(2 * PIECES - 1)
}

/// Returns a rule set for each style that the last drops of these rule sets have.
pub(crate) fn one_of_each_last_style(rules: &[Rules]) -> Vec<&Rules> {
    let of_style = |style| rules.iter().find(|rules| last_style(rules) == style);
    [DropStyle::Standard, DropStyle::Point]
        .into_iter()
        .filter_map(of_style)
        .collect()
}

/// Returns the orbits of the sets of each size, from 0 to that of the slide phase.
pub(crate) fn orbits_by_size(rules: &Rules, layout: &Layout) -> Vec<Arc<SetOrbits>> {
    let circles = rules.board().circle_count();
    let smaller = (0..PIECES).map(|size| Arc::new(SetOrbits::new(circles, size, &layout.group)));
    smaller.chain([Arc::clone(&layout.orbits)]).collect()
}

/// The drop layers of rule sets that share a slide phase.
pub(crate) struct DropSolver {
    orbits: Vec<Arc<SetOrbits>>,
    solved: HashMap<Key, Arc<Layer>>,
}

impl DropSolver {
    pub(crate) fn new(orbits: Vec<Arc<SetOrbits>>) -> Self {
        Self {
            orbits,
            solved: HashMap::new(),
        }
    }

    pub(crate) fn insert(&mut self, rules: &Rules, layer: Arc<Layer>) {
        self.solved.insert(key(rules, layer.layer()), layer);
    }

    /// Returns the layer of these rules, and solves it if necessary.
    ///
    /// # Panics
    /// If no layer from it on has been solved or added.
    fn layer(&mut self, rules: &Rules, layer: usize) -> Arc<Layer> {
        let key = key(rules, layer);
        if let Some(solved) = self.solved.get(&key) {
            return Arc::clone(solved);
        }
        let next = self.layer(rules, layer + 1);
        let solved = Arc::new(next.before(rules, &self.orbits[layer / 2]));
        self.solved.insert(key, Arc::clone(&solved));
        solved
    }

    /// Returns the first `layers` layers of these rules.
    ///
    /// # Panics
    /// If no layer from there on has been solved or added.
    pub(crate) fn layers(&mut self, rules: &Rules, layers: usize) -> SolvedLayers {
        SolvedLayers::new(
            rules.clone(),
            (0..layers).map(|layer| self.layer(rules, layer)).collect(),
        )
    }

    /// Solves the last layer, whose drops lead to the slide phase, for each of these rule sets.
    ///
    /// The slide phase is expanded some columns at a time.
    fn solve_last<T: Scale>(
        &mut self,
        slide: &SlideSolution,
        rules: &[&Rules],
        report: &dyn Fn(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let (layer, group, all) = (2 * PIECES - 1, &slide.layout.group, &slide.layout.orbits);
        let mover = Arc::clone(&self.orbits[PIECES - 1]);
        let mut results: Vec<PairTable<T>> = rules
            .iter()
            .map(|_| PairTable::new(group.order(), mover.count(), all.count()))
            .collect();
        slide.turn().expand(T::of_code, |first, columns, after| {
            report(0)?;
            for (values, rules) in results.iter_mut().zip(rules) {
                let rows = DropRows {
                    rules,
                    group,
                    layer,
                    mover: &mover,
                    first,
                    columns,
                };
                rows.fill(values, T::MAX, |set, free| {
                    grown_places(all, set.all(), free).map(|place| after.row(place))
                });
            }
            Ok(())
        })?;
        for (values, rules) in results.iter().zip(rules) {
            let values = values.transposed(group);
            let solved = Layer::new(layer, rules.parity(), group, [&mover, all], values);
            self.insert(rules, Arc::new(solved));
        }
        Ok(())
    }
}
