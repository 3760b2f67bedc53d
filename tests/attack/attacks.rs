//! The attacks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fastrand::Rng;
use teeko_rules::RulesName;
use teeko_table::{TableFile, drop_file_name, slide_file_name};
use teeko_testing::{basic_program, forged, name_slides, open};
use tempfile::TempDir;

use crate::mutants::{GAMES, Originals, second_checker};
use crate::program::{Run, contents, start};

/// The variants whose tables are attacked. The first takes the longest to write.
const VARIANTS: [&str; 4] = ["58-ssss", "58-ssss+4x4", "44-pppp+4x4+pass", "44-psss+4x4+knight"];

/// The exit codes for a wrong table whose checksums are right, and for a damaged table.
const WRONG: i32 = 1;
const CORRUPT: i32 = 5;
const RESOURCES: i32 = 6;
const INTERRUPTED: i32 = 130;

type Attack = fn(&Target, &mut Rng) -> Result<(), String>;

/// The attacks, and how many each call stands for.
pub(crate) const ATTACKS: [(&str, u64, Attack); 5] = [
    ("signals", 1, signals),
    ("many at once", 8, many_at_once),
    ("limits", 1, limits),
    ("forged tables", 1, forged_tables),
    ("mutants", 1, mutants),
];

/// The attacked program, its sound files, and its answers from them.
pub(crate) struct Target {
    program: PathBuf,
    /// Folder for the output of the runs.
    outputs: TempDir,
    /// The tables of all variants.
    tables: BTreeMap<String, Vec<u8>>,
    originals: Originals,
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn pick<'a, T>(items: &'a [T], random: &mut Rng) -> &'a T {
    &items[random.usize(..items.len())]
}

impl Target {
    pub(crate) fn new(program: PathBuf) -> Self {
        let mut target = Self {
            program,
            outputs: folder(),
            tables: BTreeMap::new(),
            originals: Originals::new(&GAMES),
        };
        let folder = folder();
        let line = format!("\"$0\" --quiet solve {} -o .", VARIANTS.join(" "));
        let solved = target.run(folder.path(), &line).and_then(|run| run.expect(&[0]));
        solved.map(drop).expect("success");
        target.tables = contents(folder.path());
        target
    }

    fn run(&self, folder: &Path, line: &str) -> Result<Run, String> {
        let output = self.outputs.path().join("run");
        start(&self.program, folder, line, &output).finish(&output)
    }

    /// Checks that every file with a final name is whole, and that there are no others.
    fn expect_whole(&self, folder: &Path, leftovers: bool) -> Result<(), String> {
        for (name, bytes) in contents(folder) {
            let is_leftover = name.starts_with(".teeko-");
            if if is_leftover { !leftovers } else { self.tables.get(&name) != Some(&bytes) } {
                return Err(format!("expected whole files, found {name} of {} bytes", bytes.len()));
            }
        }
        Ok(())
    }

    /// Makes a folder with the files of a small variant, and returns their names, the slide file's
    /// first.
    fn small_tables(&self, variant: &str) -> (TempDir, [String; 2]) {
        let folder = folder();
        let rules: RulesName = variant.parse().expect("a variant");
        let names = [slide_file_name(&rules), drop_file_name(&rules)];
        for name in &names {
            fs::write(folder.path().join(name), &self.tables[name]).expect("a file");
        }
        (folder, names)
    }
}

/// Sends a signal while tables are written.
fn signals(target: &Target, random: &mut Rng) -> Result<(), String> {
    let folder = folder();
    let output = target.outputs.path().join("signals");
    let line = format!("exec \"$0\" --quiet solve {} -o .", VARIANTS.join(" "));
    let run = start(&target.program, folder.path(), &line, &output);
    std::thread::sleep(Duration::from_millis(random.u64(..1000)));
    let signal = *pick(&["INT", "TERM", "HUP", "KILL"], random);
    basic_program("kill")
        .args([&format!("-{signal}"), &run.child.id().to_string()])
        .status()
        .expect("kill");
    let run = run.finish(&output)?;
    // Before the program has installed its handlers, a signal ends it.
    if !matches!(run.code, None | Some(0 | INTERRUPTED)) {
        return Err(format!("after {signal}: {run}"));
    }
    target.expect_whole(folder.path(), signal == "KILL")?;
    target.run(folder.path(), &line)?.expect(&[0])?;
    target.expect_whole(folder.path(), false)?;
    target.run(folder.path(), "\"$0\" --quiet verify --tables .")?.expect(&[0]).map(drop)
}

