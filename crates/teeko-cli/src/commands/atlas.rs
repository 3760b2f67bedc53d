//! `teeko atlas`: reports on a whole family of rule sets.

use std::path::{Path, PathBuf};

use clap::Args;
use teeko::analysis::atlas::{Atlas, Family};
use teeko::answers::json_line;
use teeko::pages::atlas_html;
use teeko::questions::{self, AtlasQuestion, with_defaults};
use teeko::rules::{Board, DropPlan, GoalSet, NamedStep, Scoring};

use crate::arguments::SolvingArguments;
use crate::exit::{Exit, Failure};
use crate::output_file::{OutputFile, extension};
use crate::progress_line::ProgressLine;
use crate::suggestions::one_of;
use crate::{output, render};

/// Solve a family of rule sets, report on each, and compare them
///
/// A family is every combination of some goal sets, drop plans, steps and centre bans on one board.
/// The default has 384 rule sets: the six goal sets with squares, all plans, king and knight steps,
/// with and without the centre ban, on the standard board. For each rule set the report has the
/// value of the game, the value of each first drop, the counts of positions by outcome, and the
/// longest win. If one goal set contains another, the report also counts the positions whose
/// outcome differs between the two.
///
/// Standard output gets tables of the values, of the counts of the slide phases, and of the
/// differences. --output writes the whole report to files, each in the format of its extension.
/// --format prints the whole report instead of the tables.
// Each of them is an independent switch.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  teeko atlas --goals 44,58 --board 4x4 -o atlas.html -o atlas.json"
)]
pub(crate) struct Arguments {
    /// Goal sets, separated by commas, such as 44,58 [default: the six from 44 to 78]
    #[arg(long, value_name = "GOALS", value_delimiter = ',')]
    goals: Vec<GoalSet>,

    /// Drop plans, separated by commas, such as ssss,sppp [default: all sixteen]
    #[arg(long, value_name = "PLANS", value_delimiter = ',')]
    plans: Vec<DropPlan>,

    /// Board, from 4x4 to 8x8
    #[arg(long, value_name = "WxH", default_value_t = Board::STANDARD)]
    board: Board,

    /// Steps, separated by commas, such as king,orthogonal; `teeko variants` lists them [default:
    /// king,knight]
    #[arg(long, value_name = "STEPS", value_delimiter = ',')]
    steps: Vec<NamedStep>,

    /// Whether Black is banned from opening in the centre [default: both, if there is a centre]
    #[arg(long, value_name = "WHICH", value_parser = one_of(CENTRE_BANS))]
    no_centre: Option<&'static [bool]>,

    /// Also report the value of each rule set when played for points, if all its goals have prices,
    /// as in 28, 44 and, on 5x5, 58
    #[arg(long)]
    points: bool,

    /// Report on the sixteen variants that `teeko variants` lists, and no others
    #[arg(long, conflicts_with_all = ["goals", "plans", "board", "steps", "no_centre"])]
    sixteen: bool,

    /// Write the whole report to this file, .html or .json; may be given several times
    #[arg(short, long = "output", value_name = "FILE")]
    outputs: Vec<PathBuf>,

    /// Overwrite those files if they exist
    #[arg(long, requires = "outputs")]
    force: bool,

    /// Print the whole report in this format instead of tables
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS), conflicts_with = "json")]
    format: Option<Render>,

    /// Print one JSON value, as --format json does
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

/// Which rule sets to include: with the centre ban, without it, or both.
const CENTRE_BANS: [(&str, &str, &[bool]); 3] = [
    ("yes", "Only rule sets with the ban", &[true]),
    ("no", "Only rule sets without the ban", &[false]),
    ("both", "Both", &[false, true]),
];

/// Renders a report.
type Render = fn(&Atlas) -> String;

/// The formats of a report.
const FORMATS: [(&str, &str, Render); 2] = [
    ("html", "One self-contained page for a browser", atlas_html),
    ("json", "One JSON value", atlas_json),
];

fn atlas_json(atlas: &Atlas) -> String {
    json_line(&questions::Atlas::new(atlas))
}

/// Returns the format that the file name ends in.
fn format_of(path: &Path) -> Result<Render, Failure> {
    match extension(path).unwrap_or_default().as_str() {
        "html" => Ok(atlas_html),
        "json" => Ok(atlas_json),
        _ => Err(Failure::usage(format!(
            "-o {}: expected a name that ends in .html or .json",
            path.display()
        ))),
    }
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let family = with_defaults(Family {
            board: self.board,
            goals: self.goals.clone(),
            plans: self.plans.clone(),
            steps: self.steps.clone(),
            no_centre: self.no_centre.unwrap_or_default().to_vec(),
        });
        let family = if self.sixteen { Family::sixteen() } else { family };
        self.check_points(&family)?;
        let question = AtlasQuestion { family, points: self.points };
        let formats: Vec<Render> =
            self.outputs.iter().map(|path| format_of(path)).collect::<Result<_, _>>()?;
        let files = OutputFile::create_all(&self.outputs, self.force)?;
        let pool = self.solving.pool()?;
        let line = ProgressLine::new();
        let atlas = pool.install(|| question.answer(&|step| line.atlas(step)))?;
        line.done();
        for (file, render) in files.into_iter().zip(formats) {
            file.write(render(&atlas).as_bytes())?;
        }
        let render = match self.format {
            Some(render) => render,
            None if self.json => atlas_json,
            None => render::atlas::text,
        };
        output::print(&render(&atlas))?;
        Ok(Exit::Success)
    }

    /// Checks that values in points, if wanted, exist for at least one goal set.
    fn check_points(&self, family: &Family) -> Result<(), Failure> {
        let board = family.board;
        let has_prices = |goals: &GoalSet| goals.scored_on(board, Scoring::Points).is_some();
        if !self.points || family.goals.iter().any(has_prices) {
            return Ok(());
        }
        let goals: Vec<&str> = family.goals.iter().map(|goals| goals.name()).collect();
        Err(Failure::usage(format!(
            "--points: expected a goal set whose shapes all have prices on a {board} board, such \
             as 44, found {}",
            goals.join(", ")
        )))
    }
}
