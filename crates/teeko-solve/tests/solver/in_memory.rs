//! A journal in memory, and ways to solve with one or without.

use std::collections::{BTreeMap, HashMap};
use std::slice;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use teeko_rules::Rules;
use teeko_rules::work::to_the_end;
use teeko_solve::{
    CountedSolution, Frames, InstructionSet, Journal, SlideSolution, solve_counted, solve_slide,
};

/// The frames of a half-step, by tile.
pub(crate) type HalfStep = HashMap<usize, Vec<u8>>;

#[derive(Default)]
pub(crate) struct InMemory {
    pub(crate) half_steps: Mutex<BTreeMap<u32, HalfStep>>,
    /// The number of half-steps read from it, and the number completed.
    pub(crate) taken: AtomicU32,
    pub(crate) completed: Mutex<Vec<u32>>,
    pub(crate) refused: AtomicU32,
}

struct Kept(HalfStep);

impl Frames for Kept {
    fn frame(&self, tile: usize) -> Option<&[u8]> {
        self.0.get(&tile).map(Vec::as_slice)
    }

    fn last_tile(&self) -> Option<usize> {
        self.0.keys().max().copied()
    }
}

impl Journal for InMemory {
    fn get(&self, number: u32) -> Option<Box<dyn Frames + '_>> {
        let kept = self.half_steps.lock().unwrap().get(&number).cloned()?;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Some(Box::new(Kept(kept)))
    }

    fn put(&self, number: u32, tile: usize, frame: &[u8]) {
        assert!(frame.len() > 1, "only tiles with positions");
        let before = self
            .half_steps
            .lock()
            .unwrap()
            .entry(number)
            .or_default()
            .insert(tile, frame.to_vec());
        assert_eq!(before, None, "each tile once");
    }

    fn complete(&self, number: u32) {
        self.half_steps.lock().unwrap().entry(number).or_default();
        self.completed.lock().unwrap().push(number);
    }

    fn refuse(&self, _: u32) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    fn seed(&self) -> u64 {
        5
    }
}

impl InMemory {
    /// Returns a journal with some of the half-steps.
    pub(crate) fn with(&self, is_left: impl Fn(u32) -> bool) -> Self {
        let half_steps = self.half_steps.lock().unwrap();
        let left = half_steps.iter().filter(|&(&number, _)| is_left(number));
        Self {
            half_steps: Mutex::new(left.map(|(number, kept)| (*number, kept.clone())).collect()),
            ..Self::default()
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.half_steps.lock().unwrap().len() as u32
    }
}

/// Counts the positions of rules with a journal or without.
pub(crate) fn counted(
    rules: &Rules,
    keep_undecided: bool,
    journal: Option<&dyn Journal>,
) -> CountedSolution {
    let group = slice::from_ref(rules);
    let best = InstructionSet::best();
    let counted = solve_counted(group, best, keep_undecided, journal, &to_the_end);
    counted.unwrap().swap_remove(0)
}

/// Solves a slide phase with a journal or without.
pub(crate) fn solved(rules: &Rules, journal: Option<&dyn Journal>) -> SlideSolution {
    solve_slide(rules, InstructionSet::best(), journal, &to_the_end).unwrap()
}
