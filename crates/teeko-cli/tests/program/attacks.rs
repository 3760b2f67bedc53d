//! What others do to the program on purpose: forged tables, hostile names, files that are none, limits of the system.

use std::fs;
use std::path::Path;

use teeko::index::positions_of_layer;
use teeko::rules::notation::circle_form;
use teeko::table::{CellIndex, INDEX_SCHEME, Kind, MAGIC, StoredLayer, TableFile, stored_layers};
use teeko::{Position, Side, Variant};

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

/// A table file of the largest board in which all is drawn, of a megabyte or so.
fn drawn_throughout(kind: Kind) -> Vec<u8> {
    const BLOCK: usize = 1 << 24;
    let rules = "44-ssss+8x8".parse::<Variant>().unwrap().rules().unwrap();
    let values: u64 = stored_layers(kind, rules.board(), &rules.symmetries()).iter().map(StoredLayer::cells).sum();
    let [whole, last] =
        [BLOCK, (values % BLOCK as u64) as usize].map(|length| zstd::bulk::compress(&vec![0; length], 1).unwrap());
    let blocks = values.div_ceil(BLOCK as u64) as usize;
    let goals: Vec<u8> = rules.goal_bytes().collect();
    let offsets: Vec<u8> = rules.step().offset_bytes().unwrap().into_iter().collect();
    let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let layers = kind.layers();
    let header_length =
        120 + goals.len() + offsets.len().next_multiple_of(8) + 16 * (layers.clone().count() + blocks) + 4;
    let mut file = [&MAGIC[..], &number(1), &number(header_length)].concat();
    file.extend([if kind == Kind::Slide { 1 } else { 2 }, 8, 8, INDEX_SCHEME, 1, 0, 0, 0]);
    file.extend([goals.len() / 8, offsets.len() / 2, BLOCK, blocks].map(number).concat());
    file.extend(values.to_le_bytes());
    file.extend([number(layers.clone().count()), number(0)].concat());
    file.resize(120, 0);
    file.extend([goals, offsets].concat());
    file.resize(file.len().next_multiple_of(8), 0);
    for layer in layers {
        file.extend([layer as u8, 0, 0, 0, 0, 0, 0, 0]);
        file.extend(positions_of_layer(rules.board(), layer).to_le_bytes());
    }
    let block = |number: usize| if number + 1 == blocks { &last } else { &whole };
    for number in 0..blocks {
        let offset = (header_length + number * whole.len()) as u64;
        file.extend(offset.to_le_bytes());
        file.extend((block(number).len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(block(number)).to_le_bytes());
    }
    file.extend(crc32fast::hash(&file).to_le_bytes());
    (0..blocks).for_each(|number| file.extend(block(number)));
    file
}

/// Small files of values that fill any memory once ended the program with 134.
#[test]
fn tables_that_do_not_fit_into_memory_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, kind) in [("44+8x8.slide", Kind::Slide), ("44-ssss+8x8.drop", Kind::Drop)] {
        let bytes = drawn_throughout(kind);
        assert!(bytes.len() < 3_000_000, "{} bytes", bytes.len());
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let out = folder.path().join("out").display().to_string();
    for arguments in [
        &["stats"][..],
        &["puzzles"],
        &["export", "--to", "csv", "-o", &out],
        &["diff", "44-ssss+8x8", "44-ssss+8x8"],
        &["certificate", "44-ssss+8x8", "-o", &out],
        &["query", "--stdin"],
    ] {
        let variant = if matches!(arguments[0], "diff" | "certificate") { &[][..] } else { &["-v", "44-ssss+8x8"] };
        let tables = ["--tables", shown(folder.path())];
        let output = within_a_minute(&mut command(&[arguments, variant, &tables].concat()));
        let message = stderr(&output);
        assert_eq!((output.status.code(), message.lines().count()), (Some(6), 1), "{arguments:?}: {message}");
        assert!(message.contains("of free memory, found "), "{message}");
    }
}

