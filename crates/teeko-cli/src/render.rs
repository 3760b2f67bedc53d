//! What the texts of all commands are made of: styles, wrapped paragraphs, tables, boards and names
//! of circles. Text fits [`width`] columns as far as its contents allow. Colour only repeats what
//! the words say.

mod board;
pub(crate) mod notation;
pub(crate) mod rules;
mod style;
mod text_table;

use anstyle::Style;
use teeko::analysis::{Analysis, RankedChoice};
use teeko::surfaces::reasons::Reason;
use teeko::surfaces::words::{count, outcome_sentence, percent, wrap};
use teeko::{Board, Position, Rules, Side, Value};

pub(crate) use self::board::diagram;
pub(crate) use self::notation::{chosen, named, notation_option};
pub(crate) use self::style::{HEADING, LOSS, PLAIN, WIN, output_columns, style_of, styled};
pub(crate) use self::text_table::{plain_table, table};

/// Returns the number of columns that text on standard output is laid out for: those of the
/// terminal, at most 120; 80 if it is no terminal.
pub(crate) fn width() -> usize {
    output_columns().map_or(80, |columns| columns.min(120))
}

/// Returns a number with its noun: `1 file`, `16 variants`.
pub(crate) fn things(number: u64, one: &str) -> String {
    format!(
        "{} {one}{}",
        count(number),
        if number == 1 { "" } else { "s" }
    )
}

/// Wraps a text to lines of at most [`width`] characters.
pub(crate) fn paragraph(text: &str) -> String {
    wrap(text, width()).join("\n") + "\n"
}

/// Wraps a text like [`paragraph`], in a style.
pub(crate) fn styled_paragraph(style: Style, text: &str) -> String {
    styled(style, paragraph(text).trim_end()) + "\n"
}

/// Returns the value of a position as a sentence without its full stop.
pub(crate) fn outcome(rules: &Rules, position: &Position, value: Value) -> String {
    outcome_sentence(rules, position, value, &|circles| {
        named(rules.board(), circles)
    })
}

/// Says why a choice is good or bad, without a full stop. `None` if it is not explained, or quiet.
pub(crate) fn reason(board: Board, analysis: &Analysis, ranked: &RankedChoice) -> Option<String> {
    Reason::of(analysis, ranked)?.sentence(&|circles| named(board, circles))
}

/// Returns a position after its variant, on a line if it fits:
/// `44-ssss  b:7,9,12,14 r:10,13,17,19 b`.
pub(crate) fn heading(variant: &str, board: Board, position: &Position) -> String {
    let position = if *position == Position::EMPTY {
        "empty board".to_owned()
    } else {
        named(board, position)
    };
    let fits = variant.chars().count() + 2 + position.chars().count() <= width();
    format!("{variant}{}{position}\n", if fits { "  " } else { "\n" })
}

/// Returns the command that plays a game from a position, as the side to move.
pub(crate) fn play_command(name: &str, board: Board, position: &Position) -> String {
    let side = if position.turn == Side::Red {
        " --as red"
    } else {
        ""
    };
    format!(
        "teeko play{} {name}{side} --from \"{}\"",
        notation_option(),
        named(board, position)
    )
}

/// A slide phase in a table.
pub(crate) struct PhaseRow {
    pub(crate) name: String,
    /// The won, lost and drawn positions.
    pub(crate) counts: [u64; 3],
    /// The longest distance.
    pub(crate) deepest: u32,
    /// The bytes of its file, if there is one.
    pub(crate) bytes: String,
}

/// Renders one row per slide phase. The column of bytes is hidden if it has no heading.
pub(crate) fn phase_table(
    bytes_heading: &str,
    phases: impl IntoIterator<Item = PhaseRow>,
) -> String {
    let headings = [
        "slide phase",
        "positions",
        "won",
        "lost",
        "drawn",
        "deepest",
        bytes_heading,
    ];
    let mut rows = Vec::new();
    for PhaseRow {
        name,
        counts: [won, lost, drawn],
        deepest,
        bytes,
    } in phases
    {
        let open = won + lost + drawn;
        rows.push([
            name,
            count(open),
            percent(won, open, 1),
            percent(lost, open, 1),
            percent(drawn, open, 1),
            deepest.to_string(),
            bytes,
        ]);
    }
    plain_table("lrrrrrr", headings, rows)
}
