//! Files on disk that change while they are being read, and paths that are not files.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::sample::{Sample, sample};
use teeko_rules::{NamedRules, Position};
use teeko_table::{FileKind, NewFile, Table, TableError, TableFile, open_tables};
use teeko_testing::Random;

/// Opens the sample in a new folder, with no block decoded.
struct OnDisk {
    folder: tempfile::TempDir,
    table: Table,
}

impl OnDisk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let Sample {
            solution,
            slide,
            drop,
        } = sample();
        fs::write(folder.path().join("44+4x4.slide"), slide).expect("a file");
        fs::write(folder.path().join("44-spsp+4x4.drop"), drop).expect("a file");
        let table = open_tables(folder.path(), &named())
            .expect("sound files")
            .expect("files");
        assert_eq!(table.rules(), solution.rules());
        Self {
            folder,
            table: table.with_cache(0),
        }
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
        if kind == FileKind::Slide {
            self.table.slide()
        } else {
            drop
        }
    }

    /// Looks up positions of all layers. Answers must be right. Returns the errors.
    fn ask(&self) -> Vec<TableError> {
        let (mut random, mut errors) = (Random::new(1_952), Vec::new());
        for number in 0..180 {
            let position: Position = random.position(self.table.rules().board(), number % 9);
            match self.table.outcome(&position) {
                Ok(outcome) => {
                    assert_eq!(
                        outcome,
                        sample().solution.outcome(&position),
                        "{position:?}"
                    );
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
        let all = [
            file.check().err(),
            file.decode_values().err(),
            self.table.expand().err(),
        ];
        assert!(
            !errors.is_empty() && all.iter().all(Option::is_some),
            "{what}: {errors:?}, {all:?}"
        );
        for error in errors.into_iter().chain(all.into_iter().flatten()) {
            let TableError::Damaged {
                name,
                block: Some(_),
                ..
            } = &error
            else {
                panic!("{what}: {error}")
            };
            assert_eq!(Path::new(name), self.path(kind), "{what}");
        }
    }
}

/// Returns the rules of the sample, with the name that its files have.
fn named() -> NamedRules {
    NamedRules::of_variant("44-spsp+4x4".parse().expect("a variant")).expect("its rules")
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
            open_to_write(&tables.path(kind))
                .set_len(length)
                .expect("a shorter file");
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
        open_to_write(&tables.path(kind))
            .set_len(whole)
            .expect("a longer file");
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
        tables.assert_damaged(
            kind,
            &format!("{} file overwritten from {start}", kind.name()),
        );
    };
    let Sample { slide, drop, .. } = sample();
    overwrite(FileKind::Slide, 0, &vec![0; slide.len()]);
    overwrite(FileKind::Drop, 0, &vec![0xff; drop.len()]);
    overwrite(FileKind::Slide, 0, drop);
    // Shifts all blocks, by as little as a byte.
    overwrite(FileKind::Slide, 1, &slide[..slide.len() - 1]);
}

/// A new file under the old name is another file. The old one exists as long as it is open.
#[test]
fn a_file_replaced_after_it_was_opened_still_answers() {
    let tables = OnDisk::new();
    let new = NewFile::create(&tables.path(FileKind::Slide)).expect("a new file");
    new.file().write_all(b"something else").expect("some bytes");
    let _ = new.keep(true).expect("a file");
    assert_eq!(tables.ask().len(), 0);
    fs::remove_file(tables.path(FileKind::Drop)).expect("no file");
    assert_eq!(tables.ask().len(), 0);
    let error = TableFile::open_path(&tables.path(FileKind::Slide))
        .expect_err("no table")
        .to_string();
    assert!(error.contains("not a table file"), "{error}");
}

#[test]
fn a_table_has_both_files_or_there_is_none() {
    let tables = OnDisk::new();
    let folder = tables.folder.path();
    fs::remove_file(tables.path(FileKind::Drop)).expect("a file less");
    assert!(open_tables(folder, &named()).expect("no error").is_none());
    fs::create_dir(tables.path(FileKind::Drop)).expect("a folder");
    let error = open_tables(folder, &named()).expect_err("a folder");
    assert!(error.to_string().contains("found a folder"), "{error}");
    fs::remove_dir(tables.path(FileKind::Drop)).expect("a folder less");
    fs::remove_file(tables.path(FileKind::Slide)).expect("a file less");
    assert!(open_tables(folder, &named()).expect("no error").is_none());
}
