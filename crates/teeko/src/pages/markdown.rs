//! The atlas as Markdown that is also readable as plain text.

use std::collections::BTreeSet;
use std::fmt::Write;

use teeko_analysis::atlas::{Atlas, DeepestWin, Entry, SlidePhase};
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, PIECES};
use teeko_table::{drop_file_name, slide_file_name};

use super::{
    OUTCOMES, all_keep, code, first_drops_that_keep, flips, goal_families, goals_compared, percent,
    phases_with, points_legend, push, slide_phase_row, title, value_in_points, variants_with,
};
use crate::words::{count, short_outcome};

/// The number of boards of first drops side by side.
const BOARDS_IN_A_ROW: usize = 4;

/// Returns the values of the games, the slide phases, and the effects of additional goals. The text
/// can be embedded in any page.
pub fn atlas_overview(atlas: &Atlas) -> String {
    let text = overview_under(|text| format!("**{text}**"), atlas);
    text.trim_end().to_owned() + "\n"
}

/// Returns the overview with headings made by `heading`.
fn overview_under(heading: fn(&str) -> String, atlas: &Atlas) -> String {
    [values(heading, atlas), slide_phases(heading, atlas), changes(heading, atlas)].concat()
}

/// Returns the whole report.
pub fn atlas_markdown(atlas: &Atlas) -> String {
    let mut text = format!("# {}\n\n", title(atlas));
    text += &overview_under(|text| format!("## {text}"), atlas);
    for phase in &atlas.phases {
        text += &of_slide_phase(atlas.family.board, phase);
    }
    text += &drop_layer_changes(atlas);
    text + &tables(atlas)
}

/// Formats a table whose first `left` columns are aligned left and the others right. The first row
/// has the headings.
fn table(left: usize, rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(column, (text, &width))| {
            if column < left { format!(" {text:<width$} |") } else { format!(" {text:>width$} |") }
        });
        format!("|{}\n", cells.collect::<String>())
    };
    let rule = widths.iter().enumerate().map(|(column, &width)| {
        if column < left {
            format!(" {} |", "-".repeat(width))
        } else {
            format!(" {}: |", "-".repeat(width - 1))
        }
    });
    let mut text = line(&rows[0]);
    push!(text, "|{}\n", rule.collect::<String>());
    text += &rows[1..].iter().map(|row| line(row)).collect::<String>();
    text + "\n"
}

/// Returns the rows of a table that has only headings yet.
fn headings<const N: usize>(headings: [&str; N]) -> Vec<Vec<String>> {
    vec![headings.map(str::to_owned).to_vec()]
}

/// Lists the value of every variant: a row for each plan, a column for each goal set.
fn values(heading: fn(&str) -> String, atlas: &Atlas) -> String {
    let mut text = String::new();
    for &step in &atlas.family.steps {
        for &no_centre in &atlas.family.no_centre {
            let ban = if no_centre { ", Black may not open in the centre" } else { "" };
            text += &heading(&format!("Values with {step} steps{ban}"));
            text += "\n\n";
            let phases: Vec<&SlidePhase> = phases_with(atlas, step).collect();
            let mut rows = headings(["plan", "Scarne's name"]);
            for phase in &phases {
                rows[0].push(phase.goals.to_string());
                rows[0].extend(phase.has_points().then(|| format!("{} points", phase.goals)));
            }
            for (number, plan) in atlas.family.plans.iter().enumerate() {
                let mut row =
                    vec![plan.to_string(), plan.scarne_name().unwrap_or_default().to_owned()];
                for phase in &phases {
                    let Some(entry) = variants_with(phase, no_centre).nth(number) else { continue };
                    row.push(short_outcome(entry.summary.value.outcome));
                    row.extend(phase.has_points().then(|| value_in_points(entry)));
                }
                rows.push(row);
            }
            text += &table(rows[0].len(), &rows);
        }
    }
    text += "Values are Black's, from the empty board; distances are in plies.";
    if atlas.phases.iter().any(SlidePhase::has_points) {
        push!(text, " {}", points_legend());
    }
    text + "\n\n"
}

