//! Export requests, and why they may be refused.

use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use teeko_rules::{PIECES, Rules, Scoring, alternatives};
use thiserror::Error;

use crate::{Columns, FORMATS, Format, Positions, Selection};

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
    /// for points, and without the sizes of orbits if all positions have rows. A format without
    /// columns requires `None`.
    pub columns: Option<Columns>,
    /// Whether the moves are a further column, unless they are among the columns already.
    pub moves: bool,
}

impl ExportRequest {
    /// Checks that rules can be exported as requested, to a stream or to a file.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check(&self, name: &str, rules: &Rules, to_stream: bool) -> Result<(), RequestError> {
        let format = self.format;
        (format.check)(self, name, rules)?;
        if self.is_compressed && !format.is_text {
            return Err(RequestError::Unfit(format!(
                "{}: only {} are compressed, found a name in .zst; choose another name, or \
                 compress the file afterwards",
                format.name,
                text_formats()
            )));
        }
        if to_stream && let Some(reason) = format.needs_file {
            return Err(RequestError::NeedsFile {
                format: format.name,
                reason,
            });
        }
        if rules.scoring() == Scoring::Pips {
            return Err(RequestError::Unfit(format!("{name}: {NUMBERED}")));
        }
        let has_moves = self.has_moves();
        if has_moves && (rules.pass_rule() || rules.scoring().is_for_points()) {
            return Err(RequestError::Unfit(format!("{name}: {BEYOND_MOVES}")));
        }
        Ok(())
    }

    /// Returns whether the moves are asked for.
    pub(crate) fn has_moves(&self) -> bool {
        self.moves || self.columns.as_ref().is_some_and(Columns::has_moves)
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
        if self.moves {
            columns.with_moves()
        } else {
            columns
        }
    }

    fn default_columns(&self, rules: &Rules) -> Columns {
        let mut columns: Columns = self.format.columns.parse().expect("columns of a format");
        if self.selection.positions == Positions::All {
            columns = columns.without_orbit_size();
        }
        if rules.scoring().is_for_points() {
            columns = columns.with_score();
        }
        columns
    }
}

const NUMBERED: &str = "expected positions that circles alone describe, found numbered pieces, \
                        24 numberings of each side's; \
                        export the plain game, without +pips, or ask for positions one by one";

const BEYOND_MOVES: &str = "expected, for the column moves, a game in which every choice is a move \
                            with an outcome and a distance, found passes or points; leave it out";

/// Layers, by their numbers of pieces.
///
/// ```
/// use teeko_export::Layers;
/// assert_eq!("drop".parse(), Ok(Layers(0..8)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers(pub Range<usize>);

impl Layers {
    /// All layers.
    pub const ALL: Self = Self(0..2 * PIECES + 1);
}

impl FromStr for Layers {
    type Err = LayersError;

    /// Parses a number of pieces, `slide`, `drop` or `all`.
    fn from_str(text: &str) -> Result<Self, LayersError> {
        let slide = 2 * PIECES;
        match text {
            "all" => Ok(Self::ALL),
            "drop" => Ok(Self(0..slide)),
            "slide" => Ok(Self(slide..slide + 1)),
            _ => match text.parse() {
                Ok(layer) if layer <= slide => Ok(Self(layer..layer + 1)),
                _ => Err(LayersError),
            },
        }
    }
}

/// A text that does not name layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a number from 0 to 8, slide, drop or all")]
pub struct LayersError;

/// Why something cannot be exported as requested.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum RequestError {
    #[error("format `{}`: expected {}", .0, alternatives(&FORMATS.map(|format| format.name)))]
    Format(String),
    #[error(
        "{}: expected a name that ends in {}, found another",
        .0.display(), alternatives(&endings())
    )]
    NoFormat(PathBuf),
    #[error("{}: expected a name that fits {asked}, found one of {found}", path.display())]
    OtherFormat {
        path: PathBuf,
        /// The format asked for.
        asked: &'static str,
        /// The format that the name gives.
        found: &'static str,
    },
    #[error("{format}: expected a file, since {reason}, found a stream")]
    NeedsFile {
        format: &'static str,
        reason: &'static str,
    },
    /// Rules, options, a compression or a build that the format does not go with. The message says
    /// what was expected, and what to do about it.
    #[error("{0}")]
    Unfit(String),
}

impl RequestError {
    #[cfg(any(test, not(feature = "parquet")))]
    pub(crate) fn not_built(format: &str) -> Self {
        Self::Unfit(format!(
            "{format}: expected a program built with this format, found one without it; rebuild \
             with `--features {format}`, or import a CSV as crates/teeko-export/README.md shows"
        ))
    }
}

