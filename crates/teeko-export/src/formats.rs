//! File formats: one struct, one list.

mod csv;
mod json_lines;
mod npy;
mod parquet;
mod teeko_cc;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use teeko_rules::{Rules, quoted};

pub use self::csv::CSV;
pub use self::json_lines::JSON_LINES;
pub use self::npy::NPY;
pub use self::parquet::PARQUET;
pub use self::teeko_cc::TEEKO_CC;
use crate::rows::{Job, Written};
use crate::{ExportError, ExportRequest, RequestError, text_formats};

/// All formats, in the order in which they are listed to users.
pub static FORMATS: [&Format; 5] = [&CSV, &JSON_LINES, &PARQUET, &NPY, &TEEKO_CC];

/// A file format. [`FORMATS`] lists all.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// The name: `csv`.
    pub name: &'static str,
    /// The usual file name extensions, the most common first. Empty if the extension does not
    /// identify the format.
    pub endings: &'static [&'static str],
    /// The purpose in one line.
    pub purpose: &'static str,
    /// The default columns, as [`Columns`](crate::Columns) are written. Empty if files have none.
    pub columns: &'static str,
    /// Whether files are text, which may be compressed.
    pub is_text: bool,
    /// Why files cannot be written to a stream, such as a pipe; `None` if they can.
    pub needs_file: Option<&'static str>,
    /// Checks the additional demands of the format on a request for the rules of a name.
    pub(crate) check: fn(&ExportRequest, &str, &Rules) -> Result<(), RequestError>,
    pub(crate) write: fn(&Job<'_>, Output<'_>) -> Result<Written, ExportError>,
}

/// The destination of an export.
pub enum Output<'a> {
    /// A stream that is written from beginning to end, such as a pipe.
    Stream(&'a mut (dyn Write + Send + Sync)),
    /// An empty file that is open for writing.
    File(&'a File),
}

impl<'a> Output<'a> {
    /// Returns whether this is an [`Output::Stream`].
    pub fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_))
    }

    /// Returns a writer to the stream or the file.
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
pub fn format_named(name: &str) -> Result<&'static Format, RequestError> {
    let known = FORMATS.into_iter().find(|format| format.name == name);
    known.ok_or_else(|| RequestError::Format(quoted(name)))
}

/// Returns the format of the file at a path, and whether its name asks for compression. `asked` is
/// the format that the user named; the file name must not contradict it.
///
/// # Errors
/// If neither gives the format, or they contradict each other.
pub fn format_of(
    asked: Option<&'static Format>,
    path: &Path,
) -> Result<(&'static Format, bool), RequestError> {
    let last = ending(path);
    if let Some(ending) = &last
        && OTHER_COMPRESSIONS.contains(&&**ending)
    {
        return Err(RequestError::Unfit(format!(
            "{}: expected a name that does not end in .{ending}, since files are compressed by \
             zstd alone; for {} end it in .zst",
            path.display(),
            text_formats()
        )));
    }
    let is_compressed = last.as_deref() == Some("zst");
    let inner = if is_compressed {
        ending(Path::new(path.file_stem().unwrap_or_default()))
    } else {
        last
    };
    let of_name = inner.and_then(|ending| format_with_ending(&ending));
    match (asked, of_name) {
        (Some(asked), Some(found)) if asked != found => Err(RequestError::OtherFormat {
            path: path.to_owned(),
            asked: asked.name,
            found: found.name,
        }),
        (Some(format), _) | (None, Some(format)) => Ok((format, is_compressed)),
        (None, None) => Err(RequestError::NoFormat(path.to_owned())),
    }
}

fn format_with_ending(ending: &str) -> Option<&'static Format> {
    let mut formats = FORMATS.into_iter();
    formats.find(|format| format.endings.contains(&ending))
}

/// Returns the extension of a file name in lower case; `None` for `-`, `/dev/stdout` and the like.
fn ending(path: &Path) -> Option<String> {
    let ending = path.extension()?;
    Some(ending.to_string_lossy().to_ascii_lowercase())
}

const OTHER_COMPRESSIONS: [&str; 7] = ["gz", "bz2", "xz", "lz4", "br", "zip", "7z"];

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
