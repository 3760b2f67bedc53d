//! Folders of tables: finds the sound files in a folder and writes the missing ones.
//!
//! A folder has a slide file for each slide phase and a drop file for each rule set. File names
//! follow from the names of the slide phases and rule sets.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use teeko_analysis::AnalysisError;
use teeko_rules::work::{Observer, Progress};
use teeko_rules::{NamedRules, Rules};
use teeko_solve::{AttackSolution, Solution, ThresholdSolution};
use teeko_table::{
    Census, Compression, Description, Header, Kept, NewFile, Row, SharedIndex, Table, TableFile,
    TableName, WriteError, attack_value, drop_file_name, expect_no_link, open_if_there,
    values_of_file, write_outcomes, write_table,
};

use crate::error::Error;
use crate::game_tables::GameTables;
use crate::report::{Report, ReportFiles, TableFileEntry};
use crate::source::{FileTables, report_file};
use crate::stopwatch::Stopwatch;

/// A folder that tables are written to.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    sound: BTreeSet<String>,
    has_locks: bool,
    unsynced: Option<io::Error>,
}

impl TableFolder {
    /// Opens the folder at `path` for the tables of these rule sets. Creates the folder if it does
    /// not exist. Checks the existing files of these rule sets, unless `overwrite` is set.
    ///
    /// # Errors
    /// Returns an error if two rule sets have files of the same name, a file in the folder is not
    /// sound, or the folder cannot be created. Also if files are missing and the folder cannot be
    /// written to, or has a link, a folder or a pipe in the place of one.
    pub fn open(path: &Path, rules: &[NamedRules], overwrite: bool) -> Result<Self, Error> {
        check_names(rules)?;
        let names: BTreeSet<String> = rules.iter().flat_map(file_names).collect();
        fs::create_dir_all(path).map_err(|cause| unusable(path, cause))?;
        let mut folder = Self {
            path: path.to_owned(),
            sound: BTreeSet::new(),
            has_locks: true,
            unsynced: None,
        };
        if !overwrite {
            folder.check_existing(&names)?;
        }
        folder.check_missing(&names)?;
        Ok(folder)
    }

    /// Checks the existing files.
    fn check_existing(&mut self, names: &BTreeSet<String>) -> Result<(), Error> {
        for name in names {
            if let Some(file) = open_if_there(&self.path.join(name))? {
                file.check()?;
                self.sound.insert(name.clone());
            }
        }
        Ok(())
    }

    /// Checks that the missing files can be written.
    fn check_missing(&mut self, names: &BTreeSet<String>) -> Result<(), Error> {
        let mut missing = names.difference(&self.sound).peekable();
        if missing.peek().is_none() {
            return Ok(());
        }
        // Creating a file is the reliable test of whether the folder can be written to.
        let new = NewFile::create(&self.path.join("table"));
        let new = new.map_err(|cause| unusable(&self.path, cause))?;
        self.has_locks = new.is_locked();
        for name in missing {
            let path = self.path.join(name);
            let can_be_written = expect_no_link(&path).and_then(|()| NewFile::check(&path));
            can_be_written.map_err(|cause| Error::Write { path, cause })?;
        }
        Ok(())
    }

    /// Returns whether the file system has locks, as far as files are missing. Without them,
    /// nothing keeps two runs from writing the same tables at once.
    pub fn has_locks(&self) -> bool {
        self.has_locks
    }

    /// Returns why the system does not say that the files written would survive a loss of power
    /// now; `None` if it does say so. The files are complete.
    pub fn unsynced(&self) -> Option<&io::Error> {
        self.unsynced.as_ref()
    }

    /// Returns the report on a rule set from its files; `None` unless both exist and are sound.
    ///
    /// # Errors
    /// Returns an error if the files are of other rules, or do not belong together.
    pub fn report(&self, named: &NamedRules) -> Result<Option<Report>, Error> {
        let watch = Stopwatch::start();
        for file in file_names(named) {
            if !self.sound.contains(&file) {
                return Ok(None);
            }
        }
        let Some(tables) = FileTables::open(&self.path, named)? else {
            return Ok(None);
        };
        match tables.report(named, &tables.tables, Duration::ZERO) {
            Ok(mut report) => {
                report.seconds = watch.elapsed().as_secs_f64();
                Ok(Some(report))
            }
            Err(AnalysisError::Oracle(error)) => Err(error.into()),
            Err(_) => {
                let drop_file = drop_file_name(named.name());
                Err(Error::OtherCensus(self.path.join(drop_file)))
            }
        }
    }

