//! Long work that is killed, or that runs out of disk space, resumes where it stopped.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::{command, stderr, stdout};

const VARIANT: &str = "44-ssss";

fn arguments(folder: &Path) -> [&str; 6] {
    ["solve", VARIANT, "--no-write", "--json", "--journal", folder.to_str().unwrap()]
}

/// Returns the result of a run without its time.
fn found(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    let mut value: Value = serde_json::from_str(&stdout(output)).unwrap();
    value["variants"][0]["seconds"].take();
    value
}

/// Returns the complete half-steps in a journal.
fn half_steps(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("44.journal")).into_iter().flatten().flatten();
    files.filter(|file| file.path().extension().is_some_and(|ending| ending == "half-step")).count()
}

#[test]
fn killed_work_goes_on_after_the_last_whole_half_step() {
    let expected = found(&command(&["solve", VARIANT, "--no-write", "--json"]).output().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("a");
    let mut before = 0;
    for round in 0..8 {
        let mut run = command(&arguments(&folder))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(40 + 30 * round));
        // On Unix this is SIGKILL.
        run.kill().unwrap();
        if run.wait().unwrap().success() {
            before = 0;
        } else {
            let now = half_steps(&folder);
            assert!(now >= before, "{before}, then {now}");
            before = now;
        }
    }
    let output = command(&arguments(&folder)).output().unwrap();
    assert_eq!(found(&output), expected);
    let note = format!("note: {VARIANT}: resuming; saved half-steps: {before}\n");
    assert_eq!(stderr(&output), if before > 0 { note } else { String::new() });
    assert!(!folder.join("44.journal").exists());
}

/// A limit on the size of files acts like a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_it_with_what_can_be_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |blocks: u32| {
        let line = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let program = env!("CARGO_BIN_EXE_teeko");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &line, program]).args(arguments(folder.path())).output().unwrap()
    };
    let output = limited(700);
    assert_eq!(output.status.code(), Some(6));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    for part in [".half-step: cannot be written", "expected up to", "run the same command again"] {
        assert!(message.contains(part), "{message}");
    }
    let kept = half_steps(folder.path());
    assert!(kept > 0, "the first half-steps are small");
    let output = command(&arguments(folder.path())).output().unwrap();
    assert_eq!(stderr(&output), format!("note: {VARIANT}: resuming; saved half-steps: {kept}\n"));
    assert_eq!(
        found(&output),
        found(&command(&["solve", VARIANT, "--no-write", "--json"]).output().unwrap())
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_of_one_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = command(&arguments(file.path())).output().unwrap();
    assert_eq!(
        (output.status.code(), stderr(&output).lines().count()),
        (Some(6), 1),
        "{}",
        stderr(&output)
    );
}
