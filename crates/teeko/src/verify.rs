//! `teeko.verify/1`: checks every file in a folder of tables.
//!
//! Each file is checked on its own (header, checksums of the blocks, content hash), against the
//! rules in its name, against its slide file, against its own census, which is counted again from
//! the values, and against the manifest. A full check also recomputes every value from the values
//! of the successor positions.

mod expected;

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;
use teeko_analysis::Manifest;
use teeko_analysis::claims::Claim;
use teeko_analysis::full_verification::{
    AttackVerification, FileReport, Offence, memory_needed, verify_file, verify_sample,
};
use teeko_index::SolvedLayers;
use teeko_rules::notation::RowsForm;
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{NamedRules, OutcomeFields, PIECES, Position, Rules, RulesName};
use teeko_table::{
    ContentHash, ExpandedSlides, Table, TableError, TableFile, check_attack_census, check_census,
    expect_rules, is_temporary,
};

use self::expected::Expected;
use crate::error::{Error, ErrorKind};
use crate::solving::{FOLDER_ENDING, NamedObserver};
use crate::source::check_memory_to_expand;
use crate::surfaces::words::count;
use crate::system::check_memory;

/// The extensions of other files that a table folder may contain.
const OTHER_EXTENSIONS: [&str; 3] = ["toml", "json", "md"];

const SOUND: &str = "sound";

const CHECKED: &str = "checksums, counts";

const EXAMPLES: usize = 5;

/// The result of checking one file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileCheck {
    /// The claim that the file is sound, with what was found.
    pub claim: Claim,
    /// The fault of the file; `None` if it passes.
    pub fault: Option<FileFault>,
    /// The first values that do not follow from the values of their successors.
    pub wrong_values: Vec<WrongValue>,
}

/// A fault of a file, in ascending order of severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileFault {
    /// The file is sound, but its values are wrong or differ from the known ones.
    Wrong,
    /// A file that this file needs is missing.
    Missing,
    /// The file is damaged, or of other rules than its name says.
    Corrupt,
    /// The file cannot be read, or there is not enough memory to check it.
    Unreadable,
}

/// A value in a table file that does not follow from the values of its successors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WrongValue {
    /// The rules; for a slide file, one of the rule sets with this slide phase.
    pub variant: RulesName,
    /// The position that the value is stored for.
    pub position: RowsForm,
    /// The outcome that follows; nulls if there is no such position.
    pub expected: OutcomeFields,
    /// The outcome in the file; nulls if the file says that there is no such position.
    pub found: OutcomeFields,
}

/// The depth of the check of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Depth {
    /// Checks checksums, names and counts, and compares the files with the manifest.
    Files,
    /// Also recomputes the values of this number of positions of each file, chosen at random, from
    /// the values of their successors. Checks all values in files of numbered pieces.
    Sample(u64),
    /// Also recomputes every value.
    Full,
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
    let mut files: Vec<(String, Option<Expected>)> = file_names(folder)?
        .into_iter()
        .map(|name| (name.clone(), Expected::by_name(&name)))
        .collect();
    let missing = |expected| Error::NoTables {
        folder: folder.to_owned(),
        expected,
    };
    if !rules.is_empty() {
        let wanted: BTreeMap<String, Expected> =
            rules.iter().flat_map(Expected::files_of).collect();
        let is_missing = |name: &&String| files.iter().all(|(found, _)| found != *name);
        if let Some(name) = wanted.keys().find(is_missing) {
            return Err(missing(name.clone()));
        }
        files = wanted
            .into_iter()
            .map(|(name, expected)| (name, Some(expected)))
            .collect();
    }
    if files.is_empty() {
        return Err(missing("table files".to_owned()));
    }
    // A slide file is checked before its drop files, which need its result.
    let order = |expected: &Option<Expected>| {
        expected
            .as_ref()
            .map(|expected| (expected.slide.clone(), expected.kind))
    };
    files.sort_unstable_by_key(|(name, expected)| (order(expected), name.clone()));
    let mut total = 0;
    let places = files.iter().map(|(name, _)| {
        let bytes = fs::metadata(folder.join(name)).map_or(0, |found| found.len());
        total += bytes;
        (name.as_str(), (total - bytes, bytes))
    });
    let places: BTreeMap<&str, (u64, u64)> = places.collect();
    let observe = |name: &str, part: Progress| {
        let (before, bytes) = places[name];
        observe(
            name,
            Progress {
                done: before + part.of(bytes),
                total,
            },
        )
    };
    let (path, manifest, observe) = (folder, Manifest::embedded(), &observe);
    let mut folder = CheckedFolder {
        path,
        manifest,
        depth,
        observe,
        slide: None,
    };
    let checks = files
        .iter()
        .map(|(name, expected)| folder.check_file(name, expected.as_ref()));
    Ok(checks.collect::<Result<_, Stopped>>()?)
}

