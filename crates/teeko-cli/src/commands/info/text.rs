//! The text of the header of a table file.

use teeko::Rules;
use teeko::answers::Info;
use teeko::surfaces::words::{self, count, plies};
use teeko::table::{FORMAT_VERSION, Header, INDEX_SCHEME, goal_set};

use crate::output;
use crate::render::{HEADING, paragraph, plain_table, styled, things};

/// Renders the contents of the header, one fact per line, and the census as a table. The file has
/// been checked.
pub(super) fn render(info: &Info<'_>) -> String {
    let phase = if info.header.description.kind.is_slide() {
        "the slide phase"
    } else {
        "the drop phase"
    };
    let file = output::printable(info.file);
    let title = format!("{file}: table of {phase} of {}", subject(info));
    let checked = paragraph(
        "The checksums of the header and all blocks and the content hash are correct. The \
         header alone states the rules, the counts of each outcome and the slide file hash of \
         a drop file; `teeko verify --tables` checks them.",
    );
    format!(
        "{}\n{}\n{}\n{checked}",
        styled(HEADING, &title),
        aligned(&facts(info)),
        census_table(info.header)
    )
}

/// A fact about a table with its name.
type Fact = (&'static str, String);

/// Renders facts, each on a line after its name.
fn aligned(facts: &[Fact]) -> String {
    let width = facts.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (what, fact) in facts {
        lines.push(format!("{what:width$}  {fact}\n"));
    }
    lines.concat()
}

/// Returns the name of what the table covers: `44-ssss`, `44+4x4` or `rules without a name`.
fn subject(info: &Info<'_>) -> String {
    let of = match info.variant() {
        None => "rules without a name".to_owned(),
        Some(variant) if info.header.description.kind.is_slide() => variant.slide_phase_name(),
        Some(variant) => variant.to_string(),
    };
    match info.header.description.points {
        0 => of,
        points => format!("{of}, for at least {}", words::points(points.into())),
    }
}

fn facts(info: &Info<'_>) -> Vec<Fact> {
    let header = info.header;
    let description = &header.description;
    let rules = &description.rules;
    let mut facts = vec![
        ("board", rules.board().to_string()),
        ("goals", patterns(info)),
        ("step", rules.step().to_string()),
    ];
    if !description.kind.is_slide() {
        facts.push(("drop plan", rules.plan().to_string()));
        facts.push(("options", options(rules)));
    }
    let layers: Vec<String> = info.layers().iter().map(usize::to_string).collect();
    facts.push(("layers stored", layers.join(", ")));
    let width = things(header.value_width as u64, "byte");
    let values = count(header.values());
    facts.push(("values", format!("{values}, {width} each")));
    facts.push(("longest distance", plies(description.census.deepest())));
    let block = things(header.block_length as u64, "byte");
    let blocks = header.blocks.len();
    facts.push(("blocks", format!("{blocks}, of {block} before compression")));
    let file = count(header.file_length());
    let head = count(header.length() as u64);
    facts.push(("file", format!("{file} bytes, header {head}")));
    let format = format!("version {FORMAT_VERSION}, index scheme {INDEX_SCHEME}");
    facts.push(("format", format));
    facts.push(("content hash", header.content_hash.to_string()));
    if let Some(hash) = description.slide_hash {
        facts.push(("slide file hash", hash.to_string()));
    }
    facts
}

/// Returns the number of the goals and their set, and how many of them are unusual.
fn patterns(info: &Info<'_>) -> String {
    let rules = &info.header.description.rules;
    let goals = rules.goals().patterns();
    let mut parts = vec![format!("{} patterns", goals.len())];
    if let Some(set) = goal_set(rules) {
        parts.push(format!(" (goal set {set})"));
    }
    let with_empty = goals.iter().filter(|goal| !goal.empty().is_empty()).count();
    if with_empty > 0 {
        parts.push(format!(", {with_empty} of them with empty circles"));
    }
    let void = info.void_goals();
    if void > 0 {
        parts.push(format!(", {void} of them worth nothing"));
    }
    parts.concat()
}

/// Returns the options in words; `none` if there are none.
fn options(rules: &Rules) -> String {
    match (rules.centre_ban(), rules.pass_rule()) {
        (false, false) => "none",
        (true, false) => "centre ban",
        (false, true) => "pass rule",
        (true, true) => "centre ban, pass rule",
    }
    .to_owned()
}

/// Renders the counts of positions; for an attack, of those from which the points are forced.
fn census_table(header: &Header) -> String {
    if header.description.kind.is_attack() {
        return attack_table(header);
    }
    let headings = [
        "layer",
        "won",
        "lost",
        "drawn",
        "no slide",
        "over",
        "impossible",
    ];
    let mut rows = Vec::new();
    for layer in header.description.kind.layers() {
        let census = header.description.census.layer(layer);
        rows.push([
            layer.to_string(),
            count(census.win()),
            count(census.loss()),
            count(census.draw()),
            count(census.no_move()),
            count(census.over() + census.gift()),
            count(census.impossible()),
        ]);
    }
    plain_table("rrrrrrr", headings, rows)
}

fn attack_table(header: &Header) -> String {
    let headings = ["layer", "attacker to move", "defender to move"];
    let mut rows = Vec::new();
    for layer in header.description.kind.layers() {
        let census = header.description.census.layer(layer);
        rows.push([layer.to_string(), count(census.win()), count(census.loss())]);
    }
    plain_table("rrr", headings, rows)
}
