//! Reports on solved rule sets as summary tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use teeko::answers::FirstDropEntry;
use teeko::words::{BOUND, count, short_value};
use teeko::{Report, Scoring, Solve, TableFileEntry};

use crate::output::printable;

use super::notation::named;
use super::style::{PLAIN, paragraph, style_of, things};
use super::text_table::{plain_table, table};

/// Renders a table of the variants, one of their slide phases, the total time, and the number and
/// size of the files.
pub(crate) fn text(solve: &Solve, time: Duration) -> String {
    let reports = &solve.variants;
    let legend = paragraph(
        "Distances are in plies. First drop: the circles that keep the outcome for the side that \
         chooses, one of each symmetric set. Slide phase: positions that are not over, by the \
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

/// Returns what was solved, what was found in files, and the time.
fn work_done(reports: &[Report], time: Duration) -> String {
    let is_found = |report: &&Report| report.files.found;
    let (found, solved): (Vec<&Report>, Vec<&Report>) = reports.iter().partition(is_found);
    let phases = slide_phases(solved.iter().copied()).len();
    let phases = things(phases as u64, "slide phase");
    let [variants, known] = [&solved, &found].map(|some| things(some.len() as u64, "variant"));
    let work = match found.len() {
        0 => format!("Solved {variants} with {phases}"),
        all if all == reports.len() => format!("Found {known} solved already"),
        _ => format!("Solved {variants} with {phases}, found {known} solved already,"),
    };
    paragraph(&format!("{work} in {:.2} s.", time.as_secs_f64()))
}

/// Returns the number of files, their bytes and their folders.
fn all_files<'a>(reports: &'a [Report]) -> String {
    let of_report = |report: &'a Report| report.files.slides.iter().chain(&report.files.drops);
    let files: BTreeSet<&TableFileEntry> = reports.iter().flat_map(of_report).collect();
    if files.is_empty() {
        return String::new();
    }
    let bytes = files.iter().map(|file| file.bytes).sum();
    let folder =
        |file: &&TableFileEntry| Some(Path::new(&file.path).parent()?.display().to_string());
    let folders: BTreeSet<String> = files.iter().filter_map(folder).collect();
    let folders = printable(&folders.into_iter().collect::<Vec<_>>().join(" and "));
    let files = things(files.len() as u64, "file");
    paragraph(&format!("{files} with {} bytes in {folders}.", count(bytes)))
}

/// Returns the total bytes of some files; empty if there are none.
fn bytes(files: &[TableFileEntry]) -> String {
    match files {
        [] => String::new(),
        files => count(files.iter().map(|file| file.bytes).sum()),
    }
}

fn summary(reports: &[Report]) -> String {
    let is_scarnes = |report: &Report| report.name.common_name() == report.name.scarne_name();
    let name = if reports.iter().all(is_scarnes) { "Scarne's name" } else { "known as" };
    let bytes_of = bytes_heading(reports);
    let headings = ["variant", name, "outcome", "first drop", "deepest", bytes_of];
    let rows = reports.iter().map(|report| {
        let value = report.value.value_or_draw();
        [
            (PLAIN, report.name.to_string()),
            (PLAIN, report.name.common_name().unwrap_or_default()),
            (style_of(value.outcome), short_value(report.scoring, value)),
            (PLAIN, named(report.name.board(), first_drops_that_keep(report))),
            (PLAIN, report.deepest.to_string()),
            (PLAIN, bytes(&report.files.drops)),
        ]
    });
    table("llllrr", headings, rows)
}

/// Returns the first drops that keep the value, one of each symmetric set, or `any`.
fn first_drops_that_keep(report: &Report) -> String {
    let keeps = |drop: &FirstDropEntry| drop.worth.outcome.is_none() || drop.worth == report.value;
    if report.first_drops.iter().all(keeps) {
        "any".to_owned()
    } else {
        report.best_first_drops.to_string()
    }
}

/// Returns the heading of the column of file sizes; empty if there are no files, which hides the
/// column.
fn bytes_heading(reports: &[Report]) -> &'static str {
    if reports.iter().any(|report| !report.files.slides.is_empty()) { "bytes" } else { "" }
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
    let phases = slide_phases(reports).into_iter().map(|(name, report)| {
        let census = &report.census.slide;
        let counts = [census.win, census.loss, census.drawn()];
        (name, counts, census.deepest(), bytes(&report.files.slides))
    });
    phase_table(bytes_heading(reports), phases)
}

