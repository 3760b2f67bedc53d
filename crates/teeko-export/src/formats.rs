//! File formats: one trait, one list.

mod csv;
mod json_lines;
mod npy;
mod parquet;
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
pub use self::teeko_cc::TeekoCc;
use crate::rows::{Job, Written};
use crate::{Column, ExportError, Request, RequestError, text_formats};

/// All formats, in the order in which they are listed to users.
pub const FORMATS: [&dyn Format; 5] = [&Csv, &JsonLines, &Parquet, &Npy, &TeekoCc];

/// A file format. [`FORMATS`] lists all that implement it.
pub trait Format: Sync {
    /// Returns the name of the format: `csv`.
    fn name(&self) -> &'static str;

    /// Returns the usual file name extensions, the most common first. Empty if the extension does
    /// not identify the format.
    fn endings(&self) -> &'static [&'static str];

    /// Describes the purpose of the format in one line.
    fn purpose(&self) -> &'static str;

    /// Returns the default columns.
    fn columns(&self) -> &'static [Column];

    /// Returns whether files are text, which may be compressed.
    fn is_text(&self) -> bool {
        false
    }

    /// Returns why files cannot be written to a stream, such as a pipe; `None` if they can.
    fn needs_file(&self) -> Option<&'static str> {
        None
    }

    /// Returns whether this build can write the format. Some formats are cargo features of the same
    /// name.
    fn is_built(&self) -> bool {
        true
    }

    /// Checks the additional demands of the format on a request.
    ///
    /// # Errors
    /// If the format cannot hold what is requested.
    fn check(&self, request: &Request, name: &str, rules: &Rules) -> Result<(), RequestError> {
        let _ = (request, name, rules);
        Ok(())
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If the values cannot be looked up, the output cannot be written, or the observer of the job
    /// stops it.
    fn write(&self, job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError>;
}

/// The destination of an export.
pub enum Output<'a> {
    /// A stream that is written from beginning to end, such as a pipe.
    Stream(&'a mut (dyn Write + Send + Sync)),
    /// An empty file that is open for writing.
    File(&'a File),
}

impl<'a> Output<'a> {
    /// Returns whether this is a stream.
    pub fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_))
    }

    /// Returns the output as a stream. A file is one as well.
    pub fn stream(self) -> Box<dyn Write + Send + Sync + 'a> {
        match self {
            Self::Stream(stream) => Box::new(stream),
            Self::File(file) => Box::new(file),
        }
    }

    /// Returns the file, for a format that needs one.
    pub(crate) fn file(self) -> io::Result<&'a File> {
        match self {
            Self::File(file) => Ok(file),
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
/// the format that the user named; the file name must not contradict it.
///
/// # Errors
/// If neither gives the format, or they contradict each other.
pub fn format_of(
    asked: Option<&'static dyn Format>,
    path: &Path,
) -> Result<(&'static dyn Format, bool), RequestError> {
    let last = ending(path);
    if let Some(ending) = last.as_deref().filter(|last| OTHER_COMPRESSIONS.contains(last)) {
        return Err(RequestError::Unfit(format!(
            "{}: expected a name that does not end in .{ending}, since files are compressed by \
             zstd alone; for {} end it in .zst",
            path.display(),
            text_formats()
        )));
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

/// Returns the extension of a file name in lower case; `None` for `-`, `/dev/stdout` and the like.
fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// The file name extensions of compressions other than zstd.
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
