//! Folders of table files: what is there and sound, and writing what is not.
//!
//! A folder has a slide file for each slide phase and a drop file for each variant, under the names that follow from their rules.

pub(crate) mod census;
mod expected;
mod manifest;
mod verify;

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use teeko_rules::{Position, Rules, Side};
use teeko_solve::Solution;
use teeko_table::{
    Compression, Description, MappedFile, Row, Storage, Table, TableError, TableFile, WriteError, drop_value,
    slide_value, write_table,
};
use thiserror::Error;

pub(crate) use self::verify::check_folder;
use crate::exit::Exit;
use crate::interrupt::Interrupts;
use crate::named_rules::NamedRules;
use crate::report::{Report, ReportFile, ReportFiles};

/// Why a folder of tables cannot be used or added to.
#[derive(Debug, Error)]
pub(crate) enum FolderError {
    #[error("{fault}; solve it again with --force")]
    Unsound { fault: TableError },
    #[error("{}: expected the census of a fresh solution, found another; solve it again with --force", .0.display())]
    OtherCensus(PathBuf),
    #[error(
        "{0}: expected one rule file of that name, found two that mean other rules; solve them into two folders with -o"
    )]
    SameName(String),
    #[error("{fault}")]
    Unreadable { fault: TableError },
    #[error("{}: expected {expected}, found none; make them with `teeko solve -o {}`", folder.display(), folder.display())]
    NoTables { folder: PathBuf, expected: String },
    #[error("{}: expected a folder for tables: {cause}; choose another one", path.display())]
    Folder { path: PathBuf, cause: io::Error },
    #[error("{}: cannot be written: {cause}; free some space, or choose another folder with -o", path.display())]
    Write { path: PathBuf, cause: io::Error },
    #[error("{}: cannot be a table file: {fault}", path.display())]
    Unfit { path: PathBuf, fault: WriteError },
}

impl From<TableError> for FolderError {
    fn from(fault: TableError) -> Self {
        if matches!(fault, TableError::Io { .. }) { Self::Unreadable { fault } } else { Self::Unsound { fault } }
    }
}

impl FolderError {
    /// How the program ends after it.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Unsound { .. } | Self::OtherCensus(_) => Exit::Corrupt,
            Self::SameName(_) => Exit::Usage,
            Self::NoTables { .. } => Exit::MissingTable,
            Self::Unreadable { .. } | Self::Folder { .. } | Self::Write { .. } | Self::Unfit { .. } => Exit::Resources,
        }
    }
}

/// A folder that tables are written to.
#[derive(Debug)]
pub(crate) struct TableFolder {
    path: PathBuf,
    interrupts: Interrupts,
    /// The files that are there and sound, by name.
    sound: BTreeSet<String>,
}

impl TableFolder {
    /// The folder at a path, made if it is not there, for the tables of these variants. Unless they are to be overwritten, those
    /// that are there are checked.
    ///
    /// # Errors
    /// If two variants with other rules have files of the same name, the folder cannot be made or written to, or a file in it is not
    /// sound.
    pub(crate) fn open(
        path: &Path,
        variants: &[NamedRules],
        overwrite: bool,
        interrupts: Interrupts,
    ) -> anyhow::Result<Self> {
        check_names(variants)?;
        let usable = fs::create_dir_all(path).and_then(|()| tempfile::tempfile_in(path));
        usable.map_err(|cause| FolderError::Folder { path: path.to_owned(), cause })?;
        let mut folder = Self { path: path.to_owned(), interrupts, sound: BTreeSet::new() };
        if !overwrite {
            let names: BTreeSet<String> =
                variants.iter().flat_map(|variant| [variant.slide_file_name(), variant.drop_file_name()]).collect();
            for name in names {
                if let Some(file) = open_if_there(&folder.path.join(&name)).map_err(FolderError::from)? {
                    file.check().map_err(FolderError::from)?;
                    folder.sound.insert(name);
                }
            }
        }
        Ok(folder)
    }

    /// The report on a variant from its files; `None` unless both are there and sound.
    ///
    /// # Errors
    /// If they are of other rules, or do not belong together.
    pub(crate) fn report(&self, variant: NamedRules) -> anyhow::Result<Option<Report>> {
        let start = Instant::now();
        let files = [variant.slide_file_name(), variant.drop_file_name()];
        if !files.iter().all(|name| self.sound.contains(name)) {
            return Ok(None);
        }
        let (table, files) = self.table(variant, true)?;
        let report = Report::of_table(variant, &table, files, start.elapsed());
        Ok(Some(report.map_err(FolderError::from)?))
    }