/// Renders one row for each number of points of each slide phase that is for points, and explains
/// the columns; empty if no slide phase is.
fn thresholds_table(reports: &[Report]) -> String {
    let headings = ["slide phase", "points", "forced by the mover", "by the other side", "deepest"];
    let mut phases = slide_phases(reports);
    phases.retain(|(_, report)| report.scoring.is_for_points());
    if phases.is_empty() {
        return String::new();
    }
    let rows = phases.iter().flat_map(|(name, report)| {
        report.thresholds.iter().flatten().map(|threshold| {
            [
                name.clone(),
                threshold.points.to_string(),
                count(threshold.attacker.win),
                count(threshold.defender.loss),
                threshold.deepest.to_string(),
            ]
        })
    });
    let table = plain_table("lrrrr", headings, rows);
    let pips = reports.iter().any(|report| report.scoring == Scoring::Pips);
    let told_apart = if pips {
        "With pips, the pieces of the side that scores count as heavy or light only."
    } else {
        ""
    };
    let text = format!(
        "{BOUND} The second table is for the game without points. Points: the positions of the \
         slide phase from which at least this many points are forced. {told_apart}"
    );
    format!("{table}\n{}", paragraph(text.trim_end()))
}

/// Renders one row per slide phase: its name, its won, lost and drawn positions, its longest
/// distance, and the bytes of its file if there is one.
pub(super) fn phase_table(
    bytes_heading: &str,
    phases: impl IntoIterator<Item = (String, [u64; 3], u32, String)>,
) -> String {
    let headings = ["slide phase", "positions", "won", "lost", "drawn", "deepest", bytes_heading];
    let rows = phases.into_iter().map(|(name, counts, deepest, bytes)| {
        let open: u64 = counts.iter().sum();
        let [won, lost, drawn] = counts
            .map(|positions| format!("{:.1} %", 100.0 * positions as f64 / open.max(1) as f64));
        [name, count(open), won, lost, drawn, deepest.to_string(), bytes]
    });
    plain_table("lrrrrrr", headings, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko::analysis::Summary;
    use teeko::index::Class;
    use teeko::rules::{Circle, Circles, PIECES};
    use teeko::{Outcome, ReportFiles};

    /// A made-up report, not a solver's.
    fn report(variant: &str, value: Outcome, best: &[usize]) -> Report {
        let best_first_drops: Circles =
            best.iter().filter_map(|&number| Circle::from_number(number)).collect();
        let drops = Circles::first(25).iter().map(|circle| match circle.number() {
            13 if variant.contains("no-centre") => (circle, None),
            _ => (
                circle,
                Some(if best_first_drops.contains(circle) {
                    value.into()
                } else {
                    Outcome::Loss(20).into()
                }),
            ),
        });
        let slides = [
            (Class::Loss(0), 5),
            (Class::Win(1), 40),
            (Class::Loss(2), 30),
            (Class::NoMove, 1),
            (Class::Impossible, 7),
            (Class::Draw, 29),
        ];
        let layer = [(Class::Win(89), 4), (Class::Loss(90), 2)];
        let census = [(2 * PIECES, slides.into_iter().collect()), (0, layer.into_iter().collect())];
        let summary = Summary {
            value: value.into(),
            first_drops: drops.collect(),
            best_first_drops,
            census: census.into_iter().collect(),
            thresholds: Vec::new(),
        };
        let named = teeko::variant(variant).unwrap();
        Report::new(&named, &summary, Duration::ZERO, ReportFiles::default())
    }

    #[test]
    fn the_summary_reads_without_colour() {
        let all: Vec<usize> = (1..=25).collect();
        let reports = vec![
            report("58-ssss", Outcome::Win(13), &[13]),
            report("44-ppps", Outcome::Draw, &all),
            report("58-sppp+no-centre", Outcome::Draw, &[1, 2, 3, 7, 8]),
        ];
        let coloured = text(&Solve::new(reports, false), Duration::from_millis(1234));
        assert_eq!(
            strip_str(&coloured).to_string(),
            "\
variant            Scarne's name         outcome    first drop  deepest
58-ssss            advanced              win in 13  13               90
44-ppps            three-move alternate  draw       any              90
58-sppp+no-centre                        draw       1,2,3,7,8        90

slide phase  positions     won    lost   drawn  deepest
58                 100  40.0 %  30.0 %  30.0 %        2
44                 100  40.0 %  30.0 %  30.0 %        2

Distances are in plies. First drop: the circles that keep the outcome for the
side that chooses, one of each symmetric set. Slide phase: positions that are
not over, by the outcome for the side to move. Deepest: the longest distance.
Solved 3 variants with 2 slide phases in 1.23 s.
"
        );
        assert!(strip_str(&coloured).to_string().lines().all(|line| line.chars().count() <= 80));
        assert!(coloured.contains("\u{1b}[32mwin in 13\u{1b}[0m"), "{coloured:?}");
    }

    #[test]
    fn options_that_change_the_slide_phase_are_in_its_name() {
        let names = ["44-ssss+4x4+knight", "44-ssss+4x4", "44-pppp+no-centre+pass"];
        let reports = names.map(|name| report(name, Outcome::Draw, &[]));
        let phases: Vec<String> =
            slide_phases(&reports).into_iter().map(|(name, _)| name).collect();
        assert_eq!(phases, ["44+4x4+knight", "44+4x4", "44"]);
    }
}
