//! `teeko export`: positions and their values as files for other programs.

mod format_name;

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Seek, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use rayon::ThreadPool;
use teeko::documents::Export;
use teeko::export::{
    Column, Columns, Condition, Csv, DatabaseRow, ExportError, Format, JsonLines, Npy, Positions,
    Selection, Sqlite, export, teeko_cc,
};
use teeko::rules::{PIECES, Scoring};
use teeko::work::Progress;
use teeko::{Game, Oracle, RulesName, SourceError, check_memory, load};

use self::format_name::{FormatName, is_compressed};
use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::output_file::{ContentsError, OutputFile};
use crate::progress_line::ProgressLine;
use crate::suggestions::{columns, layers, rules_name};
use crate::{output, render};

/// The level of zstd for text: its default, faster than text is made.
const LEVEL: i32 = 3;

/// Why rules of the user's own are not exported to one format.
const OWN_RULES: &str =
    "--to teeko-cc: expected 44-ssss, the only variant that teeko.cc plays, found a rule file";

/// Why games with numbered pieces are not exported.
const NUMBERED: &str = "expected positions that circles alone describe, found numbered pieces, 24 numberings of each side's; export the \
                        plain game, without +pips, or ask for positions one by one with teeko query --stdin";

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
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<FormatName>,

    /// File to write, or - for standard output; csv and jsonl are compressed if it ends in .zst
    #[arg(short, long, value_name = "PATH")]
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

    /// Columns in this order [default: position,turn,layer,outcome,dtw,slot for csv and jsonl, else
    /// black,red,layer,turn,outcome,dtw; for parquet orbit_size, too; for sqlite that, and no turn;
    /// in games for points score after outcome]
    #[arg(long, value_name = "COLUMN,…", value_parser = columns(), hide_possible_values = true)]
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

/// A range of layers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layers(Range<usize>);

impl FromStr for Layers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let slide = 2 * PIECES;
        match text {
            "all" => Ok(Self(0..slide + 1)),
            "drop" => Ok(Self(0..slide)),
            "slide" => Ok(Self(slide..slide + 1)),
            _ => match text.parse() {
                Ok(layer) if layer <= slide => Ok(Self(layer..layer + 1)),
                _ => Err("expected a number from 0 to 8, slide, drop or all"),
            },
        }
    }
}