/// Returns the names of the files in a folder, except temporary files and files that may lie next
/// to tables.
fn file_names(folder: &Path) -> Result<Vec<String>, Error> {
    let unreadable = |cause| Error::Folder {
        path: folder.to_owned(),
        cause,
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        // A killed writer leaves its temporary file; the next writer removes it.
        let is_temporary = is_temporary(&name);
        let name = name.to_string_lossy().into_owned();
        let is_other = OTHER_EXTENSIONS
            .iter()
            .any(|extension| name.ends_with(&format!(".{extension}")));
        // Half-steps of slide phases that are being solved.
        let is_journal = name.ends_with(&format!(".{FOLDER_ENDING}"));
        if !is_other && !is_temporary && !is_journal {
            names.push(name);
        }
    }
    Ok(names)
}

struct CheckedFolder<'a> {
    path: &'a Path,
    manifest: Manifest,
    depth: Depth,
    observe: NamedObserver<'a>,
    /// The slide file checked last, by name.
    slide: Option<(String, CheckedSlides)>,
}

/// A file that is being checked: it can be read, its checksums are right, and its name goes with
/// its header.
struct Checking<'a> {
    name: &'a str,
    expected: &'a Expected,
    file: TableFile,
    rules_name: RulesName,
    rules: Rules,
    observe: Observer<'a>,
}

/// The report on the values of a file, and what the drop files of a slide file need of it.
type CheckedFile = (FileReport, Option<CheckedSlides>);

enum CheckedSlides {
    /// Sound: its values, which its drop files share.
    Sound(ExpandedSlides),
    /// A sound slide file of an attack: its hash, and the data for a full check of its drop files.
    Attack(ContentHash, Option<Box<AttackVerification>>),
    /// Sound, but with wrong values.
    Wrong,
    Unsound,
}

