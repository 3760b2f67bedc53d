//! The text of puzzles.

use std::slice;

use teeko::answers::{Puzzle, Puzzles};
use teeko::questions::{PuzzlePhase, PuzzlesQuestion};
use teeko::rules::notation::circle_form;
use teeko::rules::{Scoring, Wdl};
use teeko::surfaces::reasons::Reason;
use teeko::surfaces::words::{plies, points};
use teeko::{Board, Game, Oracle, Outcome};

use crate::render::{HEADING, diagram, named, paragraph, play_command, styled};

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
    let rules = game.rules();
    let board = game.board();
    let mut text = paragraph(&format!("{title}: {}", sheet.task(rules.scoring())));
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        let heading = styled(HEADING, &format!("{number}."));
        let position = named(board, &puzzle.position.position);
        text.extend(["\n", &heading, " ", &points_before(puzzle), &position, "\n"]);
        text += &diagram(rules, &puzzle.position);
        if answers == Answers::Below {
            text += &paragraph(&format!("Solution: {}", solution(game, puzzle)));
        }
    }
    if answers == Answers::Apart && !sheet.puzzles.is_empty() {
        text += &solutions(game, sheet);
    }
    if sheet.puzzles.len() < question.limit as usize {
        text.push('\n');
        text += &paragraph(&shortage(game, sheet));
    }
    if let Some(first) = sheet.puzzles.first() {
        let next = play_command(game.name(), board, &first.position);
        text.extend(["\nTo play the first one:\n  ", &next, "\n"]);
    }
    text
}

/// Renders the solutions of all puzzles below a heading.
fn solutions(game: &Game, sheet: &Puzzles) -> String {
    let mut text = format!("\n{}\n", styled(HEADING, "Solutions"));
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        let solution = solution(game, puzzle);
        text += &paragraph(&format!("{number}. {solution}"));
    }
    text
}

/// Returns the line of a solution, and why its first move is good.
fn solution(game: &Game, puzzle: &Puzzle) -> String {
    let line = named(game.board(), &puzzle.line);
    match reason(game.board(), puzzle) {
        Some(reason) => format!("{line}. {reason}."),
        None => line,
    }
}

/// Says why the first move of a solution is good, if it is explained and not quiet.
fn reason(board: Board, puzzle: &Puzzle) -> Option<String> {
    Reason::of_solution(puzzle)?.sentence(&|it| named(board, it))
}

/// Returns the points to score, for the text before the position of a puzzle: `8 points: `. Empty
/// in games that are not for points.
fn points_before(puzzle: &Puzzle) -> String {
    match puzzle.score {
        Some(score) => format!("{}: ", points(score)),
        None => String::new(),
    }
}

/// Returns the note printed when fewer puzzles were found than asked for. If there are none, it
/// also says how long the longest win of the phase is.
fn shortage(game: &Game, sheet: &Puzzles) -> String {
    // In each position with numbered pieces, a seed picks one arrangement of the numbers.
    let has_numbers = game.rules().scoring() == Scoring::Pips;
    let is_empty = sheet.puzzles.is_empty();
    let note = match (is_empty, has_numbers) {
        (true, true) => {
            "There is no such position with the numbers of this seed; try another seed."
        }
        (false, true) => "There are no others with the numbers of this seed; try another seed.",
        (true, false) => "There is no such position.",
        (false, false) => "There are no others.",
    };
    if !is_empty {
        return note.to_owned();
    }
    let phase = sheet.phase.name();
    let longest = plies(longest_win(game, sheet.phase));
    format!("{note} The longest win in the {phase} phase takes {longest}.")
}

/// Returns the plies of the longest win of a phase, 0 if there is none.
fn longest_win(game: &Game, phase: PuzzlePhase) -> u32 {
    let census = game.census();
    let layers = match phase {
        PuzzlePhase::Slide => slice::from_ref(census.slide()),
        PuzzlePhase::Drop => census.drops(),
    };
    let wins = layers.iter().filter_map(|layer| layer.longest(Wdl::Win));
    wins.filter_map(Outcome::distance).max().unwrap_or(0)
}

/// Renders one line per puzzle: the position, a tab, the solution.
pub(super) fn lines(sheet: &Puzzles) -> String {
    let mut lines = Vec::new();
    for puzzle in &sheet.puzzles {
        let position = circle_form(&puzzle.position);
        lines.push(format!("{position}\t{}\n", puzzle.solution()));
    }
    lines.concat()
}
