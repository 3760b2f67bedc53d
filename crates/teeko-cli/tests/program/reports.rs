//! `stats`, `puzzles`, `completions` and `man` as users see them.

use std::fs;

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{assert_refused, commands, file, json, list, refusal, stderr, teeko, text};

/// A win in an odd number of plies has the winner make the first and the last slide; in an even
/// number, only the last.
#[test]
fn move_limits_cut_off_what_takes_longer() {
    let stats = json(&["stats", "-v", "advanced"]);
    let (limits, by_dtw) = (list(&stats["move_limits"]), list(&stats["census"]["slide"]["by_dtw"]));
    assert_eq!(
        limits.iter().map(|limit| limit["moves_each"].as_u64().unwrap()).collect::<Vec<_>>(),
        [40, 15, 10]
    );
    for limit in limits {
        let plies = 2 * limit["moves_each"].as_u64().unwrap();
        let longer = |outcome: &str| -> u64 {
            let of = by_dtw.iter().filter(|entry| entry["outcome"] == outcome);
            let longer = of.filter(|entry| entry["dtw"].as_u64().unwrap() > plies);
            longer.map(|entry| entry["positions"].as_u64().unwrap()).sum()
        };
        let expected = json!({"layer": 8, "win": longer("win"), "loss": longer("loss")});
        assert_eq!(limit["cut_off"][8], expected, "{plies}");
    }
    let of_all = |limit: &Value| -> u64 {
        list(&limit["cut_off"]).iter().map(|layer| layer["win"].as_u64().unwrap()).sum()
    };
    assert!(
        of_all(&limits[0]) == 0
            && of_all(&limits[1]) > 0
            && of_all(&limits[2]) > of_all(&limits[1])
    );
}

#[test]
fn the_histogram_is_drawn_and_never_overwritten_unasked() {
    let (folder, file) = file("4x4.svg");
    let svg = |more: &[&str]| {
        teeko(&[&["stats", "--quiet", "-v", "44-ssss+4x4", "--svg", &file][..], more].concat())
    };
    assert_eq!(svg(&[]).status.code(), Some(0));
    let drawn = fs::read_to_string(&file).unwrap();
    let by_dtw = &json(&["stats", "-v", "44-ssss+4x4"])["census"]["slide"]["by_dtw"];
    let bars = drawn.lines().filter(|line| line.contains("</title></rect>")).count();
    assert_eq!(bars, list(by_dtw).len());
    assert!(drawn.starts_with("<svg ") && drawn.contains("slide phase"));

    fs::write(&file, "precious").unwrap();
    let error = refusal(&svg(&[]), 6);
    assert!(error.contains("4x4.svg") && error.contains("--force"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(svg(&["--force", "--threads", "1"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), drawn, "the same bytes every time");
    assert_eq!(svg(&["--force", "--layer", "7"]).status.code(), Some(0));
    assert!(fs::read_to_string(&file).unwrap().contains("positions of layer 7"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");

    let nowhere = ["stats", "-v", "44-ssss+4x4", "--svg", "no/such/folder.svg"];
    assert_refused(&[(&nowhere, 6, "no/such/folder.svg")]);
}

#[test]
fn a_layer_without_decided_positions_has_no_empty_histogram() {
    let shown = text(&["stats", "-v", "44-ssss+4x4", "--layer", "0"]);
    assert!(!shown.contains("winner's moves") && !shown.contains("by distance"), "{shown}");
    assert!(shown.contains("\nIn layer 0 no position is won or lost"), "{shown}");
    let (_folder, file) = file("layer.svg");
    text(&["stats", "-v", "44-ssss+4x4", "--layer", "0", "--svg", &file]);
    assert!(fs::read_to_string(&file).unwrap().contains("No position is won or lost."));
}

/// On 4 x 4 no win takes more than about 17 plies; in Standard Teeko none takes more than 40 moves.
#[test]
fn a_limit_of_moves_that_cuts_off_nothing_has_no_line() {
    let small = text(&["stats", "-v", "44-ssss+4x4"]);
    assert!(!small.contains("forced wins cut off by"), "{small}");
    let unwrapped = small.replace('\n', " ");
    let none = "No forced win is cut off by a limit of 40 moves each (Scarne 1954), \
                15 moves each (Scarne 1952) or 10 moves each (Scarne).";
    assert!(unwrapped.contains(none), "{small}");
    let standard = text(&["stats"]);
    assert!(
        standard.contains("\n15 moves each (Scarne 1952)  ")
            && !standard.contains("\n40 moves each"),
        "{standard}"
    );
    assert!(
        standard
            .contains("\nNo forced win is cut off by a limit of 40 moves each (Scarne 1954).\n"),
        "{standard}"
    );
}

#[test]
fn it_is_said_where_there_are_no_more_puzzles() {
    let none = text(&["puzzles", "-v", "44-ssss+4x4", "--dtw", "201"]);
    assert!(
        none.contains("\nThere is no such position. The longest win in the slide phase takes "),
        "{none}"
    );
    assert_eq!(text(&["puzzles", "-v", "44-ssss+4x4", "--dtw", "201", "--lines"]), "");
    assert_eq!(json(&["puzzles", "-v", "44-ssss+4x4", "--dtw", "201"])["puzzles"], json!([]));
}

#[test]
fn each_shell_has_completions_of_all_commands() {
    let commands = commands();
    assert!(
        commands.len() > 10 && commands.iter().any(|name| name == "completions"),
        "{commands:?}"
    );
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = text(&["completions", shell]);
        // PowerShell completes no values.
        let values = ["58-sppp", "advanced", "junior", "slide", "outcome"];
        let values = if shell == "powershell" { &[][..] } else { &values };
        let names = commands.iter().map(String::as_str);
        for word in names.chain(["svg", "dtw"]).chain(values.iter().copied()) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let help = text(&["query", "--help"]);
    assert!(!help.contains("58-ppps"), "suggestions are not listed in the help");
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = text(&["man"]);
    assert!(page.contains(".TH teeko 1") && page.contains("teeko\\-query(1)"), "{page}");

    let (_folder, path) = file("pages");
    let pages = Path::new(&path);
    let write = |more: &[&str]| teeko(&[&["man", "-o", &path], more].concat());
    let written = write(&[]);
    assert_eq!((written.status.code(), stderr(&written).as_str()), (Some(0), ""));
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
    assert_ne!(fs::read_to_string(pages.join("teeko-stats.1")).unwrap(), "precious");
}
