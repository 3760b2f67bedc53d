//! The checks of one file after the other.

use std::ops::Range;
use std::path::Path;

use teeko_analysis::Manifest;
use teeko_analysis::claims::Claim;
use teeko_analysis::full_verification::{
    AttackVerification, FileReport, memory_needed, verify_file, verify_sample,
};
use teeko_index::SolvedLayers;
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{PIECES, Position, Rules, RulesName};
use teeko_table::{
    ContentHash, ExpandedSlides, Table, TableError, TableFile, check_attack_census, check_census,
    expect_rules,
};

use super::expected::Expected;
use super::file_check::{CHECKED, FileCheck, FileProblem, SOUND};
use crate::error::ErrorKind;
use crate::source::check_memory_to_expand;
use crate::surfaces::words::count;
use crate::system::check_memory;

/// The most wrong values of a file that are listed.
const EXAMPLES: usize = 5;

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

/// A folder whose files are checked in turn, each slide file before its drop files.
pub(super) struct CheckedFolder<'a> {
    path: &'a Path,
    manifest: Manifest,
    depth: Depth,
    /// The slide file checked last, by name.
    slide: Option<(String, CheckedSlides)>,
}

/// The result of checking a slide file, as far as its drop files need it.
enum CheckedSlides {
    /// Sound: its values, which its drop files share.
    Sound(ExpandedSlides),
    /// A sound slide file of an attack: its hash, and the data for a full check of its drop files.
    Attack(ContentHash, Option<Box<AttackVerification>>),
    /// Sound, but with wrong values.
    Wrong,
    Unsound,
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

/// The report on the values of a file, and of a slide file what its drop files need.
type CheckedFile = (FileReport, Option<CheckedSlides>);

impl<'a> CheckedFolder<'a> {
    pub(super) fn new(path: &'a Path, depth: Depth) -> Self {
        Self {
            path,
            manifest: Manifest::embedded(),
            depth,
            slide: None,
        }
    }

    /// Checks a file with this name. Nothing is expected of it if that is not the name of a table
    /// file. `observe` receives the progress on this file.
    pub(super) fn check_file(
        &mut self,
        name: &str,
        expected: Option<&Expected>,
        observe: Observer<'_>,
    ) -> Result<FileCheck, Stopped> {
        if observe(Progress { done: 0, total: 0 }).is_break() {
            return Err(Stopped);
        }
        let result = match expected {
            Some(expected) => self.check_contents(name, expected, observe),
            None => Err(FileProblem::name()),
        };
        match result {
            Ok(claim) => Ok(FileCheck::passed(claim)),
            Err(FileProblem::Stopped(stopped)) => Err(stopped),
            Err(FileProblem::Failed(check)) => Ok(self.of_file(name, *check)),
        }
    }

    /// Gives a failed check the name of its file, and takes the path out of its message.
    fn of_file(&self, name: &str, mut check: FileCheck) -> FileCheck {
        let path = format!("{}: ", self.path.join(name).display());
        let claim = &mut check.claim;
        name.clone_into(&mut claim.id);
        if let Some(message) = claim.found.strip_prefix(&path) {
            claim.found = message.to_owned();
        }
        check
    }

    /// Checks a file that has this name and must contain what is expected.
    fn check_contents(
        &mut self,
        name: &str,
        expected: &Expected,
        observe: Observer<'_>,
    ) -> Result<Claim, FileProblem> {
        if expected.kind.is_slide() {
            self.slide = Some((name.to_owned(), CheckedSlides::Unsound));
        }
        let file = self.open(name)?;
        file.check()?;
        let (rules_name, rules) = expected.rules(file.header())?;
        let checking = Checking {
            name,
            expected,
            file,
            rules_name,
            rules,
            observe,
        };
        let (report, slides) = self.check_table(&checking)?;
        if let Some(slides) = slides {
            let slides = if report.passes() {
                slides
            } else {
                CheckedSlides::Wrong
            };
            self.slide = Some((name.to_owned(), slides));
        }
        if !report.passes() {
            return Err(FileProblem::values(&checking.rules_name, &report));
        }
        self.claim(&checking)
    }

    fn open(&self, name: &str) -> Result<TableFile, TableError> {
        TableFile::open_path(&self.path.join(name))
    }

    /// Makes the claim that a file is sound, if its content hash is the one in the manifest, or the
    /// manifest does not have the file.
    fn claim(&self, checking: &Checking<'_>) -> Result<Claim, FileProblem> {
        let name = checking.name;
        let header = checking.file.header();
        let known = self.manifest.content_hash(name);
        let hash = header.content_hash.to_string();
        if let Some(known) = known
            && *known != hash
        {
            let expected = format!("content hash {known}");
            let found = format!("content hash {hash}");
            return Err(FileProblem::wrong(&expected, &found, Vec::new()));
        }
        let of_values = match self.depth {
            Depth::Files => String::new(),
            Depth::Sample(number) => format!(", {} values", count(number)),
            Depth::Full => ", values".to_owned(),
        };
        let of_manifest = if known.is_some() { ", manifest" } else { "" };
        let source = format!("{CHECKED}{of_values}{of_manifest}");
        Ok(Claim {
            detail: format!("{} bytes", count(header.file_length())),
            ..Claim::new(name, SOUND, SOUND, &source)
        })
    }

    fn check_table(&self, checking: &Checking<'_>) -> Result<CheckedFile, FileProblem> {
        let kind = checking.expected.kind;
        match (kind.is_attack(), kind.is_slide()) {
            (false, true) => self.check_slides(checking),
            (false, false) => Ok((self.check_drops(checking)?, None)),
            (true, true) => self.check_attack_slides(checking),
            (true, false) => Ok((self.check_attack_drops(checking)?, None)),
        }
    }

