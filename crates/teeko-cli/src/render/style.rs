//! Styles, and the width of the terminal.

use anstyle::{AnsiColor, Style};
use teeko::Outcome;

use crate::output::columns;

/// Returns the number of columns of standard output if it is a terminal. Asks each time, since the
/// size of a window may change during a game.
pub(crate) fn output_columns() -> Option<usize> {
    columns(&std::io::stdout())
}

// Red is the colour of the side with that name, and of errors.
pub(crate) const WIN: Style = AnsiColor::Green.on_default();
pub(crate) const LOSS: Style = AnsiColor::Yellow.on_default();
pub(crate) const PLAIN: Style = Style::new();
pub(crate) const HEADING: Style = Style::new().bold();

pub(crate) fn style_of(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Win(_) => WIN,
        Outcome::Loss(_) => LOSS,
        Outcome::Draw => PLAIN,
    }
}

pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
