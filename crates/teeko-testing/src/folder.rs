//! The names in a folder.

use std::fs;
use std::path::Path;

/// Returns the names in a folder, in ascending order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort_unstable();
    names
}
