//! `teeko export`: writes positions and their values to files for other programs.

mod text;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use teeko::Game;
use teeko::answers::Export;
use teeko::export::{
    Columns, Condition, ExportError, ExportRequest, FORMATS, Format, Layers, Output, Positions,
    Selection, format_of,
};
use teeko::files::Reading;
use teeko::work::to_the_end;

use crate::arguments::VariantArgument;
use crate::exit::{Exit, Failure};
use crate::output_file::OutputFile;
use crate::parsers::formats;
use crate::progress_line::with_line;
use crate::source_arguments::SourceArguments;
use crate::{interrupt, output};

/// Write positions and their values to a file for other programs
///
/// Rows are ordered by layer, then by slot, the position's number in the public index. A layer
/// contains all positions with the same number of pieces on the board. Each row stands for a
/// position and all its symmetric images, unless you add --all-positions. In layer 8, the slide
/// phase, Black is always to move: the same position with colours exchanged and Red to move has the
/// same value and no row. Positions in which the side to move already has a goal are left out. All
/// layers of the standard board as csv take some 660 MB, in 12 million rows; a spreadsheet opens at
/// most 1,048,576 of them.
///
/// The columns are position, as rows; black and red, bitmasks of circles whose lowest bit is circle
/// 1; layer; turn; outcome and dtw, the distance in plies; score; slot; weight; fold; variant; and
/// values.
/// outcome, dtw and score are for the side to move. In games for points, score is its points, and
/// dtw the distance to at least that many; in other games score is 1, 0 or -1. weight is the number
/// of positions that the row stands for: with --all-positions 1, otherwise those that symmetry makes
/// equal. Its sums are the counts of `teeko stats`, such as its won positions for outcome=win. Finished games are losses in 0 plies: with --where "dtw>0" the sums are the won and
/// lost positions of `teeko stats`.
///
/// fold, 0 to 9, splits data for training and testing: it is the CRC-32 of the text layer:slot,
/// such as 8:123456, modulo 10, so images of a position share it. values has a number for each legal
/// move, for the side to move: the plies to a win, the negative of those to a loss, 0 for a draw,
/// the move included. Drops are in the order of their circles, slides in that of the circles they
/// leave, then of those they reach: that of the actions of the Python package. In parquet they are
/// signed bytes, or two bytes little-endian where the metadata says 2 for teeko.value_bytes; in npy
/// the least number follows the last.
///
/// A draw has no distance: dtw is -1 in csv, jsonl and npy, whose readers guess types or have no
/// empty values, and null in parquet. In npy, turn is 0 for Black and 1 for Red; outcome is 1 for a
/// win, 0 for a draw and -1 for a loss. In parquet, the metadata has the rules and the content
/// hashes of the tables.
// Each of them is an independent switch, and the help shows no backticks.
#[allow(clippy::struct_excessive_bools, clippy::doc_markdown)]
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko export --layer 4 -o layer4.csv")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    /// Format of the file; besides those below teeko-cc, the database of the web site teeko.cc, of
    /// 44-ssss alone [default: by the ending of its name, such as .csv, .jsonl.zst or .parquet]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<&'static Format>,

    /// File to write, or - for standard output; csv and jsonl are compressed if the name ends in
    /// .zst
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// Layer: a number of pieces from 0 to 8, slide (8), drop (0 to 7) or all
    #[arg(long, default_value = "all")]
    layer: Layers,

    /// One row per position, instead of one per symmetric set of positions
    #[arg(long)]
    all_positions: bool,

    /// Only rows that satisfy all of these conditions, such as outcome=win,dtw>=20; on outcome,
    /// turn, layer, score, dtw, slot, fold
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<Condition>,

    #[arg(long, value_name = "COLUMN,…", help = columns_help())]
    columns: Option<Columns>,

    /// Also write a column with the value of every move, in parquet, jsonl and npy
    #[arg(long)]
    values: bool,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,

    /// Print one JSON value about the file instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let request = self.request()?;
        let named = self.variant.load()?;
        let is_stream = self.output.as_os_str() == "-";
        request.check(&named.to_string(), named.rules(), is_stream)?;
        if is_stream {
            self.check_stream(request.format)?;
            let game = self.source.game(&named, Reading::Whole)?;
            return export_to_stdout(&game, &request);
        }
        let file = OutputFile::check(&self.output, self.force)?;
        let game = self.source.game(&named, Reading::Whole)?;
        self.export_to_file(&game, &request, &file)
    }

    fn request(&self) -> Result<ExportRequest, Failure> {
        let (format, is_compressed) = format_of(self.to, &self.output)?;
        let positions = if self.all_positions {
            Positions::All
        } else {
            Positions::Orbits
        };
        let selection = Selection {
            layers: self.layer.0.clone(),
            positions,
            condition: self.condition.clone().unwrap_or_default(),
        };
        Ok(ExportRequest {
            format,
            is_compressed,
            selection,
            columns: self.columns.clone(),
            values: self.values,
        })
    }

    /// Refuses what standard output cannot carry.
    fn check_stream(&self, format: &Format) -> Result<(), Failure> {
        if self.json {
            return Err(Failure::usage(
                "--json: standard output carries the rows; name a file with -o",
            ));
        }
        if !format.is_text && io::stdout().is_terminal() {
            return Err(Failure::usage(
                "-o -: a terminal cannot show this format; name a file, or use a pipe",
            ));
        }
        Ok(())
    }

    /// Writes the rows to a file and reports on it.
    fn export_to_file(
        &self,
        game: &Game,
        request: &ExportRequest,
        file: &OutputFile,
    ) -> Result<Exit, Failure> {
        let (written, bytes) = file.fill(|file| {
            with_line(game.name(), "positions exported", |show| {
                game.export(request, Output::File(file), &|progress| {
                    show(progress)?;
                    interrupt::go_on()
                })
            })
        })?;
        let exported = Export::new(game, request, &self.output, written, bytes);
        output::print_result(self.json, &exported, || text::render(&exported))
    }
}

/// Writes the rows to standard output, until its reader has enough.
fn export_to_stdout(game: &Game, request: &ExportRequest) -> Result<Exit, Failure> {
    let mut stdout = io::stdout();
    let exported = game.export(request, Output::Stream(&mut stdout), &to_the_end);
    match exported.and_then(|_| Ok(stdout.flush()?)) {
        Err(ExportError::Write(cause)) => _ = output::accepts_more(Err(cause))?,
        result => result?,
    }
    Ok(Exit::Success)
}

/// Returns the help of `--columns`, with the default columns of each format.
fn columns_help() -> String {
    let mut defaults = Vec::new();
    for formats in FORMATS.chunk_by(|one, next| one.columns == next.columns) {
        let columns = formats[0].columns;
        let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
        if !columns.is_empty() {
            defaults.push(format!("{columns} for {}; ", names.join(" and ")));
        }
    }
    let defaults = defaults.concat();
    format!(
        "Columns to write, in this order [default: {defaults}in games for points also score, after \
         outcome]"
    )
}
