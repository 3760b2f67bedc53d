//! `teeko export`: positions and their values as files for other programs.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use teeko::documents::Export;
use teeko::export::{
    Column, Columns, Condition, ExportError, FORMATS, Format, Layers, Output, Positions, Request,
    Selection, format_of, text_formats,
};
use teeko::work::Progress;
use teeko::{Error, RulesName, check_memory, load};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::output_file::{ContentsError, OutputFile};
use crate::progress_line::ProgressLine;
use crate::suggestions::{columns, formats, layers, rules_name};
use crate::{output, render};

/// Write positions and what they are worth to a file for other programs
///
/// Rows are in the order of the public index: layers ascending (a layer is all positions with the
/// same number of pieces on the board), slots within them. Each row stands for a position and all
/// its symmetric images, unless --all-positions is given. In layer 8, the slide phase, values are
/// the same whichever side is to move; rows there have Black to move, and stand for the same
/// position with colours exchanged and Red to move, with --all-positions as well. Positions in
/// which the side to move has a goal already are left out.
///
/// Columns are position (in rows form), black and red (circles as bits of a number, circle 1 the
/// lowest), layer, turn, outcome and dtw (in plies, none in a draw), both for the side to move,
/// score (its points: in games for points, where dtw is the distance to at least so many; else 1, 0
/// or -1), slot, and orbit_size: how many positions symmetry makes equal, so that its sums over
/// rows without --all-positions are the counts of stats.
///
/// In npy turn is 0 for Black and 1 for Red, outcome 1 for a win, 0 for a draw and -1 for a loss,
/// and dtw -1 in a draw. In sqlite the table positions has the key (black, red), and the table meta
/// the rules and the content hashes of the tables, as the metadata of parquet has.
// Each of them is a switch of its own, and help shows no backticks.
#[allow(clippy::struct_excessive_bools, clippy::doc_markdown)]
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  teeko export --to csv -v advanced --where 'outcome=win,dtw>=31' -o -"
)]
pub(crate) struct Arguments {
    /// Variant to export
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss", value_parser = rules_name(), hide_possible_values = true)]
    variant: RulesName,

    /// Kind of file [default: what its name ends in, such as .csv, .jsonl.zst, .parquet or .sqlite]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<&'static dyn Format>,

    #[arg(short, long, value_name = "PATH", help = output_help())]
    output: PathBuf,

    /// Layer: a number of pieces from 0 to 8, slide (8), drop (0 to 7) or all
    #[arg(long, value_name = "LAYER", default_value = "all", value_parser = layers(), hide_possible_values = true)]
    layer: Layers,

    /// One row for each set of symmetric positions; so it is unless --all-positions is given
    #[arg(long, conflicts_with = "all_positions")]
    orbits: bool,

    /// One row for each position
    #[arg(long)]
    all_positions: bool,

    /// Only rows that satisfy all of these, such as outcome=win,dtw>=20; of outcome, turn, layer,
    /// score, dtw, slot
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<Condition>,

    #[arg(long, value_name = "COLUMN,…", value_parser = columns(), hide_possible_values = true, help = columns_help())]
    columns: Option<Columns>,

    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,

    /// Print one JSON value about the file instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

/// The help of `--output`.
fn output_help() -> String {
    format!(
        "File to write, or - for standard output; {} are compressed if it ends in .zst",
        text_formats()
    )
}

/// The help of `--columns`: the usual columns of each format.
fn columns_help() -> String {
    let mut usual: Vec<(Columns, Vec<&str>)> = Vec::new();
    for format in FORMATS.into_iter().filter(|format| !format.columns().is_empty()) {
        let columns = Columns::from(format.columns());
        match usual.iter_mut().find(|(others, _)| *others == columns) {
            Some((_, names)) => names.push(format.name()),
            None => usual.push((columns, vec![format.name()])),
        }
    }
    let of_formats =
        |(columns, names): (Columns, Vec<&str>)| format!("{columns} for {}", names.join(" and "));
    let usual: Vec<String> = usual.into_iter().map(of_formats).collect();
    let score = Column::Score.name();
    format!(
        "Columns in this order [default: {}; in games for points {score} after {}]",
        usual.join("; "),
        Column::Outcome.name()
    )
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        let (format, is_compressed) = format_of(self.to, &self.output).map_err(Error::from)?;
        let positions = if self.all_positions { Positions::All } else { Positions::Orbits };
        let condition = self.condition.clone().unwrap_or_default();
        let selection = Selection { layers: self.layer.0.clone(), positions, condition };
        let request = Request { format, is_compressed, selection, columns: self.columns.clone() };
        let named = load(&self.variant)?;
        let to_stdout = self.output.as_os_str() == "-";
        request.check(&named.to_string(), named.rules(), to_stdout).map_err(Error::from)?;
        if to_stdout && self.json {
            return Err(Failure::usage(
                "--json: standard output has the rows themselves; name a file with -o",
            ));
        }
        if to_stdout && !format.is_text() && io::stdout().is_terminal() {
            return Err(Failure::usage(
                "-o -: a terminal cannot show this format; name a file, or use a pipe",
            ));
        }
        let file =
            if to_stdout { None } else { Some(OutputFile::create(&self.output, self.force)?) };
        let pool = self.source.pool(quiet)?;
        let game = self.source.game(&named, Some(&pool), quiet)?;
        check_memory(game.name(), request.memory(named.rules()))?;
        let line = ProgressLine::new(quiet || file.is_none());
        let show = |progress: Progress| line.share(game.name(), "positions exported", progress);
        let Some(file) = file else {
            let mut stdout = io::stdout();
            let exported =
                pool.install(|| game.export(&request, Output::Stream(&mut stdout), &show));
            return match exported.and_then(|_| Ok(stdout.flush()?)) {
                // A reader that has closed the pipe has all it wants.
                Err(ExportError::Write(cause)) if cause.kind() == ErrorKind::BrokenPipe => {
                    Ok(Exit::Success)
                }
                Err(ExportError::Write(cause)) => {
                    Err(Failure::system("cannot write to standard output")(cause))
                }
                Err(error) => Err(Error::from(error).into()),
                Ok(()) => Ok(Exit::Success),
            };
        };
        let mut rows = 0;
        let bytes = file.write_with(|new, interrupts| {
            let observe = |progress| {
                show(progress)?;
                interrupts.go_on()
            };
            let output = Output::File(new.file(), new.path());
            rows = pool.install(|| game.export(&request, output, &observe)).map_err(|error| {
                match error {
                    ExportError::Write(cause) => ContentsError::Write(cause),
                    error => ContentsError::Other(Error::from(error).into()),
                }
            })?;
            Ok(())
        })?;
        let written = Export::new(
            game.name(),
            format.name(),
            &self.output.display().to_string(),
            rows,
            bytes,
        );
        line.done();
        if self.json {
            output::print_json(&written)?;
        } else {
            output::print(&render::export::text(&written))?;
        }
        Ok(Exit::Success)
    }
}
