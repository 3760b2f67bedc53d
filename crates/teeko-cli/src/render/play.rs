//! A game in progress as text.

use teeko::analysis::Analysis;
use teeko::questions::Query;
use teeko::{Game, Position, Rules, Side};

use super::board::diagram_with;
pub(crate) use super::notation::named;
use super::query::choices;
pub(crate) use super::style::paragraph;
use super::style::{HEADING, styled};

/// Renders the board with pieces drawn as `marks`, between blank lines.
pub(crate) fn board(rules: &Rules, position: &Position, marks: [char; 2]) -> String {
    format!("\n{}\n", diagram_with(marks, rules, position))
}

/// Asks for a choice.
pub(crate) fn request(what: &str) -> String {
    format!("{} {what}.\n", styled(HEADING, "Your move."))
}

/// Renders the value of every choice.
pub(crate) fn values(game: &Game, analysis: &Analysis) -> String {
    let moves = Query::new(game, analysis).moves.unwrap_or_default();
    choices(game, &analysis.position, &moves) + "\n"
}

/// Returns the marks of black and red pieces: filled and empty discs if the output has colours and
/// the terminal shows Unicode, otherwise the letters of the sides.
pub(crate) fn marks() -> [char; 2] {
    let coloured = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let encoding = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let encoding = encoding.to_ascii_lowercase().replace('-', "");
    if coloured && (cfg!(windows) || encoding.contains("utf8")) {
        ['●', '○']
    } else {
        [Side::Black, Side::Red].map(Side::letter)
    }
}
