//! The text of a report on a family of rule sets.

use anstyle::Style;
use teeko::answers::{Atlas, AtlasMatrix, AtlasPhase, AtlasVariant};
use teeko::rules::{NamedStep, Wdl};
use teeko::surfaces::pages::{goals_compared, points_legend, value_in_points};
use teeko::surfaces::words::{count, percent, short_outcome};

use crate::render::{
    HEADING, PLAIN, PhaseRow, paragraph, phase_table, plain_table, style_of, styled, table,
};

/// Renders the values by plan and goal set, the slide phases, and what more goals change.
pub(super) fn render(atlas: &Atlas) -> String {
    let mut parts = value_tables(atlas);
    parts.push(paragraph(
        "Values are for Black, from the empty board, by drop plan and goal set. Distances are in \
         plies.",
    ));
    if atlas.variants.iter().any(|entry| entry.in_points.is_some()) {
        parts.push(paragraph(&points_legend()));
    }
    parts.push(slide_phases(atlas));
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

/// Renders a table of values for each step, with and without the centre ban.
fn value_tables(atlas: &Atlas) -> Vec<String> {
    let mut tables = Vec::new();
    for step in atlas.steps() {
        for no_centre in atlas.no_centre() {
            let ban = if no_centre {
                ", Black may not open in the centre"
            } else {
                ""
            };
            let heading = styled(HEADING, &format!("Values with {step} steps{ban}"));
            let table = values(atlas, step, no_centre);
            tables.push(format!("{heading}\n\n{table}"));
        }
    }
    tables
}

/// Renders one row per plan and one column per goal set.
fn values(atlas: &Atlas, step: NamedStep, no_centre: bool) -> String {
    let phases: Vec<&AtlasPhase> = atlas.phases_with(step).collect();
    let mut headings = vec!["plan".to_owned()];
    for phase in &phases {
        headings.push(phase.goal_set.to_string());
        if atlas.has_points(phase) {
            headings.push(format!("{} points", phase.goal_set));
        }
    }
    let mut rows = Vec::new();
    for (place, plan) in atlas.plans().iter().enumerate() {
        let mut row = vec![(PLAIN, plan.to_string())];
        for phase in &phases {
            let mut entries = atlas.variants_with(phase, no_centre);
            let entry = entries.nth(place).expect("a variant for each plan");
            let outcome = entry.value.outcome;
            row.push((style_of(outcome), short_outcome(outcome)));
            if atlas.has_points(phase) {
                row.push(cell_in_points(entry));
            }
        }
        rows.push(row);
    }
    table(&"l".repeat(headings.len()), headings, rows)
}

fn cell_in_points(entry: &AtlasVariant) -> (Style, String) {
    let style = match entry.value_in_points() {
        Some(value) => style_of(value.outcome),
        None => PLAIN,
    };
    (style, value_in_points(entry))
}

/// Renders one row per slide phase.
fn slide_phases(atlas: &Atlas) -> String {
    let mut rows = Vec::new();
    for phase in &atlas.slide_phases {
        let slide = &phase.slide;
        rows.push(PhaseRow {
            name: phase.slide_phase.clone(),
            counts: [slide.win, slide.loss, slide.drawn()],
            deepest: phase.deepest,
            bytes: String::new(),
        });
    }
    phase_table("", rows)
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
    let mut rows = Vec::new();
    for comparison in &atlas.comparisons {
        let matrix = &comparison.slide;
        rows.push([
            goals_compared(comparison, |step| format!(", {step}")),
            count(matrix.flips),
            percent(matrix.flips, matrix.positions, 1),
            count(changed_to(matrix, Wdl::Win)),
            count(changed_to(matrix, Wdl::Draw)),
            count(changed_to(matrix, Wdl::Loss)),
        ]);
    }
    plain_table("lrrrrr", headings, rows)
}

/// Returns the number of positions that have this outcome after the change, and another before.
fn changed_to(matrix: &AtlasMatrix, after: Wdl) -> u64 {
    let others = Wdl::ALL.into_iter().filter(|&before| before != after);
    others
        .map(|before| matrix.by_outcome.positions(before, after))
        .sum()
}
