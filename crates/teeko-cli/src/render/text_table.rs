//! Aligned text tables.

use anstyle::Style;
use teeko::words::wrap;

use super::style::{HEADING, PLAIN, output_columns, styled};

/// The least number of columns of a text that is made narrower.
const LEAST: usize = 10;

/// The cells of a row, each with its style.
type Row = Vec<(Style, String)>;

/// Renders a table with these headings and rows, and two spaces between its columns. The columns
/// are aligned on the left (`l`) or on the right (`r`).
pub(super) fn table(
    alignments: &str,
    headings: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> String {
    let headings = headings.into_iter().map(|heading| (HEADING, heading.into()));
    let mut all: Vec<Row> = vec![headings.collect()];
    all.extend(rows.into_iter().map(Into::into));
    let length = |text: &str| text.chars().count();
    let longest = |column: usize| all.iter().map(|row| length(&row[column].1)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..alignments.len()).map(longest).collect();
    if let Some(column) = narrow(alignments, &mut widths) {
        all = all.iter().flat_map(|row| continued(row, column, widths[column])).collect();
    }
    let mut lines = String::new();
    for row in all {
        let mut gap = 0;
        let columns = row.iter().zip(alignments.chars().zip(&widths)).enumerate();
        for (column, ((style, text), (alignment, width))) in columns {
            let padding = width.saturating_sub(length(text));
            let (before, after) = if alignment == 'l' { (0, padding) } else { (padding, 0) };
            // Spaces are added only before another text, so that no line ends with any.
            gap += before + if column > 0 { 2 } else { 0 };
            if !text.is_empty() {
                lines += &" ".repeat(gap);
                lines += &styled(*style, text);
                gap = 0;
            }
            gap += after;
        }
        lines.push('\n');
    }
    lines
}

/// Renders a table whose rows have no styles; see [`table`].
pub(super) fn plain_table<const N: usize>(
    alignments: &str,
    headings: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    table(alignments, headings, rows.into_iter().map(|row| row.map(|text| (PLAIN, text))))
}

/// Makes the widest column of texts narrower if the table does not fit on the terminal, and returns
/// that column.
fn narrow(alignments: &str, widths: &mut [usize]) -> Option<usize> {
    let excess = (widths.iter().sum::<usize>() + 2 * (widths.len() - 1))
        .checked_sub(output_columns()?)
        .filter(|&excess| excess > 0)?;
    let texts = alignments.match_indices('l').map(|(column, _)| column);
    let widest = texts.max_by_key(|&column| widths[column])?;
    widths[widest] = widths[widest].saturating_sub(excess).max(LEAST);
    Some(widest)
}

/// Wraps the text of one column, and continues the row on as many lines as that takes.
fn continued(row: &Row, column: usize, width: usize) -> impl Iterator<Item = Row> {
    let lines = wrap(&row[column].1, width).into_iter().enumerate();
    lines.map(move |(place, line)| {
        let mut part = row.clone();
        for cell in part.iter_mut().filter(|_| place > 0) {
            cell.1.clear();
        }
        part[column].1 = line;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::super::style::WIN;
    use super::*;
    use anstream::adapter::strip_str;

    #[test]
    fn a_long_text_continues_below_itself() {
        let row = vec![(PLAIN, "a".to_owned()), (WIN, "bc de fgh".to_owned())];
        let lines: Vec<_> = continued(&row, 1, 5).collect();
        let texts: Vec<[&str; 2]> = lines.iter().map(|row| [&*row[0].1, &row[1].1]).collect();
        assert_eq!(texts, [["a", "bc de"], ["", "fgh"]]);
    }

    #[test]
    fn columns_line_up_and_no_line_ends_in_spaces() {
        let rows =
            [[(PLAIN, "a"), (WIN, "7"), (PLAIN, "")], ["abcdé", "", "x"].map(|s| (PLAIN, s))];
        let rows = rows.map(|row| row.map(|(style, text)| (style, text.to_owned())));
        let coloured = table("lrl", ["name", "plies", "note"], rows);
        let expected = "name   plies  note\na          7\nabcdé         x\n";
        assert_eq!(strip_str(&coloured).to_string(), expected);
        assert!(coloured.contains("\u{1b}[32m7\u{1b}[0m"), "{coloured:?}");
        assert!(coloured.contains("\na          "), "plain text has no codes: {coloured:?}");
    }
}
