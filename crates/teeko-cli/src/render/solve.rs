//! Reports on solved variants as a summary table and as JSON.

use std::collections::BTreeSet;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::census::{DropEntry, SlideEntry};
use super::table::{Align, Table};
use super::{MoveEntry, OutcomeFields, PLAIN, json_line, short_outcome, style_of};
use crate::report::{Report, ReportFile};

/// A table of the variants, one of their slide phases, the time it all took and what the files take.
pub(crate) fn text(reports: &[Report], time: Duration) -> String {
    format!(
        "{}\n{}\n\
         Distances are in plies. First drop: the circles that keep the outcome, whoever\n\
         chooses, one of each symmetric set. Slide phase: positions that are not over, as\n\
         the side to move sees them. Deepest: the longest distance of any position.\n\
         {}{}",
        summary(reports),
        slide_phase_table(reports),
        work_done(reports, time),
        all_files(reports)
    )
}

/// A number of things: `1 file`, `16 variants`.
fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// What was solved, what was read from files, and the time it took.
fn work_done(reports: &[Report], time: Duration) -> String {
    let is_found = |report: &&Report| report.files.as_ref().is_some_and(|files| files.found);
    let (found, solved): (Vec<&Report>, Vec<&Report>) = reports.iter().partition(is_found);
    let phases = slide_phases(solved.iter().copied()).len();
    let solved = format!("Solved {} with {}", count(solved.len(), "variant"), count(phases, "slide phase"));
    let work = match found.len() {
        0 => solved,
        all if all == reports.len() => format!("Found {} solved already", count(all, "variant")),
        some => format!("{solved}, found {} solved already,", count(some, "variant")),
    };
    format!("{work} in {:.2} s.\n", time.as_secs_f64())
}

/// How many files there are, and their bytes.
fn all_files(reports: &[Report]) -> String {
    let files: BTreeSet<&ReportFile> = reports
        .iter()
        .filter_map(|report| report.files.as_ref())
        .flat_map(|files| [&files.slide, &files.drop])
        .collect();
    if files.is_empty() {
        return String::new();
    }
    let bytes = files.iter().map(|file| file.bytes).sum();
    format!("{} with {} bytes in all.\n", count(files.len(), "file"), HumanCount(bytes))
}

/// The bytes of a file; nothing if there is none.
fn bytes(file: Option<&ReportFile>) -> String {
    file.map(|file| HumanCount(file.bytes).to_string()).unwrap_or_default()
}

fn summary(reports: &[Report]) -> String {
    let mut table = Table::new([
        ("variant", Align::Left),
        ("Scarne's name", Align::Left),
        ("outcome", Align::Left),
        ("first drop", Align::Left),
        ("deepest", Align::Right),
        (bytes_heading(reports), Align::Right),
    ]);
    for report in reports {
        table.push([
            (PLAIN, report.variant.to_string()),
            (PLAIN, report.variant.scarne_name().unwrap_or_default().to_owned()),
            (style_of(report.value), short_outcome(report.value)),
            (PLAIN, first_drops(report)),
            (PLAIN, report.deepest.to_string()),
            (PLAIN, bytes(report.files.as_ref().map(|files| &files.drop))),
        ]);
    }
    table.render()
}

/// The heading of the column of file sizes, which stays empty if there are no files.
fn bytes_heading(reports: &[Report]) -> &'static str {
    if reports.iter().any(|report| report.files.is_some()) { "bytes" } else { "" }
}

/// The best first drops, or `any`.
pub(super) fn first_drops(report: &Report) -> String {
    let any = report.first_drops.iter().all(|&(_, worth)| worth.is_none_or(|worth| worth == report.value));
    if any { "any".to_owned() } else { report.best_first_drops.to_string() }
}

/// The slide phases of the reports, each once, under names like `44` and `58+4x4+knight`.
fn slide_phases<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Vec<(String, &'a Report)> {
    let mut phases: Vec<(String, &Report)> = Vec::new();
    for report in reports {
        let name = report.variant.slide_phase_name();
        if phases.iter().all(|(known, _)| *known != name) {
            phases.push((name, report));
        }
    }
    phases
}

fn slide_phase_table(reports: &[Report]) -> String {
    let mut table = Table::new([
        ("slide phase", Align::Left),
        ("positions", Align::Right),
        ("won", Align::Right),
        ("lost", Align::Right),
        ("drawn", Align::Right),
        ("deepest", Align::Right),
        (bytes_heading(reports), Align::Right),
    ]);
    for (name, report) in slide_phases(reports) {
        let census = &report.slide_census;
        let drawn = census.draw + census.no_move;
        let open = census.win() + census.loss() + drawn;
        let share = |positions: u64| (PLAIN, format!("{:.1} %", 100.0 * positions as f64 / open.max(1) as f64));
        table.push([
            (PLAIN, name),
            (PLAIN, HumanCount(open).to_string()),
            share(census.win()),
            share(census.loss()),
            share(drawn),
            (PLAIN, census.deepest().to_string()),
            (PLAIN, bytes(report.files.as_ref().map(|files| &files.slide))),
        ]);
    }
    table.render()
}

