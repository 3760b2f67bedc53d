//! Aligned text tables.

use anstyle::Style;

use super::style::{HEADING, styled};

/// The side on which the texts of a column line up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    Left,
    Right,
}

/// A text table of `N` columns with two spaces between them.
pub(super) struct TextTable<const N: usize> {
    alignments: [Align; N],
    rows: Vec<[(Style, String); N]>,
}

impl<const N: usize> TextTable<N> {
    /// Returns a table with these headings and no rows.
    pub(super) fn new(columns: [(&str, Align); N]) -> Self {
        Self {
            alignments: columns.map(|(_, alignment)| alignment),
            rows: vec![columns.map(|(heading, _)| (HEADING, heading.to_owned()))],
        }
    }

    pub(super) fn push(&mut self, row: [(Style, String); N]) {
        self.rows.push(row);
    }

    /// Returns the lines of the table.
    pub(super) fn render(&self) -> String {
        let length = |text: &str| text.chars().count();
        let widths: [usize; N] = std::array::from_fn(|column| {
            self.rows.iter().map(|row| length(&row[column].1)).max().unwrap_or(0)
        });
        let mut lines = String::new();
        for row in &self.rows {
            let mut line = String::new();
            let mut gap = 0;
            let columns = row.iter().zip(self.alignments.iter().zip(widths)).enumerate();
            for (column, ((style, text), (alignment, width))) in columns {
                let padding = width - length(text);
                let (before, after) =
                    if *alignment == Align::Left { (0, padding) } else { (padding, 0) };
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

#[cfg(test)]
mod tests {
    use super::super::style::{PLAIN, WIN};
    use super::*;
    use anstream::adapter::strip_str;

    #[test]
    fn columns_line_up_and_no_line_ends_in_spaces() {
        let mut table =
            TextTable::new([("name", Align::Left), ("plies", Align::Right), ("note", Align::Left)]);
        table.push([(PLAIN, "a".to_owned()), (WIN, "7".to_owned()), (PLAIN, String::new())]);
        table.push([(PLAIN, "abcdé".to_owned()), (PLAIN, String::new()), (PLAIN, "x".to_owned())]);
        let coloured = table.render();
        let expected = "name   plies  note\na          7\nabcdé         x\n";
        assert_eq!(strip_str(&coloured).to_string(), expected);
        assert!(coloured.contains("\u{1b}[32m7\u{1b}[0m"), "{coloured:?}");
        assert!(coloured.contains("\na          "), "plain text has no codes: {coloured:?}");
    }
}
