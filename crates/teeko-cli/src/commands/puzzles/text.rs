//! The text of puzzles.

use std::slice;

use teeko::answers::{Puzzle, Puzzles};
use teeko::questions::{PuzzlePhase, PuzzlesQuestion};
use teeko::rules::notation::circle_form;
use teeko::rules::{Scoring, Wdl};
use teeko::surfaces::words::{plies, points};
use teeko::{Game, Oracle};

use crate::render::play_command;
use crate::render::{HEADING, diagram, named, paragraph, styled};

/// The place of the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answers {
    /// Below each puzzle.
    Below,
    /// At the end.
    Apart,
    /// Nowhere.
    None,
}

/// Renders the task, a diagram for each puzzle, and the solutions if they are wanted. A note
/// says if there are fewer puzzles than asked for, and if there are none, how long the longest
/// win of the phase is.
pub(super) fn render(
    title: &str,
    game: &Game,
    question: &PuzzlesQuestion,
    sheet: &Puzzles,
    answers: Answers,
) -> String {
    let (rules, board) = (game.rules(), game.board());
    let mut text = paragraph(&format!("{title}: {}", sheet.task(rules.scoring())));
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        let heading = styled(HEADING, &format!("{number}."));
        let position = named(board, circle_form(&puzzle.position));
        text.extend(["\n", &heading, " ", &points_before(puzzle), &position, "\n"]);
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
    if sheet.puzzles.len() < question.limit as usize {
        let mut shortage = shortage(rules.scoring(), sheet.puzzles.is_empty()).to_owned();
        if sheet.puzzles.is_empty() {
            let (census, phase) = (game.census(), sheet.phase);
            let layers = match phase {
                PuzzlePhase::Slide => slice::from_ref(census.slide()),
                PuzzlePhase::Drop => census.drops(),
            };
            let wins = layers
                .iter()
                .filter_map(|layer| layer.longest(Wdl::Win)?.distance());
            let longest = plies(wins.max().unwrap_or(0));
            let phase = phase.name();
            shortage.extend([
                " The longest win in the ",
                phase,
                " phase takes ",
                &longest,
                ".",
            ]);
        }
        text.push('\n');
        text += &paragraph(&shortage);
    }
    if let Some(first) = sheet.puzzles.first() {
        let next = play_command(game.name(), board, &first.position);
        text.extend(["\nTo play the first one:\n  ", &next, "\n"]);
    }
    text
}

/// Returns the points to score, for the text before the position of a puzzle: `8 points: `. Empty
/// in games that are not for points.
fn points_before(puzzle: &Puzzle) -> String {
    match puzzle.score {
        Some(score) => format!("{}: ", points(score)),
        None => String::new(),
    }
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
pub(super) fn lines(sheet: &Puzzles) -> String {
    let line =
        |puzzle: &Puzzle| format!("{}\t{}\n", circle_form(&puzzle.position), puzzle.solution());
    sheet.puzzles.iter().map(line).collect()
}
