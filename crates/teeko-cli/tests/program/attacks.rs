//! Deliberate attacks on the program: forged tables, hostile names, special files, limits of the
//! system, several writers in one folder. Some are random: `ROUNDS=100` in the environment makes a
//! hundred times as many, and prints the seed of one that succeeds.

use std::fs;
use std::path::Path;

use teeko::index::positions_of_layer;
use teeko::rules::notation::circle_form;
use teeko::table::{CellIndex, FileKind, INDEX_SCHEME, MAGIC, TableFile, values_of_file};
use teeko::{Position, Side};
use teeko_testing::{Random, forged, name_slides, names, open, rounds};

use crate::common::{
    command, refusal, shell, stderr, stdout, teeko_with_input, text, within_a_minute,
};

/// A variant that is solved almost at once.
const SMALL: &str = "44-ssss+4x4";

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Creates a folder with the tables of [`SMALL`].
fn solved() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    text(&["solve", SMALL, "-o", shown(folder.path())]);
    folder
}

/// Changes the last position in the drop file to a win in one ply, and returns it.
fn forge_drops(folder: &Path) -> Position {
    let path = folder.join("44-ssss+4x4.drop");
    let file = TableFile::open_path(&path).unwrap();
    let last = file.header().values() as usize - 1;
    let bytes =
        forged(
            &file,
            &file.header().description.census,
            |place, value| if place == last { 2 } else { value },
        );
    fs::write(&path, bytes).unwrap();
    let row = CellIndex::new(&file.header().description.rules).rows(FileKind::Drop).last().unwrap();
    Position::of_turn(Side::Black, row.movers().last().unwrap(), row.opponent)
}

