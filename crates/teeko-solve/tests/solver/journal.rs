//! A slide phase that resumes from the half-steps in a journal has the same result as one without
//! interruption.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use teeko_index::{SetOrbits, subsets};
use teeko_rules::work::Stopped;
use teeko_rules::work::to_the_end;
use teeko_rules::{Board, Circles, Goal, Goals, Oracle, Outcome, Parity, Position, Rules};
use teeko_solve::{
    CountedSolution, InstructionSet, Journal, KeptHalfStep, KeptLosses, SlideSolution,
    solve_counted, solve_slide,
};
use teeko_testing::{Random, rules};

/// The decisions of a half-step, by tile.
type HalfStep = HashMap<usize, Vec<u8>>;

#[derive(Default)]
struct InMemory {
    half_steps: Mutex<BTreeMap<u32, HalfStep>>,
    /// The number of half-steps read from it, and the number completed.
    taken: AtomicU32,
    completed: Mutex<Vec<u32>>,
    refused: AtomicU32,
}

struct Kept(HalfStep);

impl KeptHalfStep for Kept {
    fn decided(&self, tile: usize) -> Option<&[u8]> {
        self.0.get(&tile).map(Vec::as_slice)
    }

    fn last_tile(&self) -> Option<usize> {
        self.0.keys().max().copied()
    }
}

impl Journal for InMemory {
    fn half_step(&self, number: u32) -> Option<Box<dyn KeptHalfStep + '_>> {
        let kept = self.half_steps.lock().unwrap().get(&number).cloned()?;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Some(Box::new(Kept(kept)))
    }

    fn keep(&self, number: u32, tile: usize, decided: &[u8]) {
        let before = self
            .half_steps
            .lock()
            .unwrap()
            .entry(number)
            .or_default()
            .insert(tile, decided.to_vec());
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
    fn with(&self, is_left: impl Fn(u32) -> bool) -> Self {
        let half_steps = self.half_steps.lock().unwrap();
        let left = half_steps.iter().filter(|&(&number, _)| is_left(number));
        Self {
            half_steps: Mutex::new(left.map(|(number, kept)| (*number, kept.clone())).collect()),
            ..Self::default()
        }
    }

    fn len(&self) -> u32 {
        self.half_steps.lock().unwrap().len() as u32
    }
}

/// Solves a slide phase with a journal.
fn solved(rules: &Rules, journal: &InMemory) -> SlideSolution {
    solve_slide(rules, InstructionSet::best(), Some(journal), &to_the_end).unwrap()
}

/// Counts the positions of rules with a journal.
fn counted(rules: &Rules, keep_undecided: bool, journal: Option<&dyn Journal>) -> CountedSolution {
    let rules = std::slice::from_ref(rules);
    let best = InstructionSet::best();
    solve_counted(rules, best, keep_undecided, journal, &to_the_end)
        .unwrap()
        .remove(0)
}

/// Goals that need empty circles, so that both half-steps run at every ply.
fn without_parity() -> Rules {
    let board = Board::new(4, 4).unwrap();
    let mut random = Random::new(11);
    let goals = (0..20).map(|_| {
        let position = random.position(board, 7);
        Goal::new(position.black, position.red)
    });
    let builder = Rules::builder()
        .board(board)
        .goals(Goals::new(goals.collect::<Vec<Goal>>()));
    let rules = builder.build().unwrap();
    assert_eq!(rules.parity(), Parity::Free);
    rules
}

fn assert_same_values(expected: &SlideSolution, found: &SlideSolution) {
    assert_eq!(expected.census(), found.census());
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let Position { black, red, .. } = random.position(expected.rules().board(), 8);
        assert_eq!(expected.outcome(black, red), found.outcome(black, red));
    }
}

#[test]
fn a_slide_phase_goes_on_after_any_half_step() {
    for rules in [rules("44-ssss+4x4"), rules("44-ssss+4x5"), without_parity()] {
        let expected = solve_slide(&rules, InstructionSet::best(), None, &to_the_end).unwrap();
        let solve = |journal: &InMemory| assert_same_values(&expected, &solved(&rules, journal));
        let whole = InMemory::default();
        solve(&whole);
        let total = whole.len();
        assert!(total > 5);
        for after in 0..=total {
            let journal = whole.with(|number| number <= after);
            solve(&journal);
            assert_eq!(journal.taken.load(Ordering::Relaxed), after);
            assert_eq!(
                *journal.completed.lock().unwrap(),
                (after + 1..=total).collect::<Vec<_>>()
            );
            assert_eq!(
                *journal.half_steps.lock().unwrap(),
                *whole.half_steps.lock().unwrap()
            );
        }
        // A missing half-step between others is computed again.
        solve(&whole.with(|number| number % 3 != 1));
    }
}

#[test]
fn counting_goes_on_after_half_steps_of_any_way_to_solve() {
    for rules in [rules("44-psps+4x4"), without_parity()] {
        let whole = InMemory::default();
        solved(&rules, &whole);
        let expected = counted(&rules, true, None);
        for keep_undecided in [false, true] {
            for after in [0, 1, 4, 7, u32::MAX] {
                let journal = whole.with(|number| number <= after);
                let found = counted(&rules, keep_undecided, Some(&journal));
                assert_eq!(expected.census(), found.census());
                let value = |counted: &CountedSolution| counted.outcome(&Position::EMPTY).unwrap();
                assert_eq!(value(&expected), value(&found));
            }
        }
    }
}

