//! Puzzles as diagrams and as lines.

use teeko::pages::Answers;
use teeko::questions::{Puzzle, Puzzles};
use teeko::rules::notation::circle_form;
use teeko::rules::{Rules, Scoring};
use teeko::words::plies;

use super::board::diagram;
use super::notation::named;
use super::style::{HEADING, paragraph, styled};

/// Renders the task, a diagram for each puzzle, and the solutions if they are wanted. A note says
/// if there are fewer than `limit`; without puzzles, `deepest` is the longest win of the phase, in
/// plies.
pub(crate) fn text(
    variant: &str,
    rules: &Rules,
    sheet: &Puzzles,
    limit: u32,
    answers: Answers,
    deepest: Option<u32>,
) -> String {
    let board = rules.board();
    let mut text = paragraph(&format!("{variant}: {}", sheet.task(rules.scoring())));
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        let heading = styled(HEADING, &format!("{number}."));
        let position = named(board, circle_form(&puzzle.position));
        text.extend(["\n", &heading, " ", &puzzle.points(), &position, "\n"]);
        text += &diagram(rules, &puzzle.position);
        if answers == Answers::Below {
            text += &paragraph(&format!("Solution: {}", named(board, puzzle.solution())));
        }
    }
    if answers == Answers::Apart && !sheet.puzzles.is_empty() {
        text.extend(["\n", &styled(HEADING, "Solutions"), "\n"]);
        for (number, puzzle) in (1..).zip(&sheet.puzzles) {
            text += &paragraph(&format!("{number}. {}", named(board, puzzle.solution())));
        }
    }
    if sheet.puzzles.len() < limit as usize {
        let phase = sheet.phase.name();
        let longest = deepest.map(|deepest| {
            format!(" The longest win in the {phase} phase takes {}.", plies(deepest))
        });
        let shortage = shortage(rules.scoring(), sheet.puzzles.is_empty()).to_owned();
        text.push('\n');
        text += &paragraph(&(shortage + &longest.unwrap_or_default()));
    }
    text
}

/// Returns the note printed when fewer puzzles were found than asked for. In each position with
/// numbered pieces, a seed picks one arrangement of the numbers.
fn shortage(scoring: Scoring, is_empty: bool) -> &'static str {
    match (is_empty, scoring) {
        (true, Scoring::Pips) => {
            "There is no such position with the numbers of this seed; try another seed."
        }
        (false, Scoring::Pips) => {
            "There are no others with the numbers of this seed; try another seed."
        }
        (true, _) => "There is no such position.",
        (false, _) => "There are no others.",
    }
}

/// Renders one line per puzzle: the position, a tab, the solution.
pub(crate) fn lines(sheet: &Puzzles) -> String {
    let line =
        |puzzle: &Puzzle| format!("{}\t{}\n", circle_form(&puzzle.position), puzzle.solution());
    sheet.puzzles.iter().map(line).collect()
}
