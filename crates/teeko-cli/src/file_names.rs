//! File name extensions: they must not contradict the format of a file.

use std::path::Path;

use crate::exit::Failure;

/// Returns the extension of a file name in lower case; `None` if it has none, such as `-` and
/// `/dev/stdout`.
pub(crate) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Checks that the file name given to an option has the extension of its format, or none.
pub(crate) fn check_extension(option: &str, path: &Path, expected: &str) -> Result<(), Failure> {
    match extension(path) {
        Some(found) if found != expected => Err(Failure::usage(format!(
            "{option} {}: expected a name that ends in .{expected}, the format to be written, \
             found .{found}",
            path.display()
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lie_are_refused() {
        for (name, good) in [
            ("a.svg", true),
            ("b/A.SVG", true),
            ("picture", true),
            ("a.png", false),
            ("a.svg.gz", false),
        ] {
            assert_eq!(check_extension("--svg", Path::new(name), "svg").is_ok(), good, "{name}");
        }
    }
}
