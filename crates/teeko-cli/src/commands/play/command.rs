//! The lines that people type in a game or in a lesson: a move, or a command.

use teeko::questions::Strength;
use teeko::rules::alternatives;

/// The names of the strengths 1 to 5, as on the page.
const STRENGTHS: [&str; 5] = ["easy", "medium", "hard", "expert", "perfect"];

/// The commands of a game or of a lesson.
pub(super) struct Vocabulary {
    /// The help on them.
    pub(super) help: &'static str,
    /// The commands, as a line can be completed to them.
    pub(super) words: &'static [&'static str],
}

pub(super) const OF_GAMES: Vocabulary = Vocabulary {
    help: "Commands: hint shows the best move; undo takes your last move back, redo makes it \
        again; board shows the board; rules shows the goals and the rules; values on and values \
        off show and hide the value of every move; strength N, from 1 to 5 or from easy to \
        perfect, changes how well the program plays; new begins again; resign; save FILE; help; \
        quit or q.",
    words: &[
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
    ],
};

pub(super) const OF_LESSONS: Vocabulary = Vocabulary {
    help: "Commands: hint says something about the move; solution shows it; skip leaves the \
        choice for later; undo goes back to your last choice; board shows the board; rules shows \
        the goals and the rules; new forgets what you know and begins again; help; quit or q. \
        What you know is kept when you leave.",
    words: &[
        "hint", "solution", "skip", "undo", "board", "rules", "new", "help", "quit",
    ],
};

/// What games and lessons say if there is nothing to undo.
pub(super) const NOTHING_TO_UNDO: &str = "There is no move of yours to undo.\n";

/// A line that a person has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    Nothing,
    Quit,
    Help,
    Rules,
    Hint,
    /// In a lesson: show the solution.
    Solution,
    /// In a lesson: leave the choice for later.
    Skip,
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
            ("solution", "") => Self::Solution,
            ("skip", "") => Self::Skip,
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

/// Says that a command has no meaning in a game, or in a lesson.
pub(super) fn of_others(line: &str, others: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    format!("`{word}` is a command of {others}; help lists the commands.")
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
        for word in OF_GAMES.words.iter().chain(OF_LESSONS.words) {
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
