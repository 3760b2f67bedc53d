//! Runs of the program, and the checks that apply to all of them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use teeko_testing::basic_program;

/// The longest that a run may take: many times what any run takes on a slow machine.
const LONGEST: Duration = Duration::from_mins(2);

/// The results of a run.
pub(crate) struct Run {
    pub(crate) line: String,
    /// The exit code; `None` if a signal ended the run.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A run in progress.
pub(crate) struct Started {
    line: String,
    pub(crate) child: Child,
}

/// Starts a shell with this line, in which `$0` is the program, in a folder. Output goes to files,
/// so it need not be read during the run.
pub(crate) fn start(program: &Path, folder: &Path, line: &str, output: &Path) -> Started {
    let file =
        |name: &str| fs::File::create(output.with_extension(name)).expect("a file for the output");
    let mut shell = basic_program("sh");
    shell.args(["-c", line]).arg(program).current_dir(folder).stdin(Stdio::null());
    let child = shell.stdout(file("out")).stderr(file("err")).spawn().expect("a shell");
    Started { line: line.to_owned(), child }
}

impl Started {
    /// Waits for the end of the run.
    pub(crate) fn finish(mut self, output: &Path) -> Result<Run, String> {
        let end = Instant::now() + LONGEST;
        let status = loop {
            match self.child.try_wait().expect("a state") {
                Some(status) => break status,
                None if Instant::now() > end => {
                    self.child.kill().expect("a process to kill");
                    return Err(format!("`{}` does not end", self.line));
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let read = |name: &str| {
            String::from_utf8_lossy(&fs::read(output.with_extension(name)).expect("the output"))
                .into_owned()
        };
        Ok(Run { line: self.line, code: status.code(), stdout: read("out"), stderr: read("err") })
    }
}

impl fmt::Display for Run {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, code, stdout, stderr } = self;
        write!(formatter, "`{line}` ended with {code:?}: {stdout:?} {stderr:?}")
    }
}

impl Run {
    /// Checks that the run ended with one of these codes, and gave a reason in one line if it
    /// failed.
    pub(crate) fn expect(self, codes: &[i32]) -> Result<Self, String> {
        let commands = |text: &str| text.lines().any(|line| line.contains(char::is_control));
        let errors = self.stderr.lines().filter(|line| line.starts_with("error: ")).count();
        let is_quiet = self.stderr.lines().count() <= 1 && (errors > 0 || self.stderr.is_empty());
        if self.code.is_some_and(|code| codes.contains(&code))
            && is_quiet
            && !commands(&self.stdout)
            && !commands(&self.stderr)
        {
            return Ok(self);
        }
        Err(format!("expected one of the codes {codes:?} and one line at most, found {self}"))
    }
}

/// Returns the files of a folder by name, hidden ones included.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
    };
    entries.map(read).collect()
}
