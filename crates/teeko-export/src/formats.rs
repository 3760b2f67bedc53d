//! The formats of files: one trait, one list.

mod csv;
mod json_lines;
mod npy;
mod parquet;
mod sqlite;
mod teeko_cc;

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use teeko_rules::{Rules, quoted};

pub use self::csv::Csv;
pub use self::json_lines::JsonLines;
pub use self::npy::Npy;
pub use self::parquet::Parquet;
pub use self::sqlite::Sqlite;
pub use self::teeko_cc::TeekoCc;
use crate::rows::Job;
use crate::{Column, ExportError, Request, RequestError};

/// All formats, in the order in which they are listed to users.
pub const FORMATS: [&dyn Format; 6] = [&Csv, &JsonLines, &Parquet, &Npy, &Sqlite, &TeekoCc];

/// A format of files. [`FORMATS`] lists those that implement it.
pub trait Format: Sync {
    /// The name of the format: `csv`.
    fn name(&self) -> &'static str;

    /// What the names of such files end in, the usual ending first. Empty if an ending does not
    /// tell the format.
    fn endings(&self) -> &'static [&'static str];

    /// What the format is for, in one line.
    fn purpose(&self) -> &'static str;

    /// The columns that a file has unless the request names others.
    fn columns(&self) -> &'static [Column];

    /// Whether files are text, which may be compressed.
    fn is_text(&self) -> bool {
        false
    }

    /// Why files cannot be written to a stream, such as a pipe; `None` if they can.
    fn needs_file(&self) -> Option<&'static str> {
        None
    }

    /// Whether this build can write the format. Some formats are cargo features, which have their
    /// names.
    fn is_built(&self) -> bool {
        true
    }

    /// The bytes of memory that each row takes until the file is written.
    fn memory_of_row(&self) -> u64 {
        0
    }

    /// Checks what the format demands of a request beyond what all formats do.
    ///
    /// # Errors
    /// If the format cannot hold what is requested.
    fn check(&self, request: &Request, name: &str, rules: &Rules) -> Result<(), RequestError> {
        let _ = (request, name, rules);
        Ok(())
    }

    /// Writes a file. Returns the number of rows.
    ///
    /// # Errors
    /// If the values cannot be looked up, the output cannot be written, or the observer of the job
    /// stops it.
    fn write(&self, job: &Job<'_>, output: Output<'_>) -> Result<u64, ExportError>;
}

/// Where an export goes.
pub enum Output<'a> {
    /// A stream that is written from its beginning to its end, such as a pipe.
    Stream(&'a mut (dyn Write + Send + Sync)),
    /// An empty file that is open for writing, and its path.
    File(&'a File, &'a Path),
}

impl<'a> Output<'a> {
    /// Whether this is a stream.
    pub fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_))
    }

    /// The output as a stream, which a file is as well.
    pub fn stream(self) -> Box<dyn Write + Send + Sync + 'a> {
        match self {
            Self::Stream(stream) => Box::new(stream),
            Self::File(file, _) => Box::new(file),
        }
    }

    /// The file and its path, for a format that needs one.
    pub(crate) fn file(self) -> io::Result<(&'a File, &'a Path)> {
        match self {
            Self::File(file, path) => Ok((file, path)),
            Self::Stream(_) => Err(io::Error::other("expected a file, found a stream")),
        }
    }
}

/// Returns the format with a name.
///
/// # Errors
/// If there is none.
pub fn format_named(name: &str) -> Result<&'static dyn Format, RequestError> {
    let known = FORMATS.into_iter().find(|format| format.name() == name);
    known.ok_or_else(|| RequestError::Format(quoted(name)))
}

/// Returns the format of the file at a path, and whether its name asks for compression. `asked` is
/// the format that is asked for by name; a file name that says something else would lie.
///
/// # Errors
/// If neither tells the format, or they contradict each other.
pub fn format_of(
    asked: Option<&'static dyn Format>,
    path: &Path,
) -> Result<(&'static dyn Format, bool), RequestError> {
    let last = ending(path);
    if let Some(ending) = last.as_deref().filter(|last| OTHER_COMPRESSIONS.contains(last)) {
        return Err(RequestError::OtherCompression {
            path: path.to_owned(),
            ending: ending.to_owned(),
        });
    }
    let is_compressed = last.as_deref() == Some("zst");
    let inner =
        if is_compressed { ending(Path::new(path.file_stem().unwrap_or_default())) } else { last };
    let of_name = inner
        .and_then(|ending| FORMATS.into_iter().find(|format| format.endings().contains(&&*ending)));
    match (asked, of_name) {
        (Some(asked), Some(found)) if asked != found => Err(RequestError::OtherFormat {
            path: path.to_owned(),
            asked: asked.name(),
            found: found.name(),
        }),
        (Some(format), _) | (None, Some(format)) => Ok((format, is_compressed)),
        (None, None) => Err(RequestError::NoFormat(path.to_owned())),
    }
}

/// The ending of a file's name in small letters; `None` if it has none, as `-` and `/dev/stdout`.
fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// What the names of files end in that are compressed by something else than zstd.
const OTHER_COMPRESSIONS: [&str; 7] = ["gz", "bz2", "xz", "lz4", "br", "zip", "7z"];

impl PartialEq for dyn Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for dyn Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
