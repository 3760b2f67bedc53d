//! The attacks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use fastrand::Rng;
use teeko_table::TableFile;
use teeko_testing::{forged, name_slides, open};
use tempfile::TempDir;

use crate::program::{Run, contents, start};
use crate::service::{REQUESTS, Service};

/// The variants whose tables are attacked. The first takes the longest to write.
const VARIANTS: [&str; 4] = ["58-ssss", "58-ssss+4x4", "44-pppp+4x4+pass", "44-psss+4x4+knight"];

/// A variant that is a forced win.
const WON: &str = "44-psss+4x4+knight";

/// A run that can be interrupted and resumed.
const KEPT: &str = "solve 44-ssss --no-write --json";

/// The exit codes for a wrong table whose checksums are right, and for a damaged table.
const WRONG: i32 = 1;
const CORRUPT: i32 = 5;
const RESOURCES: i32 = 6;
const INTERRUPTED: i32 = 130;

type Attack = fn(&Target, &mut Rng) -> Result<(), String>;

/// The attacks, and how many each call stands for.
pub(crate) const ATTACKS: [(&str, u64, Attack); 9] = [
    ("signals", 1, signals),
    ("many at once", 8, many_at_once),
    ("limits", 1, limits),
    ("damaged tables", 1, damaged_tables),
    ("forged tables", 1, forged_tables),
    ("forged certificates", 1, forged_certificates),
    ("damaged journals", 1, damaged_journals),
    ("special files", 1, special_files),
    ("requests", REQUESTS, requests),
];

/// The attacked program, its sound files, and its answers from them.
pub(crate) struct Target {
    program: PathBuf,
    /// Folder for the output of the runs.
    outputs: TempDir,
    /// The tables of all variants.
    tables: BTreeMap<String, Vec<u8>>,
    certificate: Vec<u8>,
    /// The half-steps of an interrupted run of [`KEPT`], and its result.
    journal: BTreeMap<String, Vec<u8>>,
    counts: String,
    service: Service,
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
            service: Service::start(&program),
            program,
            outputs: folder(),
            tables: BTreeMap::new(),
            certificate: Vec::new(),
            journal: BTreeMap::new(),
            counts: String::new(),
        };
        let folder = folder();
        let prepare = |line: String| {
            target.run(folder.path(), &line).and_then(|run| run.expect(&[0])).expect("success")
        };
        prepare(format!("\"$0\" --quiet solve {} -o tables", VARIANTS.join(" ")));
        prepare(format!("\"$0\" --quiet certificate {WON} -o certificate"));
        let whole = prepare(format!("\"$0\" --quiet {KEPT}"));
        target.tables = contents(&folder.path().join("tables"));
        target.certificate = fs::read(folder.path().join("certificate")).expect("a certificate");
        target.counts = counts(&whole.stdout);
        let interrupted = format!("ulimit -f 700; exec \"$0\" --quiet {KEPT} --journal .");
        let run = target.run(folder.path(), &interrupted).expect("an end");
        run.expect(&[RESOURCES]).expect("a limit that is reached");
        target.journal = contents(&folder.path().join("44.journal"));
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
        let (goals, options) = variant.split_once('-').expect("a variant with a plan");
        // Of the options used here, only passing does not concern the slide phase.
        let options = options.replace("+pass", "");
        let slide =
            format!("{goals}{}.slide", &options[options.find('+').unwrap_or(options.len())..]);
        let names = [slide, format!("{variant}.drop")];
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
    Command::new("kill")
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
            "export --to sqlite -v 58-ssss+4x4 --tables . -o export --force",
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

