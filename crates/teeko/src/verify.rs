//! `teeko.verify/1`: checks every file in a folder of tables.
//!
//! Each file is checked on its own (header, checksums of the blocks, content hash), against the
//! rules in its name, against its slide file, against its own census, which is counted again from
//! the values, and against the manifest. A full check also recomputes every value from the values
//! of the successor positions.

mod checked_folder;
mod expected;
mod file_check;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;
use teeko_analysis::claims::Claim;
use teeko_rules::NamedRules;
use teeko_rules::work::Progress;
use teeko_table::is_temporary;

use self::checked_folder::CheckedFolder;
pub use self::checked_folder::Depth;
use self::expected::Expected;
use self::file_check::OTHER_EXTENSIONS;
pub use self::file_check::{FileCheck, WrongValue};
use crate::error::Error;
use crate::solving::{FOLDER_ENDING, NamedObserver};

/// A file to check.
struct ListedFile {
    name: String,
    /// `None` if the name is not that of a table file.
    expected: Option<Expected>,
}

/// Checks the table files in `folder`: all of them, or those of `rules` if there are any.
///
/// Calls `observe` with the name of the current file and the bytes checked of all files; a file of
/// which a part of the values is checked counts in part.
///
/// # Errors
/// Returns an error if the folder cannot be read or a requested file is missing, or if `observe`
/// stops the check. Faults of a file are returned in its [`FileCheck`].
pub fn verify_folder(
    folder: &Path,
    rules: &[NamedRules],
    depth: Depth,
    observe: NamedObserver<'_>,
) -> Result<Vec<FileCheck>, Error> {
    let mut files = if rules.is_empty() {
        all_files(folder)?
    } else {
        files_of_rules(folder, rules)?
    };
    sort_slide_files_first(&mut files);
    let sizes: Vec<u64> = files.iter().map(|file| size(folder, file)).collect();
    let total = sizes.iter().sum();
    let mut before = 0;
    let mut folder = CheckedFolder::new(folder, depth);
    let mut checks = Vec::new();
    for (file, bytes) in files.iter().zip(sizes) {
        let observe = |part: Progress| observe(&file.name, part.within(before, bytes, total));
        checks.push(folder.check_file(&file.name, file.expected.as_ref(), &observe)?);
        before += bytes;
    }
    Ok(checks)
}

/// Lists the table files in a folder, and files that should not be there.
fn all_files(folder: &Path) -> Result<Vec<ListedFile>, Error> {
    let mut files = Vec::new();
    for name in file_names(folder)? {
        let expected = Expected::by_name(&name);
        files.push(ListedFile { name, expected });
    }
    if files.is_empty() {
        return Err(no_tables(folder, "table files"));
    }
    Ok(files)
}

/// Lists the table files of some rule sets, which must all exist.
fn files_of_rules(folder: &Path, rules: &[NamedRules]) -> Result<Vec<ListedFile>, Error> {
    let found = file_names(folder)?;
    let expected: BTreeMap<String, Expected> = rules.iter().flat_map(Expected::files_of).collect();
    let mut files = Vec::new();
    for (name, expected) in expected {
        if !found.contains(&name) {
            return Err(no_tables(folder, &name));
        }
        files.push(ListedFile {
            name,
            expected: Some(expected),
        });
    }
    Ok(files)
}

fn no_tables(folder: &Path, expected: &str) -> Error {
    Error::NoTables {
        folder: folder.to_owned(),
        expected: expected.to_owned(),
    }
}

/// Puts each slide file before its drop files, which need its result.
fn sort_slide_files_first(files: &mut [ListedFile]) {
    files.sort_by_cached_key(|file| {
        let place = file.expected.as_ref().map(Expected::order);
        (place, file.name.clone())
    });
}

/// Returns the bytes of a file; 0 if it cannot be read, which its check reports.
fn size(folder: &Path, file: &ListedFile) -> u64 {
    fs::metadata(folder.join(&file.name)).map_or(0, |found| found.len())
}

/// Returns the names of the files in a folder, except temporary files and files that may lie next
/// to tables.
fn file_names(folder: &Path) -> Result<Vec<String>, Error> {
    names_in(folder).map_err(|cause| Error::Folder {
        path: folder.to_owned(),
        cause,
    })
}

fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        // A killed writer leaves its temporary file; the next writer removes it.
        if is_temporary(&name) {
            continue;
        }
        let name = name.to_string_lossy().into_owned();
        // Half-steps of slide phases that are being solved.
        let is_journal = has_extension(&name, FOLDER_ENDING);
        if !is_journal
            && !OTHER_EXTENSIONS
                .iter()
                .any(|other| has_extension(&name, other))
        {
            names.push(name);
        }
    }
    Ok(names)
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.strip_suffix(extension)
        .is_some_and(|stem| stem.ends_with('.'))
}

/// Claims that were checked.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Verify {
    /// `teeko.verify/1`.
    pub schema: &'static str,
    /// The number of claims that pass.
    pub passed: usize,
    /// The number of claims that fail.
    pub failed: usize,
    /// The number of published claims that were not checked because they are slow.
    pub left_out: usize,
    /// All claims.
    pub claims: Vec<Claim>,
    /// Values in table files that do not follow from the values of their successors: the first of
    /// each file.
    pub offences: Vec<WrongValue>,
}

impl Verify {
    /// Returns the answer with these claims and wrong values.
    pub fn new(claims: Vec<Claim>, offences: Vec<WrongValue>) -> Self {
        let passed = claims.iter().filter(|claim| claim.passes()).count();
        let failed = claims.len() - passed;
        Self {
            schema: "teeko.verify/1",
            passed,
            failed,
            left_out: 0,
            claims,
            offences,
        }
    }
}
