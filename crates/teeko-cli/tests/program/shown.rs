//! What people see: names, limits, help, and what an interruption leaves.

use crate::common::{json, list, stderr, stopped, teeko, text};

/// Commands that solve because tables are missing use the thread pool of the command.
#[test]
fn a_note_about_threads_is_shown_once() {
    for command in ["stats", "puzzles", "export"] {
        let arguments = [command, "-v", "44-ssss+4x4", "--threads", "1024"];
        let to = if command == "export" {
            &["--to", "csv", "-o", "-"][..]
        } else {
            &[]
        };
        let said = stderr(&teeko(&[&arguments[..], to].concat()));
        assert_eq!(
            said.matches("would only wait").count(),
            1,
            "{command}: {said}"
        );
    }
}

#[test]
fn a_variant_named_twice_is_listed_once_with_its_other_name() {
    let table = text(&["solve", "--no-write", "junior", "44-ssss+4x4", "junior"]);
    assert_eq!(table.matches("44-ssss+4x4  junior").count(), 1, "{table}");
    assert!(
        table.contains("known as") && table.contains("Solved 1 variant "),
        "{table}"
    );
    let both = json(&["solve", "--no-write", "junior", "44-ssss+4x4"]);
    assert_eq!(list(&both["variants"]).len(), 2);
}

/// On a terminal another test interrupts a solve of which nothing is kept.
#[cfg(unix)]
#[test]
fn an_interrupted_solve_says_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let output = stopped(
        &["solve", "44-ssss+6x6", "-o", path, "--journal", path],
        "-INT",
        1500,
    );
    let words = format!(
        "interrupted: the saved half-steps are kept in {path}/44+6x6.journal; run the same command \
         again to resume\n"
    );
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).ends_with(&words), "{}", stderr(&output));
}
