//! What the name of a file says of its format: a name must not lie about what is in the file.

use std::path::Path;

use crate::exit::Failure;

/// The extension of a file's name in small letters; `None` if it has none, as `-` and
/// `/dev/stdout`.
pub(crate) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Checks that the name of a file that an option takes ends as its contents demand. One without an
/// extension says nothing false.
pub(crate) fn check_extension(option: &str, path: &Path, expected: &str) -> Result<(), Failure> {
    match extension(path) {
        Some(found) if found != expected => Err(Failure::usage(format!(
            "{option} {}: expected a name that ends in .{expected}, since that is what is written, found .{found}",
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
