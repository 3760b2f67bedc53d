//! `teeko atlas`, as users see it. The contract has its JSON, and a browser compares the page with
//! that.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};
use teeko_testing::names;

use crate::common::{file, json, list, refusal, stderr, stdout, stopped, teeko, text};

/// A small family that is solved quickly, with two neighbouring goal sets, both steps and a plan of
/// each kind.
const SMALL: [&str; 7] = [
    "atlas",
    "--board",
    "4x4",
    "--goals",
    "44,58,78",
    "--plans",
    "ssss,ppsp,pppp",
];

/// Returns the page of an atlas.
fn page(arguments: &[&str]) -> String {
    let (_folder, path) = file("atlas.html");
    text(&[arguments, &["-o", &path]].concat());
    fs::read_to_string(path).unwrap()
}

fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(page, options).unwrap()
}

#[test]
fn the_page_loads_nothing_and_is_short() {
    let page = page(&SMALL);
    assert!(page.len() < 145_000, "{} bytes", page.len());
    let document = parsed(&page);
    for name in ["link", "img", "iframe", "object", "base"] {
        assert!(elements(&document, name).is_empty(), "{name}");
    }
    assert!(!page.contains("url(h") && !page.contains("@import"));
}

#[test]
fn ids_are_unique_and_links_lead_to_them() {
    let page = page(&SMALL);
    let document = parsed(&page);
    let mut ids = BTreeSet::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id), "{id}");
        }
    }
    for link in elements(&document, "a") {
        let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
        assert!(ids.contains(target), "{target}");
    }
}

#[test]
fn the_page_has_what_screen_readers_need() {
    let page = page(&SMALL);
    let document = parsed(&page);
    for heading in elements(&document, "th") {
        assert!(heading.attribute("scope").is_some());
    }
    for svg in elements(&document, "svg") {
        if svg.attribute("role") == Some("img") {
            let first = svg.first_element_child().unwrap();
            assert_eq!(first.tag_name().name(), "title");
        }
    }
    let levels = levels(&document);
    assert_eq!(levels[0], 1);
    for pair in levels.windows(2) {
        assert!(pair[1] > 1 && pair[1] <= pair[0] + 1, "{levels:?}");
    }
}

/// Returns the elements of a page with this name.
fn elements<'a, 'i>(document: &'a Document<'i>, name: &str) -> Vec<Node<'a, 'i>> {
    let nodes = document.descendants();
    nodes
        .filter(|node| node.tag_name().name() == name)
        .collect()
}

/// Returns the levels of the headings, in their order.
fn levels(document: &Document<'_>) -> Vec<u32> {
    let mut levels = Vec::new();
    for node in document.descendants() {
        let level = node.tag_name().name().strip_prefix('h');
        levels.extend(level.and_then(|level| level.parse::<u32>().ok()));
    }
    levels
}

/// On the boards readers find the circles by number, and the value of each first drop.
#[test]
fn boards_have_the_values_of_first_drops() {
    let page = page(&SMALL);
    let document = parsed(&page);
    let circles: Vec<String> = (1..=16).map(|circle| circle.to_string()).collect();
    for entry in list(&json(&SMALL)["variants"]) {
        let title = format!("First drops of {}", entry["variant"].as_str().unwrap());
        let (numbers, values) = texts_of_board(&document, &title);
        let mut expected = Vec::new();
        for drop in list(&entry["first_drops"]) {
            expected.push(match drop["dtw"].as_u64() {
                Some(plies) => plies.to_string(),
                None => "D".to_owned(),
            });
        }
        assert_eq!(numbers, circles, "{title}");
        assert_eq!(values, expected, "{title}");
    }
}

/// Returns the numbers and the values on the board with a title.
fn texts_of_board(document: &Document<'_>, title: &str) -> (Vec<String>, Vec<String>) {
    let titles = elements(document, "title");
    let title = titles.iter().find(|node| node.text() == Some(title));
    let board = title.unwrap().parent().unwrap();
    let mut numbers = Vec::new();
    let mut values = Vec::new();
    for node in board.descendants() {
        if node.tag_name().name() != "text" {
            continue;
        }
        let text = node.text().unwrap().to_owned();
        if node.attribute("class") == Some("number") {
            numbers.push(text);
        } else {
            values.push(text);
        }
    }
    (numbers, values)
}

fn small_to(outputs: &[&Path], more: &[&str]) -> std::process::Output {
    let outputs = outputs
        .iter()
        .flat_map(|path| ["-o", path.to_str().unwrap()]);
    let arguments: Vec<&str> = ["--quiet"]
        .into_iter()
        .chain(SMALL)
        .chain(outputs)
        .chain(more.iter().copied())
        .collect();
    teeko(&arguments)
}

#[test]
fn files_are_the_reports_and_never_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = ["b.html", "c.json"]
        .iter()
        .map(|name| folder.path().join(name))
        .collect();
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let written = small_to(&paths, &[]);
    assert_eq!(
        (written.status.code(), stderr(&written).as_str()),
        (Some(0), "")
    );
    assert_eq!(stdout(&written), text(&SMALL));
    let one_thread = [&SMALL[..], &["--threads", "1"]].concat();
    assert!(fs::read_to_string(&files[0]).unwrap() == page(&one_thread));
    let document = text(&[&one_thread[..], &["--json"]].concat());
    assert!(fs::read_to_string(&files[1]).unwrap() == document);
    fs::write(&files[0], "precious").unwrap();
    fs::remove_file(&files[1]).unwrap();
    let error = refusal(&small_to(&paths, &[]), 6);
    assert!(
        error.contains("b.html") && error.contains("--force"),
        "{error}"
    );
    assert_eq!(names(folder.path()), ["b.html"]);

    let unknown = refusal(&small_to(&[&folder.path().join("a.pdf")], &[]), 2);
    assert!(
        unknown.contains("a.pdf: expected a name that ends in .html"),
        "{unknown}"
    );
    let again = folder.path().join("./c.json");
    let twice = refusal(&small_to(&[paths[1], paths[0], &again], &["--force"]), 2);
    assert!(
        twice.contains("c.json: expected each file once, found it twice"),
        "{twice}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_atlas_leaves_nothing() {
    let mut interrupted = 0;
    for wait in [5, 50, 200, 500, 1_000] {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("atlas.html");
        let path = output.to_str().unwrap();
        let family = [
            "--quiet", "atlas", "--goals", "44,54,58", "--steps", "king", "-o", path,
        ];
        let status = stopped(&family, "-INT", wait).status;
        assert!(matches!(status.code(), None | Some(0 | 130)), "{status}");
        let left = names(folder.path());
        assert!(
            left.is_empty() || left == ["atlas.html"],
            "{left:?} after {wait} ms"
        );
        interrupted += usize::from(left.is_empty());
    }
    assert!(interrupted > 0);
}
