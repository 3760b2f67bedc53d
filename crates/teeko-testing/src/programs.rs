//! Other programs that tests start.

use std::io::Write;
use std::path::Path;
use std::process::Command;

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
