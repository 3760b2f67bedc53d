//! An observer can stop the solver; it then stops soon and returns no result.

use std::sync::Arc;

use teeko_rules::work::{Stopped, to_the_end};
use teeko_rules::{DropPlan, Rules};
use teeko_solve::{InstructionSet, SlideProgress, solve_drops, solve_slide};
use teeko_testing::{observed, rules, with_plan};

#[test]
fn the_slide_phase_stops_after_any_half_step() {
    let rules = rules("44-ssss+4x4");
    let solve = |stop| {
        observed(stop, |observe| {
            solve_slide(&rules, InstructionSet::best(), None, observe)
        })
    };
    let (solved, progress) = solve(usize::MAX);
    let census = solved.expect("nothing stops it").census().clone();
    let plies: Vec<u32> = progress.iter().map(|progress| progress.ply).collect();
    assert_eq!(plies, (0..=census.deepest()).collect::<Vec<u32>>());
    let decided = census.total() - census.drawn() - census.impossible();
    let last: &SlideProgress = progress.last().expect("a ply");
    assert_eq!(
        (last.ply, last.decided, last.work.total),
        (13, decided, 900_900)
    );
    assert!(
        progress.is_sorted_by_key(|progress| progress.work.done),
        "{progress:?}"
    );
    for stop in 1..=progress.len() {
        let (stopped, again) = solve(stop);
        assert_eq!(stopped.err(), Some(Stopped), "after {stop} half-steps");
        assert_eq!(again, progress[..stop], "the observer is not asked again");
    }
}

/// A half-step of a larger board takes long, and can be stopped within.
#[test]
fn the_slide_phase_stops_within_a_half_step() {
    let rules = rules("44-ssss");
    let solve = |stop| {
        observed(stop, |observe| {
            solve_slide(&rules, InstructionSet::best(), None, observe)
        })
    };
    let (solved, progress) = solve(usize::MAX);
    let deepest = solved.expect("nothing stops it").census().deepest() as usize;
    assert!(progress.len() > deepest + 1 && progress.is_sorted_by_key(|progress| progress.ply));
    let within = 1 + progress
        .windows(2)
        .position(|two| two[0] == two[1])
        .expect("one within");
    let (stopped, again) = solve(within + 1);
    assert_eq!(
        (stopped.err(), &again[..]),
        (Some(Stopped), &progress[..=within])
    );
}

#[test]
fn the_drop_phase_stops_before_any_layer() {
    for name in ["44-ssss+4x4", "44-ssss"] {
        let slide = Arc::new(
            solve_slide(&rules(name), InstructionSet::best(), None, &to_the_end)
                .expect("nothing stops it"),
        );
        let plans = ["ssss", "pppp"].map(|plan| plan.parse::<DropPlan>().expect(plan));
        let rules: Vec<Rules> = plans
            .iter()
            .map(|&plan| with_plan(slide.rules(), plan))
            .collect();
        let solve = |stop| observed(stop, |observe| solve_drops(&slide, &rules, observe));
        let (solved, progress) = solve(usize::MAX);
        assert_eq!(solved.expect("nothing stops it").len(), 2);
        assert!(
            progress.len() >= 16 && progress.is_sorted_by_key(|progress| progress.done),
            "{progress:?}"
        );
        assert!(
            progress
                .iter()
                .all(|progress| progress.total == 16 && progress.done < 16),
            "{progress:?}"
        );
        for stop in 1..=progress.len() {
            let (stopped, again) = solve(stop);
            assert_eq!(stopped.err(), Some(Stopped), "{name}: told {stop} times");
            assert_eq!(again, progress[..stop], "the observer is not asked again");
        }
    }
}
