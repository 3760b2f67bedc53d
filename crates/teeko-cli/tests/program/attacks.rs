//! Deliberate attacks on the program: forged tables, hostile names, special files, limits of the
//! system. The tests of the crates attack readers and writers.

use std::fs;
use std::path::Path;

use teeko::rules::notation::circle_form;
use teeko::table::{CellIndex, FileKind, TableFile};
use teeko::{Position, Side};
use teeko_testing::forged;

use crate::common::{command, refusal, shell, stderr, stdout, text, within_a_minute};

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
    let bytes = forged(&file, &file.header().description.census, |place, value| {
        if place == last { 2 } else { value }
    });
    fs::write(&path, bytes).unwrap();
    let row = CellIndex::new(&file.header().description.rules)
        .rows(FileKind::Drop)
        .last()
        .unwrap();
    Position::of_turn(Side::Black, row.movers().last().unwrap(), row.opponent)
}

/// A line that followed such a value once never ended.
#[test]
fn wrong_values_are_reported_with_their_file() {
    let folder = solved();
    let position = circle_form(&forge_drops(folder.path()));
    let tables = shown(folder.path());
    for question in [&["line"][..], &["query", "--json"]] {
        let rest = [&*position, "-v", SMALL, "--tables", tables];
        let asked = [question, &rest].concat();
        let message = refusal(&within_a_minute(&mut command(&asked)), 5);
        let advice =
            format!("make its tables again with `teeko solve {SMALL} --force -o {tables}`\n");
        let is_named = message.contains("44-ssss+4x4.drop: position ");
        assert!(is_named && message.ends_with(&advice), "{message}");
    }
}

/// The threads may leave little of the address space.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_address_space_counts() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |kilobytes: u32, arguments: &str| {
        shell(
            folder.path(),
            &format!("ulimit -v {kilobytes}; \"$0\" --quiet {arguments}"),
        )
    };
    for (refused, command) in [
        (
            "44-ssss+6x6: expected ",
            "query --tables nowhere --moves 15 -v 44-ssss+6x6",
        ),
        ("44-ssss+7x7: expected ", "solve --no-write 44-ssss+7x7"),
        (
            "44-ssss+8x8: expected 15.3 GB",
            "solve --no-write 44-ssss 44-ssss+8x8",
        ),
        (
            "slots of layer 8 on a 8x8 board: ",
            "query --no-solve -v 44-ssss+8x8 'slot:8:1 b'",
        ),
        // Tables take no more memory.
        (
            "44-ssss+8x8: expected 15.3 GB",
            "solve -o tables 44-ssss 44-ssss+8x8",
        ),
    ] {
        let message = refusal(&limited(500_000, command), 6);
        assert!(message.contains(refused), "{message}");
        assert!(message.contains(" of free memory, found "), "{message}");
    }
    for kilobytes in [20_000, 100_000, 120_000, 150_000, 220_000, 300_000] {
        let output = limited(kilobytes, "query --tables nowhere --moves 13");
        let is_orderly = matches!(output.status.code(), Some(0 | 6));
        assert!(
            is_orderly,
            "{kilobytes}: {} {}",
            output.status,
            stderr(&output)
        );
    }
    // To count Standard Teeko takes 38 MB, and 50 MB are a reserve. The system reserves some 70 MB
    // for each thread.
    let message = refusal(&limited(60_000, "solve --no-write 44-ssss"), 6);
    assert!(
        message.contains("44-ssss: expected 88 MB of free memory, found "),
        "{message}"
    );
    assert!(
        message.contains("raise the limit on address space"),
        "{message}"
    );
    assert!(!message.contains("found 0 MB"), "{message}");
    for threads in [1, 8] {
        let command = format!("solve --no-write --threads {threads} 44-ssss");
        for kilobytes in [140_000, 170_000, 250_000, 600_000] {
            let output = limited(kilobytes, &command);
            let is_orderly = matches!(output.status.code(), Some(0 | 6));
            assert!(
                is_orderly,
                "{threads} threads, {kilobytes} kB: {} {}",
                output.status,
                stderr(&output)
            );
        }
        let output = limited(1_200_000, &command);
        assert_eq!(
            (output.status.code(), &*stderr(&output)),
            (Some(0), ""),
            "{threads} threads"
        );
    }
}

