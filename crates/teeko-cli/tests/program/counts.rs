//! What documents say of the sources in numbers is counted in the sources.

use std::fs;
use std::path::Path;

use teeko_testing::markdown_files;

use crate::common::SCRIPTS;

/// Returns the text of a file of the repository.
fn read(path: &str) -> String {
    let path = Path::new(SCRIPTS).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Checks that a document says this, wherever its lines end.
fn assert_says(document: &str, words: &str) {
    let text = read(document);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(words), "{document}: expected: {words}");
}

/// Counts `code` in the sources of a crate, comments apart.
fn count(package: &str, code: &str) -> usize {
    let folder = Path::new(SCRIPTS).join("../crates").join(package);
    count_below(&folder.join("src"), code)
}

fn count_below(folder: &Path, code: &str) -> usize {
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found += count_below(&path, code);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            let lines = text.lines().filter(|line| !line.trim().starts_with("//"));
            found += lines.map(|line| line.matches(code).count()).sum::<usize>();
        }
    }
    found
}

#[test]
fn unsafe_expressions_are_as_many_as_documented() {
    const DOCUMENT: &str = "tests/README.md";
    const EXPRESSION: &str = "unsafe {";
    let solver = count("teeko-solve", EXPRESSION);
    let of_lines = read("crates/teeko-solve/src/lines.rs");
    let of_maps = of_lines.matches(EXPRESSION).count();
    let of_vectors = solver - of_maps;
    for words in [
        format!(
            "(`teeko-solve`) has {solver} `unsafe` expressions: {of_vectors} call code for vec"
        ),
        format!("and {of_maps} view the bytes of a memory map"),
        format!("The facade has {}, which maps", count("teeko", EXPRESSION)),
        format!(
            "program has {}, which ignores",
            count("teeko-cli", EXPRESSION)
        ),
        format!("interface for C has {},", count("teeko-c", EXPRESSION)),
        format!(
            "exports {} functions",
            count("teeko-web", "#[unsafe(no_mangle)]")
        ),
    ] {
        assert_says(DOCUMENT, &words);
    }
    let elsewhere = [
        "teeko-analysis",
        "teeko-certificate",
        "teeko-export",
        "teeko-index",
        "teeko-python",
        "teeko-rules",
        "teeko-serve",
        "teeko-table",
        "teeko-web",
    ];
    for package in elsewhere {
        assert_eq!(count(package, EXPRESSION), 0, "{package}");
    }
    let maps = ["teeko", "teeko-cli", "teeko-table"].map(|package| count(package, "Mmap::map"));
    assert_eq!(maps, [1, 0, 0]);
}

/// The README names the oldest Rust, and no other text does.
#[test]
fn the_oldest_rust_is_named_once() {
    let manifest = read("Cargo.toml");
    let (_, rest) = manifest.split_once("\nrust-version = \"").unwrap();
    let version = rest.split('"').next().unwrap();
    assert_says("README.md", &format!("You need Rust {version} or later"));
    for (path, text) in markdown_files() {
        let named = text.matches("Rust 1.").count();
        assert_eq!(named, usize::from(path == "README.md"), "{path}");
    }
}

#[test]
fn claims_and_lines_are_as_many_as_documented() {
    const WORDS: [&str; 21] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let published = read("crates/teeko-analysis/data/published.toml");
    let slow = published.matches("\nslow = true").count();
    assert_says(
        "README.md",
        &format!("the {} that take longer than a", WORDS[slow]),
    );
    let plays = read("crates/teeko-analysis/data/scarne-plays.toml");
    let plays = plays.matches("[[play]]").count();
    assert_says(
        "tests/README.md",
        &format!("the {} winning plays", WORDS[plays]),
    );
    let lines = read("scripts/read_table.py").lines().count();
    let hundreds = (lines + 50) / 100 * 100;
    assert_says(
        "tables/README.md",
        &format!("{hundreds} lines of plain Python"),
    );
}
