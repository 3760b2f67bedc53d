//! Files on disk that change while they are being read, and paths that are not files.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::{Sample, sample};
use teeko_rules::{NamedRules, Position};
use teeko_table::{FileKind, NewFile, Table, TableError, TableFile, open_if_there, open_tables};
use teeko_testing::{Random, basic_program};

/// Opens the sample in a folder of its own, with no block decoded.
struct OnDisk {
    folder: tempfile::TempDir,
    table: Table,
}

impl OnDisk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let Sample { solution, slide, drop } = sample();
        fs::write(folder.path().join("44+4x4.slide"), slide).expect("a file");
        fs::write(folder.path().join("44-spsp+4x4.drop"), drop).expect("a file");
        let named =
            NamedRules::of_variant("44-spsp+4x4".parse().expect("a variant")).expect("its rules");
        let table = open_tables(folder.path(), &named).expect("sound files").expect("files");
        assert_eq!(table.rules(), solution.rules());
        Self { folder, table: table.with_cache(0) }
    }

    fn path(&self, kind: FileKind) -> PathBuf {
        self.folder.path().join(if kind == FileKind::Slide {
            "44+4x4.slide"
        } else {
            "44-spsp+4x4.drop"
        })
    }

    fn file(&self, kind: FileKind) -> &TableFile {
        let drop = self.table.drop_file().expect("a drop file");
        if kind == FileKind::Slide { self.table.slide() } else { drop }
    }

    /// Looks up positions of all layers. Answers must be right. Returns the errors.
    fn ask(&self) -> Vec<TableError> {
        let (mut random, mut errors) = (Random::new(1_952), Vec::new());
        for number in 0..180 {
            let position: Position = random.position(self.table.rules().board(), number % 9);
            match self.table.outcome(&position) {
                Ok(outcome) => {
                    assert_eq!(outcome, sample().solution.outcome(&position), "{position:?}");
                }
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// Looks up everything in a file that has lost some of its blocks.
    fn assert_damaged(&self, kind: FileKind, what: &str) {
        let errors = self.ask();
        let file = self.file(kind);
        let all = [file.check().err(), file.decode_values().err(), self.table.expand().err()];
        assert!(
            !errors.is_empty() && all.iter().all(Option::is_some),
            "{what}: {errors:?}, {all:?}"
        );
        for error in errors.into_iter().chain(all.into_iter().flatten()) {
            let TableError::Damaged { name, block: Some(_), .. } = &error else {
                panic!("{what}: {error}")
            };
            assert_eq!(Path::new(name), self.path(kind), "{what}");
        }
    }
}

fn open_to_write(path: &Path) -> File {
    OpenOptions::new().write(true).open(path).expect("a file")
}

/// With a memory map this caused a signal, which ended the process.
#[test]
fn a_file_cut_short_after_it_was_opened_is_an_error() {
    for kind in [FileKind::Slide, FileKind::Drop] {
        let tables = OnDisk::new();
        let whole = tables.file(kind).header().file_length();
        let header = tables.file(kind).header().length() as u64;
        for length in [whole - 1, whole / 2, header + 1, header, 100, 0] {
            open_to_write(&tables.path(kind)).set_len(length).expect("a shorter file");
            let what = format!("{} file of {length} of {whole} bytes", kind.name());
            if length == whole - 1 {
                // Only the last block is lost, which has few positions.
                let error = tables.file(kind).check().expect_err(&what).to_string();
                let found = format!("bytes, found a file of {length}");
                assert!(
                    error.contains("damaged table: end of block") && error.ends_with(&found),
                    "{error}"
                );
                tables.ask();
            } else {
                tables.assert_damaged(kind, &what);
            }
        }
        // As long as before, but with holes.
        open_to_write(&tables.path(kind)).set_len(whole).expect("a longer file");
        tables.assert_damaged(kind, "a file with a hole");
    }
}

#[test]
fn a_file_overwritten_after_it_was_opened_is_an_error() {
    let overwrite = |kind: FileKind, start: u64, bytes: &[u8]| {
        let tables = OnDisk::new();
        let mut file = open_to_write(&tables.path(kind));
        file.seek(SeekFrom::Start(start))
            .and_then(|_| file.write_all(bytes))
            .expect("a changed file");
        tables.assert_damaged(kind, &format!("{} file overwritten from {start}", kind.name()));
    };
    let Sample { slide, drop, .. } = sample();
    overwrite(FileKind::Slide, 0, &vec![0; slide.len()]);
    overwrite(FileKind::Drop, 0, &vec![0xff; drop.len()]);
    overwrite(FileKind::Slide, 0, drop);
    // Shifts all blocks, by as little as a byte.
    overwrite(FileKind::Slide, 1, &slide[..slide.len() - 1]);
}

/// One thread truncates and restores the file while others look up positions.
#[test]
fn a_file_that_changes_while_it_is_asked_never_answers_wrong() {
    let tables = OnDisk::new();
    let done = AtomicBool::new(false);
    let (answered, failed) = std::thread::scope(|scope| {
        let asking = [(); 2].map(|()| {
            scope.spawn(|| {
                let mut counts = (0, 0);
                while !done.load(Ordering::Relaxed) {
                    let errors = tables.ask().len();
                    counts = (counts.0 + usize::from(errors == 0), counts.1 + errors);
                }
                counts
            })
        });
        let mut file = open_to_write(&tables.path(FileKind::Slide));
        for round in 0..60 {
            file.set_len(round * 1_000).expect("a shorter file");
            std::thread::sleep(Duration::from_millis(5));
            file.seek(SeekFrom::Start(0))
                .and_then(|_| file.write_all(&sample().slide))
                .expect("a whole file");
            std::thread::sleep(Duration::from_millis(15));
        }
        done.store(true, Ordering::Relaxed);
        let counts = asking.map(|thread| thread.join().expect("no panic"));
        counts.into_iter().fold((0, 0), |sums, counts| (sums.0 + counts.0, sums.1 + counts.1))
    });
    assert!(answered > 0 && failed > 0, "{answered} rounds without an error, {failed} errors");
    assert_eq!(tables.ask().len(), 0, "whole again");
}

/// A new file under the old name is another file. The old one exists as long as it is open.
#[test]
fn a_file_replaced_after_it_was_opened_still_answers() {
    let tables = OnDisk::new();
    let new = NewFile::create(&tables.path(FileKind::Slide)).expect("a new file");
    new.file().write_all(b"something else").expect("some bytes");
    new.keep(true).expect("a file");
    assert_eq!(tables.ask().len(), 0);
    fs::remove_file(tables.path(FileKind::Drop)).expect("no file");
    assert_eq!(tables.ask().len(), 0);
    let error =
        TableFile::open_path(&tables.path(FileKind::Slide)).expect_err("no table").to_string();
    assert!(error.contains("not a table file"), "{error}");
}

/// Runs an action that might hang, and fails if it takes too long.
fn in_time<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    // Not joined: a hanging thread lasts until the process ends.
    std::thread::spawn(move || sender.send(run()));
    receiver.recv_timeout(Duration::from_secs(60)).expect("an answer in time")
}

fn assert_refused(path: &Path) {
    let path = path.to_owned();
    let (error, shown) = in_time(move || (TableFile::open_path(&path).expect_err("no file"), path));
    let expected = format!("{}: expected a file, found a folder, pipe or device", shown.display());
    assert_eq!(error.to_string(), expected);
    let error = in_time(move || open_if_there(&shown).expect_err("no file"));
    assert_eq!(error.to_string(), expected, "it is there, but no file");
}

/// Opening a pipe blocks until it has a writer.
#[test]
#[cfg(unix)]
fn folders_pipes_and_devices_are_refused_without_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_refused(folder.path());
    let pipe = folder.path().join("44.slide");
    let made = basic_program("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    assert_refused(&pipe);
    let link = folder.path().join("link.slide");
    std::os::unix::fs::symlink(&pipe, &link).expect("a link");
    assert_refused(&link);
    assert_refused(Path::new("/dev/zero"));
    let socket = folder.path().join("socket.slide");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    assert_refused(&socket);
    // In place of a table.
    let tables = folder.path().to_owned();
    let named = NamedRules::of_variant("44-ssss".parse().expect("a variant")).expect("its rules");
    let error = in_time(move || open_tables(&tables, &named)).expect_err("a pipe");
    assert!(matches!(error, TableError::Io { .. }), "{error}");
    // In place of a leftover of a killed writer.
    let leftover = folder.path().join(".teeko-1-0.tmp");
    fs::rename(&pipe, &leftover).expect("a pipe of another name");
    let new = folder.path().join("new");
    in_time(move || NewFile::create(&new).and_then(|new| new.keep(true))).expect("a file");
    assert!(leftover.exists(), "a pipe is nothing that a writer leaves");
}
