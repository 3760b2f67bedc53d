//! `teeko atlas`, as users see it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;
use teeko::rules::Outcome;
use teeko_testing::names;

use crate::common::{
    answers, assert_refused, json, list, refusal, stderr, stdout, stopped, teeko, text,
};

/// A small family that is solved quickly, with two neighbouring goal sets, both steps and a plan of
/// each kind.
const SMALL: [&str; 7] =
    ["atlas", "--board", "4x4", "--goals", "44,58,78", "--plans", "ssss,ppsp,pppp"];

/// Returns the outcome that a JSON object gives.
fn outcome(fields: &Value) -> Option<Outcome> {
    let plies = || fields["dtw"].as_u64().unwrap() as u32;
    match fields["outcome"].as_str()? {
        "win" => Some(Outcome::Win(plies())),
        "loss" => Some(Outcome::Loss(plies())),
        _ => Some(Outcome::Draw),
    }
}

/// The tables of the sixteen variants have the known hashes.
#[test]
fn the_sixteen_are_as_the_manifest_says() {
    let atlas = json(&["atlas", "--sixteen"]);
    let manifest: toml::Table =
        include_str!("../../../teeko-analysis/data/manifest.toml").parse().unwrap();
    for (kind, entries, name, count) in
        [("slide", "slide_phases", "slide_phase", 2), ("drop", "variants", "variant", 16)]
    {
        assert_eq!(list(&atlas[entries]).len(), count, "{entries}");
        for entry in list(&atlas[entries]) {
            let known = &manifest[kind][entry[name].as_str().unwrap()]["content_hash"];
            assert!(known.is_str());
            assert_eq!(known.as_str(), entry["content_hash"].as_str(), "{}", entry[name]);
        }
    }
}

#[test]
fn the_deepest_wins_are_as_deep_as_they_say() {
    let atlas = json(&["atlas", "--goals", "64", "--plans", "spsp,pppp", "--no-centre", "no"]);
    assert_eq!(list(&atlas["variants"]).len(), 4);
    for entry in list(&atlas["variants"]) {
        let win = &entry["deepest_win"];
        let position = win["position"].as_str().unwrap();
        let variant = entry["variant"].as_str().unwrap();
        let (found, code) = answers(&["-v", variant, "--brief"], position);
        assert_eq!(
            (code, &found[0]["outcome"], &found[0]["dtw"]),
            (Some(0), &win["outcome"], &win["dtw"]),
            "{variant}"
        );
        // `stats` computes it position by position.
        let stats = json(&["stats", "-v", variant]);
        let of_layer = |entry: &&Value| entry["layer"] == win["layer"] && entry["outcome"] == "win";
        let deepest = list(&stats["deepest_positions"]).iter().find(of_layer).unwrap();
        assert_eq!(
            (&deepest["dtw"], &deepest["examples"][0]["position"]),
            (&win["dtw"], &win["position"]),
            "{variant}"
        );
        assert_eq!(entry["deepest"], stats["deepest"], "{variant}");
    }
}