/// Gathers the losses of a journal and compares them with a solution, for every `step`th set of the
/// side that has just moved.
fn assert_gathers(expected: &SlideSolution, journal: &InMemory, step: usize) {
    let rules = expected.rules();
    let (circles, group) = (rules.board().circle_count(), rules.symmetries());
    let orbits = SetOrbits::new(circles, 4, &group);
    let mut losses = KeptLosses::open(rules, expected.census(), journal, &|| false).unwrap();
    for opponent in orbits.canonical().iter().copied().step_by(step) {
        losses.gather([opponent].into_iter()).unwrap();
        let lost_in = losses.against(opponent);
        for mover in subsets(circles, 4).filter(|mover| !mover.meets(opponent)) {
            let expected = match expected.outcome(mover, opponent) {
                Some(Outcome::Loss(plies)) => Some(plies),
                _ => None,
            };
            assert_eq!(lost_in(mover), expected, "{mover} against {opponent}");
        }
    }
}

#[test]
fn losses_are_gathered_from_half_steps() {
    let all = [
        rules("44-ssss+4x4"),
        rules("58-ssss+4x4+knight"),
        rules("44-ssss+4x5"),
        without_parity(),
    ];
    for (rules, step) in all
        .into_iter()
        .chain([rules("44-ssss")])
        .zip([1, 1, 7, 1, 97])
    {
        let journal = InMemory::default();
        assert_gathers(&solved(&rules, &journal), &journal, step);
    }
}

/// What the journal says may change between the solution and the table.
#[test]
fn half_steps_that_have_changed_are_not_gathered() {
    let rules = rules("44-ssss+4x4");
    let whole = InMemory::default();
    let solution = solved(&rules, &whole);
    let gather = |journal: &InMemory| {
        let mut losses = KeptLosses::open(&rules, solution.census(), journal, &|| false)?;
        losses.gather(subsets(16, 4))?;
        Ok(losses.against(Circles::from_bits(0xf000))(
            Circles::from_bits(0xf),
        ))
    };
    assert!(gather(&whole).is_ok());
    assert!(KeptLosses::open(&rules, solution.census(), &whole, &|| true).is_err());
    let is_stopped = AtomicBool::new(false);
    let stops = || is_stopped.load(Ordering::Relaxed);
    let mut losses = KeptLosses::open(&rules, solution.census(), &whole, &stops).unwrap();
    is_stopped.store(true, Ordering::Relaxed);
    assert_eq!(losses.gather(subsets(16, 4)), Err(Stopped));
    let gone = whole.with(|number| number != 4);
    assert_eq!(gather(&gone), Err(Stopped));
    let changed = whole.with(|_| true);
    let forge = |bytes: Vec<u8>| {
        let mut half_steps = changed.half_steps.lock().unwrap();
        half_steps
            .get_mut(&2)
            .unwrap()
            .values_mut()
            .for_each(|kept| kept.clone_from(&bytes));
    };
    forge(vec![7, 7]);
    assert_eq!(gather(&changed), Err(Stopped));
    assert!(
        [&gone, &changed]
            .iter()
            .all(|journal| journal.refused.load(Ordering::Relaxed) > 0)
    );
    // Rows and columns beyond the sets that there are.
    forge(vec![0, 255, 255, 255, 1, 0]);
    assert!(gather(&changed).is_ok());
}

#[test]
fn what_no_half_step_decides_is_refused() {
    let rules = rules("44-ssss+4x4");
    let whole = InMemory::default();
    let solve = |journal: &InMemory, counts: bool| {
        if counts {
            counted(&rules, false, Some(journal));
        } else {
            solved(&rules, journal);
        }
        journal.refused.load(Ordering::Relaxed)
    };
    assert_eq!(solve(&whole, false), 0);
    let half_steps = whole.half_steps.lock().unwrap();
    let far_row = vec![0, 255, 0, 254, 1, 0];
    let forgeries: [(u32, HalfStep); 6] = [
        // What no half-step writes.
        (1, HalfStep::from([(0, vec![7, 7, 7])])),
        (1, HalfStep::from([(1, Vec::new())])),
        // Rows beyond the sets that there are: once these were a panic.
        (2, HalfStep::from([(0, far_row)])),
        // Tiles beyond the plane.
        (1, HalfStep::from([(1 << 20, vec![0, 0])])),
        // What was decided before.
        (3, half_steps[&1].clone()),
        // Nothing at all, where the sample has something.
        (2, HalfStep::new()),
    ];
    for (number, (half_step, forged)) in forgeries.into_iter().enumerate() {
        for counts in [false, true] {
            let journal = InMemory::default();
            let mut kept = half_steps.clone();
            kept.insert(half_step, forged.clone());
            *journal.half_steps.lock().unwrap() = kept;
            assert!(
                solve(&journal, counts) > 0,
                "forgery {number}, counted: {counts}"
            );
        }
    }
}
