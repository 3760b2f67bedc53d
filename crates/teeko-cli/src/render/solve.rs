//! Reports on solved variants as a summary table and as JSON.

use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;
use teeko_rules::{Outcome, Variant};
use teeko_solve::{LayerCensus, SlideCensus};

use super::table::{Align, Table};
use super::{OutcomeFields, PLAIN, json_line, short_outcome, style_of};
use crate::report::Report;

/// A table of the variants, one of their slide phases, and the time it all took.
pub(crate) fn text(reports: &[Report], time: Duration) -> String {
    let slide_phases = slide_phases(reports);
    let count = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    format!(
        "{}\n{}\n\
         Distances are in plies. First drop: the circles that keep the outcome, whoever\n\
         chooses, one of each symmetric set. Slide phase: positions that are not over, as\n\
         the side to move sees them. Deepest: the longest distance of any position.\n\
         Solved {} with {} in {:.2} s.\n",
        summary(reports),
        slide_phase_table(&slide_phases),
        count(reports.len(), "variant"),
        count(slide_phases.len(), "slide phase"),
        time.as_secs_f64()
    )
}

fn summary(reports: &[Report]) -> String {
    let mut table = Table::new([
        ("variant", Align::Left),
        ("Scarne's name", Align::Left),
        ("outcome", Align::Left),
        ("first drop", Align::Left),
        ("deepest", Align::Right),
    ]);
    for report in reports {
        table.push([
            (PLAIN, report.variant.to_string()),
            (PLAIN, scarne_name(report.variant).to_owned()),
            (style_of(report.value), short_outcome(report.value)),
            (PLAIN, first_drops(report)),
            (PLAIN, report.deepest.to_string()),
        ]);
    }
    table.render()
}

/// Scarne's name for the drop plan of one of his sixteen variants; empty for any other variant.
fn scarne_name(variant: Variant) -> &'static str {
    let is_scarnes = Variant::sixteen().any(|scarnes| scarnes == variant);
    variant.plan.scarne_name().filter(|_| is_scarnes).unwrap_or_default()
}

/// The best first drops, or `any`.
fn first_drops(report: &Report) -> String {
    let any = report.first_drops.iter().all(|&(_, worth)| worth.is_none_or(|worth| worth == report.value));
    if any { "any".to_owned() } else { report.best_first_drops.to_string() }
}

/// The slide phases of the reports, each once, under names like `44` and `58+4x4+knight`.
fn slide_phases(reports: &[Report]) -> Vec<(String, &SlideCensus)> {
    let mut phases: Vec<(String, &SlideCensus)> = Vec::new();
    for Report { variant, slide_census, .. } in reports {
        let name = Variant { no_centre: false, pass: false, ..*variant }.to_string();
        let name = name.replacen(&format!("-{}", variant.plan), "", 1);
        if phases.iter().all(|(known, _)| *known != name) {
            phases.push((name, slide_census));
        }
    }
    phases
}

fn slide_phase_table(phases: &[(String, &SlideCensus)]) -> String {
    let mut table = Table::new([
        ("slide phase", Align::Left),
        ("positions", Align::Right),
        ("won", Align::Right),
        ("lost", Align::Right),
        ("drawn", Align::Right),
        ("deepest", Align::Right),
    ]);
    for (name, census) in phases {
        let drawn = census.draw + census.no_move;
        let open = census.win() + census.loss() + drawn;
        let share = |positions: u64| (PLAIN, format!("{:.1} %", 100.0 * positions as f64 / open.max(1) as f64));
        table.push([
            (PLAIN, name.clone()),
            (PLAIN, HumanCount(open).to_string()),
            share(census.win()),
            share(census.loss()),
            share(drawn),
            (PLAIN, census.deepest().to_string()),
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
    /// The table files written: none.
    files: [(); 0],
}

#[derive(Serialize)]
struct MoveEntry {
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    worth: OutcomeFields,
}

#[derive(Serialize)]
struct CensusEntry {
    slide: SlideEntry,
    drop: Vec<DropEntry>,
}

#[derive(Serialize)]
struct SlideEntry {
    win: u64,
    loss: u64,
    draw: u64,
    no_move: u64,
    over: u64,
    impossible: u64,
    by_dtw: Vec<DistanceEntry>,
}

#[derive(Serialize)]
struct DistanceEntry {
    dtw: Option<u32>,
    outcome: &'static str,
    positions: u64,
}

#[derive(Serialize)]
struct DropEntry {
    layer: usize,
    win: u64,
    loss: u64,
    draw: u64,
    over: u64,
}

impl Entry {
    fn new(report: &Report) -> Self {
        let first_drops = report.first_drops.iter();
        let drop = report.drop_censuses.iter().enumerate();
        Self {
            variant: report.variant.to_string(),
            value: OutcomeFields::new(Some(report.value)),
            first_drops: first_drops
                .map(|&(square, worth)| MoveEntry { played: square.to_string(), worth: OutcomeFields::new(worth) })
                .collect(),
            census: CensusEntry {
                slide: SlideEntry::new(&report.slide_census),
                drop: drop.map(|(layer, census)| DropEntry::new(layer, census)).collect(),
            },
            deepest: report.deepest,
            seconds: report.time.as_secs_f64(),
            files: [],
        }
    }
}

impl SlideEntry {
    fn new(census: &SlideCensus) -> Self {
        let by_dtw = census.decided_by_distance().map(|(outcome, positions)| DistanceEntry {
            dtw: outcome.distance(),
            outcome: outcome.name(),
            positions,
        });
        Self {
            win: census.win(),
            loss: census.loss(),
            draw: census.draw,
            no_move: census.no_move,
            over: census.over(),
            impossible: census.impossible,
            by_dtw: by_dtw.collect(),
        }
    }
}

impl DropEntry {
    fn new(layer: usize, census: &LayerCensus) -> Self {
        let mut entry = Self { layer, win: 0, loss: 0, draw: 0, over: 0 };
        for (outcome, positions) in census {
            let class = match outcome {
                Outcome::Loss(0) => &mut entry.over,
                Outcome::Loss(_) => &mut entry.loss,
                Outcome::Win(_) => &mut entry.win,
                Outcome::Draw => &mut entry.draw,
            };
            *class += positions;
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko_rules::{Square, Squares};

    /// A made-up report: not a solver's work.
    fn report(variant: &str, value: Outcome, best: &[usize]) -> Report {
        let circles = |numbers: &[usize]| numbers.iter().filter_map(|&number| Square::from_number(number)).collect();
        let best: Squares = circles(best);
        let drops = Squares::first(25).iter().map(|square| match square.number() {
            13 if variant.contains("no-centre") => (square, None),
            _ => (square, Some(if best.contains(square) { value } else { Outcome::Loss(20) })),
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
