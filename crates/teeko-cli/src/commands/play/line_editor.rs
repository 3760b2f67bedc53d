//! Lines typed in a terminal: they can be edited, completed with Tab, and found again in the history
//! of the game.

use std::collections::VecDeque;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::prompt::{PROMPT, Typed};
use crate::exit::Failure;
use crate::output;

pub(super) struct LineEditor {
    editor: Editor<Words, MemHistory>,
    /// The lines of a pasted text that were not asked for yet.
    pasted: VecDeque<String>,
}

impl LineEditor {
    pub(super) fn new() -> Result<Self, Failure> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history);
        Ok(Self {
            editor: editor.map_err(terminal_fault)?,
            pasted: VecDeque::new(),
        })
    }

    /// Asks for the next line, which Tab completes to one of `words`.
    pub(super) fn next_line(&mut self, words: Vec<String>) -> Result<Typed, Failure> {
        if let Some(line) = self.pasted.pop_front() {
            output::print(&format!("{PROMPT}{}\n", output::printable(&line)))?;
            return Ok(Typed::Line(line));
        }
        self.editor.set_helper(Some(Words(words)));
        match self.editor.readline(PROMPT) {
            Ok(text) => self.first_line(&text).map(Typed::Line),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interruption),
            Err(fault) => Err(terminal_fault(fault)),
        }
    }

    /// Returns the first line of a text, and keeps the others. All of them enter the history.
    fn first_line(&mut self, text: &str) -> Result<String, Failure> {
        for line in text.lines() {
            let added = self.editor.add_history_entry(line);
            added.map_err(terminal_fault)?;
            self.pasted.push_back(line.to_owned());
        }
        Ok(self.pasted.pop_front().unwrap_or_default())
    }
}

fn terminal_fault(fault: ReadlineError) -> Failure {
    Failure::system("cannot read from the terminal")(fault)
}

/// Everything that a line can be completed to.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..cursor].trim_start();
        let mut matching = self.0.clone();
        matching.retain(|word| starts_with(word, typed));
        Ok((cursor - typed.len(), matching))
    }
}

/// Returns whether a word starts with `typed`, in upper or lower case.
fn starts_with(word: &str, typed: &str) -> bool {
    let start = word.get(..typed.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

impl Helper for Words {}

impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

/// Returns a function that gives the terminal its present mode back: a signal may end the program
/// while a line is being edited.
#[cfg(unix)]
pub(super) fn restore_terminal() -> impl FnOnce() + Send + 'static {
    use std::io::{Write, stdin, stdout};

    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    const PASTE_AS_TYPED: &[u8] = b"\x1b[?2004l";

    let mode = tcgetattr(stdin());
    move || {
        if let Ok(mode) = mode {
            // Where this fails, the terminal is gone.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &mode);
            let _ = stdout().write_all(PASTE_AS_TYPED);
            let _ = stdout().flush();
        }
    }
}

/// Returns a function that does nothing: here the system gives the terminal its mode back.
#[cfg(not(unix))]
pub(super) fn restore_terminal() -> impl FnOnce() + Send + 'static {
    || ()
}