/// What is exported, and who is told how far it has come.
struct Work<'a> {
    arguments: &'a Arguments,
    format: FormatName,
    game: &'a Game,
    selection: Selection,
    line: ProgressLine,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        let format = FormatName::of(self.to, &self.output)?;
        self.check(format)?;
        let named = load(&self.variant)?;
        if named.rules().scoring() == Scoring::Pips {
            return Err(Failure::usage(format!("{}: {NUMBERED}", named.name())));
        }
        let file = if self.to_stdout() {
            None
        } else {
            Some(OutputFile::create(&self.output, self.force)?)
        };
        let pool = self.source.pool(quiet)?;
        let game = self.source.game(&named, Some(&pool), quiet)?;
        let positions = if self.all_positions { Positions::All } else { Positions::Orbits };
        let condition = self.condition.clone().unwrap_or_default();
        let selection = Selection { layers: self.layer.0.clone(), positions, condition };
        if format == FormatName::Sqlite && self.condition.is_none() {
            check_memory(game.name(), selection.most_rows(game.rules()) * DatabaseRow::BYTES)?;
        }
        let line = ProgressLine::new(quiet || file.is_none());
        let work = Work { arguments: self, format, game: &game, selection, line };
        match file {
            Some(file) => self.to_file(file, work, &pool),
            None => pool.install(|| work.to_stdout()),
        }
    }

    fn to_file(
        &self,
        file: OutputFile,
        work: Work<'_>,
        pool: &ThreadPool,
    ) -> Result<Exit, Failure> {
        let mut rows = 0;
        let bytes = file.write_with(|file, interrupts| {
            rows = pool.install(|| work.to_file(file, &|| interrupts.go_on()))?;
            Ok(())
        })?;
        let path = self.output.display().to_string();
        let written = Export::new(work.game.name(), &work.format.to_string(), &path, rows, bytes);
        work.line.done();
        if self.json {
            output::print_json(&written)?;
        } else {
            output::print(&render::export::text(&written))?;
        }
        Ok(Exit::Success)
    }

    fn to_stdout(&self) -> bool {
        self.output.as_os_str() == "-"
    }

    /// Whether text is to be compressed.
    fn is_compressed(&self) -> bool {
        is_compressed(&self.output)
    }

    /// Checks what clap cannot: that the arguments go together.
    fn check(&self, format: FormatName) -> Result<(), Failure> {
        let is_text = matches!(format, FormatName::Csv | FormatName::Jsonl);
        if format == FormatName::TeekoCc {
            match self.variant.variant() {
                Some(variant) => {
                    teeko_cc::check_variant(variant)
                        .map_err(|error| Failure::usage(error.to_string()))?;
                }
                None => return Err(Failure::usage(OWN_RULES)),
            }
            let whole = self.layer == Layers(0..2 * PIECES + 1) && !self.all_positions;
            if !whole || self.condition.is_some() || self.columns.is_some() {
                return Err(Failure::usage(
                    "--to teeko-cc: the database holds one value for every orbit of every layer; leave out --layer, \
                     --all-positions, --where and --columns",
                ));
            }
        }
        if self.is_compressed() && !is_text {
            return Err(Failure::usage(
                "a name in .zst: only csv and jsonl are compressed; choose another name, or compress the file afterwards",
            ));
        }
        let is_key = |column| {
            self.columns.as_ref().is_none_or(|columns| columns.as_slice().contains(&column))
        };
        if format == FormatName::Sqlite && !(is_key(Column::Black) && is_key(Column::Red)) {
            return Err(Failure::usage(
                "--to sqlite: expected black and red among the columns, by which the database is indexed; add them to --columns",
            ));
        }
        if self.to_stdout() {
            if format == FormatName::Sqlite {
                return Err(Failure::usage(
                    "--to sqlite: its first page is written last; name a file with -o",
                ));
            }
            if format == FormatName::Npy {
                return Err(Failure::usage(
                    "--to npy: its header says how many rows there are, and is written last; name a file with -o",
                ));
            }
            if self.json {
                return Err(Failure::usage(
                    "--json: standard output has the rows themselves; name a file with -o",
                ));
            }
            if !is_text && io::stdout().is_terminal() {
                return Err(Failure::usage(
                    "-o -: a terminal cannot show this format; name a file, or use a pipe",
                ));
            }
        }
        Ok(())
    }
}

/// Says whether to go on.
type Proceed<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

