//! Table files as users see them: written once, reused, checked, never half-written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{
    assert_fields, json, list, refusal, shell, stderr, stdout, stopped, teeko, text,
};
use serde_json::{Value, json};
use teeko::table::{Table, TableFile, recount};
use teeko_testing::contract::sha256;
use teeko_testing::{contents, forged, names, sign};
use tempfile::TempDir;

/// A variant small enough to be solved often.
const SMALL: &str = "58-spps+4x4";

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn solve(folder: &Path, arguments: &[&str]) -> Output {
    teeko(&[&["solve", "-o", shown(folder)], arguments].concat())
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// Returns the report without times.
fn without_seconds(mut solved: Value) -> Value {
    for variant in solved["variants"].as_array_mut().unwrap() {
        variant["seconds"].take();
    }
    solved
}

/// As `sha256sum` checks them. The solver's tests compare numbers of threads.
#[test]
fn files_of_the_sixteen_have_the_published_checksums() {
    const SUMS: &str = include_str!("../../../teeko-analysis/data/SHA256SUMS");
    let folder = folder();
    text(&["solve", "--threads", "3", "-o", shown(folder.path())]);
    let mut sums = String::new();
    for (name, bytes) in contents(folder.path()) {
        writeln!(sums, "{}  {name}", sha256(&bytes)).unwrap();
    }
    assert_eq!(sums, SUMS);
}

/// Existing tables are left alone, and their report is that of a fresh solution.
#[test]
fn what_is_there_is_found_and_reported_alike() {
    let folder = folder();
    let output = shown(folder.path());
    let solve = ["solve", "-o", output, SMALL, "44-pppp+4x4+pass"];
    let report = |more: &[&str]| without_seconds(json(&[&solve[..], more].concat()));
    let solved = report(&[]);
    let files = contents(folder.path());
    assert_eq!(solved, report(&[]));
    for file in list(&solved["variants"])
        .iter()
        .flat_map(|variant| list(&variant["files"]))
    {
        let size = fs::metadata(file["path"].as_str().unwrap()).unwrap().len();
        assert_eq!(file["bytes"], size);
    }
    let summary = text(&solve);
    assert!(
        summary.contains("Found 2 variants solved already in "),
        "{summary}"
    );
    assert_eq!(
        (report(&["--force"]), files),
        (solved, contents(folder.path()))
    );
}

#[test]
fn a_damaged_file_is_refused_and_made_again_with_force() {
    let folder = folder();
    assert_eq!(code(&solve(folder.path(), &[SMALL])), Some(0));
    let sound = contents(folder.path());
    for name in ["58+4x4.slide", "58-spps+4x4.drop"] {
        let path = folder.path().join(name);
        let mut bytes = sound[name].clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let tables = ["--tables", shown(folder.path())];
        for arguments in [
            &["solve", SMALL, "-o", shown(folder.path())][..],
            &["info", shown(&path)],
            &[&["stats", "-v", SMALL], &tables[..]].concat(),
        ] {
            let message = refusal(&teeko(arguments), 5);
            assert!(
                message.contains(name) && message.contains(" at offset "),
                "{message}"
            );
        }
        let verified = teeko(&[&["verify"], &tables[..]].concat());
        assert_eq!(code(&verified), Some(5));
        assert!(
            stdout(&verified).contains(&format!("FAIL {name}")),
            "{}",
            stdout(&verified)
        );
        // Not a reason to solve in memory.
        fs::write(&path, "not a table at all".repeat(50)).unwrap();
        let asked = [&["query", "b:13 r: r", "-v", SMALL], &tables[..]].concat();
        let message = refusal(&teeko(&asked), 5);
        let advice = format!("teeko solve {SMALL} --force");
        assert!(
            message.contains(name) && message.contains(&advice),
            "{message}"
        );
        assert_eq!(code(&solve(folder.path(), &[SMALL, "--force"])), Some(0));
        assert_eq!(contents(folder.path()), sound);
    }
}

#[test]
fn verify_needs_tables_with_names_of_tables() {
    let folder = folder();
    let verify = || teeko(&["verify", "--tables", shown(folder.path())]);
    assert_eq!(code(&verify()), Some(4));
    fs::write(folder.path().join("notes.md"), "not a table").unwrap();
    assert_eq!(code(&verify()), Some(4));
    assert_eq!(code(&solve(folder.path(), &[SMALL])), Some(0));
    let leftover = folder.path().join(".teeko-1-0.tmp");
    fs::write(&leftover, "half a table").unwrap();
    assert_eq!(code(&verify()), Some(0));
    assert!(leftover.exists(), "who only reads removes nothing");
    assert_eq!(
        code(&teeko(&[
            "verify",
            "--tables",
            shown(folder.path()),
            "44-ssss"
        ])),
        Some(4)
    );
    fs::remove_file(folder.path().join("58+4x4.slide")).unwrap();
    assert_eq!(
        code(&verify()),
        Some(4),
        "a drop file without its slide file"
    );
    fs::write(folder.path().join("stranger"), "what is this").unwrap();
    assert_eq!(code(&verify()), Some(5));
    assert_eq!(
        code(&teeko(&[
            "verify",
            "--tables",
            shown(&folder.path().join("none"))
        ])),
        Some(6)
    );
    let of_a_folder = refusal(&teeko(&["verify", "."]), 2);
    assert!(of_a_folder.contains("to check the tables in it: teeko verify --tables .\n"));
}

#[test]
fn info_tells_what_a_file_is_of() {
    let folder = folder();
    assert_eq!(
        code(&solve(folder.path(), &["44-pppp+4x4+knight+pass"])),
        Some(0)
    );
    let path = |name: &str| folder.path().join(name).display().to_string();
    let slide = json(&["info", &path("44+4x4+knight.slide")]);
    // Ten lines and nine squares; twelve circles are left for the other side.
    let expected = json!({"schema": "teeko.info/1", "kind": "slide", "goal_set": "44",
        "variant": null});
    assert_fields(&slide, &expected);
    assert_eq!(slide["census"]["slide"]["impossible"], 19 * 495);
    let drop_file = path("44-pppp+4x4+knight+pass.drop");
    let expected = json!({"variant": "44-pppp+4x4+knight+pass",
        "slide_hash": slide["content_hash"], "unverified": ["rules", "census", "slide_hash"]});
    let drop = json(&["info", &drop_file]);
    assert_fields(&drop, &expected);
    assert_fields(&drop["rules"], &json!({"plan": "pppp", "pass": true}));
    let shown = text(&["info", &drop_file]);
    assert!(
        shown.contains("drop plan         pppp\noptions           pass rule\n"),
        "{shown}"
    );
    assert!(
        shown.ends_with("`teeko verify --tables` checks them.\n"),
        "{shown}"
    );
    // With a right checksum, only the slide file shows that its hash differs.
    let mut bytes = fs::read(&drop_file).unwrap();
    let length = u32::from_le_bytes(*bytes[12..].first_chunk().unwrap()) as usize;
    bytes[72] ^= 1;
    sign(&mut bytes, length);
    fs::write(&drop_file, bytes).unwrap();
    assert_ne!(
        json(&["info", &drop_file])["slide_hash"],
        slide["content_hash"]
    );
    let verified = teeko(&["verify", "--tables", &folder.path().display().to_string()]);
    assert_eq!(code(&verified), Some(5));
    assert_eq!(code(&teeko(&["info", "no-such-file"])), Some(6));
}

/// A limit on the size of files acts like a full disk: it stops the writer in the middle of a file.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_or_none() {
    let folder = folder();
    let limited = |blocks: u32, arguments: &str| {
        shell(
            folder.path(),
            &format!("ulimit -f {blocks}; \"$0\" solve {arguments} -o ."),
        )
    };
    for blocks in [0, 1, 20, 700] {
        refusal(&limited(blocks, "44-ssss"), 6);
        assert_eq!(names(folder.path()), [""; 0], "{blocks}");
    }
    assert_eq!(code(&solve(folder.path(), &[SMALL])), Some(0));
    let old = contents(folder.path());
    assert_eq!(code(&limited(1, &format!("{SMALL} --force"))), Some(6));
    assert_eq!(contents(folder.path()), old);
}

