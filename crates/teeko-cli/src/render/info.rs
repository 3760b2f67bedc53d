//! A table file's header as text.

use teeko::Info;
use teeko::table::Header;
use teeko::words::{self, count, plies};
use teeko::{Rules, Scoring, Variant};

use crate::output::printable;

use super::style::{HEADING, paragraph, styled, things};
use super::text_table::plain_table;

/// Renders the contents of the header, one fact per line, and the census as a table. The file has
/// been checked.
pub(crate) fn text(info: &Info, header: &Header) -> String {
    let facts = facts(info, header);
    let width = facts.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    let line = |(what, fact): &(&str, String)| format!("{what:width$}  {fact}\n");
    let phase = if header.kind().is_slide() { "the slide phase" } else { "the drop phase" };
    let title = format!("{}: table of {phase} of {}\n", printable(&info.file), subject(header));
    [
        styled(HEADING, title.trim_end()) + "\n",
        facts.iter().map(line).collect(),
        "\n".to_owned(),
        census_table(header),
        "\n".to_owned(),
        paragraph("The checksums of the header and all blocks and the content hash are correct."),
    ]
    .concat()
}

/// Returns the name of what the table covers: `44-ssss`, `44+4x4` or `rules without a name`.
fn subject(header: &Header) -> String {
    let points = header.points();
    let scoring = if points.is_some() { Scoring::Pips } else { Scoring::Goals };
    let of = match header.variant().map(|variant| Variant { scoring, ..variant }) {
        None => "rules without a name".to_owned(),
        Some(variant) if header.kind().is_slide() => variant.slide_phase_name(),
        Some(variant) => variant.to_string(),
    };
    points
        .map_or(of.clone(), |points| format!("{of}, for at least {}", words::points(points.into())))
}

fn facts(info: &Info, header: &Header) -> Vec<(&'static str, String)> {
    let rules = header.rules();
    let mut patterns = format!("{} patterns", info.goal_patterns);
    if let Some(set) = &info.goals {
        patterns = format!("{patterns} (goal set {set})");
    }
    let goals = rules.goals().patterns().iter();
    let with_empty = goals.filter(|goal| !goal.empty().is_empty()).count();
    let void = info.void_goals.unwrap_or(0);
    for (some, are) in [(with_empty, "with empty circles"), (void, "worth nothing")] {
        if some > 0 {
            patterns = format!("{patterns}, {some} of them {are}");
        }
    }
    let [block, width] = [info.block_bytes, info.value_bytes].map(|n| things(n as u64, "byte"));
    let (file, head) = (count(info.bytes), count(header.length() as u64));
    let layers: Vec<String> = info.layers.iter().map(usize::to_string).collect();
    let (version, scheme) = (info.format_version, info.index_scheme);
    let mut facts =
        vec![("board", info.board.clone()), ("goals", patterns), ("step", info.step.clone())];
    if let Some(plan) = &info.plan {
        facts.extend([("drop plan", plan.clone()), ("options", options(rules))]);
    }
    facts.extend([
        ("layers stored", layers.join(", ")),
        ("values", format!("{}, {width} each", count(info.values))),
        ("longest distance", plies(info.deepest)),
        ("blocks", format!("{}, of {block} before compression", info.blocks)),
        ("file", format!("{file} bytes, header {head}")),
        ("format", format!("version {version}, index scheme {scheme}")),
        ("content hash", info.content_hash.clone()),
    ]);
    facts.extend(info.slide_hash.clone().map(|hash| ("slide file hash", hash)));
    facts
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
    let layers = header.kind().layers().map(|layer| (layer, header.census().layer(layer)));
    if header.kind().is_attack() {
        let rows = layers
            .map(|(layer, census)| [layer.to_string(), count(census.win()), count(census.loss())]);
        return plain_table("rrr", ["layer", "attacker to move", "defender to move"], rows);
    }
    let headings = ["layer", "won", "lost", "drawn", "no slide", "over", "impossible"];
    let rows = layers.map(|(layer, census)| {
        [
            layer.to_string(),
            count(census.win()),
            count(census.loss()),
            count(census.draw()),
            count(census.no_move()),
            count(census.over() + census.gift()),
            count(census.impossible()),
        ]
    });
    plain_table("rrrrrrr", headings, rows)
}
