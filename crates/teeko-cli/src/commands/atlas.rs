//! `teeko atlas`: reports on a whole family of rule sets.

mod text;

use std::path::{Path, PathBuf};

use clap::Args;
use teeko::Board;
use teeko::answers::Atlas;
use teeko::questions::AtlasQuestion;
use teeko::rules::Scoring;
use teeko::surfaces::json_line;
use teeko::surfaces::pages::atlas_html;

use super::asking::read;
use crate::exit::{Exit, Failure};
use crate::output_file::{OutputFile, extension};
use crate::progress_line::with_lines;
use crate::question_options::QuestionOptions;
use crate::source_arguments::SolvingArguments;
use crate::{output, threads};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  teeko atlas --goals 44,58 --board 4x4 -o atlas.html -o atlas.json"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionOptions<AtlasQuestion>,

    /// Write the whole report to this file, .html or .json; may be given several times
    #[arg(short, long = "output", value_name = "FILE")]
    outputs: Vec<PathBuf>,

    /// Overwrite those files if they exist
    #[arg(long, requires = "outputs")]
    force: bool,

    /// Print one JSON value instead of tables
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

type Render = fn(&Atlas) -> String;

fn format_of(path: &Path) -> Result<Render, Failure> {
    match extension(path).unwrap_or_default().as_str() {
        "html" => Ok(atlas_html),
        "json" => Ok(json_line::<Atlas>),
        _ => Err(Failure::usage(format!(
            "-o {}: expected a name that ends in .html or .json",
            path.display()
        ))),
    }
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let question = read(&self.question.0, &[])?;
        check_points(&question)?;
        let mut formats = Vec::new();
        for path in &self.outputs {
            formats.push(format_of(path)?);
        }
        let files = OutputFile::check_all(&self.outputs, self.force)?;
        threads::start(self.solving.threads)?;
        let atlas = with_lines("slide and drop phases", |show| question.solve(show))?;
        for (file, render) in files.into_iter().zip(formats) {
            file.write(render(&atlas).as_bytes())?;
        }
        output::print_result(self.json, &atlas, || text::render(&atlas))
    }
}

/// Checks that values in points, if wanted, exist for at least one goal set.
fn check_points(question: &AtlasQuestion) -> Result<(), Failure> {
    let board = question.board.unwrap_or(Board::STANDARD);
    let sets = question.goal_sets();
    let mut priced = sets
        .iter()
        .filter(|goals| goals.scored_on(board, Scoring::Points).is_some());
    if !question.points || priced.next().is_some() {
        return Ok(());
    }
    let names: Vec<&str> = sets.iter().map(|goals| goals.name()).collect();
    Err(Failure::usage(format!(
        "--points: expected a goal set whose shapes all have prices on a {board} board, such as \
         44, found {}",
        names.join(", ")
    )))
}
