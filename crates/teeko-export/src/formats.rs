//! The list of file formats.

mod csv;
mod json_lines;
mod npy;
mod parquet;
mod teeko_cc;

use std::path::Path;

use teeko_rules::{alternatives, quoted};

pub use self::csv::CSV;
pub use self::json_lines::JSON_LINES;
pub use self::npy::NPY;
pub use self::parquet::PARQUET;
pub use self::teeko_cc::TEEKO_CC;
use crate::{Format, RequestError};

/// All formats, in the order in which they are listed to users.
pub static FORMATS: [&Format; 5] = [&CSV, &JSON_LINES, &PARQUET, &NPY, &TEEKO_CC];

/// Returns the format with a name.
///
/// # Errors
/// If there is none.
pub fn format_named(name: &str) -> Result<&'static Format, RequestError> {
    let known = FORMATS.into_iter().find(|format| format.name == name);
    known.ok_or_else(|| RequestError::Format {
        found: quoted(name),
        known: alternatives(&FORMATS.map(|format| format.name)),
    })
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
        (None, None) => Err(RequestError::NoFormat {
            path: path.to_owned(),
            endings: alternatives(&endings()),
        }),
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
    use super::*;
    use crate::Columns;

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
        assert_ne!(format_named("csv"), format_named("jsonl"));
        let other = format_of(Some(&NPY), Path::new("a.csv")).unwrap_err();
        assert_eq!(
            other.to_string(),
            "a.csv: expected a name that fits npy, found one of csv"
        );
        let refused = format_of(None, Path::new("a.xls")).unwrap_err().to_string();
        assert!(refused.contains(".csv, .jsonl"), "{refused}");
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
}
