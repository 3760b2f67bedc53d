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
//! transposed, like the planes of the slide phase (see [`crate::layout`]). Plans
//! share the layers that depend only on their last letters. Sixteen plans have 2 + 2 + 4 + 4 + 8 +
//! 8 + 16 + 16 layers together, with most of the work in the first two.

use std::collections::HashMap;
use std::sync::Arc;

use teeko_index::{Layer, Scale, SetOrbits, SolvedLayers};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circles, DropStyle, PIECES, Rules};

use self::layer::{LayerGame, LayerSets, Piece};
use crate::layout::orbits_by_size;
use crate::slide::SlideSolution;
use crate::solution::Solution;

pub(crate) mod layer;

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
/// a distance beyond 65,000 plies, or half of that where distances have no parity, which no known
/// rules reach.
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
    let progress = LayersDone {
        total: 2 * PIECES * rules.len(),
        observe,
    };
    let mut solver = DropSolver::new(orbits_by_size(slide.rules(), &slide.layout));
    let of_styles = one_of_each_last_style(rules);
    if slide.largest_code() <= u8::LARGEST_CODE {
        solver.solve_last::<u8>(slide, &of_styles, &progress)?;
    } else {
        solver.solve_last::<u16>(slide, &of_styles, &progress)?;
    }
    let mut solutions = Vec::with_capacity(rules.len());
    for rules in rules {
        let before = 2 * PIECES * solutions.len();
        // From the last layer down, so that each layer finds the next one solved.
        for (done, layer) in (0..2 * PIECES).rev().enumerate() {
            progress.report(before + done)?;
            solver.layer(rules, layer);
        }
        let layers = solver.layers(rules, 2 * PIECES);
        solutions.push(Solution::new(Arc::clone(slide), layers));
    }
    Ok(solutions)
}

/// The number of drop layers to solve, and who wants to know how many are done.
struct LayersDone<'a> {
    total: usize,
    observe: Observer<'a>,
}

impl LayersDone<'_> {
    fn report(&self, done: usize) -> Result<(), Stopped> {
        let progress = Progress {
            done: done as u64,
            total: self.total as u64,
        };
        if (self.observe)(progress).is_break() {
            return Err(Stopped);
        }
        Ok(())
    }
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
    let mut of_styles = Vec::new();
    for style in [DropStyle::Standard, DropStyle::Point] {
        of_styles.extend(rules.iter().find(|rules| last_style(rules) == style));
    }
    of_styles
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
        let layers = (0..layers).map(|layer| self.layer(rules, layer)).collect();
        SolvedLayers::new(rules.clone(), layers)
    }

    /// Solves the last layer, whose drops lead to the slide phase, for each of these rule sets.
    fn solve_last<T: Scale>(
        &mut self,
        slide: &SlideSolution,
        rules: &[&Rules],
        progress: &LayersDone<'_>,
    ) -> Result<(), Stopped> {
        let sets = LayerSets {
            layer: 2 * PIECES - 1,
            group: &slide.layout.group,
            mover: &self.orbits[PIECES - 1],
            opponent: &self.orbits[PIECES],
        };
        let mut games = Vec::new();
        for rules in rules {
            games.push(plain_game::<T>(rules, &self.orbits[PIECES]));
        }
        let layers = sets.solve_last(&games, &slide.turn(), T::of_code, || progress.report(0))?;
        for (rules, layer) in rules.iter().zip(layers) {
            self.insert(rules, Arc::new(layer));
        }
        Ok(())
    }
}

/// Returns the plain game of some rules, in which all pieces are alike. `grown` has the orbits of
/// the mover's sets after the drop.
fn plain_game<'a, T: Scale>(rules: &'a Rules, grown: &'a SetOrbits) -> LayerGame<'a, T> {
    LayerGame {
        rules,
        parity: rules.parity(),
        won: T::MAX,
        pieces: vec![Piece {
            is_heavy: true,
            wins: Circles::EMPTY,
            grown,
        }],
    }
}
