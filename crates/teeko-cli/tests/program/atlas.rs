//! `teeko atlas`, as users see it. The contract has its JSON, and a browser compares the page with
//! that.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;
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

/// The page has what screen readers need, and loads nothing.
#[test]
fn the_page_is_sound_complete_and_by_itself() {
    let page = page(&SMALL);
    assert!(page.len() < 145_000, "{} bytes", page.len());
    let document = parsed(&page);
    let all = || document.descendants().filter(Node::is_element);
    let named = |name: &'static str| all().filter(move |node| node.tag_name().name() == name);
    let loads = ["link", "img", "iframe", "object", "base"];
    assert!(loads.into_iter().all(|name| named(name).next().is_none()));
    assert!(!page.contains("url(h") && !page.contains("@import"));
    let ids: Vec<&str> = all().filter_map(|node| node.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "ids are unique");
    for link in named("a") {
        let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
        assert!(unique.contains(target), "{target}");
    }
    assert!(named("th").all(|heading| heading.attribute("scope").is_some()));
    for svg in named("svg").filter(|svg| svg.attribute("role") == Some("img")) {
        assert_eq!(
            svg.first_element_child().unwrap().tag_name().name(),
            "title"
        );
    }
    let level = |node: Node<'_, '_>| {
        node.tag_name()
            .name()
            .strip_prefix('h')?
            .parse::<u32>()
            .ok()
    };
    let levels: Vec<u32> = all().filter_map(level).collect();
    let descend = levels
        .windows(2)
        .all(|pair| pair[1] > 1 && pair[1] <= pair[0] + 1);
    assert!(levels[0] == 1 && descend, "{levels:?}");
}

/// On the boards readers find the circles by number, and the value of each first drop.
#[test]
fn boards_have_the_values_of_first_drops() {
    let page = page(&SMALL);
    let document = parsed(&page);
    let named = |name: &'static str| move |node: &Node<'_, '_>| node.tag_name().name() == name;
    let circles: Vec<String> = (1..=16).map(|circle| circle.to_string()).collect();
    for entry in list(&json(&SMALL)["variants"]) {
        let title = format!("First drops of {}", entry["variant"].as_str().unwrap());
        let is_it = |node: &Node<'_, '_>| node.text() == Some(&*title);
        let mut boards = document.descendants().filter(named("title")).filter(is_it);
        let texts = boards
            .next()
            .unwrap()
            .parent()
            .unwrap()
            .descendants()
            .filter(named("text"));
        let (numbers, values): (Vec<_>, Vec<_>) =
            texts.partition(|node| node.attribute("class") == Some("number"));
        let of = |nodes: Vec<Node<'_, '_>>| -> Vec<String> {
            nodes
                .into_iter()
                .map(|node| node.text().unwrap().to_owned())
                .collect()
        };
        let value = |drop: &Value| {
            drop["dtw"]
                .as_u64()
                .map_or("D".to_owned(), |plies| plies.to_string())
        };
        let expected = list(&entry["first_drops"]).iter().map(value).collect();
        assert_eq!(
            (of(numbers), of(values)),
            (circles.clone(), expected),
            "{title}"
        );
    }
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
