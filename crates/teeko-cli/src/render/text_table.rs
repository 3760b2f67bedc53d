//! Aligned text tables.

use std::borrow::Cow;

use anstyle::Style;

use super::style::{HEADING, PLAIN, output_columns, styled, wrap};

/// The least number of columns of a text that is made narrower.
const LEAST: usize = 10;

/// A text table of `N` columns with two spaces between them.
pub(super) struct TextTable<const N: usize> {
    /// For each column `l` or `r`: the side on which its texts line up.
    alignments: [u8; N],
    rows: Vec<[(Style, String); N]>,
}

impl<const N: usize> TextTable<N> {
    /// Returns a table with these headings and no rows. The columns are aligned on the left (`l`)
    /// or on the right (`r`).
    pub(super) fn new(alignments: &str, headings: [&str; N]) -> Self {
        Self {
            alignments: alignments.as_bytes().try_into().expect("a letter for each column"),
            rows: vec![headings.map(|heading| (HEADING, heading.to_owned()))],
        }
    }

    /// Makes the widest column of texts narrower if the table does not fit on the terminal, and
    /// returns that column.
    fn narrow(&self, widths: &mut [usize; N]) -> Option<usize> {
        let excess = (widths.iter().sum::<usize>() + 2 * (N - 1))
            .checked_sub(output_columns()?)
            .filter(|&excess| excess > 0)?;
        let texts = (0..N).filter(|&column| self.alignments[column] == b'l');
        let widest = texts.max_by_key(|&column| widths[column])?;
        widths[widest] = widths[widest].saturating_sub(excess).max(LEAST);
        Some(widest)
    }

    pub(super) fn push(&mut self, row: [(Style, String); N]) {
        self.rows.push(row);
    }

    /// Adds a row without styles.
    pub(super) fn push_plain(&mut self, row: [String; N]) {
        self.push(row.map(|text| (PLAIN, text)));
    }

    /// Returns the lines of the table.
    pub(super) fn render(&self) -> String {
        let length = |text: &str| text.chars().count();
        let mut widths: [usize; N] = std::array::from_fn(|column| {
            self.rows.iter().map(|row| length(&row[column].1)).max().unwrap_or(0)
        });
        let rows = match self.narrow(&mut widths) {
            None => Cow::Borrowed(&self.rows),
            Some(column) => {
                let wrapped = |row| continued(row, column, widths[column]);
                Cow::Owned(self.rows.iter().flat_map(wrapped).collect())
            }
        };
        let mut lines = String::new();
        for row in rows.iter() {
            let mut line = String::new();
            let mut gap = 0;
            let columns = row.iter().zip(self.alignments.iter().zip(widths)).enumerate();
            for (column, ((style, text), (alignment, width))) in columns {
                let padding = width.saturating_sub(length(text));
                let (before, after) = if *alignment == b'l' { (0, padding) } else { (padding, 0) };
                // Spaces are added only before another text, so that no line ends with any.
                gap += before + if column > 0 { 2 } else { 0 };
                if !text.is_empty() {
                    line += &" ".repeat(gap);
                    line += &styled(*style, text);
                    gap = 0;
                }
                gap += after;
            }
            lines += &line;
            lines.push('\n');
        }
        lines
    }
}

/// Wraps the text of one column, and continues the row on as many lines as that takes.
fn continued<const N: usize>(
    row: &[(Style, String); N],
    column: usize,
    width: usize,
) -> impl Iterator<Item = [(Style, String); N]> {
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
        let row = [(PLAIN, "a".to_owned()), (WIN, "bc de fgh".to_owned())];
        let lines: Vec<_> = continued(&row, 1, 5).collect();
        let texts: Vec<[&str; 2]> = lines.iter().map(|[a, b]| [a.1.as_str(), &b.1]).collect();
        assert_eq!(texts, [["a", "bc de"], ["", "fgh"]]);
    }

    #[test]
    fn columns_line_up_and_no_line_ends_in_spaces() {
        let mut table = TextTable::new("lrl", ["name", "plies", "note"]);
        table.push([(PLAIN, "a".to_owned()), (WIN, "7".to_owned()), (PLAIN, String::new())]);
        table.push_plain(["abcdé".to_owned(), String::new(), "x".to_owned()]);
        let coloured = table.render();
        let expected = "name   plies  note\na          7\nabcdé         x\n";
        assert_eq!(strip_str(&coloured).to_string(), expected);
        assert!(coloured.contains("\u{1b}[32m7\u{1b}[0m"), "{coloured:?}");
        assert!(coloured.contains("\na          "), "plain text has no codes: {coloured:?}");
    }
}
