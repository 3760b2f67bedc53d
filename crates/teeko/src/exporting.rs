//! `teeko.export/1`: exports games to files for other programs, with their origin: the rules, and
//! the content hashes of tables with the same values.

use std::path::Path;
use std::{fs, io};

use serde::Serialize;
use teeko_export::{ExportError, ExportRequest, ExportSubject, Output, Provenance, Written};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, PIECES};
use teeko_solve::Solution;
use teeko_table::{ContentHash, Description, NewFile, content_hash, row_values};

use crate::answers::RulesDocument;
use crate::error::Error;
use crate::game::Game;
use crate::json::json_text;
use crate::source::Source;

/// The zstd level for text: the default, which compresses faster than the text is produced.
const LEVEL: i32 = 3;

/// A description of the exported file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Export {
    /// `teeko.export/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The format.
    pub format: &'static str,
    /// The file.
    pub path: String,
    /// The rows.
    #[serde(flatten)]
    pub written: Written,
    /// The length in bytes.
    pub bytes: u64,
}

impl Export {
    /// Describes the file at `path`, to which a request was `written`.
    pub fn new(
        game: &Game,
        request: &ExportRequest,
        path: &Path,
        written: Written,
        bytes: u64,
    ) -> Self {
        Self {
            schema: "teeko.export/1",
            variant: game.name().to_owned(),
            format: request.format.name,
            path: path.display().to_string(),
            written,
            bytes,
        }
    }
}

impl Game {
    /// Exports positions and their values to a stream or to an open file, compressed if `request`
    /// says so.
    ///
    /// `observe` receives progress; its `Break` stops the export. Work is spread over the current
    /// rayon thread pool.
    ///
    /// # Errors
    /// If the game cannot be exported as requested, a table is damaged, the output cannot be
    /// written, or `observe` stops it.
    pub fn export(
        &self,
        request: &ExportRequest,
        output: Output<'_>,
        observe: Observer<'_>,
    ) -> Result<Written, ExportError> {
        if request.selection.layers.end >= 2 * PIECES {
            // Millions of values of the slide phase are looked up: those of its rows, or of moves
            // into it. Where memory does not suffice, it takes longer.
            let _ = self.expand();
        }
        let subject = ExportSubject {
            name: self.name(),
            oracle: self,
            longest: &|| self.census().deepest(),
            provenance: &|| self.provenance(),
        };
        if !request.is_compressed {
            return teeko_export::export(&subject, request, output, observe);
        }
        // Fails before the first byte is written.
        request.check(self.name(), self.named().rules(), output.is_stream())?;
        let mut encoder = zstd::Encoder::new(output.stream(), LEVEL)?;
        encoder.include_checksum(true)?;
        let text = Output::Stream(&mut encoder);
        let written = teeko_export::export(&subject, request, text, observe)?;
        encoder.finish()?;
        Ok(written)
    }

    /// Exports positions and their values to a new file at `path`, as [`Game::export`] does.
    /// `force` overwrites an existing file. Returns a description of the file, which is complete
    /// then, also on a file system that does not say whether it would survive a loss of power. If
    /// the export fails, an existing file stays unchanged and no new file remains.
    ///
    /// # Errors
    /// Returns the errors of [`Game::export`], and an error if a file exists without `force`.
    pub fn export_file(
        &self,
        request: &ExportRequest,
        path: &Path,
        force: bool,
        observe: Observer<'_>,
    ) -> Result<Export, Error> {
        let not_written = |cause| not_written(path, cause);
        NewFile::check(path).map_err(not_written)?;
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(Error::Exists(path.to_owned()));
        }
        let new = NewFile::create(path).map_err(not_written)?;
        let written = match self.export(request, Output::File(new.file()), observe) {
            Ok(written) => written,
            Err(ExportError::Write(cause)) => return Err(not_written(cause)),
            Err(error) => return Err(error.into()),
        };
        let kept = new.keep(force).map_err(not_written)?;
        Ok(Export::new(self, request, path, written, kept.length))
    }
}

fn not_written(path: &Path, cause: io::Error) -> Error {
    match cause.kind() {
        io::ErrorKind::AlreadyExists => Error::Exists(path.to_owned()),
        _ => Error::Output {
            output: path.display().to_string(),
            cause,
        },
    }
}

impl Game {
    /// Returns the origin of an export. Hashes all values of a solution in memory, which takes some
    /// tenths of a second on the standard board.
    pub fn provenance(&self) -> Provenance {
        Provenance {
            variant: self.name().to_owned(),
            rules: json_text(&RulesDocument::new(self.named())),
            content_hashes: self
                .content_hashes()
                .map(|hashes| hashes.map(|hash| hash.to_string())),
        }
    }

    /// Returns the content hashes of the slide file and of the drop file; `None` if the format
    /// cannot hold the values.
    fn content_hashes(&self) -> Option<[ContentHash; 2]> {
        match self.source() {
            Source::Files(tables) => tables.content_hashes(),
            // The hashes of the plain game cover no scores.
            Source::Solution(_) if self.rules().scoring().is_for_points() => None,
            Source::Solution(solution) => hashes_of_solution(solution),
        }
    }
}

/// Returns the content hashes that the table files of a solution would have.
fn hashes_of_solution(solution: &Solution) -> Option<[ContentHash; 2]> {
    let rules = solution.rules();
    let census = solution.census();
    let slide = hash_of_values(solution, &Description::slide(rules, &census))?;
    let drop = hash_of_values(solution, &Description::drop(rules, slide, &census))?;
    Some([slide, drop])
}

fn hash_of_values(solution: &Solution, description: &Description) -> Option<ContentHash> {
    content_hash(description, &|row| row_values(solution, row)).ok()
}