fn slide_phases(heading: fn(&str) -> String, atlas: &Atlas) -> String {
    let mut rows =
        headings(["slide phase", "goals", "positions", "won", "drawn", "lost", "over", "deepest"]);
    for phase in &atlas.phases {
        let mut row = vec![phase.name.clone()];
        row.extend(slide_phase_row(atlas.family.board, phase));
        rows.push(row);
    }
    format!(
        "{}\n\n{}Positions that are not over, as the side to move sees them. Over: the other side \
         has a goal. Deepest: the \
         longest distance, in plies.\n\n",
        heading("Slide phases"),
        table(1, &rows)
    )
}

/// Describes the effects of additional goals in the slide phases. Empty if there are no neighbours.
fn changes(heading: fn(&str) -> String, atlas: &Atlas) -> String {
    let mut rows = headings(["goals added", "another outcome", "share"]);
    let pairs = OUTCOMES.into_iter().flat_map(|one| OUTCOMES.map(|other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one != other);
    rows[0].extend(pairs.clone().map(|((_, one), (_, other))| format!("{one} to {other}")));
    for (phase, comparison) in atlas.comparisons() {
        let matrix = &comparison.slide;
        let mut row = vec![
            goals_compared(phase, comparison, |step| format!(" ({step})")),
            count(matrix.flips()),
            percent(matrix.flips(), matrix.total()),
        ];
        row.extend(pairs.clone().map(|((one, _), (other, _))| count(matrix.positions(one, other))));
        rows.push(row);
    }
    if rows.len() == 1 {
        return String::new();
    }
    format!(
        "{}\n\n{}Positions of the slide phase that both rule sets have and that have another \
         outcome for the side \
         to move; a game that is over is lost.\n\n",
        heading("What more goals change"),
        table(1, &rows)
    )
}

/// Describes a slide phase and its variants.
fn of_slide_phase(board: Board, phase: &SlidePhase) -> String {
    let heading = format!("## Goal set {}, {} steps\n\n", phase.goals, phase.step);
    let families = goal_families(phase.goals);
    let goals = phase.goals.on(board).patterns().len();
    let deepest = phase
        .deepest_win
        .map(|win| format!(" The deepest win of the slide phase: {}.", position(board, win)));
    let about = format!("{goals} goals: {families}.{}\n\n", deepest.unwrap_or_default());
    heading + &about + &variants(board, phase) + &first_drops(board, phase) + &drop_layers(phase)
}

/// Draws a position in which the deepest win begins.
fn position(board: Board, win: DeepestWin) -> String {
    format!("{} plies, `{}`", win.distance, rows_form(board, &win.position))
}

fn variants(board: Board, phase: &SlidePhase) -> String {
    let mut rows = headings(["variant", "value", "best first drops", "deepest win"]);
    for Entry { variant, summary, deepest_win, .. } in &phase.variants {
        rows.push(vec![
            variant.to_string(),
            short_outcome(summary.value.outcome),
            first_drops_that_keep(summary),
            deepest_win.map(|win| position(board, win)).unwrap_or_default(),
        ]);
    }
    format!(
        "{}Best first drops: the circles that keep the value for the side that chooses, one of \
         each symmetric set.\n\n",
        table(4, &rows)
    )
}

/// Draws the value of each first drop on small boards. Variants in which all values are equal are
/// listed.
fn first_drops(board: Board, phase: &SlidePhase) -> String {
    // The centre ban removes one first drop and does not change the others.
    let no_centre = phase.variants[0].variant.no_centre;
    let (alike, differing): (Vec<&Entry>, Vec<&Entry>) =
        variants_with(phase, no_centre).partition(|entry| all_keep(&entry.summary));
    let mut text = String::from(
        "First drops, as W (Black wins), D (draw) or L (Black loses) with the distance:\n\n",
    );
    if !differing.is_empty() {
        text += "```text\n";
        for (number, entries) in differing.chunks(BOARDS_IN_A_ROW).enumerate() {
            text += if number > 0 { "\n" } else { "" };
            let boards: Vec<Vec<String>> =
                entries.iter().map(|entry| small_board(board, entry)).collect();
            for line in 0..=board.height() {
                let parts: Vec<&str> = boards.iter().map(|board| board[line].as_str()).collect();
                text += parts.join("   ").trim_end();
                text.push('\n');
            }
        }
        text += "```\n\n";
    }
    if !alike.is_empty() {
        let alike: Vec<String> = alike
            .iter()
            .map(|entry| format!("{} ({})", entry.variant, code(entry.summary.value.outcome)))
            .collect();
        push!(text, "All alike: {}.\n\n", alike.join(", "));
    }
    text
}

/// Draws a board with the value of each first drop, below its plan.
fn small_board(board: Board, entry: &Entry) -> Vec<String> {
    let width = 4 * board.width();
    let mut lines = vec![format!("{:<width$}", entry.variant.plan)];
    for row in entry.summary.first_drops.chunks(board.width()) {
        let cells = row.iter().map(|(_, worth)| {
            format!("{:<4}", worth.map_or("-".to_owned(), |worth| code(worth.outcome)))
        });
        lines.push(cells.collect());
    }
    lines
}

/// Lists the counts of the drop layers, each once: a layer depends only on the letters of the plan
/// from its own drop on.
fn drop_layers(phase: &SlidePhase) -> String {
    let mut rows = headings(["plans", "layer", "won", "lost", "drawn", "over"]);
    for layer in (1..2 * PIECES).rev() {
        let mut seen = BTreeSet::new();
        for entry in &phase.variants {
            let plan = entry.variant.plan.to_string();
            let letters = &plan[layer / 2..];
            if seen.insert(letters.to_owned()) {
                let counts = entry.summary.census.layer(layer);
                let mut row =
                    vec![format!("{}{letters}", ".".repeat(layer / 2)), layer.to_string()];
                row.extend([counts.win(), counts.loss(), counts.draw(), counts.over()].map(count));
                rows.push(row);
            }
        }
    }
    format!(
        "Positions of the drop layers, by pieces on the board, for the side to move. A dot stands \
         for either letter.\n\n{}",
        table(1, &rows)
    )
}

/// Describes the effects of additional goals in the drop layers.
fn drop_layer_changes(atlas: &Atlas) -> String {
    let mut text = String::new();
    for (phase, comparison) in atlas.comparisons() {
        let heading =
            format!("### {} to {}, {} steps", comparison.smaller, phase.goals, phase.step);
        push!(text, "{heading}\n\nSlide phase: {}.\n\n", flips(&comparison.slide));
        let mut rows = headings(["variant"]);
        rows[0].extend((0..2 * PIECES).map(|layer| format!("layer {layer}")));
        for (entry, layers) in phase.variants.iter().zip(&comparison.drops) {
            let mut row = vec![entry.variant.to_string()];
            row.extend(layers.iter().map(|matrix| count(matrix.flips())));
            rows.push(row);
        }
        text += &table(1, &rows);
    }
    if text.is_empty() {
        return text;
    }
    format!("## Positions of the drop layers with another outcome\n\n{text}")
}

/// Lists the tables that the numbers come from.
fn tables(atlas: &Atlas) -> String {
    let mut rows = headings(["table", "content hash"]);
    for phase in &atlas.phases {
        rows.push(vec![
            slide_file_name(&phase.variants[0].variant.into()),
            format!("`{}`", phase.content_hash),
        ]);
        let drops = phase.variants.iter();
        rows.extend(drops.map(|entry| {
            vec![drop_file_name(&entry.variant.into()), format!("`{}`", entry.content_hash)]
        }));
    }
    format!(
        "## Tables\n\nThe numbers are those of these tables, as `teeko solve` makes them; the \
         hash is over their values.\n\n{}",
        table(2, &rows)
    )
}