/// Returns the certificate of a draw in which Black's strategy has this many positions. The numbers
/// from 0 up are in stored blocks of zlib, so that they are not too many for the bytes.
#[cfg(target_os = "linux")]
fn claim_of_positions(count: usize) -> Vec<u8> {
    const DRAW: &[u8] =
        include_bytes!("../../../teeko-certificate/tests/data/44-ssss+4x4.certificate");
    const RULES_END: usize = 32 + 19 * 8 + 8 * 2;
    let gaps = vec![0; count];
    let mut part = vec![0x78, 0x01];
    for block in gaps.chunks(usize::from(u16::MAX)) {
        let length = block.len() as u16;
        part.push(0);
        part.extend(length.to_le_bytes());
        part.extend((!length).to_le_bytes());
        part.extend(block);
    }
    // An empty last block, and the Adler-32 of zeros.
    part.extend([1, 0, 0, 0xff, 0xff]);
    part.extend(((count as u32 % 65_521) << 16 | 1).to_be_bytes());

    let mut bytes = DRAW[..RULES_END].to_vec();
    bytes.extend((count as u32).to_le_bytes());
    bytes.extend((part.len() as u32).to_le_bytes());
    bytes.extend(part);
    let length = bytes.len() as u32 + 4;
    bytes[12..16].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The numbers of 2^24 positions take 134 MB. Without them the program aborted.
#[cfg(target_os = "linux")]
#[test]
fn a_check_that_needs_more_than_the_address_space_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("claim"), claim_of_positions(1 << 24)).unwrap();
    for kilobytes in [80_000, 120_000, 160_000] {
        let line = format!("ulimit -v {kilobytes}; \"$0\" --quiet check claim");
        let message = refusal(&shell(folder.path(), &line), 6);
        assert!(message.contains("memory: expected room"), "{message}");
        assert!(
            message.contains("raise the limit on address space"),
            "{message}"
        );
    }
}

/// The counts are in the headers of the tables, and positions are looked up block by block.
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
    assert!(
        text.contains(note) && !text.contains("Deepest wins"),
        "{text}"
    );
    let [mut all, counts] = ["", LITTLE]
        .map(|limit| serde_json::from_str::<serde_json::Value>(&stats(limit, "--json")).unwrap());
    assert!(
        all.as_object_mut()
            .unwrap()
            .remove("deepest_positions")
            .is_some()
    );
    assert_eq!(counts, all);
    let limited = |arguments: &str| {
        let command = format!("{LITTLE} \"$0\" --quiet {arguments} --threads 1 --tables .");
        shell(folder.path(), &command)
    };
    for arguments in [
        "export --to csv -o none -v 44-ssss+4x4",
        "diff 44-ssss+4x4 44-ssss+4x4",
        "certificate 44-ssss+4x4 -o none",
    ] {
        let message = refusal(&limited(arguments), 6);
        assert!(message.contains("of free memory, found "), "{message}");
    }
    let answer = stdout(&limited("query --brief --moves 1 -v 44-ssss+4x4"));
    assert!(answer.contains("Draw"), "{answer}");
}

