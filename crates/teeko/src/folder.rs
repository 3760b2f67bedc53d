//! Folders that tables are written to: what is there and sound, and writing what is not.
//!
//! A folder has a slide file for each slide phase and a drop file for each rule set, under the names that follow from theirs.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use teeko_analysis::{AnalysisError, Summary};
use teeko_rules::work::{Progress, Stopped};
use teeko_rules::{NamedRules, PIECES, Rules};
use teeko_table::{
    Census, DiskFile, NewFile, Table, TableError, TableFile, WriteError, drop_file_name, open_if_there,
    slide_file_name, write_drops, write_slides,
};
use thiserror::Error;

use crate::Solved;
use crate::report::{Report, ReportFile, ReportFiles};
use crate::stopwatch::Stopwatch;

/// Why a folder of tables cannot be used or added to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file in it is damaged or of other rules.
    #[error("{fault}")]
    Unsound {
        /// What is wrong.
        fault: TableError,
    },
    /// A file in it is sound, and says something else than a fresh solution.
    #[error("{}: expected the census of a fresh solution, found another", .0.display())]
    OtherCensus(PathBuf),
    /// Two rule sets would have files of the same name.
    #[error("{0}: expected one rule file of that name, found two that mean other rules")]
    SameName(String),
    /// A file in it cannot be read.
    #[error("{fault}")]
    Unreadable {
        /// What the system says.
        fault: TableError,
    },
    /// A file that should be there is not.
    #[error("{}: expected {expected}, found none", folder.display())]
    NoTables {
        /// The folder.
        folder: PathBuf,
        /// The name of the file, or words for any.
        expected: String,
    },
    /// It is no folder, or cannot be used as one.
    #[error("{}: expected a folder for tables: {cause}", path.display())]
    Folder {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file in it cannot be written.
    #[error("{}: cannot be written: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A solution that the format cannot hold.
    #[error("{}: cannot be a table file: {fault}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// Why not.
        fault: WriteError,
    },
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<TableError> for FolderError {
    fn from(fault: TableError) -> Self {
        if matches!(fault, TableError::Io { .. } | TableError::Memory { .. }) {
            Self::Unreadable { fault }
        } else {
            Self::Unsound { fault }
        }
    }
}

/// A folder that tables are written to.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    /// The files that are there and sound, by name.
    sound: BTreeSet<String>,
}

