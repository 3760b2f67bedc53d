//! Styles, and line wrapping.

use anstyle::{AnsiColor, Style};
use teeko::rules::notation::circle_form;
use teeko::{Board, Outcome, Position};

use super::notation::named;

/// The number of columns that text is laid out for.
pub(super) const WIDTH: usize = 80;

pub(super) const WIN: Style = AnsiColor::Green.on_default();
pub(super) const LOSS: Style = AnsiColor::Red.on_default();
pub(super) const PLAIN: Style = Style::new();
pub(super) const HEADING: Style = Style::new().bold();

pub(super) fn style_of(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Win(_) => WIN,
        Outcome::Loss(_) => LOSS,
        Outcome::Draw => PLAIN,
    }
}

/// Returns a text in a style.
pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Wraps a text to lines of at most `width` characters; longer words stand alone.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("one line at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Wraps a text to lines of at most [`WIDTH`] characters.
pub(super) fn paragraph(text: &str) -> String {
    wrap(text, WIDTH).join("\n") + "\n"
}

/// Returns a position after its variant, on a line: `44-ssss  b:7,9,12,14 r:10,13,17,19 b`.
pub(super) fn heading(variant: &str, board: Board, position: &Position) -> String {
    format!("{variant}  {}\n", named(board, circle_form(position)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_longer_than_a_line_stand_alone() {
        assert_eq!(wrap("a bcdefgh ij k", 4), ["a", "bcdefgh", "ij k"]);
    }
}
