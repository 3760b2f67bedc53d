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
use teeko_rules::{NamedRules, Rules, Scoring};
use teeko_solve::{AttackSolution, Solution, ThresholdSolution};
use teeko_table::{
    Census, Compression, Description, FileKind, Header, Kept, NewFile, Row, SharedIndex, Table,
    TableFile, TableName, WriteError, attack_value, drop_file_name, expect_no_link, open_if_there,
    values_of_file, write_outcomes, write_table,
};

use crate::error::Error;
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
        let tables = rules.iter().flat_map(tables_of);
        let names: BTreeSet<String> = tables
            .flat_map(|(_, files)| files.map(|(name, _)| name))
            .collect();
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
        let path = &self.path;
        let new = NewFile::create(&path.join("table")).map_err(|cause| unusable(path, cause))?;
        self.has_locks = new.is_locked();
        for name in missing {
            let path = path.join(name);
            expect_no_link(&path)
                .and_then(|()| NewFile::check(&path))
                .map_err(|cause| Error::Write { path, cause })?;
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
        let mut files = tables_of(named).into_iter().flat_map(|(_, files)| files);
        if !files.all(|(file, _)| self.sound.contains(&file)) {
            return Ok(None);
        }
        let Some(tables) = FileTables::open(&self.path, named)? else {
            return Ok(None);
        };
        let report = tables.report(named, &tables.tables, Duration::ZERO);
        let report = report.map_err(|error| match error {
            AnalysisError::Oracle(error) => error.into(),
            _ => Error::OtherCensus(self.path.join(drop_file_name(named.name()))),
        })?;
        Ok(Some(Report {
            seconds: watch.elapsed().as_secs_f64(),
            ..report
        }))
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
        let report = Report::of_solution(named, solution, time);
        let observe: Observer<'_> = &self.all_files(named, observe);
        let mut of_games = tables_of(named).into_iter().map(|(name, _)| name);
        let mut games = Vec::new();
        if let Some(name) = of_games.next() {
            games.push(self.write_solution(&name, solution, observe)?);
        }
        for (name, (_, game)) in of_games.zip(solution.for_more()) {
            games.push(match game {
                ThresholdSolution::Goals(game) => self.write_solution(&name, game, observe)?,
                ThresholdSolution::Attack(attack) => {
                    self.write_attack(&name, solution.rules(), attack, observe)?
                }
            });
        }
        Ok(Report {
            files: ReportFiles {
                games,
                found: false,
            },
            ..report
        })
    }

    /// Returns an observer of each missing file of a rule set, one after the other. It calls
    /// `observe` with the values of all of them.
    pub(crate) fn all_files<'a>(
        &self,
        named: &NamedRules,
        observe: Observer<'a>,
    ) -> impl Fn(Progress) -> ControlFlow<()> + Sync + use<'a> {
        let values = |(name, files): (TableName, [(String, FileKind); 2])| {
            let missing = files
                .into_iter()
                .filter(|(file, _)| !self.sound.contains(file));
            let values = |(_, kind)| values_of_file(kind, named.rules(), name.points.unwrap_or(0));
            missing.map(values).sum::<u64>()
        };
        let all = tables_of(named).into_iter().map(values).sum();
        let complete = AtomicU64::new(0);
        move |Progress { done, total }| {
            let before =
                complete.fetch_add(if done == total { total } else { 0 }, Ordering::Relaxed);
            observe(Progress {
                done: before + done,
                total: all,
            })
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
        let write = |path: &Path, description: &Description| {
            write_outcomes(path, description, solution, observe)
        };
        self.write_game(name, solution.rules(), None, &solution.census(), write)
    }

    fn write_attack(
        &mut self,
        name: &TableName,
        rules: &Rules,
        attack: &AttackSolution,
        observe: Observer<'_>,
    ) -> Result<[TableFileEntry; 2], Error> {
        let write = |path: &Path, description: &Description| {
            let is_slide = description.kind.is_slide();
            let distance = |row: &Row, defender| {
                if is_slide {
                    attack.slide().distance(row.set(), defender, false)
                } else {
                    attack.drop_distance(row.side, row.set(), defender)
                }
            };
            let value = |row: &Row, defender| attack_value(distance(row, defender));
            let mut values =
                |row: &Row| row.movers().map(|defender| value(row, defender)).collect();
            write_table(
                path,
                description,
                Compression::of(rules),
                &mut values,
                observe,
            )
        };
        self.write_game(
            name,
            rules,
            Some(attack.slide().points()),
            &attack.census(),
            write,
        )
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
        let plain = rules.plain_game();
        let check = |slide: TableFile, drop: Option<TableFile>| match (attack, drop) {
            (None, drop) => Table::new(slide, drop, &plain).map(|_| ()),
            (Some(_), None) => Ok(()),
            (Some(points), Some(drop)) => {
                let index = SharedIndex::default();
                Table::of_attack(slide, drop, rules, points, index).map(|_| ())
            }
        };
        let of_game = |description: Description| match attack {
            None => description,
            Some(points) => description.of_attack(points),
        };
        let description = of_game(Description::slide(rules, census));
        let path = self.write_missing(name.slide_file(), &description, &write)?;
        // An existing file may be of other rules, if its rule file has changed since.
        let slide = TableFile::open_path(&path)?;
        check(slide.clone(), None)?;
        if slide.header().description.census.slide() != census.slide() {
            return Err(Error::OtherCensus(path));
        }
        let description = of_game(Description::drop(
            rules,
            slide.header().content_hash,
            census,
        ));
        let path = self.write_missing(name.drop_file(), &description, &write)?;
        let drop = TableFile::open_path(&path)?;
        let files = [&slide, &drop].map(report_file);
        check(slide, Some(drop))?;
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
            let written = write(&path, description);
            let (_, kept) = written.map_err(|fault| not_written(path.clone(), fault))?;
            self.unsynced = self.unsynced.take().or(kept.unsynced);
            self.sound.insert(name);
        }
        Ok(path)
    }
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

/// Returns the names of the tables of a rule set, with their files, the plain game's first. A game
/// for points has tables for each threshold.
pub(crate) fn tables_of(named: &NamedRules) -> Vec<(TableName, [(String, FileKind); 2])> {
    let (rules, is_pips) = (
        named.name().plain(),
        named.rules().scoring() == Scoring::Pips,
    );
    let more = named.rules().thresholds().into_iter().skip(1).map(Some);
    let table = |points: Option<u8>| {
        let (slide, drop) = if points.is_some() && is_pips {
            (FileKind::AttackSlide, FileKind::AttackDrop)
        } else {
            (FileKind::Slide, FileKind::Drop)
        };
        let name = TableName {
            rules: rules.clone(),
            points,
        };
        let files = [(name.slide_file(), slide), (name.drop_file(), drop)];
        (name, files)
    };
    [None].into_iter().chain(more).map(table).collect()
}

/// Checks that rule sets whose files have the same name have the same rules. Rule files in
/// different folders may have the same name.
fn check_names(rules: &[NamedRules]) -> Result<(), Error> {
    let mut slide_phases: BTreeMap<String, Rules> = BTreeMap::new();
    for named in rules {
        for (name, _) in tables_of(named) {
            let game = named
                .rules()
                .threshold_game(name.points.unwrap_or_default());
            let file = name.slide_file();
            let known = slide_phases
                .entry(file.clone())
                .or_insert_with(|| game.clone());
            if !known.same_slide_phase(&game) {
                return Err(Error::SameName(file));
            }
        }
    }
    Ok(())
}
