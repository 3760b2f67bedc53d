//! Files where the file system lets the program down: without locks, without `fsync`, with links, or
//! in folders that cannot be listed.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use teeko_testing::{basic_program, left_out, names, program};
use tempfile::TempDir;

use crate::common::{refusal, shell, stderr, stdout};

/// The tables of 44-ssss+4x4.
const TABLES: [&str; 2] = ["44+4x4.slide", "44-ssss+4x4.drop"];

/// What can be written for a small game: the command without the program, and the file.
const WRITERS: [(&str, &str); 6] = [
    ("solve 44-ssss+4x4 --force -o .", TABLES[0]),
    (
        "export --to csv --layer 0 -v 44-ssss+4x4 --force -o a.csv",
        "a.csv",
    ),
    ("stats -v 44-ssss+4x4 --force --svg a.svg", "a.svg"),
    (
        "certificate 44-psss+4x4+knight --force -o a.proof",
        "a.proof",
    ),
    ("man --force -o .", "teeko.1"),
    (
        "atlas --board 4x4 --goals 44 --plans ssss --steps king --force -o a.html",
        "a.html",
    ),
];

/// Returns what starts the program, `$0`, so that calls of the system fail, such as
/// `fsync:error=EIO`. Returns `None` if there is no `strace` that may do that.
fn failing(calls: &str) -> Option<String> {
    let inject = format!("--inject={calls}");
    let mut strace = program("strace")?;
    let status = strace
        .args(["--output=/dev/null", &inject, "true"])
        .status();
    if !status.unwrap().success() {
        left_out("`strace` that may trace");
        return None;
    }
    let silent = "--follow-forks --quiet=all --output=/dev/null";
    Some(format!("strace {silent} {inject} \"$0\""))
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The lock only keeps two runs apart.
#[test]
fn without_locks_the_work_is_done() {
    let Some(teeko) = failing("flock:error=ENOLCK") else {
        return;
    };
    let folder = folder();
    for (line, place) in [
        ("solve 44-ssss+4x4 -o tables", "tables"),
        ("solve 44-ssss --no-write --journal a", "a/44.journal"),
    ] {
        let output = shell(folder.path(), &format!("{teeko} {line}"));
        let notes = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{line}: {notes}");
        let expected = format!("note: {place}: this file system has no locks;");
        assert!(notes.contains(&expected), "{line}: {notes}");
    }
    assert_eq!(names(&folder.path().join("tables")), TABLES);
}

/// Some file systems have no `fsync`. The file is complete all the same.
#[test]
fn a_file_that_cannot_be_synced_is_there() {
    let Some(teeko) = failing("fsync:error=EINVAL") else {
        return;
    };
    for (line, name) in WRITERS {
        let folder = folder();
        let output = shell(folder.path(), &format!("{teeko} {line}"));
        let notes = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{line}: {notes}");
        let expected = "written, but a loss of power now may undo it: Invalid argument";
        assert!(notes.contains(expected), "{line}: {notes}");
        assert!(folder.path().join(name).exists(), "{line}");
    }
}

/// The first call is for the file, the second one for its folder.
#[test]
fn a_file_is_there_or_nothing_has_changed() {
    for (call, code, expected) in [(1, 6, "old"), (2, 0, "<svg")] {
        let Some(teeko) = failing(&format!("fsync:error=EIO:when={call}")) else {
            return;
        };
        let folder = folder();
        fs::write(folder.path().join("a.svg"), "old").unwrap();
        let line = format!("{teeko} stats -v 44-ssss+4x4 --svg a.svg --force");
        let output = shell(folder.path(), &line);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert!(stderr(&output).contains("Input/output error"), "{call}");
        assert!(read(&folder, "a.svg").starts_with(expected), "{call}");
        assert_eq!(names(folder.path()), ["a.svg"]);
    }
}

/// A folder with the program, and a command that starts it from a folder next to it as a user who
/// owns neither. Root may list and write every folder, so the program then runs as another user;
/// `None` if it cannot.
fn as_stranger() -> Option<(TempDir, String)> {
    let outside = folder();
    permit(outside.path(), 0o755);
    fs::copy(env!("CARGO_BIN_EXE_teeko"), outside.path().join("teeko")).unwrap();
    let closed = outside.path().join("closed");
    fs::create_dir(&closed).unwrap();
    permit(&closed, 0);
    let is_root = fs::read_dir(&closed).is_ok();
    permit(&closed, 0o755);
    if !is_root {
        return Some((outside, "../teeko".to_owned()));
    }
    program("setpriv")?;
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    Some((outside, format!("{nobody} ../teeko")))
}

fn permit(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_folder_that_cannot_be_listed_takes_files() {
    let Some((outside, teeko)) = as_stranger() else {
        return;
    };
    for (number, (line, name)) in WRITERS.into_iter().enumerate() {
        let folder = outside.path().join(number.to_string());
        fs::create_dir(&folder).unwrap();
        permit(&folder, 0o333);
        let output = shell(outside.path(), &format!("cd {number}; {teeko} {line}"));
        let notes = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{line}: {notes}");
        let expected = "written, but a loss of power now may undo it: Permission denied";
        assert!(notes.contains(expected), "{line}: {notes}");
        assert!(folder.join(name).exists(), "{line}");
        permit(&folder, 0o755);
    }
}

/// The error is the system's, without the temporary name.
#[test]
fn a_folder_that_cannot_be_written_to_is_named_alone() {
    let Some((outside, teeko)) = as_stranger() else {
        return;
    };
    let folder = outside.path().join("folder");
    fs::create_dir(&folder).unwrap();
    permit(&folder, 0o555);
    let line = format!("cd folder; {teeko} stats -v 44-ssss+4x4 --svg a.svg");
    let message = refusal(&shell(outside.path(), &line), 6);
    assert_eq!(
        message,
        "error: a.svg: cannot be written: Permission denied (os error 13); get permission to write \
         there, or choose another folder\n"
    );
}

#[test]
fn a_link_in_a_folder_of_tables_is_an_error() {
    for leads_to in ["precious", "nowhere"] {
        for name in TABLES {
            let folder = folder();
            fs::write(folder.path().join("precious"), "precious").unwrap();
            fs::create_dir(folder.path().join("tables")).unwrap();
            let link = folder.path().join("tables").join(name);
            symlink(format!("../{leads_to}"), &link).unwrap();
            let command = "\"$0\" solve 44-ssss+4x4 -o tables --force";
            let message = refusal(&shell(folder.path(), command), 6);
            let expected = format!("tables/{name}: cannot be written: expected no link, found one");
            assert!(message.contains(&expected), "{message}");
            assert!(message.contains("remove what is in its place"), "{message}");
            assert_eq!(read(&folder, "precious"), "precious");
            assert_eq!(names(folder.path()), ["precious", "tables"]);
            assert_eq!(names(&folder.path().join("tables")), [name]);
        }
    }
}

/// Returns the command of a writer without `--force`.
fn gently(line: &str) -> String {
    format!("\"$0\" {}", line.replace(" --force", ""))
}

#[test]
fn a_file_is_replaced_only_by_force() {
    for (line, name) in &WRITERS[1..] {
        let folder = folder();
        fs::write(folder.path().join(name), "precious").unwrap();

        let message = refusal(&shell(folder.path(), &gently(line)), 6);
        let advice = "already exists; choose another name, or overwrite it with --force";
        assert!(message.contains(advice), "{message}");
        assert_eq!(read(&folder, name), "precious", "{line}");
        assert_eq!(names(folder.path()), [*name], "{line}");

        let output = shell(folder.path(), &format!("\"$0\" {line}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_ne!(fs::read(folder.path().join(name)).unwrap(), b"precious");
    }
}

#[test]
fn a_link_is_replaced_only_by_force_and_never_followed() {
    for (line, name) in &WRITERS[1..] {
        let folder = folder();
        fs::write(folder.path().join("precious"), "precious").unwrap();
        symlink("precious", folder.path().join(name)).unwrap();

        let message = refusal(&shell(folder.path(), &gently(line)), 6);
        assert!(message.contains("already exists"), "{message}");

        let output = shell(folder.path(), &format!("\"$0\" {line}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(read(&folder, "precious"), "precious", "{line}");
        assert!(!folder.path().join(name).is_symlink(), "{line}");
    }
}

#[test]
fn what_is_in_the_place_of_a_file_is_named() {
    let folder = folder();
    let made = basic_program("mkfifo")
        .arg(folder.path().join("pipe"))
        .status();
    assert!(made.unwrap().success());
    for (path, found) in [
        ("pipe", "a pipe"),
        (".", "a folder"),
        ("/dev/null", "a device"),
    ] {
        let line = format!("\"$0\" export --to csv --force -v 44-ssss+4x4 -o {path}");
        let message = refusal(&shell(folder.path(), &line), 6);
        let expected = format!(
            "error: {path}: expected a file or a new name, found {found}; choose another name\n"
        );
        assert_eq!(message, expected);
    }
}

/// A limit on the size of files acts like a full disk.
#[test]
fn a_game_is_saved_whole_or_not_at_all() {
    let folder = folder();
    let line = "ulimit -f 0; printf '13\\nsave game\\nquit\\n' | \"$0\" play --as both 44-ssss+4x4";
    let output = shell(folder.path(), line);
    let text = stdout(&output);
    assert!(
        text.contains("game cannot be written: File too large"),
        "{text}"
    );
    assert_eq!(names(folder.path()), [""; 0]);
}