#[test]
fn comparisons_are_of_neighbours_and_add_up() {
    let atlas = json(&SMALL);
    // The neighbours are 44 and 58, and 58 and 78, with each of two steps.
    assert_eq!(list(&atlas["comparisons"]).len(), 4);
    let number = |value: &Value| value.as_u64().unwrap();
    for comparison in list(&atlas["comparisons"]) {
        let larger = list(&atlas["slide_phases"])
            .iter()
            .find(|phase| phase["slide_phase"] == comparison["slide_phases"][1]);
        let census = &larger.unwrap()["census"]["slide"];
        let matrix = &comparison["slide"];
        // A set with more goals has fewer positions, all of which exist with fewer goals too.
        let column = |outcome: &str| -> u64 {
            ["win", "draw", "loss"].iter().map(|row| number(&matrix[row][outcome])).sum()
        };
        assert_eq!(column("win"), number(&census["win"]));
        assert_eq!(column("draw"), number(&census["draw"]) + number(&census["no_move"]));
        assert_eq!(column("loss"), number(&census["loss"]) + number(&census["over"]));
        assert_eq!(number(&matrix["positions"]), column("win") + column("draw") + column("loss"));
        assert!(!list(&comparison["drop"]).is_empty(), "{comparison}");
        for variants in list(&comparison["drop"]) {
            let [one, other] = [0, 1].map(|place| {
                let is_named = |entry: &&Value| entry["variant"] == variants["variants"][place];
                outcome(list(&atlas["variants"]).iter().find(is_named).unwrap()).unwrap()
            });
            let first = &variants["layers"][0];
            let changes = u64::from(one.wdl() != other.wdl());
            assert_eq!(
                (number(&first["positions"]), number(&first["flips"])),
                (1, changes),
                "{}",
                variants["variants"]
            );
            assert_eq!(
                number(&variants["layers"][7]["positions"]),
                16 * 15 * 14 * 13 / 24 * (12 * 11 * 10 / 6)
            );
        }
    }
}

/// Checks that the page contains everything, including the parts that screen readers need.
#[test]
fn the_page_is_sound_complete_and_by_itself() {
    let page = text(&[&SMALL[..], &["--format", "html"]].concat());
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options).unwrap();
    let all = || document.descendants().filter(Node::is_element);
    let named = |name: &'static str| all().filter(move |node| node.tag_name().name() == name);

    for node in all() {
        for attribute in node.attributes() {
            let outside = ["http", "//", "url(h", "data:", "javascript"]
                .iter()
                .any(|part| attribute.value().contains(part));
            assert!(!outside && !attribute.name().starts_with("on"), "{attribute:?}");
        }
        assert!(
            !["link", "img", "iframe", "object", "base"].contains(&node.tag_name().name()),
            "{node:?}"
        );
    }
    // The page has one script, which makes no requests.
    let scripts: Vec<Node<'_, '_>> = named("script").collect();
    assert!(scripts.len() == 1 && scripts[0].attributes().len() == 0);
    let script = scripts[0].text().unwrap();
    let requests = [
        "fetch",
        "XMLHttpRequest",
        "WebSocket",
        "sendBeacon",
        "import",
        "src",
        "http",
        "innerHTML",
    ];
    assert!(script.len() < 1_000 && !requests.iter().any(|part| script.contains(part)), "{script}");
    let style = named("style").next().unwrap().text().unwrap();
    assert!(
        !style.contains("@import")
            && !style.contains("url(h")
            && style.contains("prefers-color-scheme: dark")
    );
    assert!(style.contains("@media print"));

    let ids: Vec<&str> = all().filter_map(|node| node.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "ids are unique");
    for tag in ["a", "th", "svg", "table"] {
        assert!(named(tag).next().is_some(), "{tag}");
    }
    for link in named("a") {
        let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
        assert!(unique.contains(target), "{target}");
    }
    assert!(named("th").all(|heading| heading.attribute("scope").is_some()));
    for svg in named("svg").filter(|svg| svg.attribute("role") == Some("img")) {
        assert_eq!(svg.first_element_child().unwrap().tag_name().name(), "title");
    }
    for table in named("table") {
        assert_eq!(table.parent_element().unwrap().attribute("class"), Some("scroll"));
    }
    let levels: Vec<u32> = all()
        .filter_map(|node| {
            node.tag_name().name().strip_prefix('h').and_then(|level| level.parse().ok())
        })
        .collect();
    assert!(
        levels[0] == 1 && levels.windows(2).all(|pair| pair[1] > 1 && pair[1] <= pair[0] + 1),
        "{levels:?}"
    );

    // Every value and number of the overview is in the JSON.
    let atlas = json(&SMALL);
    let variants: BTreeMap<&str, &Value> = list(&atlas["variants"])
        .iter()
        .map(|entry| (entry["variant"].as_str().unwrap(), entry))
        .collect();
    let mut shown = BTreeSet::new();
    for node in all().filter(|node| node.has_attribute("data-variant")) {
        let variant = node.attribute("data-variant").unwrap();
        let expected = match outcome(variants[variant]).unwrap() {
            Outcome::Win(plies) => format!("W{plies}"),
            Outcome::Loss(plies) => format!("L{plies}"),
            Outcome::Draw => "D".to_owned(),
        };
        assert_eq!(node.text(), Some(expected.as_str()), "{variant}");
        shown.insert(variant);
    }
    assert!(shown.iter().eq(variants.keys()), "{shown:?}");
    let numbers: BTreeSet<u64> = numbers_of(&atlas);
    for id in ["changes", "slide-phases"] {
        let section = all().find(|node| node.attribute("id") == Some(id)).unwrap();
        let cells: Vec<String> = section
            .descendants()
            .filter(|node| node.tag_name().name() == "td")
            .filter_map(|cell| cell.text())
            .filter(|text| !text.contains('%') && !text.is_empty())
            .map(|text| text.replace(',', ""))
            .collect();
        assert!(cells.len() > 20, "{id}: {cells:?}");
        for cell in cells {
            let number: u64 = cell.parse().unwrap();
            // Open positions are given as a sum.
            let is_open = list(&atlas["slide_phases"]).iter().any(|phase| {
                let census = &phase["census"]["slide"];
                ["win", "loss", "draw", "no_move"]
                    .iter()
                    .map(|class| census[class].as_u64().unwrap())
                    .sum::<u64>()
                    == number
            });
            assert!(numbers.contains(&number) || is_open, "{id}: {number}");
        }
    }
}