/// Wherever the writer is stopped or killed, only complete files have final names, and the next run
/// finishes.
#[cfg(unix)]
#[test]
fn an_interrupted_solve_leaves_whole_files_only() {
    let reference = folder();
    let variants = ["58-ssss+4x4", "44-ssss+4x4", "58-ssss"];
    assert_eq!(code(&solve(reference.path(), &variants)), Some(0));
    let whole = contents(reference.path());
    let mut finished = 0;
    for round in 0..8 {
        let (signal, wait) = (
            ["-INT", "-KILL", "-TERM", "-HUP"][round % 4],
            90 * round as u64,
        );
        let folder = folder();
        let arguments = [&["solve", "-o", shown(folder.path())], &variants[..]].concat();
        let status = stopped(&arguments, signal, wait).status;
        let (temporary, left): (BTreeMap<_, _>, BTreeMap<_, _>) = contents(folder.path())
            .into_iter()
            .partition(|(name, _)| name.starts_with('.'));
        for (name, bytes) in &left {
            assert!(
                Some(bytes) == whole.get(name),
                "{name} after {signal} at {wait} ms"
            );
        }
        if signal != "-KILL" {
            assert!(temporary.is_empty(), "{:?} at {wait} ms", temporary.keys());
            // Until the program has installed its handlers, the signal ends it, which a shell
            // reports as 130 too.
            assert!(
                matches!(status.code(), None | Some(0 | 130)),
                "{status} at {wait} ms"
            );
        }
        finished += usize::from(status.success());
        if round == 5 {
            assert_eq!(code(&solve(folder.path(), &variants)), Some(0));
            assert_eq!(contents(folder.path()), whole, "leftovers are removed");
        }
    }
    assert!(finished < 8, "none was interrupted");
}

