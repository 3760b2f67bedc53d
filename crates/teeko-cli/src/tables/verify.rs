//! Checking every file in a folder of tables.
//!
//! A file is checked by itself (header, checksums of the blocks, content hash), against the rules in its name, against its slide
//! file, against its own census, which is counted again from the values, and against the manifest. A full check also
//! recomputes each of its values from those of the positions one move on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use indicatif::HumanCount;
use teeko_analysis::full_verification::{Report, SlideVerification, memory_needed};
use teeko_rules::RulesError;
use teeko_table::{Kind, MappedFile, Table, TableError, TableFile};

use super::FolderError;
use super::expected::Expected;
use super::manifest::Manifest;
use crate::claims::Claim;
use crate::exit::Exit;
use crate::memory::{self, MemoryError};
use crate::named_rules::NamedRules;
use crate::progress::Progress;
use crate::render::verify::Offending;

/// What a table folder may hold besides table files.
const OTHER_EXTENSIONS: [&str; 3] = ["toml", "json", "md"];

const SOUND: &str = "sound";

/// The offending positions shown of each file.
const EXAMPLES: usize = 5;

/// What became of checking a file, and how the program ends because of it.
#[derive(Clone, Debug)]
pub(crate) struct FileCheck {
    pub(crate) claim: Claim,
    pub(crate) exit: Exit,
    /// The first values that do not follow from those of their successors.
    pub(crate) offences: Vec<Offending>,
}

/// What is said of a file that passes.
struct Sound {
    size: String,
    /// Whether the manifest has it too.
    in_manifest: bool,
}

/// Why a file does not pass.
enum Failure {
    Table(TableError),
    /// Not the name of a table file.
    Name,
    /// The slide file that a drop file needs is not there.
    NoSlideFile(String),
    /// The slide file that a drop file needs is there, and did not pass.
    UnsoundSlideFile(String),
    /// Reading or verifying it takes more memory than there is.
    Memory(MemoryError),
    /// Values that do not follow from those of their successors.
    Values {
        variant: NamedRules,
        report: Report,
    },
    /// The slide file that a drop file needs has such values.
    WrongSlideFile(String),
    /// Sound, but something else than the manifest has.
    Manifest {
        expected: String,
        found: String,
    },
}

impl From<MemoryError> for Failure {
    fn from(error: MemoryError) -> Self {
        Self::Memory(error)
    }
}

/// Goals in a file that do not fit the options in its name.
impl From<RulesError> for Failure {
    fn from(_: RulesError) -> Self {
        Self::Name
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// Checks the table files in a folder: all of them, or those of some variants. A `full` check recomputes every value.
///
/// # Errors
/// If the folder cannot be read, or has none of the files.
pub(crate) fn check_folder(
    folder: &Path,
    variants: &[NamedRules],
    full: bool,
    progress: &Progress,
) -> Result<Vec<FileCheck>, FolderError> {
    let mut files: Vec<(String, Option<Expected>)> =
        file_names(folder)?.into_iter().map(|name| (name.clone(), Expected::by_name(&name))).collect();
    if !variants.is_empty() {
        let wanted = variants.iter().flat_map(|&variant| Expected::files_of(variant));
        let wanted: BTreeMap<String, Expected> = wanted.collect();
        let is_missing = |name: &&String| files.iter().all(|(found, _)| found != *name);
        if let Some(missing) = wanted.keys().find(is_missing) {
            return Err(FolderError::NoTables { folder: folder.to_owned(), expected: missing.clone() });
        }
        files = wanted.into_iter().map(|(name, expected)| (name, Some(expected))).collect();
    }
    if files.is_empty() {
        return Err(FolderError::NoTables { folder: folder.to_owned(), expected: "table files".to_owned() });
    }
    // A slide file comes before the drop files that are checked together with it.
    let order = |expected: &Option<Expected>| expected.as_ref().map(|expected| (expected.slide.clone(), expected.kind));
    files.sort_unstable_by_key(|(name, expected)| (order(expected), name.clone()));
    let manifest = Manifest::embedded();
    let mut folder = CheckedFolder { path: folder, manifest, full, progress, slide: None };
    Ok(files.iter().map(|(name, expected)| folder.check_file(name, expected.as_ref())).collect())
}

/// The names in a folder, but for those of files that may be there besides tables, and of temporary files.
fn file_names(folder: &Path) -> Result<Vec<String>, FolderError> {
    let unreadable = |cause| FolderError::Folder { path: folder.to_owned(), cause };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        let is_other = OTHER_EXTENSIONS.iter().any(|extension| name.ends_with(&format!(".{extension}")));
        // What a killed `teeko solve` has left; the next one removes it.
        let is_temporary = name.starts_with('.') && name.contains(".tmp-");
        if !is_other && !is_temporary {
            names.push(name);
        }
    }
    Ok(names)
}

struct CheckedFolder<'a> {
    path: &'a Path,
    manifest: Manifest,
    full: bool,
    progress: &'a Progress,
    /// The slide file checked last, by name.
    slide: Option<(String, CheckedSlide)>,
}

