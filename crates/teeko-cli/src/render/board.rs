//! Diagrams of positions.

use anstyle::{AnsiColor, Style};
use teeko::rules::notation::Notation;
use teeko::rules::{Circle, Circles, Position, Rules, Side};

use super::notation::{chosen, named};
use super::style::{HEADING, styled};

const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const EMPTY: Style = Style::new().dimmed();

/// Renders the board with the number of each circle, files as letters above and ranks at the left.
/// In the other notations, which need no numbers, an empty circle is a dot. In the course's the
/// letters are below, as its program prints them. A piece is a letter after its circle, `b` or `r`,
/// followed by its pips if it has any. The circles of a completed goal are in brackets.
///
/// ```text
///     a     b     c     d     e
/// 5   1     2     3     4     5
/// 4   6     7b    8     9b   10r
/// 3  11    12b   13r   14b   15
/// 2  16    17r   18    19r   20
/// 1  21    22    23    24    25
/// ```
pub(crate) fn diagram(rules: &Rules, position: &Position) -> String {
    let diagram = Diagram::new(rules, position);
    let circles: Vec<Circle> = rules.board().circles().into_iter().collect();
    let width = rules.board().width();
    let files = diagram.files(&circles[..width]);
    let mut ranks = String::new();
    for row in circles.chunks(width) {
        ranks += &diagram.rank(row);
    }
    if diagram.is_course() {
        ranks + &files
    } else {
        files + &ranks
    }
}

/// A position as it is drawn.
struct Diagram<'a> {
    rules: &'a Rules,
    position: &'a Position,
    /// The circles of the side that has completed a goal.
    goal: Circles,
    /// The notation that names the files and ranks at the edges.
    edges: Notation,
}

impl<'a> Diagram<'a> {
    fn new(rules: &'a Rules, position: &'a Position) -> Self {
        let goal = match rules.winner(position) {
            Some(winner) => position.pieces(winner),
            None => Circles::EMPTY,
        };
        let edges = if chosen() == Notation::Course {
            Notation::Course
        } else {
            Notation::Letters
        };
        Self {
            rules,
            position,
            goal,
            edges,
        }
    }

    fn is_course(&self) -> bool {
        self.edges == Notation::Course
    }

    /// Renders the letters of the files, above or below their circles.
    fn files(&self, row: &[Circle]) -> String {
        let between = if self.position.is_numbered() { 6 } else { 5 };
        let letters: Vec<String> = row.iter().map(|&circle| self.edge(circle, 0)).collect();
        format!("    {}\n", letters.join(&" ".repeat(between)))
    }

    /// Renders a row of circles after its rank.
    fn rank(&self, row: &[Circle]) -> String {
        let rank = self.edge(row[0], 1);
        let mark = if self.is_course() { ':' } else { ' ' };
        let cells: Vec<String> = row.iter().map(|&circle| self.cell(circle)).collect();
        let line = format!("{rank}{mark}{}", cells.join(" "));
        format!("{}\n", line.trim_end())
    }

    /// Returns a part of the name of a circle: the letter of its column, at 0, or the digit of its
    /// row, at 1.
    fn edge(&self, circle: Circle, place: usize) -> String {
        let name = self.edges.name(self.rules.board(), circle);
        styled(HEADING, &name[place..=place])
    }

    /// Renders a circle with the piece on it, in brackets if it is a part of a goal.
    fn cell(&self, circle: Circle) -> String {
        let side = self.side_on(circle);
        let style = match side {
            Some(Side::Black) => BLACK,
            Some(Side::Red) => RED,
            None => EMPTY,
        };
        let (name, letter) = self.name_and_letter(circle, side);
        let pips = self.pips(circle, side);
        let (open, close) = if self.goal.contains(circle) {
            ('[', ']')
        } else {
            (' ', ' ')
        };
        let cell = format!("{open}{name:>2}{letter}{pips}{close}");
        cell.replace(cell.trim(), &styled(style, cell.trim()))
    }

    fn side_on(&self, circle: Circle) -> Option<Side> {
        let sides = [Side::Black, Side::Red];
        sides
            .into_iter()
            .find(|&side| self.position.pieces(side).contains(circle))
    }

    /// Returns the name of a circle, and the letter of the piece after it. Where the edges name the
    /// circles already, the piece stands in place of the name.
    fn name_and_letter(&self, circle: Circle, side: Option<Side>) -> (String, char) {
        let letter = side.map(Side::letter);
        if chosen() == Notation::Numbers {
            let name = named(self.rules.board(), &circle);
            (name, letter.unwrap_or(' '))
        } else {
            (letter.unwrap_or('.').to_string(), ' ')
        }
    }

    /// Returns the pips of the piece on a circle. In a game with numbered pieces, a piece without
    /// pips and an empty circle leave room for them.
    fn pips(&self, circle: Circle, side: Option<Side>) -> String {
        let pips = side.and_then(|side| self.position.pips.on(side, circle));
        match pips {
            Some(pips) => pips.to_string(),
            None if self.position.is_numbered() => " ".to_owned(),
            None => String::new(),
        }
    }
}