impl Work<'_> {
    /// The columns asked for, or else the usual ones, with the score in games for points.
    fn columns(&self, usual: impl Into<Columns>) -> Columns {
        let is_for_points = self.game.rules().scoring().is_for_points();
        let usual = || if is_for_points { usual.into().with_score() } else { usual.into() };
        self.arguments.columns.clone().unwrap_or_else(usual)
    }

    /// Exports to a file. Returns the number of rows.
    fn to_file(&self, file: &File, proceed: Proceed<'_>) -> Result<u64, ContentsError> {
        let exported = match self.format {
            FormatName::Npy => self.npy(file, proceed),
            FormatName::Sqlite => self.sqlite(file, proceed),
            _ if self.arguments.is_compressed() => zstd::Encoder::new(file, LEVEL)
                .map_err(ExportError::Write)
                .and_then(|mut encoder| {
                    encoder.include_checksum(true)?;
                    let rows = self.stream(&mut encoder, proceed)?;
                    encoder.finish()?;
                    Ok(rows)
                }),
            _ => self.stream(file, proceed),
        };
        exported.map_err(|error| match error {
            ExportError::Write(cause) => ContentsError::Write(cause),
            error => ContentsError::Other(Failure::of_export(error)),
        })
    }

    /// Exports to standard output. A reader that has closed the pipe has all it wants, which is no
    /// error.
    fn to_stdout(&self) -> Result<Exit, Failure> {
        let mut stdout = io::stdout();
        let exported = self
            .stream(&mut stdout, &|| ControlFlow::Continue(()))
            .and_then(|_| Ok(stdout.flush()?));
        match exported {
            Err(ExportError::Write(cause)) if cause.kind() == ErrorKind::BrokenPipe => {
                Ok(Exit::Success)
            }
            Err(error) => Err(Failure::of_export(error)),
            Ok(()) => Ok(Exit::Success),
        }
    }

    /// Exports to an output that is written from the beginning to the end.
    fn stream(
        &self,
        mut output: impl Write + Send + Sync,
        proceed: Proceed<'_>,
    ) -> Result<u64, ExportError<SourceError>> {
        let board = self.game.board();
        match self.format {
            FormatName::Csv => {
                let mut format = Csv::new(output, self.columns(Columns::TEXT), board)?;
                self.rows(&mut format, proceed)
            }
            FormatName::Jsonl => {
                let mut format = JsonLines::new(output, self.columns(Columns::TEXT), board);
                self.rows(&mut format, proceed)
            }
            #[cfg(feature = "parquet")]
            FormatName::Parquet => {
                let columns = self.columns(Columns::PARQUET);
                let mut format =
                    teeko::export::Parquet::new(output, columns, board, &self.game.provenance())?;
                let rows = self.rows(&mut format, proceed)?;
                format.finish()?;
                Ok(rows)
            }
            FormatName::TeekoCc => {
                let database =
                    teeko_cc::database(self.game, &|progress| self.go_on(progress, proceed))?;
                output.write_all(&database.bytes)?;
                Ok(database.positions)
            }
            FormatName::Npy | FormatName::Sqlite => {
                unreachable!("these are not written from the beginning to the end")
            }
        }
    }

    fn npy(
        &self,
        output: impl Write + Seek + Sync,
        proceed: Proceed<'_>,
    ) -> Result<u64, ExportError<SourceError>> {
        let mut format = Npy::new(output, self.columns(Columns::ARRAY), self.game.board())?;
        let rows = self.rows(&mut format, proceed)?;
        format.finish()?;
        Ok(rows)
    }

    fn sqlite(
        &self,
        output: impl Write + Seek + Sync,
        proceed: Proceed<'_>,
    ) -> Result<u64, ExportError<SourceError>> {
        let (game, columns) = (self.game, self.columns(Columns::DATABASE));
        let mut format = Sqlite::new(output, columns, game.rules(), &game.provenance())?;
        let rows = self.rows(&mut format, proceed)?;
        format.finish(&|progress| {
            self.line.share(game.name(), "written", progress)?;
            proceed()
        })?;
        Ok(rows)
    }

    fn rows(
        &self,
        format: &mut impl Format,
        proceed: Proceed<'_>,
    ) -> Result<u64, ExportError<SourceError>> {
        export(self.game, &self.selection, format, &|progress| self.go_on(progress, proceed))
    }

    fn go_on(&self, progress: Progress, proceed: Proceed<'_>) -> ControlFlow<()> {
        self.line.share(self.game.name(), "positions exported", progress)?;
        proceed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_a_number_or_a_phase() {
        for (text, layers) in
            [("all", 0..9), ("drop", 0..8), ("slide", 8..9), ("0", 0..1), ("8", 8..9)]
        {
            assert_eq!(text.parse(), Ok(Layers(layers)), "{text}");
        }
        for text in ["9", "-1", "", "Slide", "1-3"] {
            assert!(text.parse::<Layers>().is_err(), "{text}");
        }
    }
}
