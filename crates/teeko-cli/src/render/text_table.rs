//! Aligned text tables.

use anstyle::Style;
use teeko::surfaces::words::wrap;

use super::style::{HEADING, PLAIN, output_columns, styled};

type Cell = (Style, String);

type Row = Vec<Cell>;

/// The space between two columns.
const GAP: &str = "  ";

/// Renders a table with these headings and rows. The columns are aligned on the left (`l`) or on
/// the right (`r`). Where the terminal is too narrow for it, each row becomes a block of lines.
pub(crate) fn table(
    alignments: &str,
    headings: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> String {
    let mut all: Vec<Row> = vec![Row::new()];
    for heading in headings {
        all[0].push((HEADING, heading.into()));
    }
    all.extend(rows.into_iter().map(Into::into));
    let widths = widths(&all, alignments.len());
    let whole = widths.iter().sum::<usize>() + GAP.len() * (widths.len() - 1);
    match output_columns() {
        Some(columns) if whole > columns => records(&all, columns),
        _ => lines(&all, alignments, &widths),
    }
}

/// Returns the width of each column: that of its longest text.
fn widths(rows: &[Row], columns: usize) -> Vec<usize> {
    let mut widths = vec![0; columns];
    for row in rows {
        for (width, (_, text)) in widths.iter_mut().zip(row) {
            *width = length(text).max(*width);
        }
    }
    widths
}

/// Renders each row as a line.
fn lines(rows: &[Row], alignments: &str, widths: &[usize]) -> String {
    let mut lines = String::new();
    for row in rows {
        let mut cells = Vec::new();
        for ((cell, alignment), &width) in row.iter().zip(alignments.chars()).zip(widths) {
            cells.push(padded(cell, alignment, width));
        }
        // No line ends with spaces.
        lines.extend([cells.join(GAP).trim_end(), "\n"]);
    }
    lines
}

/// Renders a cell as wide as its column.
fn padded((style, text): &Cell, alignment: char, width: usize) -> String {
    let padding = " ".repeat(width - length(text));
    let text = if text.is_empty() {
        String::new()
    } else {
        styled(*style, text)
    };
    if alignment == 'l' {
        text + &padding
    } else {
        padding + &text
    }
}

/// Returns the number of characters of a text.
fn length(text: &str) -> usize {
    text.chars().count()
}

/// Renders a table whose rows have no styles; see [`table`].
pub(crate) fn plain_table<const N: usize>(
    alignments: &str,
    headings: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    table(
        alignments,
        headings,
        rows.into_iter().map(|row| row.map(|text| (PLAIN, text))),
    )
}

/// Renders each row as a block of lines of at most `columns` characters, each a heading with its
/// text.
fn records(all: &[Row], columns: usize) -> String {
    let (headings, rows) = all.split_first().expect("headings");
    let width = headings
        .iter()
        .map(|(_, heading)| length(heading))
        .max()
        .unwrap_or(0);
    let mut blocks = Vec::new();
    for row in rows {
        let mut block = String::new();
        for (heading, text) in headings.iter().zip(row) {
            if !text.1.is_empty() {
                block += &record_line(heading, text, width, columns);
            }
        }
        blocks.push(block);
    }
    blocks.join("\n")
}

/// Renders a heading, `width` characters wide, and its text next to it, wrapped.
fn record_line(heading: &Cell, (style, text): &Cell, width: usize, columns: usize) -> String {
    let padding = " ".repeat(width - length(&heading.1));
    let heading = styled(heading.0, &heading.1);
    let continuation = format!("\n{:width$}{GAP}", "");
    let lines = wrap(text, columns.saturating_sub(width + GAP.len()));
    let text = styled(*style, &lines.join(&continuation));
    format!("{heading}{padding}{GAP}{text}\n")
}

#[cfg(test)]
mod tests {
    use super::super::style::WIN;
    use super::*;
    use anstream::adapter::strip_str;

    #[test]
    fn a_row_too_wide_becomes_a_block_of_lines() {
        let rows = [["layer", "won", ""], ["7", "16", "*"], ["8", "", ""]];
        let rows = rows.map(|row| row.map(|text| (PLAIN, text.to_owned())).to_vec());
        assert_eq!(
            records(&rows, 40),
            "layer  7\nwon    16\n       *\n\nlayer  8\n"
        );
        let rows = [["layer"], ["7 and 8"]].map(|row| row.map(|text| (PLAIN, text.to_owned())));
        let rows = rows.map(Vec::from);
        assert_eq!(records(&rows, 12), "layer  7 and\n       8\n");
    }

    #[test]
    fn columns_line_up_and_no_line_ends_in_spaces() {
        let rows = [
            [(PLAIN, "a"), (WIN, "7"), (PLAIN, "")],
            ["abcdé", "", "x"].map(|s| (PLAIN, s)),
        ];
        let rows = rows.map(|row| row.map(|(style, text)| (style, text.to_owned())));
        let coloured = table("lrl", ["name", "plies", "note"], rows);
        let expected = "name   plies  note\na          7\nabcdé         x\n";
        assert_eq!(strip_str(&coloured).to_string(), expected);
        assert!(coloured.contains("\u{1b}[32m7\u{1b}[0m"), "{coloured:?}");
        assert!(
            coloured.contains("\na          "),
            "plain text has no codes: {coloured:?}"
        );
    }
}
