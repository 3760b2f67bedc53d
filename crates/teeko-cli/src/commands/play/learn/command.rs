//! The lines that a learner types: a move, or a command.

/// The help on commands.
pub(super) const HELP: &str = "Commands: hint says something about the move; solution shows it; \
    board shows the board; rules shows the goals and the rules; new forgets what you know and \
    begins again; help; quit or q. What you know is kept when you leave.";

/// The commands, as a line can be completed to them.
pub(super) const WORDS: [&str; 7] = ["hint", "solution", "board", "rules", "new", "help", "quit"];

/// A line that a learner has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    Nothing,
    Quit,
    Help,
    Rules,
    Hint,
    Solution,
    New,
    Board,
    /// Anything else, which may be a move.
    Move(&'a str),
}

impl<'a> Command<'a> {
    /// Reads a line without white space around it. Commands may be in upper case.
    pub(super) fn read(line: &'a str) -> Self {
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "q" | "quit" | "exit" => Self::Quit,
            "help" | "?" => Self::Help,
            "rules" | "goals" => Self::Rules,
            "hint" => Self::Hint,
            "solution" => Self::Solution,
            "new" => Self::New,
            "board" => Self::Board,
            _ => Self::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_completion_is_a_command() {
        for word in WORDS {
            assert!(!matches!(Command::read(word), Command::Move(_)), "{word}");
        }
    }
}
