//! Losses are gathered from the half-steps in a journal, and half-steps that no run can have kept
//! are refused.

use std::sync::atomic::{AtomicBool, Ordering};

use teeko_index::{SetOrbits, subsets};
use teeko_rules::work::Stopped;
use teeko_rules::{Circles, Outcome};
use teeko_solve::{KeptLosses, SlideSolution};
use teeko_testing::rules;

use crate::in_memory::{HalfStep, InMemory, counted, solved};
use crate::rule_sets::without_parity;

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
        assert_gathers(&solved(&rules, Some(&journal)), &journal, step);
    }
}

/// What the journal says may change between the solution and the table.
#[test]
fn half_steps_that_have_changed_are_not_gathered() {
    let rules = rules("44-ssss+4x4");
    let whole = InMemory::default();
    let solution = solved(&rules, Some(&whole));
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
            solved(&rules, Some(journal));
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

/// One line in three is computed again, so most of these positions are in lines that are not.
#[test]
fn what_was_decided_before_is_refused_in_any_line() {
    let rules = rules("44-ssss+4x5");
    let whole = InMemory::default();
    solved(&rules, Some(&whole));
    let half_steps = whole.half_steps.lock().unwrap();
    // Three positions that are far apart: each place comes after a byte that says so.
    let frame = half_steps[&18][&9].clone();
    assert_eq!(frame.len(), 1 + 3 * 5);
    for place in frame[1..].chunks(5) {
        let mut kept = half_steps.clone();
        kept.retain(|&number, _| number <= 20);
        let again = [&[0], place].concat();
        assert_eq!(kept.get_mut(&20).unwrap().insert(9, again), None);
        let journal = InMemory::default();
        *journal.half_steps.lock().unwrap() = kept;
        solved(&rules, Some(&journal));
        assert_eq!(journal.refused.load(Ordering::Relaxed), 1, "{place:?}");
    }
}
