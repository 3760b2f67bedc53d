//! An observer can stop the solver; it then stops soon and returns no result.

use std::slice;
use std::sync::Arc;

use teeko_rules::work::{Stopped, to_the_end};
use teeko_rules::{DropPlan, Rules};
use teeko_solve::{
    InstructionSet, SlideProgress, SolvedSlides, solve_counted, solve_drops, solve_slide,
};
use teeko_testing::{observed, rules, stops_everywhere, with_plan};

#[test]
fn the_slide_phase_stops_after_any_half_step() {
    let rules = rules("44-ssss+4x4");
    let best = InstructionSet::best();
    let (solved, progress) = stops_everywhere(|observe| solve_slide(&rules, best, None, observe));
    let census = solved.census();
    let plies: Vec<u32> = progress.iter().map(|progress| progress.ply).collect();
    assert_eq!(plies, (0..=census.deepest()).collect::<Vec<u32>>());
    let decided = census.total() - census.drawn() - census.impossible();
    let last: &SlideProgress = progress.last().expect("a ply");
    assert_eq!(
        (last.ply, last.decided, last.work.total),
        (13, decided, 900_900)
    );
    assert!(progress.is_sorted_by_key(|progress| progress.work.done));
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
fn counting_stops_after_any_half_step() {
    let rules = rules("44-ssss+4x4");
    let group = slice::from_ref(&rules);
    let best = InstructionSet::best();
    let (counted, progress) =
        stops_everywhere(|observe| solve_counted(group, best, true, None, observe));
    let plies: Vec<u32> = progress.iter().map(|progress| progress.ply).collect();
    assert!(plies.is_sorted() && plies.len() > counted[0].census().deepest() as usize);
}

/// Also within the last layer, whose values come piece by piece.
#[test]
fn the_drop_phase_stops_before_any_layer() {
    let best = InstructionSet::best();
    let slide = solve_slide(&rules("44-ssss+4x5"), best, None, &to_the_end);
    let slide = Arc::new(slide.expect("nothing stops it"));
    let plans = ["ssss", "pppp"].map(|plan| plan.parse::<DropPlan>().expect(plan));
    let rules: Vec<Rules> = plans
        .iter()
        .map(|&plan| with_plan(slide.rules(), plan))
        .collect();
    let (solved, progress) = stops_everywhere(|observe| solve_drops(&slide, &rules, observe));
    assert_eq!(solved.len(), 2);
    assert!(progress.len() > 17, "{progress:?}");
    assert!(progress.is_sorted_by_key(|progress| progress.done));
    for progress in progress {
        assert!(progress.total == 16 && progress.done < 16, "{progress:?}");
    }
}

/// At the first call: to solve them again and again takes long.
#[test]
fn games_for_points_stop_in_either_phase() {
    for variant in ["58-ssss+4x4+points", "44-ssss+4x4+pips"] {
        let rules = rules(variant);
        let (stopped, _) = observed(1, |observe| SolvedSlides::solve(&rules, None, observe));
        assert_eq!(stopped.err(), Some(Stopped), "{variant}");
        let slides = SolvedSlides::solve(&rules, None, &to_the_end).expect("nothing stops it");
        let group = slice::from_ref(&rules);
        let (stopped, _) = observed(1, |observe| slides.with_drops(group, observe));
        assert_eq!(stopped.err(), Some(Stopped), "{variant}");
    }
}
