//! What is typed, and what the program says to it.

use super::input::Input;
use super::prompt::Typed;
use crate::exit::{Exit, Failure};
use crate::output;

/// A conversation in the terminal: a game, or a course.
pub(super) trait Conversation {
    /// Takes the text that has not been shown yet.
    fn take_text(&mut self) -> String;

    /// Returns whether there is nothing more to type.
    fn is_over(&self) -> bool;

    /// Returns everything that can be typed now.
    fn words(&self) -> Vec<String>;

    /// Does what a line says.
    fn answer(&mut self, line: &str) -> Result<(), Failure>;
}

/// Talks until the conversation or the input ends.
pub(super) fn talk(
    conversation: &mut dyn Conversation,
    input: &mut Input,
) -> Result<Exit, Failure> {
    while !conversation.is_over() {
        output::print(&conversation.take_text())?;
        match input.next_line(conversation.words())? {
            Typed::Line(line) => conversation.answer(&line)?,
            Typed::End => break,
            Typed::Interruption => return Ok(Exit::Interrupted),
        }
    }
    output::print(&conversation.take_text())?;
    Ok(Exit::Success)
}