impl CheckedFolder<'_> {
    fn check_file(
        &mut self,
        name: &str,
        expected: Option<&Expected>,
    ) -> Result<FileCheck, Stopped> {
        if (self.observe)(name, Progress { done: 0, total: 0 }).is_break() {
            return Err(Stopped);
        }
        let result = match expected {
            Some(expected) => self.check_contents(name, expected),
            None => Err(FileProblem::name()),
        };
        match result {
            Ok(claim) => Ok(FileCheck {
                claim,
                fault: None,
                wrong_values: Vec::new(),
            }),
            Err(FileProblem::Stopped(stopped)) => Err(stopped),
            Err(FileProblem::Failed(mut check)) => {
                let path = format!("{}: ", self.path.join(name).display());
                let Claim { id, found, .. } = &mut check.claim;
                name.clone_into(id);
                if let Some(alone) = found.strip_prefix(&path) {
                    *found = alone.to_owned();
                }
                Ok(*check)
            }
        }
    }

    /// Checks a file that has this name and must contain what is expected.
    fn check_contents(&mut self, name: &str, expected: &Expected) -> Result<Claim, FileProblem> {
        if expected.kind.is_slide() {
            self.slide = Some((name.to_owned(), CheckedSlides::Unsound));
        }
        let file = self.open(name)?;
        file.check()?;
        let (rules_name, rules) = expected.rules(file.header())?;
        let observe = |progress| (self.observe)(name, progress);
        let of_file = Checking {
            name,
            expected,
            file,
            rules_name,
            rules,
            observe: &observe,
        };
        let (report, slides) = if expected.kind.is_attack() {
            self.check_attack(&of_file)?
        } else {
            self.check_plain(&of_file)?
        };
        let Checking {
            file, rules_name, ..
        } = of_file;
        if let Some(slides) = slides {
            let slides = if report.passes() {
                slides
            } else {
                CheckedSlides::Wrong
            };
            self.slide = Some((name.to_owned(), slides));
        }
        if !report.passes() {
            return Err(FileProblem::values(&rules_name, &report));
        }
        let known = self.manifest.content_hash(name);
        let hash = file.header().content_hash.to_string();
        if let Some(known) = known.filter(|known| *known != hash) {
            let [expected, found] = [known, &hash].map(|hash| format!("content hash {hash}"));
            return Err(FileProblem::new(FileFault::Wrong, &expected, &found));
        }
        let of_values = match self.depth {
            Depth::Files => String::new(),
            Depth::Sample(number) => format!(", {} values", count(number)),
            Depth::Full => ", values".to_owned(),
        };
        let of_manifest = if known.is_some() { ", manifest" } else { "" };
        let source = format!("{CHECKED}{of_values}{of_manifest}");
        let detail = format!("{} bytes", count(file.header().file_length()));
        Ok(Claim {
            detail,
            ..Claim::new(name, SOUND, SOUND, &source)
        })
    }

    fn open(&self, name: &str) -> Result<TableFile, TableError> {
        TableFile::open_path(&self.path.join(name))
    }

    /// Checks a file of a game in which the goals decide who has won.
    fn check_plain(&self, checking: &Checking<'_>) -> Result<CheckedFile, FileProblem> {
        let Checking {
            expected,
            file,
            rules_name,
            rules,
            ..
        } = checking;
        let is_slide = expected.kind.is_slide();
        let (table, known, layers) = if is_slide {
            (
                Table::new(file.clone(), None, rules)?,
                None,
                2 * PIECES..2 * PIECES + 1,
            )
        } else {
            let CheckedSlides::Sound(slides) = self.checked_slides(expected)? else {
                return Err(FileProblem::unsound_slide_file(&expected.slide));
            };
            let slide_file = self.open(&expected.slide)?;
            (
                Table::new(slide_file, Some(file.clone()), rules)?,
                Some(slides),
                0..2 * PIECES,
            )
        };
        check_memory_to_expand(&rules_name.to_string(), &table)?;
        let slides = known.map_or_else(|| table.expand_slides(), |slides| Ok(slides.clone()))?;
        let expanded = table.expand_with(&slides)?;
        check_census(&expanded, file)?;
        let report = self.check_values(&expanded, layers, checking)?;
        Ok((report, is_slide.then_some(CheckedSlides::Sound(slides))))
    }

    fn check_attack(&self, checking: &Checking<'_>) -> Result<CheckedFile, FileProblem> {
        let &Checking {
            name,
            expected,
            ref file,
            ref rules,
            observe,
            ..
        } = checking;
        let points = expected.points.unwrap_or_default();
        expect_rules(file, expected.kind, &rules.plain_game(), points)?;
        check_memory(name, memory_needed(file.header()))?;
        check_attack_census(file)?;
        if expected.kind.is_slide() {
            let (verification, report) = if self.depth == Depth::Files {
                (None, FileReport::default())
            } else {
                let (verification, report) = AttackVerification::new(file, EXAMPLES, observe)?;
                (Some(Box::new(verification)), report)
            };
            let hash = file.header().content_hash;
            return Ok((report, Some(CheckedSlides::Attack(hash, verification))));
        }
        match self.checked_slides(expected)? {
            CheckedSlides::Attack(hash, verification)
                if file.header().description.slide_hash == Some(*hash) =>
            {
                let verify = |verification: &AttackVerification| {
                    verification.verify_drop_file(file, EXAMPLES, observe)
                };
                let report = verification.as_deref().map(verify).transpose()?;
                Ok((report.unwrap_or_default(), None))
            }
            _ => Err(FileProblem::unsound_slide_file(&expected.slide)),
        }
    }

    fn checked_slides(&self, expected: &Expected) -> Result<&CheckedSlides, FileProblem> {
        match self
            .slide
            .as_ref()
            .filter(|(name, _)| *name == expected.slide)
        {
            None => {
                let expected = format!("its slide file {} in the same folder", expected.slide);
                Err(FileProblem::new(FileFault::Missing, &expected, "none"))
            }
            Some((_, CheckedSlides::Wrong)) => {
                let expected = format!("right values in its slide file {}", expected.slide);
                Err(FileProblem::new(FileFault::Wrong, &expected, "wrong ones"))
            }
            Some((_, checked)) => Ok(checked),
        }
    }

    /// Checks the values of the file, whose table has these `layers`, as far as the check includes
    /// them.
    fn check_values(
        &self,
        table: &SolvedLayers,
        layers: Range<usize>,
        checking: &Checking<'_>,
    ) -> Result<FileReport, FileProblem> {
        let &Checking {
            name,
            ref file,
            observe,
            ..
        } = checking;
        match self.depth {
            Depth::Files => Ok(FileReport::default()),
            Depth::Sample(number) => {
                // Also where there is nothing to check.
                if observe(Progress {
                    done: 0,
                    total: number,
                })
                .is_break()
                {
                    return Err(Stopped.into());
                }
                let outcome = |position: &Position| table.outcome(position);
                Ok(verify_sample(
                    table.rules(),
                    outcome,
                    layers,
                    number,
                    EXAMPLES,
                    observe,
                )?)
            }
            Depth::Full => {
                check_memory(name, memory_needed(file.header()))?;
                Ok(verify_file(table, file, EXAMPLES, observe)?)
            }
        }
    }
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