/// Returns a slide file without its deepest losses, which its checksums and census do not show.
fn without_deepest_losses(file: &TableFile) -> Vec<u8> {
    let header = file.header();
    let deepest = u32::from(*file.decode_values().unwrap().iter().max().unwrap());
    let write = |census| {
        forged(
            file,
            census,
            |_, value| if value == deepest { 0 } else { value },
        )
    };
    let draft = TableFile::open(write(&header.description.census), "draft").unwrap();
    let counted = recount(
        &Table::new(draft, None, &header.description.rules)
            .unwrap()
            .expand()
            .unwrap(),
    );
    write(&counted)
}

/// Only a full check notices this. It shows positions that `query` understands, and does not check
/// files that depend on wrong ones.
#[test]
fn a_full_check_finds_wrong_values_that_nothing_else_shows() {
    let folder = folder();
    let tables = shown(folder.path());
    assert_eq!(
        code(&solve(folder.path(), &["44-ssss+4x4", SMALL])),
        Some(0)
    );
    let sound = json(&["verify", "--tables", tables, "--full"]);
    assert_fields(&sound, &json!({"passed": 4, "failed": 0, "offences": []}));
    let sample = stdout(&teeko(&[
        "verify", "--tables", tables, "--full", "--sample", "20000",
    ]));
    assert!(
        sample.contains("PASS 58+4x4.slide") && sample.contains("20,000 values"),
        "{sample}"
    );
    for wrong in [&["--sample", "9"][..], &["--full", "--sample", "0"]] {
        assert_eq!(
            code(&teeko(&[&["verify", "--tables", tables], wrong].concat())),
            Some(2)
        );
    }

    let path = folder.path().join("58+4x4.slide");
    let wrong = without_deepest_losses(&TableFile::open_path(&path).unwrap());
    fs::write(&path, wrong).unwrap();
    // The drop file names its slide file, so the change would be noticed.
    fs::remove_file(folder.path().join("58-spps+4x4.drop")).unwrap();
    assert_eq!(code(&teeko(&["verify", "--tables", tables])), Some(0));
    let output = teeko(&["verify", "--tables", tables, "--full"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(1), ""));
    let found = stdout(&output);
    assert!(
        found.contains("PASS 44+4x4.slide") && found.contains("FAIL 58+4x4.slide"),
        "{found}"
    );
    assert!(
        found.lines().all(|line| line.chars().count() <= 80),
        "{found}"
    );
    let offending = found
        .lines()
        .find_map(|line| line.strip_prefix("  teeko query -v 58-ssss+4x4 \""))
        .unwrap();
    assert_eq!(
        code(&teeko(&[
            "query",
            "--quiet",
            "-v",
            "58-ssss+4x4",
            offending.trim_end_matches('"')
        ])),
        Some(0)
    );
}
