//! `teeko puzzles`: positions in which exactly one move wins or, in games for points, scores the
//! most.

use std::path::PathBuf;

use clap::Args;
use teeko::analysis::{PuzzleFilter, PuzzlePhase};
use teeko::pages::{Answers, puzzles_html};
use teeko::questions::PuzzlesQuestion;
use teeko::rules::PIECES;
use teeko::{PuzzleError, Reading};

use crate::arguments::{SourceArguments, VariantArgument};
use crate::exit::{Exit, Failure};
use crate::output_file::OutputFile;
use crate::progress_line::ProgressLine;
use crate::suggestions::{number, one_of};
use crate::{output, render};

/// Tables that take at most this many bytes when decoded completely are decoded so.
const LITTLE_MEMORY: u64 = 2_000_000_000;

/// Find positions in which exactly one move wins, or scores the most points
///
/// Black is to move in every puzzle. Positions are chosen at random, one of each symmetric set. No
/// other move wins, not even later. The solution is one line of perfect play. In it, Red loses as
/// late as possible and, among equally good moves, prefers one that threatens a goal.
///
/// In games for points, exactly one move scores the most points that Black can force. The distance
/// is the number of plies in which Black can force at least that many points. The solution may be
/// shorter: Red rather loses sooner than gives away more points. If pieces have numbers, the seed
/// also chooses the numbers.
// Each of them is an independent switch.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko puzzles -v advanced --dtw 7 --unique --limit 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    /// Distance to the win in plies: odd, since Black makes the last one (unless goals have empty
    /// circles). In games for points, the plies within which Black forces the points
    #[arg(long, value_name = "N", default_value = "5", value_parser = distance)]
    dtw: u32,

    /// In games for points, only puzzles in which Black scores N points, as in -v 44-ssss+pips
    /// --dtw 3 --score 8
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=u8::MAX.into()))]
    score: Option<u8>,

    /// Phase of the game; in the drop phase only positions in which Black chooses the circle
    #[arg(long, value_name = "PHASE", default_value = "slide", value_parser = one_of(PHASES))]
    phase: PuzzlePhase,

    /// Only puzzles in which Black has exactly one fastest move at each turn of the solution
    #[arg(long)]
    unique: bool,

    /// Number of puzzles to find at most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = number::<u32>(1..=u32::MAX.into())
    )]
    limit: u32,

    /// Seed of the random choice: the same seed gives the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Print one line per puzzle: position, tab, solution
    #[arg(long, conflicts_with = "json")]
    lines: bool,

    /// Where to print the solutions
    #[arg(
        long,
        value_name = "WHERE",
        default_value = "apart",
        value_parser = one_of(ANSWERS),
        conflicts_with_all = ["lines", "json"]
    )]
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

/// The phases of puzzles.
const PHASES: [(&str, &str, PuzzlePhase); 2] = [
    ("drop", "Some pieces are still to be dropped", PuzzlePhase::Drop),
    ("slide", "All pieces are on the board", PuzzlePhase::Slide),
];

/// Where to print the solutions.
const ANSWERS: [(&str, &str, Answers); 3] = [
    ("below", "Below each puzzle", Answers::Below),
    ("apart", "At the end; on paper, on a separate page", Answers::Apart),
    ("none", "Nowhere", Answers::None),
];

/// Parses a distance. Whether it must be odd depends on the rules.
fn distance(text: &str) -> Result<u32, String> {
    let distance = text.parse().ok().filter(|&distance| distance > 0);
    distance.ok_or_else(|| PuzzleError::DISTANCES.to_owned())
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let html = OutputFile::of_option("--html", self.html.as_deref(), "html", self.force)?;
        let pool = self.source.solving.pool()?;
        let named = self.variant.load()?;
        let Self { phase, dtw: distance, unique, score, .. } = *self;
        let filter = PuzzleFilter { phase, distance, unique, score };
        let question = PuzzlesQuestion { filter, limit: self.limit, seed: self.seed };
        question.check(&named)?;
        let reading = Reading::WholeWithin(LITTLE_MEMORY);
        let game = self.source.game(&named, Some((&pool, reading)))?;
        let line = ProgressLine::new();
        let show = |progress| line.share(game.name(), "positions looked at", progress);
        let sheet = pool.install(|| question.answer(&game, &show))?;
        let deepest = if sheet.puzzles.is_empty() && !self.json && !self.lines {
            let layers = pool.install(|| game.survey(1, &show))?;
            let is_slide = phase == PuzzlePhase::Slide;
            let of_phase = layers.iter().filter(|survey| (survey.layer == 2 * PIECES) == is_slide);
            of_phase.map(|survey| survey.deepest_wins.distance).max()
        } else {
            None
        };
        line.done();
        let (name, answers) = (game.name(), self.answers);
        let title = named.name().common_name();
        let title = title.map_or_else(|| name.to_owned(), |common| format!("{name} ({common})"));
        if let Some(file) = html {
            file.write(puzzles_html(&title, named.rules(), &sheet, answers).as_bytes())?;
        }
        let text = || {
            if self.lines {
                render::puzzles::lines(&sheet)
            } else {
                render::puzzles::text(&title, named.rules(), &sheet, self.limit, answers, deepest)
            }
        };
        output::print_result(self.json, || &sheet, text)
    }
}