    /// Writes the missing files of a solved rule set and returns the report on it. Calls `observe`
    /// with the number of values written, of those of all these files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, `observe` stops the work, or an existing file
    /// does not belong to the solution.
    pub fn write(
        &mut self,
        named: &NamedRules,
        solution: &Solution,
        time: Duration,
        observe: Observer<'_>,
    ) -> Result<Report, Error> {
        let mut report = Report::of_solution(named, solution, time);
        let files = self.all_files(named, observe);
        let observe: Observer<'_> = &|file| files.observe(file);
        let mut tables = GameTables::of(named).into_iter();
        let mut games = Vec::new();
        if let Some(plain) = tables.next() {
            games.push(self.write_solution(&plain.name, solution, observe)?);
        }
        for (tables, (_, game)) in tables.zip(solution.for_more()) {
            let name = &tables.name;
            games.push(match game {
                ThresholdSolution::Goals(game) => self.write_solution(name, game, observe)?,
                ThresholdSolution::Attack(attack) => {
                    self.write_attack(name, solution.rules(), attack, observe)?
                }
            });
        }
        report.files = ReportFiles {
            games,
            found: false,
        };
        Ok(report)
    }

    /// Returns the progress of writing all missing files of a rule set, one after the other.
    pub(crate) fn all_files<'a>(
        &self,
        named: &NamedRules,
        observe: Observer<'a>,
    ) -> MissingFiles<'a> {
        let mut total = 0;
        for tables in GameTables::of(named) {
            let points = tables.name.points.unwrap_or(0);
            for (file, kind) in tables.files() {
                if !self.sound.contains(&file) {
                    total += values_of_file(kind, named.rules(), points);
                }
            }
        }
        MissingFiles {
            observe,
            complete: AtomicU64::new(0),
            total,
        }
    }

    /// Writes the missing files of a game in which the goals decide who has won. Returns both
    /// files.
    fn write_solution(
        &mut self,
        name: &TableName,
        solution: &Solution,
        observe: Observer<'_>,
    ) -> Result<[TableFileEntry; 2], Error> {
        let census = solution.census();
        self.write_game(
            name,
            solution.rules(),
            None,
            &census,
            |path, description| write_outcomes(path, description, solution, observe),
        )
    }

    fn write_attack(
        &mut self,
        name: &TableName,
        rules: &Rules,
        attack: &AttackSolution,
        observe: Observer<'_>,
    ) -> Result<[TableFileEntry; 2], Error> {
        let points = Some(attack.slide().points());
        let compression = Compression::of(rules);
        let census = attack.census();
        self.write_game(name, rules, points, &census, |path, description| {
            let is_slide = description.kind.is_slide();
            let mut values = |row: &Row| attack_values(attack, is_slide, row);
            write_table(path, description, compression, &mut values, observe)
        })
    }

    /// Writes the missing files of a game with `write`. In the game of an attack, `attack` is the
    /// number of points. Returns both files.
    pub(crate) fn write_game(
        &mut self,
        name: &TableName,
        rules: &Rules,
        attack: Option<u8>,
        census: &Census,
        write: impl Fn(&Path, &Description) -> Result<(Header, Kept), WriteError>,
    ) -> Result<[TableFileEntry; 2], Error> {
        let description = of_game(Description::slide(rules, census), attack);
        let path = self.write_missing(name.slide_file(), &description, &write)?;
        let slide = TableFile::open_path(&path)?;
        check_slide_file(&slide, rules, attack)?;
        if slide.header().description.census.slide() != census.slide() {
            return Err(Error::OtherCensus(path));
        }
        let hash = slide.header().content_hash;
        let description = of_game(Description::drop(rules, hash, census), attack);
        let path = self.write_missing(name.drop_file(), &description, &write)?;
        let drop = TableFile::open_path(&path)?;
        let files = [report_file(&slide), report_file(&drop)];
        check_both_files(slide, drop, rules, attack)?;
        Ok(files)
    }

    /// Writes a file with `write` unless it is sound. Returns its path.
    fn write_missing(
        &mut self,
        name: String,
        description: &Description,
        write: impl Fn(&Path, &Description) -> Result<(Header, Kept), WriteError>,
    ) -> Result<PathBuf, Error> {
        let path = self.path.join(&name);
        if !self.sound.contains(&name) {
            match write(&path, description) {
                Ok((_, kept)) => self.unsynced = self.unsynced.take().or(kept.unsynced),
                Err(fault) => return Err(not_written(path, fault)),
            }
            self.sound.insert(name);
        }
        Ok(path)
    }
}