/// On each board of the page, readers find circles by number, the value of each first drop, and the
/// position as text.
#[test]
fn the_boards_of_the_page_can_be_read_and_copied() {
    let page = text(&[&SMALL[..], &["--format", "html"]].concat());
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options).unwrap();
    let atlas = json(&SMALL);
    let boards = document.descendants().filter(|node| node.attribute("class") == Some("board"));
    let titled: BTreeMap<String, Node<'_, '_>> = boards
        .map(|board| (board.first_element_child().unwrap().text().unwrap().to_owned(), board))
        .collect();
    let texts = |board: Node<'_, '_>, wanted: &dyn Fn(&str) -> bool| -> Vec<String> {
        let of_class = |node: &Node<'_, '_>| {
            node.tag_name().name() == "text" && wanted(node.attribute("class").unwrap())
        };
        board.descendants().filter(of_class).map(|node| node.text().unwrap().to_owned()).collect()
    };
    let circles: Vec<String> = (1..=16).map(|circle| circle.to_string()).collect();
    let mut drawn = 0;
    for entry in list(&atlas["variants"]) {
        let name = entry["variant"].as_str().unwrap();
        let first_drops = titled[&format!("First drops of {name}")];
        assert_eq!(texts(first_drops, &|class| class == "number"), circles, "{name}");
        let expected: Vec<String> = list(&entry["first_drops"])
            .iter()
            .map(|drop| drop["dtw"].as_u64().map_or("D".to_owned(), |plies| plies.to_string()))
            .collect();
        assert_eq!(texts(first_drops, &|class| class != "number"), expected, "{name}");
        drawn += usize::from(expected.iter().all(|value| value == "D"));
        let deepest = titled[&format!("Deepest win of {name}")];
        assert_eq!(texts(deepest, &|_| true), circles, "{name}");
        let position = entry["deepest_win"]["position"].as_str().unwrap();
        let figure = deepest.parent_element().unwrap();
        let button = figure.descendants().find(|node| node.tag_name().name() == "button").unwrap();
        assert_eq!(
            (button.attribute("data-copy"), button.attribute("hidden")),
            (Some(position), Some("")),
            "{name}"
        );
        assert!(
            figure
                .descendants()
                .any(|node| node.tag_name().name() == "code" && node.text() == Some(position))
        );
    }
    assert!(drawn > 0, "the test tests something");
    // The tables of the drop layers get the width of the page when they are opened. If that is too
    // narrow, they scroll.
    let style = document
        .descendants()
        .find(|node| node.tag_name().name() == "style")
        .unwrap()
        .text()
        .unwrap();
    for rule in [
        ".matrices article:has(details[open]) { grid-column: 1 / -1; }",
        ".scroll { overflow-x: auto;",
    ] {
        assert!(style.contains(rule), "{rule}");
    }
}

