//! `teeko puzzles`: positions in which exactly one move wins or, in games for points, scores the
//! most.

use std::path::PathBuf;
use std::slice;

use clap::Args;
use teeko::pages::{Answers, points_before, puzzles_html};
use teeko::questions::{Ask, Asked as _, Puzzle, PuzzlePhase, Puzzles, PuzzlesQuestion, Subject};
use teeko::rules::notation::circle_form;
use teeko::rules::{Scoring, Wdl};
use teeko::words::plies;
use teeko::{Game, Oracle, PositionReader, Reading};

use super::play::play_command;
use crate::arguments::{SourceArguments, VariantArgument};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output_file::OutputFile;
use crate::parsers::one_of;
use crate::progress_line::with_line;
use crate::render::{HEADING, chosen, diagram, named, paragraph, styled, things};

/// Tables that take at most this many bytes when decoded completely are decoded so.
const LITTLE_MEMORY: u64 = 2_000_000_000;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko puzzles -v advanced --dtw 7 --unique --limit 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: Asked<PuzzlesQuestion>,

    /// Print one line per puzzle: position, tab, solution
    #[arg(long, conflicts_with = "json")]
    lines: bool,

    /// Where to print the solutions
    #[arg(long, value_name = "WHERE", default_value = "apart", value_parser = one_of(ANSWERS))]
    #[arg(conflicts_with_all = ["lines", "json"])]
    answers: Answers,

    /// Write the puzzles to this file as a page that you can print from a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Overwrite that file if it exists
    #[arg(long, requires = "html")]
    force: bool,

    /// Print one JSON value instead of diagrams
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

/// Where to print the solutions.
const ANSWERS: [(&str, &str, Answers); 3] = [
    ("below", "Below each puzzle", Answers::Below),
    ("apart", "At the end; on paper, on a separate page", Answers::Apart),
    ("none", "Nowhere", Answers::None),
];

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let html = OutputFile::of_option("--html", self.html.as_deref(), "html", self.force)?;
        let named = self.variant.load()?;
        let question = self.question.0;
        let asked = question.read(&[&PositionReader::new(named.clone())]);
        let asked = asked.map_err(|error| Failure::usage(format!("--{error}")))?;
        let reading = Reading::WholeWithin(LITTLE_MEMORY);
        let game = self.source.game(&named, reading)?;
        let sheet = with_line(game.name(), "positions looked at", |show| {
            asked.answer(&Subject { observe: show, ..Subject::of(slice::from_ref(&game)) })
        })?;
        let (name, rules) = (game.name(), named.rules());
        let title = named.name().common_name();
        let title = title.map_or_else(|| name.to_owned(), |common| format!("{name} ({common})"));
        if let (Some(file), Some(path)) = (html, &self.html) {
            file.write(puzzles_html(&title, rules, &sheet, self.answers, chosen()).as_bytes())?;
            let puzzles = things(sheet.puzzles.len() as u64, "puzzle");
            output::note(&format!("wrote {}, a page with {puzzles}", path.display()));
        }
        output::print_result(self.json, &sheet, || {
            if self.lines { lines(&sheet) } else { self.text(&title, &game, &sheet) }
        })
    }

    /// Renders the task, a diagram for each puzzle, and the solutions if they are wanted. A note
    /// says if there are fewer puzzles than asked for, and if there are none, how long the longest
    /// win of the phase is.
    fn text(&self, title: &str, game: &Game, sheet: &Puzzles) -> String {
        let (rules, board) = (game.rules(), game.board());
        let mut text = paragraph(&format!("{title}: {}", sheet.task(rules.scoring())));
        for (number, puzzle) in (1..).zip(&sheet.puzzles) {
            let heading = styled(HEADING, &format!("{number}."));
            let position = named(board, circle_form(&puzzle.position));
            text.extend(["\n", &heading, " ", &points_before(puzzle), &position, "\n"]);
            text += &diagram(rules, &puzzle.position);
            if self.answers == Answers::Below {
                text += &paragraph(&format!("Solution: {}", named(board, puzzle.solution())));
            }
        }
        if self.answers == Answers::Apart && !sheet.puzzles.is_empty() {
            text.extend(["\n", &styled(HEADING, "Solutions"), "\n"]);
            for (number, puzzle) in (1..).zip(&sheet.puzzles) {
                text += &paragraph(&format!("{number}. {}", named(board, puzzle.solution())));
            }
        }
        if sheet.puzzles.len() < self.question.0.limit as usize {
            let mut shortage = shortage(rules.scoring(), sheet.puzzles.is_empty()).to_owned();
            if sheet.puzzles.is_empty() {
                let (census, phase) = (game.census(), sheet.phase);
                let layers = match phase {
                    PuzzlePhase::Slide => slice::from_ref(census.slide()),
                    PuzzlePhase::Drop => census.drops(),
                };
                let wins = layers.iter().filter_map(|layer| layer.longest(Wdl::Win)?.distance());
                let longest = plies(wins.max().unwrap_or(0));
                shortage +=
                    &format!(" The longest win in the {} phase takes {longest}.", phase.name());
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
fn lines(sheet: &Puzzles) -> String {
    let line =
        |puzzle: &Puzzle| format!("{}\t{}\n", circle_form(&puzzle.position), puzzle.solution());
    sheet.puzzles.iter().map(line).collect()
}