/// Changes or removes bytes of tables: the program must give the right answer or none.
fn damaged_tables(target: &Target, random: &mut Rng) -> Result<(), String> {
    let variant = *pick(&VARIANTS[1..], random);
    let (folder, names) = target.small_tables(variant);
    let moves: Vec<String> = (1..=random.usize(..=4)).map(|circle| circle.to_string()).collect();
    let query = format!(
        "\"$0\" --quiet query --json -v {variant} --tables . --moves '{}'",
        moves.join(" ")
    );
    let expected = target.run(folder.path(), &query)?.expect(&[0])?.stdout;
    let path = folder.path().join(pick(&names, random));
    let mut bytes = fs::read(&path).expect("a file");
    if random.u8(..4) == 0 {
        bytes.truncate(random.usize(..bytes.len()));
    } else {
        let place = random.usize(..bytes.len());
        bytes[place] ^= 1 << random.u8(..8);
    }
    fs::write(&path, bytes).expect("a file");
    let answered = target.run(folder.path(), &query)?.expect(&[0, CORRUPT])?;
    if answered.code == Some(0) && answered.stdout != expected {
        return Err(format!("expected {expected}, found {answered}"));
    }
    target.run(folder.path(), "\"$0\" --quiet verify --tables .")?.expect(&[CORRUPT]).map(drop)
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

/// Changes bytes of certificates with the right checksum. The program must never accept a claim
/// that is false under the rules.
fn forged_certificates(target: &Target, random: &mut Rng) -> Result<(), String> {
    let folder = folder();
    let path = folder.path().join("forged");
    let mut bytes = target.certificate.clone();
    for _ in 0..random.usize(1..4) {
        let place = random.usize(12..bytes.len() - 4);
        bytes[place] = random.u8(..);
    }
    let plies = u32::from_le_bytes(bytes[20..24].try_into().expect("four bytes"));
    let (content, checksum) = bytes.split_last_chunk_mut::<4>().expect("a checksum");
    *checksum = crc32fast::hash(content).to_le_bytes();
    fs::write(&path, &bytes).expect("a file");
    let run =
        target.run(folder.path(), "\"$0\" --quiet check forged")?.expect(&[0, WRONG, CORRUPT])?;
    let of_rules = |bytes: &[u8]| bytes[12..17].to_vec();
    let same_rules = of_rules(&bytes) == of_rules(&target.certificate);
    let least = u32::from_le_bytes(target.certificate[20..24].try_into().expect("four bytes"));
    if run.code == Some(0) && same_rules && plies < least && run.stdout.contains(WON) {
        return Err(format!("expected no win in {plies} plies, found {run}"));
    }
    Ok(())
}

/// Returns the result of [`KEPT`] without its time, and without whether it resumed.
fn counts(json: &str) -> String {
    let before_time = json.split("\"seconds\"").next().unwrap_or_default();
    before_time.replace("\"resumed\":true,", "")
}

/// Changes, shortens, exchanges or removes half-steps, or puts links in the place of its files.
/// With right checksums the program must refuse them or resume; otherwise it must have the right
/// result.
fn damaged_journals(target: &Target, random: &mut Rng) -> Result<(), String> {
    let folder = folder();
    let journal = folder.path().join("44.journal");
    fs::create_dir(&journal).expect("a folder");
    fs::write(folder.path().join("precious"), "precious").expect("a file");
    for (name, bytes) in &target.journal {
        fs::write(journal.join(name), bytes).expect("a file");
    }
    let half_steps: Vec<&String> =
        target.journal.keys().filter(|name| name.ends_with(".half-step")).collect();
    let path = journal.join(pick(&half_steps, random));
    let mut bytes = fs::read(&path).expect("a file");
    let mut codes = vec![0];
    match random.u8(..6) {
        0 => bytes.truncate(random.usize(..bytes.len())),
        1 => {
            let place = random.usize(..bytes.len());
            bytes[place] ^= 1 << random.u8(..8);
        }
        2 => bytes = fs::read(journal.join(pick(&half_steps, random))).expect("a file"),
        3 => {
            std::os::unix::fs::symlink("../precious", journal.join("unfinished")).expect("a link");
        }
        4 => {
            let _ = fs::remove_file(journal.join("lock"));
            std::os::unix::fs::symlink("../precious", journal.join("lock")).expect("a link");
            codes = vec![RESOURCES];
        }
        _ => {
            forge_chunk(&mut bytes, random);
            codes = vec![0, CORRUPT];
        }
    }
    let is_forged = codes.contains(&CORRUPT);
    fs::write(&path, bytes).expect("a file");
    let run =
        target.run(folder.path(), &format!("\"$0\" --quiet {KEPT} --journal ."))?.expect(&codes)?;
    if run.code == Some(0) && !is_forged && counts(&run.stdout) != target.counts {
        return Err(format!("expected other counts, found {run}"));
    }
    if fs::read(folder.path().join("precious")).expect("a file") != b"precious" {
        return Err("expected a link that is not followed".to_owned());
    }
    Ok(())
}

/// Changes a chunk of a half-step file, and makes its checksum right again.
fn forge_chunk(bytes: &mut [u8], random: &mut Rng) {
    const HEADER: usize = 48;
    let mut offset = HEADER;
    let mut chunks = Vec::new();
    while let Some(length) = bytes.get(offset + 4..offset + 8) {
        let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        if offset + 12 + length >= bytes.len() {
            break;
        }
        chunks.push((offset, length));
        offset += 12 + length;
    }
    let Some(&(offset, length)) = chunks.get(random.usize(..chunks.len().max(1))) else { return };
    for _ in 0..random.usize(1..20) {
        let place = random.usize(..4 + length);
        // The length stays.
        let place = if place < 4 { offset + place } else { offset + 8 + place };
        bytes[place] = random.u8(..);
    }
    let (head, rest) = bytes[offset..].split_at(8);
    let checksum = crc32fast::hash(&[head, &rest[4..4 + length]].concat());
    bytes[offset + 8..offset + 12].copy_from_slice(&checksum.to_le_bytes());
}

/// Names a pipe, a device or a folder where a file is expected.
fn special_files(target: &Target, random: &mut Rng) -> Result<(), String> {
    let folder = folder();
    let made = Command::new("mkfifo").args(["a", "a.toml"]).current_dir(folder.path()).status();
    assert!(made.expect("mkfifo").success());
    let file = *pick(&["a", "/dev/zero", "/dev/null", ".", "missing"], random);
    let command = pick(
        &[
            "check FILE",
            "info FILE",
            "review @FILE",
            "verify --tables FILE",
            "solve --no-write @a.toml-ssss",
        ],
        random,
    );
    let line = format!("\"$0\" --quiet {}", command.replace("FILE", file));
    target.run(folder.path(), &line)?.expect(&[0, 2, 3, 4, CORRUPT, RESOURCES]).map(drop)
}

/// Sends requests, valid or almost, to a service.
fn requests(target: &Target, random: &mut Rng) -> Result<(), String> {
    target.service.attack(random)?;
    target.service.check()
}
