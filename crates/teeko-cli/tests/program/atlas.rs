//! `teeko atlas`, as users see it. The contract has its JSON, and a browser compares the page with
//! that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;
use teeko_testing::names;

use crate::common::{file, json, list, refusal, stderr, stdout, stopped, teeko, text};

/// A small family that is solved quickly, with two neighbouring goal sets, both steps and a plan of
/// each kind.
const SMALL: [&str; 7] =
    ["atlas", "--board", "4x4", "--goals", "44,58,78", "--plans", "ssss,ppsp,pppp"];

#[test]
fn comparisons_are_of_neighbours_and_add_up() {
    let atlas = json(&SMALL);
    // The neighbours are 44 and 58, and 58 and 78, with each of two steps.
    assert_eq!(list(&atlas["comparisons"]).len(), 4);
    let number = |value: &Value| value.as_u64().unwrap();
    let named = |list_name: &str, field: &str, name: &Value| -> Value {
        let entries = list(&atlas[list_name]);
        entries.iter().find(|entry| entry[field] == *name).unwrap().clone()
    };
    for comparison in list(&atlas["comparisons"]) {
        let larger = named("slide_phases", "slide_phase", &comparison["slide_phases"][1]);
        let count = |class: &str| number(&larger["census"]["slide"][class]);
        let matrix = &comparison["slide"];
        // A set with more goals has fewer positions, all of which exist with fewer goals too.
        let column = ["win", "draw", "loss"].map(|outcome| -> u64 {
            ["win", "draw", "loss"].iter().map(|row| number(&matrix[row][outcome])).sum()
        });
        let draws = count("draw") + count("no_move");
        assert_eq!(column, [count("win"), draws, count("loss") + count("over")]);
        assert_eq!(number(&matrix["positions"]), column.iter().sum::<u64>());
        assert!(!list(&comparison["drop"]).is_empty(), "{comparison}");
        for variants in list(&comparison["drop"]) {
            let [one, other] = [0, 1].map(|place| {
                named("variants", "variant", &variants["variants"][place])["outcome"].clone()
            });
            let first = &variants["layers"][0];
            assert_eq!(
                (number(&first["positions"]), number(&first["flips"])),
                (1, u64::from(one != other))
            );
            let sets = 16 * 15 * 14 * 13 / 24 * (12 * 11 * 10 / 6);
            assert_eq!(number(&variants["layers"][7]["positions"]), sets);
        }
    }
}

/// Returns the page of an atlas.
fn page(arguments: &[&str]) -> String {
    let (_folder, path) = file("atlas.html");
    text(&[arguments, &["-o", &path]].concat());
    fs::read_to_string(path).unwrap()
}

fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap()
}

/// The page has what screen readers need, and names nothing outside.
#[test]
fn the_page_is_sound_complete_and_by_itself() {
    let page = page(&SMALL);
    assert!(page.len() < 145_000, "{} bytes", page.len());
    let document = parsed(&page);
    let all = || document.descendants().filter(Node::is_element);
    let named = |name: &'static str| all().filter(move |node| node.tag_name().name() == name);
    for node in all() {
        for attribute in node.attributes() {
            let mut outside = ["http", "//", "url(h", "data:", "javascript"].iter();
            let is_outside = outside.any(|part| attribute.value().contains(part));
            assert!(!is_outside && !attribute.name().starts_with("on"), "{attribute:?}");
        }
        let loads = ["link", "img", "iframe", "object", "base"];
        assert!(!loads.contains(&node.tag_name().name()), "{node:?}");
    }
    // The page has one script, which makes no requests.
    let scripts: Vec<Node<'_, '_>> = named("script").collect();
    assert!(scripts.len() == 1 && scripts[0].attributes().len() == 0);
    let script = scripts[0].text().unwrap();
    let requests = "fetch XMLHttpRequest WebSocket sendBeacon import src http innerHTML";
    assert!(script.len() < 1_000 && !requests.split(' ').any(|part| script.contains(part)));
    let style = named("style").next().unwrap().text().unwrap();
    assert!(!style.contains("@import") && !style.contains("url(h"));
    // If the page is too narrow for tables that have been opened, they scroll.
    for rule in [
        "prefers-color-scheme: dark",
        "@media print",
        ".matrices article:has(details[open]) { grid-column: 1 / -1; }",
        ".scroll { overflow-x: auto;",
    ] {
        assert!(style.contains(rule), "{rule}");
    }

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
    let level = |node: Node<'_, '_>| node.tag_name().name().strip_prefix('h')?.parse::<u32>().ok();
    let levels: Vec<u32> = all().filter_map(level).collect();
    let descend = levels.windows(2).all(|pair| pair[1] > 1 && pair[1] <= pair[0] + 1);
    assert!(levels[0] == 1 && descend, "{levels:?}");
}

/// On each board of the page, readers find circles by number, the value of each first drop, and the
/// position as text.
#[test]
fn the_boards_of_the_page_can_be_read_and_copied() {
    let page = page(&SMALL);
    let document = parsed(&page);
    let boards = document.descendants().filter(|node| node.attribute("class") == Some("board"));
    let title =
        |board: Node<'_, '_>| board.first_element_child().unwrap().text().unwrap().to_owned();
    let titled: BTreeMap<String, Node<'_, '_>> =
        boards.map(|board| (title(board), board)).collect();
    let texts = |board: Node<'_, '_>, are_numbers: bool| -> Vec<String> {
        let is_wanted = |node: &Node<'_, '_>| {
            let is_number = node.attribute("class") == Some("number");
            node.tag_name().name() == "text" && is_number == are_numbers
        };
        board.descendants().filter(is_wanted).map(|node| node.text().unwrap().to_owned()).collect()
    };
    let circles: Vec<String> = (1..=16).map(|circle| circle.to_string()).collect();
    for entry in list(&json(&SMALL)["variants"]) {
        let name = entry["variant"].as_str().unwrap();
        let first_drops = titled[&format!("First drops of {name}")];
        assert_eq!(texts(first_drops, true), circles, "{name}");
        let value =
            |drop: &Value| drop["dtw"].as_u64().map_or("D".to_owned(), |plies| plies.to_string());
        let expected: Vec<String> = list(&entry["first_drops"]).iter().map(value).collect();
        assert_eq!(texts(first_drops, false), expected, "{name}");
        let deepest = titled[&format!("Deepest win of {name}")];
        assert_eq!(
            [true, false].map(|numbers| texts(deepest, numbers)).concat().len(),
            16,
            "{name}"
        );
        let position = entry["deepest_win"]["position"].as_str();
        let figure = deepest.parent_element().unwrap();
        let find = |name: &str| figure.descendants().find(|node| node.tag_name().name() == name);
        let button = find("button").unwrap();
        assert_eq!(
            (button.attribute("data-copy"), button.attribute("hidden")),
            (position, Some(""))
        );
        assert_eq!(find("code").unwrap().text(), position, "{name}");
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
    let one_thread = [&SMALL[..], &["--threads", "1"]].concat();
    assert!(fs::read_to_string(&files[0]).unwrap() == page(&one_thread));
    let document = text(&[&one_thread[..], &["--json"]].concat());
    assert!(fs::read_to_string(&files[1]).unwrap() == document);
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
