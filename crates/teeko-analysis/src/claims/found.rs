//! The results of checks: each function answers one kind of claim from the evidence.

use std::collections::BTreeMap;

use teeko_index::{Census, LayerCensus, subsets};
use teeko_rules::{Board, DropPlan, GoalSet, Outcome, PIECES, Variant, Wdl, count};

use super::ends::Ends;
use super::evidence::{Evidence, Finding, Verdict};
use super::shapes::{ALL_SHAPES, count_shapes};
use crate::words::{list, percent};

/// Counts the goals of a set on the standard board by shape.
pub(super) fn goal_counts(goals: GoalSet, expected: &BTreeMap<String, u64>) -> Finding {
    let counted = count_shapes(Board::STANDARD, &goals.on(Board::STANDARD));
    let holds = expected
        .iter()
        .all(|(shape, number)| counted.get(shape).unwrap_or(&0) == number);
    let mut shapes = Vec::new();
    for (shape, number) in &counted {
        if shape != ALL_SHAPES {
            shapes.push(format!("{number} {shape}"));
        }
    }
    let figures = format!("counted {}: {}", counted[ALL_SHAPES], list(shapes));
    (holds.into(), figures)
}

/// Counts the sets of circles of the standard board that some pieces can occupy.
pub(super) fn occupied_sets(pieces: usize, expected: u64) -> Finding {
    let sets = subsets(Board::STANDARD.circle_count(), pieces).count() as u64;
    let holds = sets == expected;
    (holds.into(), format!("counted {}", count(sets)))
}

/// Finds those of the sixteen variants that are no draws.
pub(super) fn other_values_than_draws(evidence: &BTreeMap<Variant, Evidence>) -> Finding {
    let mut others = Vec::new();
    for variant in Variant::sixteen() {
        let value = evidence[&variant].value;
        if value != Outcome::Draw {
            others.push(format!("{variant} is a {value}"));
        }
    }
    (others.is_empty().into(), list(others))
}

/// Counts the draws among the sixteen variants, and among the positions of a slide phase.
pub(super) fn draws(evidence: &BTreeMap<Variant, Evidence>, variant: Variant) -> Finding {
    let variants = Variant::sixteen()
        .filter(|variant| evidence[variant].value == Outcome::Draw)
        .count();
    let slide = evidence[&variant].census.slide();
    let positions = share(slide.drawn(), open_positions(slide));
    let figures = format!("{variants} of 16 variants are draws, and {positions} positions");
    (Verdict::Answered, figures)
}

/// Checks that no first drop wins for Black.
pub(super) fn no_first_win(evidence: &Evidence) -> Finding {
    let wins = first_drops_with(evidence, Wdl::Win);
    let holds = wins.is_empty();
    let wins = wins.into_iter().map(|drop| format!("{drop} wins"));
    (holds.into(), list(wins))
}

/// Finds Black's value, the first drops that win, and how many draw.
pub(super) fn first_drops(evidence: &Evidence) -> Finding {
    let winning = first_drops_with(evidence, Wdl::Win).join(", ");
    let drawing = first_drops_with(evidence, Wdl::Draw).len();
    let value = evidence.value;
    let figures =
        format!("Black has a {value}, by the first drop {winning}; {drawing} others draw");
    (Verdict::Answered, figures)
}

/// Returns the first drops with a result for Black.
fn first_drops_with(evidence: &Evidence, wdl: Wdl) -> Vec<String> {
    let mut drops = Vec::new();
    for drop in &evidence.first_drops {
        if drop.worth.outcome.wdl() == wdl {
            drops.push(drop.played.to_string());
        }
    }
    drops
}

/// Counts Black's choices for some of its drops, from 1, and those that win.
pub(super) fn winning_drops(census: &Census, drops: &[usize]) -> Finding {
    let mut figures = Vec::new();
    for &drop in drops {
        // Each of Black's pieces may be the one dropped last.
        let after = census.layer(2 * drop - 1);
        let wins = (after.loss() + after.over()) * drop as u64;
        let all = after.total() * drop as u64;
        figures.push(format!("drop {drop}: {} win", share(wins, all)));
    }
    (Verdict::Answered, list(figures))
}

/// Counts the positions of the slide phase that the side to move wins.
pub(super) fn winning_positions(census: &Census, at_least: u64) -> Finding {
    let won = census.slide().win();
    let holds = won >= at_least;
    (holds.into(), format!("counted {}", count(won)))
}

/// Counts the positions in which the last drop wins, at once and by force: some, but less than half
/// at once.
pub(super) fn last_drop_wins(census: &Census) -> Finding {
    let last = census.layer(2 * PIECES - 1);
    let open = open_positions(last);
    let at_once = last.positions(Outcome::Win(1));
    let holds = at_once > 0 && 2 * at_once < open;
    let figures = format!(
        "the last drop wins at once in {} positions, by force in {}",
        share(at_once, open),
        share(last.win(), open)
    );
    (holds.into(), figures)
}

