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
    let Info { file, header } = info;
    let facts = facts(info);
    let width = facts.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    let line = |(what, fact): &(&str, String)| format!("{what:width$}  {fact}\n");
    let phase = if header.description.kind.is_slide() {
        "the slide phase"
    } else {
        "the drop phase"
    };
    let title = format!(
        "{}: table of {phase} of {}\n",
        output::printable(file),
        subject(info)
    );
    [
        styled(HEADING, title.trim_end()) + "\n",
        facts.iter().map(line).collect(),
        "\n".to_owned(),
        census_table(header),
        "\n".to_owned(),
        paragraph(
            "The checksums of the header and all blocks and the content hash are correct. The \
             header alone states the rules, the counts of each outcome and the slide file hash of \
             a drop file; `teeko verify --tables` checks them.",
        ),
    ]
    .concat()
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

fn facts(info: &Info<'_>) -> Vec<(&'static str, String)> {
    let header = info.header;
    let rules = &header.description.rules;
    let goals = rules.goals().patterns();
    let mut patterns = format!("{} patterns", goals.len());
    if let Some(set) = goal_set(rules) {
        patterns = format!("{patterns} (goal set {set})");
    }
    let with_empty = goals.iter().filter(|goal| !goal.empty().is_empty()).count();
    for (some, are) in [
        (with_empty, "with empty circles"),
        (info.void_goals(), "worth nothing"),
    ] {
        if some > 0 {
            patterns = format!("{patterns}, {some} of them {are}");
        }
    }
    let [block, width] =
        [header.block_length, header.value_width].map(|bytes| things(bytes as u64, "byte"));
    let (file, head) = (count(header.file_length()), count(header.length() as u64));
    let layers: Vec<String> = info.layers().iter().map(usize::to_string).collect();
    let mut facts = vec![
        ("board", rules.board().to_string()),
        ("goals", patterns),
        ("step", rules.step().to_string()),
    ];
    if !header.description.kind.is_slide() {
        facts.extend([
            ("drop plan", rules.plan().to_string()),
            ("options", options(rules)),
        ]);
    }
    facts.extend([
        ("layers stored", layers.join(", ")),
        (
            "values",
            format!("{}, {width} each", count(header.values())),
        ),
        (
            "longest distance",
            plies(header.description.census.deepest()),
        ),
        (
            "blocks",
            format!("{}, of {block} before compression", header.blocks.len()),
        ),
        ("file", format!("{file} bytes, header {head}")),
        (
            "format",
            format!("version {FORMAT_VERSION}, index scheme {INDEX_SCHEME}"),
        ),
        ("content hash", header.content_hash.to_string()),
    ]);
    facts.extend(
        header
            .description
            .slide_hash
            .map(|hash| ("slide file hash", hash.to_string())),
    );
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
    let layers = header
        .description
        .kind
        .layers()
        .map(|layer| (layer, header.description.census.layer(layer)));
    if header.description.kind.is_attack() {
        let rows = layers
            .map(|(layer, census)| [layer.to_string(), count(census.win()), count(census.loss())]);
        return plain_table(
            "rrr",
            ["layer", "attacker to move", "defender to move"],
            rows,
        );
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