/// What is left of the address space once the threads have theirs may be little.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_address_space_counts() {
    let limited = |kilobytes: u32, arguments: &str| {
        let line = format!("ulimit -v {kilobytes}; exec '{}' --quiet {arguments}", env!("CARGO_BIN_EXE_teeko"));
        std::process::Command::new("sh").args(["-c", &line]).output().unwrap()
    };
    let output = limited(500_000, "solve --no-write 44-ssss+6x6");
    let message = stderr(&output);
    assert_eq!((output.status.code(), message.lines().count()), (Some(6), 1), "{message}");
    assert!(message.contains("44-ssss+6x6: expected ") && message.contains(" of free memory, found "), "{message}");
    for kilobytes in [20_000, 100_000, 120_000, 150_000, 220_000, 300_000] {
        let output = limited(kilobytes, "query --tables nowhere --moves 13");
        assert!(matches!(output.status.code(), Some(0 | 6)), "{kilobytes}: {} {}", output.status, stderr(&output));
    }
}

/// Names with what a terminal obeys, and with a line that looks like one of the program's own.
#[cfg(unix)]
#[test]
fn names_reach_the_terminal_without_what_it_obeys() {
    const NAME: &str = "z\nPASS 58-ssss.drop sound \u{1b}[2J\u{9b}31m\u{7f}\u{202e}";
    const SHOWN: &str = "z\\nPASS 58-ssss.drop sound \\u{1b}[2J\\u{9b}31m\\u{7f}\\u{202e}";
    let folder = solved();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let certificate = path(&format!("{NAME}.certificate"));
    let tables = folder.path().join(NAME);
    fs::create_dir(&tables).unwrap();
    fs::copy(path("44+4x4.slide"), tables.join(NAME)).unwrap();
    fs::write(tables.join(format!("{NAME}.slide")), "none").unwrap();
    let (tables, table) = (shown(&tables), tables.join(NAME).display().to_string());
    fs::write(path("damaged"), &fs::read(path("44-ssss+4x4.drop")).unwrap()[..900]).unwrap();
    for (code, arguments) in [
        (0, &["certificate", "44-psss+4x4+knight", "-o", &certificate][..]),
        (0, &["check", &certificate]),
        (5, &["check", &table]),
        (0, &["info", &table]),
        (5, &["verify", "--tables", tables]),
        (4, &["verify", "--tables", tables, SMALL]),
        (0, &["export", "--to", "csv", "-v", SMALL, "--layer", "0", "-o", &path(&format!("{NAME}.csv"))]),
        (6, &["export", "--to", "csv", "-v", SMALL, "--layer", "0", "-o", &path(&format!("{NAME}.csv"))]),
        (0, &["query", "-v", SMALL, "--tables", tables, "--moves", "1", "--brief"]),
        (4, &["query", "-v", SMALL, "--tables", tables, "--moves", "1", "--no-solve"]),
        (2, &["query", "-v", NAME, "--moves", "1"]),
        (2, &["query", "--moves", "1", &format!("-v={NAME}")]),
        (2, &["solve", NAME]),
        (2, &[NAME]),
        (2, &["atlas", "-o", NAME]),
        (6, &["stats", "-v", SMALL, "--svg", &path(&format!("{NAME}/{NAME}.svg/a"))]),
    ] {
        let output = command(arguments).output().unwrap();
        let text = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains("\\u{1b}[2J\\u{9b}31m\\u{7f}"), "{arguments:?}: {text:?}");
        assert!(text.lines().all(|line| !line.contains(char::is_control)), "{arguments:?}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("PASS 58")), "{arguments:?}: {text}");
        assert!(code == 2 || text.replace(['\n', ' '], "").contains(&SHOWN.replace(' ', "")), "{arguments:?}: {text}");
    }
    let output = command(&["info", "--json", &table]).output().unwrap();
    let line = stdout(&output);
    assert!(!line.trim_end().contains(char::is_control), "{line:?}");
    assert!(line.contains("\\u001b[2J\\u009b31m\\u007f"), "{line}");
}