/// Returns the names of the formats that can be compressed: `csv and jsonl`.
pub fn text_formats() -> String {
    let mut names = Vec::new();
    for format in FORMATS {
        if format.is_text {
            names.push(format.name);
        }
    }
    names.join(" and ")
}

/// Returns the usual ending of each format that has one.
fn endings() -> Vec<String> {
    let mut endings = Vec::new();
    for format in FORMATS {
        if let Some(ending) = format.endings.first() {
            endings.push(format!(".{ending}"));
        }
    }
    endings
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tests::{orbits, request, rules};
    use crate::{format_named, format_of};

    #[test]
    fn layers_are_a_number_or_a_phase() {
        for (text, layers) in [
            ("all", 0..9),
            ("drop", 0..8),
            ("slide", 8..9),
            ("0", 0..1),
            ("8", 8..9),
        ] {
            assert_eq!(text.parse(), Ok(Layers(layers)), "{text}");
        }
        for text in ["9", "-1", "", "Slide", "1-3"] {
            assert!(text.parse::<Layers>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_and_endings_tell_formats_apart() {
        for format in FORMATS {
            assert_eq!(format_named(format.name), Ok(format));
            assert!(!format.purpose.is_empty() && !format.purpose.contains('\n'));
            assert!(format.columns.is_empty() || format.columns.parse::<Columns>().is_ok());
            for ending in format.endings {
                let ending = ending.to_ascii_uppercase();
                let path = format!("a.{ending}");
                assert_eq!(
                    format_of(None, Path::new(&path)),
                    Ok((format, false)),
                    "{ending}"
                );
                let compressed = format!("{path}.zst");
                assert_eq!(
                    format_of(Some(format), Path::new(&compressed)),
                    Ok((format, true)),
                    "{ending}"
                );
            }
            assert_eq!(format_of(Some(format), Path::new("-")), Ok((format, false)));
        }
        assert_eq!(
            format_named("xls\n").unwrap_err().to_string(),
            "format `xls\\n`: expected csv, jsonl, parquet, npy or teeko-cc"
        );
        assert_eq!(
            RequestError::not_built("parquet").to_string(),
            "parquet: expected a program built with this format, found one without it; \
             rebuild with `--features parquet`, or \
             import a CSV as crates/teeko-export/README.md shows"
        );
    }

    #[test]
    fn what_a_format_cannot_hold_is_refused() {
        let all = || Selection {
            layers: 0..9,
            ..orbits()
        };
        let black: Columns = "black,dtw".parse().unwrap();
        for (variant, format, change, expected) in [
            (
                "44-ssss+pips",
                "csv",
                "",
                "44-ssss+pips: expected positions that circles alone describe, found",
            ),
            (
                "44-ssss+pips",
                "teeko-cc",
                "",
                "44-ssss+pips: expected 44-ssss, the only variant",
            ),
            (
                "58-ssss",
                "teeko-cc",
                "",
                "58-ssss: expected 44-ssss, the only variant that",
            ),
            (
                "44-ssss+no-centre",
                "teeko-cc",
                "",
                "44-ssss+no-centre: expected 44-ssss",
            ),
            (
                "44-ssss",
                "teeko-cc",
                "layers",
                "teeko-cc: expected every orbit of every layer",
            ),
            (
                "44-ssss",
                "teeko-cc",
                "columns",
                "teeko-cc: expected every orbit of every layer",
            ),
            (
                "44-ssss",
                "teeko-cc",
                "moves",
                "teeko-cc: expected every orbit of every layer",
            ),
            (
                "44-ssss",
                "csv",
                "moves",
                "csv: expected a format with lists, for the column moves",
            ),
            (
                "44-pppp+pass",
                "npy",
                "moves",
                "44-pppp+pass: expected, for the column moves, a",
            ),
            (
                "44-ssss+points",
                "jsonl",
                "moves",
                "44-ssss+points: expected, for the column moves",
            ),
            (
                "44-ssss",
                "npy",
                "stream",
                "npy: expected a file, since its header says how many",
            ),
            (
                "44-ssss",
                "npy",
                "zst",
                "npy: only csv and jsonl are compressed, found a name in",
            ),
        ] {
            let mut request = request(format_named(format).unwrap(), all());
            match change {
                "layers" => request.selection.layers = 6..7,
                "columns" => request.columns = Some(black.clone()),
                "moves" => request.moves = true,
                _ => request.is_compressed = change == "zst",
            }
            let found = request
                .check(variant, &rules(variant), change == "stream")
                .expect_err(expected);
            assert!(found.to_string().starts_with(expected), "{found}");
        }
    }
}
