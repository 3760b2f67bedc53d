//! What others do to the program on purpose: forged tables, hostile names, files that are none, limits of the system.

use std::fs;
use std::path::Path;

use teeko::rules::notation::circle_form;
use teeko::table::{CellIndex, Kind, TableFile};
use teeko::{Position, Side};

use crate::common::{command, forged, stderr, stdout, text, within_a_minute};

/// A variant that is solved in no time.
const SMALL: &str = "44-ssss+4x4";

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder with the tables of [`SMALL`].
fn solved() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    text(&["solve", SMALL, "-o", shown(folder.path())]);
    folder
}

/// Says of the last position in the drop file that it is won in one ply, and returns it.
fn forge_drops(folder: &Path) -> Position {
    let path = folder.join("44-ssss+4x4.drop");
    let file = TableFile::open_path(&path).unwrap();
    let last = file.header().values() as usize - 1;
    let bytes = forged(&file, file.header().census(), |place, value| if place == last { 2 } else { value });
    fs::write(&path, bytes).unwrap();
    let row = CellIndex::new(file.header().rules()).rows(Kind::Drop).last().unwrap();
    Position::of_turn(Side::Black, row.movers().last().unwrap(), row.opponent)
}

/// Says of some drawn positions in the slide file that they are lost in six plies, and of the drop file that it belongs to it.
fn forge_slides(folder: &Path) {
    let path = folder.join("44+4x4.slide");
    let file = TableFile::open_path(&path).unwrap();
    let lost = |place: usize, value| if value == 0 && place.is_multiple_of(11) { 4 } else { value };
    let bytes = forged(&file, file.header().census(), lost);
    let hash = TableFile::open(&bytes[..], "forged").unwrap().header().content_hash().bytes();
    fs::write(&path, &bytes).unwrap();
    let path = folder.join("44-ssss+4x4.drop");
    let header_length = TableFile::open_path(&path).unwrap().header().length();
    let mut bytes = fs::read(&path).unwrap();
    bytes[88..][..hash.len()].copy_from_slice(&hash);
    let checksum = crc32fast::hash(&bytes[..header_length - 4]);
    bytes[header_length - 4..header_length].copy_from_slice(&checksum.to_le_bytes());
    fs::write(&path, bytes).unwrap();
}

/// A line that followed such a value once had no end.
#[test]
fn wrong_values_are_reported_with_their_file() {
    let refused = |folder: &Path, file: &str, arguments: &[&str]| {
        let output = within_a_minute(&mut command(&[arguments, &["-v", SMALL, "--tables", shown(folder)]].concat()));
        let message = stderr(&output);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(5), ""), "{arguments:?}: {message}");
        let again = format!("make its tables again with `teeko solve {SMALL} --force -o {}`", shown(folder));
        assert!(message.contains(&format!("{file}: position ")) && message.trim_end().ends_with(&again), "{message}");
    };
    let folder = solved();
    let position = circle_form(&forge_drops(folder.path()));
    refused(folder.path(), "44-ssss+4x4.drop", &["line", &position]);
    refused(folder.path(), "44-ssss+4x4.drop", &["query", "--json", &position]);
    let folder = solved();
    forge_slides(folder.path());
    for unique in [&[][..], &["--unique"]] {
        let puzzles = ["puzzles", "--dtw", "7", "--limit", "100"];
        refused(folder.path(), "44+4x4.slide", &[&puzzles, unique].concat());
    }
}