    /// Writes those files of a solved variant that are not there, and reports on it.
    ///
    /// # Errors
    /// If a file cannot be written, the program is interrupted, or a file that is there does not belong to the solution.
    pub(crate) fn write(&mut self, variant: NamedRules, solution: &Solution, time: Duration) -> anyhow::Result<Report> {
        let slide_name = variant.slide_file_name();
        let slide_census = census::of_slide_phase(solution.slide().census());
        if !self.sound.contains(&slide_name) {
            let description = Description::slide(solution.rules(), slide_census.clone());
            self.write_file(slide_name.clone(), &description, |row| slide_values(solution, row))?;
        }
        // A file that was there may be of other rules: those of a rule file that has changed since.
        let table = Table::new(self.open_file(&slide_name)?, None, solution.rules()).map_err(FolderError::from)?;
        let slide = table.slide();
        if slide.header().census() != &slide_census {
            return Err(FolderError::OtherCensus(self.path.join(slide_name)).into());
        }
        let drop_name = variant.drop_file_name();
        if !self.sound.contains(&drop_name) {
            let drop_census = census::of_drop_phase(solution);
            let description = Description::drop(solution.rules(), slide.header().content_hash(), drop_census);
            self.write_file(drop_name, &description, |row| drop_values(solution, row))?;
        }
        let (_, files) = self.table(variant, false)?;
        Ok(Report { files: Some(files), ..Report::of_solution(variant, solution, time) })
    }

    fn write_file(
        &mut self,
        name: String,
        description: &Description,
        values: impl Fn(&Row) -> Vec<u32> + Sync,
    ) -> anyhow::Result<()> {
        let path = self.path.join(&name);
        let interrupts = &self.interrupts;
        // A row without values is an error, which is what makes the writer stop and remove its temporary file.
        let values = |row: &Row| if interrupts.requested() { Vec::new() } else { values(row) };
        match interrupts.hold(|| write_table(&path, description, Compression::default(), values))? {
            Ok(_) => {
                self.sound.insert(name);
                Ok(())
            }
            Err(WriteError::Io { cause, .. }) => Err(FolderError::Write { path, cause }.into()),
            Err(fault) => Err(FolderError::Unfit { path, fault }.into()),
        }
    }

    /// The table of a variant whose files are both there; `found` says whether they were before.
    fn table(&self, variant: NamedRules, found: bool) -> anyhow::Result<(Table<MappedFile>, ReportFiles)> {
        let slide = self.open_file(&variant.slide_file_name())?;
        let drop = self.open_file(&variant.drop_file_name())?;
        let files = ReportFiles { slide: report_file(&slide), drop: report_file(&drop), found };
        let table = Table::new(slide, Some(drop), &variant.rules()?).map_err(FolderError::from)?;
        Ok((table, files))
    }

    fn open_file(&self, name: &str) -> Result<TableFile<MappedFile>, FolderError> {
        Ok(TableFile::open_path(&self.path.join(name))?)
    }
}

/// Checks that variants whose files have the same name have the same rules: rule files in different folders may have one name.
fn check_names(variants: &[NamedRules]) -> anyhow::Result<()> {
    let mut slide_phases: BTreeMap<String, Rules> = BTreeMap::new();
    for variant in variants {
        let rules = variant.rules()?;
        match slide_phases.entry(variant.slide_file_name()) {
            Entry::Occupied(of_name) if !of_name.get().same_slide_phase(&rules) => {
                return Err(FolderError::SameName(of_name.key().clone()).into());
            }
            of_name => {
                of_name.or_insert(rules);
            }
        }
    }
    Ok(())
}

/// The table file at a path; `None` if nothing is there.
///
/// # Errors
/// If what is there cannot be read or is no sound table file.
pub(crate) fn open_if_there(path: &Path) -> Result<Option<TableFile<MappedFile>>, TableError> {
    match TableFile::open_path(path) {
        Err(TableError::Io { cause, .. }) if cause.kind() == ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

fn report_file<S: Storage>(file: &TableFile<S>) -> ReportFile {
    ReportFile { path: file.name().to_owned(), bytes: file.header().file_length() }
}

/// The values of a row of the slide file.
fn slide_values(solution: &Solution, row: &Row) -> Vec<u32> {
    row.movers().map(|mover| slide_value(solution.slide().outcome(mover, row.opponent))).collect()
}

/// The values of a row of the drop file.
fn drop_values(solution: &Solution, row: &Row) -> Vec<u32> {
    let outcome = |mover| solution.outcome(&Position::of_turn(Side::Black, mover, row.opponent));
    // No side has a goal yet in the stored layers, so every cell has its position.
    row.movers().map(|mover| outcome(mover).map_or(0, drop_value)).collect()
}