/// Returns the generator of a round, which has nothing in common with those of its neighbours.
fn random(round: u64) -> Random {
    Random::new(round.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Changes values of a random table and makes all checksums right again. Questions about it are
/// answered or refused in one line, and a full check finds the change.
#[test]
fn forged_tables_are_found_out() {
    const FILES: [&str; 2] = ["44+4x4.slide", "44-ssss+4x4.drop"];
    const COMMANDS: [&str; 6] = [
        "query --moves ''",
        "query 'b:1,2,3,8 r:5,6,11,16 b'",
        "line --moves '1 2 3 4 5 6 7'",
        "line 'b:1,6,16 r:2,7,9 b'",
        "puzzles --dtw 5 --unique --limit 50",
        "stats",
    ];
    let sound = solved();
    for round in rounds(6) {
        let (folder, mut random) = (tempfile::tempdir().unwrap(), random(round));
        for name in FILES {
            fs::copy(sound.path().join(name), folder.path().join(name)).unwrap();
        }
        let path = folder.path().join(FILES[random.below(2)]);
        let file = TableFile::open_path(&path).unwrap();
        let values = file.decode_values().unwrap();
        let (every, first) = (1 + random.below(2000), random.below(2000));
        let new = random.below(usize::from(*values.iter().max().unwrap()) + 1) as u32;
        let is_other = |place: usize| (place + first).is_multiple_of(every);
        let change = |place, value| if is_other(place) { new } else { value };
        let is_changed = (0..).zip(&values).any(|(place, &old)| {
            let old = u32::from(old);
            change(place, old) != old
        });
        let bytes = forged(&file, &file.header().description.census, change);
        if path.ends_with(FILES[0]) {
            // Otherwise only the drop file's hash of the slide file would fail.
            let drop_file = folder.path().join(FILES[1]);
            let mut drop = fs::read(&drop_file).unwrap();
            name_slides(&mut drop, open(bytes.clone()).header().content_hash);
            fs::write(drop_file, drop).unwrap();
        }
        fs::write(path, bytes).unwrap();
        let run = |arguments: &str, codes: &[i32]| {
            let output = shell(folder.path(), &format!("\"$0\" --quiet {arguments} --tables ."));
            let is_orderly = output.status.code().is_some_and(|code| codes.contains(&code));
            let said = stderr(&output);
            assert!(is_orderly && said.lines().count() <= 1, "round {round}: {arguments}: {said}");
        };
        for command in COMMANDS {
            run(&format!("{command} -v {SMALL}"), &[0, 3, 5]);
        }
        run("verify --full", if is_changed { &[1, 5] } else { &[0] });
    }
}

/// Each command ends with an answer or one line, and without a file that is not whole.
#[cfg(unix)]
#[test]
fn random_limits_end_in_an_answer_or_one_line() {
    const COMMANDS: [&str; 7] = [
        "solve 44-pppp+4x4+pass -o .",
        "solve 58-ssss --no-write",
        "stats -v 44-ssss+4x4 --tables .",
        "export --to parquet -v 44-ssss+4x4 --tables . -o export --force",
        "export --to csv -v 44-ssss+4x4 --tables . -o - >/dev/null",
        "certificate 44-psss+4x4+knight -o export --force",
        "query -v 58-ssss --moves 13 --tables nowhere",
    ];
    let folder = solved();
    let before = names(folder.path());
    for round in rounds(12) {
        let mut random = random(round);
        let limit = match random.below(3) {
            0 => format!("-f {}", random.below(400)),
            1 => format!("-v {}", 60_000 + random.below(340_000)),
            _ => format!("-n {}", 8 + random.below(22)),
        };
        let command = COMMANDS[random.below(COMMANDS.len())];
        let line = format!("ulimit {limit}; \"$0\" --quiet {command}");
        let output = shell(folder.path(), &line);
        let (code, said) = (output.status.code(), stderr(&output));
        assert!(matches!(code, Some(0 | 6)), "round {round}: {line}: {code:?} {said}");
        assert!(said.lines().count() == usize::from(code == Some(6)), "{line}: {said}");
        let mut left = names(folder.path());
        let exported = left.iter().position(|name| name == "export").map(|at| left.remove(at));
        assert!(exported.is_none() || code == Some(0), "round {round}: {line}: a file");
        if code == Some(0) {
            for name in ["export", "44-pppp+4x4+pass.drop"] {
                fs::remove_file(folder.path().join(name)).ok();
            }
            left.retain(|name| name != "44-pppp+4x4+pass.drop");
        }
        assert_eq!(left, before, "round {round}: {line}");
    }
}

/// Eight programs write the tables of three variants at once, some over those that are there.
#[cfg(unix)]
#[test]
fn writers_share_a_folder() {
    const VARIANTS: [&str; 3] = [SMALL, "44-pppp+4x4+pass", "44-psss+4x4+knight"];
    let whole = tempfile::tempdir().unwrap();
    text(&[&["solve", "-o", shown(whole.path())], &VARIANTS[..]].concat());
    for round in rounds(1) {
        let (folder, mut random) = (tempfile::tempdir().unwrap(), random(round));
        let mut writer = || {
            let (variant, force) = (VARIANTS[random.below(3)], ["", "--force"][random.below(2)]);
            format!("\"$0\" -q solve {variant} {force} --threads 1 -o . >/dev/null & ")
        };
        let writers: String = (0..8).map(|_| writer()).collect();
        let output = shell(folder.path(), &(writers + "wait"));
        assert_eq!(stderr(&output), "", "round {round}");
        for name in names(folder.path()) {
            let [found, expected] =
                [&folder, &whole].map(|folder| fs::read(folder.path().join(&name)).unwrap());
            assert!(found == expected, "round {round}: {name}");
        }
    }
}

/// Changes some drawn positions in the slide file to losses in six plies, and makes the drop file
/// refer to it.
fn forge_slides(folder: &Path) {
    let path = folder.join("44+4x4.slide");
    let file = TableFile::open_path(&path).unwrap();
    let lost = |place: usize, value| if value == 0 && place.is_multiple_of(11) { 4 } else { value };
    let bytes = forged(&file, &file.header().description.census, lost);
    let hash = open(bytes.clone()).header().content_hash;
    fs::write(&path, &bytes).unwrap();
    let path = folder.join("44-ssss+4x4.drop");
    let mut bytes = fs::read(&path).unwrap();
    name_slides(&mut bytes, hash);
    fs::write(path, bytes).unwrap();
}

/// A line that followed such a value once never ended.
#[test]
fn wrong_values_are_reported_with_their_file() {
    let refused = |folder: &Path, file: &str, arguments: &[&str]| {
        let arguments = [arguments, &["-v", SMALL, "--tables", shown(folder)]].concat();
        let message = refusal(&within_a_minute(&mut command(&arguments)), 5);
        let again = format!(
            "make its tables again with `teeko solve {SMALL} --force -o {}`",
            shown(folder)
        );
        assert!(
            message.contains(&format!("{file}: position ")) && message.trim_end().ends_with(&again),
            "{message}"
        );
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

/// A table file of the largest board, about a megabyte, in which every position is drawn.
fn drawn_throughout(kind: FileKind, block_length: usize) -> Vec<u8> {
    let rules = teeko_testing::rules("44-ssss+8x8");
    let values = values_of_file(kind, &rules, 0);
    let [whole, last] = [block_length, (values % block_length as u64) as usize]
        .map(|length| zstd::bulk::compress(&vec![0; length], 1).unwrap());
    let blocks = values.div_ceil(block_length as u64) as usize;
    let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let (of_rules, layers) = (rules.to_bytes(), kind.layers());
    let header_length = 104 + of_rules.len() + 16 * (layers.clone().count() + blocks) + 4;
    let mut file = [&MAGIC[..], &number(1), &number(header_length)].concat();
    file.extend([if kind == FileKind::Slide { 1 } else { 2 }, INDEX_SCHEME, 1, 0]);
    file.extend([block_length, blocks, layers.clone().count()].map(number).concat());
    file.extend(values.to_le_bytes());
    // The hashes.
    file.resize(104, 0);
    file.extend(of_rules);
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

/// Writes the tables of a large board, small files with blocks of this length.
fn large(block_length: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, kind) in [("44+8x8.slide", FileKind::Slide), ("44-ssss+8x8.drop", FileKind::Drop)] {
        let bytes = drawn_throughout(kind, block_length);
        assert!(bytes.len() < 3_000_000, "{} bytes", bytes.len());
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Each value of such blocks took milliseconds to read, and a line of four plies a minute.
#[test]
fn tables_with_blocks_that_no_program_writes_are_refused() {
    let folder = large(1 << 24);
    let tables = shown(folder.path());
    let line = ["line", "-v", "44-ssss+8x8", "--tables", tables, "--plies", "4", "--moves", "1"];
    refusal(&within_a_minute(&mut command(&line)), 5);
}

/// Small files whose values fill any memory once ended the program with exit code 134.
#[test]
fn tables_that_do_not_fit_into_memory_are_read_block_by_block_or_refused() {
    let folder = large(1 << 20);
    let tables = ["--tables", shown(folder.path())];
    for arguments in [
        &["export", "--to", "csv", "-o", "none", "-v", "44-ssss+8x8"][..],
        &["diff", "44-ssss+8x8", "44-ssss+8x8"],
        &["certificate", "44-ssss+8x8", "-o", "none"],
    ] {
        let output = within_a_minute(&mut command(&[arguments, &tables].concat()));
        let message = refusal(&output, 6);
        assert!(message.contains("of free memory, found "), "{message}");
    }
    let query = ["query", "--stdin", "--brief", "-v", "44-ssss+8x8"];
    let answer = stdout(&teeko_with_input(&[&query[..], &tables].concat(), b"1 64\n"));
    assert!(answer.contains("Draw"), "{answer}");
}

/// The threads may leave little of the address space.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_address_space_counts() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |kilobytes: u32, arguments: &str| {
        shell(folder.path(), &format!("ulimit -v {kilobytes}; \"$0\" --quiet {arguments}"))
    };
    for (refused, command) in [
        ("44-ssss+6x6: expected ", "query --tables nowhere --moves 15 -v 44-ssss+6x6"),
        ("44-ssss+7x7: expected ", "solve --no-write 44-ssss+7x7"),
        ("44-ssss+8x8: expected 15.2 GB", "solve --no-write 44-ssss 44-ssss+8x8"),
        ("slots of layer 8 on a 8x8 board: ", "query --no-solve -v 44-ssss+8x8 'slot:8:1 b'"),
        // Tables take no more memory.
        ("44-ssss+8x8: expected 15.2 GB", "solve -o tables 44-ssss 44-ssss+8x8"),
    ] {
        let message = refusal(&limited(500_000, command), 6);
        assert!(message.contains(refused), "{message}");
        assert!(message.contains(" of free memory, found "), "{message}");
    }
    for kilobytes in [20_000, 100_000, 120_000, 150_000, 220_000, 300_000] {
        let output = limited(kilobytes, "query --tables nowhere --moves 13");
        let is_orderly = matches!(output.status.code(), Some(0 | 6));
        assert!(is_orderly, "{kilobytes}: {} {}", output.status, stderr(&output));
    }
    // Standard Teeko takes 59 MB, the program some 20 MB, and 50 MB are a reserve. Threads come
    // out of what is left, and take none of it for allocations of their own.
    for threads in [1, 8] {
        let command = format!("solve --no-write --threads {threads} 44-ssss");
        let message = refusal(&limited(60_000, &command), 6);
        assert!(message.contains("44-ssss: expected 109 MB of free memory, found "), "{message}");
        assert!(message.contains("raise the limit on address space"), "{message}");
        assert!(!message.contains("found 0 MB"), "{message}");
        for kilobytes in [140_000, 170_000, 250_000, 600_000] {
            let output = limited(kilobytes, &command);
            let (code, error) = (output.status.code(), stderr(&output));
            assert_eq!((code, &*error), (Some(0), ""), "{threads} threads, {kilobytes} kB");
        }
    }
}

/// The counts are in the headers of the tables.
#[cfg(target_os = "linux")]
#[test]
fn positions_are_counted_where_their_values_do_not_fit_in_memory() {
    const LITTLE: &str = "ulimit -v 60000;";
    let folder = solved();
    let stats = |limit: &str, form: &str| {
        let command = format!("\"$0\" stats --threads 1 --tables . -v {SMALL} {form}");
        stdout(&shell(folder.path(), &format!("{limit} {command}")))
    };
    let text = stats(LITTLE, "").replace('\n', " ");
    let note = "not shown, because the values of all positions do not fit in memory.";
    assert!(text.contains(note) && !text.contains("Deepest wins"), "{text}");
    let [mut all, counts] = ["", LITTLE]
        .map(|limit| serde_json::from_str::<serde_json::Value>(&stats(limit, "--json")).unwrap());
    assert!(all.as_object_mut().unwrap().remove("deepest_positions").is_some());
    assert_eq!(counts, all);
}

/// Such a thread once ended the program with a panic.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses_are_an_error_of_one_line() {
    use std::os::unix::fs::PermissionsExt;

    if ["setpriv", "prlimit"].into_iter().any(|name| teeko_testing::program(name).is_none()) {
        return;
    }
    let folder = solved();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_teeko"), folder.path().join("teeko")).unwrap();
    text(&["certificate", SMALL, "-o", shown(&folder.path().join("proof"))]);
    // The limit on processes binds everybody but root.
    let limited = |threads: u32, command: &str| {
        let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
        shell(folder.path(), &format!("exec {nobody} prlimit --nproc={threads} {command}"))
    };
    if limited(9, "true").status.code() != Some(0) {
        eprintln!("left out: threads that the system refuses; needs root");
        return;
    }
    for (needed, arguments) in [
        (3, "solve --no-write 44-ssss+4x4"),
        (3, "check proof"),
        (9, "query --tables . -v 44-ssss+4x4 --moves 1"),
        (9, "stats --tables . -v 44-ssss+4x4"),
        (9, "export --to csv --tables . -v 44-ssss+4x4 --layer 0 -o -"),
        (9, "serve --listen 127.0.0.1:0"),
        (2, "play 44-ssss+4x4 --tables . </dev/null"),
        // These do without another thread.
        (1, "line --tables . -v 44-ssss+4x4 --moves 1"),
        (1, "info 44+4x4.slide"),
    ] {
        let run = |threads| limited(threads, &format!("./teeko --quiet {arguments}"));
        if needed > 1 {
            let message = refusal(&run(1), 6);
            assert!(message.starts_with("error: cannot create "), "{arguments}: {message}");
        }
        // Fewer threads will do.
        for threads in needed..5 {
            let output = run(threads);
            assert_eq!(
                (output.status.code(), stderr(&output).as_str()),
                (Some(0), ""),
                "{threads}: {arguments}"
            );
        }
    }
}

/// Names with terminal commands, and with a line that looks like the program's own.
#[cfg(unix)]
#[test]
fn names_reach_the_terminal_without_what_it_obeys() {
    const NAME: &str = "z\nPASS 58-ssss.drop sound \u{1b}[2J\u{9b}31m\u{7f}\u{202e}";
    const SHOWN: &str = "z\\nPASS 58-ssss.drop sound \\u{1b}[2J\\u{9b}31m\\u{7f}\\u{202e}";
    let folder = solved();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (certificate, csv) = (path(&format!("{NAME}.certificate")), path(&format!("{NAME}.csv")));
    let (tables, table) = (path(NAME), path(&format!("{NAME}/{NAME}")));
    fs::create_dir(&tables).unwrap();
    fs::copy(path("44+4x4.slide"), &table).unwrap();
    fs::write(format!("{table}.slide"), "none").unwrap();
    let export = ["export", "--to", "csv", "-v", SMALL, "--layer", "0", "-o", &csv];
    for (code, arguments) in [
        (0, &["certificate", "44-psss+4x4+knight", "-o", &certificate][..]),
        (0, &["check", &certificate]),
        (5, &["check", &table]),
        (0, &["info", &table]),
        (0, &["info", "--json", &table]),
        (5, &["verify", "--tables", &tables]),
        (4, &["verify", "--tables", &tables, SMALL]),
        (0, &export),
        (6, &export),
        (0, &["query", "-v", SMALL, "--tables", &tables, "--moves", "1", "--brief"]),
        (4, &["query", "-v", SMALL, "--tables", &tables, "--moves", "1", "--no-solve"]),
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
        let is_json = arguments.contains(&"--json");
        let hidden =
            if is_json { "\\u001b[2J\\u009b31m\\u007f" } else { "\\u{1b}[2J\\u{9b}31m\\u{7f}" };
        assert!(text.contains(hidden), "{arguments:?}: {text:?}");
        for line in text.lines() {
            assert!(!line.contains(char::is_control) && !line.starts_with("PASS 58"), "{line:?}");
        }
        let unwrapped = text.replace(['\n', ' '], "");
        let is_whole = code == 2 || is_json || unwrapped.contains(&SHOWN.replace(' ', ""));
        assert!(is_whole, "{arguments:?}: {text}");
    }
}

/// Special files, and files that another program is writing, are not replaced. The error does not
/// suggest --force.
#[cfg(unix)]
#[test]
fn nothing_but_files_is_overwritten() {
    use std::os::unix::fs::FileTypeExt;

    let folder = tempfile::tempdir().unwrap();
    assert_eq!(shell(folder.path(), "mkfifo pipe").status.code(), Some(0));
    for output in [
        "/dev/stdout --force",
        "/dev/stdout",
        "/dev/stdout --force >file",
        "/dev/stdout >file",
        "/dev/null --force",
        "pipe --force",
    ] {
        let export = format!("\"$0\" -q export --to csv -v {SMALL} --layer 0 -o {output}");
        let error = refusal(&shell(folder.path(), &export), 6);
        assert!(error.contains("choose another name") && !error.contains("--force"), "{error}");
    }
    assert!(fs::symlink_metadata("/dev/stdout").unwrap().is_symlink());
    assert!(fs::metadata(folder.path().join("pipe")).unwrap().file_type().is_fifo());
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"");
}

/// The limit applies to standard output too.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_ordinary_error() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "query --moves 13 -v 44-ssss+4x4 >out",
        "export --to csv -v 44-ssss+4x4 -o - >out",
        "variants --json >out",
        "--version >/dev/full",
        "variants >/dev/full",
        "stats -v 44-ssss+4x4 --svg a.svg",
        "solve 44-ssss+4x4 -o tables",
    ] {
        let output = shell(folder.path(), &format!("ulimit -f 0; \"$0\" --quiet {line}"));
        let message = refusal(&output, 6);
        let is_full = message.contains("File too large") || line.ends_with("/dev/full");
        assert!(is_full, "{line}: {message}");
        assert_eq!(message.contains("free some space"), !line.contains('>'), "{line}: {message}");
    }
}