/// Compares the distances between pieces at the ends of the drop phase of plans that should be in
/// order, from close to distant.
pub(super) fn tightness(
    evidence: &BTreeMap<Variant, Evidence>,
    goals: GoalSet,
    order: &[DropPlan],
) -> Finding {
    let mut ends = Vec::new();
    for variant in with_plans(goals, order.iter().copied()) {
        ends.push(ends_of(&evidence[&variant]));
    }
    let mut pairs = 0;
    let mut in_order = 0;
    for (index, later) in ends.iter().enumerate() {
        for earlier in &ends[..index] {
            pairs += 1;
            in_order += usize::from(earlier.between <= later.between);
        }
    }
    let mut plans = Vec::new();
    for (plan, ends) in order.iter().zip(&ends) {
        plans.push(format!(
            "{plan} {:.3} and {:.3}",
            ends.between, ends.to_centre
        ));
    }
    let plans = list(plans);
    let figures = format!("{in_order} of {pairs} pairs are in order: {plans}");
    ((in_order == pairs).into(), figures)
}

/// Counts the ends of the drop phase that the plans with a name of Scarne's reach, and all plans.
pub(super) fn ends_of_plans(evidence: &BTreeMap<Variant, Evidence>, goals: GoalSet) -> Finding {
    let mut variants = with_plans(goals, DropPlan::all());
    let all = reached_by_any(evidence, &variants);
    variants.retain(|variant| variant.plan.scarne_name().is_some());
    let named = reached_by_any(evidence, &variants);
    let figures = format!(
        "{} ends with the eight plans, {} with all sixteen",
        count(named as u64),
        count(all as u64)
    );
    ((named == all).into(), figures)
}

/// Counts the ends of the drop phase that some of the variants reach.
fn reached_by_any(evidence: &BTreeMap<Variant, Evidence>, variants: &[Variant]) -> usize {
    Ends::reached_by_any(variants.iter().map(|variant| ends_of(&evidence[variant])))
}

/// Counts the sets of circles that some end of the drop phase occupies.
pub(super) fn sets_reached(evidence: &Evidence) -> Finding {
    let (reached, all) = ends_of(evidence).occupied_sets();
    let figures = format!(
        "{} of {} are reached",
        count(reached as u64),
        count(all as u64)
    );
    ((reached == all).into(), figures)
}

/// Adds the longest win to what was counted of the second drops.
pub(super) fn depth(evidence: &Evidence, id: &str) -> Finding {
    let (verdict, figures) = &evidence.looked_up[id];
    let longest = evidence.census.deepest();
    let figures = format!("{figures}; the longest win takes {longest} plies");
    (*verdict, figures)
}

fn ends_of(evidence: &Evidence) -> &Ends {
    evidence.ends.as_ref().expect("ends for a claim about them")
}

/// Returns the number of positions of a layer in which the game is not finished.
fn open_positions(layer: &LayerCensus) -> u64 {
    layer.win() + layer.loss() + layer.drawn()
}

/// Describes a share: `1 of 8 (12.50 %)`.
fn share(part: u64, all: u64) -> String {
    let percent = percent(part, all, 2);
    format!("{} of {} ({percent})", count(part), count(all))
}

/// Returns the variants with a goal set and these drop plans.
pub(super) fn with_plans(
    goals: GoalSet,
    plans: impl IntoIterator<Item = DropPlan>,
) -> Vec<Variant> {
    plans
        .into_iter()
        .map(|plan| Variant::new(goals, plan))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_drop_rarely_wins_if_it_does_in_some_positions_but_less_than_half() {
        for (at_once, others, expected) in [
            (0, 8, Verdict::Refuted),
            (1, 7, Verdict::Holds),
            (3, 5, Verdict::Holds),
            (4, 4, Verdict::Refuted),
            (5, 3, Verdict::Refuted),
        ] {
            let mut census = Census::default();
            let last = census.layer_mut(7);
            last.add(Outcome::Win(1), at_once);
            last.add(Outcome::Draw, others);
            let (verdict, _) = last_drop_wins(&census);
            assert_eq!(verdict, expected, "{at_once} of 8");
        }
    }

    #[test]
    fn draws_among_the_sixteen_variants_are_counted() {
        let mut evidence = BTreeMap::new();
        for variant in Variant::sixteen() {
            evidence.insert(variant, Evidence::of_value(Outcome::Draw));
        }
        let won = "58-ssss".parse().unwrap();
        let mut of_won = Evidence::of_value(Outcome::Win(13));
        of_won.census.layer_mut(8).add(Outcome::Draw, 1);
        of_won.census.layer_mut(8).add(Outcome::Win(1), 2);
        of_won.census.layer_mut(8).add(Outcome::Loss(2), 5);
        evidence.insert(won, of_won);
        let (_, figures) = draws(&evidence, won);
        assert_eq!(
            figures,
            "15 of 16 variants are draws, and 1 of 8 (12.50 %) positions"
        );
    }
}
