//! An export: what is asked for, in which format, and what the function of the format receives.

use std::fs::File;
use std::io::{self, Write};

use serde::Serialize;
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Rules, RulesName};

use crate::{Columns, ExportError, RequestError, Selection};

/// A request: the rows and columns to export, and the format.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// The format.
    pub format: &'static Format,
    /// Whether the caller of [`export`](crate::export) compresses the output. Only text is
    /// compressed.
    pub is_compressed: bool,
    /// The positions.
    pub selection: Selection,
    /// The columns. `None` stands for the default columns of the format, with the score in games
    /// for points. A format without columns requires `None`.
    pub columns: Option<Columns>,
    /// Whether the values of moves are a further column, unless they are among the columns already.
    pub values: bool,
}

impl ExportRequest {
    /// Returns whether the values of moves are asked for.
    pub(crate) fn has_values(&self) -> bool {
        self.values || self.columns.as_ref().is_some_and(Columns::has_values)
    }

    /// Returns the columns of an export.
    ///
    /// # Panics
    /// If none are given and the format has none.
    pub(crate) fn columns(&self, rules: &Rules) -> Columns {
        let columns = match &self.columns {
            Some(columns) => columns.clone(),
            None => self.default_columns(rules),
        };
        if self.values {
            columns.with_values()
        } else {
            columns
        }
    }

    fn default_columns(&self, rules: &Rules) -> Columns {
        let mut columns: Columns = self.format.columns.parse().expect("columns of a format");
        if rules.scoring().is_for_points() {
            columns = columns.with_score();
        }
        columns
    }
}

/// A file format. [`FORMATS`](crate::FORMATS) lists all.
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

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
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

/// The origin of a file's rows: their rules and the tables with the same values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The name of the rules: `44-ssss`.
    pub variant: String,
    /// The rules themselves, as JSON: in full, the document `teeko.rules/1`.
    pub rules: String,
    /// The content hashes of the table files with the same values, of the slide phase and of the
    /// drop phase. `None` if the table format cannot hold them.
    pub content_hashes: Option<[String; 2]>,
}

impl Provenance {
    /// Returns all of it by name, with the version of the program, for formats that store it.
    #[cfg(feature = "parquet")]
    pub(crate) fn entries(&self) -> Vec<(&'static str, &str)> {
        let mut entries = vec![
            ("variant", self.variant.as_str()),
            ("version", env!("CARGO_PKG_VERSION")),
            ("rules", &self.rules),
        ];
        if let Some([slide, drop]) = &self.content_hashes {
            entries.push(("slide_content_hash", slide));
            entries.push(("drop_content_hash", drop));
        }
        entries
    }
}

/// The game to export.
pub struct ExportSubject<'a> {
    /// The name of the rules.
    pub name: &'a str,
    /// The values of its positions.
    pub oracle: &'a dyn Oracle,
    /// Returns the longest distance of a position, in plies. Only the values of moves need it.
    pub longest: &'a (dyn Fn() -> u32 + Sync),
    /// Returns the origin of the rows. Formats that do not store it do not call this.
    pub provenance: &'a (dyn Fn() -> Provenance + Sync),
}

/// The counts of an export.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Written {
    /// The number of rows.
    pub rows: u64,
    /// The number of positions that the rows stand for: all symmetric images of each orbit.
    pub positions: u64,
}

/// An export as the function of a format sees it.
pub struct Job<'a> {
    pub(crate) subject: &'a ExportSubject<'a>,
    pub(crate) request: &'a ExportRequest,
    pub(crate) observe: Observer<'a>,
}

impl Job<'_> {
    pub(crate) fn rules(&self) -> &Rules {
        self.subject.oracle.rules()
    }

    /// Returns the name of the rules, that of a rule file without its folders.
    pub(crate) fn variant(&self) -> String {
        let name = self.subject.name;
        name.parse::<RulesName>()
            .map_or_else(|_| name.to_owned(), |name| name.plain().to_string())
    }

    pub(crate) fn columns(&self) -> Columns {
        self.request.columns(self.rules())
    }

    /// Returns the width of the values of moves, the same for all positions of the game.
    pub(crate) fn value_width(&self) -> ValueWidth {
        if self.request.has_values() {
            ValueWidth::of_longest((self.subject.longest)())
        } else {
            ValueWidth::One
        }
    }
}

/// The bytes of a signed number that holds the value of any move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueWidth {
    One,
    Two,
}

impl ValueWidth {
    /// Returns the width for a game with this longest distance of a position.
    fn of_longest(longest: u32) -> Self {
        // A move takes a ply more than the position that it leads to.
        if longest < i8::MAX as u32 {
            Self::One
        } else {
            Self::Two
        }
    }

    /// Returns the number of bytes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// Appends values as signed numbers, little-endian.
    pub(crate) fn push(self, bytes: &mut Vec<u8>, values: &[i16]) {
        match self {
            Self::One => bytes.extend(values.iter().map(|&value| value as u8)),
            Self::Two => bytes.extend(values.iter().flat_map(|value| value.to_le_bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "parquet")]
    use crate::tests::provenance;

    #[test]
    fn values_take_two_bytes_where_one_does_not_hold_the_longest() {
        for (longest, expected) in [
            (39, ValueWidth::One),
            (126, ValueWidth::One),
            (127, ValueWidth::Two),
        ] {
            assert_eq!(ValueWidth::of_longest(longest), expected, "{longest}");
        }
        let mut bytes = Vec::new();
        ValueWidth::One.push(&mut bytes, &[127, -127, 0]);
        ValueWidth::Two.push(&mut bytes, &[-2, 300]);
        assert_eq!(bytes, [127, 129, 0, 0xfe, 0xff, 44, 1]);
        assert_eq!(
            [ValueWidth::One, ValueWidth::Two].map(ValueWidth::bytes),
            [1, 2]
        );
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn the_origin_of_rows_is_stored_by_name() {
        let mut origin = provenance("44-ssss");
        let [slide, drop] = origin.content_hashes.clone().unwrap();
        let version = env!("CARGO_PKG_VERSION");
        let mut entries = vec![
            ("variant", "44-ssss"),
            ("version", version),
            ("rules", "{\"plan\":\"ssss\"}"),
            ("slide_content_hash", &slide),
            ("drop_content_hash", &drop),
        ];
        assert_eq!(origin.entries(), entries);
        origin.content_hashes = None;
        entries.truncate(3);
        assert_eq!(origin.entries(), entries);
    }
}
