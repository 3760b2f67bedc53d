//! Running the program.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use teeko::table::{CellIndex, Census, Compression, Description, DiskFile, Row, TableFile, encode};

/// The program with arguments, in a folder without tables.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_teeko"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    // Neither the tables of whoever runs the tests serve nor their habits.
    command
        .env("TEEKO_TABLES", "none")
        .env_remove("TEEKO_NOTATION")
        .current_dir(folder_without_tables());
    // There are as many tests at once as processors.
    command.env("RAYON_NUM_THREADS", "1");
    command
}

fn folder_without_tables() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without-tables");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The commands that the help lists.
pub(crate) fn commands() -> Vec<String> {
    let help = stdout(&teeko(&["--help"]));
    let list = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    // Descriptions go on in lines that are indented further.
    let names = list.filter_map(|line| {
        line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty())
    });
    names.map(str::to_owned).collect()
}

pub(crate) fn teeko(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// The program's output for this standard input.
pub(crate) fn teeko_with_input(arguments: &[&str], input: &[u8]) -> Output {
    with_input(&mut command(arguments), input)
}

/// A command's output for this standard input, of which it need not read everything.
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

/// The text of a successful run that says nothing on standard error.
pub(crate) fn text(arguments: &[&str]) -> String {
    let output = teeko(&[&["--quiet"], arguments].concat());
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    stdout(&output)
}

/// The text of a successful run without colour and in colour, checked to fit 80 columns and to say
/// the same; the control characters of colour are made visible.
pub(crate) fn plain_and_coloured(arguments: &[&str]) -> [String; 2] {
    let plain = text(arguments);
    assert!(
        plain.lines().all(|line| line.chars().count() <= 80 && line.trim_end() == line),
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

/// The one JSON value of a successful run.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let text = text(&[arguments, &["--json"]].concat());
    assert_eq!(text.matches('\n').count(), 1, "one value on one line");
    serde_json::from_str(&text).unwrap()
}

/// The JSON values that are answered to lines of standard input, and the exit code.
pub(crate) fn answers(arguments: &[&str], input: &str) -> (Vec<Value>, Option<i32>) {
    let output = teeko_with_input(
        &[&["--quiet", "query", "--stdin", "--json"], arguments].concat(),
        input.as_bytes(),
    );
    let values = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (values, output.status.code())
}

/// The folder of the scripts.
pub(crate) const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");

/// A Python with the packages of `scripts/requirements.txt`, made on first use. `None` where there
/// is no Python to make it with, unless this is the gate, which leaves nothing out.
pub(crate) fn python() -> Option<Command> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let make = || {
        const NO_PYTHON: Option<i32> = Some(69);
        let output = Command::new(Path::new(SCRIPTS).join("python.sh")).output().unwrap();
        if output.status.code() == NO_PYTHON && std::env::var_os("CI").is_none() {
            eprintln!("left out: {}", stderr(&output));
            return None;
        }
        assert!(output.status.success(), "scripts/python.sh: {}", stderr(&output));
        Some(stdout(&output).trim().to_owned())
    };
    let mut command = Command::new(PYTHON.get_or_init(make).as_ref()?);
    // No files of Python's beside the scripts.
    command.arg("-B").env_remove("PYTHONPATH");
    Some(command)
}

/// The output of a command that must end within a minute.
pub(crate) fn within_a_minute(command: &mut Command) -> Output {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let end = Instant::now() + Duration::from_mins(1);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("{command:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

/// A table file with other values, of which nothing else tells: checksums are right. `change` gets
/// the place of each value and the value, which takes one byte.
pub(crate) fn forged(
    file: &TableFile<DiskFile>,
    census: &Census,
    change: impl Fn(usize, u32) -> u32 + Sync,
) -> Vec<u8> {
    let header = file.header();
    let values = file.decode_values().unwrap();
    let index = CellIndex::new(header.rules());
    let row_values = |row: &Row| {
        let first = index.cell(row.movers().next().unwrap(), row.opponent) as usize;
        (first..first + row.length()).map(|place| change(place, values[place].into())).collect()
    };
    let description = match header.slide_hash() {
        None => Description::slide(header.rules(), census),
        Some(hash) => Description::drop(header.rules(), hash, census),
    };
    encode(&description, Compression::default(), &row_values).unwrap()
}
