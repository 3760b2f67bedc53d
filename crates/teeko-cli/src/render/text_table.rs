//! Aligned text tables.

use anstyle::Style;
use teeko::words::wrap;

use super::{HEADING, PLAIN, output_columns, styled};

type Row = Vec<(Style, String)>;

/// Renders a table with these headings and rows, and two spaces between its columns. The columns
/// are aligned on the left (`l`) or on the right (`r`).
pub(crate) fn table(
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
    let columns = output_columns();
    let is_wide = |widths: &[usize], gaps: usize| {
        columns.is_some_and(|columns| widths.iter().sum::<usize>() + gaps > columns)
    };
    let mut between = 2;
    if is_wide(&widths, between * (widths.len() - 1)) {
        let least = least_widths(alignments, &all);
        // The widest column gives way first, then the gaps between the columns.
        while is_wide(&widths, between * (widths.len() - 1)) {
            let may_shrink = (0..widths.len()).filter(|&column| widths[column] > least[column]);
            match may_shrink.max_by_key(|&column| widths[column]) {
                Some(column) => widths[column] -= 1,
                None if between > 1 => between -= 1,
                None => return records(&all),
            }
        }
        all = all.iter().flat_map(|row| continued(row, &widths)).collect();
    }
    let line = |row: Row| {
        let cells = row.iter().zip(alignments.chars().zip(&widths));
        let cells = cells.map(|((style, text), (alignment, width))| {
            let padding = " ".repeat(width.saturating_sub(length(text)));
            let text = if text.is_empty() { String::new() } else { styled(*style, text) };
            if alignment == 'l' { text + &padding } else { padding + &text }
        });
        let cells: Vec<String> = cells.collect();
        // No line ends with spaces.
        cells.join(&" ".repeat(between)).trim_end().to_owned() + "\n"
    };
    all.into_iter().map(line).collect()
}

/// Renders a table whose rows have no styles; see [`table`].
pub(crate) fn plain_table<const N: usize>(
    alignments: &str,
    headings: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    table(alignments, headings, rows.into_iter().map(|row| row.map(|text| (PLAIN, text))))
}

/// Returns how narrow each column can become without breaking a word or a number with its unit:
/// numbers are on the right.
fn least_widths(alignments: &str, rows: &[Row]) -> Vec<usize> {
    let longest_word = |text: &str| text.split(' ').map(|word| word.chars().count()).max();
    let of_column = |(column, alignment): (usize, char)| {
        let of_row = |(number, row): (usize, &Row)| {
            let text = &row[column].1;
            let is_number = alignment == 'r' && number > 0;
            if is_number { text.chars().count() } else { longest_word(text).unwrap_or(0) }
        };
        rows.iter().enumerate().map(of_row).max().unwrap_or(0)
    };
    alignments.chars().enumerate().map(of_column).collect()
}

/// Renders each row as a block of lines, each a heading with its text, for a terminal that is too
/// narrow for the table.
fn records(all: &[Row]) -> String {
    let (headings, rows) = all.split_first().expect("headings");
    let width = headings.iter().map(|(_, heading)| heading.chars().count()).max().unwrap_or(0);
    let line = |((heading_style, heading), (style, text)): (&(Style, String), &(Style, String))| {
        let padding = " ".repeat(width - heading.chars().count());
        format!("{}{padding}  {}\n", styled(*heading_style, heading), styled(*style, text))
    };
    let has_text = |((_, heading), (_, text)): &(&(Style, String), &(Style, String))| {
        !heading.is_empty() && !text.is_empty()
    };
    let block = |row: &Row| headings.iter().zip(row).filter(has_text).map(line).collect();
    rows.iter().map(block).collect::<Vec<String>>().join("\n")
}

/// Wraps the texts of a row to the widths of their columns, and continues the row below itself.
fn continued(row: &Row, widths: &[usize]) -> Vec<Row> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|((_, text), &width)| wrap(text, width)).collect();
    let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |place: usize| -> Row {
        let texts = cells.iter().map(|cell| cell.get(place).cloned().unwrap_or_default());
        row.iter().map(|(style, _)| *style).zip(texts).collect()
    };
    (0..lines).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::WIN;
    use super::*;
    use anstream::adapter::strip_str;

    #[test]
    fn a_long_text_continues_below_itself() {
        let row = vec![(PLAIN, "a".to_owned()), (WIN, "bc de fgh".to_owned())];
        let lines = continued(&row, &[1, 5]);
        let texts: Vec<[&str; 2]> = lines.iter().map(|row| [&*row[0].1, &row[1].1]).collect();
        assert_eq!(texts, [["a", "bc de"], ["", "fgh"]]);
    }

    #[test]
    fn a_row_too_wide_becomes_a_block_of_lines() {
        let rows = [["layer", "won", ""], ["7", "16", ""], ["8", "", ""]];
        let rows = rows.map(|row| row.map(|text| (PLAIN, text.to_owned())).to_vec());
        assert_eq!(records(&rows), "layer  7\nwon    16\n\nlayer  8\n");
    }

    #[test]
    fn no_column_becomes_narrower_than_a_word_or_a_number_with_its_unit() {
        let rows = [["slide phase", "forced by"], ["58+points", "49.6 %"]];
        let rows = rows.map(|row| row.map(|text| (PLAIN, text.to_owned())).to_vec());
        assert_eq!(least_widths("lr", &rows), [9, 6]);
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
