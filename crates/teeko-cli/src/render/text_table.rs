//! Aligned text tables.

use anstyle::Style;
use teeko::surfaces::words::wrap;

use super::{HEADING, PLAIN, output_columns, styled};

type Row = Vec<(Style, String)>;

/// The space between two columns.
const GAP: &str = "  ";

/// Renders a table with these headings and rows. The columns are aligned on the left (`l`) or on
/// the right (`r`). Where the terminal is too narrow for it, each row becomes a block of lines.
pub(crate) fn table(
    alignments: &str,
    headings: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> String {
    let headings = headings
        .into_iter()
        .map(|heading| (HEADING, heading.into()));
    let mut all: Vec<Row> = vec![headings.collect()];
    all.extend(rows.into_iter().map(Into::into));
    let length = |text: &str| text.chars().count();
    let longest = |column: usize| {
        all.iter()
            .map(|row| length(&row[column].1))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..alignments.len()).map(longest).collect();
    let whole = widths.iter().sum::<usize>() + GAP.len() * (widths.len() - 1);
    if let Some(columns) = output_columns().filter(|&columns| whole > columns) {
        return records(&all, columns);
    }
    let line = |row: Row| {
        let cells = row.iter().zip(alignments.chars().zip(&widths));
        let cells = cells.map(|((style, text), (alignment, width))| {
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
        });
        let cells: Vec<String> = cells.collect();
        // No line ends with spaces.
        cells.join(GAP).trim_end().to_owned() + "\n"
    };
    all.into_iter().map(line).collect()
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
        .map(|(_, heading)| heading.chars().count())
        .max()
        .unwrap_or(0);
    let line = |((heading_style, heading), (style, text)): (&(Style, String), &(Style, String))| {
        let padding = " ".repeat(width - heading.chars().count());
        let continuation = format!("\n{:width$}{GAP}", "");
        let text = wrap(text, columns.saturating_sub(width + GAP.len())).join(&continuation);
        format!(
            "{}{padding}{GAP}{}\n",
            styled(*heading_style, heading),
            styled(*style, &text)
        )
    };
    let has_text = |(_, (_, text)): &(&(Style, String), &(Style, String))| !text.is_empty();
    let block = |row: &Row| {
        headings
            .iter()
            .zip(row)
            .filter(has_text)
            .map(line)
            .collect()
    };
    rows.iter().map(block).collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::WIN;
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