/// Runs several writers and readers in one folder.
fn many_at_once(target: &Target, random: &mut Rng) -> Result<(), String> {
    let folder = folder();
    let runs: Vec<_> = (0..8)
        .map(|number| {
            let variant = pick(&VARIANTS[1..], random);
            let force = pick(&["", "--force"], random);
            let output = target.outputs.path().join(format!("one of many {number}"));
            let line = format!("exec \"$0\" --quiet solve {variant} {force} --threads 1 -o .");
            (start(&target.program, folder.path(), &line, &output), output)
        })
        .collect();
    for (run, output) in runs {
        run.finish(&output)?.expect(&[0])?;
    }
    target.expect_whole(folder.path(), false)
}

/// Limits the size of files, the address space and the number of open files.
fn limits(target: &Target, random: &mut Rng) -> Result<(), String> {
    let (folder, _) = target.small_tables(VARIANTS[1]);
    let limit = match random.u8(..3) {
        0 => format!("-f {}", random.u32(..400)),
        1 => format!("-v {}", random.u32(60_000..400_000)),
        _ => format!("-n {}", random.u32(8..30)),
    };
    let command = *pick(
        &[
            "solve 44-pppp+4x4+pass -o .",
            "solve 58-ssss --no-write",
            "stats -v 58-ssss+4x4 --tables .",
            "export --to parquet -v 58-ssss+4x4 --tables . -o export --force",
            "export --to csv -v 58-ssss+4x4 --tables . -o - >/dev/null",
            "certificate 44-psss+4x4+knight -o export --force",
            "query -v 58-ssss --moves 13 --tables nowhere",
        ],
        random,
    );
    let run = target
        .run(folder.path(), &format!("ulimit {limit}; exec \"$0\" --quiet {command}"))?
        .expect(&[0, RESOURCES])?;
    let exported = fs::remove_file(folder.path().join("export")).is_ok();
    if exported && run.code != Some(0) {
        return Err(format!("expected no file, found one: {run}"));
    }
    target.expect_whole(folder.path(), false)
}

/// Changes values and makes all checksums right again.
fn forged_tables(target: &Target, random: &mut Rng) -> Result<(), String> {
    let variant = *pick(&VARIANTS[1..], random);
    let (folder, names) = target.small_tables(variant);
    let name = pick(&names, random);
    let file = TableFile::open(target.tables[name].clone(), name).expect("a sound file");
    let values = file.decode_values().expect("sound values");
    let (every, shift, greatest) =
        (random.usize(1..2000), random.usize(..2000), *values.iter().max().expect("a value"));
    let new = random.u8(..=greatest);
    let is_other = |place: usize| (place + shift).is_multiple_of(every);
    let change = |place, value| if is_other(place) { new.into() } else { value };
    let bytes = forged(&file, file.header().census(), change);
    let is_changed = values.iter().enumerate().any(|(place, &old)| is_other(place) && old != new);
    if name == &names[0] {
        // Otherwise only the drop file's hash of the slide file would fail.
        let path = folder.path().join(&names[1]);
        let mut drop = fs::read(&path).expect("a file");
        name_slides(&mut drop, open(bytes.clone()).header().content_hash());
        fs::write(path, drop).expect("a file");
    }
    fs::write(folder.path().join(name), bytes).expect("a file");
    let position = pick(
        &[
            "--moves ''",
            "--moves '1 2 3 4 5 6 7'",
            "'b:1,2,3,8 r:5,6,11,16 b'",
            "'b:1,6,16 r:2,7,9 b'",
        ],
        random,
    );
    for command in [
        format!("query {position}"),
        format!("line {position}"),
        "puzzles --dtw 5 --unique --limit 50".to_owned(),
        "stats".to_owned(),
    ] {
        let line = format!("\"$0\" --quiet {command} -v {variant} --tables .");
        target.run(folder.path(), &line)?.expect(&[0, 3, CORRUPT])?;
    }
    let codes: &[i32] = if is_changed { &[WRONG, CORRUPT] } else { &[0] };
    target.run(folder.path(), "\"$0\" --quiet verify --full --tables .")?.expect(codes).map(drop)
}

/// Mutates a certificate of a draw. One that passes must be true for the solver and for
/// `scripts/check_certificate.py`, which is asked with `python3`.
fn mutants(target: &Target, random: &mut Rng) -> Result<(), String> {
    target.originals.attack(random, second_checker()).map(drop)
}
