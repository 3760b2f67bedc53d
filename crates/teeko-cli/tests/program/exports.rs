//! `teeko export`.

use std::fs;
use std::path::Path;

use teeko::export::FORMATS;
use teeko_testing::names;

use crate::common::{
    SCRIPTS, assert_fields, assert_refused, file, json, python, refusal, shell, stderr, stdout,
    text,
};

/// The programs that the formats are for read the files back. The test compares them with the
/// program's own counts and answers.
#[test]
fn other_programs_read_exports_back() {
    let Some(mut python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(SCRIPTS).join("../tests/exports/read_back.py");
    let output = python
        .arg(script)
        .args([Path::new(env!("CARGO_BIN_EXE_teeko")), folder.path()])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
    assert!(
        stdout(&output).trim_end().ends_with("every export agrees"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn the_help_has_the_usual_columns_of_each_format() {
    let help = text(&["export", "--help"])
        .split_whitespace()
        .collect::<String>();
    for format in FORMATS {
        let columns = format.columns;
        assert!(help.contains(columns), "{}: {columns}", format.name);
    }
}

#[test]
fn text_formats_stream_rows_in_the_order_of_the_index() {
    let start = text(&["export", "--to", "csv", "--layer", "1", "-o", "-"]);
    // The orbits of the first drop: a corner, its two neighbours on the edge, and three more up to
    // the centre.
    let mut lines = start.lines();
    let header = "position,turn,layer,outcome,dtw,slot,weight,variant";
    assert_eq!(lines.next(), Some(header));
    assert_eq!(
        lines.clone().next(),
        Some("b4/5/5/5/5 r,red,1,draw,-1,0,4,44-ssss")
    );
    let sizes = lines.map(|line| line.split(',').nth(6).unwrap());
    assert_eq!(sizes.collect::<Vec<_>>(), ["4", "8", "4", "4", "4", "1"]);
    let words = "export --to jsonl --layer 1 --all-positions --columns slot,black -o -";
    let all = text(&words.split(' ').collect::<Vec<_>>());
    assert!(
        all.starts_with("{\"slot\":0,\"black\":1}\n") && all.lines().count() == 25,
        "{all}"
    );
    // Steele: Black's first drop wins in the centre, after 12 more plies, and nowhere else.
    let words = "export --to csv -v advanced --layer 1 --where outcome=loss -o -";
    let one = text(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(
        one,
        format!("{header}\n5/5/2b2/5/5 r,red,1,loss,12,5,1,58-ssss\n")
    );
}

#[test]
fn a_file_is_reported_and_compressed_by_its_name() {
    let (folder, path) = file("a.csv.zst");
    let written = json(&["export", "-v", "44-ssss+4x4", "-o", &path]);
    let expected = serde_json::json!({"variant": "44-ssss+4x4", "format": "csv", "path": path});
    assert_fields(&written, &expected);
    assert_eq!(written["schema"], "teeko.export/1");
    let bytes = fs::read(&path).unwrap();
    assert_eq!(written["bytes"], bytes.len());
    assert_eq!(
        bytes[..4],
        [0x28, 0xb5, 0x2f, 0xfd],
        "the magic number of zstd"
    );
    let plain = text(&["export", "--to", "csv", "-v", "44-ssss+4x4", "-o", "-"]);
    assert_eq!(written["rows"], plain.lines().count() - 1);
    assert!(zstd::decode_all(&bytes[..]).unwrap() == plain.into_bytes());
    let again = text(&[
        "export",
        "--to",
        "csv",
        "-v",
        "44-ssss+4x4",
        "-o",
        &path,
        "--force",
    ]);
    assert!(
        again.starts_with("44-ssss+4x4: ") && again.contains("a.csv.zst"),
        "{again}"
    );
    assert_eq!(names(folder.path()), ["a.csv.zst"]);
}

/// A row stands for an orbit unless all positions are asked for. Every format has the same columns
/// then, and weights add up to the same number.
#[test]
fn rows_have_weights_and_the_report_adds_them_up() {
    let (_folder, path) = file("a");
    for format in ["csv", "jsonl", "npy", "parquet"] {
        let base = [
            "export",
            "44-ssss+4x4",
            "--to",
            format,
            "--layer",
            "1",
            "--force",
            "-o",
            &path,
        ];
        let shown = text(&base);
        assert!(
            shown.starts_with("44-ssss+4x4: 3 orbits (16 positions) in "),
            "{format}: {shown}"
        );
        let written = json(&base);
        assert_eq!(
            (&written["rows"], &written["positions"]),
            (&3.into(), &16.into()),
            "{format}"
        );
        let bytes = fs::read(&path).unwrap();
        let names = |what: &[u8]| bytes.windows(what.len()).any(|part| part == what);
        assert!(names(b"weight") && names(b"44-ssss+4x4"), "{format}");
        let all = text(&[&base[..], &["--all-positions"]].concat());
        assert!(
            all.starts_with("44-ssss+4x4: 16 positions in "),
            "{format}: {all}"
        );
        let written = json(&[&base[..], &["--all-positions"]].concat());
        assert_eq!(
            (&written["rows"], &written["positions"]),
            (&16.into(), &16.into()),
            "{format}"
        );
    }
}

/// A row names its rules, those of a rule file without its folders, and without a sign that
/// spreadsheets take for the beginning of a formula.
#[test]
fn rows_name_their_rules() {
    let (_folder, rules) = file("=1+1,own.toml");
    assert_refused(&[(
        &["export", "-v", &format!("@{rules}-ssss"), "-o", "-"],
        2,
        "own.toml",
    )]);
    let (_folder, rules) = file("own.toml");
    fs::write(&rules, "goals = [[1, 2, 3, 4]]").unwrap();
    let variant = format!("@{rules}-ssss+4x4");
    let base = [
        "export",
        "-v",
        &variant,
        "--layer",
        "0",
        "--columns",
        "slot,variant",
        "-o",
        "-",
    ];
    for (format, expected) in [
        ("csv", "slot,variant\n0,'@own-ssss+4x4\n"),
        ("jsonl", "{\"slot\":0,\"variant\":\"@own-ssss+4x4\"}\n"),
    ] {
        assert_eq!(text(&[&base[..], &["--to", format]].concat()), expected);
    }
}

#[test]
fn what_cannot_be_says_so_in_one_line_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, gzipped, picture, without] = ["x.csv", "x.csv.gz", "x.png", "x.zst"]
        .map(|name| folder.path().join(name).display().to_string());
    for (format, output, more, exit, part) in [
        (
            "csv",
            "no/such/a.csv",
            "",
            6,
            "create its folder first, or choose another folder",
        ),
        (
            "csv",
            &csv,
            "--columns=slot,plies",
            2,
            "column `plies`: expected some of position",
        ),
        ("csv", "-", "--json", 2, "name a file with -o"),
        (
            "parquet",
            &csv,
            "",
            2,
            "expected a name that fits parquet, found one of csv",
        ),
        ("csv", &gzipped, "", 2, "end it in .zst"),
        (
            "",
            &picture,
            "",
            2,
            "expected a name that ends in .csv, .jsonl",
        ),
        ("", &without, "", 2, "or name the format with --to"),
        ("csv", &csv, "--no-solve", 4, "expected 44+4x4.slide"),
    ] {
        let to = if format.is_empty() {
            vec![]
        } else {
            vec!["--to", format]
        };
        let more = Some(more).filter(|more| !more.is_empty());
        let words = ["export", "-v", "44-ssss+4x4", "-o", output].into_iter();
        assert_refused(&[(&words.chain(to).chain(more).collect::<Vec<_>>(), exit, part)]);
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

/// A limit on the size of files acts like a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_file() {
    for format in ["csv", "csv.zst", "jsonl", "parquet", "npy"] {
        let (folder, path) = file(&format!("a.{format}"));
        let export = format!(
            "ulimit -f 16; \"$0\" --quiet export --to {} -v 44-ssss+4x4 -o {path}",
            format.trim_end_matches(".zst")
        );
        let error = refusal(&shell(folder.path(), &export), 6);
        assert!(error.contains("cannot be written"), "{format}: {error}");
        assert_eq!(names(folder.path()), [""; 0], "{format}");
    }
}
