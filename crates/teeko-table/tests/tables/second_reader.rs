//! Files that break one rule of the format: this crate refuses them, and the second reader,
//! `scripts/read_table.py`, does too and says why. Their lengths, counts and checksums are right,
//! so that nothing else shows the change.

mod forgeries;
mod parts;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use teeko_table::TableFile;
use teeko_testing::python;

use self::forgeries::{BYTE_FORGERIES, Base, EMPTY_FILES, FORGERIES, VARIATIONS};
use self::parts::{Parts, SLIDE_HASH};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");

/// Reads the files named in lines such as `1 slide-file`, a kind and a path. Prints a line for
/// each: why it is refused, or nothing.
const READER: &str = "
import sys
sys.path.insert(0, sys.argv[1])
from read_table import Refused, TableFile
for line in sys.stdin:
    kind, path = line.split()
    try:
        file = TableFile(path, int(kind))
        for number in range(len(file.blocks)):
            file.block(number)
        print()
    except Refused as error:
        print(error)
";

/// Returns the changed files: whether it is a slide file, its bytes, and what is said of it.
fn changed_files() -> Vec<(bool, Vec<u8>, &'static str)> {
    let mut files = Vec::new();
    for &(base, message, change) in FORGERIES {
        let mut parts = base.parts();
        change(&mut parts);
        files.push((base.is_slide(), parts.to_bytes(), message));
    }
    for &(base, message, change) in BYTE_FORGERIES {
        let mut bytes = base.parts().to_bytes();
        change(&mut bytes);
        files.push((base.is_slide(), bytes, message));
    }
    for &(base, change) in VARIATIONS {
        let mut parts = base.parts();
        change(&mut parts);
        files.push((base.is_slide(), parts.to_bytes(), ""));
    }
    files
}

/// Whether this crate accepts a file as one of its kind: its header, and the length of each block.
fn accepts(is_slide: bool, bytes: &[u8]) -> bool {
    let Ok(file) = TableFile::open(bytes.to_vec(), "test") else {
        return false;
    };
    let blocks = 0..file.header().blocks.len() as u32;
    let is_of_kind = file.header().description.kind.is_slide() == is_slide;
    is_of_kind
        && blocks
            .into_iter()
            .all(|number| file.decode_block(number).is_ok())
}

/// Returns what the second reader says of the files in a folder, which are named by their places.
/// `None` without Python.
fn second_reader(folder: &Path, files: &[(bool, Vec<u8>, &str)]) -> Option<Vec<String>> {
    let mut lines = String::new();
    for (place, (is_slide, ..)) in files.iter().enumerate() {
        writeln!(lines, "{} {place}", if *is_slide { 1 } else { 2 }).unwrap();
    }
    let mut reader = python()?
        .args(["-c", READER, SCRIPTS])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = reader.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap();
    Some(output.lines().map(str::to_owned).collect())
}

#[test]
fn both_readers_refuse_what_breaks_a_rule() {
    let files = changed_files();
    for (place, (is_slide, bytes, message)) in files.iter().enumerate() {
        let holds = message.is_empty();
        assert_eq!(accepts(*is_slide, bytes), holds, "{place}: {message}");
    }
    let folder = tempfile::tempdir().unwrap();
    for (place, (_, bytes, _)) in files.iter().enumerate() {
        fs::write(folder.path().join(place.to_string()), bytes).unwrap();
    }
    let Some(said) = second_reader(folder.path(), &files) else {
        return;
    };
    assert_eq!(said.len(), files.len());
    for (place, (said, (.., message))) in said.iter().zip(&files).enumerate() {
        assert_eq!(
            said.is_empty(),
            message.is_empty(),
            "{place}: {message}: {said}"
        );
        assert!(said.contains(message), "{place}: {message}: {said}");
    }
}

/// Black has the corners, which win while circle 6 is empty, and draw otherwise. Circles 1, 2, 5 and
/// 6 win while 11 is empty.
#[test]
fn the_second_reader_knows_which_goals_count() {
    let folder = tempfile::tempdir().unwrap();
    let [slide, drop] = ["a.slide", "a.drop"].map(|name| folder.path().join(name));
    fs::write(&slide, &EMPTY_FILES.0).unwrap();
    fs::write(&drop, &EMPTY_FILES.1).unwrap();
    for (position, expected) in [
        ("brrb/r1r1/4/b2b r", "loss in 0\n"),
        ("brrb/rr2/4/b2b r", "draw\n"),
        ("bbrr/bbr1/1r2/4 b", "win in 0\n"),
    ] {
        let Some(mut reader) = python() else { return };
        reader.arg(Path::new(SCRIPTS).join("read_table.py"));
        let output = reader.args([&slide, &drop]).arg(position).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

/// A drop file belongs to the slide file with the content that it names, if the rules agree, too.
#[test]
fn the_second_reader_refuses_a_drop_file_of_another_slide_file() {
    let folder = tempfile::tempdir().unwrap();
    let [slide, drop] = ["a.slide", "a.drop"].map(|name| folder.path().join(name));
    let mut greater_hash = Base::Drop.parts();
    let mut less_hash = Base::Drop.parts();
    let byte = less_hash.fixed[SLIDE_HASH];
    greater_hash.fixed[SLIDE_HASH] = byte.wrapping_add(1);
    less_hash.fixed[SLIDE_HASH] = byte.wrapping_sub(1);
    let greater_rules = with_slide_hash_of(Base::Drop, Base::EmptyDrop);
    let less_rules = with_slide_hash_of(Base::EmptyDrop, Base::Drop);
    for (base, file, belongs) in [
        (Base::Slide, Base::Drop.parts(), true),
        (Base::Slide, greater_hash, false),
        (Base::Slide, less_hash, false),
        (Base::Slide, less_rules, false),
        (Base::EmptySlide, greater_rules, false),
    ] {
        fs::write(&slide, base.parts().to_bytes()).unwrap();
        fs::write(&drop, file.to_bytes()).unwrap();
        let Some(mut reader) = python() else { return };
        reader.arg(Path::new(SCRIPTS).join("read_table.py"));
        let output = reader
            .args([&slide, &drop])
            .arg("4/4/4/4 b")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let is_refused = said.contains("belongs to another slide file");
        assert_eq!(is_refused, !belongs, "{said}");
    }
}

/// Returns a drop file that names the slide file of another one.
fn with_slide_hash_of(base: Base, other: Base) -> Parts {
    let hash = SLIDE_HASH..SLIDE_HASH + 32;
    let mut parts = base.parts();
    parts.fixed[hash.clone()].copy_from_slice(&other.parts().fixed[hash]);
    parts
}
