//! Running the program.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use teeko_testing::basic_program;
pub(crate) use teeko_testing::python;
use tempfile::TempDir;

/// Returns the program with arguments, in a folder without tables.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_teeko"));
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    // The tables and settings of the user who runs the tests must not matter.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without-tables");
    std::fs::create_dir_all(&folder).unwrap();
    command
        .env("TEEKO_TABLES", "none")
        .env_remove("TEEKO_NOTATION")
        .current_dir(folder);
    // As many tests run at once as there are processors.
    command.env("RAYON_NUM_THREADS", "1");
    command
}

/// Returns the commands that the help lists.
pub(crate) fn commands() -> Vec<String> {
    let help = stdout(&teeko(&["--help"]));
    let list = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    // Continuation lines of descriptions are indented further.
    let names = list.filter_map(|line| {
        line.strip_prefix("  ")?
            .split(' ')
            .next()
            .filter(|name| !name.is_empty())
    });
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 10, "{names:?}");
    names
}

pub(crate) fn teeko(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Returns the program's output for this standard input.
pub(crate) fn teeko_with_input(arguments: &[&str], input: &[u8]) -> Output {
    with_input(&mut command(arguments), input)
}

/// Returns a command's output for this standard input. The command need not read all of it.
pub(crate) fn with_input(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if let Err(error) = stdin.write_all(input) {
                assert_eq!(error.kind(), ErrorKind::BrokenPipe);
            }
        });
        child.wait_with_output().unwrap()
    })
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the output of a successful run that writes nothing to standard error.
pub(crate) fn text(arguments: &[&str]) -> String {
    let output = teeko(&[&["--quiet"], arguments].concat());
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), ""),
        "{arguments:?}"
    );
    stdout(&output)
}

/// Returns the output of a successful run without and with colour. Checks that both fit 80 columns
/// and say the same. Colour codes are made visible.
pub(crate) fn plain_and_coloured(arguments: &[&str]) -> [String; 2] {
    let plain = text(arguments);
    assert!(
        plain
            .lines()
            .all(|line| line.chars().count() <= 80 && line.trim_end() == line),
        "{plain}"
    );
    let coloured = text(&[arguments, &["--color", "always"]].concat());
    assert_eq!(
        anstream::adapter::strip_str(&coloured).to_string(),
        plain,
        "colour adds nothing else"
    );
    [plain, coloured.replace('\x1b', "␛")]
}

/// Returns the JSON value that a successful run prints.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let text = text(&[arguments, &["--json"]].concat());
    assert_eq!(text.matches('\n').count(), 1, "one value on one line");
    serde_json::from_str(&text).unwrap()
}

/// Returns the JSON answers to lines of standard input, and the exit code.
pub(crate) fn answers(arguments: &[&str], input: &str) -> (Vec<Value>, Option<i32>) {
    let output = teeko_with_input(
        &[&["--quiet", "query", "--stdin", "--json"], arguments].concat(),
        input.as_bytes(),
    );
    let values = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    (values, output.status.code())
}

/// Returns the error of a run that must have failed with this exit code and printed nothing else:
/// one line, unless the help follows.
pub(crate) fn refusal(output: &Output, code: i32) -> String {
    let error = stderr(output);
    assert_eq!(
        (output.status.code(), stdout(output).as_str()),
        (Some(code), ""),
        "{error}"
    );
    assert!(error.starts_with("error: "), "{error}");
    assert!(
        error.lines().count() == 1 || error.ends_with("try '--help'.\n"),
        "{error}"
    );
    error
}

/// Checks that each run is refused with this exit code and an error that has this part.
pub(crate) fn assert_refused(cases: &[(&[&str], i32, &str)]) {
    for &(arguments, code, part) in cases {
        let error = refusal(&teeko(&[&["--quiet"], arguments].concat()), code);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

/// Returns the output of a shell command in a folder. The program is `$0`.
pub(crate) fn shell(folder: &Path, line: &str) -> Output {
    let mut shell = basic_program("sh");
    let shell = shell
        .args(["-c", line, env!("CARGO_BIN_EXE_teeko")])
        .current_dir(folder);
    within_a_minute(shell.env("TEEKO_TABLES", "none"))
}

/// Sends a signal to a process, such as `-INT`.
pub(crate) fn send(signal: &str, process: &Child) {
    let status = basic_program("kill")
        .args([signal, &process.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Returns the output of a run that gets a signal, such as `-INT`, after some milliseconds.
pub(crate) fn stopped(arguments: &[&str], signal: &str, milliseconds: u64) -> Output {
    let mut program = command(arguments);
    let child = program
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(milliseconds));
    send(signal, &child);
    child.wait_with_output().unwrap()
}

/// Creates a folder, and returns it with the path of a file there.
pub(crate) fn file(name: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).display().to_string();
    (folder, path)
}

/// Checks that a JSON object has these fields with these values.
pub(crate) fn assert_fields(found: &Value, expected: &Value) {
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&found[field], value, "{field}: {found}");
    }
}

/// Returns the items of a JSON array.
pub(crate) fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value}"))
}

/// The folder of the scripts.
pub(crate) const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");

/// Returns the output of a command that must end within a minute.
pub(crate) fn within_a_minute(command: &mut Command) -> Output {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    if wait_a_minute(|| child.try_wait().unwrap()).is_none() {
        child.kill().unwrap();
        panic!("{command:?} does not end");
    }
    child.wait_with_output().unwrap()
}

/// Waits for a value; `None` if there is none within a minute.
pub(crate) fn wait_a_minute<T>(mut value: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        if let Some(value) = value() {
            return Some(value);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}
