//! Tests start other programs only with `teeko_testing`, which leaves a test out if its program is
//! not installed.

use std::path::{Path, PathBuf};

/// The programs that a test may start: the one of this project, the cargo that built the test, the
/// test itself, and what it has built.
const OWN: [&str; 4] = [
    "env!(\"CARGO_BIN_EXE_teeko\")",
    "env!(\"CARGO\")",
    "std::env::current_exe()",
    "built",
];

/// The files that start others: the helper, and what is no test.
const EXEMPT: [&str; 4] = [
    "crates/teeko-testing/src/programs.rs",
    "crates/teeko-cli/build.rs",
    "crates/teeko-cli/src/commands/serve.rs",
    "tests/started_programs.rs",
];

#[test]
fn tests_ask_the_helper_for_other_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    for folder in ["crates", "tests"] {
        add_sources(&root.join(folder), &mut sources);
    }
    assert!(sources.len() > 100, "{}", sources.len());
    for path in EXEMPT {
        assert!(sources.contains(&root.join(path)), "{path}");
    }
    let mut own = 0;
    for path in sources
        .iter()
        .filter(|path| !EXEMPT.iter().any(|exempt| path.ends_with(exempt)))
    {
        let source = std::fs::read_to_string(path).expect("a source");
        for (_, started) in source
            .match_indices("Command::new(")
            .map(|(at, name)| source.split_at(at + name.len()))
        {
            let started = started.trim_start().trim_start_matches('&');
            assert!(
                OWN.iter().any(|own| started.starts_with(own)),
                "{}: `Command::new({}`; ask `teeko_testing::program` for it",
                path.display(),
                started.lines().next().unwrap_or_default()
            );
            own += 1;
        }
    }
    assert!(own > 5, "{own}");
}

fn add_sources(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}
