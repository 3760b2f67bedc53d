//! The kinds of files there are, and what the names of files say of them.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;

use crate::exit::Failure;
use crate::file_names::extension;

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FormatName {
    /// Comma-separated values with a header line
    Csv,
    /// JSON Lines: an object on each line
    Jsonl,
    /// Parquet, for data frames and databases
    #[cfg(feature = "parquet")]
    Parquet,
    /// A structured NumPy array, to be mapped
    Npy,
    /// A SQLite database, indexed by position
    Sqlite,
    /// The database of the web site teeko.cc, of 44-ssss alone
    TeekoCc,
}

impl FormatName {
    /// The format that is asked for, by `--to` or by the file's name. A name that says something
    /// else would lie.
    pub(super) fn of(asked: Option<Self>, path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let last = extension(path);
        if let Some(other) = last.as_deref().filter(|last| OTHER_COMPRESSIONS.contains(last)) {
            return Err(Failure::usage(format!(
                "-o {shown}: expected a name that does not end in .{other}, since files are compressed by zstd alone; for csv and jsonl end \
                 it in .zst"
            )));
        }
        let inner = if is_compressed(path) {
            extension(Path::new(path.file_stem().unwrap_or_default()))
        } else {
            last
        };
        let of_name = inner.as_deref().and_then(Self::of_extension);
        match (asked, of_name) {
            (Some(asked), Some(of_name)) if asked != of_name => Err(Failure::usage(format!(
                "-o {shown}: expected a name that fits --to {asked}, found one of {of_name}; leave one of them out"
            ))),
            (Some(format), _) | (None, Some(format)) => Ok(format),
            (None, None) => Err(Failure::usage(format!(
                "-o {shown}: expected a name that ends in .csv, .jsonl, .parquet, .npy or .sqlite, found another; or name the format with --to"
            ))),
        }
    }

    /// The format that a file has whose name ends in this extension; `None` if that says nothing.
    fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "csv" => Some(Self::Csv),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            #[cfg(feature = "parquet")]
            "parquet" => Some(Self::Parquet),
            "npy" => Some(Self::Npy),
            "sqlite" | "sqlite3" | "db" => Some(Self::Sqlite),
            _ => None,
        }
    }
}

/// Extensions of files that are compressed in a way that is not ours.
const OTHER_COMPRESSIONS: [&str; 7] = ["gz", "bz2", "xz", "lz4", "br", "zip", "7z"];

/// Whether the name of a file asks for compression.
pub(super) fn is_compressed(path: &Path) -> bool {
    extension(path).as_deref() == Some("zst")
}

impl fmt::Display for FormatName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("no format is hidden");
        formatter.write_str(value.get_name())
    }
}
