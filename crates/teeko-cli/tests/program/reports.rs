//! `stats`, `completions` and `man` as users see them.

use std::fs;
use std::path::Path;
use std::process::Output;

use teeko_testing::names;

use crate::common::{commands, file, json, list, refusal, stderr, teeko, text};

/// Returns the histogram of a layer.
fn histogram(more: &[&str]) -> String {
    let (folder, file) = file("4x4.svg");
    text(&[&["stats", "-v", "44-ssss+4x4", "--svg", &file], more].concat());
    assert_eq!(names(folder.path()), ["4x4.svg"]);
    fs::read_to_string(file).unwrap()
}

#[test]
fn the_histogram_has_a_bar_for_each_distance() {
    let drawn = histogram(&[]);
    let by_dtw = &json(&["stats", "-v", "44-ssss+4x4"])["census"]["slide"]["by_dtw"];
    let bars = drawn.matches("</title></rect>").count();
    assert_eq!(bars, list(by_dtw).len());
    assert!(drawn.starts_with("<svg ") && drawn.contains("slide phase"));
}

#[test]
fn the_histogram_of_a_layer_without_distances_says_so() {
    let drawn = histogram(&["--layer", "0"]);
    assert!(drawn.contains("No position is won or lost."), "{drawn}");
}

#[test]
fn a_layer_without_distances_has_no_table_of_them() {
    let layer = text(&["stats", "-v", "44-ssss+4x4", "--layer", "0"]);
    assert!(
        !layer.contains("winner's moves") && !layer.contains("by distance"),
        "{layer}"
    );
    let none = "\nIn layer 0 no position is won or lost";
    assert!(layer.contains(none), "{layer}");
}

/// On 4 x 4 no win takes more than about 17 plies; in Standard Teeko none takes more than 40 moves.
#[test]
fn limits_that_cut_off_nothing_have_no_line() {
    let small = text(&["stats", "-v", "44-ssss+4x4", "--limits"]);
    assert!(!small.contains("forced wins cut off by"), "{small}");
    let none = "No forced win is cut off by a limit of 40 moves each (Scarne 1954) or \
                15 moves each (Scarne 1952).";
    assert!(small.replace('\n', " ").contains(none), "{small}");
    let standard = text(&["stats", "--limits"]);
    assert!(
        standard.contains("\n15 moves each (Scarne 1952)  "),
        "{standard}"
    );
    let none = "\nNo forced win is cut off by a limit of 40 moves each (Scarne 1954).\n";
    assert!(
        standard.contains(none) && !standard.contains("\n40 moves each"),
        "{standard}"
    );
}

#[test]
fn limits_are_counted_only_if_they_are_asked_for() {
    assert!(!text(&["stats"]).contains("a limit of"));
}

#[test]
fn each_shell_has_completions_of_all_commands() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = text(&["completions", shell]);
        for name in &commands {
            assert!(script.contains(name), "{shell}: {name}");
        }
        for option in ["svg", "dtw"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
        // PowerShell completes no values.
        if shell != "powershell" {
            for value in ["58-sppp", "advanced", "junior", "slide", "outcome"] {
                assert!(script.contains(value), "{shell}: {value}");
            }
        }
    }
    let help = text(&["query", "--help"]);
    assert!(
        !help.contains("58-ppps"),
        "suggestions are not listed in the help"
    );
}

/// Writes the manual pages to a folder.
fn write_pages(folder: &str, more: &[&str]) -> Output {
    teeko(&[&["man", "-o", folder], more].concat())
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = text(&["man"]);
    assert!(
        page.contains(".TH teeko 1") && page.contains("teeko\\-query(1)"),
        "{page}"
    );

    let (_folder, path) = file("pages");
    let written = write_pages(&path, &[]);

    assert_eq!(
        (written.status.code(), stderr(&written).as_str()),
        (Some(0), "")
    );
    let pages = Path::new(&path);
    assert_eq!(fs::read_to_string(pages.join("teeko.1")).unwrap(), page);
    for command in commands().iter().filter(|name| *name != "help") {
        let page = fs::read_to_string(pages.join(format!("teeko-{command}.1"))).unwrap();
        assert!(
            page.contains(&format!("teeko {command}")) && page.contains("EXIT STATUS"),
            "{page}"
        );
        assert!(page.contains(".SH EXAMPLES\n.nf\n  teeko "), "{page}");
    }
}

#[test]
fn all_pages_of_the_manual_are_written_or_none() {
    let (_folder, path) = file("pages");
    let pages = Path::new(&path);
    fs::create_dir(pages).unwrap();
    fs::write(pages.join("teeko-stats.1"), "precious").unwrap();

    assert!(refusal(&write_pages(&path, &[]), 6).contains("--force"));

    assert_eq!(names(pages), ["teeko-stats.1"]);
}