/// A folder without write permission is fine if all tables exist. Root may always write, so the
/// program then runs as another user.
#[cfg(unix)]
#[test]
fn a_complete_folder_need_not_be_writable() {
    use std::os::unix::fs::PermissionsExt;

    let folder = solved();
    fs::copy(env!("CARGO_BIN_EXE_teeko"), folder.path().join("teeko")).unwrap();
    let permit = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode));
    permit(0o555).unwrap();
    let is_root = fs::write(folder.path().join("new.md"), "").is_ok();
    if is_root && teeko_testing::program("setpriv").is_none() {
        return;
    }
    let nobody = if is_root { "setpriv --reuid 65534 --regid 65534 --clear-groups " } else { "" };
    let solve = |variant: &str| {
        shell(folder.path(), &format!("{nobody}./teeko --quiet solve {variant} -o ."))
    };
    let found = solve(SMALL);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    assert!(stdout(&found).contains("Found 1 variant solved already"), "{}", stdout(&found));
    let error = refusal(&solve("44-pppp+4x4"), 6);
    assert!(error.contains("Permission denied") && !error.contains("space"), "{error}");
    permit(0o755).unwrap();
}

/// A hundred thousand threads would take 200 GB of address space.
#[cfg(target_os = "linux")]
#[test]
fn threads_have_a_bound_wherever_their_number_comes_from() {
    let folder = solved();
    for line in [
        "solve --no-write 44-ssss+4x4",
        "solve 44-ssss+4x4 -o .",
        "query -v 44-ssss+4x4 --tables . --moves 1",
        "query -v 44-ssss+4x4 --tables nowhere --moves 1",
        "line -v 44-ssss+4x4 --tables . 'b:1,2,3,8 r:5,6,11,16 b'",
        "review -v 44-ssss+4x4 --tables . '1 2 3'",
        "puzzles -v 44-ssss+4x4 --tables . --dtw 3 --limit 1",
        "stats -v 44-ssss+4x4 --tables .",
        "verify --tables . --full",
        "certificate 44-psss+4x4+knight -o ./a",
        "check ./a",
        "info 44+4x4.slide",
        "export --to csv --layer 0 -v 44-ssss+4x4 -o -",
        "diff 44-ssss+4x4 54-ssss+4x4",
        "atlas --goals 44 --plans ssss --board 4x4 --steps king --no-centre no",
    ] {
        let limited = format!("ulimit -v 1000000; RAYON_NUM_THREADS=100000 \"$0\" --quiet {line}");
        let output = shell(folder.path(), &limited);
        assert_eq!(output.status.code(), Some(0), "{line}: {} {}", output.status, stderr(&output));
    }
}

