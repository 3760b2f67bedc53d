//! Helpers that the tests share: they make rules, solve them, and compare the fast solver with the
//! reference solver.

use std::collections::BTreeSet;
use std::sync::Arc;

use teeko_index::{Census, LayerCensus, subsets};
use teeko_rules::work::to_the_end;
use teeko_rules::{Board, DropPlan, Goal, Goals, PIECES, Position, Rules, Side, Step, Symmetry};
use teeko_solve::{InstructionSet, SlideSolution, Solution, solve_drops, solve_slide};
use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};
pub(crate) use teeko_testing::rules;

use crate::reference::{drop_census, slide_census};

/// An offset of a step: columns, rows.
pub(crate) type Offset = (isize, isize);

/// Returns the smallest board, 4 x 4.
pub(crate) fn small_board() -> Board {
    Board::new(4, 4).expect("a board that exists")
}

/// Returns rules on a board with plan `ssss`. Their goals and offsets are the given ones and all
/// their images under the group that the given symmetries generate.
pub(crate) fn rules_on(
    board: Board,
    goals: Vec<Goal>,
    offsets: Vec<Offset>,
    symmetries: &[Symmetry],
) -> Rules {
    let goals = Goals::new(closed(goals, symmetries, |symmetry, goal| {
        goal.image(symmetry)
    }));
    let step = Step::new(closed(offsets, symmetries, |symmetry, offset| {
        image_of_offset(board, symmetry, offset)
    }));
    Rules::builder()
        .board(board)
        .goals(goals)
        .step(step)
        .build()
        .expect("goals on the board")
}

fn closed<T: Ord + Copy>(
    seeds: Vec<T>,
    symmetries: &[Symmetry],
    image: impl Fn(&Symmetry, T) -> T,
) -> Vec<T> {
    let mut all = BTreeSet::from_iter(seeds);
    loop {
        let before = all.len();
        for item in all.clone() {
            for symmetry in symmetries {
                all.insert(image(symmetry, item));
            }
        }
        if all.len() == before {
            return all.into_iter().collect();
        }
    }
}

/// Returns the image of an offset that fits the board under one of its symmetries.
fn image_of_offset(board: Board, symmetry: &Symmetry, (dx, dy): Offset) -> Offset {
    for from in board.circles() {
        let to = board.circle_at(board.column(from) + dx, board.row(from) + dy);
        if let Some(to) = to {
            let from = symmetry.image(from);
            let to = symmetry.image(to);
            return (
                board.column(to) - board.column(from),
                board.row(to) - board.row(from),
            );
        }
    }
    panic!("an offset that fits the board")
}

/// Returns the rules without centre ban with every drop plan, and with every plan in which the
/// opponent points under the pass rule too.
pub(crate) fn all_plans(rules: &Rules) -> Vec<Rules> {
    let mut all = Vec::new();
    for pass_rule in [false, true] {
        for plan in DropPlan::all() {
            if pass_rule && plan == DropPlan::STANDARD {
                continue;
            }
            let builder = rules
                .to_builder()
                .plan(plan)
                .centre_ban(false)
                .pass_rule(pass_rule);
            all.push(
                builder
                    .build()
                    .expect("a plan with or without the pass rule"),
            );
        }
    }
    all
}

/// Returns [`all_plans`] if the tests are exhaustive, otherwise a few that have both letters in
/// every place between them.
pub(crate) fn few_plans(rules: &Rules) -> Vec<Rules> {
    let mut plans = all_plans(rules);
    if !cfg!(feature = "exhaustive") {
        let few = ["ssss", "spsp", "psps", "pppp"];
        plans.retain(|rules| few.contains(&&*rules.plan().to_string()));
    }
    plans
}

/// Returns every placement of the pieces in every layer; in the slide phase Black is to move.
pub(crate) fn positions(rules: &Rules) -> impl Iterator<Item = Position> {
    let circles = rules.board().circle_count();
    (0..=2 * PIECES).flat_map(move |layer| {
        let turn = Position::turn_in_layer(layer).unwrap_or(Side::Black);
        subsets(circles, layer / 2).flat_map(move |mover| {
            let opponents = subsets(circles, layer.div_ceil(2));
            let apart = opponents.filter(move |set| !set.meets(mover));
            apart.map(move |opponent| Position::of_turn(turn, mover, opponent))
        })
    })
}

/// Describes the rules in a failure.
pub(crate) fn describe(rules: &Rules) -> String {
    let goals = rules.goals().patterns().len();
    format!(
        "{} board, {goals} goals, step {}, plan {}",
        rules.board(),
        rules.step(),
        rules.plan()
    )
}

/// Solves the slide phase with the fast solver.
pub(crate) fn slide(rules: &Rules) -> Arc<SlideSolution> {
    let slide = solve_slide(rules, InstructionSet::best(), None, &to_the_end);
    Arc::new(slide.expect("nothing stops it"))
}

/// Solves rules with the given slide phase with the fast solver.
pub(crate) fn solutions(slide: &Arc<SlideSolution>, rules: &[Rules]) -> Vec<Solution> {
    let solutions = solve_drops(slide, rules, &to_the_end).expect("nothing stops it");
    assert_eq!(solutions.len(), rules.len());
    solutions
}

/// Solves rules that share a slide phase with both solvers, all drop layers of the fast one at
/// once, and compares everything. Returns the census of the slide phase.
pub(crate) fn assert_solvers_agree(rules: &[Rules]) -> LayerCensus {
    let reference = ReferenceSlide::solve(&rules[0]);
    let slide = slide(&rules[0]);
    for solution in solutions(&slide, rules) {
        let reference = ReferenceDrop::solve(solution.rules(), &reference);
        assert_drops_agree(&reference, &solution);
    }
    assert_slides_agree(&reference, &slide)
}

/// Compares every position of the slide phase, and the census with a count of the reference's
/// values. Returns the census.
pub(crate) fn assert_slides_agree(
    reference: &ReferenceSlide,
    slide: &SlideSolution,
) -> LayerCensus {
    for (mover, opponent, expected) in reference.positions() {
        let found = slide.outcome(mover, opponent);
        assert_eq!(
            found,
            expected,
            "{}: {mover} against {opponent}",
            describe(slide.rules())
        );
    }
    let census = slide_census(reference);
    assert_eq!(slide.census(), &census, "{}", describe(slide.rules()));
    census
}

/// Compares every position of the drop layers, and the censuses with counts of the reference's
/// values. Returns the census.
pub(crate) fn assert_drops_agree(reference: &ReferenceDrop, solution: &Solution) -> Census {
    for (position, expected) in reference.positions() {
        let found = solution.outcome(&position);
        assert_eq!(
            found,
            Some(expected),
            "{}: {position:?}",
            describe(solution.rules())
        );
    }
    let census = drop_census(reference);
    for (layer, census) in census.drops().iter().enumerate() {
        let rules = describe(solution.rules());
        assert_eq!(
            solution.layer_census(layer),
            census,
            "{rules}: layer {layer}"
        );
    }
    census
}
