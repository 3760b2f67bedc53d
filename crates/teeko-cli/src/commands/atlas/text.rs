//! The text of a report on a family of rule sets.

use teeko::answers::{Atlas, AtlasPhase};
use teeko::rules::{NamedStep, Wdl};
use teeko::surfaces::pages::{goals_compared, points_legend, value_in_points};
use teeko::surfaces::words::{count, short_outcome};

use crate::render::{
    HEADING, PLAIN, paragraph, percent, phase_table, plain_table, style_of, styled, table,
};

/// Renders the values by plan and goal set, the slide phases, and what more goals change.
pub(super) fn render(atlas: &Atlas) -> String {
    let mut parts = Vec::new();
    for step in atlas.steps() {
        for no_centre in atlas.no_centre() {
            let ban = if no_centre {
                ", Black may not open in the centre"
            } else {
                ""
            };
            let heading = styled(HEADING, &format!("Values with {step} steps{ban}"));
            parts.push(format!("{heading}\n\n{}", values(atlas, step, no_centre)));
        }
    }
    parts.push(paragraph(
        "Values are for Black, from the empty board, by drop plan and goal set. Distances are in \
         plies.",
    ));
    if atlas.variants.iter().any(|entry| entry.in_points.is_some()) {
        parts.push(paragraph(&points_legend()));
    }
    let phases = atlas.slide_phases.iter().map(|phase| {
        let slide = &phase.census.slide;
        let counts = [slide.win, slide.loss, slide.drawn()];
        (
            phase.slide_phase.clone(),
            counts,
            phase.deepest,
            String::new(),
        )
    });
    parts.push(phase_table("", phases));
    parts.push(paragraph(
        "Slide phase: unfinished positions, by the outcome for the side to move. Deepest: the \
         longest distance, in plies.",
    ));
    if !atlas.comparisons.is_empty() {
        parts.push(changes(atlas));
        parts.push(paragraph(
            "More goals: positions of the slide phase that both rule sets have and whose outcome \
             for the side to move changes, by the new outcome. A game that is over counts as \
             lost.",
        ));
    }
    parts.join("\n")
}

/// Renders one row per plan and one column per goal set.
fn values(atlas: &Atlas, step: NamedStep, no_centre: bool) -> String {
    let phases: Vec<&AtlasPhase> = atlas.phases_with(step).collect();
    let mut headings = vec!["plan".to_owned()];
    for phase in &phases {
        headings.push(phase.goal_set.to_string());
        headings.extend(
            atlas
                .has_points(phase)
                .then(|| format!("{} points", phase.goal_set)),
        );
    }
    let plans = atlas.plans();
    let rows = plans.iter().enumerate().map(|(number, plan)| {
        let mut cells = vec![(PLAIN, plan.to_string())];
        for phase in &phases {
            let mut entries = atlas.variants_with(phase, no_centre);
            let entry = entries.nth(number).expect("a variant for each plan");
            let outcome = entry.value.outcome;
            cells.push((style_of(outcome), short_outcome(outcome)));
            let style = entry
                .value_in_points()
                .map_or(PLAIN, |value| style_of(value.outcome));
            cells.extend(
                atlas
                    .has_points(phase)
                    .then(|| (style, value_in_points(entry))),
            );
        }
        cells
    });
    table(&"l".repeat(headings.len()), headings, rows)
}

/// Renders one row per pair of goal sets of which one has all goals of the other and more.
fn changes(atlas: &Atlas) -> String {
    let headings = [
        "more goals",
        "changed",
        "share",
        "now won",
        "now drawn",
        "now lost",
    ];
    let rows = atlas.comparisons.iter().map(|comparison| {
        let matrix = &comparison.slide;
        let now = |after: Wdl| {
            let others = Wdl::ALL.into_iter().filter(|&before| before != after);
            count(
                others
                    .map(|before| matrix.by_outcome.positions(before, after))
                    .sum(),
            )
        };
        [
            goals_compared(comparison, |step| format!(", {step}")),
            count(matrix.flips),
            percent(matrix.flips, matrix.positions),
            now(Wdl::Win),
            now(Wdl::Draw),
            now(Wdl::Loss),
        ]
    });
    plain_table("lrrrrr", headings, rows)
}