/// What became of checking a slide file.
enum CheckedSlide {
    Sound,
    /// Sound, and all its values are right.
    Verified(Box<SlideVerification>),
    /// Sound, with values that are wrong.
    Wrong,
    Unsound,
}

impl CheckedFolder<'_> {
    fn check_file(&mut self, name: &str, expected: Option<&Expected>) -> FileCheck {
        let result = match expected {
            Some(expected) if expected.kind == Kind::Slide => self.check_slide_file(name, expected),
            Some(expected) => self.check_drop_file(name, expected),
            None => Err(Failure::Name),
        };
        let mut claim = Claim {
            id: name.to_owned(),
            what: None,
            expected: SOUND.to_owned(),
            found: SOUND.to_owned(),
            detail: String::new(),
            source: "checksums, counts".to_owned(),
        };
        let mut offences = Vec::new();
        let exit = match result {
            Ok(Sound { size, in_manifest }) => {
                claim.detail = size;
                claim.source += if self.full { ", values" } else { "" };
                claim.source += if in_manifest { ", manifest" } else { "" };
                Exit::Success
            }
            Err(failure) => {
                if let Failure::Values { variant, report } = &failure {
                    let offending = |&offence| Offending { variant: *variant, offence };
                    offences = report.offences.iter().map(offending).collect();
                }
                let (exit, path) = (failure.exit(), self.path.join(name));
                (claim.expected, claim.found) = failure.expected_and_found(&path.display().to_string());
                exit
            }
        };
        FileCheck { claim, exit, offences }
    }

    fn open(&self, name: &str) -> Result<TableFile<MappedFile>, TableError> {
        TableFile::open_path(&self.path.join(name))
    }

    fn check_slide_file(&mut self, name: &str, expected: &Expected) -> Result<Sound, Failure> {
        self.slide = Some((name.to_owned(), CheckedSlide::Unsound));
        let file = self.open(name)?;
        file.check()?;
        let variant = expected.rules(file.header())?;
        memory::check(variant, file.header().rules())?;
        let table = table(file, None, variant)?;
        table.check_census()?;
        let checked = if self.full { self.verify_slide_file(name, table.slide())? } else { CheckedSlide::Sound };
        let report = match &checked {
            CheckedSlide::Verified(verification) if !verification.report().passes() => {
                Some(verification.report().clone())
            }
            _ => None,
        };
        self.slide = Some((name.to_owned(), if report.is_some() { CheckedSlide::Wrong } else { checked }));
        match report {
            Some(report) => Err(Failure::Values { variant, report }),
            None => self.compare_with_manifest(name, table.slide()),
        }
    }

    fn verify_slide_file(&self, name: &str, file: &TableFile<MappedFile>) -> Result<CheckedSlide, Failure> {
        memory::check_bytes(name, memory_needed(file.header()))?;
        let verification =
            SlideVerification::new(file, EXAMPLES, |progress| self.progress.verification(name, progress))?;
        Ok(CheckedSlide::Verified(Box::new(verification)))
    }

    fn check_drop_file(&mut self, name: &str, expected: &Expected) -> Result<Sound, Failure> {
        let file = self.open(name)?;
        file.check()?;
        let variant = expected.rules(file.header())?;
        memory::check(variant, file.header().rules())?;
        let slide_name = expected.slide.clone();
        let checked = self.slide.as_ref().filter(|(name, _)| *name == slide_name).map(|(_, checked)| checked);
        let verification = match checked {
            None => return Err(Failure::NoSlideFile(slide_name)),
            Some(CheckedSlide::Unsound) => return Err(Failure::UnsoundSlideFile(slide_name)),
            Some(CheckedSlide::Wrong) => return Err(Failure::WrongSlideFile(slide_name)),
            Some(CheckedSlide::Sound) => None,
            Some(CheckedSlide::Verified(verification)) => Some(verification),
        };
        table(self.open(&slide_name)?, Some(file), variant)?.check_census()?;
        let file = self.open(name)?;
        if let Some(verification) = verification {
            memory::check_bytes(name, memory_needed(file.header()))?;
            let report = verification
                .verify_drop_file(&file, EXAMPLES, |progress| self.progress.verification(name, progress))?;
            if !report.passes() {
                return Err(Failure::Values { variant, report });
            }
        }
        self.compare_with_manifest(name, &file)
    }

    /// Compares a sound file with the manifest.
    fn compare_with_manifest(&self, name: &str, file: &TableFile<MappedFile>) -> Result<Sound, Failure> {
        let header = file.header();
        let compared = self.manifest.compare(name, header);
        let in_manifest = compared.is_some();
        if let Some(Err(difference)) = compared {
            return Err(Failure::Manifest { expected: difference.expected, found: difference.found });
        }
        let size = format!("{} bytes", HumanCount(header.file_length()));
        Ok(Sound { size, in_manifest })
    }
}