/// The JSON of the reports. `seconds` of a variant is the time that all variants with its slide phase took together.
pub(crate) fn json(reports: &[Report]) -> String {
    json_line(&Document { schema: "teeko.solve/1", variants: reports.iter().map(Entry::new).collect() })
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    variants: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    variant: String,
    #[serde(flatten)]
    value: OutcomeFields,
    first_drops: Vec<MoveEntry>,
    census: CensusEntry,
    deepest: u32,
    seconds: f64,
    /// The slide file and the drop file, unless none were to be written.
    files: Vec<FileEntry>,
}

#[derive(Serialize)]
struct CensusEntry {
    slide: SlideEntry,
    drop: Vec<DropEntry>,
}

#[derive(Serialize)]
struct FileEntry {
    path: String,
    bytes: u64,
}

impl Entry {
    fn new(report: &Report) -> Self {
        let drop = report.drop_censuses.iter().enumerate();
        let files = report.files.iter().flat_map(|files| [&files.slide, &files.drop]);
        Self {
            variant: report.variant.to_string(),
            value: OutcomeFields::new(Some(report.value)),
            first_drops: MoveEntry::all(&report.first_drops),
            census: CensusEntry {
                slide: SlideEntry::new(&report.slide_census),
                drop: drop.map(|(layer, census)| DropEntry::new(layer, census)).collect(),
            },
            deepest: report.deepest,
            seconds: report.time.as_secs_f64(),
            files: files.map(|file| FileEntry { path: file.path.clone(), bytes: file.bytes }).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko_rules::{Circle, Circles, Outcome};
    use teeko_solve::{LayerCensus, SlideCensus};

    /// A made-up report: not a solver's work.
    fn report(variant: &str, value: Outcome, best: &[usize]) -> Report {
        let circles = |numbers: &[usize]| numbers.iter().filter_map(|&number| Circle::from_number(number)).collect();
        let best: Circles = circles(best);
        let drops = Circles::first(25).iter().map(|circle| match circle.number() {
            13 if variant.contains("no-centre") => (circle, None),
            _ => (circle, Some(if best.contains(circle) { value } else { Outcome::Loss(20) })),
        });
        let census = SlideCensus { by_distance: vec![5, 40, 30], no_move: 1, impossible: 7, draw: 29 };
        let layer =
            LayerCensus::from([(Outcome::Loss(0), 1), (Outcome::Loss(4), 2), (Outcome::Draw, 3), (Outcome::Win(1), 4)]);
        Report {
            variant: variant.parse().unwrap(),
            value,
            first_drops: drops.collect(),
            best_first_drops: best,
            slide_census: census,
            drop_censuses: vec![layer],
            deepest: 90,
            time: Duration::from_millis(250),
            files: None,
        }
    }

    #[test]
    fn the_summary_reads_without_colour() {
        let all: Vec<usize> = (1..=25).collect();
        let reports = [
            report("58-ssss", Outcome::Win(13), &[13]),
            report("44-ppps", Outcome::Draw, &all),
            report("58-sppp+no-centre", Outcome::Draw, &[1, 2, 3, 7, 8]),
        ];
        let coloured = text(&reports, Duration::from_millis(1234));
        assert_eq!(
            strip_str(&coloured).to_string(),
            "\
variant            Scarne's name         outcome    first drop  deepest
58-ssss            standard              win in 13  13               90
44-ppps            three-move alternate  draw       any              90
58-sppp+no-centre                        draw       1,2,3,7,8        90

slide phase  positions     won    lost   drawn  deepest
58                 100  40.0 %  30.0 %  30.0 %        2
44                 100  40.0 %  30.0 %  30.0 %        2

Distances are in plies. First drop: the circles that keep the outcome, whoever
chooses, one of each symmetric set. Slide phase: positions that are not over, as
the side to move sees them. Deepest: the longest distance of any position.
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
        let phases: Vec<String> = slide_phases(&reports).into_iter().map(|(name, _)| name).collect();
        assert_eq!(phases, ["44+4x4+knight", "44+4x4", "44"]);
    }

    #[test]
    fn the_json_has_its_fields_in_order() {
        let line = json(&[report("58-sppp+no-centre", Outcome::Win(25), &[1])]);
        let start = r#"{"schema":"teeko.solve/1","variants":[{"variant":"58-sppp+no-centre","outcome":"win","dtw":25,"first_drops":[{"move":"1","outcome":"win","dtw":25},{"move":"2","outcome":"loss","dtw":20},"#;
        assert!(line.starts_with(start), "{line}");
        assert!(line.contains(r#"{"move":"13","outcome":null,"dtw":null}"#), "{line}");
        let end = r#""census":{"slide":{"win":40,"loss":30,"draw":29,"no_move":1,"over":5,"impossible":7,"by_dtw":[{"dtw":1,"outcome":"win","positions":40},{"dtw":2,"outcome":"loss","positions":30}]},"drop":[{"layer":0,"win":4,"loss":2,"draw":3,"over":1}]},"deepest":90,"seconds":0.25,"files":[]}]}"#;
        assert!(line.ends_with(&format!("{end}\n")), "{line}");
    }
}