impl TableFolder {
    /// The folder at a path, made if it is not there, for the tables of these rule sets. Unless they are to be overwritten, those
    /// that are there are checked.
    ///
    /// # Errors
    /// If two rule sets have files of the same name, a file in the folder is not sound, or the folder cannot be made or, unless all files
    /// are there, written to.
    pub fn open(path: &Path, rules: &[NamedRules], overwrite: bool) -> Result<Self, FolderError> {
        check_names(rules)?;
        let mut folder = Self { path: path.to_owned(), sound: BTreeSet::new() };
        let names = rules.iter().flat_map(|named| [slide_file_name(named.name()), drop_file_name(named.name())]);
        let names: BTreeSet<String> = names.collect();
        let unusable = |cause| FolderError::Folder { path: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(unusable)?;
        if !overwrite {
            for name in &names {
                if let Some(file) = open_if_there(&folder.path.join(name))? {
                    file.check()?;
                    folder.sound.insert(name.clone());
                }
            }
        }
        // Whether a file can be written is best found by beginning one; where all are there nobody needs to know.
        if folder.sound.len() < names.len() {
            NewFile::create(&path.join("table")).map_err(unusable)?;
        }
        Ok(folder)
    }

    /// The report on a rule set from its files; `None` unless both are there and sound.
    ///
    /// # Errors
    /// If they are of other rules, or do not belong together.
    pub fn report(&self, named: &NamedRules) -> Result<Option<Report>, FolderError> {
        let watch = Stopwatch::start();
        let files = [slide_file_name(named.name()), drop_file_name(named.name())];
        if !files.iter().all(|name| self.sound.contains(name)) {
            return Ok(None);
        }
        let table = self.table(named)?;
        let summary = match Summary::new(&table, census(&table)) {
            Ok(summary) => summary,
            Err(AnalysisError::Oracle(fault)) => return Err(fault.into()),
            Err(_) => return Err(FolderError::OtherCensus(self.path.join(&files[1]))),
        };
        let files = Some(report_files(&table, true));
        Ok(Some(Report {
            name: named.name().clone(),
            parity: named.rules().parity(),
            scoring: named.rules().scoring(),
            summary,
            seconds: watch.elapsed().as_secs_f64(),
            files,
        }))
    }

    /// Writes those files of a solved rule set that are not there, and reports on it. `observe` is told, file by file, how many values
    /// are written, and says whether to go on.
    ///
    /// # Errors
    /// If a file cannot be written, the observer says to stop, or a file that is there does not belong to the solution.
    pub fn write(
        &mut self,
        named: &NamedRules,
        solution: &Solved,
        time: Duration,
        observe: impl Fn(Progress) -> ControlFlow<()> + Sync,
    ) -> Result<Report, FolderError> {
        let (slide_name, drop_name) = (slide_file_name(named.name()), drop_file_name(named.name()));
        let (slide_path, drop_path) = (self.path.join(&slide_name), self.path.join(&drop_name));
        let report = Report::of_solution(named, solution, time);
        let census = &report.summary.census;
        if !self.sound.contains(&slide_name) {
            write_slides(&slide_path, solution.plain(), census, &observe)
                .map_err(|fault| not_written(slide_path.clone(), fault))?;
            self.sound.insert(slide_name);
        }
        // A file that was there may be of other rules: those of a rule file that has changed since.
        let slide = Table::new(TableFile::open_path(&slide_path)?, None, solution.plain().rules())?;
        let header = slide.slide().header();
        if header.census().slide() != census.slide() {
            return Err(FolderError::OtherCensus(slide_path));
        }
        if !self.sound.contains(&drop_name) {
            write_drops(&drop_path, solution.plain(), census, header.content_hash(), &observe)
                .map_err(|fault| not_written(drop_path, fault))?;
            self.sound.insert(drop_name);
        }
        let files = Some(report_files(&self.table(named)?, false));
        Ok(Report { files, ..report })
    }

    /// The table of a rule set whose files are both there.
    fn table(&self, named: &NamedRules) -> Result<Table<DiskFile>, FolderError> {
        let open = |name: String| TableFile::open_path(&self.path.join(name));
        let (slide, drop) = (open(slide_file_name(named.name()))?, open(drop_file_name(named.name()))?);
        Ok(Table::new(slide, Some(drop), named.rules())?)
    }
}

fn not_written(path: PathBuf, fault: WriteError) -> FolderError {
    match fault {
        WriteError::Stopped(stopped) => stopped.into(),
        WriteError::Io { cause, .. } => FolderError::Write { path, cause },
        fault => FolderError::Unfit { path, fault },
    }
}

/// The census in the headers of both files of a table.
fn census(table: &Table<DiskFile>) -> Census {
    let slides = [(2 * PIECES, table.slide().header().census().slide().clone())];
    let drops = table.drop_file().map(|file| file.header().census().drops().to_vec()).unwrap_or_default();
    drops.into_iter().enumerate().chain(slides).collect()
}

fn report_files(table: &Table<DiskFile>, found: bool) -> ReportFiles {
    let file =
        |file: &TableFile<DiskFile>| ReportFile { path: file.name().to_owned(), bytes: file.header().file_length() };
    let drop = table.drop_file().unwrap_or_else(|| table.slide());
    ReportFiles { slide: file(table.slide()), drop: file(drop), found }
}

/// Checks that rule sets whose files have the same name have the same rules: rule files in different folders may have one name.
fn check_names(rules: &[NamedRules]) -> Result<(), FolderError> {
    let mut slide_phases: BTreeMap<String, &Rules> = BTreeMap::new();
    for named in rules {
        match slide_phases.entry(slide_file_name(named.name())) {
            Entry::Occupied(of_name) if !of_name.get().same_slide_phase(named.rules()) => {
                return Err(FolderError::SameName(of_name.key().clone()));
            }
            of_name => {
                of_name.or_insert(named.rules());
            }
        }
    }
    Ok(())
}
