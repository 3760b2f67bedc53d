//! An observer can stop the writing of a table, and no file is left.

use std::fs;
use std::path::Path;

use teeko_index::positions_of_layer;
use teeko_rules::work::{Observer, Progress};
use teeko_table::{Census, Class, Description, Header, Row, WriteError, write_table};
use teeko_testing::{SMALL_BLOCKS, contents, rules, stops_everywhere};

/// Writes the slide file of a game in which every position is drawn. If the observer stops it, the
/// folder must have what was there before.
fn write(path: &Path, observe: Observer<'_, Progress>) -> Result<Header, WriteError> {
    let rules = rules("44-ssss");
    let mut census = Census::default();
    let positions = positions_of_layer(rules.board(), 8);
    census.layer_mut(8).add(Class::Draw, positions);
    let description = Description::slide(&rules, &census);
    let mut draws = |row: &Row| vec![0; row.length()];

    let folder = path.parent().expect("a folder");
    let before = contents(folder);
    let written = write_table(path, &description, SMALL_BLOCKS, &mut draws, observe);
    if written.is_err() {
        assert_eq!(contents(folder), before);
    }
    written.map(|(header, _)| header)
}

#[test]
fn writing_stops_wherever_the_observer_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("44.slide");
    for old in [None, Some("the old file")] {
        let (header, progress) = stops_everywhere(|observe| {
            match old {
                None => drop(fs::remove_file(&path)),
                Some(old) => fs::write(&path, old).expect("a file"),
            }
            write(&path, observe)
        });
        let values = header.values();
        assert!(progress.len() > 2);
        assert!(progress.is_sorted_by_key(|progress| progress.done));
        assert!(progress.iter().all(|progress| progress.total == values));
        assert_eq!(progress.last().map(|progress| progress.done), Some(values));
    }
}