    /// Checks a slide file of a game in which the goals decide who has won.
    fn check_slides(&self, checking: &Checking<'_>) -> Result<CheckedFile, FileProblem> {
        let table = Table::new(checking.file.clone(), None, &checking.rules)?;
        check_memory_to_expand(&checking.rules_name.to_string(), &table)?;
        let slides = table.expand_slides()?;
        let layers = 2 * PIECES..2 * PIECES + 1;
        let report = self.check_outcomes(&table, &slides, layers, checking)?;
        Ok((report, Some(CheckedSlides::Sound(slides))))
    }

    /// Checks a drop file of a game in which the goals decide who has won.
    fn check_drops(&self, checking: &Checking<'_>) -> Result<FileReport, FileProblem> {
        let slide_name = &checking.expected.slide;
        let CheckedSlides::Sound(slides) = self.checked_slides(slide_name)? else {
            return Err(FileProblem::unsound_slide_file(slide_name));
        };
        let slide_file = self.open(slide_name)?;
        let table = Table::new(slide_file, Some(checking.file.clone()), &checking.rules)?;
        check_memory_to_expand(&checking.rules_name.to_string(), &table)?;
        self.check_outcomes(&table, slides, 0..2 * PIECES, checking)
    }

    /// Checks the census of a file and the values of its layers.
    fn check_outcomes(
        &self,
        table: &Table,
        slides: &ExpandedSlides,
        layers: Range<usize>,
        checking: &Checking<'_>,
    ) -> Result<FileReport, FileProblem> {
        let outcomes = table.expand_with(slides)?;
        check_census(&outcomes, &checking.file)?;
        self.check_values(&outcomes, layers, checking)
    }

    /// Checks the values of the layers of a file, as far as the check includes them.
    fn check_values(
        &self,
        outcomes: &SolvedLayers,
        layers: Range<usize>,
        checking: &Checking<'_>,
    ) -> Result<FileReport, FileProblem> {
        match self.depth {
            Depth::Files => Ok(FileReport::default()),
            Depth::Sample(number) => check_sample(outcomes, layers, number, checking.observe),
            Depth::Full => {
                let file = &checking.file;
                check_memory(checking.name, memory_needed(file.header()))?;
                Ok(verify_file(outcomes, file, EXAMPLES, checking.observe)?)
            }
        }
    }

    /// Checks a slide file of an attack.
    fn check_attack_slides(&self, checking: &Checking<'_>) -> Result<CheckedFile, FileProblem> {
        check_attack(checking)?;
        let file = &checking.file;
        let hash = file.header().content_hash;
        if self.depth == Depth::Files {
            let slides = CheckedSlides::Attack(hash, None);
            return Ok((FileReport::default(), Some(slides)));
        }
        let (verification, report) = AttackVerification::new(file, EXAMPLES, checking.observe)?;
        let slides = CheckedSlides::Attack(hash, Some(Box::new(verification)));
        Ok((report, Some(slides)))
    }

    /// Checks a drop file of an attack.
    fn check_attack_drops(&self, checking: &Checking<'_>) -> Result<FileReport, FileProblem> {
        check_attack(checking)?;
        let file = &checking.file;
        let slide_name = &checking.expected.slide;
        match self.checked_slides(slide_name)? {
            CheckedSlides::Attack(hash, verification)
                if file.header().description.slide_hash == Some(*hash) =>
            {
                match verification {
                    Some(slides) => {
                        Ok(slides.verify_drop_file(file, EXAMPLES, checking.observe)?)
                    }
                    None => Ok(FileReport::default()),
                }
            }
            _ => Err(FileProblem::unsound_slide_file(slide_name)),
        }
    }

    /// Returns the result of checking the slide file of a drop file, unless its values are wrong.
    fn checked_slides(&self, slide_name: &str) -> Result<&CheckedSlides, FileProblem> {
        match &self.slide {
            Some((name, CheckedSlides::Wrong)) if name == slide_name => {
                let expected = format!("right values in its slide file {slide_name}");
                Err(FileProblem::wrong(&expected, "wrong ones", Vec::new()))
            }
            Some((name, checked)) if name == slide_name => Ok(checked),
            _ => {
                let expected = format!("its slide file {slide_name} in the same folder");
                Err(FileProblem::new(
                    ErrorKind::MissingTables,
                    &expected,
                    "none",
                ))
            }
        }
    }
}

/// Checks the rules and the census of a file of an attack.
fn check_attack(checking: &Checking<'_>) -> Result<(), FileProblem> {
    let expected = checking.expected;
    let file = &checking.file;
    let points = expected.points.unwrap_or_default();
    expect_rules(file, expected.kind, &checking.rules.plain_game(), points)?;
    check_memory(checking.name, memory_needed(file.header()))?;
    check_attack_census(file)?;
    Ok(())
}

/// Checks the values of some positions of these layers, chosen at random.
fn check_sample(
    outcomes: &SolvedLayers,
    layers: Range<usize>,
    number: u64,
    observe: Observer<'_>,
) -> Result<FileReport, FileProblem> {
    // Also where there is nothing to check.
    let start = Progress {
        done: 0,
        total: number,
    };
    if observe(start).is_break() {
        return Err(Stopped.into());
    }
    let outcome = |position: &Position| outcomes.outcome(position);
    let rules = outcomes.rules();
    let report = verify_sample(rules, outcome, layers, number, EXAMPLES, observe)?;
    Ok(report)
}
