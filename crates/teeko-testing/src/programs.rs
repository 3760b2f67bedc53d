//! Other programs that tests start.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// What every machine has that can build this project: the compiler for C that the README asks for,
/// and POSIX's shell and utilities.
const TAKEN_FOR_GRANTED: [&str; 4] = ["cc", "kill", "mkfifo", "sh"];

/// Returns a command that starts a program that every machine has that can build this project:
/// `cc`, `kill`, `mkfifo` or `sh`.
pub fn basic_program(name: &str) -> Command {
    assert!(
        TAKEN_FOR_GRANTED.contains(&name),
        "expected one of {TAKEN_FOR_GRANTED:?}: {name}"
    );
    Command::new(name)
}

/// Returns a command that starts another program, found in `PATH`. If it is not installed, returns
/// `None` and says that the test is [left out](left_out).
pub fn program(name: &str) -> Option<Command> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&folders).any(|folder| is_program(&folder.join(name)));
    if !is_there {
        left_out(&format!("`{name}`"));
        return None;
    }
    Some(Command::new(name))
}

/// Returns a command that starts a Python with the packages of `scripts/requirements.txt`, which
/// `scripts/python.sh` installs on first use. If there is no Python to install them with, returns
/// `None` and says that the test is [left out](left_out).
pub fn python() -> Option<Command> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let (bash, _) = (program("bash")?, program("python3")?);
    let Some(path) = PYTHON.get_or_init(|| python_path(bash)) else {
        left_out("`python3` with its module venv");
        return None;
    };
    let mut command = Command::new(path);
    // Python must not write cache files next to the scripts.
    command.arg("-B").env_remove("PYTHONPATH");
    Some(command)
}

/// Returns the path that `scripts/python.sh` prints, or `None` if it finds no Python.
fn python_path(mut bash: Command) -> Option<String> {
    const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/python.sh");
    const NO_PYTHON: i32 = 69;
    let output = bash.arg(SCRIPT).output().expect("a shell that starts");
    if output.status.code() == Some(NO_PYTHON) {
        return None;
    }
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{SCRIPT}: {error}");
    let path = String::from_utf8(output.stdout).expect("a path in UTF-8");
    Some(path.trim().to_owned())
}

/// Says in one line that the test of this thread is left out, because something that it needs is
/// not installed. Goes past the capture of output, so the line is shown although the test passes.
/// Panics if the environment variable `CI` is set: nothing is left out there.
pub fn left_out(needed: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("{test} needs {needed}, which is not installed");
    assert!(
        std::env::var_os("CI").is_none(),
        "{line}; with CI set no test is left out"
    );
    // A line that cannot be written is no reason to fail.
    let _ = std::io::stderr().write_all(format!("left out: {line}\n").as_bytes());
}

fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        path.metadata()
            .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.with_extension(std::env::consts::EXE_EXTENSION)
            .is_file()
    }
}
