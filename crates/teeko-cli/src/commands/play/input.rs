//! The source of typed lines: a terminal in which they can be edited, or a pipe.

use std::collections::VecDeque;
use std::env;
use std::io::{self, IsTerminal, StdinLock};

use super::line_editor::{LineEditor, restore_terminal};
use super::prompt::{PROMPT, Typed};
use crate::exit::Failure;
use crate::input_lines::InputLines;
use crate::{interrupt, output};

/// Values of `TERM` for terminals that cannot move the cursor.
const WITHOUT_CURSOR: [&str; 3] = ["dumb", "cons25", "emacs"];

pub(super) enum Input {
    Editor(LineEditor),
    Stream(Stream),
}

impl Input {
    /// Opens the terminal if people type there and read there, otherwise standard input.
    pub(super) fn open() -> Result<Self, Failure> {
        if can_edit() {
            let restore = restore_terminal();
            interrupt::at_end(|| {
                restore();
                "\n".to_owned()
            })?;
            LineEditor::new().map(Self::Editor)
        } else {
            interrupt::at_end(|| "\n".to_owned())?;
            Ok(Self::Stream(Stream::new()))
        }
    }

    /// Asks for the next line. An editor can complete it to any of `words`.
    pub(super) fn next_line(&mut self, words: Vec<String>) -> Result<Typed, Failure> {
        match self {
            Self::Editor(editor) => editor.next_line(words),
            Self::Stream(stream) => stream.next_line(),
        }
    }
}

fn can_edit() -> bool {
    let terminal = env::var("TERM").unwrap_or_default();
    io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && !WITHOUT_CURSOR.contains(&terminal.as_str())
}

/// Standard input, unchanged.
pub(super) struct Stream {
    lines: InputLines<StdinLock<'static>>,
    /// The lines that have arrived, but were not asked for yet.
    arrived: VecDeque<String>,
    /// Whether to print each line. A terminal does so itself.
    echoes: bool,
}

impl Stream {
    fn new() -> Self {
        Self {
            lines: InputLines::new(io::stdin().lock()),
            arrived: VecDeque::new(),
            echoes: !io::stdin().is_terminal(),
        }
    }

    fn next_line(&mut self) -> Result<Typed, Failure> {
        output::print(PROMPT)?;
        if self.arrived.is_empty() {
            for line in self.lines.next_batch()? {
                let text = String::from_utf8_lossy(line.text.unwrap_or_default());
                self.arrived.push_back(text.into_owned());
            }
        }
        let Some(line) = self.arrived.pop_front() else {
            output::print("\n")?;
            return Ok(Typed::End);
        };
        if self.echoes {
            output::print(&format!("{}\n", output::printable(&line)))?;
        }
        Ok(Typed::Line(line))
    }
}