/// Such a thread once ended the program with a panic.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses_are_an_error_of_one_line() {
    use std::os::unix::fs::PermissionsExt;

    if ["setpriv", "prlimit"]
        .into_iter()
        .any(|name| teeko_testing::program(name).is_none())
    {
        return;
    }
    let folder = solved();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_teeko"), folder.path().join("teeko")).unwrap();
    // The limit on processes binds everybody but root.
    let limited = |threads: u32, command: &str| {
        let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
        shell(
            folder.path(),
            &format!("exec {nobody} prlimit --nproc={threads} {command}"),
        )
    };
    if limited(9, "true").status.code() != Some(0) {
        eprintln!("left out: threads that the system refuses; needs root");
        return;
    }
    for (needed, arguments) in [
        (3, "solve --no-write 44-ssss+4x4"),
        (9, "query --tables . -v 44-ssss+4x4 --moves 1"),
        (9, "serve --listen 127.0.0.1:0"),
        (2, "play 44-ssss+4x4 --tables . </dev/null"),
        // These do without another thread.
        (1, "line --tables . -v 44-ssss+4x4 --moves 1"),
    ] {
        let run = |threads| limited(threads, &format!("./teeko --quiet {arguments}"));
        if needed > 1 {
            let message = refusal(&run(1), 6);
            assert!(
                message.starts_with("error: cannot create "),
                "{arguments}: {message}"
            );
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
    let (certificate, csv) = (
        path(&format!("{NAME}.certificate")),
        path(&format!("{NAME}.csv")),
    );
    let (tables, table) = (path(NAME), path(&format!("{NAME}/{NAME}")));
    fs::create_dir(&tables).unwrap();
    fs::copy(path("44+4x4.slide"), &table).unwrap();
    fs::write(format!("{table}.slide"), "none").unwrap();
    let export = [
        "export", "--to", "csv", "-v", SMALL, "--layer", "0", "-o", &csv,
    ];
    for (code, arguments) in [
        (
            0,
            &["certificate", "44-psss+4x4+knight", "-o", &certificate][..],
        ),
        (0, &["check", &certificate]),
        (5, &["check", &table]),
        (0, &["info", &table]),
        (0, &["info", "--json", &table]),
        (5, &["verify", "--tables", &tables]),
        (4, &["verify", "--tables", &tables, SMALL]),
        (0, &export),
        (6, &export),
        (
            0,
            &[
                "query", "-v", SMALL, "--tables", &tables, "--moves", "1", "--brief",
            ],
        ),
        (
            4,
            &[
                "query",
                "-v",
                SMALL,
                "--tables",
                &tables,
                "--moves",
                "1",
                "--no-solve",
            ],
        ),
        (2, &["query", "-v", NAME, "--moves", "1"]),
        (2, &["query", "--moves", "1", &format!("-v={NAME}")]),
        (2, &["solve", NAME]),
        (2, &[NAME]),
        (2, &["atlas", "-o", NAME]),
        (
            6,
            &[
                "stats",
                "-v",
                SMALL,
                "--svg",
                &path(&format!("{NAME}/{NAME}.svg/a")),
            ],
        ),
    ] {
        let output = command(arguments).output().unwrap();
        let text = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        let is_json = arguments.contains(&"--json");
        let hidden = if is_json {
            "\\u001b[2J\\u009b31m\\u007f"
        } else {
            "\\u{1b}[2J\\u{9b}31m\\u{7f}"
        };
        assert!(text.contains(hidden), "{arguments:?}: {text:?}");
        for line in text.lines() {
            assert!(
                !line.contains(char::is_control) && !line.starts_with("PASS 58"),
                "{line:?}"
            );
        }
        let unwrapped = text.replace(['\n', ' '], "");
        let is_whole = code == 2 || is_json || unwrapped.contains(&SHOWN.replace(' ', ""));
        assert!(is_whole, "{arguments:?}: {text}");
    }
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
        let output = shell(
            folder.path(),
            &format!("ulimit -f 0; \"$0\" --quiet {line}"),
        );
        let message = refusal(&output, 6);
        let is_full = message.contains("File too large") || line.ends_with("/dev/full");
        assert!(is_full, "{line}: {message}");
        assert_eq!(
            message.contains("free some space"),
            !line.contains('>'),
            "{line}: {message}"
        );
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
    let nobody = if is_root {
        "setpriv --reuid 65534 --regid 65534 --clear-groups "
    } else {
        ""
    };
    let solve = |variant: &str| {
        shell(
            folder.path(),
            &format!("{nobody}./teeko --quiet solve {variant} -o ."),
        )
    };
    let found = solve(SMALL);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    assert!(
        stdout(&found).contains("Found 1 variant solved already"),
        "{}",
        stdout(&found)
    );
    let error = refusal(&solve("44-pppp+4x4"), 6);
    assert!(
        error.contains("Permission denied") && !error.contains("space"),
        "{error}"
    );
    permit(0o755).unwrap();
}

/// A hundred thousand threads would take 200 GB of address space for their stacks.
#[cfg(target_os = "linux")]
#[test]
fn threads_have_a_bound_wherever_their_number_comes_from() {
    let folder = solved();
    for line in [
        "solve --no-write 44-ssss+4x4",
        "query -v 44-ssss+4x4 --tables . --moves 1",
        "puzzles -v 44-ssss+4x4 --tables . --dtw 3 --limit 1",
        "stats -v 44-ssss+4x4 --tables .",
        "verify --tables . --full",
        "certificate 44-psss+4x4+knight -o ./a",
        "check ./a",
        "export --to csv --layer 0 -v 44-ssss+4x4 -o -",
        "diff 44-ssss+4x4 54-ssss+4x4",
    ] {
        let limited =
            format!("ulimit -v 100000000; RAYON_NUM_THREADS=100000 \"$0\" --quiet {line}");
        let output = shell(folder.path(), &limited);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{line}: {} {}",
            output.status,
            stderr(&output)
        );
    }
}

/// Opening such a pipe waits for its other end, and reading a device may never end.
#[cfg(unix)]
#[test]
fn pipes_that_nothing_writes_to_and_devices_are_refused() {
    let folder = solved();
    text(&[
        "certificate",
        "44-psss+4x4+knight",
        "-o",
        shown(&folder.path().join("proof")),
    ]);
    let pipes = "rm 44+4x4.slide && mkfifo pipe pipe.toml 44+4x4.slide";
    assert_eq!(shell(folder.path(), pipes).status.code(), Some(0));
    for (line, code) in [
        ("info /dev/zero", 6),
        ("query -v 44-ssss+4x4 --tables . --moves 1", 6),
        ("solve 44-ssss+4x4 -o .", 6),
        ("verify --tables .", 6),
        ("check pipe", 6),
        ("solve --no-write @pipe.toml-ssss", 6),
        ("review @pipe", 6),
        ("info pipe", 6),
        ("info .", 6),
        ("review @/dev/zero", 2),
        ("verify --tables pipe", 6),
        ("check /dev/stdin < proof", 0),
        ("check /dev/stdin < /dev/null", 5),
    ] {
        let line = format!("\"$0\" --quiet {line}");
        let output = shell(folder.path(), &line);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{line}: {}",
            stderr(&output)
        );
    }
    // A program writes to this one.
    let output = shell(folder.path(), "cat proof | \"$0\" check /dev/stdin");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
