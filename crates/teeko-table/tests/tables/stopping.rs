//! An observer can stop the writing of a table, and no file is left.

use std::fs;
use std::path::Path;

use teeko_rules::work::{Progress, Stopped};
use teeko_solve::Solution;
use teeko_table::{Compression, Description, Header, WriteError, row_values, write_table};
use teeko_testing::{observed, solved};

/// A fast level, with blocks of the default length.
const FAST: Compression = Compression {
    level: 1,
    block_length: 1 << 16,
};

/// Writes the slide file of a solution, fast. The observer stops it at its `stop`-th call.
fn write(
    path: &Path,
    solution: &Solution,
    stop: usize,
) -> (Result<Header, WriteError>, Vec<Progress>) {
    let description = Description::slide(solution.rules(), &solution.census());
    observed(stop, |observe| {
        let mut rows = |row: &_| row_values(solution, row);
        let written = write_table(path, &description, FAST, &mut rows, observe);
        written.map(|(header, _)| header)
    })
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn writing_stops_wherever_the_observer_says_so() {
    let solution = solved("44-ssss");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("44.slide");
    let (written, told) = write(&path, &solution, usize::MAX);
    let values = written.expect("a file").values();
    assert!(
        told.len() > 2 && told.is_sorted_by_key(|progress| progress.done),
        "{told:?}"
    );
    assert!(
        told.iter().all(|progress| progress.total == values),
        "{told:?}"
    );
    assert_eq!(told.last().map(|progress| progress.done), Some(values));

    for old in [None, Some("the old file")] {
        match old {
            None => fs::remove_file(&path).expect("no file"),
            Some(old) => fs::write(&path, old).expect("a file"),
        }
        for stop in 1..=told.len() {
            let (stopped, again) = write(&path, &solution, stop);
            let error = stopped.expect_err("no file");
            assert!(matches!(error, WriteError::Stopped(Stopped)), "{error}");
            assert_eq!(again, told[..stop], "the observer is not asked again");
            assert_eq!(
                count(folder.path()),
                usize::from(old.is_some()),
                "nothing else is left"
            );
            assert_eq!(
                fs::read_to_string(&path).ok().as_deref(),
                old,
                "what was there stays"
            );
        }
    }
}
