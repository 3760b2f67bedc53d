//! The header of a table file as text and as JSON.

use serde::Serialize;
use teeko_rules::{PIECES, Rules};
use teeko_table::{Census, Class, FORMAT_VERSION, Header, INDEX_SCHEME, Kind, slide_phase_name};

use super::census::{DropEntry, SlideEntry};
use super::table::{Align, Table};
use super::{HEADING, PLAIN, count, json_line, paragraph, styled};
use crate::tables::census;

/// What the file is of, a line for each fact, and the census as a table. The file has been checked.
pub(crate) fn text(name: &str, header: &Header) -> String {
    let facts = facts(header);
    let width = facts.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    let line = |(what, fact): &(&str, String)| format!("{what:width$}  {fact}\n");
    let phase = if header.kind() == Kind::Slide { "the slide phase" } else { "the drop phase" };
    let title = format!("{}: table of {phase} of {}\n", name, subject(header));
    [
        styled(HEADING, title.trim_end()) + "\n",
        facts.iter().map(line).collect(),
        "\n".to_owned(),
        census_table(header),
        "\n".to_owned(),
        paragraph("The checksums of the header and of all blocks and the content hash are right."),
    ]
    .concat()
}

/// What the header is of: `44-ssss`, `44+4x4` or `rules without a name`.
fn subject(header: &Header) -> String {
    match header.variant() {
        None => "rules without a name".to_owned(),
        Some(variant) if header.kind() == Kind::Drop => variant.to_string(),
        Some(variant) => slide_phase_name(&variant),
    }
}

fn facts(header: &Header) -> Vec<(&'static str, String)> {
    let rules = header.rules();
    let goals = rules.goals().patterns().len();
    let named = header.goal_set().map_or_else(String::new, |set| format!(" (goal set {set})"));
    let mut facts = vec![
        ("board", rules.board().to_string()),
        ("goals", format!("{goals} patterns{named}")),
        ("step", step(rules)),
    ];
    if header.kind() == Kind::Drop {
        facts.push(("drop plan", rules.plan().to_string()));
        facts.push(("options", options(rules).join(", ")));
    }
    facts.extend([
        ("layers stored", layers(header)),
        ("values", format!("{}, {} each", count(header.values()), bytes(header.value_width()))),
        ("longest distance", super::words::plies(header.census().deepest())),
        ("blocks", format!("{}, of {} before compression", header.blocks().len(), bytes(header.block_length()))),
        ("file", format!("{} bytes, header {}", count(header.file_length()), count(header.length() as u64))),
        ("format", format!("version {FORMAT_VERSION}, index scheme {INDEX_SCHEME}")),
        ("content hash", header.content_hash().to_string()),
    ]);
    facts.extend(header.slide_hash().map(|hash| ("slide file hash", hash.to_string())));
    facts
}

fn bytes(number: usize) -> String {
    format!("{} byte{}", count(number as u64), if number == 1 { "" } else { "s" })
}

fn step(rules: &Rules) -> String {
    rules.step().name().map_or_else(|| format!("{:?}", rules.step().offsets()), str::to_owned)
}

/// The options in words; `none` if there are none.
fn options(rules: &Rules) -> Vec<&'static str> {
    let chosen = [(rules.centre_ban(), "centre ban"), (rules.pass_rule(), "pass rule")];
    let mut options: Vec<&str> = chosen.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect();
    if options.is_empty() {
        options.push("none");
    }
    options
}

fn layers(header: &Header) -> String {
    let numbers: Vec<String> = header.layers().iter().map(|layer| layer.layer.to_string()).collect();
    numbers.join(", ")
}

fn census_table(header: &Header) -> String {
    let mut table = Table::new([
        ("layer", Align::Right),
        ("won", Align::Right),
        ("lost", Align::Right),
        ("drawn", Align::Right),
        ("no slide", Align::Right),
        ("over", Align::Right),
        ("impossible", Align::Right),
    ]);
    for layer in header.kind().layers() {
        let row = counts(header.census(), layer).map(|positions| (PLAIN, count(positions)));
        let [won, lost, drawn, no_move, over, impossible] = row;
        table.push([(PLAIN, layer.to_string()), won, lost, drawn, no_move, over, impossible]);
    }
    table.render()
}

/// The positions of a layer that are won, lost, drawn, without a slide, over, impossible.
fn counts(census: &Census, layer: usize) -> [u64; 6] {
    let mut counts = [0; 6];
    for (class, positions) in census.layer(layer) {
        let place = match class {
            Class::Win(_) => 0,
            Class::Loss(0) => 4,
            Class::Loss(_) => 1,
            Class::Draw => 2,
            Class::NoMove => 3,
            Class::Impossible => 5,
        };
        counts[place] += positions;
    }
    counts
}

/// The JSON of the header. `variant` and `goals` are null where the rules have no name, `plan`, `options` and `slide_hash` in a
/// slide file.
pub(crate) fn json(name: &str, header: &Header) -> String {
    let rules = header.rules();
    let is_drop = header.kind() == Kind::Drop;
    let census = header.census();
    json_line(&Document {
        schema: "teeko.info/1",
        file: name,
        kind: header.kind().name(),
        variant: header.variant().filter(|_| is_drop).map(|variant| variant.to_string()),
        goals: header.goal_set().map(|set| set.to_string()),
        goal_patterns: rules.goals().patterns().len(),
        board: rules.board().to_string(),
        step: step(rules),
        plan: is_drop.then(|| rules.plan().to_string()),
        no_centre: is_drop.then(|| rules.centre_ban()),
        pass: is_drop.then(|| rules.pass_rule()),
        layers: header.layers().iter().map(|layer| layer.layer).collect(),
        values: header.values(),
        value_bytes: header.value_width(),
        deepest: census.deepest(),
        blocks: header.blocks().len(),
        block_bytes: header.block_length(),
        bytes: header.file_length(),
        format_version: FORMAT_VERSION,
        index_scheme: INDEX_SCHEME,
        content_hash: header.content_hash().to_string(),
        slide_hash: header.slide_hash().map(|hash| hash.to_string()),
        census: if is_drop {
            let layer = |layer| DropEntry::new(layer, &census::drop_layer(census, layer));
            CensusEntry::Drop((0..2 * PIECES).map(layer).collect())
        } else {
            CensusEntry::Slide(Box::new(SlideEntry::new(&census::slide_phase(census))))
        },
    })
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    file: &'a str,
    kind: &'static str,
    variant: Option<String>,
    goals: Option<String>,
    goal_patterns: usize,
    board: String,
    step: String,
    plan: Option<String>,
    no_centre: Option<bool>,
    pass: Option<bool>,
    layers: Vec<usize>,
    values: u64,
    value_bytes: usize,
    deepest: u32,
    blocks: usize,
    block_bytes: usize,
    bytes: u64,
    format_version: u32,
    index_scheme: u8,
    content_hash: String,
    slide_hash: Option<String>,
    census: CensusEntry,
}

/// The census under the name of its phase.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum CensusEntry {
    Slide(Box<SlideEntry>),
    Drop(Vec<DropEntry>),
}
