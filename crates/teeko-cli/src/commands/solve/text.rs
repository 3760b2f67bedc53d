//! The text of reports on solved rule sets.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use anstyle::Style;
use teeko::answers::{Report, Solve, TableFileEntry};
use teeko::rules::Scoring;
use teeko::surfaces::words::{BOUND, count, short_value};

use crate::output;
use crate::render::{
    PLAIN, PhaseRow, named, paragraph, phase_table, plain_table, style_of, table, things,
};

/// Renders a table of the variants, one of their slide phases, the total time, and the number and
/// size of the files.
pub(super) fn render(solve: &Solve, time: Duration) -> String {
    let reports = &solve.variants;
    let legend = paragraph(
        "Distances are in plies. First drop: the circles that keep the outcome for the side that \
         chooses, one of each symmetric set. Slide phase: unfinished positions, by the \
         outcome for the side to move. Deepest: the longest distance.",
    );
    format!(
        "{}\n{}\n{}{legend}{}{}",
        summary(reports),
        slide_phase_table(reports),
        thresholds_table(reports),
        work_done(reports, time),
        all_files(reports)
    )
}

fn work_done(reports: &[Report], time: Duration) -> String {
    let mut found = 0;
    let mut solved = Vec::new();
    for report in reports {
        if report.files.found {
            found += 1;
        } else {
            solved.push(report);
        }
    }
    let variants = things(solved.len() as u64, "variant");
    let known = things(found, "variant");
    let phases = slide_phases(solved.iter().copied()).len();
    let phases = things(phases as u64, "slide phase");
    let work = if found == 0 {
        format!("Solved {variants} with {phases}")
    } else if solved.is_empty() {
        format!("Found {known} solved already")
    } else {
        format!("Solved {variants} with {phases}, found {known} solved already,")
    };
    paragraph(&format!("{work} in {:.2} s.", time.as_secs_f64()))
}

fn all_files(reports: &[Report]) -> String {
    let mut files: BTreeSet<&TableFileEntry> = BTreeSet::new();
    let mut folders = BTreeSet::new();
    for report in reports {
        for file in report.files.games.as_flattened() {
            files.insert(file);
            if let Some(folder) = Path::new(&file.path).parent() {
                folders.insert(folder.display().to_string());
            }
        }
    }
    if files.is_empty() {
        return String::new();
    }
    let bytes = count(files.iter().map(|file| file.bytes).sum());
    let folders: Vec<String> = folders.into_iter().collect();
    let folders = output::printable(&folders.join(" and "));
    let files = things(files.len() as u64, "file");
    paragraph(&format!("{files} with {bytes} bytes in {folders}."))
}

/// Returns the total bytes of the slide files or drop files of a report; empty if there are none.
fn bytes(report: &Report, kind: fn(&[TableFileEntry; 2]) -> &TableFileEntry) -> String {
    match &report.files.games[..] {
        [] => String::new(),
        games => count(games.iter().map(|files| kind(files).bytes).sum()),
    }
}

fn summary(reports: &[Report]) -> String {
    let name = if reports.iter().all(has_scarnes_name) {
        "Scarne's name"
    } else {
        "known as"
    };
    let headings = [
        "variant",
        name,
        "outcome",
        "first drop",
        "deepest",
        bytes_heading(reports),
    ];
    table("llllrr", headings, reports.iter().map(summary_row))
}

/// Returns whether the name that people know a game by is Scarne's. A game without one has it, too.
fn has_scarnes_name(report: &Report) -> bool {
    report.name.common_name() == report.name.scarne_name()
}

fn summary_row(report: &Report) -> [(Style, String); 6] {
    let value = *report.value;
    [
        (PLAIN, report.name.to_string()),
        (PLAIN, report.name.common_name().unwrap_or_default()),
        (style_of(value.outcome), short_value(report.scoring, value)),
        (PLAIN, first_drops_that_keep(report)),
        (PLAIN, report.deepest.to_string()),
        (PLAIN, bytes(report, |[_, drop]| drop)),
    ]
}

/// Returns the first drops that keep the value, one of each symmetric set, or `any`.
fn first_drops_that_keep(report: &Report) -> String {
    for drop in &report.first_drops {
        if drop.worth.value.is_some() && drop.worth != report.value {
            return named(report.name.board(), &report.best_first_drops);
        }
    }
    "any".to_owned()
}

/// Returns the heading of the column of file sizes; empty if there are no files, which hides the
/// column.
fn bytes_heading(reports: &[Report]) -> &'static str {
    if reports.iter().any(|report| !report.files.games.is_empty()) {
        "bytes"
    } else {
        ""
    }
}

/// Returns the slide phases of the reports, each once, with names such as `44` and `58+4x4+knight`.
fn slide_phases<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Vec<(String, &'a Report)> {
    let mut phases: Vec<(String, &Report)> = Vec::new();
    for report in reports {
        let name = report.name.slide_phase_name();
        if phases.iter().all(|(known, _)| *known != name) {
            phases.push((name, report));
        }
    }
    phases
}

fn slide_phase_table(reports: &[Report]) -> String {
    let mut rows = Vec::new();
    for (name, report) in slide_phases(reports) {
        let census = &report.census.slide;
        rows.push(PhaseRow {
            name,
            counts: [census.win, census.loss, census.drawn()],
            deepest: census.deepest(),
            bytes: bytes(report, |[slide, _]| slide),
        });
    }
    phase_table(bytes_heading(reports), rows)
}

/// Renders one row for each number of points of each slide phase that is for points, and explains
/// the columns; empty if no slide phase is.
fn thresholds_table(reports: &[Report]) -> String {
    let headings = [
        "slide phase",
        "points",
        "forced by the mover",
        "by the other side",
        "deepest",
    ];
    let mut phases = slide_phases(reports);
    phases.retain(|(_, report)| report.scoring.is_for_points());
    if phases.is_empty() {
        return String::new();
    }
    let mut rows = Vec::new();
    for (name, report) in phases {
        for threshold in report.thresholds.iter().flatten() {
            rows.push([
                name.clone(),
                threshold.points.to_string(),
                count(threshold.attacker),
                count(threshold.defender),
                threshold.deepest.to_string(),
            ]);
        }
    }
    let table = plain_table("lrrrr", headings, rows);
    let has_pips = reports.iter().any(|report| report.scoring == Scoring::Pips);
    let pips = if has_pips {
        "With pips, the pieces of the side that scores count as heavy or light only."
    } else {
        ""
    };
    let text = format!(
        "{BOUND} The second table is for the game without points. Points: the positions of the \
         slide phase from which at least this many points are forced. {pips}"
    );
    format!("{table}\n{}", paragraph(text.trim_end()))
}