impl Failure {
    fn exit(&self) -> Exit {
        match self {
            Self::Table(TableError::Io { .. }) | Self::Memory(_) => Exit::Resources,
            Self::Table(_) | Self::Name | Self::UnsoundSlideFile(_) => Exit::Corrupt,
            Self::NoSlideFile(_) => Exit::MissingTable,
            Self::Manifest { .. } | Self::Values { .. } | Self::WrongSlideFile(_) => Exit::Verification,
        }
    }

    /// What a sound file would have, and what the file at this path has.
    fn expected_and_found(self, path: &str) -> (String, String) {
        let sound = || SOUND.to_owned();
        match self {
            Self::Table(error) => {
                let text = error.to_string();
                (sound(), text.strip_prefix(&format!("{path}: ")).unwrap_or(&text).to_owned())
            }
            Self::Name => {
                let others = OTHER_EXTENSIONS.map(|extension| format!("*.{extension}")).join(", ");
                (format!("a name such as 44.slide, 44-ssss.drop, {others}"), "another".to_owned())
            }
            Self::NoSlideFile(slide) => (format!("its slide file {slide} beside it"), "none".to_owned()),
            Self::UnsoundSlideFile(slide) => (format!("a sound slide file {slide}"), "one that is not".to_owned()),
            Self::Memory(error) => ("memory to check it".to_owned(), error.to_string()),
            Self::Values { report, .. } => {
                let (offending, checked) = (HumanCount(report.offending), HumanCount(report.checked));
                ("values that follow from the next ones".to_owned(), format!("{offending} of {checked} that do not"))
            }
            Self::WrongSlideFile(slide) => (format!("right values in its slide file {slide}"), "wrong ones".to_owned()),
            Self::Manifest { expected, found } => (expected, found),
        }
    }
}

/// The table of a variant from its files.
fn table(
    slide: TableFile<MappedFile>,
    drop: Option<TableFile<MappedFile>>,
    variant: NamedRules,
) -> Result<Table<MappedFile>, Failure> {
    Ok(Table::new(slide, drop, &variant.rules()?)?)
}
