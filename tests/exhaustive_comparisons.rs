//! Comparisons of layers row by row, and searches for positions in them, checked against the
//! reference solver's values position by position.

use rayon::prelude::*;
use teeko_index::{LayerIndex, OutcomeMatrix, SolvedLayer};
use teeko_rules::{Circles, GoalSet, Outcome, PIECES, Position, Rules, Side, Wdl};
use teeko_solve::reference::{ReferenceDrop, ReferenceSlide};

use crate::common;
use crate::exhaustive_long_wins::LONG_WINS;

/// Two goal sets, the first nested in the second, without a third between them; and two that are
/// not nested.
const PAIRS: [[GoalSet; 2]; 8] = [
    [GoalSet::Goals44, GoalSet::Goals54],
    [GoalSet::Goals44, GoalSet::Goals58],
    [GoalSet::Goals54, GoalSet::Goals64],
    [GoalSet::Goals54, GoalSet::Goals68],
    [GoalSet::Goals58, GoalSet::Goals68],
    [GoalSet::Goals64, GoalSet::Goals78],
    [GoalSet::Goals68, GoalSet::Goals78],
    [GoalSet::Goals64, GoalSet::Goals58],
];

const PLANS: [&str; 3] = ["ssss", "pppp", "spps"];

/// Rule sets that share a slide phase, solved by both solvers.
struct Solved {
    slide: SolvedLayer,
    drops: Vec<Vec<SolvedLayer>>,
    reference_slide: ReferenceSlide,
    reference_drops: Vec<ReferenceDrop>,
}

impl Solved {
    fn new(rules: &[Rules]) -> Self {
        let slide = common::slide(&rules[0]);
        let reference_slide = ReferenceSlide::solve(&rules[0]);
        Self {
            slide: slide.layer(),
            drops: common::solutions(&slide, rules)
                .iter()
                .map(|solution| {
                    (0..2 * PIECES).map(|layer| solution.drop_layer(layer).clone()).collect()
                })
                .collect(),
            reference_drops: rules
                .iter()
                .map(|rules| ReferenceDrop::solve(rules, &reference_slide))
                .collect(),
            reference_slide,
        }
    }

    /// Returns the positions of a layer of the slide phase or of a drop phase, with the reference
    /// solver's outcomes.
    fn slide_positions(&self) -> impl Iterator<Item = (Position, Option<Outcome>)> {
        let positions = self.reference_slide.positions();
        positions.map(|(mover, opponent, outcome)| {
            (Position::of_turn(Side::Black, mover, opponent), outcome)
        })
    }
}

/// Counts of positions by their results (won, drawn, lost) under two rule sets.
type Matrix = [[u64; 3]; 3];

/// Adds a position to a matrix if it exists under both rule sets.
fn add(matrix: &mut Matrix, one: Option<Outcome>, other: Option<Outcome>) {
    let place = |outcome| match outcome {
        Outcome::Win(_) => 0,
        Outcome::Draw => 1,
        Outcome::Loss(_) => 2,
    };
    if let (Some(one), Some(other)) = (one, other) {
        matrix[place(one)][place(other)] += 1;
    }
}

/// Returns the counts of a comparison.
fn counts(found: OutcomeMatrix) -> Matrix {
    const RESULTS: [Wdl; 3] = [Wdl::Win, Wdl::Draw, Wdl::Loss];
    RESULTS.map(|one| RESULTS.map(|other| found.positions(one, other)))
}

/// Compares all layers of two rule sets in both orders.
fn assert_comparisons_agree(one: &Solved, other: &Solved) {
    let mut expected = Matrix::default();
    for ((position, one), (same, other)) in one.slide_positions().zip(other.slide_positions()) {
        assert_eq!(position, same);
        add(&mut expected, one, other);
    }
    let found = one.slide.compare(&other.slide);
    assert_eq!(counts(found), expected);
    let transposed = std::array::from_fn(|row| std::array::from_fn(|column| expected[column][row]));
    assert_eq!(counts(other.slide.compare(&one.slide)), transposed);
    let same = (0..3).map(|result| expected[result][result]).sum::<u64>();
    assert_eq!(found.total(), expected.as_flattened().iter().sum::<u64>());
    assert!(
        one.slide.compare(&one.slide).flips() == 0
            && found.flips() == found.total() - same
            && found.flips() > 0
    );

    for (plan, (ours, theirs)) in one.reference_drops.iter().zip(&other.reference_drops).enumerate()
    {
        let mut expected = [Matrix::default(); 2 * PIECES];
        for ((position, one), (same, other)) in ours.positions().zip(theirs.positions()) {
            assert_eq!(position, same);
            add(&mut expected[position.layer()], Some(one), Some(other));
        }
        for (layer, expected) in expected.iter().enumerate() {
            assert_eq!(
                counts(one.drops[plan][layer].compare(&other.drops[plan][layer])),
                *expected,
                "plan {plan}, layer {layer}"
            );
        }
    }
}

