//! The lines that a player types: a move, or a command about the game.

use teeko::questions::Strength;
use teeko::rules::alternatives;

/// The help on commands.
pub(super) const HELP: &str = "Commands: hint shows the best move; undo takes your last move back, \
    redo makes it again; board shows the board; rules shows the goals and the rules; values on and \
    values off show and hide the value of every move; strength N, from 1 to 5 or \
    from easy to perfect, changes how well the program plays; new begins again; resign; save FILE; help; quit or q.";

/// The names of the strengths 1 to 5, as on the page.
const STRENGTHS: [&str; 5] = ["easy", "medium", "hard", "expert", "perfect"];

/// The commands, as a line can be completed to them.
pub(super) const WORDS: [&str; 17] = [
    "hint",
    "undo",
    "redo",
    "board",
    "rules",
    "values on",
    "values off",
    "strength 1",
    "strength 2",
    "strength 3",
    "strength 4",
    "strength 5",
    "new",
    "resign",
    "save ",
    "help",
    "quit",
];

/// A line that a person has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    Nothing,
    Quit,
    Help,
    Rules,
    Hint,
    Undo,
    Redo,
    New,
    Board,
    /// Whether to show the values of moves from now on.
    Values(bool),
    Strength(Strength),
    Resign,
    /// The path of the file.
    Save(&'a str),
    /// A command with a wrong argument, and what was expected.
    Wrong(String),
    /// Anything else, which may be a move.
    Move(&'a str),
}

impl<'a> Command<'a> {
    /// Reads a line without white space around it. Commands may be in upper case.
    pub(super) fn read(line: &'a str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Nothing,
            ("q" | "quit" | "exit", "") => Self::Quit,
            ("help" | "?", "") => Self::Help,
            ("rules" | "goals", "") => Self::Rules,
            ("hint", "") => Self::Hint,
            ("undo", "") => Self::Undo,
            ("redo", "") => Self::Redo,
            ("new", "") => Self::New,
            ("board", "") => Self::Board,
            ("values", "on") => Self::Values(true),
            ("values", "off") => Self::Values(false),
            ("strength", strength) => changed_strength(strength),
            ("resign", "") => Self::Resign,
            ("save", path) if !path.is_empty() => Self::Save(path),
            ("save" | "values", _) => {
                Self::Wrong("Expected save FILE, values on or values off.".to_owned())
            }
            _ => Self::Move(line),
        }
    }
}

fn changed_strength(text: &str) -> Command<'static> {
    match read_strength(text) {
        Ok(strength) => Command::Strength(strength),
        Err(error) => Command::Wrong(format!("strength: {error}.")),
    }
}

/// Reads a strength: its number, or its name in any case.
pub(super) fn read_strength(text: &str) -> Result<Strength, String> {
    let place = STRENGTHS
        .iter()
        .position(|name| name.eq_ignore_ascii_case(text));
    let number = match place {
        Some(place) => place as u64 + 1,
        None => text.parse().unwrap_or_default(),
    };
    Strength::try_from(number).map_err(|_| {
        let names = alternatives(&STRENGTHS);
        format!("expected a whole number from 1 to 5, or {names}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_completion_is_a_command() {
        for word in WORDS {
            // What is saved needs the name of a file.
            let line = word.replace("save ", "save game.txt");
            let command = Command::read(&line);
            let is_known = !matches!(command, Command::Wrong(_) | Command::Move(_));
            assert!(is_known, "{line}: {command:?}");
        }
    }

    #[test]
    fn a_strength_is_a_number_or_a_name() {
        for (number, name) in (1..).zip(STRENGTHS) {
            let by_name = read_strength(name).unwrap();
            assert_eq!(by_name.number(), number);
            assert_eq!(read_strength(&number.to_string()), Ok(by_name));
        }
        assert_eq!(read_strength("Hard").unwrap().number(), 3);
        for wrong in ["", "0", "6", "best", "hard 3"] {
            assert!(read_strength(wrong).is_err(), "{wrong}");
        }
    }
}
