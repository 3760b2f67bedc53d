//! The page, put together of its sources. `build.rs` compiles this module, too, to compress what a
//! service sends.

use std::sync::LazyLock;

const HTML: &str = include_str!("../page/page.html");
/// The style of what the first kilobytes show, and of everything else.
pub(crate) const STYLES: [&str; 2] = [
    include_str!("../page/first.css"),
    include_str!("../page/style.css"),
];
/// What the page shows later than the board: help and forms.
pub(crate) const TEMPLATES: &str = include_str!("../page/templates.html");
/// What makes the page of a service one that browsers install.
const INSTALL: &str = include_str!("../page/install.html");

/// The modules of the worker, each after those that it imports.
pub(crate) const WORKER: &[&str] = &[
    include_str!("../page/solver/unpack.js"),
    include_str!("../page/solver/solver_call.js"),
    include_str!("../page/solver/worker.js"),
];

/// The modules that start the packed page.
pub(crate) const BOOT: &[&str] = &[
    include_str!("../page/solver/unpack.js"),
    include_str!("../page/solver/boot.js"),
];

/// The modules of the page, each after those that it imports.
pub(crate) const MODULES: &[&str] = &[
    include_str!("../page/rules/names.js"),
    include_str!("../page/strings.js"),
    include_str!("../page/game/settings.js"),
    include_str!("../page/rules/notation.js"),
    include_str!("../page/game/address.js"),
    include_str!("../page/dom.js"),
    include_str!("../page/solver/request.js"),
    include_str!("../page/solver/source.js"),
    include_str!("../page/rules/legal.js"),
    include_str!("../page/board/sound.js"),
    include_str!("../page/game/played.js"),
    include_str!("../page/game/game.js"),
    include_str!("../page/game/play.js"),
    include_str!("../page/board/pieces.js"),
    include_str!("../page/board/reasons.js"),
    include_str!("../page/board/board.js"),
    include_str!("../page/board/moves.js"),
    include_str!("../page/rules/goal_shapes.js"),
    include_str!("../page/panels/gallery.js"),
    include_str!("../page/panels/goals_panel.js"),
    include_str!("../page/talk/tour.js"),
    include_str!("../page/talk/start.js"),
    include_str!("../page/talk/players.js"),
    include_str!("../page/talk/end_card.js"),
    include_str!("../page/panels/course.js"),
    include_str!("../page/panels/puzzles_panel.js"),
    include_str!("../page/panels/game_panel.js"),
    include_str!("../page/talk/headline.js"),
    include_str!("../page/talk/live.js"),
    include_str!("../page/talk/solving.js"),
    include_str!("../page/board/board_keys.js"),
    include_str!("../page/panels/rules_panel.js"),
    include_str!("../page/panels/position_panel.js"),
    include_str!("../page/main.js"),
];

/// Returns the page that asks the service it was loaded from.
pub fn service_page() -> &'static str {
    static PAGE: LazyLock<String> = LazyLock::new(|| {
        assemble(&[
            ("style", &STYLES.concat()),
            ("templates", TEMPLATES),
            ("source", "service"),
            ("worker", &join_modules(WORKER)),
            ("script", &join_modules(MODULES)),
            ("install", INSTALL),
        ])
    });
    &PAGE
}

/// Replaces the names in double braces of the page by these parts and the version, or by nothing.
pub(crate) fn assemble(parts: &[(&str, &str)]) -> String {
    let parts = [parts, &[("version", env!("CARGO_PKG_VERSION"))]].concat();
    let mut page = String::new();
    let mut rest = HTML;
    while let Some((before, (name, after))) = rest
        .split_once("{{")
        .and_then(|(before, after)| Some((before, after.split_once("}}")?)))
    {
        page += before;
        page += parts
            .iter()
            .find(|(part, _)| *part == name)
            .map_or("", |(_, text)| text);
        rest = after;
    }
    page + rest
}

pub(crate) fn join_modules(modules: &[&str]) -> String {
    modules.iter().map(|module| as_script(module)).collect()
}

/// Converts a module into a part of one script in which all names are visible. Removes imports, the
/// word `export`, comments and indents. An import ends with the line that has `from`.
pub(crate) fn as_script(module: &str) -> String {
    let mut script = String::with_capacity(module.len());
    let mut importing = false;
    for line in module.lines().map(str::trim_start) {
        importing |= line.starts_with("import ");
        let is_comment = ["//", "/**"].iter().any(|mark| line.starts_with(mark));
        if !importing && !is_comment && !line.is_empty() {
            script += line.strip_prefix("export ").unwrap_or(line);
            script += "\n";
        }
        importing &= !line.ends_with(';');
    }
    script
}