/// Searches for every outcome that a layer has, and for one that it does not have.
fn assert_first_positions(
    rules: &Rules,
    layer: usize,
    solved: &SolvedLayer,
    positions: &[(Position, Option<Outcome>)],
) {
    let index = LayerIndex::new(rules.board(), &rules.symmetries(), layer);
    let mut first = std::collections::HashMap::new();
    for (position, outcome) in positions {
        if let Some(outcome) = outcome {
            let slot = index.rank(position);
            first
                .entry(*outcome)
                .and_modify(|least: &mut u64| *least = slot.min(*least))
                .or_insert(slot);
        }
    }
    for (&outcome, &slot) in &first {
        assert_eq!(
            solved.first_with(outcome),
            index.unrank(slot, Side::Black),
            "layer {layer}: {outcome}"
        );
    }
    let deepest = first.keys().filter_map(|outcome| outcome.distance()).max().unwrap_or(0);
    assert_eq!(
        [Outcome::Win(deepest + 1), Outcome::Loss(deepest + 1)].map(|none| solved.first_with(none)),
        [None; 2]
    );
}

#[test]
fn outcomes_of_all_goal_sets_on_4x4_are_compared_position_by_position() {
    for step in ["", "+knight"] {
        let rules = |goals| PLANS.map(|plan| common::rules(&format!("{goals}-{plan}+4x4{step}")));
        let solved: Vec<Solved> =
            GoalSet::ALL.into_par_iter().map(|goals| Solved::new(&rules(goals))).collect();
        let of =
            |goals| &solved[GoalSet::ALL.iter().position(|&set| set == goals).expect("a goal set")];
        PAIRS.into_par_iter().for_each(|[one, other]| assert_comparisons_agree(of(one), of(other)));
    }
}

#[test]
fn the_first_position_with_an_outcome_is_in_the_lowest_slot() {
    for variant in ["58-spps+4x4", "44-pppp+4x4+knight", "78-ssss+4x5", "37d-spsp+4x4"] {
        let rules = common::rules(variant);
        let solved = Solved::new(std::slice::from_ref(&rules));
        assert_first_positions(
            &rules,
            2 * PIECES,
            &solved.slide,
            &solved.slide_positions().collect::<Vec<_>>(),
        );
        for layer in 0..2 * PIECES {
            let positions = solved.reference_drops[0]
                .positions()
                .filter(|(position, _)| position.layer() == layer);
            let positions: Vec<_> =
                positions.map(|(position, outcome)| (position, Some(outcome))).collect();
            assert_first_positions(&rules, layer, &solved.drops[0][layer], &positions);
        }
    }
}

/// Compares values of two bytes with values of one byte, where no symmetry helps.
#[test]
fn layers_of_different_widths_are_compared() {
    let long = LONG_WINS[0].rules();
    let goals = teeko_rules::Goals::new(long.goals().patterns()[1..].to_vec());
    let short = long.to_builder().goals(goals).build().expect("rules");
    let distances = [&long, &short].map(|rules| common::slide(rules).census().deepest());
    assert!(distances[0] > 254 && distances[1] < 250, "{distances:?}");
    let solved = [&long, &short].map(|rules| Solved::new(std::slice::from_ref(rules)));
    assert_comparisons_agree(&solved[0], &solved[1]);
    assert_first_positions(
        &long,
        2 * PIECES,
        &solved[0].slide,
        &solved[0].slide_positions().collect::<Vec<_>>(),
    );
}

/// The values of a whole slide phase as a layer are those of the solution, impossible positions
/// included.
#[test]
fn the_slide_phase_as_a_layer_has_the_same_outcomes() {
    for variant in ["64-ssss+4x4", "44-ssss+4x4+knight", "37e-ssss+4x4"] {
        let slide = common::slide(&common::rules(variant));
        let layer = slide.layer();
        let all: Vec<Circles> = teeko_index::subsets(16, PIECES).collect();
        all.par_iter().for_each(|&opponent| {
            for &mover in &all {
                let position = Position::of_turn(Side::Black, mover, opponent);
                assert_eq!(
                    layer.outcome(&position),
                    slide.outcome(mover, opponent),
                    "{variant}: {position:?}"
                );
            }
        });
    }
}
