//! What is in a folder, and files of data.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the names in a folder, in ascending order.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        names.push(name.into_string().expect("a plain name"));
    }
    names.sort_unstable();
    names
}

/// Returns the files in a folder, hidden ones included: their names and bytes.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::new();
    for name in names(folder) {
        let bytes = fs::read(folder.join(&name)).expect("a file");
        contents.insert(name, bytes);
    }
    contents
}

/// Returns the lines of a file of data, each a JSON array of this many texts.
pub fn cases<const N: usize>(data: &str) -> Vec<[String; N]> {
    let mut cases = Vec::new();
    for line in data.lines() {
        let texts: Vec<String> = serde_json::from_str(line).expect(line);
        cases.push(texts.try_into().expect("as many texts as the test takes"));
    }
    cases
}
