//! Names of circles in text for people: numbers, or letters and digits. Output for programs always
//! uses numbers.

use std::sync::OnceLock;

use teeko::Board;
use teeko::rules::notation::Notation;
use teeko::rules::{NamesCircles, alternatives, quoted};

use crate::exit::Failure;

/// The notations by name, with descriptions.
pub(crate) const NOTATIONS: [(&str, &str, Notation); 3] = [
    (
        "numbers",
        "1, 2, 3 … row by row from the top left",
        Notation::Numbers,
    ),
    (
        "letters",
        "a5 to e1: files from the left, ranks from the bottom",
        Notation::Letters,
    ),
    (
        "course",
        "A0 to E4: columns from the left, rows from 0 at the top",
        Notation::Course,
    ),
];

/// How the names of a course differ from the coordinates.
pub(crate) const COURSE_DIFFERS: &str = "\
    in the course's notation, a circle is the letter of its column, A at the left, and the digit \
    of its row, 0 at the top; on 5x5, B3 is circle 17, which letters call b2";

/// The variable with the notation that is used without the option.
const VARIABLE: &str = "TEEKO_NOTATION";

/// Returns the notation that the variable names; numbers if it is empty or not set.
pub(crate) fn of_environment() -> Result<Notation, Failure> {
    let name = std::env::var_os(VARIABLE).unwrap_or_default();
    if name.is_empty() {
        return Ok(Notation::default());
    }
    for (known, _, notation) in NOTATIONS {
        if name == known {
            return Ok(notation);
        }
    }
    let names = alternatives(&NOTATIONS.map(|(name, ..)| name));
    let found = quoted(&name.to_string_lossy());
    Err(Failure::usage(format!(
        "{VARIABLE}: expected {names}, found `{found}`; change or unset the variable, or use \
         --notation"
    )))
}

/// The notation of this run.
static CHOICE: OnceLock<Notation> = OnceLock::new();

/// Sets the notation of all text from now on. Only the first call counts.
pub(crate) fn choose(notation: Notation) {
    CHOICE.get_or_init(|| notation);
}

/// Returns the notation of this run.
pub(crate) fn chosen() -> Notation {
    CHOICE.get().copied().unwrap_or_default()
}

/// Returns the option for a command that is printed with names of this run, after a space; nothing
/// for numbers.
pub(crate) fn notation_option() -> String {
    let notation = chosen();
    for (name, _, known) in NOTATIONS {
        if known == notation && notation != Notation::Numbers {
            return format!(" --notation {name}");
        }
    }
    String::new()
}

/// Returns a circle, circles, a move or a position in the chosen notation.
pub(crate) fn named(board: Board, circles: &dyn NamesCircles) -> String {
    chosen().write(board, circles)
}