/// Returns all numbers in a JSON value.
fn numbers_of(value: &Value) -> BTreeSet<u64> {
    match value {
        Value::Number(number) => number.as_u64().into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(numbers_of).collect(),
        Value::Object(fields) => fields.values().flat_map(numbers_of).collect(),
        _ => BTreeSet::new(),
    }
}

fn small_to(outputs: &[&Path], more: &[&str]) -> std::process::Output {
    let outputs = outputs.iter().flat_map(|path| ["-o", path.to_str().unwrap()]);
    let arguments: Vec<&str> =
        ["--quiet"].into_iter().chain(SMALL).chain(outputs).chain(more.iter().copied()).collect();
    teeko(&arguments)
}

#[test]
fn files_are_the_reports_and_never_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> =
        ["b.html", "c.json"].iter().map(|name| folder.path().join(name)).collect();
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let written = small_to(&paths, &[]);
    assert_eq!((written.status.code(), stderr(&written).as_str()), (Some(0), ""));
    assert_eq!(stdout(&written), text(&SMALL));
    for (file, format) in files.iter().zip(["html", "json"]) {
        let printed = text(&[&SMALL[..], &["--format", format, "--threads", "1"]].concat());
        assert!(fs::read_to_string(file).unwrap() == printed, "{format}");
    }
    fs::write(&files[0], "precious").unwrap();
    fs::remove_file(&files[1]).unwrap();
    let error = refusal(&small_to(&paths, &[]), 6);
    assert!(error.contains("b.html") && error.contains("--force"), "{error}");
    assert_eq!(names(folder.path()), ["b.html"]);
    assert_eq!(small_to(&paths, &["--force"]).status.code(), Some(0));
    assert_ne!(fs::read_to_string(&files[0]).unwrap(), "precious");
    assert_eq!(names(folder.path()), ["b.html", "c.json"]);

    let unknown = refusal(&small_to(&[&folder.path().join("a.pdf")], &[]), 2);
    assert!(unknown.contains("a.pdf: expected a name that ends in .html"), "{unknown}");
    let again = folder.path().join("./c.json");
    let twice = refusal(&small_to(&[paths[1], paths[0], &again], &["--force"]), 2);
    assert!(twice.contains("c.json: expected each file once, found it twice"), "{twice}");
    let banned = ["atlas", "--board", "4x4", "--no-centre", "yes"];
    assert_refused(&[
        (&banned, 2, "a 4x4 board has no single centre circle"),
        (&["atlas", "--sixteen", "--goals", "44"], 2, "--goals"),
        (&["atlas", "--force"], 2, "--output"),
        (&["atlas", "--goals", "45"], 2, "45"),
    ]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_atlas_leaves_nothing() {
    let mut interrupted = 0;
    for wait in [5, 50, 200, 500, 1_000] {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("atlas.html");
        let path = output.to_str().unwrap();
        let family = ["--quiet", "atlas", "--goals", "44,54,58", "--steps", "king", "-o", path];
        let status = stopped(&family, "-INT", wait).status;
        assert!(matches!(status.code(), None | Some(0 | 130)), "{status}");
        let left = names(folder.path());
        assert!(left.is_empty() || left == ["atlas.html"], "{left:?} after {wait} ms");
        interrupted += usize::from(left.is_empty());
    }
    assert!(interrupted > 0);
}
