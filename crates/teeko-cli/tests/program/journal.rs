//! Long work that is killed, or that runs out of disk space, resumes where it stopped.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use teeko_testing::basic_program;

use crate::common::{command, refusal, shell, stderr, stdout, within_a_minute};

const VARIANT: &str = "44-ssss";

fn arguments(folder: &Path) -> [&str; 6] {
    [
        "solve",
        VARIANT,
        "--no-write",
        "--json",
        "--journal",
        folder.to_str().unwrap(),
    ]
}

/// Returns the result of a run without its time, and without whether it resumed.
fn found(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    let mut value: Value = serde_json::from_str(&stdout(output)).unwrap();
    value["variants"][0]["seconds"].take();
    let resumed = value.as_object_mut().unwrap().remove("resumed").is_some();
    assert_eq!(resumed, stderr(output).contains(": resuming;"));
    value
}

/// Checks that a run says that it resumes after this many half-steps.
fn assert_resumes(output: &Output, half_steps: usize) {
    let note = stderr(output);
    let expected = format!(
        "note: {VARIANT}: resuming; saved half-steps: {half_steps}; a sample of them is computed \
         again, with seed "
    );
    assert!(
        note.starts_with(&expected) && note.lines().count() == 1,
        "{note}"
    );
}

/// Returns the complete half-steps in a journal.
fn half_steps(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("44.journal"))
        .into_iter()
        .flatten()
        .flatten();
    files
        .filter(|file| {
            file.path()
                .extension()
                .is_some_and(|ending| ending == "half-step")
        })
        .count()
}

#[test]
fn killed_work_goes_on_after_the_last_whole_half_step() {
    let expected = found(
        &command(&["solve", VARIANT, "--no-write", "--json"])
            .output()
            .unwrap(),
    );
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("a");
    let mut before = 0;
    for round in 1..6 {
        let mut run = command(&arguments(&folder))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Early enough that it does not yet delete its half-steps because it is done.
        while half_steps(&folder) < 3 * round && run.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
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
    if before > 0 {
        assert_resumes(&output, before);
    }
    assert!(!folder.join("44.journal").exists());
}

/// Runs with a limit on the size of files, which acts like a full disk. Returns the error.
#[cfg(unix)]
fn limited(folder: &Path, blocks: u32) -> String {
    let line = format!("ulimit -f {blocks}; \"$0\" {}", arguments(folder).join(" "));
    refusal(&shell(folder.parent().unwrap(), &line), 6)
}

/// Links in the place of its files once led to files that were overwritten.
#[cfg(unix)]
#[test]
fn links_and_pipes_in_the_place_of_its_files_are_not_followed() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let precious = folder.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let parent = folder.path().join("a");
    let journal = parent.join("44.journal");
    fs::create_dir_all(&journal).unwrap();
    for name in ["lock", "unfinished"] {
        symlink(&precious, journal.join(name)).unwrap();
        limited(&parent, 700);
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious", "{name}");
        let _ = fs::remove_file(journal.join(name));
    }
    for half_step in fs::read_dir(&journal).unwrap().flatten() {
        fs::remove_file(half_step.path()).unwrap();
    }
    let pipe = basic_program("mkfifo").arg(journal.join("lock")).status();
    assert!(pipe.unwrap().success());
    refusal(&within_a_minute(&mut command(&arguments(&parent))), 6);
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_it_with_what_can_be_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let message = limited(folder.path(), 700);
    for part in [
        ".half-step: cannot be written",
        "expected up to",
        "run the same command again",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let kept = half_steps(folder.path());
    assert!(kept > 0, "the first half-steps are small");
    let output = command(&arguments(folder.path())).output().unwrap();
    assert_resumes(&output, kept);
    assert_eq!(
        found(&output),
        found(
            &command(&["solve", VARIANT, "--no-write", "--json"])
                .output()
                .unwrap()
        )
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