/// The progress of writing the missing files of a rule set, one after the other.
pub(crate) struct MissingFiles<'a> {
    observe: Observer<'a>,
    /// The values of the files that are complete.
    complete: AtomicU64,
    /// The values of all of them.
    total: u64,
}

impl MissingFiles<'_> {
    /// Reports the progress of one file as that of all files.
    pub(crate) fn observe(&self, file: Progress) -> ControlFlow<()> {
        let finished = if file.done == file.total {
            file.total
        } else {
            0
        };
        let before = self.complete.fetch_add(finished, Ordering::Relaxed);
        (self.observe)(file.within(before, file.total, self.total))
    }
}

/// Returns the names of all table files of a rule set.
fn file_names(named: &NamedRules) -> Vec<String> {
    let mut files = Vec::new();
    for tables in GameTables::of(named) {
        files.extend(tables.files().map(|(name, _)| name));
    }
    files
}

/// Returns the values of a row of the table of an attack.
fn attack_values(attack: &AttackSolution, is_slide: bool, row: &Row) -> Vec<u32> {
    let mut values = Vec::new();
    for defender in row.movers() {
        let distance = if is_slide {
            attack.slide().distance(row.set(), defender, false)
        } else {
            attack.drop_distance(row.side, row.set(), defender)
        };
        values.push(attack_value(distance));
    }
    values
}

/// Describes a file of a game; `attack` is the number of points in that of an attack.
fn of_game(description: Description, attack: Option<u8>) -> Description {
    match attack {
        None => description,
        Some(points) => description.of_attack(points),
    }
}

/// Checks that a slide file is of these rules. An existing file may be of others, if its rule file
/// has changed since. That of an attack is checked with the drop file.
fn check_slide_file(slide: &TableFile, rules: &Rules, attack: Option<u8>) -> Result<(), Error> {
    if attack.is_none() {
        Table::new(slide.clone(), None, &rules.plain_game())?;
    }
    Ok(())
}

/// Checks that two files belong together and are of these rules.
fn check_both_files(
    slide: TableFile,
    drop: TableFile,
    rules: &Rules,
    attack: Option<u8>,
) -> Result<(), Error> {
    match attack {
        None => Table::new(slide, Some(drop), &rules.plain_game())?,
        Some(points) => Table::of_attack(slide, drop, rules, points, SharedIndex::default())?,
    };
    Ok(())
}

fn unusable(path: &Path, cause: io::Error) -> Error {
    Error::Folder {
        path: path.to_owned(),
        cause,
    }
}

fn not_written(path: PathBuf, fault: WriteError) -> Error {
    match fault {
        WriteError::Stopped(stopped) => stopped.into(),
        WriteError::Io { cause, .. } => Error::Write { path, cause },
        fault => Error::Unfit { path, fault },
    }
}

/// Checks that rule sets whose files have the same name have the same rules. Rule files in
/// different folders may have the same name.
fn check_names(rules: &[NamedRules]) -> Result<(), Error> {
    let mut slide_phases: BTreeMap<String, Rules> = BTreeMap::new();
    for named in rules {
        for tables in GameTables::of(named) {
            let points = tables.name.points.unwrap_or_default();
            let game = named.rules().threshold_game(points);
            let file = tables.name.slide_file();
            let known = slide_phases.entry(file.clone());
            if !known
                .or_insert_with(|| game.clone())
                .same_slide_phase(&game)
            {
                return Err(Error::SameName(file));
            }
        }
    }
    Ok(())
}
