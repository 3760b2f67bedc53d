//! `stats`, `completions` and `man` as users see them.

use std::fs;
use std::path::Path;

use crate::common::{commands, file, json, list, refusal, stderr, teeko, text};

#[test]
fn the_histogram_is_drawn_and_never_overwritten_unasked() {
    let (folder, file) = file("4x4.svg");
    let svg = |more: &[&str]| {
        teeko(
            &[
                &["stats", "--quiet", "-v", "44-ssss+4x4", "--svg", &file][..],
                more,
            ]
            .concat(),
        )
    };
    assert_eq!(svg(&[]).status.code(), Some(0));
    let drawn = fs::read_to_string(&file).unwrap();
    let by_dtw = &json(&["stats", "-v", "44-ssss+4x4"])["census"]["slide"]["by_dtw"];
    let bars = drawn
        .lines()
        .filter(|line| line.contains("</title></rect>"))
        .count();
    assert_eq!(bars, list(by_dtw).len());
    assert!(drawn.starts_with("<svg ") && drawn.contains("slide phase"));

    refusal(&svg(&[]), 6);
    assert_eq!(svg(&["--force", "--layer", "0"]).status.code(), Some(0));
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .contains("No position is won or lost.")
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing else is left"
    );
}

/// On 4 x 4 no win takes more than about 17 plies; in Standard Teeko none takes more than 40 moves.
#[test]
fn what_is_not_there_has_no_line() {
    let layer = text(&["stats", "-v", "44-ssss+4x4", "--layer", "0"]);
    assert!(
        !layer.contains("winner's moves") && !layer.contains("by distance"),
        "{layer}"
    );
    assert!(
        layer.contains("\nIn layer 0 no position is won or lost"),
        "{layer}"
    );
    let small = text(&["stats", "-v", "44-ssss+4x4", "--limits"]);
    assert!(!small.contains("forced wins cut off by"), "{small}");
    let none = "No forced win is cut off by a limit of 40 moves each (Scarne 1954) or \
                15 moves each (Scarne 1952).";
    assert!(small.replace('\n', " ").contains(none), "{small}");
    let standard = text(&["stats", "--limits"]);
    assert!(!text(&["stats"]).contains("a limit of"));
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
fn each_shell_has_completions_of_all_commands() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = text(&["completions", shell]);
        // PowerShell completes no values.
        let values = ["58-sppp", "advanced", "junior", "slide", "outcome"];
        let values = if shell == "powershell" {
            &[][..]
        } else {
            &values
        };
        let names = commands.iter().map(String::as_str);
        for word in names.chain(["svg", "dtw"]).chain(values.iter().copied()) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let help = text(&["query", "--help"]);
    assert!(
        !help.contains("58-ppps"),
        "suggestions are not listed in the help"
    );
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = text(&["man"]);
    assert!(
        page.contains(".TH teeko 1") && page.contains("teeko\\-query(1)"),
        "{page}"
    );

    let (_folder, path) = file("pages");
    let pages = Path::new(&path);
    let write = |more: &[&str]| teeko(&[&["man", "-o", &path], more].concat());
    let written = write(&[]);
    assert_eq!(
        (written.status.code(), stderr(&written).as_str()),
        (Some(0), "")
    );
    assert_eq!(fs::read_to_string(pages.join("teeko.1")).unwrap(), page);
    for command in commands().iter().filter(|name| *name != "help") {
        let page = fs::read_to_string(pages.join(format!("teeko-{command}.1"))).unwrap();
        assert!(
            page.contains(&format!("teeko {command}")) && page.contains("EXIT STATUS"),
            "{page}"
        );
        assert!(page.contains(".SH EXAMPLES\n.nf\n  teeko "), "{page}");
    }

    fs::remove_file(pages.join("teeko.1")).unwrap();
    fs::write(pages.join("teeko-stats.1"), "precious").unwrap();
    assert!(refusal(&write(&[]), 6).contains("--force"));
    assert!(!pages.join("teeko.1").exists(), "all pages or none");
    assert_eq!(write(&["--force"]).status.code(), Some(0));
    assert_ne!(
        fs::read_to_string(pages.join("teeko-stats.1")).unwrap(),
        "precious"
    );
}