enum FileProblem {
    /// The file fails the check. The claim does not have the name of the file yet.
    Failed(Box<FileCheck>),
    Stopped(Stopped),
}

impl FileProblem {
    fn new(fault: FileFault, expected: &str, found: &str) -> Self {
        let claim = Claim::new("", expected, found, CHECKED);
        Self::Failed(Box::new(FileCheck {
            claim,
            fault: Some(fault),
            wrong_values: Vec::new(),
        }))
    }

    /// The name is not that of a table file, or its goals do not fit its options.
    fn name() -> Self {
        let others = OTHER_EXTENSIONS
            .map(|extension| format!("*.{extension}"))
            .join(", ");
        let expected = format!("a name such as 44.slide, 44-ssss.drop, {others}");
        Self::new(FileFault::Corrupt, &expected, "another")
    }

    /// A drop file needs this slide file, which exists but did not pass.
    fn unsound_slide_file(slide: &str) -> Self {
        Self::new(
            FileFault::Corrupt,
            &format!("a sound slide file {slide}"),
            "one that is not",
        )
    }

    /// Values of a file of these rules do not follow from the values of their successors.
    fn values(name: &RulesName, report: &FileReport) -> Self {
        let wrong = |&Offence {
                         position,
                         expected,
                         found,
                     }: &Offence| WrongValue {
            variant: name.clone(),
            position: RowsForm {
                board: name.board(),
                position,
            },
            expected: OutcomeFields::new(expected),
            found: OutcomeFields::new(found),
        };
        let (offending, checked) = (count(report.offending), count(report.checked));
        let found = format!("{offending} of {checked} that do not");
        let claim = Claim::new("", "values that follow from the next ones", &found, CHECKED);
        let wrong_values = report.offences.iter().map(wrong).collect();
        Self::Failed(Box::new(FileCheck {
            claim,
            fault: Some(FileFault::Wrong),
            wrong_values,
        }))
    }
}

impl<E: Into<Error>> From<E> for FileProblem {
    fn from(error: E) -> Self {
        match error.into() {
            Error::Stopped(stopped) => Self::Stopped(stopped),
            Error::Rules(_) => Self::name(),
            error @ Error::Memory { .. } => Self::new(
                FileFault::Unreadable,
                "memory to check it",
                &error.to_string(),
            ),
            error => {
                let is_unreadable = error.kind() == ErrorKind::Resources;
                let fault = if is_unreadable {
                    FileFault::Unreadable
                } else {
                    FileFault::Corrupt
                };
                Self::new(fault, SOUND, &error.to_string())
            }
        }
    }
}