/// Opening such a pipe waits for its other end, and reading a device may never end.
#[cfg(unix)]
#[test]
fn pipes_that_nothing_writes_to_and_devices_are_refused() {
    let folder = solved();
    text(&["certificate", "44-psss+4x4+knight", "-o", shown(&folder.path().join("proof"))]);
    let pipes = "rm 44+4x4.slide && mkfifo pipe pipe.toml 44+4x4.slide";
    assert_eq!(shell(folder.path(), pipes).status.code(), Some(0));
    for (line, code) in [
        ("info /dev/zero", 6),
        ("info /dev/tty", 6),
        ("query -v 44-ssss+4x4 --tables . --moves 1", 6),
        ("stats -v 44-ssss+4x4 --tables .", 6),
        ("solve 44-ssss+4x4 -o .", 6),
        ("verify --tables .", 6),
        ("check pipe", 6),
        ("solve --no-write @pipe.toml-ssss", 6),
        ("review @pipe", 6),
        ("info pipe", 6),
        ("info .", 6),
        ("check .", 6),
        ("check missing", 6),
        ("review @/dev/zero", 2),
        ("review @.", 6),
        ("verify --tables pipe", 6),
        ("verify --tables /dev/null", 6),
        ("check /dev/stdin < proof", 0),
        ("check /dev/stdin < /dev/null", 5),
    ] {
        let line = format!("\"$0\" --quiet {line}");
        let output = shell(folder.path(), &line);
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
    }
    // A program writes to this one.
    let output = shell(folder.path(), "cat proof | \"$0\" check /dev/stdin");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
